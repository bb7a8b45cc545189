#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/test tells the truth: with a ctest that fails it fails and counts the failures.
# Usage: test_script_test.sh SOURCE_DIR
set -uo pipefail
fail() { echo "FAILED: $*" >&2; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/tree" "$scratch/bin"
cp -r "$1/scripts" "$scratch/tree/scripts"
: >"$scratch/tree/scripts/packages.txt"
printf '#!/bin/sh\nexit ${CMAKE_STATUS:-0}\n' >"$scratch/bin/cmake"
printf '#!/bin/sh\ncat "$CTEST_OUTPUT"\nexit $CTEST_STATUS\n' >"$scratch/bin/ctest"
chmod +x "$scratch/bin/cmake" "$scratch/bin/ctest"
mkdir -p "$scratch/tree/build/release"

# expect STATUS LAST_LINE: what scripts/test gives for $output and $status of ctest.
expect() {
  local last code
  printf '%b' "$output" >"$scratch/output"
  last=$(PATH="$scratch/bin:$PATH" CTEST_OUTPUT=$scratch/output CTEST_STATUS=$status \
    "$scratch/tree/scripts/test" 2>/dev/null | tail -n 1)
  PATH="$scratch/bin:$PATH" CTEST_OUTPUT=$scratch/output CTEST_STATUS=$status \
    "$scratch/tree/scripts/test" >/dev/null 2>&1
  code=$?
  [ "$last" = "$2" ] || fail "the last line is '$last' instead of '$2'"
  if [ "$1" = 0 ]; then [ "$code" = 0 ]; else [ "$code" != 0 ]; fi || fail "exit code $code"
}

output='1/5 Test #1: A.B .... Passed\n\n100% tests passed, 0 tests failed out of 5\n' status=0
expect 0 "5 passed, 0 failed"
output='2/5 Test #2: A.C ....***Failed\n\n80% tests passed, 1 tests failed out of 5\n' status=8
expect 1 "4 passed, 1 failed"
output='No tests were found!!!\n' status=0
expect 1 "0 passed, 1 failed"
output='' status=1
expect 1 "0 passed, 1 failed"

PATH="$scratch/bin:$PATH" CMAKE_STATUS=1 CTEST_OUTPUT=/dev/null CTEST_STATUS=0 \
  "$scratch/tree/scripts/test" >/dev/null 2>&1 && fail "a build that fails passed"
echo "passed"
