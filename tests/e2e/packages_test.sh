#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# missing_packages of scripts/common.sh: nothing is missing where the tests run, and a package that
# does not exist is named. Usage: packages_test.sh SOURCE_DIR
set -euo pipefail
. "$1/scripts/common.sh"
fail() { echo "FAILED: $*" >&2; exit 1; }

command -v dpkg-query >/dev/null || { echo "needs dpkg-query: the package list is that of Debian"; exit 1; }
missing=$(missing_packages)
[ -z "$missing" ] || fail "missing here: $missing"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/scripts"
printf '# a comment\n\nbash\npodsim-no-such-package  # why\ncoreutils\n' \
  >"$scratch/scripts/packages.txt"
podsim_root=$scratch
missing=$(missing_packages)
[ "$missing" = podsim-no-such-package ] || fail "'$missing' instead of podsim-no-such-package"
echo "passed"
