/// Printed values look as NumPy's str() makes them.
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "support/catch.h"
#include "tensor/impl.h"
#include "tensor/symbol.h"

using namespace ag;

namespace print_test {
namespace {

std::string printed(const Tensor& tensor) {
  std::ostringstream stream;
  stream << tensor;
  return stream.str();
}

Tensor from_hex(DType dtype, const Shape& shape, const std::string& hex) {
  Tensor tensor = detail::allocate(dtype, shape);
  const size_t bytes = static_cast<size_t>(shape.element_count()) * item_size(dtype);
  REQUIRE((bytes == 0 ? hex == "-" : hex.size() == 2 * bytes));
  for (size_t i = 0; i < bytes; ++i) {
    tensor.impl()->data()[i] = static_cast<std::byte>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
  }
  return tensor;
}

Tensor floats(DType dtype, std::initializer_list<double> values) {
  Tensor tensor = detail::allocate(dtype, {static_cast<int64_t>(values.size())});
  std::byte* out = tensor.impl()->data();
  for (double value : values) {
    const Tensor element = detail::scalar_tensor(detail::scalar_of(value), dtype);
    std::memcpy(out, element.impl()->data(), item_size(dtype));
    out += item_size(dtype);
  }
  return tensor;
}

}  // namespace

TEST_CASE("arrays print as NumPy prints them") {
  std::ifstream file(AG_SOURCE_DIR "/test/runtime/tensor/data/print_reference.txt");
  REQUIRE(file);
  std::string dtype, dims, hex, line;
  size_t cases = 0;
  while (file >> dtype >> dims >> hex) {
    std::getline(file, line);
    std::string wanted;
    while (std::getline(file, line) && line != "~") wanted += (wanted.empty() ? "" : "\n") + line;
    Shape shape;
    std::istringstream extents(dims == "-" ? "" : dims);
    for (std::string dim; std::getline(extents, dim, ',');) shape.push_back(std::stoll(dim));
    const Tensor tensor = from_hex(dtype == "bool" ? boolean : dtype_from_name(dtype), shape, hex);
    INFO(dtype << " " << dims);
    CHECK(printed(tensor) == wanted);
    ++cases;
  }
  CHECK(cases == 177);
}

TEST_CASE("bfloat16 prints by the fewest digits that tell its values apart") {
  CHECK(printed(floats(bfloat16, {0.1, 1.5, 100})) == "[  0.1   1.5 100. ]");
  CHECK(printed(floats(bfloat16, {3.14159274, 1e30})) == "[3.14e+00 1.00e+30]");
}

TEST_CASE("every half that prints in full reads back") {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    Tensor half = detail::allocate(float16, {}), brain = detail::allocate(bfloat16, {});
    const auto word = static_cast<uint16_t>(bits);
    std::memcpy(half.impl()->data(), &word, 2);
    std::memcpy(brain.impl()->data(), &word, 2);
    if (!std::isnan(half.item<float>()) && !std::isinf(half.item<float>())) {
      REQUIRE(Float16(std::stof(printed(half))).bits == word);
    }
    // std::stof refuses numbers below the least normal float.
    if (std::isnormal(brain.item<float>())) REQUIRE(BFloat16(std::stof(printed(brain))).bits == word);
  }
}

TEST_CASE("views print their own elements") {
  const Tensor base = floats(float32, {1, 2, 3, 4, 5, 6});
  CHECK(printed(detail::make_view(base, {3, 2}, detail::Strides{1, 3}, 0)) == "[[1. 4.]\n [2. 5.]\n [3. 6.]]");
  CHECK(printed(detail::make_view(base, {3}, detail::Strides{-2}, 5)) == "[6. 4. 2.]");
  CHECK(printed(detail::make_view(base, {1100}, detail::Strides{0}, 1)) == "[2. 2. 2. ... 2. 2. 2.]");
}

TEST_CASE("values that are not there print what they are") {
  CHECK(printed(Tensor()) == "Tensor(undefined)");
  // As while a function is traced.
  const detail::TraceIsOpen before = std::exchange(detail::trace_is_open(), [](uint64_t) { return true; });
  detail::Symbol symbol;
  symbol.name = "x";
  CHECK(printed(detail::make_symbol(float32, {2, unknown}, false, std::move(symbol))) ==
        "Tensor(float32[2, ?], 'x', value known when the graph runs)");
  CHECK(printed(detail::make_symbol(int32, Shape::unknown_rank(), false, {})) ==
        "Tensor(int32[...], value known when the graph runs)");
  CHECK(printed(detail::make_symbol(int32, {}, false, {})) == "Tensor(int32[], value known when the graph runs)");
  detail::trace_is_open() = before;
  CHECK_THROWS_WITH(printed(detail::make_symbol(int32, {}, false, {})), ag_test::ContainsSubstring("has no value"));
}

}  // namespace print_test
