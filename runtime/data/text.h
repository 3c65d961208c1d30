#pragma once
/// Functions of the strings of texts.
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "ag/host_call.h"
#include "ag/text.h"
#include "tensor/impl.h"
#include "tensor/interned_strings.h"
#include "tensor/words.h"

namespace ag::detail {

/// One element of each operand; operands of rank 0 are broadcast.
class StringElement {
 public:
  StringElement(std::span<const Tensor> operands, int64_t element, StringKeeper& keeper)
      : operands_(operands), element_(element), keeper_(keeper) {}
  uint64_t word(size_t operand) const;
  std::string text(size_t operand) const;
  /// Of an operand of int64.
  int64_t integer(size_t operand) const;
  /// Stores a string result.
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

/// Calls `step` for all elements of operands that are string ids or int64: immediately if they are known, else in a
/// node of the graph.
Tensor for_each_string(std::vector<Tensor> operands, DType dtype, ElementStep step, SourceLocation location);

/// Returns a function of the runtime that reads elements, as a function of the host: it receives copies on the host.
/// Its numeric results are on the device of its operands, or else on the default device.
HostFunction on_host(HostFunction function, SourceLocation location);

/// Returns the string ids of a text; an undefined text is an error.
const Tensor& used_words(const Text& text, SourceLocation location);

}  // namespace ag::detail
