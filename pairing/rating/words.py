"""The sentences that only explanations on rating have, or have otherwise; English and Dutch.

They are laid over those of explain_words.
"""

from __future__ import annotations

from typing import Final

from ledger.values import Language

ENGLISH: Final = {
    "by_lot": "{a} - {b}: in round 1 the top half meets the bottom half in order ({clause}).",
    "by_lot.free": "{a} is free: the number is odd, and he is the last in order ({clause}).",
    "differs.lots": "The pairing is legal, but in round 1 the top half meets the bottom half in "
    "order ({clause}).",
    "free.F1": "{a} is left over and has the bye (A5).",
    "free.by_rules": "By the rules {a} has the bye (A5).",
    "group.moved": " Moved down: {others} (A3).",
    "group.merged": "Last score groups, merged from {points} down (C13): {who}.",
    "group.added": " As moved down, with the group added last: {others}.",
    "as_homogeneous": "Half or more were moved down, so the group is treated as homogeneous (A3).",
    "no_opponent.met": "{a} has met all the others here ({others}; B1a) and goes on (C1).",
    "no_opponent.colours": "{a} may meet none of the others here, by colour ({others}; B2), and "
    "goes on (C1).",
    "no_opponent": "{a} may meet none of the others here ({others}; {clause}) and goes on (C1).",
    "no_opponent.alone": "{a} is alone here and goes on (C1).",
    "no_opponent.C12": " C12 found no other floaters.",
    "undone.C12": "First {others} would have gone on; but then {pairs} could not be made in the "
    "next group. C12: {who} instead, as many and with the same scores.",
    "undone.C1": "First {others} would have gone on; but then one moved down would have no "
    "opponent in the next group (C1). C12: {who} instead, as many and with the same scores.",
    "undone.C13": "First {others} would have gone on; but then the last group could not be paired. "
    "C13: {who} instead.",
    "undone.nobody": "nobody", "level.none": "No pair can be made here; everybody goes on (C14a).",
    "level.all": "{pairs}, as many as there can be (P0).",
    "level.fewer": "{pairs} instead of {p0}: more cannot be made ({clause}).",
    "level.C13": "{pairs} instead of {p0}: with more the last group could not be paired (C13).",
    "level.clipped": " First {m1} of the {m0} moved down, as many as there are pairs.",
    "level.moved": " First the one moved down (M1).| First all {m1} moved down (M1).",
    "level.fewer_moved": " First {m1} of the {m0} moved down: more cannot be paired so (C14b2).",
    "level.homogeneous": " Not first those moved down, which cannot be: paired as homogeneous "
    "(C14b2).",
    "optimum.none": "Everybody gets the colour he prefers, and nobody the same float again.",
    "optimum": "The least that must be given up: {list}{wishes}.",
    "drop.b2": "B2, for topscorers, in {pairs} (C10g)",
    "drop.a7d": "in {pairs} a strong preference, in an odd round (A7d, C10f)",
    "drop.x": "in {pairs} not every preference is met, where X1 is {x1} (B4, C10e)",
    "drop.z": "in {pairs} of these a strong one, where Z1 is {z1} (A7e, C10e)",
    "drop.b5_down": "{players} floating down as in the last round (B5, C10d)",
    "drop.b6_down": "{players} floating down as two rounds ago (B6, C10c)",
    "drop.b5_up": "{players} floating up as in the last round (B5, C10b)",
    "drop.b6_up": "{players} floating up as two rounds ago (B6, C10a)",
    "waits": "To the next group: {who}, not {others}: then {key} ({clause}).",
    "waits.order": "To the next group: {who}, not {others}: all else is equal, and this comes "
    "first in order ({clause}).",
    "only_room": "To the next group: {who}. With no other choice can as many pairs be made.",
    "other_room.order": "Nor {who}: equal too, and later in order ({clause}).",
    "impossible_room.level": "Not possible, for the others could not make as many pairs: {who}.",
    "not_all_rooms": "(Only floaters who differ in one player were compared, the nearest of them.)",
    "unproved": "(There are too many sets of floaters to compare all: it may get less bad than "
    "this.)",
    "subset": "Of those moved down {who} are in S1; {others} could not be too (D3).",
    "exchange": "The first exchange with which no more is given up: {who} out of S1, {others} out "
    "of S2 (D2).",
    "opponent.moved": "{a}, number {s1_place} of those moved down, meets number {s2_place} of S2: "
    "{b} ({clause}).",
    "opponent.rest": "{a}, number {s1_place} of S1 of the remainder, meets number {s2_place} of "
    "its S2: {b} ({clause}).",
    "opponent.whole": "{a}, number {s1_place} of S1, meets number {s2_place} of S2: {b} "
    "({clause}).",
    "opponent.straight": "Nobody comes before him in order (C6).",
    "candidate.impossible": "Not {who}: the others could then not all be paired (C13).",
    "candidate.order": "Not {who}: all else would be equal, but it comes later in order "
    "({clause}).",
    "forced.free.order": "If {a} had the bye, all else would be equal, but it comes later in order "
    "({clause}), in score group {points}.",
    "illegal.byes": "{a} cannot have the bye: the number is even (A5).",
    "illegal.twice": "{a} is paired more than once (A5).",
    "illegal.unpaired": "{a} has neither opponent nor bye (A5).",
    "impossible": "The round cannot be paired: no complete pairing keeps B1 and B2 (C13).",
    "impossible.C1": "The round cannot be paired: in the last group somebody is without opponent "
    "(C1, C13).",
    "impossible.pair": "If {a} met {b}, the others could not all be paired (C13).",
    "impossible.free": "If {a} had the bye, the others could not all be paired (C13).",
    "history": "The games played, gaps moved to the front (F3):",
    "history.E3": "The rounds, one under the other:",
    "colour.lot": "Nobody has a preference: {a} has white, {b} black (E5 by analogy).",
    "colour.E5": "In S1 the colours alternate, and the first has {colour}; {who} is number "
    "{place}: {a} has white, {b} black (E5).",
    "key.c12": "the next group could not be paired as it must be",
    "key.c12.scores": "those who go on would have other scores, which C12 leaves as they are",
    "key.c13": "the last group could not be paired",
    "key.p1": "{instead} would be made instead of {found}",
    "key.m1": "{instead} moved down would be paired first instead of {found}",
    "key.m1.over": "{instead} would be made instead of {found}, which C13 has brought it to",
    "key.b2": "in {instead} B2 would be broken for topscorers instead of in {found}",
    "key.a7d": "in {instead} a strong preference would not be met, in an odd round, instead of in "
    "{found}",
    "key.x": "in {instead} not every preference would be met instead of in {found}",
    "key.z": "in {instead} not every strong preference would be met instead of in {found}",
    "key.b5_down": "{instead} would float down as in the last round instead of {found}",
    "key.b6_down": "{instead} would float down as two rounds ago instead of {found}",
    "key.b5_up": "{instead} would float up as in the last round instead of {found}",
    "key.b6_up": "{instead} would float up as two rounds ago instead of {found}",
    "key.d3": "all else would be equal, but {b} would be in S1 instead of {a}, who comes first",
    "key.d1_moved": "all else would be equal, but {a} would meet {c} instead of {b}, who comes "
    "first",
    "key.d1": "all else would be equal, but {a} would meet {c} instead of {b}, who comes first",
    "key.d2.count": "{instead} of S1 would have to be exchanged instead of {found}",
    "key.d2.difference": "the exchange between S1 and S2 would be over {instead} places instead of "
    "{found}",
    "key.d2.lists": "an exchange would do that is as large, but later in order",
    "pairs": "{n} pair|{n} pairs", "no_pair": "no pair",
    "reading": "Our reading of a silent text counts here:",
    "reading.decides": "Our reading of a silent text decides here, and by the other one this "
    "group would be paired otherwise:",
    "decision.other_colours": "; the other reading gives other colours",
    "decision.rating.half": "A3 counts its half after C1 has taken players out, or before",
    "decision.rating.half_up": "B5 and B6 for upfloats do not count in a group treated as "
    "homogeneous",
    "decision.rating.default_loss_float": "Whoever loses by default has the float of the "
    "published pairing, or none",
    "decision.rating.bye_float": "B5 and B6 count for the bye, or do not",
    "decision.rating.down_md": "B5 and B6 count for players moved down who float again, or do not",
    "decision.rating.lower_x1": "C14a lowers X1 and Z1 along with P1",
    "decision.rating.b2_pair": "B2 may be dropped for a pair where either, or both, are topscorers",
    "decision.rating.topscorer": "A topscorer has more than half of the points so far, or of all "
    "rounds",
    "decision.rating.c1_last": "In the last group whoever can have the bye is not without "
    "opponent, or is",
    "decision.rating.c1_fail": "When C12 does not help a player moved down without opponent, he "
    "floats on",
    "decision.rating.c12_half": "C12 serves a group that A3 treats as homogeneous, or does not",
    "decision.rating.c12_repeat": "C12 is tried again at every M1 and P1",
    "decision.rating.c12_c1": "Out of C1, C12 asks for as many pairs as there can be",
    "decision.rating.c13_m1": "Where C13 brings P1 below M1, M1 follows",
    "decision.rating.merge_md": "S1 of merged groups is the added group with the players moved "
    "down into it",
    "decision.rating.d3": "Other players moved down go into S1 in the order of D3, after the "
    "requirements are dropped no further",
    "decision.rating.outside_s1": "Players moved down outside S1 go to S2 and the remainder",
    "decision.rating.e3": "Histories are compared closed up, or round by round",
    "decision.rating.e5": "The colours of round 1 alternate by place in S1, or by number",
    "decision.rating.nobody_prefers": "The text is silent here; this is our reading",
}  # fmt: skip

DUTCH: Final = {
    "by_lot": "{a} - {b}: in ronde 1 speelt de bovenste helft op volgorde tegen de onderste "
    "({clause}).",
    "by_lot.free": "{a} is vrij: het aantal is oneven, en hij is de laatste in rangorde "
    "({clause}).",
    "differs.lots": "De indeling is toegestaan, maar in ronde 1 speelt de bovenste helft op "
    "volgorde tegen de onderste ({clause}).",
    "free.F1": "{a} blijft over en heeft de bye (A5).",
    "free.by_rules": "Volgens de regels heeft {a} de bye (A5).",
    "group.moved": " Doorgeschoven: {others} (A3).",
    "group.merged": "Laagste puntengroepen, samengevoegd vanaf {points} (C13): {who}.",
    "group.added": " Als doorgeschoven, met de laatst toegevoegde groep: {others}.",
    "as_homogeneous": "De helft of meer is doorgeschoven, dus de groep wordt als homogeen "
    "behandeld (A3).",
    "no_opponent.met": "{a} heeft al tegen alle anderen hier gespeeld ({others}; B1a) en schuift "
    "door (C1).",
    "no_opponent.colours": "{a} kan om de kleur tegen niemand anders hier ({others}; B2) en "
    "schuift door (C1).",
    "no_opponent": "{a} kan tegen niemand anders hier ({others}; {clause}) en schuift door (C1).",
    "no_opponent.alone": "{a} is hier alleen en schuift door (C1).",
    "no_opponent.C12": " Openknippen gaf geen andere floaters (C12).",
    "undone.C12": "Eerst zouden doorschuiven: {others}; maar dan zijn er in de volgende groep geen "
    "{pairs} te maken. Na openknippen (C12): {who}, evenveel spelers met dezelfde scores.",
    "undone.C1": "Eerst zouden doorschuiven: {others}; maar dan heeft een doorgeschoven speler in "
    "de volgende groep geen tegenstander (C1). Na openknippen (C12): {who}, evenveel spelers met "
    "dezelfde scores.",
    "undone.C13": "Eerst zouden doorschuiven: {others}; maar dan is de laagste groep niet in te "
    "delen. Na openknippen (C13): {who}.",
    "undone.nobody": "niemand",
    "level.none": "Hier is geen paar te maken; allen schuiven door (C14a).",
    "level.all": "{pairs}, zoveel als er kunnen zijn (P0).",
    "level.fewer": "{pairs} in plaats van {p0}: meer zijn er niet te maken ({clause}).",
    "level.C13": "{pairs} in plaats van {p0}: met meer is de laagste groep niet in te delen "
    "(C13).",
    "level.clipped": " Eerst {m1} van de {m0} doorgeschoven spelers, zoveel als er paren zijn.",
    "level.moved": " Eerst de doorgeschoven speler (M1).| Eerst alle {m1} doorgeschoven "
    "spelers (M1).",
    "level.fewer_moved": " Eerst {m1} van de {m0} doorgeschoven spelers: meer zijn er zo niet in "
    "te delen (C14b2).",
    "level.homogeneous": " Niet eerst de doorgeschoven spelers, want dat kan niet: als homogeen "
    "ingedeeld (C14b2).",
    "optimum.none": "Ieder krijgt de kleur van zijn voorkeur, en niemand opnieuw dezelfde float.",
    "optimum": "Het minste dat moet worden opgegeven: {list}{wishes}.",
    "drop.b2": "B2, voor topscorers, in {pairs} (C10g)",
    "drop.a7d": "in {pairs} een sterke voorkeur, in een oneven ronde (A7d, C10f)",
    "drop.x": "in {pairs} niet elke voorkeur, waar X1 {x1} is (B4, C10e)",
    "drop.z": "in {pairs} daarvan niet elke sterke, waar Z1 {z1} is (A7e, C10e)",
    "drop.b5_down": "{players} met een downfloat als in de vorige ronde (B5, C10d)",
    "drop.b6_down": "{players} met een downfloat als twee ronden geleden (B6, C10c)",
    "drop.b5_up": "{players} met een upfloat als in de vorige ronde (B5, C10b)",
    "drop.b6_up": "{players} met een upfloat als twee ronden geleden (B6, C10a)",
    "waits": "Naar de volgende groep: {who}, niet {others}: dan {key} ({clause}).",
    "waits.order": "Naar de volgende groep: {who}, niet {others}: al het andere is gelijk, en dit "
    "komt eerder in volgorde ({clause}).",
    "only_room": "Naar de volgende groep: {who}. Met geen andere keuze zijn er evenveel paren te "
    "maken.",
    "other_room.order": "Ook niet {who}: ook gelijk, en later in volgorde ({clause}).",
    "impossible_room.level": "Niet mogelijk, want de overigen kunnen dan niet evenveel paren "
    "maken: {who}.",
    "not_all_rooms": "(Alleen floaters die één speler verschillen zijn vergeleken, de "
    "dichtstbijzijnde.)",
    "unproved": "(Er zijn te veel groepen floaters om alle te vergelijken: het kan minder erg "
    "uitvallen.)",
    "subset": "Van de doorgeschoven spelers staan in S1: {who}; {others} kon er niet bij (D3).",
    "exchange": "De eerste verwisseling waarmee niets meer wordt opgegeven: {who} uit S1, {others} "
    "uit S2 (D2).",
    "opponent.moved": "{a}, nummer {s1_place} van de doorgeschoven spelers, speelt tegen nummer "
    "{s2_place} van S2: {b} ({clause}).",
    "opponent.rest": "{a}, nummer {s1_place} van S1 van de restgroep, speelt tegen nummer "
    "{s2_place} van S2 daarvan: {b} ({clause}).",
    "opponent.whole": "{a}, nummer {s1_place} van S1, speelt tegen nummer {s2_place} van S2: {b} "
    "({clause}).",
    "opponent.straight": "Niemand komt voor hem in volgorde (C6).",
    "candidate.impossible": "Niet {who}: de overigen zijn dan niet allen in te delen (C13).",
    "candidate.order": "Niet {who}: al het andere was dan gelijk, maar later in volgorde "
    "({clause}).",
    "forced.free.order": "Als {a} de bye had, was al het andere gelijk, maar later in volgorde "
    "({clause}), in puntengroep {points}.",
    "illegal.byes": "{a} kan de bye niet hebben: het aantal is even (A5).",
    "illegal.twice": "{a} is meer dan eens ingedeeld (A5).",
    "illegal.unpaired": "{a} heeft tegenstander noch bye (A5).",
    "impossible": "De ronde is niet in te delen: geen volledige indeling voldoet aan B1 en B2 "
    "(C13).",
    "impossible.C1": "De ronde is niet in te delen: in de laagste groep heeft iemand geen "
    "tegenstander (C1, C13).",
    "impossible.pair": "Als {a} tegen {b} speelde, waren de overigen niet allen in te delen (C13).",
    "impossible.free": "Als {a} de bye had, waren de overigen niet allen in te delen (C13).",
    "history": "De gespeelde partijen, met de gaten naar voren geschoven (F3):",
    "history.E3": "De ronden, onder elkaar:",
    "colour.lot": "Niemand heeft een voorkeur: {a} heeft wit, {b} zwart (naar analogie van E5).",
    "colour.E5": "In S1 wisselen de kleuren, en de eerste heeft {colour}; {who} is nummer {place}: "
    "{a} heeft wit, {b} zwart (E5).",
    "key.c12": "was de volgende groep niet in te delen zoals moet",
    "key.c12.scores": "zouden wie doorschuiven andere scores hebben, wat met openknippen niet mag",
    "key.c13": "was de laagste groep niet in te delen",
    "key.p1": "zou er {instead} zijn in plaats van {found}|zouden er {instead} zijn in plaats van "
    "{found}",
    "key.m1": "zou {instead} eerst als doorgeschoven worden ingedeeld in plaats van {found}|zouden "
    "{instead} eerst als doorgeschoven worden ingedeeld in plaats van {found}",
    "key.m1.over": "zouden er {instead} zijn in plaats van {found}, zoals na C13",
    "key.b2": "zou in {instead} B2 voor topscorers worden gebroken in plaats van in {found}",
    "key.a7d": "zou in {instead}, in een oneven ronde, niet elke sterke voorkeur worden gevolgd in "
    "plaats van in {found}",
    "key.x": "zou in {instead} niet elke voorkeur worden gevolgd in plaats van in {found}",
    "key.z": "zou in {instead} niet elke sterke voorkeur worden gevolgd in plaats van in {found}",
    "key.b5_down": "zou {instead} een downfloat hebben als in de vorige ronde in plaats van "
    "{found}|zouden {instead} een downfloat hebben als in de vorige ronde in plaats van {found}",
    "key.b6_down": "zou {instead} een downfloat hebben als twee ronden geleden in plaats van "
    "{found}|zouden {instead} een downfloat hebben als twee ronden geleden in plaats van {found}",
    "key.b5_up": "zou {instead} een upfloat hebben als in de vorige ronde in plaats van "
    "{found}|zouden {instead} een upfloat hebben als in de vorige ronde in plaats van {found}",
    "key.b6_up": "zou {instead} een upfloat hebben als twee ronden geleden in plaats van "
    "{found}|zouden {instead} een upfloat hebben als twee ronden geleden in plaats van {found}",
    "key.d3": "was al het andere gelijk, maar stond {b} in S1 in plaats van {a}, die voorgaat",
    "key.d1_moved": "was al het andere gelijk, maar speelde {a} tegen {c} in plaats van tegen {b}, "
    "die voorgaat",
    "key.d1": "was al het andere gelijk, maar speelde {a} tegen {c} in plaats van tegen {b}, die "
    "voorgaat",
    "key.d2.count": "zou {instead} uit S1 moeten worden verwisseld in plaats van {found}|zouden "
    "{instead} uit S1 moeten worden verwisseld in plaats van {found}",
    "key.d2.difference": "zou de verwisseling tussen S1 en S2 over {instead} plaatsen gaan in "
    "plaats van {found}",
    "key.d2.lists": "zou er een verwisseling zijn die even groot is, maar later in volgorde",
    "pairs": "{n} paar|{n} paren", "no_pair": "geen paar",
    "reading": "Hier telt onze lezing van een tekst die zwijgt:",
    "reading.decides": "Hier beslist onze lezing van een tekst die zwijgt, en volgens de andere "
    "zou deze groep anders worden ingedeeld:",
    "decision.other_colours": "; de andere lezing geeft andere kleuren",
    "decision.rating.half": "A3 telt de helft nadat C1 spelers heeft weggenomen, of ervoor",
    "decision.rating.half_up": "B5 en B6 voor upfloats tellen niet in een groep die als homogeen "
    "wordt behandeld",
    "decision.rating.default_loss_float": "Wie reglementair verliest, heeft de float van de "
    "gepubliceerde indeling, of geen",
    "decision.rating.bye_float": "B5 en B6 tellen voor de bye, of niet",
    "decision.rating.down_md": "B5 en B6 tellen voor doorgeschoven spelers die weer doorschuiven, "
    "of niet",
    "decision.rating.lower_x1": "C14a verlaagt X1 en Z1 samen met P1",
    "decision.rating.b2_pair": "B2 mag vervallen voor een paar waarvan één, of beiden, topscorer "
    "is",
    "decision.rating.topscorer": "Een topscorer heeft meer dan de helft van de punten tot nu toe, "
    "of van alle ronden",
    "decision.rating.c1_last": "In de laagste groep is wie de bye kan hebben niet zonder "
    "tegenstander, of wel",
    "decision.rating.c1_fail": "Als C12 een doorgeschoven speler zonder tegenstander niet helpt, "
    "schuift hij weer door",
    "decision.rating.c12_half": "C12 geldt voor een groep die A3 als homogeen behandelt, of niet",
    "decision.rating.c12_repeat": "C12 wordt bij elke M1 en P1 opnieuw geprobeerd",
    "decision.rating.c12_c1": "Vanuit C1 vraagt C12 zoveel paren als er kunnen zijn",
    "decision.rating.c13_m1": "Waar C13 P1 onder M1 brengt, volgt M1",
    "decision.rating.merge_md": "S1 van samengevoegde groepen is de toegevoegde groep met wie "
    "daarin was doorgeschoven",
    "decision.rating.d3": "Andere doorgeschoven spelers komen in S1 in de volgorde van D3, nadat "
    "de eisen niet verder worden verlaagd",
    "decision.rating.outside_s1": "Doorgeschoven spelers buiten S1 komen in S2 en de restgroep",
    "decision.rating.e3": "Kleuren worden aaneengesloten vergeleken, of ronde voor ronde",
    "decision.rating.e5": "De kleuren van ronde 1 wisselen naar plaats in S1, of naar nummer",
    "decision.rating.nobody_prefers": "De tekst zwijgt hier; dit is onze lezing",
}  # fmt: skip

RATING_WORDS: Final[dict[Language, dict[str, str]]] = {"en": ENGLISH, "nl": DUTCH}
"""Laid over WORDS of explain_words."""
