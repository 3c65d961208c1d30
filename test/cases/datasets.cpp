// Datasets and iterators (DS), and what else of the cases is about them (LB, BI, OP, AP).
#include <tuple>

#include "cases/cases.h"

using ag::Dataset;
using ag::DatasetIterator;
using ag::Tensor;
using cases::result;

namespace datasets_cases {
namespace {

Tensor number(int value) { return ag::tensor(value, ag::int64); }

ag::Variable sum(number(0), {.name = "sum"});

AG_FUNCTION Tensor counts_elements(Dataset dataset) {
  const DatasetIterator place = dataset.iterator();
  Tensor count = number(0);
  for (Tensor e : place) count += 1 + 0 * e;
  return count;
}

AG_FUNCTION Tensor two_loops(Dataset a, Dataset b) {
  const DatasetIterator first = a.iterator(), second = b.iterator();
  Tensor s = number(0);
  for (Tensor e : first) s = s * 10 + e;
  for (Tensor e : second) s = s * 10 + e;
  return s;
}

AG_FUNCTION void prints(Dataset dataset) {
  for (Tensor e : dataset) std::cout << e << " ";
}
AG_FUNCTION void prints_rest(Dataset dataset) {
  for (Tensor e : dataset.iterator()) std::cout << e << " ";
}

AG_FUNCTION Tensor one_variable(Dataset dataset) {
  Tensor s = number(0);
  for (Tensor e : dataset) s = s * 10 + e;
  return s;
}
AG_FUNCTION Tensor one_variable_of_rest(Dataset dataset) {
  Tensor s = number(0);
  for (Tensor e : dataset.iterator()) s = s * 10 + e;
  return s;
}

AG_FUNCTION std::pair<Tensor, Tensor> two_variables(Dataset dataset) {
  Tensor s = number(0), p = number(1);
  for (Tensor e : dataset) {
    s += e;
    p *= e;
  }
  return {s, p};
}
AG_FUNCTION std::pair<Tensor, Tensor> two_variables_of_rest(Dataset dataset) {
  Tensor s = number(0), p = number(1);
  for (Tensor e : dataset.iterator()) {
    s += e;
    p *= e;
  }
  return {s, p};
}

AG_FUNCTION Tensor breaks(Dataset dataset) {
  Tensor s = number(0);
  for (Tensor e : dataset) {
    s = s * 10 + e;
    if (s > 100) break;
  }
  return s;
}

AG_FUNCTION Tensor returns_first(Dataset dataset) {
  for (Tensor e : dataset) return e;
  return number(-1);
}
AG_FUNCTION Tensor returns_above(Dataset dataset, Tensor limit) {
  for (Tensor e : dataset.iterator()) {
    if (e > limit) return e;
  }
  return number(-1);
}

AG_FUNCTION Tensor next_in_host_loop(Dataset dataset) {
  const DatasetIterator place = dataset.iterator();
  Tensor s = number(0);
  for (int i = 0; i < 7; ++i) s = s * 10 + place.next();
  return s;
}

AG_FUNCTION Tensor exhausts(Dataset dataset, Tensor n) {
  const DatasetIterator place = dataset.iterator();
  Tensor s = number(0);
  while (s < n) s = s + place.next() + 1;
  return s;
}

AG_FUNCTION std::tuple<Tensor, Tensor, Tensor> nexts(Dataset dataset) {
  const DatasetIterator place = dataset.iterator();
  Tensor a = place.next(), b = place.next(number(-3)), c = place.next(number(-4));
  return {a, b, c};
}

AG_FUNCTION std::pair<Tensor, Tensor> stops_before(Dataset dataset, Tensor limit) {
  const DatasetIterator place = dataset.iterator();
  Tensor s = number(0);
  while (s < limit) s = s * 10 + place.next();
  return {s, place.next(number(-1))};
}

AG_FUNCTION Tensor adds_to_variable(Dataset dataset) {
  sum.assign(number(0));
  for (Tensor e : dataset) sum.assign(sum * 10 + e);
  return sum;
}
AG_FUNCTION Tensor adds_rest_to_variable(Dataset dataset) {
  sum.assign(number(0));
  for (Tensor e : dataset.iterator()) sum.assign(sum * 10 + e);
  return sum;
}

AG_FUNCTION std::tuple<Tensor, Tensor, Tensor> sums_of_absolutes(Dataset d) {
  const auto nested = Dataset::zip(d, Dataset::zip(d, d)).map([](Tensor i, std::tuple<Tensor, Tensor> pair) {
    return std::tuple(ag::abs(i), ag::abs(std::get<0>(pair)), ag::abs(std::get<1>(pair)));
  });
  Tensor a = number(0), b = number(0), c = number(0);
  for (auto [x, y, z] : nested) a = a * 10 + x, b = b * 10 + y, c = c * 10 + z;
  return {a, b, c};
}

AG_FUNCTION Tensor length(Dataset dataset) { return dataset.size(); }

AG_FUNCTION Tensor holds_for_all(Dataset dataset, Tensor limit) {
  return dataset.reduce(true, [=](Tensor all, Tensor x) { return all & (x < limit); });
}

AG_FUNCTION Tensor while_below(Dataset dataset, Tensor limit) {
  Tensor s = number(0);
  for (Tensor e : dataset) {
    if (!(s < limit)) break;
    s = s * 10 + e;
  }
  return s;
}
AG_FUNCTION std::pair<Tensor, Tensor> pair_below(Dataset dataset, Tensor limit) {
  std::pair<Tensor, Tensor> s(number(0), number(0));
  for (Tensor e : dataset) {
    s.first += e;
    s.second += e;
    if (!(s.first < limit)) break;
  }
  return s;
}
AG_FUNCTION Tensor checked_below(Dataset dataset, Tensor limit) {
  Tensor s = number(0);
  for (Tensor e : dataset) {
    ag::check(e < 3, "past the stop", e);
    s += e;
    if (!(s < limit)) break;
  }
  return s;
}

AG_FUNCTION Tensor maps_with_branch(Tensor x) {
  Tensor s = ag::tensor(0, ag::int32);
  for (Tensor e : Dataset::from_tensor_slices(x).map([](Tensor y) {
         if (y > 1) return y * 10;
         return y + 0;
       }))
    s += e;
  return s;
}

}  // namespace

TEST_CASE("LB-03 counting the elements of an iterator") {
  CHECK(result(counts_elements, Dataset::range(0)) == "0");
  CHECK(result(counts_elements, Dataset::range(2)) == "2");
}

TEST_CASE("LB-17 two loops over iterators, one after the other") {
  CHECK(result(two_loops, Dataset::range(0), Dataset::range(0)) == "0");
  CHECK(result(two_loops, Dataset::range(1, 3), Dataset::range(1, 2)) == "121");
  CHECK(result(two_loops, Dataset::range(1, 3), Dataset::range(1, 3)) == "1212");
}

TEST_CASE("DS-01, DS-02 loops that print") {
  CHECK(result(prints, Dataset::range(7)) == "0 1 2 3 4 5 6 done");
  CHECK(result(prints_rest, Dataset::range(7)) == "0 1 2 3 4 5 6 done");
}

TEST_CASE("DS-03, DS-04 one variable") {
  CHECK(result(one_variable, Dataset::range(7)) == "123456");
  CHECK(result(one_variable_of_rest, Dataset::range(7)) == "123456");
}

TEST_CASE("DS-05, DS-06 two variables") {
  CHECK(result(two_variables, Dataset::range(7)) == "(21, 0)");
  CHECK(result(two_variables_of_rest, Dataset::range(7)) == "(21, 0)");
}

TEST_CASE("DS-07 break") { CHECK(result(breaks, Dataset::range(7)) == "123"); }

TEST_CASE("DS-10, DS-11 return from a loop") {
  CHECK(result(returns_first, Dataset::range(7)) == "0");
  CHECK(result(returns_first, Dataset::range(0)) == "-1");
  CHECK(result(returns_above, Dataset::range(7), number(3)) == "4");
  CHECK(result(returns_above, Dataset::range(7), number(9)) == "-1");
}

TEST_CASE("DS-13 next in a loop of the host") { CHECK(result(next_in_host_loop, Dataset::range(7)) == "123456"); }

TEST_CASE("DS-14 an iterator that comes to its end in a staged loop") {
  CHECK(result(exhausts, Dataset::range(7), number(6)) == "6");
  CHECK(result(exhausts, Dataset::range(7), number(100)) == "throws out_of_range");
}

TEST_CASE("BI-26, BI-27 next, with and without a default") {
  CHECK(result(nexts, Dataset::range(3)) == "(0, 1, 2)");
  CHECK(result(nexts, Dataset::range(1)) == "(0, -3, -4)");
  CHECK(result(nexts, Dataset::range(0)) == "throws out_of_range");
}

TEST_CASE("OP-08, OP-09 a loop with a test of its own takes the elements that it sees") {
  CHECK(result(stops_before, Dataset::range(1, 5), number(10)) == "(12, 3)");
  CHECK(result(stops_before, Dataset::range(1, 5), number(0)) == "(0, 1)");
}

TEST_CASE("BI-04 abs over a dataset of a single and a pair") {
  CHECK(result(sums_of_absolutes, Dataset::range(-3, 1)) == "(3210, 3210, 3210)");
}

TEST_CASE("BI-09, BI-11 the length of a dataset") {
  CHECK(result(length, Dataset::range(3)) == "3");
  CHECK(result(length, Dataset::range(3).filter([](Tensor x) { return x > 0; })) == "throws invalid_argument");
}

TEST_CASE("BI-47 all over a dataset") {
  CHECK(result(holds_for_all, Dataset::range(3), number(2)) == "False");
  CHECK(result(holds_for_all, Dataset::range(3), number(3)) == "True");
  CHECK(result(holds_for_all, Dataset::range(0), number(3)) == "True");
}

TEST_CASE("OP-10 a loop over a dataset, with a test of its own") {
  CHECK(result(one_variable, Dataset::range(1, 5)) == "1234");
  CHECK(result(while_below, Dataset::range(1, 5), number(3)) == "12");
  CHECK(result(pair_below, Dataset::range(1, 5), number(3)) == "(3, 3)");
  CHECK(result(checked_below, Dataset::range(1, 5), number(3)) == "3");
}

TEST_CASE("OP-11, OP-12 a variable adds up, and state of an iterator's loop") {
  CHECK(result(adds_to_variable, Dataset::range(1, 5)) == "1234");
  CHECK(result(adds_rest_to_variable, Dataset::range(1, 5)) == "1234");
  CHECK(result(one_variable_of_rest, Dataset::range(1, 5)) == "1234");
}

TEST_CASE("AP-47 a function with a tensor's condition in map") {
  CHECK(result(maps_with_branch, ag::tensor({1, 2, 3})) == "51");
}

}  // namespace datasets_cases
