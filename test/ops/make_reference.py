#!/usr/bin/env python3
"""Writes the reference values of the operation conformance test: reference/<family>.txt from reference_<family>.py.

Each reference_<family>.py has `def write(out)`, which calls out.case(name, operands, expected, variant="") with NumPy
arrays (or lists of them). The name is that of the operation, as ops.def has it; cases of one operation that are called with
other attributes have a variant. The result depends on nothing but these files, and is checked in, so that the tests need
no Python. Run:  python3 test/ops/make_reference.py [family...]
"""

import importlib
import pathlib
import sys

import numpy

HERE = pathlib.Path(__file__).resolve().parent


def number(value):
    if isinstance(value, (bool, numpy.bool_)):
        return "1" if value else "0"
    if isinstance(value, (int, numpy.integer)):
        return str(int(value))
    return repr(float(value))


def array(value):
    value = numpy.asarray(value)
    dtype = "boolean" if value.dtype == bool else value.dtype.name
    shape = "x".join(str(extent) for extent in value.shape) or "-"
    return " ".join([dtype, shape, ":"] + [number(element) for element in value.ravel()])


class Writer:
    def __init__(self):
        self.lines = []

    def case(self, name, operands, expected, variant=""):
        operands = operands if isinstance(operands, (list, tuple)) else [operands]
        expected = expected if isinstance(expected, (list, tuple)) else [expected]
        line = name + ("." + variant if variant else "")
        line += "".join(" | " + array(operand) for operand in operands)
        line += "".join(" => " + array(result) for result in expected)
        self.lines.append(line)


def main():
    sys.path.insert(0, str(HERE))
    families = sys.argv[1:] or sorted(path.stem[len("reference_"):] for path in HERE.glob("reference_*.py"))
    for family in families:
        writer = Writer()
        with numpy.errstate(all="ignore"):
            importlib.import_module("reference_" + family).write(writer)
        path = HERE / "reference" / (family + ".txt")
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            "# Written by make_reference.py from reference_%s.py: name, operands, expected results.\n" % family
            + "\n".join(writer.lines)
            + "\n"
        )


if __name__ == "__main__":
    main()
