#!/bin/sh
# What the image starts: a scheduler or a worker of a cluster, or a verb of toernooi.
set -eu
case "${1:-}" in
scheduler) shift; exec /usr/local/toernooiboek/bin/dask scheduler "$@" ;;
worker) shift; exec /usr/local/toernooiboek/bin/dask worker --nthreads 1 "$@" ;;
*) exec toernooi "$@" ;;
esac
