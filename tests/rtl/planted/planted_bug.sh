#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# planted_bug.sh SETTINGS NAME: plants the bug NAME of bugs.txt into a copy of its file, builds RTL
# and twin with it, and runs them in lock-step. Succeeds if lock-step finds the bug. NAME
# none-core, none-link: nothing is planted, and nothing may be found.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# SOURCE, OUT, CXX, VERILATOR, FLAGS, INCLUDES, LIBRARIES: written by CMake.
. "$1"
name=$2
out=$OUT/$name
rm -rf "$out"
mkdir -p "$out/rtl" "$out/systemc/ici/cycle"

# Value of a field of the bug's block.
field() { sed -n "/^== $name\$/,/^\$/s/^$1: //p" "$here/bugs.txt"; }

fail() { printf '%s: %s\n' "$name" "$*" >&2; exit 1; }

plant() {
  local text from to rest
  text=$(cat "$SOURCE/$file"; printf x)
  from=$(field from)
  to=$(field to)
  rest=${text#*"$from"}
  [ -n "$from" ] && [ "$rest" != "$text" ] || fail "$file does not hold: $from"
  [ "${rest#*"$from"}" = "$rest" ] || fail "$file holds more than once: $from"
  text=${text%%"$from"*}$to$rest
  printf '%s' "${text%x}" >"$out/$file"
}

verilate() {
  local prefix=VIciRouterNarrow4 parameters sources
  parameters=(-GFlitWidth=64 -GNumVcs=4 -GLinkDepth=16 -GLaneDepth=4 -GTableEntries=64)
  if [ "$bench" = link ]; then
    prefix=VIciRouterLinkShallow2
    parameters=(-GLinkLayer=1 -GFlitWidth=64 -GNumVcs=2 -GLinkDepth=4 -GLaneDepth=4
      -GTableEntries=32 -GReplayDepth=16)
  fi
  sources=("$out/rtl/ici_pkg.sv" "$out/rtl/ici_router.sv" -y "$out/rtl")
  # A bug may well leave a signal unused.
  "$VERILATOR" --cc -O3 --x-assign fast --x-initial fast -Wno-lint -Wno-fatal --noassert \
    --output-split 20000 --prefix "$prefix" --Mdir "$out/obj" --top-module ici_router \
    "${parameters[@]}" "${sources[@]}"
}

case $name in
  none-*) bench=${name#none-} file=rtl/ici_router.sv ;;
  *) bench=$(field with) file=$(field in) ;;
esac
[ "$bench" = core ] || [ "$bench" = link ] || fail "no such bug in bugs.txt"

sources=("$here/planted_$bench.cpp")
case $file in
  rtl/*)
    cp "$SOURCE"/rtl/*.sv "$out/rtl"
    [[ $name = none-* ]] || plant
    verilate
    sources+=("$out"/obj/*.cpp)
    includes=("-I$out/obj")
    ;;
  *)
    cp "$SOURCE"/systemc/ici/cycle/* "$out/systemc/ici/cycle"
    plant
    sources+=("$out"/systemc/ici/cycle/*.cpp "$here/../twin_bench.cpp" "$here/../layered_bench.cpp")
    includes=("-I$out")
    ;;
esac
# shellcheck disable=SC2086 # lists of options
"$CXX" -std=c++17 -O0 -w $FLAGS "${includes[@]}" $INCLUDES -I"$here" "${sources[@]}" \
  -o "$out/planted" $LIBRARIES -lz -lpthread

status=0
"$out/planted" || status=$?
rm -rf "$out"
case $name:$status in
  none-*:0) printf '%s: equal, as it should be\n' "$name" ;;
  none-*) fail "lock-step found a bug that nobody planted (exit code $status)" ;;
  *:4) printf '%s: found\n' "$name" ;;
  *:0) fail "not found" ;;
  *) fail "the program ended with $status" ;;
esac
