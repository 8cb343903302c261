#!/bin/sh
# The program, as `npm start`, systemd and the container start it, in the folder above this one; flags are Node's.
#
# glibc keeps what is freed: a heap for each of a dozen threads, and in each of them what the largest password or picture
# took. In two heaps, and with all above 1 MB given back, the program needs a third less memory and no longer grows.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=1048576
exec node_modules/.bin/node "$@" server/main.ts
