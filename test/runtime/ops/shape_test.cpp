/// Shapes, joining and picking: what is known while tracing, the functions that make no node of their own, and every
/// mistake.
#include "ag/literal.h"
#include "ag/ops.h"
#include "graph/graph.h"
#include "ops/dimension.h"
#include "ops/table.h"
#include "runtime/ops/expect_error.h"
#include "support/catch.h"
#include "tensor/impl.h"
#include "trace/context.h"

namespace ag::test {

namespace shape_test {
namespace {

using Ints = std::vector<int64_t>;
using enum ErrorKind;

Tensor counted(const Shape& shape) { return reshape(arange(int(shape.element_count())), shape); }
Ints values(const Tensor& tensor) { return tensor.to_vector<int64_t>(); }

TEST_CASE("a transpose exchanges the last two axes") {
  CHECK(values(counted({2, 3}).T()) == Ints{0, 3, 1, 4, 2, 5});
  CHECK(transpose(counted({4, 2, 3})).shape() == Shape{4, 3, 2});
  expect_error(shape_error, {"T: a matrix", "transpose", "int32[2,3,4]"}, [] { (void)counted({2, 3, 4}).T(); });
  expect_error(shape_error, {"transpose: at least two axes", "int32[3]"}, [] { (void)transpose(counted({3})); });
}

TEST_CASE("extents as tensors") {
  const Tensor x = counted({2, 0, 5});
  CHECK(values(shape(x)) == Ints{2, 0, 5});
  CHECK(shape(x).dtype() == int64);
  CHECK(shape(3).shape() == Shape{0});
  CHECK(size(x).item<int>() == 0);
  CHECK(size(x).dtype() == int64);
  CHECK(rank(x).item<int>() == 3);
  CHECK(rank(x).dtype() == int32);
}

TEST_CASE("one tensor becomes several") {
  const std::vector<Tensor> rows = unstack(counted({3, 2}));
  REQUIRE(rows.size() == 3);
  CHECK(values(rows[2]) == Ints{4, 5});
  CHECK(values(unstack(counted({3, 2}), -1)[1]) == Ints{1, 3, 5});
  CHECK(unstack(zeros({0, 2})).empty());
  const std::vector<Tensor> parts = split(counted({2, 4}), 2, 1);
  REQUIRE(parts.size() == 2);
  CHECK(values(parts[1]) == Ints{2, 3, 6, 7});
  expect_error(invalid_argument, {"length 4", "3 equal parts", "int32[4]"}, [] { (void)split(counted({4}), 3); });
  expect_error(invalid_argument, {"0 equal parts"}, [] { (void)split(counted({4}), 0); });
  expect_error(out_of_range, {"axis 2", "rank is 1"}, [] { (void)unstack(counted({4}), 2); });
}

TEST_CASE("squeeze without axes takes every axis of length 1 away") {
  CHECK(squeeze(zeros({1, 3, 1}), {}).shape() == Shape{3});
  CHECK(squeeze(zeros({1, 1}), Axes()).shape() == Shape{});
}

TEST_CASE("numbers are operands as tensors are") {
  CHECK(values(broadcast_to(7, {2, 2})) == Ints{7, 7, 7, 7});
  CHECK(values(take(counted({3}), -1)) == Ints{2});
  CHECK(values(one_hot(1, 3)) == Ints{0, 1, 0});
  CHECK(concat({tensor({1.5}), tensor({2})}).dtype() == float32);
  CHECK(stack({1, 2}).dtype() == int32);
  CHECK(pad(tensor({1.0}, float64), {{1, 0}}, 0.1)[0].item<double>() == 0.1);
}

TEST_CASE("what depends on the graph stays unknown, what is known stays known") {
  tracing::Trace trace("f", ops::table());
  const Tensor x = trace.add_input({float32, {unknown, 6}}, "x");
  const Tensor u = trace.add_input({float32, Shape::unknown_rank()}, "u");
  const Tensor fixed = trace.add_input({float32, {2, 6}}, "fixed");
  const Tensor n = trace.add_input({int32, {}}, "n");

  CHECK(reshape(x, {-1, 3}).shape() == Shape{unknown, 3});
  CHECK(reshape(fixed, {-1, 3}).shape() == Shape{4, 3});
  CHECK(reshape(u, {n, 3}).shape() == Shape{unknown, 3});
  CHECK(x.T().shape() == Shape{6, unknown});
  CHECK(u.T().shape() == Shape{unknown, unknown});
  CHECK(broadcast_to(x, {4, 2, 6}).shape() == Shape{4, 2, 6});
  CHECK(broadcast_to(fixed, {n, 2, 6}).shape() == Shape{unknown, 2, 6});
  CHECK(squeeze(x, 0).shape() == Shape{6});
  CHECK_FALSE(squeeze(u, 0).shape().ranked());
  CHECK(concat({x, fixed}).shape() == Shape{unknown, 6});
  CHECK(concat({x, fixed}, 1).shape() == Shape{2, 12});
  CHECK(concat({u, fixed}, 1).shape() == Shape{2, unknown});
  CHECK(stack({x, fixed}, -1).shape() == Shape{2, 6, 2});
  CHECK(repeat(x, 2, 1).shape() == Shape{unknown, 12});
  CHECK(tile(x, {2, 1, 3}).shape() == Shape{2, unknown, 18});
  CHECK(pad(x, {{1, 1}, {2, 0}}).shape() == Shape{unknown, 8});
  CHECK(nonzero(x).shape() == Shape{unknown, 2});
  CHECK(gather_nd(x, tensor({{0}, {1}})).shape() == Shape{2, 6});
  CHECK(scatter_nd(tensor({{0}}), tensor({1.0}), {n}).shape() == Shape{unknown});
  CHECK(segment_sum(x, trace.add_input({int32, {unknown}}, "ids"), 3).shape() == Shape{3, 6});

  // The number of elements is a product of extents, which loops over slices read from registers.
  const Tensor row = trace.add_input({float32, {unknown}}, "row");
  CHECK(size(row).impl()->symbol->op == std::string_view("dim"));
  CHECK(size(x).impl()->symbol->op == std::string_view("multiply"));
  CHECK(size(u).impl()->symbol->op == std::string_view("prod"));
  CHECK_FALSE(shape(fixed).impl()->is_symbol());
  CHECK_FALSE(size(fixed).impl()->is_symbol());
  CHECK_FALSE(rank(x).impl()->is_symbol());
  CHECK_FALSE(ops::dimension(x, 1, SourceLocation::current()).impl()->is_symbol());
  CHECK(ops::dimension(x, 0, SourceLocation::current()).impl()->is_symbol());
  CHECK(shape(x).shape() == Shape{2});
  CHECK(shape(u).shape() == Shape{unknown});
  CHECK(size(x).shape() == Shape{});
  CHECK(rank(u).dtype() == int32);

  expect_error(staging_error, {"unstack", "axis 0", "when the graph runs", "float32[?,6]"}, [&] { (void)unstack(x); });
  expect_error(shape_error, {"flip: the rank must be known"}, [&] { (void)flip(u); });
  expect_error(shape_error, {"squeeze", "name them"}, [&] { (void)squeeze(x, {}); });
  expect_error(invalid_argument, {"more than one dimension is -1", "ag::shape"}, [&] { (void)reshape(x, {-1, -1}); });
}

TEST_CASE("mistakes in shapes name the shapes and what is allowed") {
  const Tensor x = counted({2, 3});
  expect_error(shape_error, {"reshape", "6 elements", "(4, 2), 8 elements", "int32[2,3]"},
               [&] { (void)reshape(x, {4, 2}); });
  expect_error(shape_error, {"6 elements", "4 elements for each step"}, [&] { (void)reshape(x, {4, -1}); });
  expect_error(shape_error, {"0 elements for each step"}, [&] { (void)reshape(x, {0, -1}); });
  expect_error(shape_error, {"-3", "negative"}, [&] { (void)reshape(x, {-3}); });
  expect_error(shape_error, {"-2", "negative"}, [&] { (void)reshape(x, {-2}); });
  expect_error(invalid_argument, {"3 axes are named, the rank is 2"}, [&] { (void)permute_dims(x, {0, 1, 2}); });
  expect_error(invalid_argument, {"axis -1 is named twice"}, [&] { (void)permute_dims(x, {1, -1}); });
  expect_error(out_of_range, {"axis 4 does not exist, the rank is 3"}, [&] { (void)expand_dims(x, 4); });
  expect_error(shape_error, {"axis 1 has length 3"}, [&] { (void)squeeze(x, 1); });
  expect_error(shape_error, {"(2, 3) cannot be repeated to shape (4, 3)"}, [&] { (void)broadcast_to(x, {4, 3}); });
  expect_error(shape_error, {"cannot be repeated"}, [&] { (void)broadcast_to(x, {3}); });
  expect_error(out_of_range, {"axis 2"}, [&] { (void)flip(x, 2); });
  expect_error(out_of_range, {"axis -3"}, [&] { (void)roll(x, 1, -3); });
  expect_error(invalid_argument, {"-1 repetitions"}, [&] { (void)repeat(x, -1, 0); });
  expect_error(invalid_argument, {"-2 repetitions"}, [&] { (void)tile(x, {1, -2}); });
  expect_error(invalid_argument, {"one pair of widths", "there are 1"}, [&] { (void)pad(x, {{1, 1}}); });
  expect_error(invalid_argument, {"-1 and 0", "slice"}, [&] { (void)pad(x, {{-1, 0}, {0, 0}}); });
  expect_error(type_error, {"float32 value", "int32 tensor"}, [&] { (void)pad(x, {{1, 0}, {0, 0}}, 0.5); });
}

TEST_CASE("mistakes in joining name the shapes and the axis") {
  expect_error(shape_error, {"concat", "axis 0", "int32[2,3], int32[2,4]"},
               [] { (void)concat({counted({2, 3}), counted({2, 4})}); });
  expect_error(shape_error, {"rank 0", "use stack"}, [] { (void)concat({1, 2}); });
  expect_error(out_of_range, {"axis 1 does not exist"}, [] { (void)concat({counted({2})}, 1); });
  expect_error(invalid_argument, {"list is empty"}, [] { (void)concat(std::vector<Tensor>()); });
  expect_error(shape_error, {"stack: the shapes must be equal"}, [] { (void)stack({counted({2}), counted({3})}); });
  expect_error(invalid_argument, {"undefined"}, [] { (void)stack({counted({2}), Tensor()}); });
}

TEST_CASE("mistakes in picking name the index and what is allowed") {
  const Tensor x = counted({2, 3});
  expect_error(out_of_range, {"take: index 3", "axis 1 of length 3", "-3 to 2"},
               [&] { (void)take(x, tensor({0, 3}), 1); });
  expect_error(out_of_range, {"axis 2"}, [&] { (void)take(x, tensor({0}), 2); });
  expect_error(type_error, {"indices are integers, not float32"}, [&] { (void)take(x, tensor({0.0})); });
  expect_error(shape_error, {"rank of the tensor"}, [&] { (void)take_along_axis(x, tensor({0})); });
  expect_error(out_of_range, {"index -4"}, [&] { (void)take_along_axis(x, tensor({{-4}, {0}})); });
  expect_error(out_of_range, {"(1, 3)", "(2, 3)"}, [&] { (void)gather_nd(x, tensor({{0, 0}, {1, 3}})); });
  expect_error(out_of_range, {"(-1)"}, [&] { (void)gather_nd(x, tensor({{-1}})); });
  expect_error(shape_error, {"3 numbers", "rank 2"}, [&] { (void)gather_nd(x, tensor({{0, 0, 0}})); });
  expect_error(shape_error, {"at least one axis"}, [&] { (void)gather_nd(x, 0); });
  expect_error(shape_error, {"updates must have shape (1, 3)"},
               [&] { (void)scatter_nd(tensor({{0}}), tensor({1, 2, 3}), {2, 3}); });
  expect_error(out_of_range, {"(2)"}, [&] { (void)scatter_nd(tensor({{2}}), tensor({1}), {2}); });
  expect_error(out_of_range, {"index 2"}, [&] { (void)scatter_add(x, tensor({2}), 1); });
  expect_error(type_error, {"float32 value", "int32 tensor"}, [&] { (void)scatter_add(x, tensor({0}), 0.5); });
  expect_error(type_error, {"booleans have no sum"}, [&] { (void)segment_sum(x > 1, tensor({0, 0}), 1); });
  expect_error(out_of_range, {"id 2 of row 1", "0 to 1"}, [&] { (void)segment_sum(x, tensor({0, 2}), 2); });
  expect_error(shape_error, {"one id for each row"}, [&] { (void)segment_sum(x, tensor({0, 1, 0}), 2); });
  expect_error(type_error, {"mask must be boolean"}, [&] { (void)boolean_mask(x, tensor({1, 0})); });
  expect_error(shape_error, {"mask has shape (3,)"}, [&] { (void)boolean_mask(x, tensor({true, false, true})); });
  expect_error(shape_error, {"rank 0"}, [] { (void)nonzero(3); });
  expect_error(invalid_argument, {"depth is -1"}, [] { (void)one_hot(tensor({0}), -1); });
}

}  // namespace

}  // namespace shape_test

}  // namespace ag::test
