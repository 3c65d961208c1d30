// Lists that grow in loops (LI, LT), with them break, continue and return in the statements around (CV); slices (SL),
// and maps as state (LV).
#include <map>
#include <stdexcept>

#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;

namespace lists_cases {
namespace {

AG_FUNCTION std::vector<Number> break_in_while(Number x) {
  std::vector<Number> v;
  while (x > 0) {
    x -= 1;
    if (x % 2 == 0) break;
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION std::vector<Number> break_in_for(Numbers l) {
  std::vector<Number> v;
  for (Number x : l) {
    x -= 1;
    if (x % 2 == 0) break;
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION std::tuple<Tensor, Tensor, Tensor> break_in_two_ifs(Number x) {
  std::vector<int> v, u, w;
  while (x > 0) {
    x -= 1;
    if (x % 2 == 0) {
      if (x % 3 != 0) {
        u.push_back(int(x));
      } else {
        w.push_back(int(x));
        break;
      }
    }
    v.push_back(int(x));
  }
  return {ag::tensor(v), ag::tensor(u), ag::tensor(w)};
}

AG_FUNCTION std::vector<Number> continue_in_while(Number x) {
  std::vector<Number> v;
  while (x > 0) {
    x -= 1;
    if (x % 2 == 0) continue;
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION std::vector<Number> two_continues(Number x) {
  std::vector<Number> v;
  while (x > 0) {
    x -= 1;
    if (x > 1) continue;
    if (x > 2) continue;
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION std::vector<Number> continue_in_for(Numbers l) {
  std::vector<Number> v;
  for (Number x : l) {
    x -= 1;
    if (x % 2 == 0) continue;
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION std::vector<Number> continue_in_a_handler(Numbers l) {
  std::vector<Number> v;
  for (Number x : l) {
    try {
      throw std::runtime_error("intended");
    } catch (const std::runtime_error&) {
      continue;
    }
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION std::vector<Number> return_in_a_handler(Numbers l) {
  std::vector<Number> v;
  for (Number x : l) {
    try {
      throw std::runtime_error("intended");
    } catch (const std::runtime_error&) {
      return v;
    }
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION std::vector<Number> continue_in_a_block(Number x) {
  std::vector<Number> v;
  while (x > 0) {
    x -= 1;
    {
      if (x % 2 == 0) continue;
    }
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION std::vector<Number> continue_in_blocks(Number x) {
  std::vector<Number> v;
  while (x > 0) {
    x -= 1;
    {
      if (x % 2 == 0) continue;
      v.push_back(x);
    }
    {
      if (x % 3 == 0) continue;
      {
        v.push_back(-x);
      }
    }
    v.push_back(10 * x);
  }
  return v;
}

AG_FUNCTION std::vector<Number> return_in_blocks(Number x) {
  std::vector<Number> v;
  while (x > 0) {
    x -= 1;
    {
      {
        if (x % 2 == 0) return v;
      }
      v.push_back(x);
    }
    {
      v.push_back(x);
    }
  }
  return v;
}

AG_FUNCTION Number append_and_read(Number x) {
  std::vector<Number> l;
  for (Number i : {1, 2, 3}) {
    if (x > 0) l.push_back(i);
  }
  return l[1] * 2;
}

AG_FUNCTION Tensor filled(Number n) {
  std::vector<Tensor> l;
  for (Number i = 0; i < n; i += 1) l.push_back(Tensor(i));
  return ag::stack(l);
}

AG_FUNCTION Tensor filled_twice(Number n, Number m) {
  std::vector<Tensor> all;
  for (Number i = 0; i < n; i += 1) {
    std::vector<Tensor> row;
    for (Number j = 0; j < m; j += 1) row.push_back(Tensor(j));
    all.push_back(ag::stack(row));
  }
  return ag::stack(all);
}

AG_FUNCTION std::vector<Number> earlier_elements(Number n) {
  std::vector<Number> l;
  for (Number i = 0; i < n; i += 1) {
    l.push_back(i);
    if (i > 1) l[int(i) - 2] = -1;
  }
  return l;
}

AG_FUNCTION std::pair<Tensor, Number> popped(Number n) {
  std::vector<int> l{1, 2, 3, 4};
  Number sum = 0;
  for (Number i = 0; i < n; i += 1) {
    sum += l.back();
    l.pop_back();
  }
  return {ag::tensor(l), sum};
}

AG_FUNCTION Tensor written_elements(Number n) {
  Tensor t = ag::zeros({10}, ag::int32);
  for (Number i = 0; i < n; i += 1) t[i] = i;
  return t;
}

AG_FUNCTION Tensor mixed_dtypes(Number n) {
  std::vector<Tensor> l{ag::tensor(1.5)};
  for (Number i = 0; i < n; i += 1) l.push_back(ag::tensor(2, ag::int64));
  return ag::stack(l);
}

AG_FUNCTION Tensor mixed_shapes(Number n) {
  std::vector<Tensor> l;
  for (Number i = 0; i < n; i += 1) {
    l.push_back(ag::zeros({2}));
    l.push_back(ag::zeros({3}));
  }
  return ag::stack(l);
}

AG_FUNCTION std::pair<Tensor, Tensor> before_and_after(Number x) {
  std::vector<int> l{1};
  const Tensor before = ag::tensor(l);
  while (x > 0) {
    l.push_back(2);
    x -= 1;
  }
  return {before, ag::tensor(l)};
}

AG_FUNCTION Tensor set_and_get(Number k) {
  std::vector<Tensor> l;
  for (Number i = 0; i < 2; i += 1) l.push_back(ag::tensor({1, 2}) + 2 * i);
  if (k > 0) l[0] = ag::tensor({5, 6});
  return ag::stack(l) * 1 + 0 * l[1];
}

AG_FUNCTION std::vector<Number> grows_over_rows(Numbers l) {
  std::vector<Number> v;
  for (Number x : l) v.push_back(x + 1);
  return v;
}

AG_FUNCTION std::vector<Number> grows_over_a_range(Number n) {
  std::vector<Number> v;
  for (Number i : ag::range(n)) v.push_back(i + 1);
  return v;
}

AG_FUNCTION std::vector<Number> break_of_a_marked_loop(Number x) {
  std::vector<Number> v;
  [[likely]] while (x > 0) {
    x -= 1;
    if (x % 2 == 0) break;
    v.push_back(x);
  }
  return v;
}

AG_FUNCTION Tensor map_of_tensors(Number n) {
  std::map<std::string, Tensor> d{{"a", ag::zeros({0}, ag::int32)}, {"b", 1}};
  for (Number i = 0; i < n; i += 1) d["a"] = ag::zeros({i}, ag::int32) + d.at("b") - 1;
  return d["a"];
}

#ifndef AG_CASES_HOST
Tensor transposed(Tensor x) {
  if (x[0][0] > 0) return x.T();
  return x;
}

AG_FUNCTION std::tuple<Tensor, Tensor, Tensor, Tensor> slices(Tensor m) {
  return {m(ag::all, ag::all), m(0, ag::all), m(ag::all, 0), transposed(m)(0, ag::slice(0, 2))};
}
#endif

}  // namespace

TEST_CASE("CV-01 break in a while that fills a list") {
  CHECK(result(break_in_while, 0) == "[]");
  CHECK(result(break_in_while, 1) == "[]");
  CHECK(result(break_in_while, 4) == "[3]");
}

TEST_CASE("CV-02 a loop that is left keeps its attribute") {
  CHECK(result(break_of_a_marked_loop, 0) == "[]");
  CHECK(result(break_of_a_marked_loop, 4) == "[3]");
}

TEST_CASE("CV-03 break in a for that fills a list") {
  CHECK(result(break_in_for, list({4, 5})) == "[3]");
  CHECK(result(break_in_for, list({5, 4})) == "[]");
}

TEST_CASE("CV-04 break in two ifs, with three lists") {
  CHECK(result(break_in_two_ifs, 0) == "([], [], [])");
  CHECK(result(break_in_two_ifs, 3) == "([2, 1], [2], [0])");
  CHECK(result(break_in_two_ifs, 11) == "([10, 9, 8, 7], [10, 8], [6])");
}

TEST_CASE("CV-08 continue in a while that fills a list") {
  CHECK(result(continue_in_while, 0) == "[]");
  CHECK(result(continue_in_while, 1) == "[]");
  CHECK(result(continue_in_while, 3) == "[1]");
  CHECK(result(continue_in_while, 4) == "[3, 1]");
}

TEST_CASE("CV-09 two continues") {
  CHECK(result(two_continues, 0) == "[]");
  CHECK(result(two_continues, 1) == "[0]");
  CHECK(result(two_continues, 3) == "[1, 0]");
  CHECK(result(two_continues, 4) == "[1, 0]");
}

TEST_CASE("CV-10 CV-23 continue and return in the handler of a try, in a loop") {
  for (const Numbers& l : {list({}), list({1}), list({1, 2, 3})}) {
    CHECK(result(continue_in_a_handler, l) == "[]");
    CHECK(result(return_in_a_handler, l) == "[]");
  }
}

TEST_CASE("CV-11 continue in a for that fills a list") {
  CHECK(result(continue_in_for, list({})) == "[]");
  CHECK(result(continue_in_for, list({1})) == "[]");
  CHECK(result(continue_in_for, list({2})) == "[1]");
  CHECK(result(continue_in_for, list({1, 2, 3})) == "[1]");
}

TEST_CASE("CV-12 continue in a block, in several, and between statements") {
  CHECK(result(continue_in_a_block, 0) == "[]");
  CHECK(result(continue_in_a_block, 1) == "[]");
  CHECK(result(continue_in_a_block, 3) == "[1]");
  CHECK(result(continue_in_a_block, 4) == "[3, 1]");
  CHECK(result(continue_in_blocks, 0) == "[]");
  CHECK(result(continue_in_blocks, 1) == "[]");
  CHECK(result(continue_in_blocks, 3) == "[1, -1, 10]");
  CHECK(result(continue_in_blocks, 4) == "[3, 1, -1, 10]");
}

TEST_CASE("CV-22 return out of several blocks in a while") {
  CHECK(result(return_in_blocks, 0) == "[]");
  CHECK(result(return_in_blocks, 1) == "[]");
  CHECK(result(return_in_blocks, 3) == "[]");
  CHECK(result(return_in_blocks, 4) == "[3, 3]");
}

TEST_CASE("LI-01 three elements are appended, and one is read") { CHECK(result(append_and_read, 1) == "4"); }

TEST_CASE("LI-04 a list is filled and stacked; an empty one has nothing to be stacked") {
  CHECK(result(filled, 3) == "[0, 1, 2]");
  CHECK(result(filled, 0) == "throws invalid_argument");
}

TEST_CASE("LI-05 lists in a loop are stacked into a list around it") {
  CHECK(result(filled_twice, 5, 3) == "[[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2]]");
  CHECK(result(filled_twice, 0, 3) == "throws invalid_argument");
}

TEST_CASE("LI-06 earlier elements are read and written") {
  CHECK(result(earlier_elements, 0) == "[]");
  CHECK(result(earlier_elements, 4) == "[-1, -1, 2, 3]");
}

TEST_CASE("LI-07 elements are taken from the end") {
  CHECK(result(popped, 0) == "([1, 2, 3, 4], 0)");
  CHECK(result(popped, 2) == "([1, 2], 7)");
  CHECK(result(popped, 4) == "([], 10)");
}

TEST_CASE("LI-09 the elements of a tensor are written") {
  CHECK(result(written_elements, 10) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]");
}

// A list of C++ has one type; what is left to mix are dtypes and shapes. Plainly an element may have another dtype, and
// ag::stack promotes; in a graph that is an error when it is traced.
TEST_CASE("LI-11 elements of different types") {
  CHECK(result(mixed_shapes, 1) == "throws shape_error");
  if (cases::kConverted && !cases::kHost) CHECK(cases::traced(mixed_dtypes, 1) == "throws staging_error");
}

TEST_CASE("LI-12 what was made of a list before it grew stays as it was") {
  CHECK(result(before_and_after, 1) == "([1], [1, 2])");
  CHECK(result(before_and_after, 0) == "([1], [1])");
}

// Another index than the last is `erase`, which agc refuses where a tensor decides (staged-list-use).
TEST_CASE("LI-13 an element is taken from the end") { CHECK(result(popped, 1) == "([1, 2, 3], 4)"); }

TEST_CASE("SL-01 elements of a list are written and read") {
  CHECK(result(set_and_get, 1) == "[[5, 6], [3, 4]]");
  CHECK(result(set_and_get, 0) == "[[1, 2], [3, 4]]");
}

TEST_CASE("LT-25 a list grows in a loop over rows, and over a range") {
  CHECK(result(grows_over_rows, list({})) == "[]");
  CHECK(result(grows_over_rows, list({3, 4})) == "[4, 5]");
  CHECK(result(grows_over_a_range, 0) == "[]");
  CHECK(result(grows_over_a_range, 3) == "[1, 2, 3]");
}

TEST_CASE("LV-06 a map of tensors whose extents are known when the graph runs") {
  CHECK(result(map_of_tensors, 1) == "[]");
  CHECK(result(map_of_tensors, 2) == "[0]");
}

#ifndef AG_CASES_HOST
TEST_CASE("SL-03 slices of several axes, and of what a call gives") {
  CHECK(result(slices, cases::rows({{1, 2}, {3, 4}})) == "([[1, 2], [3, 4]], [1, 2], [1, 3], [1, 3])");
}
#endif

}  // namespace lists_cases
