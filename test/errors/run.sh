#!/usr/bin/env bash
# Mistakes as a user makes them, and what is said: test/errors/run.sh <agc> <compiler>
set -euo pipefail
agc=$1 compiler=$2
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect <file> <text>: the text stands in the output.
expect() {
  grep -qF -- "$2" "$1" && return
  echo "FAILED: '$2' is not in:"
  cat "$1"
  failures=$((failures + 1))
}
# rejects <exit code> <arguments of agc>
rejects() {
  local expected=$1 code=0
  shift
  "$agc" "$@" >"$work/out" 2>&1 || code=$?
  [ "$code" = "$expected" ] || { echo "FAILED: agc $* ends with $code instead of $expected"; failures=$((failures + 1)); }
}

rejects 1 convert unsupported.cpp -o "$work/converted.cpp"
expect "$work/out" "unsupported.cpp:6:14: error: this 'goto' enters or leaves code that a tensor decides"
expect "$work/out" "unsupported.cpp:6:14: note: write a loop"
[ ! -e "$work/converted.cpp" ] || { echo "FAILED: an output was written"; failures=$((failures + 1)); }

rejects 1 convert named_element.cpp -o "$work/converted.cpp"
expect "$work/out" "named_element.cpp:5:7: error: overload resolution selected deleted operator '+=': write x[1] += v to change x, Tensor row = x[1] for a copy"

# <ag/ag.h> is read for plain code in front of converted code.
"$agc" convert mistakes.cpp -o "$work/converted.cpp" 2>/dev/null
if "$compiler" -std=c++20 -fsyntax-only -I../../runtime/include -include ag/ag.h "$work/converted.cpp" 2>"$work/out"; then
  echo "FAILED: <ag/ag.h> in front of <ag/staging/generated.h> is accepted"
  failures=$((failures + 1))
fi
expect "$work/out" "precompile <ag/staging/generated.h> instead"
rm "$work/converted.cpp"

rejects 1 convert no_such_file.cpp -o "$work/converted.cpp"
expect "$work/out" "no_such_file.cpp"

rejects 2 convert unsupported.cpp --no-such-flag
expect "$work/out" "--no-such-flag"

"$agc" build mistakes.cpp not_converted.cpp -o "$work/program" --compiler "$compiler" --extra-arg=-O0 2>"$work/out" ||
  { cat "$work/out"; exit 1; }
"$work/program" >"$work/out"
expect "$work/out" "not_converted.cpp:5: a host condition needs the value of a tensor that is known only when the graph runs"
expect "$work/out" "mark it AG_CONVERT and pass its file through agc"
expect "$work/out" "mistakes.cpp:15: 'y' is float32 (mistakes.cpp:16) in one branch of the if and int32 (mistakes.cpp:18) in another"
expect "$work/out" "it is read at mistakes.cpp:20"
expect "$work/out" "mistakes.cpp:24: 'x' is int64 before the iteration (mistakes.cpp:23) and float64 after it (mistakes.cpp:25)"
expect "$work/out" "mistakes.cpp:33: this is thrown only when the graph runs, where no handler of the 'try' in line 39 gets it"
expect "$work/out" "mistakes.cpp:46: this check may fail only when the graph runs, where no handler of the 'try' in line 50 gets it"
expect "$work/out" "mistakes.cpp:59: a host value is needed here: 'k' is known only when the graph runs"
# Every diagnostic has its remedy in remedies_*.cpp, but for those of headers, of functions that run eagerly, and of the converter itself.
for id in $(sed -n 's/^AG_DIAGNOSTIC(\([a-z_]*\),.*/\1/p' ../../lib/diag/diagnostics.def); do
  case $id in static_in_header | header_unreachable | eager_call | generated_code | internal) continue ;; esac
  grep -q "^namespace $id {" remedies_*.cpp ||
    { echo "FAILED: no remedies_*.cpp has a namespace $id"; failures=$((failures + 1)); }
done
for program in remedies_*.cpp; do
  for mode in --eager --strict; do
    "$agc" build $mode "$program" -o "$work/remedies" --compiler "$compiler" --extra-arg=-O0 2>"$work/out" ||
      { cat "$work/out"; exit 1; }
    "$work/remedies" >"$work/remedies$mode"
  done
  diff "$work/remedies--eager" "$work/remedies--strict" || failures=$((failures + 1))
done

[ "$failures" = 0 ] && echo "every mistake is explained"
