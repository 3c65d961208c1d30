"""Random expressions on host numbers, and conditions."""

from bounds import UNSIGNED, integral
from tree import HOST, HOST_FLOATS, TENSOR_FLOATS, VECTORS, Node, is_c_array, is_container, is_optional, literal, part_types, var

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class HostExpressions:
    """A part of the generator of expressions."""

    def host(self, type_name, depth):
        if "numbers" in self.features and self.chance(0.5):
            e = self.converted(type_name, depth)
            if e:
                return e
        if self.chance(0.1):
            return self.leaf(type_name)
        first = self.expr(type_name, depth - 1)
        second = self.expr(type_name if self.chance(0.7) else "int", depth - 1)
        if type_name in HOST_FLOATS:
            return Node("op", type_name, (first, second), data=(self.pick("+-*/"),))
        operator = self.pick("+-*+-%/&|^")
        if operator in "/%":
            second = literal(self.pick((2, 3, 5, 7)), "int")
        elif second.kind == "literal" and second.type == "int" and self.chance(0.15):
            operator, second = self.pick(("<<", ">>")), literal(self.random.randint(0, 3), "int")
        if type_name in UNSIGNED and second.type == "int" and second.kind == "literal":
            second = literal(abs(second.data[0]), "int")
        return Node("op", type_name, (first, second), data=(operator,))

    def converted(self, type_name, depth):
        """A number made from something else, or nothing."""
        roll = self.random.random()
        if roll < 0.35 and type_name in ("int", "l64"):
            return self.number_from_tensor(type_name, ("i32", "i64", "w32", "b8"), depth)
        if roll < 0.35 and type_name in HOST_FLOATS:
            return self.number_from_tensor(type_name, ("f32", "f64", "i32"), depth)
        if roll < 0.55:
            sources = {"int": ("bool", "double", "u8", "float", "l64"), "l64": ("int", "u8"), "double": ("int", "float", "u8"),
                       "float": ("int", "double")}.get(type_name, ("int", "bool"))
            source = self.expr(self.pick(sources), depth - 1)
            return Node("convert", type_name, (source,), data=(self.pick(("call", "static", "c")),))
        if roll < 0.75:
            return self.standard_call(type_name, depth)
        if roll < 0.9:
            callee = self.callee(type_name)
            return self.user_call(callee, depth) if callee else None
        return None

    def standard_call(self, type_name, depth):
        if type_name in HOST_FLOATS:
            name = self.pick(("std::sin", "std::tanh", "std::floor", "std::fabs"))
            return Node("call", type_name, (self.expr(type_name, depth - 1),), data=(name,))
        if type_name != "int":
            return None
        first = self.expr("int", depth - 1)
        name = self.pick(("std::abs", "std::max<int>", "std::min<int>", "std::clamp<int>"))
        if name == "std::abs":
            return Node("call", "int", (first,), data=(name,))
        if name == "std::clamp<int>":
            return Node("call", "int", (first, literal(self.random.randint(-6, 0), "int"),
                                        literal(self.random.randint(0, 9), "int")), data=(name,))
        return Node("call", "int", (first, self.expr("int", depth - 1)), data=(name,))

    def number_from_tensor(self, type_name, sources, depth):
        sources = [t for t in sources if self.places(t)]
        if not sources:
            return self.leaf(type_name)
        place = self.pick(self.places(self.pick(sources)))
        source = self.expr(self.scope[place][0], depth - 1) if self.chance(0.6) else var(place, self.scope[place][0])
        if self.is_number(source) or source.kind in ("and", "or", "not"):  # which C++ computes with bools
            return Node("convert", type_name, (source,), data=("call",))
        return Node("convert", type_name, (source,), data=(self.pick(("call", "item", "static", "c")),))

    def chooses(self, container):
        """How an element is chosen."""
        return "at" if self.chance(0.25) and not is_c_array(container) else "[]"

    def held(self, type_name, depth):
        """What is in a container or an optional, or nothing."""
        containers = [p for t in self.structs + self.arrays if is_container(t) and part_types(t)[0] == type_name
                      for p in self.places(t)]
        optionals = self.places("optional:" + type_name)
        if containers and (not optionals or self.chance(0.6)):
            index = self.pure("int", depth - 1) if type_name in HOST else literal(self.random.randint(0, 1), "int")
            place = self.pick(containers)
            return Node("pick", type_name, (index,), data=(place, self.chooses(self.scope[place][0])))
        if not optionals:
            return None
        kind = self.pick(("value_or", "inside"))
        other = self.number(type_name) if kind == "value_or" and type_name in HOST else self.expr(type_name, depth - 1)
        return Node(kind, type_name, (other,), data=(self.pick(optionals),))

    # truths

    def truth(self, depth):
        """A condition: a tensor or a bool."""
        return self.truth_of("b8" if self.chance(0.75) and self.tensor_types() else "bool", depth)

    def truth_of(self, type_name, depth):
        roll = self.random.random()
        if depth > 0 and roll < 0.16:
            return self.joined(type_name, "and", depth)
        if depth > 0 and roll < 0.28:
            return self.joined(type_name, "or", depth)
        if depth > 0 and roll < 0.36:
            return Node("not", type_name, (self.truth_of(type_name, depth - 1),))
        if type_name == "b8":
            vectors = [t for t in VECTORS if self.places(t)]
            if roll < 0.44 and vectors:
                vector = self.pick(vectors)
                compared = Node("compare", "b8", (self.expr(vector, 0), self.weak_for(vector)),
                                data=(self.pick(COMPARISONS),))
                return Node("call", "b8", (compared,), data=(self.pick(("ag::any", "ag::all")),))
            if roll < 0.48 and vectors and depth > 0:
                guarded = self.guarded()
                if guarded:
                    return guarded
            if roll < 0.52 and self.places("b8"):
                return self.leaf("b8", literals=False)
            return self.comparison(depth)
        optionals = [t for t in self.structs if is_optional(t) and self.places(t)]
        if optionals and self.chance(0.15):
            return Node("has", "bool", data=(self.pick(self.places(self.pick(optionals))), self.style()))
        if roll < 0.5 and self.places("bool"):
            return self.leaf("bool", literals=False)
        if "numbers" in self.features and roll < 0.6 and self.tensor_types():
            return Node("convert", "bool", (self.comparison(depth - 1),), data=(self.pick(("call", "static")),))
        hosts = [t for t in ("int", "l64", "double", "float", "u8", "u32", "u64") if self.places(t)]
        if not hosts:
            return self.leaf("bool")
        compared = self.pick(hosts)
        second = self.number(compared) if self.chance(0.6) else self.expr(compared, depth - 1)
        operator = self.pick(COMPARISONS)
        return Node("compare", "bool", (self.expr(compared, min(depth - 1, 1)), second), data=(operator,))

    def guarded(self):
        """i >= 0 && i < 3 && v[i] > n: the element is not looked at where there is none."""
        places = [p for t in ("i32", "i64") for p in self.places(t)]
        if not places:
            return None
        place = self.pick(places)
        index = var(place, self.scope[place][0])
        vector = self.pick([p for t in VECTORS for p in self.places(t)])
        element = self.scope[vector][0].removeprefix("v_")
        above = Node("compare", "b8", (index, literal(0, "w32")), data=(">=",))
        below = Node("compare", "b8", (index, literal(3, "w32")), data=("<",))
        read = Node("compare", "b8", (Node("at", element, (index,), data=(vector,)), self.weak_for(element)),
                    data=(self.pick(COMPARISONS),))
        return Node("and", "b8", (Node("and", "b8", (above, below)), read))

    def joined(self, type_name, kind, depth):
        """&& and ||: staged where one side is a tensor."""
        sides = [self.truth_of(type_name, depth - 1), self.truth_of(type_name, depth - 1)]
        if type_name == "b8" and self.chance(0.25):
            sides[self.random.randint(0, 1)] = self.truth_of("bool", depth - 1)
        return Node(kind, type_name, tuple(sides))

    def comparison(self, depth):
        types = self.tensor_types()
        if not types:
            return literal(1, "bool")
        type_name = self.pick(types)
        first = self.expr(type_name, min(depth - 1, 1))
        second = self.weak_for(type_name) if self.chance(0.6) else self.expr(type_name, min(depth - 1, 1))
        if type_name in TENSOR_FLOATS and second.type == "double" and second.kind == "literal" and self.chance(0.5):
            second = literal(self.random.randint(-3, 9), "w32")
        operator = self.pick(COMPARISONS)
        if self.chance(0.15) and integral(type_name):
            first, second, operator = self.reduced(first, self.pick((2, 3, 4))), literal(self.pick((0, 1)), "w32"), "=="
        return Node("compare", "b8", (first, second), data=(operator,))
