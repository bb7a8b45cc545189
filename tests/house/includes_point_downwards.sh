#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each folder includes only folders that stand before it in this list; Verilated classes and
# command-line parsing stay where they belong. Usage: includes_point_downwards.sh SOURCE_DIR
set -u
cd "$1" || exit 2
order="rtl firmware/diagnostics firmware/isa firmware/asm firmware/microprograms systemc/base
  systemc/core systemc/memory systemc/ici systemc/pod systemc/probe sw/config sw/routing sw/bounds
  sw/collectives sw/plans sw/training sw/report sw/traffic sw/campaign sw/bench sw/cli"

declare -A rank
position=0
for folder in $order; do rank[$folder]=$((++position)); done

folder_of() {  # the listed folder that a path lies in
  case $1 in
    rtl/*) echo rtl ;;
    firmware/microprograms*) echo firmware/microprograms ;;
    *) echo "$1" | cut -d/ -f1-2 ;;
  esac
}

bad=0
while IFS=: read -r file _ text; do
  from=$(folder_of "$file")
  included=$(sed -E 's/.*"([^"]+)".*/\1/' <<<"$text")
  case $included in rtl/*|firmware/*|systemc/*|sw/*) ;; *) continue ;; esac
  to=$(folder_of "$included")
  if [ -z "${rank[$from]:-}" ] || [ -z "${rank[$to]:-}" ]; then
    echo "$file: includes $included: a folder that the house does not know"; bad=1
  elif [ "${rank[$to]}" -gt "${rank[$from]}" ]; then
    echo "$file: includes $included, which stands above it"; bad=1
  elif [ "$to" = systemc/probe ] && [ "${rank[$from]}" -lt "${rank[systemc/pod]}" ]; then
    echo "$file: includes $included: only pod and above know the probes"; bad=1
  fi
done < <(grep -rnE '^#include "' rtl firmware systemc sw --include='*.h' --include='*.cpp')

if grep -rnE '^#include "tests/' rtl firmware systemc sw --include='*.h' --include='*.cpp'; then
  echo "a test header outside tests/"; bad=1
fi
if grep -rnE '#include [<"](VIci|verilated)' firmware systemc sw --include='*.h' --include='*.cpp' |
   grep -v '^systemc/ici/router_rtl[._]'; then echo "Verilated classes outside router_rtl"; bad=1; fi
if grep -rnE '#include [<"]CLI/' rtl firmware systemc sw --include='*.h' --include='*.cpp' |
   grep -v '^sw/cli/'; then echo "CLI11 outside sw/cli"; bad=1; fi
exit $bad
