/// Attributes: equality and hash by bits, the text of each kind.
#include "graph/attribute.h"

#include <limits>

#include "runtime/graph/toy_ops.h"
#include "support/catch.h"

using namespace ag;
using namespace ag::ir;

namespace attribute_test {
namespace {
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
}  // namespace

TEST_CASE("attributes print in the form of the text of graphs") {
  CHECK(str(Attribute(true)) == "true");
  CHECK(str(Attribute(int64_t{-3})) == "-3");
  CHECK(str(Attribute(0.5)) == "0.5");
  CHECK(str(Attribute(3.0)) == "3.0");
  CHECK(str(Attribute(-0.0)) == "-0.0");
  CHECK(str(Attribute(1e300)) == "1e+300");
  CHECK(str(Attribute(kInf)) == "inf");
  CHECK(str(Attribute(-kInf)) == "-inf");
  CHECK(str(Attribute(kNan)) == "nan");
  CHECK(str(Attribute(std::string("a \"b\"\\\n\t\x01"))) == R"("a \"b\"\\\n\t\x01")");
  CHECK(str(Attribute(float32)) == "float32");
  CHECK(str(Attribute(Shape{2, unknown})) == "(2, ?)");
  CHECK(str(Attribute(Shape::unknown_rank())) == "(...)");
  CHECK(str(Attribute(std::vector<int64_t>{0, -1})) == "[0, -1]");
  CHECK(str(Attribute(std::vector<double>{0, 1.5})) == "[0.0, 1.5]");
  CHECK(str(Attribute(std::vector<std::string>{"a", ""})) == R"(["a", ""])");
  CHECK(str(Attribute(Opaque{nullptr, "std::runtime_error"})) == R"(opaque("std::runtime_error"))");
}

TEST_CASE("tensors print with dtype, shape and every element") {
  const Tensor matrix = toy::make<double>(float32, {2, 2}, {1, 2.5, -0.0, kNan});
  CHECK(str(Attribute(matrix)) == "float32[2,2]{1, 2.5, -0, nan}");
  CHECK(str(Attribute(matrix), 3) == "float32[2,2]{...}");
  CHECK(str(Attribute(matrix), 4) == "float32[2,2]{1, 2.5, -0, nan}");
  CHECK(str(Attribute(toy::make<bool>(boolean, {2}, {true, false}))) == "boolean[2]{true, false}");
  CHECK(str(Attribute(toy::make<double>(float16, {}, {0.1}))) == "float16[]{0.099975586}");
  CHECK(str(Attribute(toy::make<double>(float64, {0, 3}, {}))) == "float64[0,3]{}");
  CHECK(str(Attribute(toy::make<uint64_t>(uint64, {}, {~uint64_t{0}}))) == "uint64[]{18446744073709551615}");
  CHECK(str(Attribute(Tensor(3))) == "int32~[]{3}");
  CHECK(str(Attribute(Tensor())) == "undefined");
  Tensor odd = toy::make<double>(float32, {}, {0});
  *reinterpret_cast<uint32_t*>(odd.impl()->data()) = 0x7fc00001u;
  CHECK(str(Attribute(odd)) == "float32[]{nan:0x7fc00001}");
}

TEST_CASE("attributes are equal by kind and bits, and then have one hash") {
  const Attribute same[][2] = {
      {kNan, kNan},
      {std::string("a"), std::string("a")},
      {std::vector<double>{kNan, 1}, std::vector<double>{kNan, 1}},
      {Shape{2, 3}, Shape{2, 3}},
      {toy::make<double>(float32, {2}, {1, kNan}), toy::make<double>(float32, {2}, {1, kNan})},
  };
  for (const auto& pair : same) {
    INFO(str(pair[0]));
    CHECK(equal(pair[0], pair[1]));
    CHECK(hash(pair[0]) == hash(pair[1]));
  }
  const Attribute different[][2] = {
      {0.0, -0.0},
      {int64_t{1}, true},
      {int64_t{0}, 0.0},
      {Shape{}, Shape::unknown_rank()},
      {std::vector<double>{1}, std::vector<double>{1, 2}},
      {toy::make<double>(float32, {2}, {1, 2}), toy::make<double>(float32, {2, 1}, {1, 2})},
      {toy::make<double>(float32, {2}, {1, 2}), toy::make<double>(float64, {2}, {1, 2})},
      {toy::make<double>(float32, {1}, {0.0}), toy::make<double>(float32, {1}, {-0.0})},
      {Tensor(3), toy::make<int64_t>(int32, {}, {3})},
      {Opaque{std::make_shared<int>(1), "e"}, Opaque{std::make_shared<int>(1), "e"}},
  };
  for (const auto& pair : different) {
    INFO(str(pair[0]));
    CHECK_FALSE(equal(pair[0], pair[1]));
  }
}

TEST_CASE("tensors that are views compare by their elements") {
  const Tensor base = toy::make<double>(float32, {2, 2}, {1, 2, 3, 4});
  const Tensor transposed = detail::make_view(base, {2, 2}, detail::Strides{1, 2}, 0);
  const Tensor dense = toy::make<double>(float32, {2, 2}, {1, 3, 2, 4});
  CHECK(equal(Attribute(transposed), Attribute(dense)));
  CHECK(hash(Attribute(transposed)) == hash(Attribute(dense)));
  CHECK(str(Attribute(transposed)) == "float32[2,2]{1, 3, 2, 4}");
}

TEST_CASE("declared attributes are read from ops.def's form") {
  const std::vector<AttributeSpec> specs = parse_attribute_specs("axes:ints, keepdims:bool");
  REQUIRE(specs.size() == 2);
  CHECK(specs[0].name == "axes");
  CHECK(specs[0].kind == AttributeKind::Ints);
  CHECK(specs[1].name == "keepdims");
  CHECK(specs[1].kind == AttributeKind::Bool);
  CHECK(parse_attribute_specs("").empty());
  CHECK_THROWS_AS(parse_attribute_specs("x"), Error);
  CHECK_THROWS_AS(parse_attribute_specs("x:complex"), Error);
}

}  // namespace attribute_test
