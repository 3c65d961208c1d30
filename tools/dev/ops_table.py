"""Reads the operation table runtime/include/ag/detail/ops.def, as the checks and the documentation of operations need it."""

import dataclasses
import re

TABLE = "runtime/include/ag/detail/ops.def"
ROW = re.compile(r"^(AG_[A-Z_]+)\(", re.MULTILINE)
ROW_KINDS = ("AG_UNARY", "AG_BINARY", "AG_OP", "AG_MULTI_OP", "AG_NODE", "AG_FN")


@dataclasses.dataclass
class Row:
    kind: str  # the macro: AG_OP, AG_FN, …
    family: str
    name: str
    result: str
    parameters: str  # C++ parameter list without the parentheses; empty for a node
    description: str
    line: int


def split_arguments(text, start):
    """The comma-separated arguments of a macro call whose parenthesis opens at `start`, and the position after it."""
    arguments, current, depth, position, in_string = [], "", 0, start, False
    while position < len(text):
        character = text[position]
        if in_string:
            current += character
            if character == "\\":
                position += 1
                current += text[position]
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
            current += character
        elif character in "([{":
            depth += 1
            current += character if depth > 1 else ""
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                return arguments + [current.strip()], position + 1
            current += character
        elif character == "," and depth == 1:
            arguments.append(current.strip())
            current = ""
        else:
            current += character
        position += 1
    raise ValueError(f"{TABLE}: a row starting at offset {start} has no closing parenthesis")


def unquote(text):
    """The text of one or several adjacent C string literals."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')


def make_row(kind, arguments, family, line):
    strip = lambda parameters: parameters.strip()[1:-1] if parameters.strip().startswith("(") else parameters
    fixed = {"AG_UNARY": "const TensorArg& x", "AG_BINARY": "const TensorArg& a, const TensorArg& b"}
    if kind in fixed:
        name, result, parameters = arguments[0], "Tensor", fixed[kind]
    elif kind == "AG_OP":
        name, result, parameters = arguments[0], "Tensor", strip(arguments[1])
    elif kind == "AG_MULTI_OP":
        name, result, parameters = arguments[0], arguments[1], strip(arguments[2])
    elif kind == "AG_NODE":
        name, result, parameters = arguments[0], "", ""
    else:  # AG_FN(result, name, parameters, description); a result such as std::pair<A, B> holds commas
        name, parameters = arguments[-3], strip(arguments[-2])
        result = ", ".join(arguments[:-3])
    return Row(kind, family, name, result, parameters, unquote(arguments[-1]), line)


def read_rows(text):
    rows, family = [], ""
    position = 0
    while match := ROW.search(text, position):
        arguments, position = split_arguments(text, match.end() - 1)
        kind = match.group(1)
        if kind == "AG_FAMILY":
            family = arguments[0]
        elif kind in ROW_KINDS:
            rows.append(make_row(kind, arguments, family, text.count("\n", 0, match.start()) + 1))
        else:
            raise ValueError(f"{TABLE}: unknown kind of row {kind}; teach it to tools/dev/ops_table.py")
    return rows
