#!/usr/bin/env python3
"""Random programs on arrays: slices with computed bounds and steps, masks, sizes that arguments decide, copies,
exchanged rows, loops and branches.

    test/fuzz/array_programs_test.py --build build/release --seed 7 --count 100

The plain build, the interpreter and native code must agree in every bit and every error, except that a graph omits an
operation without uses together with its error.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "fuzzing"))

from seed import fresh_seed  # noqa: E402

# Slices of a vector of 24 elements. Two with the same value have the same length.
SLICES = {
    "slice(1, -1)": 22, "slice(0, -2)": 22, "slice(2)": 22, "slice(0, 22)": 22,
    "slice(0, 24, 2)": 12, "slice(1, 24, 2)": 12, "slice(3, 9)": 6,
    "slice(i, i + 5)": "window", "slice(0, i)": "prefix", "slice(i, 20)": "suffix", "slice(j, j + n)": "sized",
    "slice(i, 24, n)": "stepped",
}
KNOWN = [part for part, length in SLICES.items() if isinstance(length, int)]
VECTORS, MATRICES = "xyz", "ab"
ROWS, COLUMNS = 6, 5

HEAD = """#include <ag/ag.h>

#include <cstring>
#include <iostream>

using ag::Tensor, ag::slice, ag::all;

using Arrays = std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor>;

namespace {

Tensor data(const ag::Shape& shape, int64_t factor) {
  return ag::reshape(ag::astype(ag::arange(shape.element_count()) * factor % 41 - 20, ag::float64) / 8, shape);
}

/// Prints a hash of the bits; all NaNs are one.
void show(const Tensor& x) {
  uint64_t hash = 1469598103934665603u;
  for (double value : x.to_vector<double>()) {
    uint64_t bits = 1;
    if (value == value) std::memcpy(&bits, &value, sizeof(bits));
    hash = (hash ^ bits) * 1099511628211u;
  }
  std::cout << ' ' << hash;
}

template <class F>
void run(const char* name, F function) {
  for (int64_t i : {0, 3, 5}) {
    std::cout << name << ' ' << i;
    try {
      const Arrays result =
          function(data({24}, 7), data({24}, 11), data({24}, 13), data({6, 5}, 17), data({6, 5}, 19),
                   ag::tensor(i, ag::int64), ag::tensor(i / 2, ag::int64), ag::tensor(i + 1, ag::int64));
      std::apply([](const auto&... part) { (show(part), ...); }, result);
    } catch (const ag::Error& error) {
      const std::string text = error.what();
      std::cout << ": " << text.substr(0, text.find('('));
    }
    std::cout << std::endl;
  }
}

}  // namespace
"""


class ArrayProgram:
    """The statements of one function on the vectors x, y, z, the matrices a, b and the numbers i, j, n."""

    def __init__(self, source):
        self.random = source
        self.lines = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self):
        return self.pick("0.5", "2", "-1", "1.25", "3")

    def vector(self):
        return self.random.choice(VECTORS)

    def matrix(self):
        return self.random.choice(MATRICES)

    def place(self, length):
        k = self.random.randrange(length)
        return self.pick("j" if length == COLUMNS else "i", "j", str(k), str(k - length))

    def same_length(self, length):
        return self.random.choice([part for part, of in SLICES.items() if of == length])

    def mask(self):
        return self.pick(f"({self.vector()} > {self.number()})", f"({self.vector()} < {self.vector()})", "m")

    def part(self, length, mask):
        if length == 24:
            rolled = f"ag::roll({self.vector()}, {self.random.randrange(-30, 30)}, 0)"
            return self.pick(self.vector(), f"ag::flip({self.vector()}, 0)", rolled)
        return f"{self.vector()}[{mask or self.same_length(length)}]"

    def elements(self, length, mask=None, depth=0):
        """A vector of this length, or of the elements that the mask selects."""
        choice = self.random.random()
        if depth > 2 or choice < 0.45:
            return self.part(length, mask)
        if choice < 0.75:
            left, right = (self.elements(length, mask, depth + 1) for _ in range(2))
            return f"({left} {self.pick(*'+-*')} {right})"
        if choice < 0.85:
            return f"({self.elements(length, mask, depth + 1)} * {self.number()})"
        if choice < 0.95:
            return f"{self.pick('ag::abs', 'ag::square', 'ag::sin', '-')}({self.elements(length, mask, depth + 1)})"
        return f"({self.elements(length, mask, depth + 1)} + {self.scalar(depth + 1)})"

    def scalar(self, depth=0):
        """A tensor of rank 0."""
        length = self.pick(24, 22, 12, 6, "window", "prefix", "suffix", "sized", "stepped")
        mask = self.mask()
        return self.pick(
            lambda: f"{self.vector()}[{self.place(24)}]",
            lambda: f"{self.matrix()}({self.place(ROWS)}, {self.place(COLUMNS)})",
            lambda: f"ag::sum({self.elements(length, None, depth + 1)})",
            lambda: f"ag::sum({self.elements('masked', mask, depth + 1)})",
            lambda: f"ag::astype(ag::argmax({self.elements(self.pick(24, 22, 'window'), None, depth + 1)}), ag::float64)",
            lambda: f"ag::astype(ag::count_nonzero({mask}), ag::float64)",
            lambda: f"ag::sum(ag::sort({self.vector()})[slice(0, 4)])",
            self.number,
        )()

    def moved(self):
        """Elements of slices that end at a counter k, moved to other places."""
        part = self.pick("slice(0, k)", "slice(0, k + 1)", "slice(k, 24)", "slice(k - 3, k + 2)", "slice({}, k, 2)")
        v = f"{self.vector()}[{part}]"
        if self.random.random() < 0.5:
            v = f"({v} {self.pick('+', '*')} {self.pick(self.number(), f'{self.vector()}[{part}]')})"
        columns = self.pick(f"{self.matrix()}(all, slice(0, k))", f"{self.matrix()}(slice(0, k), all)")
        return self.pick(
            f"ag::concat({{{v}, {self.vector()}[{self.pick(part, 'slice(k, 24)', 'slice(2, 7)')}]}})",
            f"ag::concat({{{self.vector()}[slice(0, 3)], {v}, ag::flip({v}, 0)}})",
            f"ag::concat({{{self.vector()}[slice(0, k)], {self.vector()}[slice(k, 24)]}}) * {self.vector()}",
            f"ag::roll({v}, {self.random.randrange(-30, 30)}, 0)",
            f"ag::{self.pick('cumulative_sum', 'cumulative_prod')}({v})",
            f"ag::take({v}, ag::astype(ag::abs({self.vector()}[slice(0, k)]), ag::int64) % {self.pick('k', 'k', '3')}, 0)",
            f"ag::take({self.vector()}, ag::arange(24)[{part}], 0)",
            f"ag::{self.pick('softmax', 'log_softmax')}({v})",
            f"ag::pad({v}, {{{{{self.random.randrange(3)}, 2}}}}, {self.number()})",
            f"{v}[{v} > {self.number()}]",
            f"ag::sum(ag::stack({{{v}, {v}}}, {self.pick('0', '1')}), {{{self.pick('0', '1')}}})",
            f"ag::sum(ag::cumulative_sum({columns}, {self.pick('0', '1')}), {{{self.pick('0', '1')}}})",
            f"ag::sum(ag::roll({columns}, {self.pick('1', '-2', '7')}, {self.pick('0', '1')}), {{{self.pick('0', '1')}}})",
            f"ag::sum(ag::concat({{{columns}, {columns}}}, {self.pick('0', '1')}), {{{self.pick('0', '1')}}})",
        )

    def swept(self):
        """Statements of a loop over a counter k >= 1 that is, or decides, the step of slices."""
        step = self.pick("k", "k", "-k", "k + 1", "2 * k - 7", "k * k")
        part = f"slice({self.pick('{}', 'j', 'k', 'i', '-1', '20')}, {self.pick('{}', '{}', '18', '-k')}, {step})"
        v, w, of = self.vector(), self.vector(), self.vector()
        value = self.pick(self.number(), f"{of}[{part}]", f"{of}[{part}] * {self.number()} + {w}[{part}]",
                          f"ag::flip({of}[{part}], 0)", f"ag::cumulative_sum({of}[{part}])", self.scalar())
        return self.pick(
            [f"{v}[{part}] {self.pick('=', '+=', '*=')} {value};"],
            [f"{v}[k] = ag::sum({of}[{part}] * {w}[{part}]);"],
            [f"{v}[k] = ag::sum(ag::concat({{{of}[{part}], {w}[slice(0, k)]}}) * {self.number()});"],
            [f"{self.matrix()}({part}, {self.pick('all', 'j', 'slice({}, {}, k)')}) {self.pick('=', '+=')} {self.number()};"],
            [f"{v}[k] += ag::sum({self.matrix()}({part}, {self.pick('all', 'j', 'slice({}, {}, k)')}));"],
        )

    def row(self):
        return self.pick(
            f"{self.matrix()}[{self.place(ROWS)}]",
            f"{self.matrix()}({self.place(ROWS)}, all) * {self.number()}",
            f"ag::matmul({self.vector()}[slice(3, 9)], {self.matrix()})",
            f"({self.matrix()}[{self.place(ROWS)}] + {self.matrix()}[{self.place(ROWS)}])",
        )

    def new_name(self):
        return f"t{len(self.lines)}"

    def add(self, indent, *lines):
        self.lines.extend("  " * indent + line for line in lines)

    def statement(self, depth=0, indent=1):
        name, v, w, p, q = self.new_name(), self.vector(), self.vector(), self.matrix(), self.matrix()
        part, known = self.random.choice(list(SLICES)), self.random.choice(KNOWN)
        mask, change = self.mask(), self.pick("=", "+=", "*=")
        rows = self.pick("all", "slice(c, 17)", "slice(1, k)")
        forms = [
            lambda: [f"{v}[{part}] {change} {self.elements(SLICES[part])};"],
            lambda: [f"{v}[{mask}] {change} {self.pick(self.elements('masked', mask), self.scalar())};"],
            lambda: [f"{v}[{self.place(24)}] = {self.scalar()};"],
            lambda: [f"Tensor {name} = {p}[{self.place(ROWS)}];", f"{p}[{self.place(ROWS)}] = {self.row()};",
                     f"{q}[{self.place(ROWS)}] = {name};"],
            lambda: [f"Tensor {name} = {v}[{known}];",
                     f"{v}[{self.same_length(SLICES[known])}] = {self.elements(SLICES[known])};",
                     f"{w}[{self.same_length(SLICES[known])}] += {name};"],
            lambda: [f"Tensor {name} = {v};", f"{name}[{part}] = {self.elements(SLICES[part])};",
                     f"{name}[{self.place(24)}] = {self.scalar()};", f"{w} = {self.pick(name, f'{name} + {v}')};"],
            lambda: [f"{p}[{self.place(ROWS)}] {change} {self.row()};"],
            lambda: [f"{p}(all, {self.place(COLUMNS)}) {change} "
                     f"{self.pick(f'{q}(all, {self.place(COLUMNS)})', f'{v}[slice(3, 9)]')};"],
            lambda: [f"Tensor {name} = {p};",
                     f"{name}(slice(1, -1), slice(0, 4)) = {q}(slice(2), slice(1)) * {self.number()};",
                     f"{q} = {name};"],
            lambda: [f"Tensor {name} = {p}(all, {self.place(COLUMNS)});", f"{name}[{self.place(ROWS)}] = {self.scalar()};",
                     f"{q}(all, {self.place(COLUMNS)}) -= {name};"],
            lambda: [f"m = {mask};"],
            lambda: [f"Tensor {name} = ag::full({{n + 2}}, {self.scalar()}, ag::float64);", f"{name}[slice(1, n + 1)] += {v}[slice(0, n)];",
                     f"{w}[slice(0, n + 2)] {change} {name};"],
            lambda: [f"Tensor {name} = {self.pick(f'{v}[slice(0, i + 4)]', f'{v}[slice(i, 20)]', f'{v}[{mask}]')}"
                     f"{self.pick('', ' * 2', f' + {self.scalar()}')};",
                     f"{w}[{self.place(24)}] {change} {name}[{self.pick('i', 'j', '-1 - i', '0', '-1')}] + ag::sum({name});"],
            lambda: [f"Tensor {name} = {p}({self.pick('slice(0, j + 1)', 'slice(i, 6)')}, {self.pick('all', 'slice(0, j + 2)')});",
                     f"{w}[{self.place(24)}] {change} {name}({self.pick('j', '-1', '0', 'i')}, {self.pick('0', 'j', '-1')});"],
            lambda: [f"Tensor {name} = {p}[{v}[slice(3, 9)] > {self.number()}]{self.pick('', ' * 2')};",
                     f"{q}[{self.place(ROWS)}] {change} {self.pick(f'ag::sum({name}, 0)', f'{name}[j]', f'{name}[-1] + {name}[0]')};"],
            lambda: [f"Tensor {name} = {p}(all, {v}[slice(0, 5)] < {self.number()});",
                     f"{w}[slice(3, 9)] {change} {self.pick(f'ag::sum({name}, 1)', f'{name}(all, j)', f'{name}(all, -1)')};"],
            lambda: [f"Tensor {name} = {v}[{self.pick('slice(0, i + 4)', 'slice(i, 20)', mask)}]"
                     f"[{self.pick('slice(1, j + 3)', 'slice(j)', 'slice({}, -1)', 'slice(i, {}, 2)', 'slice({}, {}, -1)')}];",
                     f"{w}[{self.place(24)}] {change} ag::sum({name} * {name}) + {name}.shape(0);"],
            lambda: [f"Tensor {name} = {self.pick(f'{v}[slice(0, i + 4)]', f'{v}[slice(i, 20)]', f'{p}(slice(j, 6), i % 5)', f'{p}(slice(j, 6), i)', f'{v}[slice(j, i + 6)]')};",
                     f"{name}[{self.pick('0', '1', '-1', 'j', 'i', 'i + 3', '-2')}] {change} {self.scalar()};",
                     f"{name}[{self.pick('0', '2', '-1', 'j')}] {self.pick('=', '-=')} ag::sum({name});",
                     f"{w}[{self.place(24)}] {change} ag::sum({name} * {name}) + {name}[0];"],
            lambda: [f"Tensor {name} = {p}(slice(j, 6), slice(0, i + 1));",
                     f"{name}{self.pick('[1]', '(0, -1)', '(-1, 0)', '(all, 0)', '[-1]')} {self.pick('=', '+=')} {self.scalar()};",
                     f"{w}[{self.place(24)}] {change} ag::sum({name}) - {name}(0, 0);"],
            lambda: [f"for (Tensor k : ag::range(1, {self.pick('20', '12')})) {{",
                     f"  Tensor {name} = {v}[{self.pick('slice(0, k)', 'slice(k, 22)', 'slice(k - 1, 24)')}];",
                     f"  {name}[{self.pick('0', '-1', 'k - 1', '1')}] {change} {self.scalar()};",
                     f"  {w}[k] = ag::{self.pick('sum', 'max', 'mean')}({name} * {self.number()});", "}"],
            lambda: [f"for (Tensor k : ag::range({self.pick('0', '1', '2')}, {self.pick('20', '9')})) {{",
                     f"  Tensor {name} = {self.moved()};",
                     f"  {w}[k] = ag::{self.pick('sum', 'mean')}({name} * {self.number()});", "}"],
            lambda: [f"for (Tensor k : ag::range({self.pick('1', '2')}, {self.pick('4', '9')})) {{",
                     *[f"  {line}" for line in self.swept() + self.swept()], "}"],
            lambda: [f"for (Tensor k : ag::range({self.pick('4', '5', 'n')}))",
                     f"  {v}[slice(0, 18)] {change} {p}({self.place(ROWS)}, k % {COLUMNS}) * {w}[slice(k, k + 18)];"],
            lambda: [f"Tensor {name} = ag::reshape(ag::concat({{x, y, z}}), {{18, 4}});",
                     "for (Tensor c : ag::range(4)) {",
                     "  for (Tensor k : ag::range(c + 1)) {",
                     f"    {v}[c + k] {change} ag::sum({name}({rows}, c) * {name}({rows}, k));", "  }", "}"],
            lambda: [f"std::swap({self.pick('x, y', 'y, z', 'a, b')});"],
        ]
        if depth == 2 or self.random.random() < 0.75:
            return self.add(indent, *self.random.choice(forms)())
        loop = self.random.random() < 0.6
        if loop:
            self.add(indent, f"for (Tensor {self.pick('i', 'j')} : ag::range({self.pick('3', '4')})) {{")
        else:
            self.add(indent, f"if ({self.scalar()} > {self.number()}) {{")
        for _ in range(self.random.randrange(1, 4)):
            self.statement(depth + 1, indent + 1)
        if not loop and self.random.random() < 0.5:
            self.add(indent, "} else {")
            self.statement(depth + 1, indent + 1)
        self.add(indent, "}")

    def text(self, name):
        for _ in range(self.random.randrange(4, 9)):
            self.statement()
        parameters = ", ".join(f"Tensor {one}" for one in "xyzabijn")
        return (f"\nAG_FUNCTION Arrays {name}({parameters}) {{\n  Tensor m = x > y;\n" + "\n".join(self.lines) +
                "\n  return {x, y, z, a, b};\n}\n")


def line_of(call):
    """The line of the error that a call ended with."""
    return int(call.split(":")[2])


def source_of(seed, count):
    names = [f"f{k}" for k in range(count)]
    functions = [ArrayProgram(random.Random(f"{seed} {name}")).text(name) for name in names]
    calls = "".join(f'  run("{name}", {name});\n' for name in names)
    return HEAD + "".join(functions) + "\nint main() {\n" + calls + "}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="the build folder")
    parser.add_argument("--seed", default="fresh", help="a number, or fresh: one of the current sources")
    parser.add_argument("--count", type=int, default=40, help="functions")
    arguments = parser.parse_args()
    seed = fresh_seed() if arguments.seed == "fresh" else arguments.seed
    print(f"{arguments.count} array programs of --seed {seed}", flush=True)
    agc = (arguments.build / "bin" / "agc").resolve()
    with tempfile.TemporaryDirectory(prefix="ag-arrays-") as folder:
        Path(folder, "arrays.cpp").write_text(source_of(seed, arguments.count))

        def build(program, *options):
            subprocess.run([agc, "build", *options, "--extra-arg=-O0", "arrays.cpp", "-o", program], cwd=folder,
                           check=True)

        def run(program, executor):
            environment = {**os.environ, "AG_CACHE": "off", "AG_EXECUTOR": executor}
            result = subprocess.run([f"./{program}"], cwd=folder, env=environment, stdout=subprocess.PIPE,
                                    stderr=subprocess.DEVNULL, text=True, check=True)
            return result.stdout.splitlines()

        build("plain", "--eager")
        build("converted", "--strict")
        plain = run("plain", "interpreter")
        interpreted, native = (run("converted", executor) for executor in ("interpreter", "compiled"))
    failures = 0
    for expected, graph, code in zip(plain, interpreted, native, strict=True):
        omitted = ":" in expected and (":" not in graph or line_of(expected) < line_of(graph))
        if code != graph or (expected != graph and not omitted):
            failures += 1
            print(f"plain:       {expected}\ninterpreter: {graph}\nnative code: {code}\n")
    print(f"{len(plain)} calls, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
