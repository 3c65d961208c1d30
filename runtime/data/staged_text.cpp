/// Texts of symbolic characters and numbers in converted code.
#include "ag/staging/texts/staged_text.h"

#include "ag/host_call.h"
#include "data/text.h"
#include "tensor/impl.h"

namespace ag::detail {

namespace {

/// Returns the string id of `text` of the number: immediately if it is known, else by a node of the graph.
template <class F>
Tensor word_of(const Number& number, F text, SourceLocation location) {
  const auto make = [text](std::span<const Tensor> given) {
    StringKeeper keeper;
    Tensor result = allocate(DType::uint64, Shape());
    const uint64_t word = keeper.word_of(text(read_scalar(*make_contiguous(given[0]).impl())));
    __builtin_memcpy(result.impl()->data(), &word, sizeof(word));
    keeper.give_to(*result.impl());
    return std::vector<Tensor>{std::move(result)};
  };
  return call_host(make, {TensorSpec(Shape(), DType::uint64)}, {number_tensor(number, location)}, true, location)[0];
}

}  // namespace

Tensor word_of_character(const Number& character, SourceLocation location) {
  return word_of(
      character, [](const Scalar& value) { return std::string(1, static_cast<char>(value.integer)); }, location);
}

Tensor word_of_number(const Number& number, SourceLocation location) {
  const bool is_unsigned = number.dtype == DType::uint64;
  return word_of(
      number,
      [is_unsigned](const Scalar& value) {
        if (value.dtype == DType::float64) return std::to_string(value.floating);
        return is_unsigned ? std::to_string(static_cast<uint64_t>(value.integer)) : std::to_string(value.integer);
      },
      location);
}

}  // namespace ag::detail
