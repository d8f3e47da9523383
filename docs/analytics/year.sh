#!/bin/sh
# Makes a year of a federation in the folder `year`: toernooi.ledger, and its mirror beside it.
# All is drawn by seed, so it is the same everywhere. N=300 makes a year ten times as large.
set -e
N=${N:-30}
tournament="--players 24 --rounds 7 --defaults 20 --withdrawals 15"
mkdir year
cd year

# Tournaments that were sent in as files.
mkdir old new rating
for n in $(seq "$N"); do
  toernooi generate --rules knsb-wp-1996 $tournament --seed "old $n" -o "old/$n.trf"
  toernooi generate --rules knsb-rating-2014 $tournament --seed "rating $n" -o "rating/$n.trf"
done
for n in $(seq $((N / 2))); do
  toernooi generate --rules knsb-wp-2014 $tournament --seed "new $n" -o "new/$n.trf"
done
toernooi import-folder old --rules knsb-wp-1996
toernooi import-folder new --rules knsb-wp-2014
toernooi import-folder rating --rules knsb-rating-2014

# Tournaments that were run with the program, evening by evening, with slips found later.
for n in $(seq $((N / 5))); do
  for rules in knsb-wp-1996 knsb-rating-2014; do
    toernooi generate --rules $rules $tournament --corrections 60 --seed "$rules $n" \
      --evenings "$rules $n"
    for evening in "$rules $n"/*; do
      toernooi -t "Generated tournament $rules $n" apply "$evening"
    done
  done
done

# Club seasons.
for n in $(seq $((N / 15))); do
  toernooi generate --rules mwkeizer --players 24 --rounds 20 --seed "$n" --evenings "season $n"
  for evening in "season $n"/*; do
    toernooi -t "Generated season $n" apply "$evening"
  done
done

# All of it under the rules of 2014 too, and the mirror that the questions ask.
toernooi replay --all --rules knsb-wp-2014 --jobs 1

# Every round paired again, from what was known then and what is known now.
toernooi replay --all --pairings --jobs 1
