#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The netlist that yosys makes of the router, written as Verilog, must equal the RTL in every
# cycle of random traffic: what yosys reads wrongly without an error shows here.
# Usage: netlist_test.sh DIRECTORY [link]; with `link` the router with its link layer.
set -eu
here=$(readlink -f "$(dirname "$0")")
case "${2:-plain}" in
  plain)
    parameters="-set LinkDepth 8 -set TableEntries 16"
    netlist=ici_netlist top=ici_lockstep class=VIciLockstep main=netlist_main.cpp ;;
  link)
    parameters="-set LinkDepth 8 -set TableEntries 4 -set LinkLayer 1 -set ReplayDepth 16"
    netlist=ici_link_netlist top=ici_link_lockstep class=VIciLinkLockstep
    main=netlist_link_main.cpp ;;
esac
out="$1/netlist_test_$top"
rm -rf "$out"
mkdir -p "$out"
sources="$RTL_DIR/ici_pkg.sv"
for file in "$RTL_DIR"/*.sv; do
  [ "$file" = "$RTL_DIR/ici_pkg.sv" ] || sources="$sources $file"
done
"$YOSYS" -q -p "read_verilog -sv $sources;
  chparam -set FlitWidth 64 -set NumVcs 2 -set LaneDepth 4 $parameters ici_router;
  hierarchy -check -top ici_router; proc; flatten; opt -full; memory_share; opt_clean -purge;
  rename -top $netlist; write_verilog -noattr $out/$netlist.v"
"$VERILATOR" --cc --exe --build -j 2 -O3 --x-assign fast --x-initial fast -Wno-fatal -Wno-lint \
  --prefix $class --Mdir "$out/obj" --output-split 10000 -CFLAGS -O0 \
  --top-module $top $sources "$out/$netlist.v" "$here/$top.sv" \
  "$here/$main" >"$out/build.log" 2>&1 ||
  { cat "$out/build.log"; exit 1; }
"$out/obj/$class"
