/// Assignment through subscripts: what is stored, what other handles keep, when memory is copied, and what a trace
/// records.
#include "ag/index.h"
#include "ag/literal.h"
#include "ag/ops.h"
#include "graph/graph.h"
#include "ops/table.h"
#include "runtime/ops/expect_error.h"
#include "support/catch.h"
#include "tensor/impl.h"
#include "trace/context.h"

namespace ag::test {

namespace element_test {
namespace {

using Ints = std::vector<int64_t>;

Tensor counted(const Shape& shape, DType dtype = DType::int32) {
  return reshape(astype(arange(int(shape.element_count())), dtype), shape);
}

Ints values(const Tensor& tensor) { return tensor.to_vector<int64_t>(); }

const std::byte* memory(const Tensor& tensor) { return tensor.impl()->data(); }

TEST_CASE("every form of subscript can be assigned") {
  Tensor x = counted({2, 3});
  x(1, 2) = 50;
  CHECK(values(x) == Ints{0, 1, 2, 3, 4, 50});
  x[0] = tensor({7, 8, 9});
  CHECK(values(x) == Ints{7, 8, 9, 3, 4, 50});
  x(all, 1) = -1;
  CHECK(values(x) == Ints{7, -1, 9, 3, -1, 50});
  x(ellipsis, slice({}, {}, -2)) = tensor({{1, 2}, {3, 4}});
  CHECK(values(x) == Ints{2, -1, 1, 4, -1, 3});
  x(newaxis, -1, slice(1)) = tensor({{5, 6}});
  CHECK(values(x) == Ints{2, -1, 1, 4, 5, 6});
  x[x < 2] = 0;
  CHECK(values(x) == Ints{2, 0, 0, 4, 5, 6});
  x[tensor({true, false})] = tensor({{1, 1, 1}});
  CHECK(values(x) == Ints{1, 1, 1, 4, 5, 6});
  x(all, tensor({2, 0})) = tensor({10, 20});
  CHECK(values(x) == Ints{20, 1, 10, 20, 5, 10});
  x[tensor({0, 0})] = tensor({{1, 2, 3}, {4, 5, 6}});
  CHECK(values(x) == Ints{4, 5, 6, 20, 5, 10});
  x(0, tensor({true, false, true})) = tensor({-1, -2});
  CHECK(values(x) == Ints{-1, 5, -2, 20, 5, 10});
  x[1][slice(0, 2)] = 3;
  CHECK(values(x) == Ints{-1, 5, -2, 3, 3, 10});
  x[slice(1)][0][tensor(2)] = 4;
  CHECK(values(x) == Ints{-1, 5, -2, 3, 3, 4});
  x[tensor(1)] = x[0];
  CHECK(values(x) == Ints{-1, 5, -2, -1, 5, -2});
  x[slice(2, 9)] = 1;  // nothing is named
  CHECK(values(x) == Ints{-1, 5, -2, -1, 5, -2});
  Tensor scalar = 3;
  scalar(ellipsis) = 5;
  CHECK(scalar.item<int>() == 5);
  Tensor flag = true;
  flag(ellipsis) = false;
  CHECK_FALSE(bool(flag));
}

TEST_CASE("a part that a mask or integer tensor picked can be assigned in turn") {
  Tensor x = counted({3, 2});
  x[tensor({2, 0})][0] = -1;
  CHECK(values(x) == Ints{0, 1, 2, 3, -1, -1});
  x[x(all, 0) >= 0][1] = 9;
  CHECK(values(x) == Ints{0, 1, 9, 9, -1, -1});
}

TEST_CASE("compound assignment reads and stores") {
  Tensor x = counted({2, 2});
  x[1] += 10;
  x(0, 1) -= 3;
  x[0][0] += x[1][1];
  CHECK(values(x) == Ints{13, -2, 12, 13});
  x[x > 12] *= 2;
  CHECK(values(x) == Ints{26, -2, 12, 26});
  x(0, 0) /= 4;
  x(1, 0) %= 5;
  x(1, 1) <<= 1;
  x(0, 1) |= 5;
  CHECK(values(x) == Ints{6, -1, 2, 52});
  ++x(0, 0);
  x(0, 0)++;
  --x(1, 0);
  x(1, 1)--;
  CHECK(values(x) == Ints{8, -1, 1, 51});
  x[tensor({0, 0})] += 1;  // read once, stored twice
  CHECK(values(x) == Ints{9, 0, 1, 51});
}

TEST_CASE("other handles keep what they had") {
  Tensor a = counted({4, 4});
  Tensor b = a;
  const Tensor row = a[1], turned = a.T();
  b[1] = 0;
  CHECK(values(a) == values(counted({4, 4})));
  a(1, 1) = 100;
  CHECK(values(row) == Ints{4, 5, 6, 7});
  CHECK(turned(1, 1).item<int>() == 5);
  CHECK(b(1, 1).item<int>() == 0);
  CHECK(a(1, 1).item<int>() == 100);
  const auto snapshot = a[2];
  a[2] = 7;
  CHECK(values(snapshot) == Ints{8, 9, 10, 11});
  auto named = a[3];
  named[0] = 1;  // an ordinary value: a keeps its own
  CHECK(a(3, 0).item<int>() == 12);
  static_assert(!std::is_assignable_v<Element&, int>);
}

TEST_CASE("a value that looks at the array itself is read before it is overwritten") {
  Tensor x = counted({3, 4});
  x[0] = x[2];
  CHECK(values(x[0]) == Ints{8, 9, 10, 11});
  Tensor line = counted({20});
  line[slice(1, 20)] = line[slice(0, 19)];
  CHECK(values(line)[19] == 18);
  CHECK(values(line)[1] == 0);
  line[slice({}, {}, -1)] = line;
  CHECK(values(line)[0] == 18);
  Tensor square = counted({3, 3});
  square(all, all) = square.T();
  CHECK(values(square) == Ints{0, 3, 6, 1, 4, 7, 2, 5, 8});
  const Tensor kept = square[1];
  square[0] = kept;
  CHECK(values(kept) == Ints{1, 4, 7});
}

TEST_CASE("an array that no other handle sees is written in place") {
  constexpr int kCount = 1'000'000;
  Tensor x = zeros({kCount}, int32);
  const std::byte* before = memory(x);
  bool moved = false;
  for (int i = 0; i < kCount; ++i) {
    x[i] = i;
    moved = moved || memory(x) != before;
  }
  CHECK_FALSE(moved);
  CHECK(x[kCount - 1].item<int>() == kCount - 1);

  Tensor grid = zeros({100, 100});
  before = memory(grid);
  for (int i = 1; i < 100; ++i) {
    grid[i] = grid[i - 1];         // rows of the array itself
    grid(i, i) += grid(i, i - 1);  // numbers
    grid[i][0] = 1;
    grid(all, i) *= 2;
    const Tensor mask = grid(all, 0) > 5;
    grid[mask] = 0;
    grid(all, tensor({1, 2})) = 3;
  }
  CHECK(memory(grid) == before);

  Tensor shared = grid;
  grid(0, 0) = 5;
  CHECK(memory(grid) != before);  // one copy, because `shared` keeps the old elements
  CHECK(memory(shared) == before);
  before = memory(grid);
  grid(0, 1) = 5;
  CHECK(memory(grid) == before);
}

TEST_CASE("a transposed or repeated array becomes one of its own when it is written") {
  Tensor x = counted({2, 3}).T();
  x(2, 1) = 50;
  CHECK(values(x) == Ints{0, 3, 1, 4, 2, 50});
  Tensor r = broadcast_to(tensor({1, 2, 3}), {2, 3});
  r(0, 0) = 9;
  CHECK(values(r) == Ints{9, 2, 3, 1, 2, 3});
}

TEST_CASE("values are cast upwards only") {
  Tensor f = zeros({2}), i = zeros({2}, int32), b = zeros({2}, boolean), h = zeros({2}, float16),
         d = zeros({1}, float64);
  f[0] = 3;
  f[1] = tensor(2, int64);
  CHECK(values(f) == Ints{3, 2});
  i[0] = tensor(true);
  i[1] = int64_t{7};
  CHECK(values(i) == Ints{1, 7});
  b[0] = true;
  h[0] = 0.5;
  d[0] = 0.1;
  CHECK(d[0].item<double>() == 0.1);
  using enum ErrorKind;
  expect_error(type_error, {"float64", "float32", "astype"}, [&] { f[0] = tensor(1.0, float64); });
  expect_error(type_error, {"float32", "int32"}, [&] { i[0] = 2.5; });
  expect_error(type_error, {"int64", "int32"}, [&] { i[0] = tensor(1, int64); });
  expect_error(type_error, {"int32", "boolean"}, [&] { b[0] = 1; });
  expect_error(type_error, {"float32", "int32"}, [&] { i[0] /= 2.5; });
  expect_error(invalid_argument, {"300", "uint8"}, [&] {
    Tensor u = zeros({1}, uint8);
    u[0] = 300;
  });
  CHECK(values(i) == Ints{1, 7});
}

TEST_CASE("what cannot be stored is an error that changes nothing") {
  Tensor x = counted({2, 3});
  const Ints before = values(x);
  using enum ErrorKind;
  expect_error(shape_error, {"(2,)", "(3,)", "int32[2,3]"}, [&] { x[0] = tensor({1, 2}); });
  expect_error(shape_error, {"(1, 3)", "(3,)"}, [&] { x[0] = tensor({{1, 2, 3}}); });
  expect_error(out_of_range, {"index 2", "axis 0 of length 2"}, [&] { x[2] = 0; });
  expect_error(out_of_range, {"index 5", "length 3"}, [&] { x(all, tensor({0, 5})) = 1; });
  expect_error(shape_error, {"(3,)", "(2,)"}, [&] { x[x > 3] = tensor({1, 2, 3}); });
  expect_error(shape_error, {"mask"}, [&] { x[tensor({true, true, true})] = 1; });
  expect_error(invalid_argument, {"undefined"}, [&] {
    Tensor none;
    none[0] = 1;
  });
  expect_error(invalid_argument, {"undefined"}, [&] { x[0] = Tensor(); });
  CHECK(values(x) == before);
}

/// The names of the operations of a block, in order.
std::string recorded(tracing::Trace& trace) {
  std::string names;
  for (ir::NodeId node : trace.graph().block(trace.block()).nodes) {
    const std::string name = trace.graph().node(node).op->name;
    if (name != "constant") names += (names.empty() ? "" : " ") + name;
  }
  return names;
}

TEST_CASE("assignment to a symbol makes the variable name the new value") {
  tracing::Trace trace("f", ops::table());
  const Tensor input = trace.add_input({float32, {4, 3}}, "x");
  const Tensor i = trace.add_input({int32, {}}, "i");
  Tensor x = input;

  SECTION("a number") {
    const uint32_t line = __LINE__ + 1;
    x(i, 2) = 5;
    CHECK(recorded(trace) == "index_update");
    CHECK(x.shape() == Shape{4, 3});
    CHECK(x.dtype() == float32);
    CHECK(x.impl() != input.impl());
    const ir::Node& node = trace.graph().node(trace.graph().block(trace.block()).nodes.back());
    CHECK(node.operands.size() == 3);
    CHECK(node.location.line() == line);
  }
  SECTION("two subscripts in a row are one") {
    x[i][2] = x[0][1];
    CHECK(recorded(trace) == "index index_update");
  }
  SECTION("a part of a part") {
    x[slice(1)][i] = 0;
    CHECK(recorded(trace) == "index index index_update index_update");
    CHECK(x.shape() == Shape{4, 3});
  }
  SECTION("compound") {
    x[i] += 1;
    CHECK(recorded(trace) == "index add index_update");
  }
  SECTION("a mask") {
    x[x > 1] = 0;
    CHECK(recorded(trace) == "greater mask_update");
  }
  SECTION("rows") {
    x(all, tensor({0, 2})) = 1;
    CHECK(recorded(trace) == "take_update");
  }
  SECTION("a part of a column, by rows") {
    x(slice(0, 2), tensor({0, 2})) = 1;
    CHECK(recorded(trace) == "index take_update index_update");
  }
  SECTION("an array, a symbolic index") {
    Tensor array = tensor({0, 0, 0, 0, 0}, float32);
    array[i] = 2;
    CHECK(recorded(trace) == "index_update");
    CHECK(array.impl()->is_symbol());
  }
  SECTION("an array, a symbolic value") {
    Tensor array = tensor({0, 0, 0, 0, 0}, float32);
    array[0] = x(0, 0);
    CHECK(recorded(trace) == "index index_update");
    CHECK(array.impl()->is_symbol());
  }
  SECTION("arrays only: nothing is recorded") {
    Tensor array = tensor({0, 0, 0, 0, 0});
    array[0] = 1;
    CHECK(recorded(trace).empty());
    CHECK(array[0].item<int>() == 1);
  }
  SECTION("a reading that is used stays") {
    const Tensor row = x[i];
    x[i] = row * 2;
    CHECK(recorded(trace) == "index multiply index_update");
  }
  SECTION("mistakes") {
    using enum ErrorKind;
    expect_error(shape_error, {"(2,)", "(3,)", "float32[4,3]"}, [&] { x[i] = tensor({1.0, 2.0}); });
    expect_error(type_error, {"float64", "float32"}, [&] { x[i] = tensor(1.0, float64); });
    expect_error(out_of_range, {"index 4"}, [&] { x[4] = 1; });
  }
}

}  // namespace

}  // namespace element_test

}  // namespace ag::test
