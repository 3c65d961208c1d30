/// What arrays are made of, mistakes in shapes that a program asks for, and what is recorded while tracing.
#include <cmath>
#include <string>
#include <vector>

#include "ag/literal.h"
#include "ag/ops.h"
#include "ops/table.h"
#include "runtime/ops/expect_error.h"
#include "support/catch.h"
#include "trace/context.h"

namespace ag {

namespace creation_test {
namespace {

using ag_test::ContainsSubstring;
using test::what_of;

}  // namespace

TEST_CASE("an array is full of its value, whatever bytes that is made of") {
  const auto holds = [](auto value) {
    using T = decltype(value);
    for (int64_t count : {0, 1, 2, 1000}) {
      const std::vector<T> found = full({count}, tensor(value)).template to_vector<T>();
      if (found != std::vector<T>(static_cast<size_t>(count), value)) return false;
    }
    return true;
  };
  CHECK((holds(0.0) && holds(1.5) && holds(0.0f) && holds(1.0f)));
  CHECK((holds(int32_t{-1}) && holds(int32_t{0x01010101}) && holds(int32_t{0x01010102})));
  CHECK((holds(int64_t{0}) && holds(int64_t{-1}) && holds(int64_t{255})));
  CHECK(std::signbit(full({3}, -0.0).to_vector<double>()[2]));
}

TEST_CASE("a shape that cannot be is an error that names the operation and the place") {
  const uint32_t line = SourceLocation::current().line() + 1;
  const std::string huge = what_of([] { zeros({1000000, 1000000, 1000000}); });
  CHECK_THAT(huge, ContainsSubstring("creation_test.cpp:" + std::to_string(line)));
  CHECK_THAT(huge, ContainsSubstring("full: an array of shape (1000000, 1000000, 1000000) does not fit into memory"));
  CHECK_THAT(what_of([] { zeros({2, -1}); }), ContainsSubstring("dimension 1 is -1, a dimension cannot be negative"));
  CHECK_THAT(what_of([] { zeros({2, tensor(0.5)}); }), ContainsSubstring("a dimension is an integer"));
  CHECK_THAT(what_of([] { eye(-2); }), ContainsSubstring("eye: n is -2"));
  CHECK_THAT(what_of([] { linspace(0, 1, 3, int32); }), ContainsSubstring("a floating dtype is needed"));
  CHECK_THAT(what_of([] { arange(0, 5, 0); }), ContainsSubstring("arange: the step is 0"));
  CHECK_THAT(what_of([] { full({2}, ones({3}), float32); }), ContainsSubstring("one number is needed"));
  CHECK_THAT(what_of([] { tril(ones({3})); }), ContainsSubstring("tril: a matrix is needed"));
  CHECK_THAT(what_of([] { softmax(ones({3}), 1); }),
             ContainsSubstring("softmax: axis 1 does not exist, the rank is 1"));
  CHECK_THAT(what_of([] { bitcast(ones({3}), float64); }),
             ContainsSubstring("float32 has 32 bits and float64 has 64; bits"));
}

TEST_CASE("creation is recorded while tracing, also of known values") {
  tracing::Trace trace("f", ops::table());
  const Tensor z = zeros({2, 3});
  CHECK_THROWS_AS(z.item<float>(), Error);
  CHECK(z.shape() == Shape{2, 3});
  CHECK(arange(5).shape() == Shape{5});
  const Tensor n = trace.add_input({int32, Shape(), false}, "n");
  CHECK(zeros({n, 2}).shape() == Shape{unknown, 2});
  CHECK(arange(n).shape() == Shape{unknown});
  const Tensor x = trace.add_input({float64, Shape{unknown, 3}, false}, "x");
  CHECK(zeros_like(x).shape() == Shape{unknown, 3});
  CHECK(zeros_like(x).dtype() == float64);
  CHECK(random_uniform({2}, 1).shape() == Shape{2});
}

TEST_CASE("the axes of a grid are in the order of its vectors") {
  const std::vector<Tensor> grid = meshgrid({tensor({1, 2}), tensor({5, 6, 7})});
  CHECK(grid[0].to_vector<int>() == std::vector<int>{1, 1, 1, 2, 2, 2});
  CHECK(grid[1].to_vector<int>() == std::vector<int>{5, 6, 7, 5, 6, 7});
  CHECK(grid[0].shape() == Shape{2, 3});
  CHECK_THAT(what_of([] { meshgrid({ones({2, 2})}); }), ContainsSubstring("a vector is needed"));
}

}  // namespace creation_test

}  // namespace ag
