"""Other ways to write the same program: where its functions live, how they are called, what stands for a statement. Chosen by
names and texts, so that a program stays as it is while it is made smaller."""

import re
from dataclasses import replace
from zlib import crc32

from tree import all_functions, counts_calls, is_host, is_tensor, walk


def chooses(n, *words):
    """A number below n for these words."""
    return crc32(" ".join(map(str, words)).encode()) % n


# Where a function of a namespace may stand, and how it is called from there.
HOMES = {
    "namespace": ("namespace parts {{", "}}", "parts::{0}"),
    "static": ("struct Home_{0} {{", "}};", "Home_{0}::{0}"),
    "functor": ("struct Functor_{0} {{", "}};", "Functor_{0}()"),
    "virtual": ("struct Face_{0} {{", "}};", "std::unique_ptr<Face_{0}>(new Own_{0})->{0}"),
    # Of an object outside whose class has no staged class.
    "faced": ("struct Faced_{0} {{", '  std::string text = "kept";\n}};\nFaced_{0} faced_{0};', "faced_{0}.{0}"),
}


def home(program, function):
    """One of these, or nothing for a function as it is."""
    if program.where != "namespace" or function == program.entry() or function.annotation not in ("", "AG_CONVERT"):
        return None
    kinds = ("namespace", "static", "functor", "virtual", "faced", None, None, None, None)
    kind = kinds[chooses(len(kinds), "home", function.name, function.parameters)]
    simple = all(is_tensor(t) or is_host(t) for t in (function.result, *(t for _, t, _ in function.parameters)) if t != "void")
    if kind != "namespace" and (counts_calls(function.parameters) or not (simple or kind == "faced")):
        return None  # a class without members has no staged class for structures, and methods do not call themselves
    by_value = all(how != "reference" for _, _, how in function.parameters)
    return "static" if kind in ("functor", "virtual") and not by_value else kind


def default_of(program, function):
    """The last argument, a literal, that a function is called without; or nothing."""
    if function == program.entry() or function.annotation.startswith("template") or not function.parameters:
        return None
    _, type_name, how = function.parameters[-1]
    if how == "reference" or not (is_host(type_name) or type_name == "w32") or counts_calls(function.parameters):
        return None
    calls = [n for f in all_functions(program) for s in f.body for n in walk(s) if n.kind == "user" and n.data[0] == function.name]
    literals = [n.exprs[-1] for n in calls if n.exprs[-1].kind == "literal"]
    return literals[0] if literals and chooses(3, "default", function.name, literals[0].data) else None


def overloaded(program, homes, defaults):
    """Functions with the name of one before them, which takes another number of arguments."""
    names = {}
    free = [f for f in program.functions[:-1] if homes[f.name] is None and f.annotation in ("", "AG_CONVERT") and defaults[f.name] is None]
    for first, second in zip(free, free[1:]):
        differ = len(first.parameters) != len(second.parameters)
        if program.where == "namespace" and differ and chooses(2, "overload", second.name, second.parameters):
            names[second.name] = names.get(first.name, first.name)
    return names


class Spelling:
    """How the functions of a program are written."""

    def __init__(self, program):
        self.homes = {f.name: home(program, f) for f in program.functions}
        self.defaults = {f.name: default_of(program, f) for f in program.functions}
        self.names = overloaded(program, self.homes, self.defaults)
        self.operators = set()  # methods that are operator()
        for owner in program.classes:
            for method in owner.methods:
                if method.name != owner.name and method.parameters and chooses(4, "operator", method.name, method.parameters) == 0:
                    self.operators.add(method.name)
                    break

    def program(self, program):
        """With the calls as they are written."""
        classes = tuple(replace(owner, methods=tuple(
            replace(m, name="operator()" if m.name in self.operators else m.name, body=self.block(m.body)) for m in owner.methods))
            for owner in program.classes)
        functions = tuple(replace(f, body=self.block(f.body)) for f in program.functions)
        return replace(program, classes=classes, functions=functions)

    def block(self, block):
        return tuple(map(self.node, block))

    def node(self, node):
        exprs, data = tuple(map(self.node, node.exprs)), node.data
        if node.kind == "user" and data[0] in self.homes:
            name = data[0]
            if self.defaults[name] is not None and node.exprs[-1] == self.defaults[name]:
                exprs = exprs[:-1]
            kind = self.homes[name]
            called = HOMES[kind][2].format(name) if kind else self.names.get(name, name)
            data = (called,) + data[1:]
        if node.kind == "method" and data[1] in self.operators:
            data = (data[0], "operator()")
        return replace(node, exprs=exprs, blocks=tuple(map(self.block, node.blocks)), data=data)

    def written(self, function, lines):
        """The lines of a function, in its home."""
        kind, name = self.homes[function.name], function.name
        if kind is None:
            return [re.sub(rf"\b{name}\b", self.names[name], lines[0])] + lines[1:] if name in self.names else lines
        first, last = (text.format(name) for text in HOMES[kind][:2])
        inner = ["  " + line for line in lines] if kind != "namespace" else lines
        if kind == "static":
            inner[0] = "  static " + lines[0].removeprefix("AG_CONVERT ")
        if kind == "faced":
            inner[0] = "  " + lines[0].removeprefix("AG_CONVERT ")[:-2] + (" const {" if chooses(2, "const", name) else " {")
        if kind == "functor":
            head = lines[0].removeprefix("AG_CONVERT ")
            inner[0] = "  " + re.sub(rf"\b{name}\b", "operator()", head)[:-2] + " const {"
        if kind != "virtual":
            return [first] + inner + last.split("\n")
        head = lines[0].removeprefix("AG_CONVERT ")[:-2]
        inner[0] = "  " + head + " const override {"
        return [first, f"  virtual ~Face_{name}() = default;", f"  virtual {head} const = 0;", last,
                f"struct Own_{name} : Face_{name} {{"] + inner + [last]


# Within a function.


def hidden_by_lambdas(function):
    """Variables that a lambda or a reference uses, which nothing may hide."""
    found = set()
    for s in function.body:
        for node in walk(s):
            if node.kind in ("lambda", "computed", "alias"):
                found |= set(re.findall(r"\w+", str([walk_data(n) for n in walk(node)])))
    return found


def walk_data(node):
    return [str(part) for part in node.data]


def with_hidden(lines, declared, around, kept):
    """The lines of a block in which one variable has the name of one around it that the block does not use."""
    for name in declared:
        if chooses(5, "hide", name, len(lines)):
            continue
        text = "\n".join(lines)
        others = [other for other in around if other not in kept and not re.search(rf"\b{other}\b", text)]
        if others and name not in kept:
            other = others[chooses(len(others), name)]
            return [re.sub(rf"\b{name}\b", other, line) for line in lines]
    return lines


def visited(kind, type_name, name, place):
    """The head of a loop over the rows of a tensor, or the elements of a container."""
    style = chooses(8, "visit", name, place)
    if kind == "rows" and style == 0:
        return f"for (auto [{name}, beside_{name}] : ag::zip({place}, {place}))"
    if kind == "rows" and style == 1:
        return f"for (auto [at_{name}, {name}] : ag::enumerate({place}))"
    if kind == "elements" and type_name != "Tensor":
        style = 7  # agc follows no symbolic numbers through views
    if kind == "elements" and style == 0:
        return f"for ({type_name} {name} : {place} | std::views::reverse)"
    if kind == "elements" and style == 1:
        return f"for ({type_name} {name} : std::views::take({place}, 1))"
    if kind == "elements" and style == 2:
        return f"for ({type_name} {name} : {place} | std::views::drop(1))"
    return f"for ({type_name} {name} : {place})"


def loop_options(name, trips):
    """A statement at the start of a loop, or nothing. The loop ends long before."""
    style = chooses(12, "options", name, trips)
    return ["ag::set_loop_options({.maximum_iterations = 5000});", "ag::set_loop_options({.parallel_iterations = 4});"][style:style + 1]
