"""Random programs: which types and constructs one uses is a theme of it, so that the programs differ from each other."""

import random

from bounds import UNSIGNED, Broken, integral
from generate_expr import Expressions
from generate_functions import Functions
from generate_host import HostExpressions
from generate_loops import Loops
from generate_state import States
from idioms import TABLE, USES, WEIGHT, Idioms
from rules import broken_rule
from tree import (HOST_FLOATS, TENSORS, VECTORS, Node, element_type, holds_numbers, is_c_array, is_class, is_container, is_host, is_list,
                  is_optional, is_structure, is_tensor, literal, part_types, var, walk)

# What --without leaves out.
FEATURES = ("applied", "arrays", "choices", "classes", "do", "effects", "errors", "for", "globals", "helpers", "init", "lambda", "lists",
            "maps", "members", "numbers", "optionals", "products", "recursion", "references", "results", "slices", "structures", "switch", "templates",
            "throw", "tries", "tuples", "variables", "variants", "vectors", *TABLE)


TYPES_SHARED = 20
CALLS = ("user", "applied", "method", "construct", "check", "throw")


class Generator(Functions, Loops, States, Idioms, Expressions, HostExpressions):
    inputs_each = 6
    everything = staticmethod(walk)

    def __init__(self, seed, number, attempt, features):
        self.random = random.Random(f"{seed}:{number}" + (f".{attempt}" if attempt else ""))
        # Twenty programs have their types in common, with the list of parameters of their entries: what a compiler makes
        # of a list of types, which is a fifth of all that it does, it makes once for a batch.
        self.common = random.Random(f"{seed}:types {number // TYPES_SHARED}" + (f".{attempt // 5}" if attempt >= 5 else ""))
        self.name = f"seed {seed}, program {number}" + (f".{attempt}" if attempt else "")
        self.features = features
        self.callees = []
        self.known = []  # numbers that are known while the function is traced
        self.generic = False
        self.counter = 0

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    # themes

    def choose_theme(self):
        self.weights = {name: self.random.choice((0.3, 1, 1, 2)) for name in (
            "assign", "compound", "step", "declare", "late", "print", "check", "if", "host_if", "block", "loop",
            "jump", "call", "element", "unpack", "switch", "throw", "if_declare", "lambda", "computed", "put", "alias",
            "guarded", "swap", "if_has", "method", "push", "state")}
        self.has_idioms = any(f in self.features for f in TABLE) and self.chance(USES)
        self.grows = "lists" in self.features and self.chance(0.25)
        self.effects = self.random.choice((0.0, 1.0, 1.0)) if "effects" in self.features else 0.0
        own, self.random = self.random, self.common
        self.choose_types()
        self.random = own

    def choose_types(self):
        scalars = ["i32", "i64", "f64", "f32"]
        self.random.shuffle(scalars)
        self.scalars = scalars[:self.random.choice((1, 1, 2, 2, 3))]
        self.vectors = ["v_" + t for t in self.scalars ] if "vectors" in self.features and self.chance(0.4) else []
        self.hosts = [t for t in ("int", "bool", "double") if self.chance(0.5)]
        if "numbers" in self.features:
            self.hosts += [t for t in ("u8", "u32", "u64", "l64", "float") if self.chance(0.2)]
        self.structs = []
        if "structures" in self.features and self.chance(0.4):
            for _ in range(self.random.randint(1, 2)):
                self.structs.append(self.structure_type())
        numbers = [t for t in self.hosts if t != "bool" and "numbers" in self.features]
        self.arrays = []  # of C
        if "arrays" in self.features and self.chance(0.2):
            self.arrays.append("carray:" + ",".join([self.pick(self.scalars + self.vectors + numbers * 2)] * 2))
        if "optionals" in self.features and self.chance(0.25):
            self.structs.append("optional:" + self.pick(self.scalars + self.hosts))
        self.classes = ()
        self.entry_types = self.signature("AG_FUNCTION")
        self.entry_result = self.result_type(self.entry_types, "AG_FUNCTION")

    def structure_type(self):
        kinds = ["pair", "struct", "array", "vector"] + [k for k in ("tuple", "map", "variant") if k + "s" in self.features]
        kind = self.pick(kinds)
        parts = self.scalars + self.vectors
        if kind in ("array", "vector"):
            numbers = [t for t in self.hosts if t != "bool" and "numbers" in self.features]
            return f"{kind}:{','.join([self.pick(parts + numbers)] * 2)}"
        if kind == "variant":
            return f"variant:{self.pick(parts)}"
        if kind == "map":
            return f"map:{','.join([self.pick(parts)] * 2)}"
        if "results" in self.features and self.hosts:
            parts = parts + self.hosts
        return f"{kind}:{self.pick(self.scalars)},{self.pick(parts)}"

    # statements

    def block(self, depth, length, new=True):
        """Statements in a scope of their own."""
        outer = self.scope
        if new:
            self.scope = dict(outer)
        statements = []
        for _ in range(self.random.randint(1, length)):
            if self.budget <= 0:
                break
            statement = self.statement(depth)
            if statement is None:
                continue
            self.budget -= 1
            statements.append(statement)
            if statement.kind in ("break", "continue", "return", "throw") and not self.chance(0.05):
                break
        self.scope = outer if new else self.scope
        return tuple(statements)

    def statement(self, depth):
        table = [("assign", 4), ("compound", 1.2), ("step", 0.5), ("declare", 1), ("late", 0.4), ("print", 1),
                 ("jump", 1), ("element", 1)]
        if self.callees:
            table.append(("call", 0.7))
        if "lambda" in self.features and depth > 0:
            table += [("lambda", 1.2 if "applied" in self.features else 0.3), ("computed", 0.2)]
        if self.structs:
            table.append(("unpack", 0.4))
        if any(map(is_container, self.structs + self.arrays)):
            table += [("put", 1), ("guarded", 0.4)]
        if "references" in self.features:
            table += [("alias", 0.25), ("swap", 0.2)]
        if "errors" in self.features:
            table.append(("check", 0.4))
        if depth > 0:
            table += [("if", 4), ("host_if", 0.8), ("block", 0.3), ("loop", 3)]
            table += [(name, 0.8) for name, feature in (("switch", "switch"), ("if_declare", "init"))
                      if feature in self.features]
            table += [("if_has", 1)] if any(map(is_optional, self.structs)) else []
        if "throw" in self.features:
            table.append(("throw", 0.15))
        if "tries" in self.features and depth > 0 and self.known and not self.generic:
            table.append(("attempt", 3))
        if "slices" in self.features and self.vectors:
            table.append(("fill", 0.5))
        if any(is_class(t) for t, _ in self.scope.values()):
            table.append(("method", 1.5))
        if self.grows:
            table.append(("push", 2))
        if self.has_idioms:
            table.append(("idiom", WEIGHT))
        if "applied" in self.features and any(t == "lambda" for t, _ in self.scope.values()):
            table.append(("apply", 8))
        if any(name.startswith("state") for name in self.scope):
            table.append(("state", 1.5))
        names = [name for name, _ in table]
        weights = [weight * self.weights.get(name, 1) for name, weight in table]
        kind = self.random.choices(names, weights)[0]
        for _ in range(5):
            try:
                made = getattr(self, "make_" + kind)(depth)
                return made
            except Broken:
                continue
        return None

    def style(self):
        return self.random.randint(0, 59)

    def makeable(self, type_name):
        return "numbers" in self.features or not holds_numbers(type_name)

    def target(self):
        """(place, type) of something that may be assigned."""
        options = [(p, t) for p, (t, constant) in self.scope.items()
                   if not constant and (is_tensor(t) or "numbers" in self.features and is_host(t))]
        if self.structs and self.chance(0.1):
            options = [(p, t) for p, (t, constant) in self.scope.items()
                       if not constant and is_structure(t) and self.makeable(t) and not is_c_array(t) and p not in self.checker.globals] or options
        if self.chance(0.1):
            options = [(p, t) for p, (t, constant) in self.scope.items() if is_class(t) and not constant] or options
        if not options:
            raise Broken("nothing to assign")
        return self.pick(options)

    def declare(self, type_name, depth=2):
        value = self.value(type_name, depth)
        name = self.fresh({"w32": "n", "w64": "r", "b8": "b"}.get(type_name, type_name[0] if not is_structure(type_name) else "s"))
        constant = self.chance(0.15) and not type_name.startswith("map")
        style = self.pick(("plain", "plain", "plain", "paren", "braces"))
        if style == "plain" and value.kind == "user" and self.chance(0.3):
            style = "auto"
        self.checker.declare(self.scope, name, type_name, constant)
        return Node("declare", type_name, (value,), data=(name, constant, style))

    def make_declare(self, depth):
        pool = self.scalars + self.vectors + ["w32", "w64"]
        if "numbers" in self.features:
            pool = pool + self.hosts
        return self.declare(self.pick(pool))

    def make_late(self, depth):
        type_name = self.pick(self.scalars + self.vectors + (self.hosts if "numbers" in self.features else []))
        condition = self.condition()
        blocks, values = [], []
        outer = self.scope
        for _ in range(2):
            self.scope = dict(outer)
            blocks.append(self.block(depth - 1, 1, new=False) if depth > 0 and self.chance(0.5) else ())
            values.append(self.value(type_name, 1))
        self.scope = outer
        name = self.fresh("late")
        self.checker.declare(self.scope, name, type_name)
        return Node("late", type_name, (condition, *values), tuple(blocks), (name, self.style()))

    def make_unpack(self, depth):
        structures = [t for t in self.structs if not t.startswith(("vector", "optional", "map", "variant")) and self.makeable(t)]
        if not structures:
            raise Broken("nothing to unpack")
        value = self.value(self.pick(structures), 2)
        names = tuple(self.fresh("part") for _ in part_types(value.type))
        for name, type_name in zip(names, part_types(value.type)):
            self.checker.declare(self.scope, name, type_name)
        return Node("unpack", exprs=(value,), data=names)

    def make_assign(self, depth):
        place, type_name = self.target()
        statement = Node("assign", type_name, (self.value(type_name),), data=(place,))
        self.checker.s_assign(statement, self.scope)
        return statement

    def make_compound(self, depth):
        place, type_name = self.target()
        if is_structure(type_name) or is_class(type_name) or type_name in ("b8", "bool"):
            raise Broken("no compound assignment")
        operator = self.pick("+-*+-")
        value = self.value(type_name, 1) if self.chance(0.6) else self.weak_for(type_name)
        if is_host(type_name):
            value = self.value(type_name, 1)
        if self.chance(0.2) and type_name not in HOST_FLOATS:
            operator = self.pick("/%") if integral(type_name) else "/"
            value = literal(self.pick((2, 3, 5)), "int")
        modulus = self.pick((97, 101, 997)) if integral(type_name) and type_name not in UNSIGNED else 0
        statement = Node("compound", type_name, (value,), data=(place, operator, modulus))
        self.checker.s_compound(statement, self.scope)
        return statement

    def make_step(self, depth):
        place, type_name = self.target()
        if type_name in ("b8", "bool") or is_structure(type_name) or is_class(type_name):
            raise Broken("cannot be counted")
        return Node("step", type_name, data=(place, self.pick(("++", "--")), self.chance(0.5)))

    def make_element(self, depth):
        places = [p for t in self.vectors for p in self.places(t, writable=True)]
        if not places:
            raise Broken("no vector")
        place = self.pick(places)
        type_name = self.scope[place][0]
        operator = self.pick(("=", "=", "+=", "-=", "*="))
        value = self.value(element_type(type_name), 1)
        modulus = 97 if operator != "=" and integral(type_name) else 0
        statement = Node("element", type_name, (self.index(1), value), data=(place, operator, modulus))
        self.checker.s_element(statement, self.scope)
        return statement

    def make_put(self, depth):
        places = [p for t in self.structs + self.arrays if is_container(t) for p in self.places(t, writable=True)]
        if not places:
            raise Broken("no container")
        place = self.pick(places)
        container = self.scope[place][0]
        element = part_types(container)[0]
        operator = self.pick(("=", "+=", "-=", "*=", "+=")) if element not in VECTORS else "="
        modulus = 97 if operator != "=" and integral(element) and element not in UNSIGNED else 0
        index = self.pure("int", 1) if is_host(element) else literal(self.random.randint(0, 1), "int")
        statement = Node("put", container, (index, self.value(element, 1)), data=(place, operator, modulus, self.chooses(container)))
        self.checker.s_put(statement, self.scope)
        return statement

    def make_guarded(self, depth):
        """for (k) if (k + 1 < n % 3) v[k + 1] = 12 / (1 - k); where only the condition keeps the rest away."""
        places = [p for t in self.structs + self.arrays if is_container(t) and is_host(part_types(t)[0])
                  for p in self.places(t, writable=True)]
        if not places:
            raise Broken("no container")
        place = self.pick(places)
        element = part_types(self.scope[place][0])[0]
        divides = integral(element) and element != "bool" and self.chance(0.4)
        statement = Node("guarded", self.scope[place][0], (self.pure("int", 1), self.pure(element, 1)),
                         data=(place, self.fresh("g"), self.random.randint(0, 1), divides))
        self.checker.s_guarded(statement, self.scope)
        return statement

    def make_fill(self, depth):
        """v[v > 2] = x;"""
        places = [p for t in self.vectors for p in self.places(t, writable=True)]
        if not places:
            raise Broken("no vector")
        place = self.pick(places)
        type_name = self.scope[place][0]
        statement = Node("fill", type_name, (self.weak_literal(type_name), self.value(element_type(type_name), 1)), data=(place,))
        self.checker.s_fill(statement, self.scope)
        return statement

    def make_swap(self, depth):
        place, type_name = self.target()
        others = [p for p in self.places(type_name, writable=True) if p != place]
        if not others or is_optional(type_name):
            raise Broken("nothing to exchange it with")
        statement = Node("swap", type_name, data=(place, self.pick(others)))
        self.checker.s_swap(statement, self.scope)
        return statement

    def make_alias(self, depth):
        constant = self.chance(0.25)
        places = [p for p, (t, fixed) in self.scope.items() if (constant or not fixed) and t != "lambda" and self.makeable(t) and
                  not is_c_array(t) and
                  not (is_list(t) or constant and t.startswith("map")) and
                  self.checker.base(p) not in self.checker.globals]
        if not places:
            raise Broken("nothing to refer to")
        place = self.pick(places)
        statement = Node("alias", self.scope[place][0], data=(self.fresh("ref"), place, constant))
        self.checker.s_alias(statement, self.scope)
        return statement

    def make_print(self, depth):
        types = [t for t in TENSORS + VECTORS if self.places(t)]
        if "numbers" in self.features:
            types += [t for t in self.hosts if self.places(t)]
        items = tuple(self.value(self.pick(types), 1) for _ in range(self.random.randint(0, 2))) if types else ()
        statement = Node("print", exprs=items, data=(self.fresh("at "),))
        self.checker.s_print(statement, self.scope)
        return statement

    def make_check(self, depth):
        items = (self.pure(self.pick(self.tensor_types() or ["w32"]), 0),) if self.chance(0.5) else ()
        statement = Node("check", exprs=(self.condition(1), *items), data=(self.fresh("check "),))
        self.checker.s_check(statement, self.scope)
        return statement

    def make_throw(self, depth):
        if depth >= 2:
            raise Broken("throws everything away")
        # Its text may have numbers in it, which only the graph may know.
        numbers = [] if "numbers" not in self.features else [
            p for p, (t, _) in self.scope.items() if t in ("int", "u8", "double") and p.isidentifier() and p not in self.checker.globals]
        name = self.pick(numbers) if numbers and self.chance(0.4) else None
        told = (var(name, self.scope[name][0]),) if name else ()
        return Node("throw", exprs=told, data=(self.pick(("runtime_error", "domain_error")), self.fresh("thrown ")))

    def make_attempt(self, depth):
        """try { if (i > 1) throw …; … } catch (…) { … }, with a number that is known while the function is traced."""
        if not self.known:
            raise Broken("nothing is known")
        condition = Node("compare", "bool", (var(self.pick(self.known), "int"), literal(self.random.randint(0, 2), "int")), data=(">",))
        body = self.block(depth - 1, 3)
        if any(node.kind in CALLS for s in body for node in walk(s)):
            raise Broken("what a call throws a handler may get")
        thrown = self.pick(("domain_error", "out_of_range"))
        caught = self.pick((thrown, "logic_error"))
        return Node("attempt", exprs=(condition,), blocks=(body, self.block(depth - 1, 2)), data=(thrown, self.fresh("thrown "), caught))

    def make_call(self, depth):
        function = self.pick(self.callees)
        call = self.user_call((function.name, function.parameters, function.result), 2)
        statement = Node("call", exprs=(call,))
        self.checker.s_call(statement, self.scope)
        return statement

    def make_if(self, depth):
        return Node("if", exprs=(self.condition(),), blocks=self.two_blocks(depth), data=(self.style(),))

    def two_blocks(self, depth):
        then = self.block(depth - 1, 3)
        roll = self.random.random()
        if roll < 0.45 or self.budget <= 0:
            return (then, ())
        if roll < 0.65:
            return (then, (self.make_if(max(depth - 1, 1)),))
        return (then, self.block(depth - 1, 3))

    def make_host_if(self, depth):
        return Node("if", exprs=(self.truth_of("bool", 1),), blocks=self.two_blocks(depth), data=(self.style(),))

    def make_if_declare(self, depth):
        type_name = self.pick(self.scalars + (self.hosts if "numbers" in self.features else []))
        value = self.value(type_name, 1)
        outer = self.scope
        self.scope = dict(outer)
        name = self.fresh("k")
        self.checker.declare(self.scope, name, type_name)
        condition, blocks = self.condition(), self.two_blocks(depth)
        self.scope = outer
        return Node("if_declare", type_name, (value, condition), blocks, (name, self.style()))

    def make_if_has(self, depth):
        places = [p for t in self.structs if is_optional(t) for p in self.places(t)]
        if not places:
            raise Broken("no optional")
        place = self.pick(places)
        type_name, constant = self.scope[place]
        outer = self.scope
        self.scope = self.checker.frozen(outer, place)
        self.scope[f"(*{place})"] = (part_types(type_name)[0], constant)
        if f"(*{place})" in outer:
            self.scope = outer
            raise Broken("known already")
        then = self.block(depth - 1, 3)
        self.scope = outer
        other = self.block(depth - 1, 2) if self.chance(0.4) else ()
        return Node("if_has", type_name, blocks=(then, other), data=(place, self.style()))

    def make_block(self, depth):
        return Node("block", blocks=(self.block(depth - 1, 3),))

    def make_switch(self, depth):
        value = self.small("int", 3)
        labels = [0, 1, 2, 3]
        self.random.shuffle(labels)
        cases, blocks = [], []
        self.switches += 1
        for _ in range(self.random.randint(1, 2)):
            taken = [labels.pop() for _ in range(1 if self.chance(0.8) or len(labels) < 2 else 2)]
            cases.append((tuple(taken), self.chance(0.25)))
            blocks.append(self.block(depth - 1, 2))
        if self.chance(0.7):
            cases.append(((None,), False))
            blocks.append(self.block(depth - 1, 2))
        self.switches -= 1
        return Node("switch", exprs=(value,), blocks=tuple(blocks), data=tuple(cases))

    def make_jump(self, depth):
        if self.loops and self.chance(0.75):
            return Node(self.pick(("break", "continue")))
        if self.switches and self.chance(0.75):
            return Node("break")
        if depth >= 3 and not self.chance(0.2):
            raise Broken("returns too early")
        if self.result == "void":
            return Node("return")
        return Node("return", exprs=(self.value(self.result, 1),))


def generate(seed, number, features):
    """A program within the rules."""
    attempt = 0
    while True:
        generator = Generator(seed, number, attempt, features)
        attempt += 1
        try:
            program = generator.program()
        except Broken:
            continue
        if broken_rule(program) is None:
            return program
