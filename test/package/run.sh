#!/usr/bin/env bash
# Builds the project beside this script against ag, found by find_package, and checks what ag_convert promises.
#   run.sh <build folder of ag> <work folder> <generator> <C++ compiler> installed|build_tree
set -euo pipefail
build=$1 work=$2 generator=$3 compiler=$4 copy=$5
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "FAILED: $1" >&2
  [ $# -lt 2 ] || printf '%s\n' "$2" >&2
  exit 1
}
expect() { # expect <what is checked> <text> <pattern that the text has to hold>
  grep -qE -- "$3" <<<"$2" || fail "$1: expected /$3/ in:" "$2"
  echo "ok: $1"
}
expect_not() {
  ! grep -qE -- "$3" <<<"$2" || fail "$1: /$3/ should not be in:" "$2"
  echo "ok: $1"
}
configure() {
  cmake -S "$work/project" -B "$1" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${@:2}" 2>&1
}
make_it() { cmake --build "$1" 2>&1; }

rm -rf "$work"
mkdir -p "$work"
cp -r "$here/project" "$work/project"
if [ "$copy" = installed ]; then
  # Moved after the installation: nothing in it may remember where it was put.
  cmake --install "$build" --prefix "$work/first" >/dev/null
  mv "$work/first" "$work/prefix"
  prefix=$work/prefix
  "$prefix/bin/agc" --version >/dev/null || fail "the installed agc runs"
else
  prefix=$build
fi

# The whole way: configure, convert, compile, link, run.
log=$(configure "$work/b") || fail "configure" "$log"
log=$(make_it "$work/b") || fail "build" "$log"
expect "every source is converted" "$log" "Converting src/main.cpp"
expect "every source is converted" "$log" "Converting src/steps.cpp"
expect_not "no warnings" "$log" "warning"
expect "the converted program" "$("$work/b/collatz")" "^three n converted=1 steps=111$"

copies=$work/b/ag_converted/collatz/src/steps.cpp.headers
expect "a header is converted with its source" "$(cat "$copies/factor.h")" "ag::if_else"

# Nothing changed, nothing built.
program_time=$(stat -c %Y.%y "$work/b/collatz")
log=$(make_it "$work/b")
expect_not "no change, no work" "$log" "Converting|Building|Linking"
[ "$program_time" = "$(stat -c %Y.%y "$work/b/collatz")" ] || fail "no change, no work: the program was linked again"

# A header reconverts the sources that include it, and no other.
sleep 1
sed -i 's/kFactor = 3/kFactor = 5/' "$work/project/include/factor.h"
log=$(make_it "$work/b") || fail "build after an edit of a header" "$log"
expect "an edited header reconverts its source" "$log" "Converting src/steps.cpp"
expect_not "an edited header leaves other sources alone" "$log" "Converting src/main.cpp"
expect_not "an edited header has its effect" "$("$work/b/collatz")" "steps=111$"
sed -i 's/kFactor = 5/kFactor = 3/' "$work/project/include/factor.h"

# A flag reconverts all of them.
log=$(configure "$work/b" -DCMAKE_CXX_FLAGS=-DUNUSED_FLAG=1) || fail "configure with another flag" "$log"
log=$(make_it "$work/b") || fail "build with another flag" "$log"
expect "a changed flag reconverts" "$log" "Converting src/main.cpp"

# compile_commands.json is about what the user wrote.
commands=$(cat "$work/b/compile_commands.json")
expect "compile commands name the sources" "$commands" "\"file\": \"$work/project/src/steps.cpp\""
expect "compile commands name the sources" "$commands" "\"file\": \"$work/project/src/main.cpp\""
expect_not "compile commands hold no generated file" "$commands" "\"file\": .*ag_converted"

# A mistake is reported at its place in the user's file, and the next build tries again.
sleep 1
cp "$work/project/src/steps.cpp" "$work/steps.cpp"
sed -i 's/count += 1;/goto count;/' "$work/project/src/steps.cpp"
line=$(grep -n 'goto count' "$work/project/src/steps.cpp" | cut -d : -f 1)
if log=$(make_it "$work/b"); then fail "a mistake stops the build" "$log"; fi
expect "a mistake is located" "$log" "src/steps.cpp:$line:[0-9]+:"
# Without STRICT the function with it runs eagerly, and gives the same.
sed -i 's/goto count;/count += 1; asm("");/' "$work/project/src/steps.cpp"
log=$(AG_STRICT=0 make_it "$work/b") || fail "build with a function that cannot be staged" "$log"
expect "what cannot be staged is a warning" "$log" "src/steps.cpp:$line:[0-9]+: warning: .* runs eagerly"
expect "a program with an eager function" "$(AG_STRICT=0 "$work/b/collatz" 2>&1)" "^three n converted=1 steps=111$"
sed 's/^ag_convert(collatz)/ag_convert(collatz STRICT)/' "$here/project/CMakeLists.txt" >"$work/project/CMakeLists.txt"
if log=$(AG_STRICT=0 make_it "$work/b"); then fail "STRICT makes it an error"; fi
expect "STRICT makes it an error" "$log" "src/steps.cpp:$line:[0-9]+: error: "
cp "$here/project/CMakeLists.txt" "$work/project/CMakeLists.txt"
cp "$work/steps.cpp" "$work/project/src/steps.cpp"
log=$(make_it "$work/b") || fail "build after the mistake was mended" "$log"
expect "the mended program" "$("$work/b/collatz")" "^three n converted=1 steps=111$"

# The same sources, plainly.
log=$(configure "$work/eager" -DAG_EAGER=ON) || fail "configure with AG_EAGER=ON" "$log"
log=$(make_it "$work/eager") || fail "build with AG_EAGER=ON" "$log"
expect_not "AG_EAGER=ON converts nothing" "$log" "Converting"
expect "the plain program" "$("$work/eager/collatz")" "^three n converted=0 steps=111$"

# In a unity build the converted files are compiled one by one, and compile_commands.json still names the sources.
log=$(configure "$work/unity" -DCMAKE_UNITY_BUILD=ON) || fail "configure a unity build" "$log"
log=$(make_it "$work/unity") || fail "a unity build" "$log"
expect "the program of a unity build" "$("$work/unity/collatz")" "^three n converted=1 steps=111$"
commands=$(cat "$work/unity/compile_commands.json")
expect "compile commands of a unity build name the sources" "$commands" "\"file\": \"$work/project/src/steps.cpp\""
expect "compile commands of a unity build name the sources" "$commands" "\"file\": \"$work/project/src/main.cpp\""

# Mistakes in the call are answered with what to do.
mistake() { # mistake <call> <pattern of the message>
  sed "s/^ag_convert(collatz)/$1/" "$here/project/CMakeLists.txt" >"$work/project/CMakeLists.txt"
  if log=$(configure "$work/mistake"); then fail "$1 should be refused"; fi
  # CMake breaks long messages into lines.
  expect "$1 is refused" "$(tr -s ' \n' ' ' <<<"$log")" "$2"
}
mistake 'ag_convert(colatz)' 'there is no such target'
mistake 'ag_convert(collatz src\/main.cpp)' 'named after the word SOURCES'
mistake 'ag_convert(collatz SOURCES src\/other.cpp)' 'not a C\+\+ source of the target'
mistake 'ag_convert(collatz SOURCES src\/main.cpp)' 'only converted sources may include'
echo "package test passed ($generator, $copy)"
