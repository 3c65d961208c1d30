"""Random expressions. An expression of a type is made top down; where it would break a rule (values too large, an order
of evaluation that C++ leaves open) the caller tries again."""

from bounds import UNSIGNED, Broken, integral, is_plain, is_small
from generate_host import COMPARISONS
from tree import (AGAIN, HOST, HOST_FLOATS, TENSOR_FLOATS, TENSORS, VECTORS, Node, element_type, has_no_common_value, is_class, is_host,
                  is_optional, is_structure, is_tensor, is_vector_of_numbers, literal, part_types, var)

# How many vectors each takes.
VECTOR_CALLS = {"dot": 2, "long dot": 2, "matrix by vector": 4, "vector by matrix": 4, "logsumexp": 1, "softmax": 1, "log_softmax": 1}
SMALL_FLOATS = (0.5, 1.5, 0.25, 2.0, 3.0, 0.1, -1.0, 0.7)


class Expressions:
    """self.random, self.features and self.scope (place -> (type, constant)) belong to the generator of statements."""

    def chance(self, p):
        return self.random.random() < p

    def pick(self, options):
        return self.random.choice(list(options))

    def places(self, type_name, writable=False):
        return [p for p, (t, constant) in self.scope.items() if t == type_name and not (writable and constant)]

    def value(self, type_name, depth=2):
        """An expression that may be assigned to a variable of a type."""
        for _ in range(20):
            try:
                e = self.expr(type_name, depth)
                if integral(type_name) and type_name not in UNSIGNED and not is_small(e):
                    e = self.reduced(e, self.pick((7, 11, 50, 97, 101, 997)))
                self.checker.assigned(e, type_name, self.scope)
                return e
            except Broken:
                depth = max(depth - 1, 0)
        return self.leaf(type_name, literals=True)

    @staticmethod
    def reduced(e, modulus):
        weak = "int" if is_host(e.type) else "w32"
        return Node("op", e.type, (e, literal(modulus, weak)), data=("%",))

    def pure(self, type_name, depth=1):
        """Without effects, for places that are evaluated more than once or in no certain order."""
        kept, self.effects = self.effects, 0.0
        try:
            return self.value(type_name, depth)
        finally:
            self.effects = kept

    def small(self, type_name, limit):
        """Between -limit and limit, as the number of rounds or an index."""
        e = self.pure(type_name, 1)
        if e.kind == "literal":
            return literal(e.data[0] % (limit + 1), e.type)
        return self.reduced(e, limit + 1)

    def condition(self, depth=2):
        for _ in range(20):
            try:
                e = self.truth(depth)
                self.checker.condition(e, self.scope)
                return e
            except Broken:
                depth = max(depth - 1, 0)
        return literal(1, "bool")

    # leaves

    def leaf(self, type_name, literals=True):
        options = self.places(type_name)
        if is_class(type_name):
            return self.object_of(type_name, 0)
        if is_structure(type_name):
            options = [p for p in options if p not in self.checker.globals]
        if type_name in VECTORS or is_structure(type_name):
            if options and self.chance(0.8):
                return var(self.pick(options), type_name)
            return self.make(type_name)
        if options and not (literals and self.chance(0.2)):
            return var(self.pick(options), type_name)
        if type_name in HOST or type_name in ("w32", "w64"):
            return self.number(type_name)
        if type_name == "b8":
            return self.comparison(0) if self.tensor_types() else literal(1, "bool")
        # A strong scalar out of nothing: a weak one, converted.
        weak = literal(self.random.randint(0, 9), "w32")
        source = next(iter(self.places("w32")), None)
        return Node("convert", type_name, (var(source, "w32") if source else weak,), data=("call",))

    def make(self, type_name):
        if is_optional(type_name) and self.chance(0.4):
            return Node("aggregate", type_name)
        if is_vector_of_numbers(type_name):
            return Node("aggregate", type_name, tuple(self.number(t) for t in part_types(type_name)))
        if is_structure(type_name):
            return Node("aggregate", type_name, tuple(self.value(t, 1) for t in part_types(type_name)))
        vectors = [t for t in VECTORS if self.places(t)]
        if vectors:
            source = self.pick(vectors)
            return Node("convert", type_name, (var(self.pick(self.places(source)), source),), data=("call",))
        return Node("call", type_name, tuple(self.leaf(element_type(type_name)) for _ in range(3)), data=("stacked",))

    def number(self, type_name):
        if type_name in HOST_FLOATS or type_name == "w64":
            return literal(self.pick(SMALL_FLOATS), type_name)
        if type_name == "bool":
            return literal(self.random.randint(0, 1), type_name)
        low = 0 if type_name in UNSIGNED else -5
        return literal(self.random.randint(low, 12), type_name)

    def tensor_types(self):
        return [t for t in TENSORS if t != "b8" and self.places(t)]

    # by type

    def expr(self, type_name, depth):
        if depth <= 0:
            return self.leaf(type_name)
        if self.effects and self.chance(0.06):
            e = self.with_effect(type_name, depth)
            if e:
                return e
        if is_class(type_name):
            return self.object_of(type_name, depth)
        if is_structure(type_name):
            return self.structure(type_name, depth)
        if type_name == "w64":
            doubles = self.places("double") if "numbers" in self.features else []
            return var(self.pick(doubles), "double") if doubles and self.chance(0.4) else self.leaf("w64")
        if self.chance(0.15):
            e = self.stateful(type_name, depth)
            if e:
                return e
        if type_name in ("b8", "bool"):
            return self.truth_of(type_name, depth)
        if self.chance(0.12):
            return self.choice(type_name, depth)
        if self.structs and self.chance(0.12):
            e = self.held(type_name, depth)
            if e:
                return e
        if type_name in VECTORS:
            return self.vector(type_name, depth)
        if type_name in TENSORS:
            return self.scalar(type_name, depth)
        return self.host(type_name, depth)

    def structure(self, type_name, depth):
        callee = self.callee(type_name)
        if callee and self.chance(0.4):
            return self.user_call(callee, depth)
        if "choices" in self.features and self.makeable(type_name) and self.chance(0.2):
            return Node("choice", type_name, (self.truth(0), self.structure(type_name, 0), self.structure(type_name, 0)))
        if self.chance(0.5) and self.places(type_name):
            return self.leaf(type_name)
        return self.make(type_name)

    @staticmethod
    def is_number(e):
        """Whether C++ gives it the type of a number, where a tensor may be expected."""
        return is_plain(e) or e.type in HOST

    def choice(self, type_name, depth):
        condition = self.truth(depth - 1)
        host = condition.type == "bool"
        if type_name in HOST and not host and "numbers" not in self.features:
            condition = self.truth_of("bool", depth - 1)
        arms = (self.expr(type_name, depth - 1), self.expr(type_name, depth - 1))
        if has_no_common_value(arms):
            raise Broken("which variable it is cannot be chosen")
        if condition.type == "b8" and all(map(is_plain, arms)) and "numbers" not in self.features:
            raise Broken("a tensor decides which number it is")
        return Node("choice", type_name, (condition, *arms))

    def weak_for(self, type_name):
        """An operand that takes the dtype of the other one."""
        if type_name in TENSOR_FLOATS or type_name in ("v_f32", "v_f64"):
            places = self.places("double") + self.places("int") + self.places("float") + self.places("w64") * 2
            if places and self.chance(0.5):
                place = self.pick(places)
                return var(place, self.scope[place][0])
            return literal(self.pick(SMALL_FLOATS), "double")
        places = self.places("w32") + self.places("int")
        if places and self.chance(0.5):
            place = self.pick(places)
            return var(place, self.scope[place][0])
        return literal(self.random.randint(-4, 9), "w32")

    def other_operand(self, type_name, depth):
        base = type_name.removeprefix("v_")
        if base == "w32":
            return self.expr("w32", depth - 1) if self.chance(0.6) else self.weak_for("w32")
        options = [type_name, base] if type_name in VECTORS else [type_name]
        options += [t for t in {"i64": ["i32"], "f64": ["f32", "i64"]}.get(base, []) if self.places(t)]
        return self.weak_for(type_name) if self.chance(0.4) else self.expr(self.pick(options), depth - 1)

    def arithmetic(self, type_name, depth):
        first, second = self.expr(type_name, depth - 1), self.other_operand(type_name, depth)
        operators = ["+", "-", "*", "+", "-"]
        if integral(type_name):
            operators += ["%", "/", "&", "|", "^"]
        else:
            operators += ["/"]
        operator = self.pick(operators)
        if operator in ("/", "%") and integral(type_name):
            second = self.uncertain() if self.chance(0.2) else None
            if second is None or type_name == "w32" or type_name.endswith("i32") and second.type == "i64":
                second = literal(self.pick((2, 3, 5, 7)), "w32")
        elif self.chance(0.4) and (first.kind != "literal" or type_name not in VECTORS):
            first, second = second, first
            if not any(e.type == type_name for e in (first, second)):
                first = self.expr(type_name, depth - 1)
        return Node("op", type_name, (first, second), data=(operator,))

    def scalar(self, type_name, depth):
        roll = self.random.random()
        if roll < 0.5:
            return self.arithmetic(type_name, depth)
        if roll < 0.58:
            return Node("op", type_name, (self.expr(type_name, depth - 1),), data=("-",))
        vector = "v_" + type_name
        if "slices" in self.features and type_name != "i32" and self.places(vector) and self.chance(0.06):
            return Node("masked", type_name, (self.weak_literal(type_name),), data=(self.pick(self.places(vector)),))
        if "slices" in self.features and type_name != "i32" and self.places(vector) and self.chance(0.1):
            return Node("ranged", type_name, (self.index(depth),),
                        data=(self.pick(self.places(vector)), self.random.randint(0, 3)))
        if "products" in self.features and self.places(vector) and self.chance(0.06):
            names = ("dot", "long dot") + (("logsumexp",) if type_name in TENSOR_FLOATS else ())
            return self.product(type_name, vector, self.pick(names), depth)
        if roll < 0.68 and self.places(vector):
            index = self.index(depth)
            return Node("at", type_name, (index,), data=(self.pick(self.places(vector)),))
        if roll < 0.74 and vector in VECTORS and self.places(vector) and type_name != "i32":
            name = self.pick(("ag::sum", "ag::max", "ag::min"))
            return Node("call", type_name, (self.expr(vector, depth - 1),), data=(name,))
        if roll < 0.82:
            callee = self.callee(type_name)
            if callee:
                return self.user_call(callee, depth)
        if roll < 0.88 and type_name != "w32":
            sources = [t for t in self.tensor_types() if t != type_name]
            if type_name in ("i32", "i64"):
                sources = [t for t in sources if integral(t)]
            sources += ["b8"] if self.tensor_types() else []
            if sources:
                source = self.expr(self.pick(sources), depth - 1)
                if source.type != "bool":
                    return Node("convert", type_name, (source,), data=("call",))
        if roll < 0.95:
            return self.runtime_call(type_name, depth)
        return self.leaf(type_name)

    def product(self, type_name, vector, name, depth):
        """Products of vectors and matrices, and what is made of powers."""
        return Node("call", type_name, tuple(self.expr(vector, depth - 1) for _ in range(VECTOR_CALLS[name])), data=(name,))

    def runtime_call(self, type_name, depth):
        if type_name in TENSOR_FLOATS and self.chance(0.4):
            name = self.pick(("ag::tanh", "ag::sin", "ag::floor", "ag::square"))
            return Node("call", type_name, (self.expr(type_name, depth - 1),), data=(name,))
        if type_name == "w32" or self.chance(0.4):
            return Node("call", type_name, (self.expr(type_name, depth - 1),), data=("ag::abs",))
        a, b = self.expr(type_name, depth - 1), self.expr(type_name, depth - 1)
        if self.chance(0.4):
            condition = self.comparison(depth - 1)
            return Node("call", type_name, (condition, a, b), data=("ag::where",))
        return Node("call", type_name, (a, b), data=(self.pick(("ag::minimum", "ag::maximum")),))

    def weak_literal(self, type_name):
        if type_name.removeprefix("v_") in TENSOR_FLOATS:
            return literal(self.pick(SMALL_FLOATS), "double")
        return literal(self.random.randint(-4, 9), "w32")

    def vector(self, type_name, depth):
        roll = self.random.random()
        if "slices" in self.features and self.places(type_name) and self.chance(0.08):
            return Node("sliced", type_name, data=(self.pick(self.places(type_name)), self.random.randint(1, 2)))
        if "products" in self.features and self.places(type_name) and self.chance(0.08):
            names = ("matrix by vector", "vector by matrix")
            names += ("softmax", "log_softmax") if type_name.removeprefix("v_") in TENSOR_FLOATS else ()
            return self.product(type_name, type_name, self.pick(names), depth)
        if roll < 0.6:
            return self.arithmetic(type_name, depth)
        if roll < 0.7:
            callee = self.callee(type_name)
            if callee:
                return self.user_call(callee, depth)
        if roll < 0.8:
            compared = Node("compare", "b8", (self.expr(type_name, depth - 1), self.weak_for(type_name)),
                            data=(self.pick(COMPARISONS),))
            return Node("call", type_name, (compared, self.expr(type_name, depth - 1), self.expr(type_name, depth - 1)),
                        data=("ag::where",))
        if roll < 0.88:
            return Node("op", type_name, (self.expr(type_name, depth - 1),), data=("-",))
        return self.leaf(type_name)

    def uncertain(self):
        """An integer that may be an operand that an operation cannot take. It is one that no trace knows: where operands
        are known, operations run while tracing, and fail also in a branch that is not taken."""
        places = [p for p in self.inputs if p in self.scope and self.scope[p][0] in ("i32", "i64")]
        return var(self.pick(places), self.scope[places[0]][0]) if len(places) == 1 else None

    def index(self, depth):
        """Of a vector of three elements; sometimes one that does not exist."""
        if self.chance(0.3):
            return literal(self.random.randint(0, 2), "int")
        types = [t for t in ("i32", "i64", "w32", "int") if self.places(t)]
        if not types:
            return literal(1, "int")
        type_name = self.pick(types)
        if self.chance(0.1) and self.uncertain():
            return self.uncertain()
        return self.small(type_name, 2)

    # effects

    def with_effect(self, type_name, depth):
        callee = self.callee(type_name)
        if callee and self.chance(0.5):
            return self.user_call(callee, depth)
        places = self.places(type_name, writable=True)
        if not places or is_structure(type_name) or type_name in VECTORS or type_name in ("b8", "bool"):
            return None
        if type_name in HOST and "numbers" not in self.features:
            return None
        place = self.pick(places)
        if self.chance(0.5) and (integral(type_name) or is_tensor(type_name)):
            return Node("step", type_name, data=(place, self.pick(("++", "--")), self.chance(0.5)))
        kind = "exchange" if "references" in self.features and self.chance(0.3) else "set"
        return Node(kind, type_name, (self.value(type_name, depth - 1),), data=(place,))

    def callee(self, result):
        options = [(f.name, f.parameters) for f in self.callees if f.result == result]
        options += [(p, self.checker.lambdas[p].parameters) for p in self.places("lambda")
                    if self.checker.lambdas[p].result == result]
        return self.pick(options) + (result,) if options and self.effects else None

    def user_call(self, function, depth):
        name, parameters, result = function
        arguments = []
        for parameter, type_name, how in parameters:
            if parameter.startswith(AGAIN):
                arguments.append(self.small("int", 3))
            elif how == "reference":
                places = self.places(type_name, writable=True)
                if not places:
                    raise Broken("no variable for a reference")
                arguments.append(var(self.pick(places), type_name))
            else:
                arguments.append(self.value(type_name, min(depth - 1, 1)))
        kind = next((f.annotation for f in self.callees if f.name == name), "")
        given = {"template:Tensor": "<Tensor>", "template:N": f"<{self.random.randint(1, 4)}>"}.get(kind, "")
        return Node("user", result, tuple(arguments), data=(name, given))
