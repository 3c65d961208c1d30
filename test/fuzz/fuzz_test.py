#!/usr/bin/env python3
"""The fuzzer itself: its programs obey its rules, a failure becomes small, and a converter that is wrong is found out.

    fuzz_test.py --build build/release --compiler c++
"""

import argparse
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "fuzzing"))

from campaign import Failure, Journal  # noqa: E402
from generate import FEATURES, generate  # noqa: E402
from rules import broken_rule  # noqa: E402
from run import Verdict, agrees, placed_errors, sections  # noqa: E402
from shrink import shrink  # noqa: E402
from tree import Function, Node, Program, all_functions, literal, size, var, walk  # noqa: E402
from write import program_text  # noqa: E402

# Adds where the program subtracts: an agc that changes what a program means.
WRONG_AGC = """#!/bin/sh
"{agc}" "$@" || exit
sed -i 's/ + / - /g' converted.cpp
"""


def entry(*body, parameters=(("x", "i64", "value"),)):
    return Program("by hand", (Function("entry", "AG_FUNCTION", "i64", parameters, tuple(body)),), ((1,),))


class Programs(unittest.TestCase):
    def test_are_within_the_rules_and_the_same_again(self):
        texts = set()
        for number in range(60):
            program = generate(5, number, FEATURES)
            self.assertIsNone(broken_rule(program))
            self.assertEqual(program_text(program), program_text(generate(5, number, FEATURES)))
            texts.add(program_text(program))
        self.assertEqual(len(texts), 60)

    def test_hold_every_construct(self):
        programs = [generate(1, number, FEATURES) for number in range(300)]
        kinds = {node.kind for program in programs for f in all_functions(program) for s in f.body for node in walk(s)}
        self.assertEqual({program.where for program in programs}, {"namespace", "members", "static members"})
        wanted = {"if", "while", "do", "for", "endless", "range", "rows", "list", "elements", "count", "switch", "break",
                  "continue", "return", "throw", "print", "check", "choice", "and", "or", "not", "step", "set", "compound",
                  "element", "unpack", "late", "user", "convert", "aggregate", "if_declare", "lambda", "computed", "put", "pick",
                  "swap", "exchange", "alias", "if_has", "has", "value_or", "inside", "method", "construct", "grow", "push", "listed", "state"}
        self.assertEqual(wanted - kinds, set())
        texts = "".join(map(program_text, programs))
        for spelling in (".at(0)", "[] = {", "template <int N>", "template <class T>"):
            self.assertIn(spelling, texts)

    def test_have_their_types_in_common(self):
        """What a compiler makes of a list of parameter types it makes once for twenty programs."""
        lists = {tuple(t for _, t, _ in generate(3, number, FEATURES).entry().parameters) for number in range(40)}
        self.assertLessEqual(len(lists), 4)

    def test_that_cpp_leaves_open_are_refused(self):
        x = var("x", "i64")
        step = Node("step", "i64", data=("x", "++", False))
        give = lambda e: entry(Node("return", exprs=(e,)))
        self.assertIsNone(broken_rule(give(x)))
        self.assertIn("not read beside it", broken_rule(give(Node("op", "i64", (step, x), data=("-",)))))
        product = Node("op", "i64", (x, x), data=("*",))
        self.assertIn("small", broken_rule(give(product)))
        self.assertIn("declared", broken_rule(give(var("y", "i64"))))
        refers = Node("alias", "i64", data=("r", "x", False))
        beside = Node("op", "i64", (Node("step", "i64", data=("r", "++", False)), x), data=("-",))
        self.assertIn("not read beside it", broken_rule(entry(refers, Node("return", exprs=(beside,)))))
        zero = Node("op", "i64", (x, literal(0, "w32")), data=("/",))
        self.assertIn("not 0", broken_rule(give(zero)))


class Journals(unittest.TestCase):
    def test_go_on_where_a_run_was_stopped(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run"
            first = Journal(path, "seed 1")
            first.add(0, 50, 300, [Failure(7, "differs", "end")])
            first.add(100, 50, 299, [])
            again = Journal(path, "seed 1")
            self.assertEqual((again.done, again.programs, again.calls), ({0, 100}, 100, 599))
            self.assertEqual(again.failures, [Failure(7, "differs", "end")])
            self.assertRaises(ValueError, Journal, path, "seed 2")


class Errors(unittest.TestCase):
    def test_in_headers_belong_to_the_line_that_a_note_names(self):
        text = ("/tmp/x/batch.cpp:3:1: error: a\n/usr/include/h.h:5:2: error: b\n"
                "/usr/include/h.h:9:2: note: in instantiation\nbatch.cpp:7:1: note: in instantiation\n")
        self.assertEqual(list(placed_errors(text)), [("3", "a"), ("7", "b")])


class Shrinking(unittest.TestCase):
    def test_keeps_what_fails_and_little_else(self):
        def fails(program):
            return any(node.kind == "while" and any(s.kind == "break" for block in node.blocks for s in block)
                       for f in program.functions for s in f.body for node in walk(s))

        def judge(programs):
            return [Verdict("differs", "") if fails(p) else Verdict("same") for p in programs]

        program = next(p for p in (generate(7, n, FEATURES) for n in range(999)) if fails(p) and size(p) > 100)
        smaller, _ = shrink(program, Verdict("differs", ""), judge, 60)
        self.assertTrue(fails(smaller))
        self.assertIsNone(broken_rule(smaller))
        self.assertLess(size(smaller), 25)


class Comparing(unittest.TestCase):
    def test_only_errors_of_operations_may_vanish(self):
        self.assertTrue(agrees("call\n  int32 0-d: 1\n", "call\n  int32 0-d: 1\n"))
        self.assertFalse(agrees("call\n  int32 0-d: 1\n", "call\n  int64 0-d: 1\n"))
        self.assertTrue(agrees("call\n  invalid_argument at line 3: x\n", "call\n  int32 0-d: 1\n"))
        self.assertFalse(agrees("call\n  failed_check at line 3: x\n", "call\n  int32 0-d: 1\n"))
        self.assertFalse(agrees("call\n  int32 0-d: 1\n", "call\n  invalid_argument at line 3: x\n"))
        self.assertFalse(agrees("call\n  a\n", "call\n  a\ncall\n"))
        failed, other = "call\n  invalid_argument at line 3: x\ncall\n 1\n", "call\n 1\ncall\n 2\n"
        self.assertFalse(agrees(failed, other))
        self.assertTrue(agrees(failed, other, remembers=True))

    def test_each_program_has_its_section(self):
        self.assertEqual(sections("# 3\na\nb\n# 5\nc\n"), {3: "a\nb\n", 5: "c\n"})


class Finding(unittest.TestCase):
    def test_a_wrong_converter(self):
        build = Path(options.build).resolve()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "bin").mkdir()
            for shared in ("lib", "include"):
                (folder / shared).symlink_to(build / shared)
            agc = folder / "bin" / "agc"
            agc.write_text(WRONG_AGC.format(agc=build / "bin" / "agc"))
            agc.chmod(0o755)
            result = subprocess.run([ROOT / "tools" / "fuzz", "--seed", "4", "--count", "6", "--jobs", "1",
                                     "--shrink-seconds", "0", "--failures", "1", "--without",
                                     "containers,callables,generics,objects,pointers,texts,declarations,undefined,applied,choices,"
                                     "classes,lists,maps,members,tuples,variables", "--build", folder, "--compiler", options.compiler], capture_output=True, text=True)
            self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
            self.assertIn("differs when it runs eagerly", result.stdout)
            self.assertIn("seed 4, program", result.stdout)
            self.assertIn("AG_FUNCTION", result.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=str(ROOT / "build" / "release"))
    parser.add_argument("--compiler", default="c++")
    options, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0]] + rest)
