"""The sentences about an evening of a season, laid over the common ones; English and Dutch."""

from __future__ import annotations

from typing import Final

from ledger.values import Language

ENGLISH: Final = {
    "opponent": "{a} is number {place} of those present, and meets the nearest opponent allowed "
    "with whom the rest can be paired: {b}, number {place_of_other} (c).",
    "candidate.a": "Not {who}: they met in round {met_in_round}, and may meet again from round "
    "{again_from} (a).",
    "candidate.b": "Not {who}: no colours suit both (b).",
    "candidate.taken": "Not {who}: who meets {others} by a choice made before (c).",
    "candidate.free": "Not {who}: who has no opponent (3c).",
    "candidate": "Not {who}: then {key} ({clause}).",
    "gave_way.a": "{a} and {b} meet again though they met in round {met_in_round} (a): nothing "
    "else was possible.",
    "gave_way.b": "{a} and {b} meet though no colours suit both (b): nothing else was possible.",
    "free": "{a} has no opponent.", "free.by_rules": "By the rules {a} has no opponent (3c).",
    "free_because": "{a} has no opponent: the lowest ranked of those who had none least often "
    "({times}) with whom the rest can be paired (3c).",
    "barred": "Ranked lower, but without opponent before more often (3c): {who}.",
    "nobody_free": "Everybody has an opponent: {players} members are present, an even number.",
    "same": "{a} and {b} do meet by the rules.", "same.free": "{a} has no opponent by the rules.",
    "forced": "If {a} met {b}, {key} ({clause}).",
    "forced.free": "If {a} had no opponent, {key} ({clause}).",
    "differs.worse": "The pairing can be played, but is not the best: {key} ({clause}).",
    "differs.better": "The pairing is better than the engine's, which is a fault of ours: {key} "
    "({clause}).",
    "key.level.met": "{a} and {b} would meet again after round {met_in_round}",
    "key.level.colours": "{a} and {b} would meet though no colours suit both",
    "key.nearest": "{a} would not meet {b} but {c}, further on the ranking",
    "key.free": "{a} would have no opponent, who had none before {instead}x, instead of one "
    "who had that {found}x",
    "key.lowest": "{a} would have no opponent, who is not the lowest ranked",
    "illegal.byes": "{a} cannot be without opponent: the number is even (3c).",
    "illegal.twice": "{a} is paired more than once (3c).",
    "illegal.unpaired": "{a} is present and not paired (3c).",
    "illegal.stranger": "{a} was not present (d).",
    "proof.alone": "Otherwise {a} would have no opponent at all left (a, b).",
    "proof.alone.met": "Otherwise {a} would have no opponent: he met {others} too recently (a).",
    "proof.alone.colours": "Otherwise {a} would have no opponent: no colours suit him and {others} "
    "(b).",
    "proof.alone.both": "Otherwise {a} would have no opponent: {others} are kept from him by the "
    "gap or by colours (a, b).",
    "proof.two_alone": "Otherwise {a} and {b} would both have no opponent (a, b).",
    "proof.too_few": "Otherwise of {who}, {parts} at least would need an opponent from elsewhere, "
    "and there are only {partners}: {others} (a, b).",
    "proof.too_few.nobody": "Otherwise {who} could not be paired among themselves, and nobody else "
    "is left for them (a, b).",
    "proof.the_bye": "nobody", "not_examined": "Not examined one by one, being many: {who}.",
    "colours_so_far": "{a}: {colours}, difference {difference}.",
    "colours_so_far.none": "{a}: no game yet.",
    "last_game": "They met in round {met_in_round}; {a} had white.",
    "last_game.earlier": "They met in round {met_in_round}, in an earlier period, which bars "
    "nobody (a, 2); {a} had white.",
    "colour.return": "A return game in a later period: colours are reversed. {a} has white (2).",
    "colour.deficit": "{a} had white less often, compared with black, and has white (b).",
    "colour.meeting": "Equal in whites and blacks: the colours of their last game are reversed. "
    "{a} has white (b).",
    "colour.last colour": "Equal in whites and blacks, and they never met: {who}, the higher "
    "ranked, has the opposite of his last colour. {a} has white (b).",
    "colour.board": "Nobody has a colour yet: on odd boards the higher ranked has white, on even "
    "ones the lower. {a} has white (b).",
    "colour.bound": "Only one way keeps the bound, without a third equal colour running: {a} has "
    "white (b).",
}  # fmt: skip

DUTCH: Final = {
    "opponent": "{a} is nummer {place} van de aanwezigen en speelt tegen de dichtstbijzijnde "
    "toegestane tegenstander met wie de rest nog in te delen is: {b}, nummer {place_of_other} (c).",
    "candidate.a": "Niet {who}: zij speelden in ronde {met_in_round} en mogen weer vanaf ronde "
    "{again_from} (a).",
    "candidate.b": "Niet {who}: geen kleurverdeling past bij beiden (b).",
    "candidate.taken": "Niet {who}: die speelt door een eerdere keuze tegen {others} (c).",
    "candidate.free": "Niet {who}: die heeft geen tegenstander (3c).",
    "candidate": "Niet {who}: dan {key} ({clause}).",
    "gave_way.a": "{a} en {b} spelen opnieuw, hoewel zij in ronde {met_in_round} tegen elkaar "
    "speelden (a): iets anders was niet mogelijk.",
    "gave_way.b": "{a} en {b} spelen, hoewel geen kleurverdeling bij beiden past (b): iets anders "
    "was niet mogelijk.",
    "free": "{a} heeft geen tegenstander.",
    "free.by_rules": "Volgens de regels heeft {a} geen tegenstander (3c).",
    "free_because": "{a} heeft geen tegenstander: de laagst geplaatste van hen die dat het minst "
    "vaak hadden ({times}) met wie de rest in te delen is (3c).",
    "barred": "Lager geplaatst, maar al vaker zonder tegenstander (3c): {who}.",
    "nobody_free": "Iedereen heeft een tegenstander: er zijn {players} leden aanwezig, een even "
    "aantal.",
    "same": "{a} en {b} spelen volgens de regels inderdaad tegen elkaar.",
    "same.free": "{a} heeft volgens de regels geen tegenstander.",
    "forced": "Als {a} tegen {b} speelde, {key} ({clause}).",
    "forced.free": "Als {a} geen tegenstander had, {key} ({clause}).",
    "differs.worse": "De indeling kan gespeeld worden, maar is niet de beste: {key} ({clause}).",
    "differs.better": "De indeling is beter dan die van het programma, wat een fout van ons is: "
    "{key} ({clause}).",
    "key.level.met": "zouden {a} en {b} opnieuw spelen na ronde {met_in_round}",
    "key.level.colours": "zouden {a} en {b} spelen terwijl geen kleurverdeling bij beiden past",
    "key.nearest": "zou {a} niet tegen {b} spelen maar tegen {c}, verder weg op de ranglijst",
    "key.free": "zou {a} geen tegenstander hebben, die dat al {instead} keer had, in plaats van "
    "iemand met {found} keer",
    "key.lowest": "zou {a} geen tegenstander hebben, die niet de laagst geplaatste is",
    "illegal.byes": "{a} kan niet zonder tegenstander zijn: het aantal is even (3c).",
    "illegal.twice": "{a} is meer dan eens ingedeeld (3c).",
    "illegal.unpaired": "{a} is aanwezig en niet ingedeeld (3c).",
    "illegal.stranger": "{a} was niet aanwezig (d).",
    "proof.alone": "Anders had {a} helemaal geen tegenstander meer (a, b).",
    "proof.alone.met": "Anders had {a} geen tegenstander: te kort geleden tegen {others} (a).",
    "proof.alone.colours": "Anders had {a} geen tegenstander: geen kleuren passen bij hem en "
    "{others} (b).",
    "proof.alone.both": "Anders had {a} geen tegenstander: {others} vallen af door de tussentijd "
    "of door kleuren (a, b).",
    "proof.two_alone": "Anders hadden {a} en {b} allebei geen tegenstander (a, b).",
    "proof.too_few": "Anders hadden van {who} er minstens {parts} iemand van elders nodig, en er "
    "zijn alleen {partners}: {others} (a, b).",
    "proof.too_few.nobody": "Anders zijn {who} onderling niet in te delen, en er is niemand anders "
    "voor hen (a, b).",
    "proof.the_bye": "niemand",
    "not_examined": "Niet een voor een bekeken, want het zijn er veel: {who}.",
    "colours_so_far": "{a}: {colours}, saldo {difference}.",
    "colours_so_far.none": "{a}: nog geen partij.",
    "last_game": "Zij speelden in ronde {met_in_round}; {a} had wit.",
    "last_game.earlier": "Zij speelden in ronde {met_in_round}, in een eerdere periode, wat niets "
    "in de weg staat (a, 2); {a} had wit.",
    "colour.return": "Een returnwedstrijd in een latere periode: de kleuren draaien om. {a} heeft "
    "wit (2).",
    "colour.deficit": "{a} had, vergeleken met zwart, minder vaak wit en heeft nu wit (b).",
    "colour.meeting": "Gelijk in wit en zwart: de kleuren van hun laatste partij draaien om. {a} "
    "heeft wit (b).",
    "colour.last colour": "Gelijk in wit en zwart, en nog niet tegen elkaar gespeeld: {who}, de "
    "hoger geplaatste, krijgt de andere kleur dan de laatste keer. {a} heeft wit (b).",
    "colour.board": "Niemand heeft nog een kleur: op oneven borden heeft de hoger geplaatste wit, "
    "op even borden de lager geplaatste. {a} heeft wit (b).",
    "colour.bound": "Maar een verdeling blijft binnen de grens, zonder drie keer dezelfde kleur op "
    "rij: {a} heeft wit (b).",
}

SEASON_WORDS: Final[dict[Language, dict[str, str]]] = {"en": ENGLISH, "nl": DUTCH}
"""By language; a test holds that both have the same names."""
