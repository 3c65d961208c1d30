#!/usr/bin/env python3
"""agc on mutated and truncated sources: it converts them or says what is wrong, and never crashes, hangs or leaves half a
file. The sources are those of test/golden and of the examples.

    mutated_input_test.py --agc build/release/bin/agc --count 300 --seed 1
    mutated_input_test.py --agc … --seed 1 --first 17 --count 1 --keep /tmp/mutants
"""

import argparse
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\w+|[^\w\s]|\n')
WORDS = ("if", "else", "while", "for", "do", "switch", "case", "break", "continue", "return", "goto", "Tensor", "int",
         "auto", "const", "AG_FUNCTION", "AG_CONVERT", "template", "class", "struct", "operator", "throw", "try", "lambda",
         "{", "}", "(", ")", "[", "]", ";", ",", ":", "?", "=", "==", "&&", "||", "!", "+", "-", "*", "&", "<", ">", "#",
         "\\", "'", '"', "/*", "//", "0", "1e999", "::", "...", "->", "#if 0\n", "#endif\n", "#define X ", "R\"(", "\0", "é")
# What most sources use of the library, for most mutants: reading all of it would take most of the time.
STUB = """#pragma once
#include "ag/annotations.h"
namespace ag {
struct Tensor {
  Tensor(); Tensor(int); Tensor(double); explicit operator bool() const; explicit operator int() const;
  Tensor operator[](Tensor) const; Tensor& operator+=(Tensor); Tensor& operator-=(Tensor); Tensor& operator*=(Tensor);
  template <class T> T item() const; long shape(int) const;
  struct Row { Tensor operator*() const; Row& operator++(); bool operator!=(const Row&) const; };
};
#define AG_OP(op) Tensor operator op(Tensor, Tensor);
AG_OP(+) AG_OP(-) AG_OP(*) AG_OP(/) AG_OP(%) AG_OP(<) AG_OP(>) AG_OP(<=) AG_OP(>=) AG_OP(==) AG_OP(!=)
Tensor operator-(Tensor); Tensor operator!(Tensor); Tensor& operator++(Tensor&); Tensor operator++(Tensor&, int);
Tensor& operator--(Tensor&); Tensor operator--(Tensor&, int);
struct Range { Tensor::Row begin() const; Tensor::Row end() const; };
Range range(Tensor); Range range(Tensor, Tensor);
Tensor::Row begin(const Tensor&); Tensor::Row end(const Tensor&);
Tensor sum(Tensor); Tensor abs(Tensor); Tensor sqrt(Tensor); Tensor any(Tensor); Tensor zeros(int);
template <class... A> void print(const A&...); template <class... A> void check(Tensor, A...);
struct FunctionOptions { const char* name; };
}
"""


def sources():
    files = sorted((ROOT / "test" / "golden").rglob("input*.cpp")) + sorted((ROOT / "examples").rglob("*.cpp"))
    return [path.read_bytes().decode("utf-8", "surrogateescape") for path in files]


def mutated(texts, chooser):
    text = chooser.choice(texts)
    if chooser.random() < 0.2:  # the beginning of one file and the end of another
        other = chooser.choice(texts)
        text = text[:chooser.randrange(len(text) + 1)] + other[chooser.randrange(len(other) + 1):]
    if chooser.random() < 0.25:
        text = text[:chooser.randrange(len(text) + 1)]
    for _ in range(chooser.choice((0, 1, 1, 1, 2, 4, 12))):
        text = one_change(text, chooser)
    return text


def one_change(text, chooser):
    tokens = [match.span() for match in TOKEN.finditer(text)]
    if not tokens:
        return text
    begin, end = chooser.choice(tokens)
    other_begin, other_end = chooser.choice(tokens)
    kind = chooser.randrange(8)
    if kind == 0:
        return text[:begin] + text[end:]
    if kind == 1:
        return text[:end] + " " + text[begin:end] + text[end:]
    if kind == 2:
        return text[:begin] + text[other_begin:other_end] + text[end:]
    if kind == 3:
        return text[:begin] + chooser.choice(WORDS) + " " + text[begin:]
    if kind == 4:
        return text[:begin] + chooser.choice(WORDS) + text[end:]
    if kind == 5:  # a part of the file, again or not at all
        low, high = sorted((begin, other_begin))
        return text[:high] + text[low:] if chooser.random() < 0.5 else text[:low] + text[high:]
    if kind == 6:
        return text[:begin] + chr(chooser.randrange(256)) + text[begin + 1:]
    lines = text.split("\n")
    at = chooser.randrange(len(lines))
    lines.insert(chooser.randrange(len(lines)), lines.pop(at))
    return "\n".join(lines)


def run_one(arguments, folder, number, texts):
    """What is wrong with how agc treats a mutant, or nothing, and whether it was converted."""
    chooser = random.Random(f"{arguments.seed}:{number}")
    text = mutated(texts, chooser)
    include = ROOT / "runtime" / "include" if chooser.random() < arguments.whole else folder
    work = folder / str(number)
    work.mkdir()
    (work / "input.cpp").write_bytes(text.encode("utf-8", "surrogateescape"))
    command = [arguments.agc, "convert", "input.cpp", "-o", "output.cpp", "--depfile", "output.d", "--", "-std=c++20",
               f"-I{include}"]
    wrong = None
    try:
        result = subprocess.run(command, cwd=work, capture_output=True, timeout=30 * arguments.limit, preexec_fn=lambda:
                                resource.setrlimit(resource.RLIMIT_CPU, (arguments.limit, arguments.limit)))
    except subprocess.TimeoutExpired:
        wrong, code = "waits for something", None
    else:
        code = result.returncode
        message = result.stderr.decode(errors="replace")
        left = sorted(path.name for path in work.iterdir() if path.name != "input.cpp")
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            wrong = f"computes for more than {arguments.limit} seconds"
        elif code not in (0, 1):
            wrong = f"ends with {code}"
        elif "[internal]" in message:
            wrong = "is an internal error"
        elif code == 1 and "error" not in message:
            wrong = "fails without an error"
        elif left != (["output.cpp", "output.d"] if code == 0 else []):
            wrong = f"ends with {code} and leaves {left}"
        elif code == 0 and (work / "output.cpp").read_bytes().count(b"\n") < text.count("\n"):
            wrong = "has fewer lines than its source"
        if wrong:
            wrong += "\n" + message[:1000]
    if wrong and arguments.keep:
        Path(arguments.keep).mkdir(parents=True, exist_ok=True)
        (Path(arguments.keep) / f"{arguments.seed}_{number}.cpp").write_bytes(text.encode("utf-8", "surrogateescape"))
    for path in work.iterdir():
        path.unlink()
    return number, wrong, code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agc", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default=time.strftime("%Y%m%d"), help="the day, unless given")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=20, help="seconds of processor time for one file")
    parser.add_argument("--whole", type=float, default=0.05, help="the part that is read with the library's own headers")
    parser.add_argument("--keep", metavar="DIR")
    arguments = parser.parse_args()
    print(f"{arguments.count} mutants from --seed {arguments.seed} --first {arguments.first}", flush=True)
    texts = sources()
    failures = converted = 0
    with tempfile.TemporaryDirectory(prefix="ag-mutants-") as name, ThreadPoolExecutor(arguments.jobs) as pool:
        folder = Path(name)
        (folder / "ag").mkdir()
        (folder / "ag" / "ag.h").write_text(STUB)
        (folder / "ag" / "annotations.h").write_text(
            (ROOT / "runtime" / "include" / "ag" / "annotations.h").read_text())
        numbers = range(arguments.first, arguments.first + arguments.count)
        for number, wrong, code in pool.map(lambda n: run_one(arguments, folder, n, texts), numbers):
            converted += code == 0
            if wrong:
                failures += 1
                print(f"mutant {number} {wrong}\n", flush=True)
    print(f"{arguments.count} mutants of {len(texts)} sources, {converted} converted, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
