#!/usr/bin/env bash
# Checks the C++ blocks of the documentation:
#   test/docs/run.sh <agc> <folder of the headers> <compiler> <source root> [page…]
# Without pages all of them are checked, and the examples of diagnostics.md.
#   ```cpp            a fragment: it is converted, and compiles plainly and converted
#   ```cpp program    a program: it is built plainly and converted, and prints what a following ```text output block says
#   ```cpp generated  what to-code prints for the fragments and programs of the page
#   ```cpp file NAME  a file for the sessions of the page
#   ```console        a session: commands behind `$ `, and what they print
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
  : >"$work/$1/index"
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

preamble() {
  printf '#include <ag/ag.h>\n#include <ag/cancellation.h>\n#include <ag/profiler.h>\n#include <chrono>\n#include <coroutine>\n#include <cstdio>\n#include <deque>\n#include <iomanip>\n#include <iostream>\n#include <tuple>\n#include <utility>\nusing ag::Tensor;\n'
}

# The fragments of a page; each in a namespace of its own where a second argument is given.
join_fragments() {
  local folder=$work/$1 number kind rest
  while read -r number kind rest; do
    [ "$kind" = cpp ] && [[ $rest != program* && $rest != generated* && $rest != file* ]] || continue
    [ -z "${2:-}" ] || echo "namespace example_$number {"
    # Headers belong outside of the namespace; they stand at the top already.
    sed 's/^#include.*//' "$folder/$(printf %03d "$number")"
    [ -z "${2:-}" ] || echo "}  // example_$number"
  done <"$folder/index"
}

# The fragments of all pages are one file, with a namespace for each page. A function at the start of each namespace
# divides the output of to-code into pages.
check_fragments() {
  local folder=$work/fragments file page
  mkdir -p "$folder"
  preamble >"$folder/fragments.cpp"
  for page; do
    : >"$work/$page/code"
    join_fragments "$page" >"$work/$page/fragments"
    grep -q '[^[:space:]]' "$work/$page/fragments" || continue
    printf 'namespace page_%s {\nAG_FUNCTION Tensor start_of_%s(Tensor x) { return x; }\n' "$page" "$page"
    cat "$work/$page/fragments"
    echo "}  // page_$page"
  done >>"$folder/fragments.cpp"
  grep -q start_of_ "$folder/fragments.cpp" || return 0
  "$agc" convert "$folder/fragments.cpp" -o "$folder/converted.cpp" || fail "a fragment is refused"
  "$agc" to-code "$folder/fragments.cpp" >"$folder/code" || true
  awk -v work="$work" '/^AG_FUNCTION Tensor start_of_/ { page = $3; gsub(/start_of_|\(.*/, "", page) }
                       page { print > (work "/" page "/code") }' "$folder/code"
  for file in fragments converted; do
    "$compiler" -std=c++20 -fsyntax-only -Wno-return-type -I"$headers" "$folder/$file.cpp" || fail "the $file do not compile"
  done
}

check_page() {
  local page=$1 folder=$work/$1 number kind rest file program=""
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
  check_consoles "$folder" "$2"
  local code
  code=$(<"$folder/code")
  while read -r number kind rest; do
    [[ "$kind $rest" == "cpp generated"* ]] || continue
    [[ "$code" == *"$(<"$folder/$(printf %03d "$number")")"* ]] || fail "$2: block $number is not what to-code prints"
  done <"$folder/index"
}

# `cpp file NAME` blocks are files, and a `console` block is a session in their folder: what stands behind `$ ` is run,
# and prints the lines up to the next one.
check_consoles() {
  local folder=$1 number kind rest name
  mkdir -p "$folder/session/bin"
  ln -sf "$agc" "$folder/session/bin/agc"
  while read -r number kind rest; do
    file=$folder/$(printf %03d "$number")
    case "$kind $rest" in
      "cpp file "*)
        name=${rest#file }
        cp "$file" "$folder/session/${name%% *}"
        ;;
      "console "*)
        session "$folder/session" "$file" >"$file.out"
        diff -u "$file" "$file.out" || fail "$2: the session of block $number goes another way"
        ;;
    esac
  done <"$folder/index"
}

session() (
  cd "$1"
  PATH=$1/bin:$PATH
  export AG_STRICT=0
  status=0
  set +e
  while IFS= read -r line; do
    [[ $line == '$ '* ]] || continue
    printf '%s\n' "$line"
    (exit "$status")
    eval "${line:2}" </dev/null 2>&1
    status=$?
  done <"$2"
)

check_diagnostics() {
  local page=diagnostics folder=$work/diagnostics number kind rest words also section expected found
  split "$page" docs/reference/diagnostics.md
  { preamble && join_fragments "$page" namespaces; } >"$folder/all.cpp"
  (cd "$folder" && AG_STRICT=0 "$agc" convert all.cpp --check -Whost-effects 2>"$folder/found") || true
  # "line id" of each error and warning, then "number id" by the namespace that the line is in.
  awk 'NR == FNR { if ($1 == "namespace") { split($2, name, "_"); current = name[2] } block[FNR] = current; next }
       /^all\.cpp:[0-9]+:[0-9]+: (error|warning): / {
         split($0, place, ":"); id = $NF; gsub(/[\[\]]/, "", id); print block[place[2]], id }' \
    "$folder/all.cpp" "$folder/found" | sort -u >"$folder/ids"
  while read -r number kind rest; do
    [ "$kind" = cpp ] || continue
    words=${rest%%|*} section=${rest##*| }
    also=${words#also}
    expected=$(printf '%s\n' $section $also | sort -u)
    # Warnings of effects are off unless they are asked for, as their own section does.
    found=$(awk -v number="$number" -v section="$section" \
      '$1 == number && ($2 != "host-effect" || section == $2) { print $2 }' "$folder/ids" | sort -u)
    [ "$expected" = "$found" ] || fail "docs/reference/diagnostics.md: the example of $section gives '$found'"
  done <"$folder/index"
}

# The name of the page docs/guide/numbers.md as an identifier: guide_numbers.
identifier() {
  local name=${1#docs/}
  name=${name%.md}
  printf '%s' "${name//[^A-Za-z0-9]/_}"
}

cd "$root"
shift 4
if [ $# = 0 ]; then
  check_diagnostics
  set -- README.md docs/guide/*.md docs/reference/language/*.md docs/reference/tools.md
fi
pages=()
for path; do
  pages+=("$(identifier "$path")")
  split "${pages[-1]}" "$path"
done
check_fragments "${pages[@]}"
for path; do check_page "$(identifier "$path")" "$path"; done
[ "$failures" = 0 ] || { echo "$failures failures"; exit 1; }
echo "the documentation's code is right"
