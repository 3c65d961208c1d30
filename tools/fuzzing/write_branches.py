"""Writes branches as C++: as statements, or, like loops, as calls of ag::cond and ag::while_loop where nothing jumps out of them."""

from tree import cpp_type, walk


def is_function(block):
    """Whether the statements may be the body of a lambda."""
    return not any(node.kind in ("break", "continue", "return") for s in block for node in walk(s))


class BranchWriter:
    """A part of Writer."""

    def s_if(self, depth, s, lead=""):
        if not lead and s.data[0] % 6 == 1 and all(is_function(block) for block in s.blocks):
            return self.choice_of_functions(depth, s)
        header = f"{lead}if ({self.text(s.exprs[0])})"
        self.branches(depth, header, s.blocks, s.data[0])

    def s_if_declare(self, depth, s, lead=""):
        name, style = s.data
        declaration = f"{cpp_type(s.type)} {name} = {self.text(s.exprs[0])}"
        self.branches(depth, f"{lead}if ({declaration}; {self.text(s.exprs[1])})", s.blocks, style)

    def s_if_has(self, depth, s):
        place, style = s.data
        test = (place, f"{place}.has_value()", f"{place} != std::nullopt")[style % 3]
        self.branches(depth, f"if ({test})", s.blocks, style)

    def s_attempt(self, depth, s):
        thrown, text, caught = s.data
        self.block(depth, "try", s.blocks[0], 0, first=[f'if ({self.text(s.exprs[0])}) throw std::{thrown}("{text}");'])
        at = len(self.lines)
        self.block(depth, f"catch (const std::{caught}&)", s.blocks[1], 0)
        self.join(depth, at, 1)

    def branches(self, depth, header, blocks, style):
        then, other = blocks
        if not other:
            self.block(depth, header, then, style)
            return
        self.block(depth, header, then, 0)
        if len(other) == 1 and other[0].kind == "if" and style % 4:
            at = len(self.lines)
            self.s_if(depth, other[0], lead="else ")
            self.join(depth, at, style)
            return
        at = len(self.lines)
        self.block(depth, "else", other, style)
        self.join(depth, at, style)

    def join(self, depth, at, style):
        """`} else` on one line, mostly."""
        if style % 5:
            self.lines[at - 1:at + 1] = [self.lines[at - 1] + " " + self.lines[at].strip()]

    def s_switch(self, depth, s):
        self.put(depth, f"switch ({self.text(s.exprs[0])}) {{")
        for (labels, falls), block in zip(s.data, s.blocks):
            text = " ".join("default:" if label is None else f"case {label}:" for label in labels)
            self.put(depth + 1, text + " {")
            self.names.append([])
            for statement in block:
                self.statement(depth + 2, statement)
            self.names.pop()
            leaves = block and block[-1].kind in ("return", "continue", "break")
            if not falls and not leaves:
                self.put(depth + 2, "break;")
            self.put(depth + 1, "}")
        self.put(depth, "}")

    # as functions

    def choice_of_functions(self, depth, s):
        then, other = s.blocks
        self.block(depth, f"ag::cond({self.text(s.exprs[0])}, [&]", then, 0, tail=", [&] {")
        self.names.append([])
        for statement in other:
            self.statement(depth + 1, statement)
        self.names.pop()
        self.put(depth, "});")

    def loop_of_functions(self, depth, test, block, first):
        self.block(depth, f"ag::while_loop([&](Tensor) {{ return {test}; }}, [&](Tensor round)", block, 0, first=first,
                   tail=", 0);")
        self.lines.insert(-1, "  " * (depth + 1) + "return round;")
