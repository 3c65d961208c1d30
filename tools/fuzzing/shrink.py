"""Makes a failing program smaller: parts of its tree are left out or replaced by parts of themselves, as long as it keeps
to the rules and fails alike. Many smaller programs are judged at a time, in one batch."""

import time
from dataclasses import replace

from rules import broken_rule
from tree import HOST, all_functions, literal, size, var, walk, with_function

AT_ONCE = 30


def expressions(e, variables):
    """What may stand for an expression: its parts, a variable, a literal; and itself with a part replaced."""
    for child in e.exprs:
        if child.type == e.type:
            yield child
    if e.exprs or e.kind in ("method", "listed"):
        for name, type_name in variables:
            if type_name == e.type:
                yield var(name, type_name)
        if e.type in HOST or e.type == "w32":
            yield literal(1, e.type)
        if e.type == "b8":
            yield literal(1, "bool")
    if e.kind == "literal" and e.data[0] not in (0, 1):
        yield literal(1, e.type)
    for k, child in enumerate(e.exprs):
        for other in expressions(child, variables):
            yield replace(e, exprs=e.exprs[:k] + (other,) + e.exprs[k + 1:])


def blocks(block, variables):
    """Smaller blocks for a block."""
    length = len(block)
    step = length
    while step >= 1:
        for begin in range(0, length, step):
            yield block[:begin] + block[begin + step:]
        step //= 2
    for k, statement in enumerate(block):
        for inner in statement.blocks:
            yield block[:k] + inner + block[k + 1:]
    for k, statement in enumerate(block):
        for other in statements(statement, variables):
            yield block[:k] + (other,) + block[k + 1:]


def statements(s, variables):
    for k, inner in enumerate(s.blocks):
        for other in blocks(inner, variables):
            yield replace(s, blocks=s.blocks[:k] + (other,) + s.blocks[k + 1:])
    if s.kind == "switch":
        for k in range(len(s.blocks)):
            yield replace(s, blocks=s.blocks[:k] + s.blocks[k + 1:], data=s.data[:k] + s.data[k + 1:])
    least = {"while": 0, "do": 0, "endless": 0, "for": 1, "print": 0, "check": 1}.get(s.kind)
    if least is not None:
        for k in range(least, len(s.exprs)):
            yield replace(s, exprs=s.exprs[:k] + s.exprs[k + 1:])
    for k, e in enumerate(s.exprs):
        for other in expressions(e, variables):
            yield replace(s, exprs=s.exprs[:k] + (other,) + s.exprs[k + 1:])


def variables_of(function):
    found = [(name, type_name) for name, type_name, _ in function.parameters]
    for statement in function.body:
        for node in walk(statement):
            if node.kind in ("declare", "late", "alias", "computed", "grow"):
                found.append((node.data[0], node.type))
    return found


def without_parameter(program, index, k):
    """A program without a parameter of a function, and without the argument wherever it is called."""
    function = program.functions[index]
    name = function.name
    smaller = replace(function, parameters=function.parameters[:k] + function.parameters[k + 1:])
    functions = [replace(f, body=tuple(without_argument(s, name, k) for s in f.body))
                 for f in program.functions[:index] + (smaller,) + program.functions[index + 1:]]
    inputs = program.inputs
    if index == len(program.functions) - 1:
        inputs = tuple(values[:k] + values[k + 1:] for values in inputs)
    return replace(program, functions=tuple(functions), inputs=inputs)


def without_argument(node, function, k):
    exprs = tuple(without_argument(e, function, k) for e in node.exprs)
    if node.kind == "user" and node.data[0] == function:
        exprs = exprs[:k] + exprs[k + 1:]
    inner = tuple(tuple(without_argument(s, function, k) for s in block) for block in node.blocks)
    return replace(node, exprs=exprs, blocks=inner)


def classes(owner):
    """Every class that is one step smaller."""
    for k in range(len(owner.members)):
        yield replace(owner, members=owner.members[:k] + owner.members[k + 1:])
    for k, method in enumerate(owner.methods):
        around = owner.methods[:k], owner.methods[k + 1:]
        yield replace(owner, methods=around[0] + around[1])
        for body in blocks(method.body, variables_of(method)):
            yield replace(owner, methods=around[0] + (replace(method, body=body),) + around[1])


def programs(program):
    """Every program that is one step smaller."""
    if len(program.inputs) > 1:
        for values in program.inputs:
            yield replace(program, inputs=(values,))
        for k in range(len(program.inputs)):
            yield replace(program, inputs=program.inputs[:k] + program.inputs[k + 1:])
    for k in range(len(program.globals)):
        yield replace(program, globals=program.globals[:k] + program.globals[k + 1:])
    for k, owner in enumerate(program.classes):
        around = program.classes[:k], program.classes[k + 1:]
        yield replace(program, classes=around[0] + around[1])
        for smaller in classes(owner):
            yield replace(program, classes=around[0] + (smaller,) + around[1])
    if program.where != "namespace":
        yield replace(program, where="namespace")
    for index in range(len(program.functions) - 1):
        yield replace(program, functions=program.functions[:index] + program.functions[index + 1:])
    for index in reversed(range(len(program.functions))):
        function = program.functions[index]
        for body in blocks(function.body, variables_of(function)):
            yield with_function(program, index, replace(function, body=body))
        for k in range(len(function.parameters)):
            yield without_parameter(program, index, k)
        if function.annotation.startswith("AG_") and index < len(program.functions) - 1:
            yield with_function(program, index, replace(function, annotation=""))


def measure(program):
    """Smaller is better; with equal sizes, more literals and ones, fewer annotations."""
    nodes = [node for f in all_functions(program) for s in f.body for node in walk(s)]
    text = sum(node.kind not in ("literal", "var") for node in nodes)
    numbers = sum(node.data[0] not in (0, 1) for node in nodes if node.kind == "literal")
    written = sum(bool(f.annotation) for f in program.functions) + (program.where != "namespace")
    return size(program) + len(program.globals), text, numbers, written


def candidates(program):
    """Smaller programs within the rules; the order of the steps stays, so that large ones come first."""
    seen = set()
    for smaller in programs(program):
        if smaller in seen or measure(smaller) >= measure(program) or broken_rule(smaller):
            continue
        seen.add(smaller)
        yield smaller


def shrink(program, verdict, judge, seconds, progress=None):
    """judge gives the verdicts of a list of programs. The smallest program that was found to fail alike, and its verdict."""
    end = time.monotonic() + seconds
    improved = True
    while improved and time.monotonic() < end:
        improved = False
        waiting = []
        for smaller in candidates(program):
            waiting.append(smaller)
            if len(waiting) == AT_ONCE:
                improved, program, verdict = best(program, verdict, waiting, judge)
                waiting = []
                if improved or time.monotonic() > end:
                    break
        if waiting and not improved:
            improved, program, verdict = best(program, verdict, waiting, judge)
        if improved and progress:
            progress(program)
    return program, verdict


def best(program, verdict, smaller, judge):
    found = judge(smaller)
    failing = [(measure(smaller[k]), k) for k in range(len(smaller)) if found[k].like(verdict)]
    if not failing:
        return False, program, verdict
    k = min(failing)[1]
    return True, smaller[k], found[k]
