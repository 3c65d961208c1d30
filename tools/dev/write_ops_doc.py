#!/usr/bin/env python3
"""Writes docs/reference/ops.md, the list of operations, from the operation table. check_names.py says when it is out of date."""

import re
import sys

from ops_table import TABLE, read_rows
from project_files import arguments, read

HEAD = """# Operations

Written by `tools/dev/write_ops_doc.py` from `{table}`; edit that file, not
this one. Names and meaning follow the Python Array API standard if it has the operation. All
functions are in namespace `ag`, header `<ag/ag.h>`.

* A parameter of type `TensorArg` takes a tensor, an element of one, or a host number.
* `PerAxis` takes a number for both axes of an image, or `{{rows, columns}}`.
* `Padding` is `Padding::valid`, `Padding::same`, a number for all sides, or
  `{{{{top, bottom}}, {{left, right}}}}`.
"""

TAIL = """
`floor_divide(a, b) * b + remainder(a, b)` is `a`, except for rounding of floating-point numbers. So
`floor_divide(1.0, 0.1)` is 9, and the remainder 0.1, as in Python; `floor(a / b)` is 10.

## Functions of functions

Templates of `<ag/ag.h>`. A function takes and returns tensors. A state of several values is passed
as separate arguments, and returned as a tuple.

| function | result |
|---|---|
| `cond(condition, then_fn, else_fn)` | `then_fn()` if the condition, one element, holds, else `else_fn()`; both return values of one type, or nothing |
| `switch_case(index, {f, g, ...})` | The result of the function with this index, counted from 0; of the last one if there is none |
| `while_loop(test_fn, body_fn, a, ...)` | The state, of one to four values, after `body_fn(a, ...)` while `test_fn(a, ...)` holds |
| `map_fn(fn, x)`, `vectorized_map(fn, x)` | `fn(row)` for each row of `x`, stacked; a tuple if `fn` returns one |
| `fold(fn, initial, x)` | `fn(state, row)` for each row of `x`, beginning with `initial`: the last state |
| `scan(fn, initial, x)` | All states of that, stacked |

## Effects

In program order, when the graph runs. The values are tensors, texts, numbers and strings.

| function | effect |
|---|---|
| `print(value, ...)` | Writes the values, separated by spaces, and a new line to standard output |
| `print_to(where, value, ...)` | The same to `PrintStream::error`, or with options such as `{.file = "log.csv", .separator = ","}` |
| `check(condition, message, value, ...)` | An error of kind `failed_check` with the message and the values if the condition, one element, does not hold |
| `swap(x[i], x[j])` | Exchanges elements or rows of tensors |

## Accuracy

Mathematical functions are those of the runtime, not of the C library, and return the same bits in
every executor and on every processor. `std::exp(x)` of a number in a converted function calls the C
library, as the plain program does. Infinities, NaN, signed zeros, subnormal numbers and overflow
agree with the C library. The maximum error in units in the last place:

| function | float32 | float64 |
|---|---|---|
| `exp` | 1.1 | 1.1 |
| `expm1` | 1.2 | 1.1 |
| `log` | 0.9 | 1.0 |
| `log1p` | 1.5 | 1.5 |
| `log2` | 1.2 | 1.0 |
| `log10` | 1.0 | 1.0 |
| `tanh` | 2.3 | 2.0 |
| `sinh` | 1.8 | 1.7 |
| `cosh` | 1.5 | 1.5 |
| `erf` | 1.8 | 1.3 |
| `erfc` | 2.2 | 2.0 |
| `sin` | 1.6 | 0.9 |
| `cos` | 1.6 | 0.9 |
| `tan` | 3.5 | 2.3 |
| `asin`, `acos`, `atan`, `atan2` | 0.6 | 0.8 |
| `asinh`, `acosh`, `atanh` | 0.6 | 2.0 |
| `hypot` | 0.6 | 0.8 |
| `lgamma` | 0.6; see below | 4.8; see below |
| `pow` | 0.6; 3.3 for the exponents below | 0.8; 3.3 for the exponents below |

Float32 functions of one number were tested on all numbers, the others on a sample. Powers with the
exponents -2, -3/2, -1, -1/2, 1/2, 3/2, 2, 3 and 4 are products, roots and quotients, as in
`x * x * x`.
[Fast code](../guide/performance.md#strict-and-fast) computes `tanh` and `erf` of float32 with larger
errors. `fmod` is exact. The bounds of `lgamma` hold for positive numbers. The error of
`y = lgamma(-x)` is at most 8 units in the last place of the greatest of 1, `y` and `lgamma(x + 1)`.

The order of additions is part of the definition of an operation: of
[products](../design/codegen.md#products-of-matrices), of reductions, and of `segment_sum`.
"""


def short_parameters(parameters):
    """Parameter list as a reader wants it: no const references, no source location."""
    parameters = re.sub(r",?\s*SourceLocation \w+ = SourceLocation::current\(\)", "", parameters)
    parameters = re.sub(r"\bconst (\w[\w:<>, ]*)&", r"\1", parameters)
    return re.sub(r"\s+", " ", parameters).strip()


def ops_document(text):
    families = {}
    for row in read_rows(text):
        families.setdefault(row.family, []).append(row)
    lines = [HEAD.format(table=TABLE)]
    for family, rows in families.items():
        lines += [f"## {family}", "", "| function | result |", "|---|---|"]
        for row in rows:
            if row.kind == "AG_NODE":
                continue
            signature = f"{row.result} {row.name}({short_parameters(row.parameters)})".replace("|", "\\|")
            lines.append(f"| `{signature}` | {row.description} |")
        nodes = [row for row in rows if row.kind == "AG_NODE"]
        if nodes:
            lines += ["", "In graphs only: " + "; ".join(f"`{row.name}` ({row.description})" for row in nodes) + "."]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n" + TAIL


def main():
    options = arguments(__doc__)
    document = ops_document(read(options.root, TABLE))
    (options.root / "docs/reference/ops.md").write_text(document, encoding="utf-8")
    print("docs/reference/ops.md written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
