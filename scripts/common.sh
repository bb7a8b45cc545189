# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts of this folder; sourced, not run. Needs bash and, to install, root.

podsim_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\n== %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 2; }

# The Debian packages of scripts/packages.txt that are not installed.
missing_packages() {
  local package
  while read -r package; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
      printf '%s\n' "$package"
  done < <(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$podsim_root/scripts/packages.txt")
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages)
  [ "${#missing[@]}" -eq 0 ] && return 0
  say "Installing ${#missing[@]} packages: ${missing[*]}"
  [ "$(id -u)" -eq 0 ] || die "these packages are missing; run this script once as root, or install them: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q >/dev/null || die "apt-get update failed"
  apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt-get could not install the packages"
}

# configure_and_build PRESET [TARGET...]: quiet unless it fails.
configure_and_build() {
  local preset=$1 log
  shift
  cd "$podsim_root" || exit 2
  mkdir -p build
  log=build/$preset-configure.log
  say "Configuring (preset $preset)"
  cmake --preset "$preset" >"$log" 2>&1 || { tail -n 40 "$log"; die "configuring failed: $log"; }
  say "Building"
  cmake --build --preset "$preset" ${1:+--target "$@"} || die "the build failed"
}
