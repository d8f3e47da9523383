"""Short competitions as command lines, which together record every kind of fact.

A line is typed after `toernooi`; `play ROUND` gives every open board of a round a result, and
`as-first-version` makes the file one of the first version of the program.
"""

from __future__ import annotations

from tests.helpers.rating_lists import fide_combined, people

FILES = {
    "prizes.toml": 'main = [60, 40]\n\n[[category]]\nname = "Juniors"\nyear_from = 2008\nprizes = [20]\n',
    "members.csv": (
        "name,rating,club,birth,fide_id,national_id\n"
        '"Aalders, Mia",2010,De Toren,1990-04-01,1001,7001\n'
        '"Beekman, Karel",1960,De Toren,1984,1002,7002\n'
        '"Citroen, Noor",1915,Het Paard,,1003,7003\n'
        '"Dijkstra, Daan",1870,Het Paard,1972-11-30,,7004\n'
        '"Elzinga, Cor",1805,,,,7005\n'
        '"Feitsma, Puck",1760,De Toren,2008,,\n'
        '"Gerritsen, Sam",,,,,\n'
    ),
    "players_list.txt": fide_combined(people()[:2]),
    "fide.csv": 'name,rating,fide_id\n"Aalders, Mia",2105,1001\n"Beekman, Karel",1990,1002\n',
    "national.csv": 'name,knsb,relatienummer\n"Dijkstra, Daan",1885,7004\n',
    "round.txt": "Aalders - Beekman\nCitroen - Dijkstra\nElzinga - Feitsma\nbye Gerritsen\n",
    "second.txt": "Beekman - Citroen\nDijkstra - Aalders\nGerritsen - Elzinga\nbye Feitsma\n",
    "evening-1.csv": (
        "soort;speler;tegenstander;uitslag;oorzaak;team;bord;kleur\n"
        "partij;Aalders;Beekman;1-0;;;;\n"
        "partij;Citroen;Dijkstra;=;;;;\n"
        "extern;Elzinga;;1;;1;2;z\n"
        "clubdienst;Feitsma;;;;;;\n"
        "afwezig;Gerritsen;;;;;;\n"
    ),
    "evening-2.csv": (
        "soort;speler;tegenstander;uitslag;oorzaak;team;bord;kleur\n"
        "partij;Beekman;Citroen;0-1R;te laat;;;\n"
        "partij;Gerritsen;Dijkstra;afgebroken;;;;\n"
        "partij;Aalders;Elzinga;0-1;;;;\n"
        "geen tegenstander;Feitsma;;;;;;\n"
    ),
    "evening-3.csv": (
        "soort;speler;tegenstander;uitslag;oorzaak;team;bord;kleur\n"
        "partij;Elzinga;Citroen;=;;;;\n"
        "partij;Dijkstra;Aalders;1-0;;;;\n"
        "afwezig zonder bericht;Beekman;;;;;;\n"
        "extern;Feitsma;;½;;1;1;w\n"
        "geen tegenstander;Gerritsen;;;;;;\n"
    ),
}
"""The files that the lines name."""

PAIRED = """
init "Open of {rules}" --rules {rules} --rounds 3 --city Breda --federation NED
enter --file members.csv
lots
publish
play 1
publish
play 2
correct result 1 1 0-0 --reason "score sheet misread" --confirm yes
"""
"""What is played under a rulebook that pairs, and has no story of its own."""

TIE_BREAKS_ONLY = """
init "Places by {rules}" --rules {rules} --rounds 2
enter --file members.csv
lots --by rating
pairing-by-hand 1 round.txt --reason "the boards of the regulations"
play 1
pairing-by-hand 2 second.txt --reason "the boards of the regulations"
play 2
finish --confirm 2
"""
"""What is played under a rulebook that pairs nothing."""

OF_A_FILE = """
generate --rules fide-dutch-2026 --players 8 --rounds 3 --seed kept -o open.trf
import open.trf --rules fide-2026 --name "Open of a file"
protest 2 1 "the second board was not mine"
finish --confirm 3
"""
"""A tournament of a file; its name in the file is that of the program that made it."""

TAKEN_BACK = """
init "Opened by mistake" --rounds 5
undo --reason "it was to be another"
"""
"""A tournament that was opened beside others and taken back with nothing in it."""

BY_EVENINGS = """
init "Season by evenings" --rules mwkeizer --rounds 6 --set "keizer.external.1=[70, 68, 66]"
enter --file members.csv
lots --by rating
evening 1 evening-1.csv
evening 2 evening-2.csv
evening 3 evening-3.csv
result 2 2 1-0 --reason "finished a week later"
prizes declare 50 30
plan 3 --confirm yes
finish --confirm 3
export --format season -o season.csv
export --format members -o members-now.csv
import season.csv --members members-now.csv --rules mwkeizer --set "keizer.external.1=[70, 68, 66]"
"""
"""A season of which every evening comes whole from a file, and which is itself a file in the end."""

STORIES = {
    "berger": """
init "Ladder group" --rules berger --rounds 5 --set round_robin.cycles=1 --venue "Town hall"
enter "Aalders, Mia" --rating 2010
enter "Beekman, Karel" --rating 1960
enter "Citroen, Noor" --rating 1915
enter "Dijkstra, Daan" --rating 1870
enter "Elzinga, Cor" --rating 1805
enter "Feitsma, Puck" --rating 1760
lots --by entry
schedule 1 2026-09-04 20:00
publish
play 1
publish
prizes announce prizes.toml --reason "only now decided"
adjourn 2 1 --confirm yes
play 2
publish
result 2 1 1-0 --reason "finished a week later"
forfeit 3 1 --white late
play 3
withdraw 6 --reason "moved to another town"
publish
play 4
correct colours 1 2 --reason "the sheet was signed the wrong way round"
publish
play 5
finish --confirm 5
prizes award
prizes change 1 2 --reason "decided by the committee"
prizes pay 2 cash
""",
    "fide-burstein-2026": """
init "Burstein Open" --rules fide-burstein-2026 --rounds 4 --federation NED
enter --file members.csv
lots --first-colour white
publish
play 1
fide-mode-leave --confirm "Burstein Open" --reason "the event is not rated"
absent 6 2
absent 7 2
publish
board add 2 6 7 --reason "both came late" --confirm yes
play 2
publish
play 3
withdraw 5 --expelled --reason "a telephone"
publish
play 4
correct result 4 1 0-0 --reason "score sheet misread" --confirm yes
undo
finish --draw --confirm 4
""",
    "fide-dubov-2026": """
init "Dubov Open" --rules fide-dubov-2026 --rounds 4 --set fide.acceleration=by_player --set bye.half_point_allowed=true
enter --file members.csv
enter "Huisman, Bo" --rating 1702
correct rating Gerritsen 1650 --estimated --reason "no list has one"
lots --first-colour black
accelerate 1-4 --points 1 --rounds 1-2 --confirm yes
publish
play 1
absent 6 2
absent 6 2 --cancel
bye 6 2 --points 1 --confirm yes --reason "the final of the youth cup"
publish
play 2
withdraw 3 --reason "ill"
publish
play 3
return 3
publish
play 4
finish --confirm 4
export --for fide -o report.trf
reopen --reason "two results were exchanged"
finish --confirm 4
""",
    "fide-dutch-2017": """
init "Dutch of 2017" --rules fide-dutch-2017 --rounds 4 --federation NED
enter --file members.csv
enter "Huisman, Bo" --rating 1702
lots --first-colour white
prohibit 1 5 8 --rounds 1-3 --reason "of one household" --confirm yes
prohibit 1 5 8 --cancel --reason "they do not mind" --confirm yes
no-bye 7 --reason "the regulations"
no-bye 7 --cancel
publish
play 1
by-hand-begin --confirm yes --reason "the printer showed another round"
by-hand-end
publish
by-hand-begin --round 2 --confirm yes --reason "the hall has three tables"
board swap 2 1 2 --confirm yes --reason "a wheelchair at the first table"
by-hand-end
play 2
publish
play 3
rules change fide-dutch-2026 --confirm 4 --reason "the edition of 2026 is in force"
publish
play 4
correct result 1 1 0-0 --rating-only --confirm yes --reason "found a month later"
finish --confirm 4
""",
    "fide-dutch-2026": """
init "Autumn Open" --rules fide-dutch-2026 --rounds 4 --federation NED --set fide.acceleration=baku
details --city Breda --arbiter "Vries, A. de" --begins 2026-09-05 --ends 2026-10-24
schedule 1 2026-09-05
schedule 2 2026-09-19
schedule 3 2026-10-17
enter --file members.csv
enter "Huisman, Bo" --rating 1702 --fide-id 1008
rating-list "FIDE standard" 2026-09-01 --file fide.csv
rating-list KNSB 2026-09-01 --kind national --file national.csv
start-rank FIDON --second lots
lots --first-colour white
rating-periods 1 3
edition fide-rating-2025-10
numbers-exchange 2 3 --confirm yes --reason "the list had them so"
absent 8 1
publish
play 1
publish
play 2
rating-list "FIDE standard" 2026-10-01 --player Aalders --rating 2120 --confirm yes
publish
play 3
absent 4 4
publish
play 4
finish --confirm 4
""",
    "knsb-rating-2014": """
init "Rating Swiss" --rules knsb-rating-2014 --rounds 4 --set bye.half_point_allowed=true
enter --file members.csv
lots --by rating
publish
result 1 1 1-0 2 1-0 3 1-0
publish
correct result 1 1 0-1 --reason "the sheet was misread"
amend 2 --reason "a wrong result" --confirm 2
play 2
correct rating Gerritsen 1650 --estimated --reason "no list has one"
publish
play 3
enter "Huisman, Bo" --rating 1702
bye Beekman 4
publish
play 4
finish --confirm 4
""",
    "knsb-wp-1996": """
init "Town championship" --rules knsb-wp-1996 --rounds 4
enter --file members.csv
lots --by draw
publish
play 1
correct person 3 --club "De Toren" --nameless yes
publish
play 2
as-first-version
upgrade
rules change knsb-wp-2014 --reason "decided by the players"
publish
play 3
publish
play 4
finish --confirm 4
""",
    "knsb-wp-2014": """
init "Club championship" --rules knsb-wp-2014 --rounds 4 --set bye.half_point_allowed=true
plan 5
prizes declare 500 300 99.95
schedule 1 2026-09-04 20:00 --check-in-until 19:45
enter --file members.csv
enter "M. Aalders" --confirm yes
lots --by draw
undo
lots --by draw
remove "M. Aalders" --reason "entered twice"
lists load players_list.txt
enter 99000001
correct person Abbink --title IM
remove Abbink --reason "plays elsewhere"
details --club "De Toren" --time-zone Europe/Amsterdam
absent 5 1
absent 5 1 --cancel
bye 6 1
check-in 1 2 3
check-in 4 --later --reason "the train"
check-in 3 --cancel
claims-agree result
claims-agree arbiter
website-choices --published no --names published --address https://club.example/town
show-as 2 initials
publish --confirm yes
start 1
claim 1 1-0 --device 00000000000000a1
claim 7 1-0 --source board --device 00000000000000b2
claim-withdraw 7
play 1
close 1
enter "Huisman, Bo" --rating 1702
withdraw 2 --reason "ill"
publish
forfeit 2 1 --white "no word"
play 2 --unrated
correct result 1 1 0-0 --reason "score sheet misread"
correct result 1 1 1-0 --reason "it was right at first"
correct colours 1 2 --reason "the sheet was signed the wrong way round"
protest 2 3 "the clock was set wrongly" --deadline "2026-11-20 23:30"
ruling 1 rejected "the clock was right" --behalf committee
return 2
publish
board swap 3 3 4 --confirm yes --reason "they came in one car"
adjourn 3 1 --confirm yes
play 3
result 3 1 1/2-1/2 --reason "agreed by telephone"
forget 7
publish
play 4
publish
play 5
finish --confirm 5
""",
    "mwkeizer": """
init "Season by announcement" --rules mwkeizer --rounds 10 --set "keizer.external.1=[70, 68, 66]" --set keizer.catch_up=true --set keizer.presence=announced
enter --file members.csv
lots --by rating
schedule 1 2026-09-04 20:00
period 1 --name autumn
absent Elzinga 1
absent Feitsma 1 --duty
present Aalders 1
present Beekman 1
present Citroen 1
present Dijkstra 1
publish
play 1
external Elzinga 1 --team 1 --board 2 --colour wit --result 0
correct external Elzinga 1 --result =
external Beekman 1 --team 1 --board 3 --colour w --result 1 --confirm yes
correct external Beekman 1 --strike
external Gerritsen 1 --team 1 --board 1 --colour z --result 1R --elsewhere --announced-to captain --date 2026-09-06
catch-up 1 Elzinga Feitsma 0-1 --date 2026-09-08
join "Huisman, Bo" --rating 1702
leave Feitsma --value 40
period 2 --name winter
absent Dijkstra 2 --no-notice
present Aalders 2
present Beekman 2
present Citroen 2
present Elzinga 2
present Gerritsen 2
publish
play 2
return Feitsma
present Aalders 3
present Feitsma 3
present Huisman 3
present Dijkstra 3
publish
play 3
correct colours 3 1
correct result 3 2 1/2-0
""",
}
"""The stories by rulebook."""
