#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The netlist that yosys makes of the router, written as Verilog, must equal the RTL in every
# cycle of random traffic: what yosys reads wrongly without an error shows here.
set -eu
here=$(dirname "$0")
out="$1/netlist_test"
rm -rf "$out"
mkdir -p "$out"
sources="$RTL_DIR/ici_pkg.sv"
for file in "$RTL_DIR"/*.sv; do
  [ "$file" = "$RTL_DIR/ici_pkg.sv" ] || sources="$sources $file"
done
"$YOSYS" -q -p "read_verilog -sv $sources;
  chparam -set FlitWidth 64 -set NumVcs 2 -set LinkDepth 8 -set LaneDepth 4 -set TableEntries 16 ici_router;
  hierarchy -check -top ici_router; proc; flatten; opt -full; memory_share; opt_clean -purge;
  rename -top ici_netlist; write_verilog -noattr $out/ici_netlist.v"
"$VERILATOR" --cc --exe --build -j 2 -O3 --x-assign fast --x-initial fast -Wno-fatal -Wno-lint \
  --prefix VIciLockstep --Mdir "$out/obj" --output-split 10000 -CFLAGS -O0 \
  --top-module ici_lockstep $sources "$out/ici_netlist.v" "$here/ici_lockstep.sv" \
  "$(readlink -f "$here")/netlist_main.cpp" >"$out/build.log" 2>&1 ||
  { cat "$out/build.log"; exit 1; }
"$out/obj/VIciLockstep"
