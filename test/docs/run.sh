#!/usr/bin/env bash
# Checks the C++ blocks of the documentation: test/docs/run.sh <agc> <folder of the headers> <compiler> <source root>
#   ```cpp            a fragment: it is converted, and compiles plainly and converted
#   ```cpp program    a program: it is built plainly and converted, and prints what a following ```text output block says
#   ```cpp generated  what to-code prints for the fragments and programs of the page
# In diagnostics.md a fragment gives exactly the diagnostic of its section, and those named after `also`.
set -euo pipefail
agc=$1 headers=$2 compiler=$3 root=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "FAILED $*"; failures=$((failures + 1)); }

# Writes the blocks of a page as numbered files, and one line "number kind words… | section" for each.
split() {
  mkdir -p "$work/$1"
  awk -v folder="$work/$1" '
    /^## / { section = $2 }
    /^```/ {
      if (open) { close(file); open = 0; next }
      open = 1; file = sprintf("%s/%03d", folder, ++count)
      print count, substr($0, 4), "|", section > (folder "/index")
      printf "" > file
      next
    }
    open { print > file }' "$2"
}

# The fragments of a page as one file; each in a namespace of its own where a second argument is given.
join_fragments() {
  local folder=$work/$1 number kind rest
  printf '#include <ag/ag.h>\n#include <coroutine>\n#include <iostream>\n#include <tuple>\n#include <utility>\nusing ag::Tensor;\n'
  while read -r number kind rest; do
    [ "$kind" = cpp ] && [[ $rest != program* && $rest != generated* ]] || continue
    [ -z "${2:-}" ] || echo "namespace example_$number {"
    # Headers belong outside of the namespace; they stand at the top already.
    sed 's/^#include.*//' "$folder/$(printf %03d "$number")"
    [ -z "${2:-}" ] || echo "}  // example_$number"
  done <"$folder/index"
}

check_fragments() {
  local folder=$1 file
  "$agc" convert "$folder/fragments.cpp" -o "$folder/converted.cpp" || fail "$2: a fragment is refused"
  "$agc" to-code "$folder/fragments.cpp" >"$folder/code" || true
  for file in fragments converted; do
    "$compiler" -std=c++20 -fsyntax-only -I"$headers" "$folder/$file.cpp" || fail "$2: the $file do not compile"
  done
}

check_page() {
  local page=$1 folder=$work/$1 number kind rest file program=""
  split "$page" "$root/$2"
  : >"$folder/code"
  join_fragments "$page" >"$folder/fragments.cpp"
  if grep -q AG_FUNCTION "$folder/fragments.cpp"; then check_fragments "$folder" "$2"; fi
  while read -r number kind rest; do
    file=$folder/$(printf %03d "$number")
    case "$kind $rest" in
      "cpp program"*)
        program=$file
        cp "$file" "$file.cpp"
        "$agc" to-code "$file.cpp" >>"$folder/code" || fail "$2: program $number is refused"
        "$agc" run --extra-arg -O0 --compiler "$compiler" "$file.cpp" >"$file.out" || fail "$2: program $number"
        ;;
      "text output"*)
        cmp -s "$program.out" "$file" || fail "$2: the program prints $(cat "$program.out"), instead of block $number"
        ;;
    esac
  done <"$folder/index"
  local code
  code=$(<"$folder/code")
  while read -r number kind rest; do
    [[ "$kind $rest" == "cpp generated"* ]] || continue
    [[ "$code" == *"$(<"$folder/$(printf %03d "$number")")"* ]] || fail "$2: block $number is not what to-code prints"
  done <"$folder/index"
}

check_diagnostics() {
  local page=diagnostics folder=$work/diagnostics number kind rest words also section expected found
  split "$page" docs/diagnostics.md
  join_fragments "$page" namespaces >"$folder/all.cpp"
  (cd "$folder" && "$agc" convert all.cpp --check 2>"$folder/found") && fail "diagnostics.md: nothing is refused"
  # "line id" of each error, then "number id" by the namespace that the line is in.
  awk 'NR == FNR { if ($1 == "namespace") { split($2, name, "_"); current = name[2] } block[FNR] = current; next }
       /^all\.cpp:[0-9]+:[0-9]+: (error|warning): / {
         split($0, place, ":"); id = $NF; gsub(/[\[\]]/, "", id); print block[place[2]], id }' \
    "$folder/all.cpp" "$folder/found" | sort -u >"$folder/ids"
  while read -r number kind rest; do
    [ "$kind" = cpp ] || continue
    words=${rest%%|*} section=${rest##*| }
    also=${words#also}
    expected=$(printf '%s\n' $section $also | sort -u)
    found=$(awk -v number="$number" '$1 == number { print $2 }' "$folder/ids" | sort -u)
    [ "$expected" = "$found" ] || fail "docs/diagnostics.md: the example of $section gives '$found'"
  done <"$folder/index"
}

cd "$root"
check_diagnostics
check_page readme README.md
check_page language docs/language.md
[ "$failures" = 0 ] || { echo "$failures failures"; exit 1; }
echo "the documentation's code is right"
