"""From a ledger to three pictures: the cells of notebook.ipynb."""

# %% [markdown]
# # From a ledger to three pictures
#
# The ledger is the made-up year of [year.md](year.md), beside this notebook:
#
#     pip install '.[notebook]'       # in a clone of the program
#     toernooi --ledger year.ledger generate-year
#
# With a ledger of your own, change its name below; the second picture needs a replay of it
# ([year.md](year.md)). The tables are described in [sql.md](sql.md).
# This notebook is made from [notebook.py](notebook.py), which runs without Jupyter as well.

# %%
import matplotlib.pyplot as plt

import toernooiboek

ledger = toernooiboek.open("year.ledger")
len(ledger.tournaments())

# %% [markdown]
# A question without the name of a tournament is about all of them. It goes to the mirror beside
# the ledger, which is made or brought up to date first. `.df()` makes the answer a pandas frame,
# `.pl()` one of polars.

# %%
ledger.sql("""
    SELECT system, count(*) AS tournaments, sum(players)::INTEGER AS players,
        sum(position)::INTEGER AS facts
    FROM tournaments GROUP BY system ORDER BY system
""").df()

# %% [markdown]
# ## What is a rating difference worth?
#
# The score of the higher rated player, by the ratings of the time of the game.

# %%
games = ledger.sql("""
    SELECT abs(white_rating - black_rating) AS difference,
        CASE WHEN result = '1/2-1/2' THEN 0.5
             WHEN (result = '1-0') = (white_rating > black_rating) THEN 1 ELSE 0 END AS score
    FROM games_now
    WHERE result IN ('1-0', '1/2-1/2', '0-1') AND white_rating <> black_rating
""").df()
games["difference"] = games["difference"] // 100 * 100
by_difference = games.groupby("difference")["score"].agg(["mean", "size"])
by_difference.head(8).round(3)

# %%
by_difference["mean"].plot.bar(
    figsize=(8, 3.5), ylim=(0.4, 1), rot=0, title="Score of the higher rated player"
)
plt.xlabel("rating difference, from")
plt.tight_layout()
plt.show()

# %% [markdown]
# ## Who would have stood elsewhere under the rules of 2014?
#
# Every tournament under the rules of 1996 was replayed under those of 2014. `standings_diff` has
# the lines that differ.

# %%
moved = (
    ledger.sql("""
    WITH moved AS (
        SELECT rank_before AS place, count(*) AS players
        FROM standings_diff('knsb-wp-1996', 'knsb-wp-2014')
        WHERE final AND rank_before <> rank_now GROUP BY place
    )
    SELECT place, 100 * players / (
        SELECT count(*) FROM standings
        WHERE rules = 'knsb-wp-1996' AND in_force AND final AND known_to IS NULL AND rank = place
    ) AS percent
    FROM moved WHERE place <= 12 ORDER BY place
""")
    .df()
    .set_index("place")
)
moved.round(1)

# %%
moved["percent"].plot.bar(
    figsize=(8, 3.5),
    rot=0,
    title="Final rankings of 1996 with another player on the place in 2014, %",
)
plt.tight_layout()
plt.show()

# %% [markdown]
# ## How early is the winner in front?
#
# Of the two systems with enough tournaments, the part of them in which the leader after a round is
# the leader after the last.

# %%
leaders = (
    ledger.sql("""
    WITH leader AS (
        SELECT system, round, number, first_value(number) OVER (
            PARTITION BY tournament ORDER BY round DESC
        ) AS winner
        FROM standings_now JOIN tournaments USING (tournament)
        WHERE rank = 1 AND round BETWEEN 1 AND 7 AND system IN ('rating', 'wp')
    )
    SELECT system, round, 100 * avg((number = winner)::INTEGER) AS percent
    FROM leader GROUP BY ALL ORDER BY ALL
""")
    .df()
    .pivot(index="round", columns="system", values="percent")
)
leaders.round()

# %%
leaders.plot(figsize=(8, 3.5), ylim=(0, 100), title="Tournaments led by their winner, %")
plt.tight_layout()
plt.show()
