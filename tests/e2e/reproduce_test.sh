#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The table of all-reduces around failures in the documentation is what the program prints.
# Usage: reproduce_test.sh SOURCE_DIR PODSIM
set -uo pipefail
page=$1/docs/user/collectives.md podsim=$2
table=$(mktemp)
trap 'rm -f "$table"' EXIT
"$podsim" reproduce allreduce --chips 512,1024 >"$table" || exit 1
[ "$(wc -l <"$table")" -eq 38 ] || { echo "the table has $(wc -l <"$table") lines, not 38"; exit 1; }
diff "$table" <(grep -E '^\| (model|ResNet-50|BERT-large) |^\|(---\|){9}$' "$page") ||
  { echo "$page: the table is not that of podsim reproduce allreduce --chips 512,1024"; exit 1; }
