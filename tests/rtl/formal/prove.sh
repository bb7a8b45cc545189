#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proves the properties of a formal top with yosys-smtbmc and z3.
#   prove.sh RTL_DIR WORK_DIR TOP DEPTH [PATTERN REPLACEMENT FILE]
# With a planted bug (a sed substitution in one file of a copy of the RTL) the proof must fail, and
# the script succeeds if it does.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rtl=$1 work=$2/$3-$$ top=$3 depth=$4
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
cp "$rtl"/*.sv "$work/"
if [ $# -eq 7 ]; then
  sed -i "s~$5~$6~" "$work/$7"
  if cmp -s "$work/$7" "$rtl/$7"; then
    echo "the planted bug does not apply to $7" >&2
    exit 1
  fi
fi
case $top in
  credits_formal) cells=ici_credits ;;
  *) echo "no such top: $top" >&2; exit 1 ;;
esac
yosys -q -p "read_verilog -sv -formal $work/ici_pkg.sv $work/$cells.sv $here/$top.sv;
  prep -top $top; flatten; async2sync; dffunmap; opt_clean; write_smt2 -wires $work/$top.smt2"
status=0
yosys-smtbmc -s z3 --unroll -t "$depth" "$work/$top.smt2" >"$work/log" 2>&1 || status=$?
if [ $# -eq 7 ]; then
  if [ $status -eq 0 ] || ! grep -q 'Assert failed' "$work/log"; then
    echo "the planted bug was not found"; tail -5 "$work/log"; exit 1
  fi
  echo "found: $(grep -m 1 'Assert failed' "$work/log")"
  exit 0
fi
tail -2 "$work/log"
[ $status -eq 0 ] || { cat "$work/log"; exit 1; }
# Induction: from any state that satisfies the properties, not only from reset.
if [ "${INDUCTION:-0}" = 1 ]; then yosys-smtbmc -s z3 --unroll -i -t "$depth" "$work/$top.smt2" | tail -2; fi
