"""Random loops. Each has a counter that nothing in its body changes, so that it ends."""

from bounds import COST, Broken
from tree import Node, element_type, is_container, is_tensor, literal, part_types


class Loops:
    """A part of the generator of statements."""

    def trips(self):
        rounds = 1
        for trips in self.loops:
            rounds *= trips
        return self.random.randint(1, 5 if rounds < 10 else 3 if rounds * 4 < COST // 20 else 1)

    def make_loop(self, depth):
        kinds = [("while", 4), ("range", 3), ("host_range", 1), ("list", 0.7), ("count", 1)]
        kinds += [("do", 2)] if "do" in self.features else []
        kinds += [("for", 2), ("endless", 1)] if "for" in self.features else []
        kinds += [("rows", 1.5)] if self.vectors else []
        kinds += [("elements", 1)] if any(is_container(t) for t in self.structs + self.arrays) else []
        kind = self.random.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
        return getattr(self, "loop_" + kind)(depth)

    def body(self, depth, trips, *variables):
        """variables: (name, type, constant)"""
        outer = self.scope
        self.scope = dict(outer)
        for name, type_name, constant in variables:
            self.checker.declare(self.scope, name, type_name, constant)
        self.loops.append(trips)
        try:
            return self.block(depth - 1, 4, new=False)
        finally:
            self.loops.pop()
            self.scope = outer

    def counted(self, kind, depth):
        types = ["w32", "w32"] + (["int"] * 2 if "numbers" in self.features else [])
        type_name, trips, name = self.pick(types), self.trips() + 1, self.fresh("left")
        outer = self.scope
        self.scope = dict(outer)
        self.checker.declare(self.scope, name, type_name, constant=True)
        tests = (self.condition(),) if self.chance(0.7) else ()
        self.scope = outer
        return Node(kind, exprs=tests, blocks=(self.body(depth, trips, (name, type_name, True)),),
                    data=(name, type_name, trips, self.style()))

    def loop_while(self, depth):
        return self.counted("while", depth)

    def loop_do(self, depth):
        return self.counted("do", depth)

    def loop_endless(self, depth):
        return self.counted("endless", depth)

    def limited(self, trips, tensors, hosts):
        """A bound for a loop of at most `trips` rounds."""
        types = [t for t in tensors + hosts if self.places(t)]
        if not types or self.chance(0.1):
            return literal(trips, "int")
        return self.small(self.pick(types), trips)

    def loop_for(self, depth):
        trips, name = self.trips(), self.fresh("i")
        if "numbers" in self.features and self.chance(0.6):
            limit = self.limited(trips, ["i32", "i64"], ["int"])
            type_name = "int"
        else:
            limit, type_name = self.limited(trips, ["i32", "i64", "w32"], []), "w32"
        if type_name == "int" and is_tensor(limit.type):
            limit = Node("convert", "int", (limit,), data=("call",))
        tests = (self.condition(1),) if self.chance(0.2) else ()
        return self.counting("for", (limit, *tests), depth, (name, type_name, trips))

    def counting(self, kind, exprs, depth, data):
        """With a second counter, which goes down, now and then."""
        name, type_name, trips = data
        second = (self.fresh("j"),) if type_name == "int" and self.chance(0.2) else ()
        variables = [(name, type_name, True)] + [(j, "int", True) for j in second]
        return Node(kind, exprs=exprs, blocks=(self.counted_body(exprs, depth, trips, *variables),), data=(*data, self.style(), *second))

    def counted_body(self, limits, depth, trips, *variables):
        """A body in which the counters are known, if the limits are."""
        known = [name for name, type_name, _ in variables if type_name == "int" and all(e.kind == "literal" for e in limits)]
        self.known += known
        try:
            return self.body(depth, trips, *variables)
        finally:
            self.known = self.known[:len(self.known) - len(known)]

    def loop_count(self, depth):
        """Over host numbers, which stays as it is."""
        trips, name = self.trips(), self.fresh("i")
        limit = self.limited(trips, [], ["int"] if self.chance(0.3) else [])
        return self.counting("count", (limit,), depth, (name, "int", trips))

    def loop_range(self, depth):
        types = [t for t in ("i32", "i64", "w32") if self.places(t)]
        if not types:
            return self.loop_host_range(depth)
        type_name, trips, name = self.pick(types), self.trips(), self.fresh("i")
        limit = self.small(type_name, trips)
        bounds = (limit,)
        if self.chance(0.2):
            bounds = (self.small(type_name, 2), limit)
            trips += 2
        if limit.kind == "literal" or bounds[0].kind == "literal":
            return self.loop_host_range(depth)
        spelling = self.pick(("Tensor", "Tensor", "auto", "const Tensor&"))
        return Node("range", exprs=bounds,
                    blocks=(self.body(depth, trips, (name, type_name, spelling.startswith("const"))),),
                    data=(name, type_name, trips, spelling))

    def loop_host_range(self, depth):
        trips, name = self.trips(), self.fresh("i")
        limit = self.limited(trips, [], ["int"] if self.chance(0.3) else [])
        return Node("range", exprs=(limit,), blocks=(self.counted_body((limit,), depth, trips, (name, "int", True)),),
                    data=(name, "int", trips, "const int"))

    def loop_list(self, depth):
        values = tuple(self.random.randint(-2, 5) for _ in range(self.random.randint(1, 3)))
        name = self.fresh("h")
        places = self.places("int") if "numbers" in self.features and self.chance(0.4) else []
        first = (Node("var", "int", data=(self.pick(places),)),) if places else ()
        return Node("list", exprs=first, blocks=(self.body(depth, len(values) + len(first), (name, "int", False)),),
                    data=(name, values, self.style()))

    def loop_rows(self, depth):
        place = self.pick([p for t in self.vectors for p in self.places(t)] or [""])
        return self.visiting("rows", place, depth, 3, element_type)

    def loop_elements(self, depth):
        places = [p for t in self.structs + self.arrays if is_container(t) for p in self.places(t)]
        return self.visiting("elements", self.pick(places or [""]), depth, 2, lambda t: part_types(t)[0])

    def visiting(self, kind, place, depth, trips, element):
        if not place:
            raise Broken("nothing to visit")
        type_name, name = self.scope[place][0], self.fresh("e")
        outer = self.scope
        self.scope = self.checker.frozen(outer, place)
        try:
            body = self.body(depth, trips, (name, element(type_name), False))
        finally:
            self.scope = outer
        return Node(kind, element(type_name), blocks=(body,), data=(name, place))
