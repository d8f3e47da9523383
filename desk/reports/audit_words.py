"""The sentences of an audit report, English and Dutch."""

from __future__ import annotations

from typing import Final

from ledger.values import Language

AUDIT_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "title": "{name}: audit of the pairing of round {round}",
        "published": "Publication",
        "engine": "Paired by {engine}, from what was known at #{basis}.",
        "other_engine": "Today's engine is {today}, not {engine}: where the boards differ, that "
        "may be why.",
        "by_hand.import": "The round was paired as a file has it, not by an engine.",
        "by_hand.arbiter": "The round was paired by hand by the arbiter, not by an engine.",
        "head": "Head of all facts up to there, as on the sheet: {head}.",
        "changed": "The pairing was changed by hand since ({changes}); what follows is about the "
        "round as it was published. {pairings} shows what stands now.",
        "rules": "Rulebook {rules}, hash {hash}.",
        "known": "Standing and colours after round {round}, as known then",
        "recomputed": "Paired again from what was known",
        "explained": "The board in question",
        "since": "Recorded since, and bearing on it",
        "nothing_since": "Nothing.",
        "was_adjourned": "; adjourned until then, and counted as a draw for this round{mark}",
        "allowed": "What may be changed, and who decides",
        "begun": "The round has begun: {fact}. A published pairing then stands{clause}.",
        "not_begun": "The round has not begun{clause}.",
        "breaks": "Board {board} breaks {clause}.",
        "correction_before": "The correction #{position} was recorded before the round began: the "
        "arbiter could change the pairing by it{mark}.",
        "correction_after": "The correction #{position} came when the round had begun: it counts "
        "for pairings still to be made{mark}.",
        "correction_no_f7": "The correction #{position} counts for pairings still to be made: the "
        "regulations do not let a published pairing be changed by it{mark}.",
        "may_amend": "The arbiter may pair the round again: {amend}.",
        "amend_same": "Paired again from what is known now, the round would be the same; the "
        "arbiter can change boards by hand, which is marked as such for ever: {swap}.",
        "by_hand_only": "There is no ground to pair it again; the arbiter can change boards by "
        "hand, which is marked as such for ever: {swap}.",
        "stands": "The pairing of round {round} stands. Whether the result of a game is affected "
        "is for the committee.",
        "today": "With what is known now",
        "today_same": "The round would be paired the same.",
        "today_other": "The round would be paired otherwise:",
        "today_as_then": "The engine pairs the round as it does from what was known at #{basis}, "
        "not as it stands:",
        "today_impossible": "The round could not be paired:",
        "protests": "Protests",
        "no_protests": "None was recorded.",
    },
    "nl": {
        "title": "{name}: onderzoek van de indeling van ronde {round}",
        "published": "Publicatie",
        "engine": "Ingedeeld door {engine}, met wat bekend was bij #{basis}.",
        "other_engine": "Het programma is nu {today}, niet {engine}: een verschil in borden kan "
        "daaruit komen.",
        "by_hand.import": "De ronde is ingedeeld zoals een bestand het heeft, niet door het "
        "programma.",
        "by_hand.arbiter": "De ronde is met de hand ingedeeld door de arbiter, niet door het "
        "programma.",
        "head": "Kop van alle feiten tot daar, zoals op het blad: {head}.",
        "changed": "De indeling is sindsdien met de hand gewijzigd ({changes}); het volgende gaat "
        "over de ronde zoals zij gepubliceerd is. {pairings} toont wat nu staat.",
        "rules": "Reglement {rules}, hash {hash}.",
        "known": "Stand en kleuren na ronde {round}, zoals toen bekend",
        "recomputed": "Opnieuw ingedeeld met wat bekend was",
        "explained": "Het bord waar het om gaat",
        "since": "Sindsdien vastgelegd, en van belang",
        "nothing_since": "Niets.",
        "was_adjourned": "; tot dan afgebroken, en voor deze ronde als remise geteld{mark}",
        "allowed": "Wat gewijzigd mag worden, en wie beslist",
        "begun": "De ronde is begonnen: {fact}. Een gepubliceerde indeling blijft dan staan"
        "{clause}.",
        "not_begun": "De ronde is nog niet begonnen{clause}.",
        "breaks": "Bord {board} is in strijd met {clause}.",
        "correction_before": "De correctie #{position} is vastgelegd voordat de ronde begon: de "
        "arbiter kon de indeling daarom wijzigen{mark}.",
        "correction_after": "De correctie #{position} kwam toen de ronde begonnen was: zij telt "
        "voor indelingen die nog gemaakt worden{mark}.",
        "correction_no_f7": "De correctie #{position} telt voor indelingen die nog gemaakt worden: "
        "het reglement laat een gepubliceerde indeling daarom niet wijzigen{mark}.",
        "may_amend": "De arbiter mag de ronde opnieuw indelen: {amend}.",
        "amend_same": "Opnieuw ingedeeld met wat nu bekend is zou de ronde hetzelfde zijn; de "
        "arbiter kan borden met de hand wijzigen, wat altijd zichtbaar blijft: {swap}.",
        "by_hand_only": "Er is geen grond om opnieuw in te delen; de arbiter kan borden met de "
        "hand wijzigen, wat altijd zichtbaar blijft: {swap}.",
        "stands": "De indeling van ronde {round} blijft staan. Of de uitslag van een partij "
        "verandert is aan de commissie.",
        "today": "Met wat nu bekend is",
        "today_same": "De ronde zou hetzelfde worden ingedeeld.",
        "today_other": "De ronde zou anders worden ingedeeld:",
        "today_as_then": "Het programma deelt de ronde in zoals met wat bekend was bij #{basis}, "
        "niet zoals zij staat:",
        "today_impossible": "De ronde zou volgens {clause} niet in te delen zijn:",
        "protests": "Protesten",
        "no_protests": "Er is geen protest vastgelegd.",
    },
}
"""By language; a test holds that both have the same names."""
