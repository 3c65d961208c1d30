#!/usr/bin/env python3
"""Writes docs/reference/ops.md, the list of operations, from the operation table. check_names.py says when it is out of date."""

import re
import sys

from ops_table import TABLE, read_rows
from project_files import arguments, read

HEAD = """# Operations

Written by `tools/dev/write_ops_doc.py` from `{table}`; edit that file, not this one. Names and meaning follow the
Python Array API standard where it has the operation. Everything is in namespace `ag`, header `<ag/ag.h>`.
A parameter of type `TensorArg` takes a tensor, an element of one, or a host number; `PerAxis` a number for both axes of an image, or `{{rows, columns}}`;
`Padding` is `Padding::valid`, `Padding::same`, a number for all sides, or `{{{{top, bottom}}, {{left, right}}}}`.
"""

TAIL = """
`floor_divide` and `remainder` belong together: `floor_divide(a, b) * b + remainder(a, b)` is `a`, of floating numbers but for rounding. So
`floor_divide(1.0, 0.1)` is 9, and the rest 0.1, as in Python; `floor(a / b)` is 10.

## Functions of functions

Templates of `<ag/ag.h>`. A function takes and gives tensors; where several values are a state, it takes each of them, and gives a tuple.

| function | what it gives |
|---|---|
| `cond(condition, then_fn, else_fn)` | `then_fn()` where the condition, one element, holds, and `else_fn()` where not; both give values of one type, or nothing |
| `switch_case(index, {f, g, ...})` | What the function of this number gives, counted from 0; the last one where there is none |
| `while_loop(test_fn, body_fn, a, ...)` | The state, of one to four values, after `body_fn(a, ...)` while `test_fn(a, ...)` holds |
| `map_fn(fn, x)`, `vectorized_map(fn, x)` | `fn(row)` for each row of `x`, stacked; of a function that gives a tuple, a tuple |
| `fold(fn, initial, x)` | `fn(state, row)` for each row of `x`, beginning with `initial`: the last state |
| `scan(fn, initial, x)` | All states of that, stacked |

## Effects

In program order, when the graph runs. The values are tensors, texts, numbers and strings.

| function | what it does |
|---|---|
| `print(value, ...)` | Writes the values, with spaces between them and a new line behind them, to standard output |
| `print_to(where, value, ...)` | The same to `PrintStream::error`, or with options such as `{.file = "log.csv", .separator = ","}` |
| `check(condition, message, value, ...)` | An error of kind `failed_check` with the message and the values where the condition, one element, does not hold |
| `swap(x[i], x[j])` | Exchanges elements or rows of tensors |
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
        lines += [f"## {family}", "", "| function | what it gives |", "|---|---|"]
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
