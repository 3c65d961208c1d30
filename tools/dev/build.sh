# Shared by tools/demo and tools/test: configure quietly, and say how far things are. Sourced, from the top folder.

# A heading with the time since the start.
step() {
  local bold='' normal=''
  if [ -t 1 ]; then bold=$'\e[1m' normal=$'\e[0m'; fi
  printf '\n%s== %s (%d s)%s\n' "$bold" "$1" "$SECONDS" "$normal"
}

# configure <preset> [cache settings…]: what CMake says is shown only when it fails.
configure() {
  local preset=$1 log
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/ag-configure.XXXXXX")
  step "Configuring (preset $preset)"
  if ! cmake --preset "$preset" "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  grep -A 4 'CMake Warning' "$log" || true
  rm -f "$log"
}

# Compilations at once: one per core, and no more than fit in memory (Clang's headers take up to 1.5 GB each).
build_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  echo $((cores < memory ? cores : memory))
}

# Tests at once: at least two, since some of them wait for a compiler.
test_jobs() {
  local cores
  cores=$(nproc)
  echo $((cores > 2 ? cores : 2))
}
