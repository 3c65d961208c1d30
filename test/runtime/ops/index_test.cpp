/// Reading by subscripts: what each form names, what is a view, what a trace records, and every mistake.
#include "ag/index.h"

#include "ag/literal.h"
#include "ag/ops.h"
#include "graph/graph.h"
#include "ops/subscripts/index_spec.h"
#include "ops/table.h"
#include "runtime/ops/expect_error.h"
#include "support/catch.h"
#include "tensor/impl.h"
#include "trace/context.h"

namespace ag::test {

namespace index_test {
namespace {

using Ints = std::vector<int64_t>;

/// 0, 1, 2 … in a shape.
Tensor counted(const Shape& shape, DType dtype = DType::int32) {
  return reshape(astype(arange(int(shape.element_count())), dtype), shape);
}

Ints values(const Tensor& tensor) { return tensor.to_vector<int64_t>(); }

bool shares(const Tensor& a, const Tensor& b) { return a.impl()->buffer && a.impl()->buffer == b.impl()->buffer; }

TEST_CASE("integers take an axis away and count from both ends") {
  const Tensor x = counted({2, 3, 4});
  CHECK(x[1].shape() == Shape{3, 4});
  CHECK(values(x(1, 2)) == Ints{20, 21, 22, 23});
  CHECK(values(x(-1, -1, -4)) == Ints{20});
  CHECK(x(0, 0, 0).shape() == Shape{});
  CHECK(values(x[tensor(1)][tensor(-1, int8)]) == Ints{20, 21, 22, 23});
}

TEST_CASE("slices are clamped and step both ways") {
  const Tensor x = counted({10});
  CHECK(values(x[slice(2, 5)]) == Ints{2, 3, 4});
  CHECK(values(x[slice(7)]) == Ints{7, 8, 9});
  CHECK(values(x[slice(-3)]) == Ints{7, 8, 9});
  CHECK(values(x[slice({}, -8)]) == Ints{0, 1});
  CHECK(values(x[slice(-100, 3)]) == Ints{0, 1, 2});
  CHECK(values(x[slice(8, 100)]) == Ints{8, 9});
  CHECK(values(x[slice(5, 2)]).empty());
  CHECK(values(x[slice(1, 9, 3)]) == Ints{1, 4, 7});
  CHECK(values(x[slice({}, {}, -4)]) == Ints{9, 5, 1});
  CHECK(values(x[slice(3, {}, -1)]) == Ints{3, 2, 1, 0});
  CHECK(values(x[slice(100, -100, -5)]) == Ints{9, 4});
  CHECK(values(x[slice(2, 5, -1)]).empty());
  CHECK(values(x[slice(0, 10, INT64_MAX)]) == Ints{0});
  CHECK(values(x[slice({}, {}, INT64_MIN)]) == Ints{9});
  CHECK(values(x[slice(INT64_MIN, INT64_MAX)]).size() == 10);
  CHECK(values(x[slice(tensor(2), tensor(4))]) == Ints{2, 3});
  CHECK(values(x[all]).size() == 10);
  CHECK(x[slice(0, 0)].shape() == Shape{0});
}

TEST_CASE("new axes and the ellipsis stand where they are written") {
  const Tensor x = counted({2, 3, 4});
  CHECK(x(ellipsis, newaxis).shape() == Shape{2, 3, 4, 1});
  CHECK(x(newaxis, all, newaxis, ellipsis).shape() == Shape{1, 2, 1, 3, 4});
  CHECK(values(x(ellipsis, 0)) == Ints{0, 4, 8, 12, 16, 20});
  CHECK(values(x(1, ellipsis, 3)) == Ints{15, 19, 23});
  CHECK(x(0, 0, 0, ellipsis).shape() == Shape{});
  CHECK(x(0, 0, ellipsis, 0, newaxis, newaxis).shape() == Shape{1, 1});
  CHECK(tensor(5)(newaxis).shape() == Shape{1});
  CHECK(tensor(5)(ellipsis).item<int>() == 5);
}

TEST_CASE("masks and integer tensors work on the axis where they stand") {
  const Tensor x = counted({2, 3, 4});
  const Tensor mask = tensor({true, false, true});
  CHECK(values(x(0, mask, 1)) == Ints{1, 9});
  CHECK(x(all, mask).shape() == Shape{2, 2, 4});
  CHECK(x(ellipsis, tensor({0, 3, -1})).shape() == Shape{2, 3, 3});
  CHECK(values(x(1, 2, tensor({0, 3, -1}))) == Ints{20, 23, 23});
  CHECK(values(x[x > 20]) == Ints{21, 22, 23});
  CHECK(x(newaxis, tensor({{0}, {1}}), 0).shape() == Shape{1, 2, 1, 4});
  CHECK(values(x(tensor({1, 0}), 0, slice(1, 2))) == Ints{13, 1});
  CHECK(x[tensor({false, false})].shape() == Shape{0, 3, 4});
}

TEST_CASE("integer tensors in one subscript select together") {
  const Tensor x = counted({2, 3, 4});
  CHECK(values(x(tensor({1, 0}), tensor({2, -1}), tensor({0, 3}))) == Ints{20, 11});
  CHECK(values(x(tensor({1, 0}), tensor({2, -3}))[1]) == Ints{0, 1, 2, 3});
  CHECK(values(x(1, tensor({2, 0}), tensor({0, 1}))) == Ints{20, 13});
  CHECK(values(x(all, tensor({2, 0}), tensor({0, 1}))) == Ints{8, 1, 20, 13});
  // Shapes broadcast: (2, 1) and (3) give (2, 3).
  CHECK(x(all, tensor({{0}, {1}}), tensor({0, 1, 2})).shape() == Shape{2, 2, 3});
  CHECK(values(x(0, tensor({{0}, {1}}), tensor({0, 1, 2}))) == Ints{0, 1, 2, 4, 5, 6});
  // Axes that are no neighbours: the selected ones come first.
  CHECK(x(tensor({1, 0, 1}), all, tensor({2, 3, 0})).shape() == Shape{3, 3});
  CHECK(values(x(tensor({1, 0}), all, tensor({2, 3}))) == Ints{14, 18, 22, 3, 7, 11});
  CHECK(values(x(tensor({1, 0}), slice(2, {}, -2), tensor({2, 3}))) == Ints{22, 14, 11, 3});
  CHECK(values(x(ellipsis, tensor({1}), tensor({2}))) == Ints{6, 18});
  CHECK(x(tensor({1, 0}), newaxis, tensor({2, 1})).shape() == Shape{2, 1, 4});
}

TEST_CASE("the integers of a mask select beside other integers") {
  const Tensor x = counted({2, 3}), mask = tensor({false, true, true});
  CHECK(values(x(tensor({1, 0}), nonzero(mask)(all, 0))) == Ints{4, 2});
}

TEST_CASE("what integer tensors select together is assigned") {
  Tensor x = zeros({3, 4}, int32);
  const Tensor before = x;
  x(tensor({0, 2, 0}), tensor({1, -1, 1})) = tensor({5, 6, 7});  // the last of equal ones wins
  CHECK(values(x) == Ints{0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6});
  x(tensor({{0}, {1}}), tensor({0, 3})) += 10;
  CHECK(values(x) == Ints{10, 7, 0, 10, 10, 0, 0, 10, 0, 0, 0, 6});
  CHECK(values(before) == Ints(12, 0));
  Tensor y = zeros({2, 2, 3}, int32);
  y(tensor({1, 0}), all, tensor({2, 0})) = tensor({{1, 2}, {3, 4}});
  CHECK(values(y) == Ints{3, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 2});
  y(1, tensor({0, 1}), tensor({0, 1})) = 9;
  CHECK(values(y) == Ints{3, 0, 0, 4, 0, 0, 9, 0, 1, 0, 9, 2});
  using enum ErrorKind;
  const Tensor unchanged = y;
  expect_error(out_of_range, {"index 3", "axis 2 of length 3"}, [&] { y(all, tensor({0, 1}), tensor({0, 3})) = 1; });
  expect_error(shape_error, {"(3,)", "does not fit", "(2,)"},
               [&] { x(tensor({0, 1}), tensor({0, 3})) = tensor({1, 2, 3}); });
  CHECK(values(y) == values(unchanged));
}

TEST_CASE("assignments to elements are chained") {
  Tensor x = zeros({4}, int32), y = zeros({2, 2}, float64);
  y(0, 1) = x[1] = x[3] = 7;
  CHECK(values(x) == Ints{0, 7, 0, 7});
  CHECK(y(0, 1).item<double>() == 7);
  y[1] = x[slice(0, 2)] = x[slice(2, 4)] += 1;
  CHECK(values(x) == Ints{1, 8, 1, 8});
  CHECK(values(y[1]) == Ints{1, 8});
  const Tensor stored = x[0] = 3;
  x[0] = 4;
  CHECK(stored.item<int>() == 3);
}

TEST_CASE("what a subscript gives shares the memory, also of views of views") {
  const Tensor x = counted({20, 30});
  const Tensor row = x[3], odd = x(all, slice(1, {}, 2)), back = odd(slice({}, {}, -1), slice(3, 8));
  CHECK(shares(x, row));
  CHECK(shares(x, back));
  CHECK(values(back[0]) == Ints{577, 579, 581, 583, 585});
  CHECK(values(back.T()(0, ellipsis))[19] == 7);
  CHECK(shares(x, permute_dims(expand_dims(x, 1), {2, 1, 0})));
  CHECK(shares(x, broadcast_to(squeeze(x(newaxis, 4), 0), {7, 30})));
  CHECK(shares(x, flip(reshape(x, {600}))));
  CHECK_FALSE(shares(x, reshape(x.T(), {600})));
  CHECK(values(reshape(flip(x.T(), 0), {-1}))[21] == 30 + 28);  // column 28 stands second, its row 1 second
}

TEST_CASE("a few elements are copied, so that the array stays free") {
  const Tensor x = counted({4});
  CHECK_FALSE(shares(x, x[2]));
  CHECK_FALSE(shares(x, x[slice(1, 3)]));
  CHECK(values(x[slice(1, 3)]) == Ints{1, 2});
}

TEST_CASE("rows are looped over") {
  const Tensor x = counted({3, 2});
  Ints sums;
  for (Tensor row : x) sums.push_back(row[0].item<int>() + row[1].item<int>());
  CHECK(sums == Ints{1, 5, 9});
  for (Tensor row : zeros({0, 2})) FAIL("there is no row " << row.size());
}

TEST_CASE("mistakes in subscripts name the tensor and what is allowed") {
  const Tensor x = counted({2, 3});
  using enum ErrorKind;
  expect_error(out_of_range, {"index 2", "axis 0 of length 2", "-2 to 1", "int32[2,3]"}, [&] { (void)x[2]; });
  expect_error(out_of_range, {"index -4", "axis 1 of length 3"}, [&] { (void)x(all, -4); });
  expect_error(out_of_range, {"names 3 axes", "has 2"}, [&] { (void)x(0, all, 1); });
  expect_error(out_of_range, {"names 1 axes", "has 0"}, [&] { (void)tensor(1)[0]; });
  expect_error(invalid_argument, {"more than one ellipsis"}, [&] { (void)x(ellipsis, ellipsis); });
  expect_error(invalid_argument, {"step", "0"}, [&] { (void)x[slice(0, 1, 0)]; });
  expect_error(type_error, {"float32[]", "integers and booleans"}, [&] { (void)x[tensor(1.0)]; });
  expect_error(unimplemented,
               {"a mask beside another mask or integer tensor", "boolean[3]", "ag::nonzero(mask)(all, 0)"},
               [&] { (void)x(tensor({0}), tensor({true, false, true})); });
  expect_error(unimplemented, {"a mask beside another mask or integer tensor", "int32[1]"},
               [&] { (void)x(tensor({true, false}), tensor({0})); });
  expect_error(shape_error, {"(2,)", "(3,)", "do not broadcast"}, [&] { (void)x(tensor({0, 1}), tensor({0, 1, 2})); });
  expect_error(out_of_range, {"index 3", "axis 1 of length 3"}, [&] { (void)x(tensor({0, 1}), tensor({0, 3})); });
  expect_error(out_of_range, {"index -3", "axis 0 of length 2"}, [&] { (void)x(tensor({0, -3}), tensor({0, 1})); });
  expect_error(unimplemented, {"mask of rank 0", "ag::where"}, [&] { (void)x[tensor(true)]; });
  expect_error(shape_error, {"mask has shape (3,)", "int32[2,3]"}, [&] { (void)x[tensor({true, false, true})]; });
  expect_error(out_of_range, {"index 5", "axis 1 of length 3"}, [&] { (void)x(all, tensor({0, 5})); });
  expect_error(invalid_argument, {"undefined"}, [&] { (void)x[Tensor()]; });
  expect_error(invalid_argument, {"undefined"}, [&] { (void)Tensor()[0]; });
  expect_error(shape_error, {"no rows", "ag::range"}, [&] {
    for (Tensor row : tensor(3)) (void)row;
  });
}

TEST_CASE("subscripts of symbols are one node with the inferred type") {
  tracing::Trace trace("f", ops::table());
  Tensor x = trace.add_input({float32, {4, unknown, 3}}, "x");
  const Tensor i = trace.add_input({int32, {}}, "i");
  const Tensor n = trace.add_input({int64, {}}, "n");
  const auto last = [&]() -> const ir::Node& {
    return trace.graph().node(trace.graph().block(trace.block()).nodes.back());
  };
  const Tensor& view = x;

  CHECK(view[1].shape() == Shape{unknown, 3});
  CHECK(std::string(last().op->name) == "index");
  CHECK(std::get<Ints>(last().attributes[0]) == Ints{0});
  CHECK(std::get<Ints>(last().attributes[1]) == Ints{1});

  CHECK(view(all, i, slice(n, 2)).shape() == Shape{4, unknown});
  CHECK(last().operands.size() == 3);
  CHECK(std::get<Ints>(last().attributes[0]) == Ints{111, 20, 21});
  CHECK(std::get<Ints>(last().attributes[2]) == Ints{0, 0, 2});
  CHECK(last().location.line() == __LINE__ - 4);

  CHECK(view(ellipsis, newaxis, slice({}, {}, -1)).shape() == Shape{4, unknown, 1, 3});
  CHECK(view(slice(1, 3), slice(0, 2)).shape() == Shape{2, unknown, 3});
  CHECK(view[tensor(2)].shape() == Shape{unknown, 3});
  CHECK(last().operands.size() == 1);
  CHECK(counted({5, 2})[i].shape() == Shape{2});

  const Tensor mask = trace.add_input({boolean, {4}}, "mask");
  CHECK(view[mask].shape() == Shape{unknown, unknown, 3});
  CHECK(std::string(last().op->name) == "boolean_mask");
  const Tensor rows = trace.add_input({int32, {7}}, "rows");
  CHECK(view(0, all, newaxis, rows).shape() == Shape{unknown, 1, 7});
  CHECK(std::string(last().op->name) == "take");

  CHECK(view(rows, rows).shape() == Shape{7, 3});
  CHECK(view(rows, all, rows).shape() == Shape{7, unknown});
  CHECK(index_update(view, std::array<Index, 2>{rows, rows}, 1.0).shape() == Shape{4, unknown, 3});

  const Tensor unranked = trace.add_input({float32, Shape::unknown_rank()}, "u");
  CHECK_FALSE(unranked[0].shape().ranked());

  using enum ErrorKind;
  expect_error(out_of_range, {"index 4", "axis 0 of length 4", "float32[4,?,3]"}, [&] { (void)view[4]; });
  expect_error(out_of_range, {"names 4 axes"}, [&] { (void)view(0, 0, 0, 0); });
  expect_error(unimplemented, {"known rank"}, [&] { (void)unranked(ellipsis, rows); });
  expect_error(staging_error, {"float32[4,?,3]", "not been converted", "AG_CONVERT"}, [&] {
    for (Tensor row : view) (void)row;
  });
}

TEST_CASE("subscripts go through the attributes unchanged and print as they were written") {
  using ops::IndexItem;
  using Kind = IndexItem::Kind;
  using Bound = IndexItem::Bound;
  ops::IndexItems items;
  items.push_back({Kind::Integer, Bound::Number, Bound::Number, -3, 0, 1});
  items.push_back({Kind::Integer, Bound::Operand, Bound::Number, 0, 0, 1});
  items.push_back({Kind::Slice, Bound::Absent, Bound::Operand, 0, 0, 2});
  items.push_back({Kind::Slice, Bound::Number, Bound::Number, 1, 5, 1});
  items.push_back({Kind::NewAxis});
  items.push_back({Kind::Ellipsis});
  CHECK(ops::str(items) == "[-3, ?, :?:2, 1:5, newaxis, ...]");
  CHECK(ops::operand_count(items) == 2);
  const ir::Attributes attributes = ops::encode(items);
  CHECK(std::get<Ints>(attributes[0]) == Ints{0, 20, 211, 1, 2, 3});
  CHECK(ops::str(ops::decode(attributes)) == ops::str(items));

  ir::Attributes wrong = attributes;
  std::get<Ints>(wrong[1]).pop_back();
  CHECK_THROWS_AS(ops::decode(wrong), ops::Fault);
  wrong = attributes;
  std::get<Ints>(wrong[0])[0] = 7;
  CHECK_THROWS_AS(ops::decode(wrong), ops::Fault);
}

}  // namespace

}  // namespace index_test

}  // namespace ag::test
