#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proves the assertions of a formal top and of the cells in it (docs/rtl/formal.md).
#   prove.sh RTL_DIR WORK_DIR TOP[,NAME=VALUE]... ENGINE [PROPERTY FILE PATTERN REPLACEMENT]
# NAME is a constant in the top, or one that the top sets in a cell: other sizes than its own.
# ENGINE is pdr (no bound), bmc:N (N cycles from reset), both of yosys-abc on gates, or smt:N (N
# cycles, yosys-smtbmc and z3 on words, which leaves TOP.vcd in WORK_DIR when a property fails).
# Then every cover statement must be reached: assumptions that exclude all prove anything.
# With a planted bug (a sed substitution in one file of a copy of the RTL) PROPERTY must be
# violated, within N cycles; the script succeeds if it is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rtl=$1 top=${3%%,*} work=$2/${3%%,*}-$$ engine=${4%%:*} depth=${4#*:} property=${5:-} results=$2
cover_depth=40
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

die() {
  echo "$1" >&2
  [ ! -e "${2:-}" ] || cat "$2" >&2
  exit 1
}

# change FILE PATTERN REPLACEMENT: in the copy of the RTL; a pattern that fits nothing is an error.
change() {
  cp "$work/$1" "$work/before"
  sed -i $'s\x01'"$2"$'\x01'"$3"$'\x01' "$work/$1"
  ! cmp -s "$work/$1" "$work/before" || die "nothing in $1 is like $2"
}

# compile SELECTION BACKEND: yosys with the assertions that the commands SELECTION leave.
compile() {
  yosys -q -l "$work/yosys.log" -p "read_verilog -defer -sv -formal $defines ${files[*]};
    prep -flatten -top $top; $1; async2sync; $2" >"$work/yosys.out" 2>&1 ||
    die "yosys failed" "$work/yosys.out"
  ! grep -E 'implicitly declared|Resizing cell port|out of bounds' "$work/yosys.log" ||
    die "yosys reads this differently"
}
to_gates="memory_map; setundef -undriven -anyseq; dffunmap; opt; dffunmap; techmap; opt; dffunmap;
  abc -fast -g AND; opt_clean; write_aiger -zinit $work/$top.aig"
to_words="dffunmap; opt_clean; write_smt2 -wires $work/$top.smt2"

# check COMMANDS: runs yosys-abc on the gates; constraints become part of the properties.
check() {
  yosys-abc -c "read_aiger $work/$top.aig; fold; strash; $1" >"$work/log" 2>&1 ||
    die "yosys-abc failed" "$work/log"
}

# Merging equivalent registers and gates first makes the allocators ten times faster to prove.
simplify='scorr; dc2; scorr; dc2'

# refuted: the log of the last check names a violated assertion.
refuted() { grep -qE 'Output [0-9]+ .*was asserted in frame' "$work/log"; }

# only NAME: the selection of yosys that leaves one assertion, of the top or of a cell in it.
only() {
  echo "select -set p t:\$assert n:$1 n:*.$1 %u %i; select -assert-count 1 @p;
    delete t:\$cover t:\$assert @p %d"
}

# name_violated: says which of the assertions with a name fail, and ends.
name_violated() {
  local name
  compile "tee -q -o $work/names select -list t:\$assert; delete t:\$cover" "$to_gates"
  cp "$work/log" "$work/first_log"
  for name in $(sed -n "s|^$top/\([a-z0-9_]*\)\$|\1|p" "$work/names"); do
    compile "$(only "$name")" "$to_gates"
    check "bmc3 -F $cover_depth -T 60"
    ! refuted || echo "violated: $name" >&2
  done
  die "$top is not proved" "$work/first_log"
}

asserts='select -assert-min 1 t:$assert; delete t:$cover'

prove() {
  case $engine in
    pdr)
      compile "$asserts" "$to_gates"
      check "$simplify; orpos; pdr"
      grep -q '^Property proved' "$work/log" || name_violated
      ;;
    bmc)
      compile "$asserts" "$to_gates"
      check "orpos; bmc3 -F $depth"
      ! refuted && grep -qE "No output asserted in $depth frames" "$work/log" || name_violated
      ;;
    smt)
      compile "$asserts" "$to_words"
      yosys-smtbmc -s z3 --noprogress --unroll -t "$depth" --dump-vcd "$results/$top.vcd" \
        "$work/$top.smt2" >"$work/log" 2>&1 || die "violated: see $results/$top.vcd" "$work/log"
      grep -q 'Status: PASSED' "$work/log" || die "not proved" "$work/log"
      ;;
    *) die "no such engine: $engine" ;;
  esac
}

reach_covers() {
  compile "select -assert-min 1 t:\$cover; delete t:\$assert; techmap -map $here/covers.v" \
    "$to_gates"
  check "bmc3 -a -F $cover_depth"
  grep -qE '^All [0-9]+ outputs are found to be SAT' "$work/log" || die "not reached" "$work/log"
}

find_planted_bug() {
  compile "$(only "$property")" "$to_gates"
  check "bmc3 -F $depth"
  refuted || die "$property holds in spite of the planted bug" "$work/log"
  echo "found: $property, $(grep -oE 'frame +[0-9]+' "$work/log")"
}

cp "$rtl"/*.sv "$here"/*.sv "$work/"
for size in $(tr , ' ' <<<"${3#"$top"}"); do
  change "$top.sv" "\\b\\(${size%=*}\\( =\\)\\?\\) [0-9][0-9]*" "\\1 ${size#*=}"
done
cells=$(sed -n 's|^// cells: ||p' "$work/$top.sv")
[ -n "$cells" ] || die "$top.sv names no cells"
files=("$work/ici_pkg.sv")
for cell in $cells; do files+=("$work/$cell.sv"); done
for helper in $(sed -n 's|^// with: ||p' "$work/$top.sv"); do files+=("$work/$helper.sv"); done
files+=("$work/$top.sv")
# "// define: ICI_ASSERT" proves the assertions of the cells, too; on words they take minutes.
defines=$(sed -n 's|^// define: |-D |p' "$work/$top.sv")
[ "$engine" != smt ] || defines=
# A top may shrink a constant: "// constant: FILE NAME VALUE".
while read -r file name value; do
  change "$file.sv" "\\($name =\\) [0-9]*;" "\\1 $value;"
done < <(sed -n 's|^// constant: ||p' "$work/$top.sv")

if [ -n "$property" ]; then
  change "$6" "$7" "$8"
  find_planted_bug
else
  prove
  reach_covers
  echo "proved: $3, $4, every cover statement reached"
fi
