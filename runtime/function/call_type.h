#pragma once
/// The type of the calls that one trace serves: one signature, or all that differ in dimensions which it leaves open.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ag/signature.h"
#include "staging/leaves.h"

namespace ag::detail {

/// The first word of a tensor in a signature, and what is in it.
struct TensorWord {
  enum Tag : uint64_t { kUndefined = 1, kTensor = 2, kWeak = 3, kLiteral = 4, kVariable = 5 };
  static constexpr uint64_t kAnyRank = 0xFFFFFFFF;

  static uint64_t of(Tag tag, DType dtype, const Shape& shape) {
    const uint64_t rank = shape.ranked() ? shape.size() : kAnyRank;
    return tag | static_cast<uint64_t>(dtype) << 8 | rank << 16;
  }
  static uint64_t without_rank(uint64_t word) { return word & 0xFFFF; }
  static uint64_t rank(uint64_t word) { return word >> 16; }
};

/// A floating-point number of the host is an input of float64, which holds it exactly whatever it is; in the graph it
/// is a number again, of dtype float32 where it meets no tensor. No tensor has this type.
inline bool is_number(const ArgumentType& type) {
  return type.kind == ArgumentType::Kind::Tensor && type.weak && type.dtype == kExact;
}
/// Whether an argument is one.
inline bool is_number(const TensorImpl& argument) {
  const bool exact = argument.literal || (argument.is_symbol() && is_rounded(argument));
  return exact && argument.weak && argument.dtype == DType::float32;
}

class CallType {
 public:
  /// `words`: the signature of the call.
  CallType(const DescribedCall& call, std::span<const uint64_t> words);

  std::span<const uint64_t> words() const { return words_; }
  const std::vector<ArgumentType>& arguments() const { return arguments_; }
  /// Whether a dimension or a rank is open.
  bool is_general() const { return general_; }
  /// Whether every rank is known.
  bool is_ranked() const;
  /// Whether calls have this signature, where none of its dimensions is open. A few words, for which calling a function
  /// that compares them would take longer than that.
  bool is(std::span<const uint64_t> words) const {
    if (words.size() != words_.size()) return false;
    for (size_t k = 0; k < words.size(); ++k) {
      if (words[k] != words_[k]) return false;
    }
    return true;
  }
  /// Whether a call with this signature is one of them.
  bool accepts(std::span<const uint64_t> words) const;
  bool accepts(const CallType& other) const { return accepts(other.words()); }
  /// The smallest type that accepts both; nothing where they differ in more than shapes.
  std::optional<CallType> joined(const CallType& other) const;
  /// The same with tensors of these types, in order. Their number must be right.
  CallType with_tensors(std::span<const TensorSpec> specs) const;
  /// As "(x: float32[?], n: int 2)".
  std::string str() const;

 private:
  struct Part {
    bool tensor = false;
    uint32_t first = 0, count = 0;  // words
  };

  /// Spells the words of all arguments anew; called after any of their types has changed.
  void finish();

  std::vector<ArgumentType> arguments_;
  std::vector<Part> parts_;  // of each argument
  std::vector<uint64_t> words_;
  bool general_ = false;
};

/// As "(x: float32[?], n: int 2)".
std::string list_of(std::span<const ArgumentType> arguments);

}  // namespace ag::detail
