#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs podsim into a scratch folder, builds examples/embedding against the installation alone,
# runs it, and checks what it prints. Then moves the installation and does it again: nothing in it
# may know where it was built.
# Usage: embedding_test.sh SOURCE_DIR BUILD_DIR [CXX_FLAGS]
set -euo pipefail
source_dir=$1 build_dir=$2 flags=${3:-}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# Core c has 100 c in every lane and gets 100 ((c + 7) mod 8) from the core before it.
expected() {
  local core
  for core in 0 1 2 3 4 5 6 7; do
    echo "core $core: $((100 * core + 100 * ((core + 7) % 8)))"
  done
}

build_and_run() {  # PREFIX BUILD
  cmake -S "$scratch/example" -B "$2" -G Ninja -DCMAKE_PREFIX_PATH="$1" -DCMAKE_CXX_FLAGS="$flags" \
    -DCMAKE_BUILD_TYPE=Release >"$2.log" 2>&1 || { cat "$2.log"; fail "it does not configure"; }
  cmake --build "$2" >>"$2.log" 2>&1 || { cat "$2.log"; fail "it does not build"; }
  "$2/embedding" >"$2.out" || fail "it does not run"
  diff <(expected) <(grep '^core' "$2.out") || fail "wrong values"
  grep -qE '^[0-9]+\.[0-9]{3} us$' "$2.out" || fail "no time"
}

cmake --install "$build_dir" --prefix "$scratch/prefix" >"$scratch/install.log" ||
  fail "cmake --install"
cp -r "$source_dir/examples/embedding" "$scratch/example"

if grep -rnF -e "$source_dir" -e "$build_dir" "$scratch/prefix" --include='*.cmake'; then
  fail "the installed configuration knows the folder it was built in"
fi
[ -f "$scratch/prefix/include/podsim/rtl/ici_csr.h" ] || fail "rtl/ici_csr.h is not installed"
"$scratch/prefix/bin/podsim" --version >/dev/null || fail "the installed binary"

build_and_run "$scratch/prefix" "$scratch/build"
mv "$scratch/prefix" "$scratch/moved"
build_and_run "$scratch/moved" "$scratch/build_moved"

# The installed binary uses the digits beside it.
(cd "$scratch" && moved/bin/podsim train --mesh 2x2 --steps 1 --target 0 --out out >/dev/null) ||
  fail "the installed binary does not train"
grep -q "$scratch/moved/share/podsim/mnist" "$scratch/out/manifest.json" ||
  fail "the installed binary uses other digits than those installed"
echo "passed"
