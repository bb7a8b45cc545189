#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The generated model must react to one thing, the rising clock, and evaluate nothing on a
# change of its inputs: the cost of a router-cycle follows the number of triggers.
set -eu
for layer in 0 1; do
  out="$1/trigger_test_$layer"
  rm -rf "$out"
  "$VERILATOR" --cc -O3 --x-assign fast --x-initial fast --prefix VIciTrigger --Mdir "$out" \
    -GLinkLayer=$layer --top-module ici_router "$RTL_DIR/ici_pkg.sv" "$RTL_DIR/ici_router.sv" \
    -y "$RTL_DIR"
  if grep -ho 'VlTriggerVec<[0-9]*>' "$out"/*.h | grep -v '<1>'; then
    echo "more than one trigger" >&2
    exit 1
  fi
  grep -q 'VlTriggerVec<1>' "$out"/*.h
  if grep -l '_eval_ico' "$out"/*.cpp; then
    echo "logic fed straight from input pins" >&2
    exit 1
  fi
done
