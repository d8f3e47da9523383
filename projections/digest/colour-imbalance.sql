/* Whites minus blacks at the end, by the rulebook a tournament was paired under; and players with the
   same colour three times running, ignoring the rounds in which they did not play. */
SELECT regexp_extract(rulebook, '^[^+]+') AS rules, count(*) AS players,
       round(100 * avg((abs(difference) <= 1)::INTEGER), 1) AS balanced_pct,
       round(100 * avg((abs(difference) = 2)::INTEGER), 1) AS by_two_pct,
       round(100 * avg((abs(difference) > 2)::INTEGER), 1) AS by_more_pct,
       round(100 * avg(regexp_matches(replace(history, '-', ''), 'WWW|BBB')::INTEGER), 1)
           AS thrice_pct
FROM tournaments t JOIN colours c ON c.tournament = t.tournament AND c.round = t.rounds_done
GROUP BY rules ORDER BY rules
