/// ag::TensorArray, eagerly and in graphs.
#include <ag/staging/generated.h>

#include <vector>

#include "runtime/function/each_executor.h"

namespace ag::test {

namespace tensor_array_test {
namespace {

std::vector<int> ints(const Tensor& x) { return x.to_vector<int>(); }
double number(const Tensor& x) { return x.item<double>(); }

// LB-18: nested loops that write an array.
Tensor products(Tensor n, Tensor m) {
  return traced<&products>(AG_STATE(n, m), [](Tensor n, Tensor m) -> Tensor {
    TensorArray rows(float32, {.size = n});
    Tensor i = 0;
    while_stmt([&] { return i < n; }, AG_STATE(i, rows),
               [&] {
                 Tensor s = 0.0, j = 0;
                 while_stmt([&] { return j < m; }, AG_STATE(j, s),
                            [&] {
                              s = s * 10 + j;
                              j += 1;
                            });
                 rows.write(i, stack({s, astype(i, float32)}));
                 i += 1;
               });
    return rows.stack();
  });
}

Tensor grows(Tensor n) {
  return traced<&grows>(AG_STATE(n), [](Tensor n) -> Tensor {
    TensorArray list(int64, {.dynamic_size = true, .element_shape = Shape()});
    list.write(0, 1);
    Tensor i = 1;
    while_stmt([&] { return i < n; }, AG_STATE(i, list),
               [&] {
                 if_stmt(
                     i % 2 == 0, AG_STATE(list), [&] { list.write(i, list.read(i - 1) + 10); },
                     [&] { list.write(i + 1, list.size()); });
                 i += 1;
               });
    return list.stack();
  });
}

TensorArray doubled(TensorArray array, Tensor by) {
  return traced<&doubled>(AG_STATE(array, by), [](TensorArray array, Tensor by) -> TensorArray {
    TensorArray result(float32, {.size = array.size()});
    Tensor i = 0;
    while_stmt([&] { return i < array.size(); }, AG_STATE(i, result),
               [&] {
                 result.write(i, array.read(i) * by);
                 i += 1;
               });
    return result;
  });
}

/// Rows at places of which only the graph knows how many there are; halves of rows whose number is not known.
std::pair<Tensor, Tensor> scattered(Tensor places, Tensor rows) {
  return traced<&scattered>(AG_STATE(places, rows), [](Tensor places, Tensor rows) -> std::pair<Tensor, Tensor> {
    const Tensor wanted = reshape(nonzero(places), {-1});
    TensorArray array(float32, {.size = 4});
    array.scatter(wanted, take(rows, wanted, 0));
    TensorArray halves(float32, {.size = 2});
    halves.split(take(rows, wanted, 0), {1, 1});
    return {array.stack(), halves.read(1)};
  });
}

/// Pieces of one length each, the last of which is read twice where `again`.
std::pair<Tensor, Tensor> pieces(Tensor x, Tensor again) {
  return traced<&pieces>(AG_STATE(x, again), [](Tensor x, Tensor again) -> std::pair<Tensor, Tensor> {
    TensorArray parts(float32, {.element_shape = Shape{unknown}, .clear_after_read = true, .name = "parts"});
    parts.split(x, {2, 0, 3});
    Tensor total = 0.0, i = 0;
    while_stmt([&] { return i < parts.size(); }, AG_STATE(i, total, parts),
               [&] {
                 total += sum(parts.read(i)) * (i + 1);
                 if_stmt(i == 1, AG_STATE(parts), [&] { parts.write(i, stack({total, total, total, total})); });
                 i += 1;
               });
    if_stmt(again > 0, AG_STATE(total, parts), [&] { total += sum(parts.read(2)); });
    return {total, parts.concat()};
  });
}

/// Pieces of lengths that the graph computes; the sums of them.
std::pair<Tensor, Tensor> cut(Tensor x, Tensor lengths) {
  return traced<&cut>(AG_STATE(x, lengths), [](Tensor x, Tensor lengths) -> std::pair<Tensor, Tensor> {
    TensorArray parts(float32, {.element_shape = Shape{unknown}, .name = "parts"});
    parts.split(x, lengths - 1);
    Tensor sums = zeros({0}), i = 0;
    while_stmt([&] { return i < parts.size(); }, AG_STATE(i, sums),
               [&] {
                 sums = concat({sums, expand_dims(sum(parts.read(i)), 0)});
                 i += 1;
               });
    return {sums, parts.concat()};
  });
}

/// 0, 0 1, 0 1 2 …, in an array that grows.
Tensor triangle(Tensor n) {
  return traced<&triangle>(AG_STATE(n), [](Tensor n) -> Tensor {
    TensorArray parts(int64, {.dynamic_size = true, .element_shape = Shape{unknown}});
    Tensor i = 0;
    while_stmt([&] { return i < n; }, AG_STATE(i, parts),
               [&] {
                 parts.write(i, arange(astype(i, int64) + 1));
                 i += 1;
               });
    return parts.concat();
  });
}

std::vector<int> grown_plainly(int n) {
  std::vector<int> list{1};
  for (int i = 1; i < n; ++i) {
    const int size = static_cast<int>(list.size());
    const size_t at = static_cast<size_t>(i % 2 == 0 ? i : i + 1);
    if (list.size() <= at) list.resize(at + 1);
    list[at] = i % 2 == 0 ? list[at - 1] + 10 : size;
  }
  return list;
}

}  // namespace

TEST_CASE("A TensorArray is a value that is written by its index", "[tensor_array]") {
  TensorArray a(float32, {.size = 3});
  CHECK(int(a.size()) == 3);
  a.write(1, tensor({1.0, 2.0}));
  TensorArray b = a;
  b.write(0, tensor({5.0, 6.0}));
  CHECK(ints(a.stack()) == std::vector<int>{0, 0, 1, 2, 0, 0});
  CHECK(ints(b.stack()) == std::vector<int>{5, 6, 1, 2, 0, 0});
  CHECK(ints(b.read(1)) == std::vector<int>{1, 2});
  CHECK(ints(b.gather(tensor({1, 0}))) == std::vector<int>{1, 2, 5, 6});
  CHECK(ints(b.concat()) == std::vector<int>{5, 6, 1, 2, 0, 0});
  CHECK(b.concat().shape() == Shape{6});
  b.scatter(tensor({2, 0}), tensor({{7.0, 7.0}, {8.0, 8.0}}));
  CHECK(ints(b.stack()) == std::vector<int>{8, 8, 1, 2, 7, 7});
  b.unstack(tensor({{1.0}, {2.0}}));
  CHECK(int(b.size()) == 2);
  CHECK(b.element_shape() == Shape{1});
  b.split(arange(6.0), {3, 3});
  CHECK(ints(b.read(1)) == std::vector<int>{3, 4, 5});
  const int64_t n = b.size();
  CHECK(n == 2);
  CHECK_THROWS_AS(a.write(3, tensor({1.0, 2.0})), Error);
  CHECK_THROWS_AS(a.write(-1, tensor({1.0, 2.0})), Error);
  CHECK_THROWS_AS(a.write(0, tensor({1.0})), Error);
  CHECK_THROWS_AS(a.write(0, tensor({1, 2})), Error);
  CHECK_THROWS_AS(a.read(5), Error);
  CHECK(ints(a.stack()) == std::vector<int>{0, 0, 1, 2, 0, 0});
  CHECK_THROWS_WITH(TensorArray(float32, {.size = 2}).stack(), Catch::Contains("has no elements"));
  CHECK(TensorArray(float32, {.size = 2, .element_shape = Shape{3}}).stack().shape() == Shape{2, 3});
  CHECK_THROWS_AS(a.split(arange(3.0), {1, 2}), Error);
}

TEST_CASE("Elements of an array may differ in length", "[tensor_array]") {
  TensorArray a(int32, {.size = 3, .element_shape = Shape{unknown, 2}, .name = "rows"});
  a.write(1, tensor({{1, 2}, {3, 4}}));
  a.write(0, tensor({{5, 6}}));
  CHECK(ints(a.read(0)) == std::vector<int>{5, 6});
  CHECK(a.read(1).shape() == Shape{2, 2});
  CHECK(a.read(2).shape() == Shape{0, 2});
  CHECK(ints(a.concat()) == std::vector<int>{5, 6, 1, 2, 3, 4});
  CHECK(a.element_shape() == Shape{unknown, 2});
  CHECK_THROWS_WITH(a.stack(), Catch::Contains("stack: the elements of TensorArray 'rows' differ in length: [1 2 0]"));
  CHECK_THROWS_AS(a.write(2, tensor({{1, 2, 3}})), Error);
  a.write(2, tensor({{7, 8}}));
  CHECK(ints(a.gather(tensor({2, 0}))) == std::vector<int>{7, 8, 5, 6});
  a.split(reshape(arange(10), {5, 2}), {0, 3, 2});
  CHECK(ints(a.read(1)) == std::vector<int>{0, 1, 2, 3, 4, 5});
  CHECK(ints(a.read(2)) == std::vector<int>{6, 7, 8, 9});
  CHECK(ints(a.concat()) == ints(arange(10)));
  a.unstack(zeros({2, 4, 2}, int32));
  CHECK(a.stack().shape() == Shape{2, 4, 2});
  CHECK_THROWS_WITH(a.split(zeros({5, 2}, int32), {1, 2}), Catch::Contains("add up to 3, of rows: 5"));
  CHECK_THROWS_WITH(a.split(zeros({5, 2}, int32), {6, -1}), Catch::Contains("has the length -1"));
  CHECK_THROWS_AS(a.unstack(zeros({5, 2}, int32)), Error);
  a.split(zeros({0, 2}, int32), {0, 0});
  CHECK(a.concat().shape() == Shape{0, 2});
  TensorArray equal(int32, {.size = 2});
  CHECK_THROWS_WITH(equal.split(zeros({5}, int32), {2, 3}), Catch::Contains(".element_shape = Shape"));
}

TEST_CASE("An array that is cleared by reading gives an element once", "[tensor_array]") {
  TensorArray a(float32, {.size = 2, .clear_after_read = true, .name = "once"});
  a.write(0, 1.0);
  a.write(1, 2.0);
  CHECK(number(a.read(1)) == 2);
  CHECK(number(a.read(0)) == 1);
  const uint32_t line = __LINE__;
  try {
    a.read(1);
    FAIL("it was read twice");
  } catch (const Error& error) {
    CHECK(error.location().line() == line + 2);
    CHECK(error.message() ==
          "read: TensorArray 'once' is made with .clear_after_read = true and gives an element once; this one was read "
          "before: index 1");
  }
  a.write(1, 3.0);
  TensorArray copy = a;
  CHECK(number(a.read(1)) == 3);
  CHECK(number(copy.read(1)) == 3);
  CHECK_THROWS_AS(a.read(1), Error);
  CHECK_THROWS_WITH(a.read(2), Catch::Contains("index 2 of an array"));
  a.unstack(tensor({5.0}));
  CHECK(number(a.read(0)) == 5);
}

TEST_CASE("Pieces of different lengths are read in a loop, once each", "[tensor_array]") {
  const EachExecutor each;
  function_of(&pieces).clear();
  function_of(&triangle).clear();
  const Tensor x = tensor({1.0, 2.0, 3.0, 4.0, 5.0});
  const auto [total, joined] = pieces(x, 0);
  CHECK(number(total) == 39);
  CHECK(ints(joined) == std::vector<int>{1, 2, 3, 3, 3, 3, 3, 4, 5});
  CHECK_THROWS_WITH(pieces(x, 1), Catch::Contains("this one was read before: index 2"));
  CHECK_THROWS_WITH(pieces(concat({x, x}), 0), Catch::Contains("add up to 5, of rows: 10"));
  CHECK(ints(triangle(1)) == std::vector<int>{0});
  CHECK(ints(triangle(4)) == std::vector<int>{0, 0, 1, 0, 1, 2, 0, 1, 2, 3});
}

TEST_CASE("Pieces have lengths that the graph computes", "[tensor_array]") {
  const EachExecutor each;
  function_of(&cut).clear();
  const Tensor x = tensor({1.0, 2.0, 3.0, 4.0, 5.0});
  const auto expect = [&](const Tensor& lengths, const std::vector<int>& wanted) {
    for (const bool eager : {false, true}) {
      function_of(&cut).set_eager(eager);
      const auto [sums, joined] = cut(x, lengths);
      CHECK(ints(sums) == wanted);
      CHECK(ints(joined) == std::vector<int>{1, 2, 3, 4, 5});
    }
    function_of(&cut).set_eager(false);
  };
  expect(tensor({3, 1, 4}), {3, 0, 12});
  expect(tensor({1, 6, 1}), {0, 15, 0});
  expect(tensor({3, 4}), {3, 12});
  CHECK_THROWS_WITH(cut(x, tensor({1, 6, 2})), Catch::Contains("the lengths of a split add up to 6 of rows: 5"));
  CHECK_THROWS_WITH(cut(x, tensor({0, 6, 1})), Catch::Contains("a length below 0: [-1  5  0]"));
  CHECK_THROWS_WITH(cut(x, tensor({1.0})), Catch::Contains("the length of a piece is float32, an integer is needed"));
  CHECK_THROWS_WITH(cut(x, tensor({{6}})), Catch::Contains("split needs a vector of lengths"));
  CHECK(ints(cut(zeros({0}), zeros({0}, int32)).first).empty());
  const auto fixed = ag::function([](Tensor rows, Tensor lengths) {
    TensorArray equal(float32, {.size = 2});
    equal.split(rows, lengths);
    return equal.stack();
  });
  CHECK_THROWS_WITH(fixed(x, tensor({2, 3})), Catch::Contains(".element_shape = Shape"));
}

TEST_CASE("Rows are scattered, and split, whose number the graph finds out", "[tensor_array]") {
  const EachExecutor each;
  function_of(&scattered).clear();
  const Tensor rows = tensor({{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}, {7.0, 8.0}});
  const auto [array, half] = scattered(tensor({0, 1, 0, 1}), rows);
  CHECK(ints(array) == std::vector<int>{0, 0, 3, 4, 0, 0, 7, 8});
  CHECK(ints(half) == std::vector<int>{7, 8});
  CHECK_THROWS_AS(scattered(tensor({0, 1, 1, 1}), rows), Error);
  TensorArray plain(float32, {.size = 2});
  CHECK_THROWS_WITH(plain.scatter(tensor({{0}}), rows), Catch::Contains("scatter needs a vector of indices"));
}

TEST_CASE("LB-18: loops write an array", "[tensor_array]") {
  const EachExecutor each;
  function_of(&products).clear();
  CHECK(ints(products(2, 3)) == std::vector<int>{12, 0, 12, 1});
  CHECK(ints(products(1, 1)) == std::vector<int>{0, 0});
  CHECK(products(0, 3).shape() == Shape{0, 2});
}

TEST_CASE("An array grows where a tensor decides", "[tensor_array]") {
  const EachExecutor each;
  function_of(&grows).clear();
  for (const int n : {1, 2, 3, 7, 40}) CHECK(ints(grows(n)) == grown_plainly(n));
}

TEST_CASE("Arrays are arguments and results", "[tensor_array]") {
  const EachExecutor each;
  function_of(&doubled).clear();
  TensorArray a(float32, {.size = 2});
  a.unstack(tensor({{1.0, 2.0}, {3.0, 4.0}}));
  CHECK(ints(doubled(a, 2.0).stack()) == std::vector<int>{2, 4, 6, 8});
  CHECK(ints(doubled(a, 3.0).stack()) == std::vector<int>{3, 6, 9, 12});
  a.unstack(tensor({{1.0}}));
  CHECK(ints(doubled(a, 3.0).stack()) == std::vector<int>{3});
}

}  // namespace tensor_array_test

}  // namespace ag::test
