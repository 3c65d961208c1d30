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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import rmtree, which

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "fuzzing"))

from seed import fresh_seed  # noqa: E402

INCLUDE = ROOT / "runtime" / "include"
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\w+|[^\w\s]|\n')
WORDS = ("if", "else", "while", "for", "do", "switch", "case", "break", "continue", "return", "goto", "Tensor", "int",
         "auto", "const", "AG_FUNCTION", "AG_CONVERT", "template", "class", "struct", "operator", "throw", "try", "lambda",
         "{", "}", "(", ")", "[", "]", ";", ",", ":", "?", "=", "==", "&&", "||", "!", "+", "-", "*", "&", "<", ">", "#",
         "\\", "'", '"', "/*", "//", "0", "1e999", "::", "...", "->", "#if 0\n", "#endif\n", "#define X ", "R\"(", "\0", "é")
# What the sources include, parsed once for most mutants: reading it would take most of the time.
HEADERS = ("ag/ag.h", "algorithm", "array", "cassert", "cmath", "cstdint", "iostream", "optional", "stdexcept", "string",
           "tuple", "utility", "vector")


def sources():
    """Texts, and the folders that they stand in."""
    files = sorted((ROOT / "test" / "golden").rglob("input*.cpp")) + sorted((ROOT / "examples").rglob("*.cpp"))
    return [(path.read_bytes().decode("utf-8", "surrogateescape"), path.parent) for path in files]


def mutated(texts, chooser):
    """A text, and the headers that belong to it."""
    text, folder = chooser.choice(texts)
    headers = {path.name: path.read_bytes().decode("utf-8", "surrogateescape") for path in sorted(folder.glob("*.h"))}
    if headers and chooser.random() < 0.5:
        name = chooser.choice(sorted(headers))
        headers[name] = one_change(headers[name], chooser)
    if chooser.random() < 0.2:  # the beginning of one file and the end of another
        other = chooser.choice(texts)[0]
        text = text[:chooser.randrange(len(text) + 1)] + other[chooser.randrange(len(other) + 1):]
    if chooser.random() < 0.25:
        text = text[:chooser.randrange(len(text) + 1)]
    for _ in range(chooser.choice((0, 1, 1, 1, 2, 4, 12))):
        text = one_change(text, chooser)
    return text, headers


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


def precompiled(folder):
    """The options that make agc use the headers as Clang has parsed them; none where there is no Clang of its version."""
    clang = next((found for name in ("clang++-19", "/usr/lib/llvm-19/bin/clang++", "clang++") if (found := which(name))), None)
    if not clang:
        return []
    header = folder / "all.h"
    header.write_text("".join(f"#include <{name}>\n" for name in HEADERS))
    command = [clang, "-w", "-std=c++20", "-DAG_CONVERTED=1", f"-I{INCLUDE}", "-x", "c++-header", header, "-o", folder / "all.pch"]
    made = subprocess.run(command, capture_output=True).returncode == 0
    return ["-include-pch", str(folder / "all.pch")] if made else []


def run_one(arguments, folder, number, texts, parsed):
    """What is wrong with how agc treats a mutant, or nothing, and whether it was converted."""
    chooser = random.Random(f"{arguments.seed}:{number}")
    text, headers = mutated(texts, chooser)
    work = folder / str(number)
    work.mkdir()
    for name, content in {"input.cpp": text, **headers}.items():
        (work / name).write_bytes(content.encode("utf-8", "surrogateescape"))
    command = [arguments.agc, "convert", "input.cpp", "-o", "output.cpp", "--depfile", "output.d", "--", "-std=c++20",
               f"-I{INCLUDE}", *([] if chooser.random() < arguments.whole else parsed)]
    wrong = None
    try:
        result = subprocess.run(command, cwd=work, capture_output=True, timeout=30 * arguments.limit, preexec_fn=lambda:
                                resource.setrlimit(resource.RLIMIT_CPU, (arguments.limit, arguments.limit)))
    except subprocess.TimeoutExpired:
        wrong, code = "waits for something", None
    else:
        code = result.returncode
        message = result.stderr.decode(errors="replace")
        left = sorted(path.name for path in work.iterdir() if path.name not in ("input.cpp", *headers))
        copies = ["output.cpp.headers"] if "output.cpp.headers" in left else []
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            wrong = f"computes for more than {arguments.limit} seconds"
        elif code not in (0, 1):
            wrong = f"ends with {code}"
        elif "[internal]" in message:
            wrong = "is an internal error"
        elif code == 1 and "error" not in message:
            wrong = "fails without an error"
        elif left != (["output.cpp", *copies, "output.d"] if code == 0 else []):
            wrong = f"ends with {code} and leaves {left}"
        elif code == 0 and (work / "output.cpp").read_bytes().count(b"\n") < text.count("\n"):
            wrong = "has fewer lines than its source"
        if wrong:
            wrong += "\n" + message[:1000]
    if wrong and arguments.keep:
        Path(arguments.keep).mkdir(parents=True, exist_ok=True)
        (Path(arguments.keep) / f"{arguments.seed}_{number}.cpp").write_bytes(text.encode("utf-8", "surrogateescape"))
    rmtree(work)
    return number, wrong, code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agc", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default=fresh_seed(), help="one of its own for each state of the sources, unless given")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=20, help="seconds of processor time for one file")
    parser.add_argument("--whole", type=float, default=0.02, help="the part that reads every header itself")
    parser.add_argument("--keep", metavar="DIR")
    arguments = parser.parse_args()
    print(f"{arguments.count} mutants from --seed {arguments.seed} --first {arguments.first}", flush=True)
    texts = sources()
    failures = converted = 0
    with tempfile.TemporaryDirectory(prefix="ag-mutants-") as name, ThreadPoolExecutor(arguments.jobs) as pool:
        folder = Path(name)
        parsed = precompiled(folder)
        numbers = range(arguments.first, arguments.first + arguments.count)
        for number, wrong, code in pool.map(lambda n: run_one(arguments, folder, n, texts, parsed), numbers):
            converted += code == 0
            if wrong:
                failures += 1
                print(f"mutant {number} {wrong}\n", flush=True)
    print(f"{arguments.count} mutants of {len(texts)} sources, {converted} converted, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
