#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# yosys must read, check and synthesise the router (small memories) without a warning that it
# read something else than what is written.
set -eu
log="$1/synth_test.log"
sources="$RTL_DIR/ici_pkg.sv"
for file in "$RTL_DIR"/*.sv; do
  [ "$file" = "$RTL_DIR/ici_pkg.sv" ] || sources="$sources $file"
done
"$YOSYS" -q -l "$log" -p "read_verilog -sv $sources;
  chparam -set FlitWidth 64 -set LinkDepth 4 -set LaneDepth 2 -set TableEntries 4 ici_router;
  hierarchy -check -top ici_router; proc; opt; check -assert; design -reset;
  read_verilog -sv $sources;
  chparam -set FlitWidth 64 -set NumVcs 1 -set LinkDepth 2 -set LaneDepth 2 ici_router;
  chparam -set TableEntries 2 ici_router;
  synth -noabc -top ici_router; check -assert; stat; design -reset;
  read_verilog -sv $sources;
  chparam -set FlitWidth 64 -set NumVcs 2 -set LinkDepth 4 -set LaneDepth 2 ici_router;
  chparam -set TableEntries 2 -set LinkLayer 1 -set ReplayDepth 16 ici_router;
  hierarchy -check -top ici_router; proc; opt; check -assert"
if grep -E 'implicitly declared|Resizing cell port|out of bounds|^Latch inferred|^Warning' "$log"; then
  exit 1
fi
