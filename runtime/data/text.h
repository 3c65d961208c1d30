#pragma once
/// Functions of the strings of texts.
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "ag/text.h"
#include "tensor/impl.h"
#include "tensor/kept_strings.h"
#include "tensor/words.h"

namespace ag::detail {

/// One element of each operand; one of rank 0 counts for all.
class StringElement {
 public:
  StringElement(std::span<const Tensor> operands, int64_t element, StringKeeper& keeper)
      : operands_(operands), element_(element), keeper_(keeper) {}
  uint64_t word(size_t operand) const;
  std::string text(size_t operand) const;
  /// Of an operand of int64.
  int64_t integer(size_t operand) const;
  /// A result that is a string.
  void put(std::byte* out, const std::string& text) const {
    const uint64_t word = keeper_.word_of(text);
    __builtin_memcpy(out, &word, sizeof(word));
  }

 private:
  std::span<const Tensor> operands_;
  int64_t element_;
  StringKeeper& keeper_;
};
using ElementStep = std::function<void(const StringElement& at, std::byte* out)>;

/// `step` for all elements of operands that are words or int64, now or when the graph gets there.
Tensor for_each_string(std::vector<Tensor> operands, DType dtype, ElementStep step, SourceLocation location);

/// The words of a text that is defined.
const Tensor& used_words(const Text& text, SourceLocation location);

}  // namespace ag::detail
