"""The sentences of explanations, English and Dutch, by kind of claim.

In braces stand names of players ({a}, {b}, {who}, {others}), values ({found}, {instead}, {points})
and parts of other sentences ({key}). A vertical bar parts singular from plural, by {n}.
"""

from __future__ import annotations

from typing import Final

from ledger.values import Language

ENGLISH: Final = {
    "and": "and", "none": "none", "more": "{n} more",
    "title.published": "Round {round} ({rules}, as known at #{basis})",
    "title.draft": "Draft of round {round} ({rules}, as known at #{basis})",
    "title.file": "Round {round} ({rules})", "W": "white", "B": "black",
    "by_lot": "{a} - {b}: by lot, and the first named has white ({clause}).",
    "by_lot.free": "{a} is free: the number is odd, and this is his place by lot ({clause}).",
    "by_table": "{a} - {b}: by the Berger table, and the first named has white.",
    "by_table.free": "{a} is free by the Berger table.", "at_board": "Board {board}: {line}",
    "board": "Board {board}: {a} - {b}", "free": "{a} has the bye.",
    "by_hand.added": "The arbiter added this board by hand: #{position} {at}, {actor}{because}.",
    "by_hand.changed": "The arbiter made this by hand after the publication: #{position} {at}, "
    "{actor}{because}.",
    "by_hand.begun": "The round had begun by then (#{begun_at}).",
    "by_norms": "As known then it breaks no norm: they had not met, and B2 leaves them colours.",
    "by_norms.free": "As known then the bye breaks no norm (B1b).",
    "by_norms.B1a": "As known then it breaks B1a: they had met.",
    "by_norms.B2": "As known then it breaks B2: the colours do not suit both.",
    "by_norms.B1b": "As known then it breaks B1b: points without play bar the bye.",
    "by_norms.condition": "As known then it breaks a condition: {condition}.",
    "by_norms.conditions_kept": "As known then it breaks no condition.",
    "free.F1": "{a} is left over and has the bye (F1).",
    "free.by_rules": "By the rules {a} has the bye (F1).",
    "nobody_free": "Nobody has the bye: {players} players are to be paired, an even number.",
    "not_by_rules": "This is not what the rules give.",
    "not_by_rules.free": "By the rules he does not have the bye.",
    "group": "Score group {points}: {who}.",
    "group.C1": "Score group {points}: {who}. From the waiting room: {others} (C1).",
    "room_size.odd": "One goes to the waiting room, for the number is odd (A3): {who}.",
    "room_size.inside": "{size} go to the waiting room: with fewer the others cannot all be paired "
    "with each other (C2, C7): {who}.",
    "room_size.C8": "The whole group goes to the waiting room, for nobody can be paired in it "
    "(C8).",
    "room_size.below": "{size} go to the waiting room, although the group could be paired with "
    "fewer out of it: those below could then not be paired (C9): {who}.",
    "room_size.both": "{size} go to the waiting room: with fewer either the others of the group or "
    "those below cannot all be paired (C7, C9): {who}.",
    "waits": "{who}, not {others}: with {others} in it, {key} ({clause}).",
    "waits.k7": "{who}, not {others}: all else is equal, and then the higher placed goes (C4.5).",
    "only_room": "No other choice leaves a complete pairing (C7, C9).",
    "other_room": "Nor {who}: then {key} ({clause}).",
    "other_room.k7": "Nor {who}: equal too, and lower placed (C4.5).",
    "impossible_room.H1": "Not possible, for the others of the group could not all be paired (C7): "
    "{who}.",
    "impossible_room.H2": "Not possible, for those below could not all be paired (C9): {who}.",
    "no_opponent.met": "{a} has met all of the next group: {others} (B1a).",
    "no_opponent.colours": "{a} may meet nobody of the next group, by colour: {others} (B2).",
    "no_opponent": "{a} may meet nobody of the next group: {others} ({clause}).",
    "optimum": "The best possible: {differences}; {denied} (B3, B4).",
    "optimum.level": "no score differences inside pairs",
    "optimum.differences": "score difference {list}|score differences {list}",
    "optimum.nobody": "everybody gets the colour he prefers",
    "optimum.denied": "{n} player does not get the colour he prefers|"
    "{n} players do not get the colour they prefer",
    "optimum.strong": ", {strong} of them in a pair in which both have a strong or absolute "
    "preference",
    "opponent": "{a}, the higher placed of the two, gets the lowest placed opponent still "
    "possible: {b} (C5).",
    "candidate": "Not {who}: then {key} ({clause}).",
    "candidate.met": "Not {who}: they have met, in round {rounds} (B1a).",
    "candidate.met_before": "Not {who}: they have met (B1a).",
    "candidate.colours": "Not {who}: no colours suit both (B2).",
    "candidate.impossible": "Not {who}: the others could then not all be paired (C9).",
    "candidate.k8": "Not {who}: then somebody placed still higher would not get the lowest "
    "opponent possible for him (C5).",
    "not_examined": "Not examined one by one, being many: {who}.",
    "barred": "May not have the bye, after points without play (B1b): {who}.",
    "same": "{a} and {b} do meet by the rules.", "same.free": "{a} has the bye by the rules.",
    "forced": "If {a} met {b}, {key} ({clause}), in score group {points}.",
    "forced.free": "If {a} had the bye, {key} ({clause}), in score group {points}.",
    "forced.free.k7": "If {a} had the bye, all else would be equal, and then the higher placed "
    "goes (C4.5), in score group {points}.",
    "illegal.met": "{a} and {b} have met, in round {round} (B1a).",
    "illegal.met_before": "{a} and {b} have met (B1a).",
    "illegal.colours": "{a} and {b} may not meet: no colours suit both (B2).",
    "illegal.bye": "{a} may not have the bye: he has points without play (B1b).",
    "illegal.byes": "{a} cannot have the bye: the number is even (F1).",
    "illegal.twice": "{a} is paired more than once (F1).",
    "illegal.unpaired": "{a} has neither opponent nor bye (F1).",
    "illegal.stranger": "{a} was not to be paired in this round (F5).",
    "impossible": "The round cannot be paired: no complete pairing keeps B1 and B2 (C9).",
    "impossible.pair": "If {a} met {b}, the others could not all be paired (C9).",
    "impossible.free": "If {a} had the bye, the others could not all be paired (C9).",
    "proof.no_bye": "The number is odd and none of them may have the bye (B1b): {who}.",
    "proof.alone": "{a} would have no opponent at all left (B1a, B2).",
    "proof.two_alone": "{a} and {b} would have no opponent left, and there is one bye at most.",
    "proof.too_few": "Of {who}, {parts} at least need an opponent from elsewhere, "
    "and there are only {partners}: {others} (B1a, B2).",
    "proof.too_few.nobody": "{who} cannot be paired among themselves, and nobody else is left for "
    "them (B1a, B2).",
    "proof.the_bye": "the bye",
    "differs.worse": "The pairing is legal, but not the best: {key} ({clause}), in score group "
    "{points}.",
    "differs.better": "The pairing is better than the engine's, which is a fault of ours: {key} "
    "({clause}), in score group {points}.",
    "differs.lots": "The pairing is legal, but round 1 is by lot ({clause}).",
    "differs.table": "The pairing is not that of the Berger table.",
    "board_found": "not by the rules: {a} - {b}", "board_found.free": "not by the rules: {a} free",
    "board_by_rules": "by the rules: {a} - {b}", "board_by_rules.free": "by the rules: {a} free",
    "colours_otherwise": "{a} has white; by the rules {b} has white ({clause}).",
    "colours_otherwise.B2": "{a} has white, which B2 forbids; {b} should have white ({clause}).",
    "preference": "{a}: {colours}, difference {difference}: {strength} preference for {colour}.",
    "preference.none": "{a}: no game played, so no preference.",
    "preference.topscorer": "{a} has more than half of the points and this is the last round, so "
    "his preference is not absolute and B2 does not bind him.",
    "strength.light": "light", "strength.strong": "strong", "strength.absolute": "absolute",
    "history": "The games played, gaps moved to the front (F4):",
    "history.at": "They last had different colours where the mark stands.",
    "history.never": "They never had different colours in the same game.",
    "colour_barred": "{a} may not have {colour} (B2).",
    "colour.E1": "Both preferences can be granted: {a} has white, {b} black (E1).",
    "colour.E1.one": "Only {who} has a preference, and gets it: {a} has white, {b} black (E1).",
    "colour.E2": "Both want {colour}. The stronger preference counts: {a} has white, {b} black "
    "(E2).",
    "colour.E3": "Both want {colour}, equally strongly. They alternate with that game: {a} has "
    "white, {b} black (E3).",
    "colour.E4": "Both want {colour}, equally strongly, and nothing parts their histories. The "
    "higher placed, {who}, gets his preference: {a} has white, {b} black (E4).",
    "colour.B2": "Only one way keeps B2: {a} has white, {b} black (B2).",
    "colour.lot": "Nobody has a preference: the higher placed has white (D by analogy): {a}.",
    "key.k1": "{instead} would have to wait instead of {found}",
    "key.c2": "{instead} in the waiting room would have no opponent in the next group, instead of "
    "{found}",
    "key.k2": "a player with a score of {instead} would wait instead of one with {found}",
    "key.k3": "a pair would be {instead} apart in score instead of {found}",
    "key.k4": "{instead} would have to go to the waiting room again instead of {found}",
    "key.k5": "the next waiting room would hold at least {instead} instead of {found}",
    "key.k6": "{instead} would not get the preferred colour instead of {found}",
    "key.k6.strong": "as many would be denied their colour, but {instead} in a pair in which both "
    "have a strong or absolute preference, instead of {found}",
    "key.k7": "{b} would wait and not {a}, who is higher placed, with all else equal",
    "key.k8": "{a} would meet {c} instead of {b}, who is lower placed",
    "unproved": "(There are too many waiting rooms to compare all: it may get less bad than this.)",
    "not_all_rooms": "(Only waiting rooms that differ in one player were compared, the likeliest "
    "of them.)",
    "decision.c2": "This rests on our reading of C2: its first bullet is compared after C4.1 "
    '(pairing.c2 = "{c2}"); the other reading would choose the other way.',
    "decision.B3_before_C4.2": "This rests on our reading that score differences (B3) come before "
    "C4.2 and C4.3.",
    "decision.B4_count_before_strength": "This rests on our reading of B4: first how many are "
    "denied, then how strongly.",
    "decision.D_by_analogy": "The text is silent here; this follows D by analogy, our reading.",
    "decision.B2_before_E": "That B2 goes before E is our reading.",
    "decision.A5_topscorer": "That his preference then falls to the next rule is our reading of "
    "A5.",
    "or": "or", "one": "one player", "some": "{n} players",
    "wish.W": "{n} wants white|{n} want white", "wish.B": "{n} wants black|{n} want black",
    "wish.none": "{n} has no preference|{n} have no preference",
    "proof.alone.met": "{a} has met everybody who would be left for him: {others} (B1a).",
    "proof.alone.colours": "{a} may meet nobody who would be left for him, by colour: {others} "
    "(B2).",
    "proof.alone.both": "{a} may meet nobody who would be left for him: {others} (B1a, B2).",
}  # fmt: skip

DUTCH: Final = {
    "and": "en", "none": "geen", "more": "{n} anderen",
    "title.published": "Ronde {round} ({rules}, met wat bekend was bij #{basis})",
    "title.draft": "Concept van ronde {round} ({rules}, met wat bekend was bij #{basis})",
    "title.file": "Ronde {round} ({rules})", "W": "wit", "B": "zwart",
    "by_lot": "{a} - {b}: op lotingsnummer, en de eerstgenoemde heeft wit ({clause}).",
    "by_lot.free": "{a} is vrij: het aantal is oneven en dit is zijn plaats na loting ({clause}).",
    "by_table": "{a} - {b}: volgens de Bergertabel, en de eerstgenoemde heeft wit.",
    "by_table.free": "{a} is vrij volgens de Bergertabel.", "at_board": "Bord {board}: {line}",
    "board": "Bord {board}: {a} - {b}", "free": "{a} heeft de bye.",
    "by_hand.added": "De arbiter voegde dit bord met de hand toe: #{position} {at}, "
    "{actor}{because}.",
    "by_hand.changed": "De arbiter maakte dit met de hand na de publicatie: #{position} {at}, "
    "{actor}{because}.",
    "by_hand.begun": "De ronde was toen begonnen (#{begun_at}).",
    "by_norms": "Met wat toen bekend was is het niet in strijd met een norm: zij speelden niet "
    "eerder tegen elkaar, en B2 laat hun kleuren over.",
    "by_norms.free": "Met wat toen bekend was is vrij zijn niet in strijd met een norm (B1b).",
    "by_norms.B1a": "Met wat toen bekend was is het in strijd met B1a: zij speelden al tegen "
    "elkaar.",
    "by_norms.B2": "Met wat toen bekend was is het in strijd met B2: de kleuren passen niet bij "
    "beiden.",
    "by_norms.B1b": "Met wat toen bekend was is het in strijd met B1b: punten zonder te spelen "
    "sluiten een vrije ronde uit.",
    "by_norms.condition": "Met wat toen bekend was is het in strijd met een voorwaarde: "
    "{condition}.",
    "by_norms.conditions_kept": "Met wat toen bekend was is het niet in strijd met een voorwaarde.",
    "free.F1": "{a} blijft over en heeft de bye (F1).",
    "free.by_rules": "Volgens de regels heeft {a} de bye (F1).",
    "nobody_free": "Niemand heeft de bye: er zijn {players} spelers in te delen, een even aantal.",
    "not_by_rules": "Dit is niet wat de regels geven.",
    "not_by_rules.free": "Volgens de regels heeft hij de bye niet.",
    "group": "Puntengroep {points}: {who}.",
    "group.C1": "Puntengroep {points}: {who}. Uit de wachtkamer: {others} (C1).",
    "room_size.odd": "Eén speler gaat naar de wachtkamer, want het aantal is oneven (A3): {who}.",
    "room_size.inside": "{size} spelers gaan naar de wachtkamer: met minder zijn de overigen niet "
    "allen tegen elkaar in te delen (C2, C7): {who}.",
    "room_size.C8": "De hele groep gaat naar de wachtkamer, want niemand is er indeelbaar (C8).",
    "room_size.below": "{size} spelers gaan naar de wachtkamer, hoewel de groep met minder in te "
    "delen is: wie eronder staan, zijn dan niet meer in te delen (C9): {who}.",
    "room_size.both": "{size} spelers gaan naar de wachtkamer: met minder zijn of de overigen van "
    "de groep of wie eronder staan niet meer in te delen (C7, C9): {who}.",
    "waits": "{who}, niet {others}: met {others} erin {key} ({clause}).",
    "waits.k7": "{who}, niet {others}: al het andere is gelijk, en dan gaat de hogere in "
    "klassering (C4.5).",
    "only_room": "Geen andere keuze laat een volledige indeling over (C7, C9).",
    "other_room": "Ook niet {who}: dan {key} ({clause}).",
    "other_room.k7": "Ook niet {who}: ook gelijk, en lager in klassering (C4.5).",
    "impossible_room.H1": "Niet mogelijk, want de overigen van de groep waren dan niet allen in te "
    "delen (C7): {who}.",
    "impossible_room.H2": "Niet mogelijk, want wie eronder staan, waren dan niet allen in te delen "
    "(C9): {who}.",
    "no_opponent.met": "{a} heeft al tegen de hele volgende groep gespeeld: {others} (B1a).",
    "no_opponent.colours": "{a} kan om de kleur tegen niemand van de volgende groep: {others} "
    "(B2).",
    "no_opponent": "{a} kan tegen niemand van de volgende groep: {others} ({clause}).",
    "optimum": "Het best haalbare: {differences}; {denied} (B3, B4).",
    "optimum.level": "geen scoreverschillen binnen paren",
    "optimum.differences": "scoreverschil {list}|scoreverschillen {list}",
    "optimum.nobody": "ieder krijgt de kleur van zijn voorkeur",
    "optimum.denied": "{n} speler krijgt niet de kleur van zijn voorkeur|"
    "{n} spelers krijgen niet de kleur van hun voorkeur",
    "optimum.strong": ", van wie {strong} in een paar waarin beiden een sterke of absolute "
    "voorkeur hebben",
    "opponent": "{a}, de hogere van de twee in klassering, krijgt de laagst geklasseerde "
    "tegenstander die nog kan: {b} (C5).",
    "candidate": "Niet {who}: dan {key} ({clause}).",
    "candidate.met": "Niet {who}: zij speelden al tegen elkaar, in ronde {rounds} (B1a).",
    "candidate.met_before": "Niet {who}: zij speelden al tegen elkaar (B1a).",
    "candidate.colours": "Niet {who}: geen kleurverdeling past bij beiden (B2).",
    "candidate.impossible": "Niet {who}: de overigen zijn dan niet allen in te delen (C9).",
    "candidate.k8": "Niet {who}: dan zou iemand die nog hoger staat, niet de laagste tegenstander "
    "krijgen die voor hem kan (C5).",
    "not_examined": "Niet een voor een nagegaan, want het zijn er veel: {who}.",
    "barred": "Mag de bye niet hebben, na punten zonder te spelen (B1b): {who}.",
    "same": "{a} en {b} spelen volgens de regels tegen elkaar.",
    "same.free": "{a} heeft volgens de regels de bye.",
    "forced": "Als {a} tegen {b} speelde, {key} ({clause}), in puntengroep {points}.",
    "forced.free": "Als {a} de bye had, {key} ({clause}), in puntengroep {points}.",
    "forced.free.k7": "Als {a} de bye had, was al het andere gelijk, en dan gaat de hogere in "
    "klassering (C4.5), in puntengroep {points}.",
    "illegal.met": "{a} en {b} speelden al tegen elkaar, in ronde {round} (B1a).",
    "illegal.met_before": "{a} en {b} speelden al tegen elkaar (B1a).",
    "illegal.colours": "{a} en {b} mogen niet tegen elkaar: geen kleurverdeling past bij beiden "
    "(B2).",
    "illegal.bye": "{a} mag de bye niet hebben: hij heeft punten zonder te spelen (B1b).",
    "illegal.byes": "{a} kan de bye niet hebben: het aantal is even (F1).",
    "illegal.twice": "{a} is meer dan eens ingedeeld (F1).",
    "illegal.unpaired": "{a} heeft tegenstander noch bye (F1).",
    "illegal.stranger": "{a} was in deze ronde niet in te delen (F5).",
    "impossible": "De ronde is niet in te delen: geen volledige indeling voldoet aan B1 en B2 "
    "(C9).",
    "impossible.pair": "Als {a} tegen {b} speelde, waren de overigen niet allen in te delen (C9).",
    "impossible.free": "Als {a} de bye had, waren de overigen niet allen in te delen (C9).",
    "proof.no_bye": "Het aantal is oneven en geen van hen mag de bye hebben (B1b): {who}.",
    "proof.alone": "{a} zou helemaal geen tegenstander meer hebben (B1a, B2).",
    "proof.two_alone": "{a} en {b} zouden geen tegenstander meer hebben, en er is hoogstens één "
    "bye.",
    "proof.too_few": "Van {who} hebben er minstens {parts} een tegenstander van buiten nodig, "
    "en er is slechts {partners} beschikbaar: {others} (B1a, B2).",
    "proof.too_few.nobody": "{who} zijn onderling niet in te delen, en er blijft voor hen niemand "
    "anders over (B1a, B2).",
    "proof.the_bye": "de bye",
    "differs.worse": "De indeling is toegestaan, maar niet de beste: {key} ({clause}), in "
    "puntengroep {points}.",
    "differs.better": "De indeling is beter dan die van het programma, en dat is een fout van ons: "
    "{key} ({clause}), in puntengroep {points}.",
    "differs.lots": "De indeling is toegestaan, maar ronde 1 gaat op lotingsnummer ({clause}).",
    "differs.table": "De indeling is niet die van de Bergertabel.",
    "board_found": "niet volgens de regels: {a} - {b}",
    "board_found.free": "niet volgens de regels: {a} vrij",
    "board_by_rules": "volgens de regels: {a} - {b}",
    "board_by_rules.free": "volgens de regels: {a} vrij",
    "colours_otherwise": "{a} heeft wit; volgens de regels heeft {b} wit ({clause}).",
    "colours_otherwise.B2": "{a} heeft wit, wat B2 verbiedt; {b} hoort wit te hebben ({clause}).",
    "preference": "{a}: {colours}, kleursaldo {difference}: {strength} voorkeur voor {colour}.",
    "preference.none": "{a}: geen partij gespeeld, dus geen voorkeur.",
    "preference.topscorer": "{a} heeft meer dan de helft van de punten en dit is de laatste ronde: "
    "zijn voorkeur is niet absoluut en B2 bindt hem niet.",
    "strength.light": "lichte", "strength.strong": "sterke", "strength.absolute": "absolute",
    "history": "De gespeelde partijen, met de gaten naar voren geschoven (F4):",
    "history.at": "Bij het teken hadden zij voor het laatst verschillende kleuren.",
    "history.never": "Zij hadden nooit in dezelfde partij verschillende kleuren.",
    "colour_barred": "{a} mag geen {colour} hebben (B2).",
    "colour.E1": "Beiden kunnen hun voorkeur krijgen: {a} heeft wit, {b} zwart (E1).",
    "colour.E1.one": "Alleen {who} heeft een voorkeur, en krijgt die: {a} heeft wit, {b} zwart "
    "(E1).",
    "colour.E2": "Beiden willen {colour}. De sterkere voorkeur telt: {a} heeft wit, {b} zwart "
    "(E2).",
    "colour.E3": "Beiden willen {colour}, even sterk. Zij alterneren met die partij: {a} heeft "
    "wit, "
    "{b} zwart (E3).",
    "colour.E4": "Beiden willen {colour}, even sterk, en niets onderscheidt hun kleuren. De hogere "
    "in klassering, {who}, krijgt zijn voorkeur: {a} heeft wit, {b} zwart (E4).",
    "colour.B2": "Maar op één manier blijft B2 in stand: {a} heeft wit, {b} zwart (B2).",
    "colour.lot": "Niemand heeft een voorkeur: de hogere in klassering heeft wit (naar analogie "
    "van "
    "D): {a}.",
    "key.k1": "zou er {instead} in de wachtkamer moeten in plaats van {found}|zouden er {instead} "
    "in de wachtkamer moeten in plaats van {found}",
    "key.c2": "zou {instead} uit de wachtkamer in de volgende groep geen tegenstander hebben, in "
    "plaats van {found}|zouden {instead} uit de wachtkamer in de volgende groep geen tegenstander "
    "hebben, in plaats van {found}",
    "key.k2": "zou er een speler met score {instead} in de wachtkamer komen in plaats van een met "
    "{found}",
    "key.k3": "zou een paar {instead} in score verschillen in plaats van {found}",
    "key.k4": "zou {instead} daarna opnieuw naar de wachtkamer moeten in plaats van {found}|zouden "
    "{instead} daarna opnieuw naar de wachtkamer moeten in plaats van {found}",
    "key.k5": "zou de volgende wachtkamer minstens {instead} tellen in plaats van {found}",
    "key.k6": "zou {instead} niet de kleur van de voorkeur krijgen in plaats van {found}|zouden "
    "{instead} niet de kleur van de voorkeur krijgen in plaats van {found}",
    "key.k6.strong": "zouden er evenveel niet hun kleur krijgen, maar {instead} in een paar waarin "
    "beiden een sterke of absolute voorkeur hebben, in plaats van {found}",
    "key.k7": "zou {b} in de wachtkamer komen en niet {a}, de hogere in klassering, bij verder "
    "gelijke stand",
    "key.k8": "zou {a} tegen {c} spelen in plaats van tegen {b}, die lager is geklasseerd",
    "unproved": "(Er zijn te veel wachtkamers om alle te vergelijken: het kan minder erg "
    "uitvallen.)",
    "not_all_rooms": "(Alleen wachtkamers die één speler verschillen zijn vergeleken, de meest "
    "voor de hand liggende.)",
    "decision.c2": "Dit berust op onze lezing van C2: het eerste streepje komt na C4.1 "
    '(pairing.c2 = "{c2}"); de andere lezing zou andersom kiezen.',
    "decision.B3_before_C4.2": "Dit berust op onze lezing dat scoreverschillen (B3) voor C4.2 en "
    "C4.3 gaan.",
    "decision.B4_count_before_strength": "Dit berust op onze lezing van B4: eerst hoeveel spelers "
    "hun kleur niet krijgen, dan hoe sterk.",
    "decision.D_by_analogy": "De tekst zwijgt hier; dit volgt D naar analogie, onze lezing.",
    "decision.B2_before_E": "Dat B2 voor E gaat, is onze lezing.",
    "decision.A5_topscorer": "Dat zijn voorkeur dan onder de volgende regel valt, is onze lezing "
    "van A5.",
    "or": "of", "one": "één speler", "some": "{n} spelers", "wish.W": "{n} wil wit|{n} willen wit",
    "wish.B": "{n} wil zwart|{n} willen zwart",
    "wish.none": "{n} heeft geen voorkeur|{n} hebben geen voorkeur",
    "proof.alone.met": "{a} speelde al tegen ieder die er voor hem zou overblijven: {others} "
    "(B1a).",
    "proof.alone.colours": "{a} kan om de kleur tegen niemand die er voor hem zou overblijven: "
    "{others} (B2).",
    "proof.alone.both": "{a} kan tegen niemand die er voor hem zou overblijven: {others} (B1a, "
    "B2).",
}  # fmt: skip

WORDS: Final[dict[Language, dict[str, str]]] = {"en": ENGLISH, "nl": DUTCH}
