#!/bin/sh
# Learns the networks that the plan compares: every way to learn, from two seeds, on three games, for equal time.
#
#   experiments/ablations/learn.sh target/release/unbounded [MINUTES]
#
# What is there already is not learned again. Two learn side by side, with one worker each.
set -eu
program=$(realpath "$1")
hours=$(awk "BEGIN { print ${2:-2} / 60 }")
cd "$(dirname "$0")"
for game in breakthrough:6x6 hex:7 othello:6; do
    for seed in 1 2; do
        for config in configs/*.toml; do
            echo "$game $seed $(basename "$config" .toml)"
        done
    done
done | xargs -P 2 -L 1 sh -c '
    directory=runs/$(echo "$3" | tr ":," "--")/$5-$4
    exec "$1" learn "$3" --out "$directory" --config "configs/$5.toml" --seed "$4" --hours "$2" \
        --workers 1 --pairs 0 --every 10m --progress none > /dev/null
' learn "$program" "$hours"
