#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every podsim command of the documentation, so that a reader can, too.
#
# A command is a line of a fenced block in README.md or docs/: in ```sh one that begins with podsim,
# in ```console one that begins with "$ podsim". The commands of a page run in order, in a copy of
# examples/ and the like. A comment behind the command says what is special:
#   # exit 5   it ends with this code; otherwise 0
#   # long     too long for a test: runs with -s train.steps=1 -s train.target_accuracy=0
# In ```console the lines below a command are its output: each must come, in this order. "..."
# stands for any number of lines, or at the end of a line for its rest.
# Usage: docs_commands_test.sh SOURCE_DIR PODSIM
set -uo pipefail
source_dir=$1 podsim=$2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/tree"
ln -s "$podsim" "$scratch/bin/podsim"
cp -r "$source_dir"/{examples,firmware,data} "$scratch/tree"
export PATH=$scratch/bin:$PATH NO_COLOR=1
cd "$scratch/tree" || exit 2
commands=0 failures=0

# "NUMBER COMMAND" for a command on that line, "> TEXT" for a line of its output.
commands_of() {
  awk '
    /^```/ { open = !open; kind = open ? substr($0, 4) : ""; held = ""; shown = 0; next }
    kind != "sh" && kind != "console" { next }
    {
      line = held $0
      held = ""
      if (sub(/\\$/, "", line)) { held = line; next }
      is_command = kind == "sh" ? 1 : sub(/^\$ /, "", line)
      if (is_command) { shown = line ~ /^podsim /; if (shown) print NR " " line }
      else if (shown) print "> " $0
    }' "$1"
}

failed() { failures=$((failures + 1)); printf 'FAILED: %s: %s\n' "$place" "$*"; }

run() {  # COMMAND
  local text=$1 comment='' expected=0 status
  [[ $text == *' #'* ]] && comment=${text#* \#} text=${text%% \#*}
  [[ $comment =~ ^\ *exit\ ([0-9]+) ]] && expected=${BASH_REMATCH[1]}
  [[ $comment =~ ^\ *long ]] && text+=' -s train.steps=1 -s train.target_accuracy=0'
  commands=$((commands + 1))
  timeout 100 bash -c "$text" >"$scratch/output" 2>&1 </dev/null
  status=$?
  next_line=1
  [ "$status" = "$expected" ] && return
  failed "'$text' ended with $status instead of $expected"
  head -n 20 "$scratch/output"
}

# The line of the output that is `wanted`, from next_line on; sets next_line behind it.
expect_line() {
  local wanted=$1 found
  [[ $wanted =~ ^[[:space:]]*(\.\.\.)?$ ]] && return
  found=$(tail -n "+$next_line" "$scratch/output" | wanted=$wanted awk '
    BEGIN { w = ENVIRON["wanted"]; sub(/[ \t]+$/, "", w); prefix = sub(/\.\.\.$/, "", w) }
    { sub(/[ \t]+$/, "") }
    $0 == w || (prefix && index($0, w) == 1) { print NR; exit }')
  if [ -n "$found" ]; then
    next_line=$((next_line + found))
  else
    failed "the output has no line '$wanted'"
  fi
}

pages=("$source_dir/README.md")
mapfile -t -O 1 pages < <(find "$source_dir/docs" -name '*.md' | sort)
for page in "${pages[@]}"; do
  [ -f "$page" ] || continue
  before=$commands
  while IFS= read -r entry; do
    if [[ $entry == '> '* ]]; then
      expect_line "${entry#> }"
    else
      place=${page#"$source_dir/"}:${entry%% *}
      run "${entry#* }"
    fi
  done < <(commands_of "$page")
  [ "$page" != "$source_dir/README.md" ] || commands_of_readme=$commands
  [ "$commands" = "$before" ] ||
    printf '%3d commands in %s\n' $((commands - before)) "${page#"$source_dir/"}"
done

if [ "$commands" = "${commands_of_readme:-0}" ]; then
  echo "FAILED: no command in docs/"
  exit 1
fi
echo "$commands commands, $failures failures"
[ "$failures" = 0 ]
