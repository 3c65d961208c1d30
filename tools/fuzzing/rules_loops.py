"""The rules of loops: a part of Checker."""

from bounds import Effects, bound, require
from tree import VECTORS, element_type, is_container, part_types


class LoopRules:
    def loop(self, s, scope, trips):
        self.loops += 1
        cost = trips * (1 + self.calls_cost(s.exprs) + self.block(s.blocks[0], scope))
        self.loops -= 1
        return cost

    def counted(self, s, scope):
        """while, do, for (;;): data is the counter's name and type and the number of rounds; the test may say more."""
        counter, type_name, trips = s.data[:3]
        inner = dict(scope)
        self.declare(inner, counter, type_name, constant=True)
        for e in s.exprs:
            self.condition(e, inner)
        return self.loop(s, inner, trips + 1)

    s_while = s_do = s_endless = counted

    def s_for(self, s, scope):
        """for (Tensor i = 0; i < bound; i += 1): data is name, type, rounds, style, and a second counter or nothing."""
        return self.counted_header(s, scope, s.exprs[0])

    def counted_header(self, s, scope, limit):
        name, type_name, trips = s.data[:3]
        self.expr(limit, scope)
        require(bound(limit) <= trips, "rounds are few", s)
        inner = dict(scope)
        self.declare(inner, name, type_name, constant=True)
        for second in s.data[4:]:
            self.declare(inner, second, "int", constant=True)
        for e in s.exprs[1:]:
            self.condition(e, inner)
        return self.loop(s, inner, trips)

    def s_count(self, s, scope):
        """for (int i = 0; i < n; ++i)"""
        return self.counted_header(s, scope, s.exprs[0])

    def s_range(self, s, scope):
        """for (Tensor i : ag::range(n)): data is name, type, rounds, spelling of the type."""
        name, type_name, trips, spelling = s.data
        for e in s.exprs:
            self.expr(e, scope)
        require(bound(s.exprs[-1]) + (bound(s.exprs[0]) if len(s.exprs) > 1 else 0) <= trips, "rounds are few", s)
        inner = dict(scope)
        self.declare(inner, name, type_name, spelling.startswith("const"))
        return self.loop(s, inner, trips)

    def s_rows(self, s, scope):
        """for (Tensor e : v), where v is not changed inside."""
        name, place = s.data
        require(place in scope and scope[place][0] in VECTORS, "rows of a vector", place)
        return self.visited(s, scope, element_type(scope[place][0]), 3)

    def s_elements(self, s, scope):
        """for (Tensor e : p), where p is an array or a vector."""
        name, place = s.data
        require(place in scope and is_container(scope[place][0]), "elements of a container", place)
        return self.visited(s, scope, part_types(scope[place][0])[0], 2)

    def visited(self, s, scope, element, trips):
        name, place = s.data
        require(s.type == element, "types fit", place, s.type)
        self.reads(place, Effects())
        inner = self.frozen(scope, place)
        self.declare(inner, name, element)
        before, self.noted = self.noted, Effects()
        cost = self.loop(s, inner, trips)
        require(self.base(place) not in self.noted.writes, "what is visited stays", place)
        before.add(self.noted)
        self.noted = before
        return cost

    def s_list(self, s, scope):
        """for (int h : {n, 2, 3})"""
        name, values = s.data[:2]
        for e in s.exprs:
            self.expr(e, scope)
        inner = dict(scope)
        self.declare(inner, name, "int")
        return self.loop(s, inner, len(values) + len(s.exprs))
