#!/usr/bin/env bash
# tools/setup names the packages on a system it does not know, and does nothing where all are installed.
set -euo pipefail
setup=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/tools/setup
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# Another system: no dpkg-query on the PATH.
mkdir "$work/bin"
for program in bash env; do ln -s "$(command -v $program)" "$work/bin/$program"; done
status=0
output=$(PATH="$work/bin" bash "$setup" test 2>&1) || status=$?
[ $status = 2 ] || fail "another system: exit code $status, expected 2: $output"
grep -q '^  libclang-19-dev  *Clang 19' <<<"$output" || fail "another system: the packages are not listed: $output"
[ -z "$(AG_SKIP_SETUP=1 PATH="$work/bin" bash "$setup" test 2>&1)" ] || fail "AG_SKIP_SETUP=1 should do nothing"

# Wrong use.
status=0
"$setup" everything >/dev/null 2>&1 || status=$?
[ $status = 2 ] || fail "an unknown argument: exit code $status, expected 2"

# A package is missing, and the user has no way to become root: the command is named.
printf '#!/bin/sh\nexit 0\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\nexit 0\n' >"$work/bin/apt-get"
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
chmod +x "$work"/bin/{dpkg-query,apt-get,id}
if grep -qE '^ID=(debian|ubuntu)' /etc/os-release; then
  status=0
  output=$(PATH="$work/bin" bash "$setup" build 2>&1) || status=$?
  [ $status = 2 ] || fail "no root, no sudo: exit code $status, expected 2: $output"
  grep -q 'apt-get install g++ cmake' <<<"$output" || fail "no root, no sudo: the command is not named: $output"
fi
echo "tools/setup is fine"
