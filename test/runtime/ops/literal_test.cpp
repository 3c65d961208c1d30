/// Arrays from numbers in braces and from ranges.
#include "ag/literal.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ag/ops.h"
#include "runtime/ops/expect_error.h"
#include "support/catch.h"

namespace ag {

namespace literal_test {
namespace {

using ag_test::ContainsSubstring;
using test::what_of;

}  // namespace

TEST_CASE("braces make arrays of the kind of their numbers") {
  const Tensor mixed = tensor({1.0, 2, 3});
  CHECK(mixed.dtype() == float32);
  CHECK(mixed.shape() == Shape{3});
  CHECK(mixed.to_vector<int>() == std::vector<int>{1, 2, 3});
  CHECK(tensor({1, 2}).dtype() == int32);
  CHECK(tensor({true, false}).dtype() == boolean);
  CHECK(tensor({1, int64_t{2}}).dtype() == int64);
  CHECK(tensor({1, 2u}).dtype() == int64);
  CHECK(tensor({true, 2}).dtype() == int32);
  CHECK(tensor(3).shape() == Shape{});
  CHECK(tensor(3, int64).dtype() == int64);
  CHECK(tensor({5}).shape() == Shape{1});
}

TEST_CASE("nested braces make axes") {
  const Tensor m = tensor({{1, 2}, {3, 4}}, float64);
  CHECK(m.dtype() == float64);
  CHECK(m.shape() == Shape{2, 2});
  CHECK(m.to_vector<double>() == std::vector<double>{1, 2, 3, 4});
  CHECK(tensor({{{1}, {2}}, {{3}, {4}}, {{5}, {6}}}).shape() == Shape{3, 2, 1});
  CHECK(tensor({{1, 2, 3}}).shape() == Shape{1, 3});
}

TEST_CASE("integers are exact up to 64 bits") {
  CHECK(tensor({int64_t{9007199254740993}}).to_vector<int64_t>() == std::vector<int64_t>{9007199254740993});
  const Tensor large = tensor({18446744073709551615u, 1});
  CHECK(large.dtype() == uint64);
  CHECK(large.to_vector<uint64_t>() == std::vector<uint64_t>{18446744073709551615u, 1});
  CHECK(tensor({uint64_t{5}, -1}).dtype() == int64);
  CHECK_THAT(what_of([] { tensor({18446744073709551615u, -1}); }), ContainsSubstring("no integer dtype holds both"));
  CHECK(tensor({0.1}, float64).item<double>() == 0.1);
}

TEST_CASE("lists of several shapes and numbers of other dtypes are errors at the user's line") {
  const uint32_t line = SourceLocation::current().line() + 1;
  const std::string text = what_of([] { tensor({{1, 2}, {3}}); });
  CHECK_THAT(text, ContainsSubstring("literal_test.cpp:" + std::to_string(line)));
  CHECK_THAT(text, ContainsSubstring("element 1 of a list has shape (1,) and element 0 has shape (2,)"));
  CHECK_THAT(what_of([] { tensor({1, 300}, int8); }), ContainsSubstring("the number 300 is not a value of int8"));
  CHECK_THAT(what_of([] { tensor({1.5}, int32); }), ContainsSubstring("the number 1.5 is not a value of int32"));
}

TEST_CASE("ranges of numbers become arrays of their type") {
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  CHECK(tensor(values).dtype() == float64);
  CHECK(tensor(values).shape() == Shape{6});
  CHECK(tensor(values, {2, 3}).shape() == Shape{2, 3});
  CHECK(tensor(values, {3, 2}, float16).dtype() == float16);
  CHECK(tensor(values, int8).to_vector<int>() == std::vector<int>{1, 2, 3, 4, 5, 6});
  CHECK(tensor(std::span<const float>(std::array<float, 2>{1, 2})).dtype() == float32);
  CHECK(tensor(std::array<uint8_t, 2>{1, 255}).to_vector<int>() == std::vector<int>{1, 255});
  CHECK(tensor(std::vector<bool>{true, false, true}).to_vector<int>() == std::vector<int>{1, 0, 1});
  CHECK(tensor(std::vector<int>{}).shape() == Shape{0});
  const std::string text = what_of([&] { tensor(values, {4}); });
  CHECK_THAT(text, ContainsSubstring("literal_test.cpp"));
  CHECK_THAT(text, ContainsSubstring("6 elements do not make an array of shape (4,), which has 4"));
}

}  // namespace literal_test

}  // namespace ag
