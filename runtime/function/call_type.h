#pragma once
/// The type of the calls that one trace serves: a single signature, or all signatures that agree except in the
/// dimensions that the type leaves unknown.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ag/detail/signature.h"
#include "staging/control/leaves.h"

namespace ag::detail {

/// The first word of a tensor in a signature: tag in bits 0-7, dtype in bits 8-15, rank in bits 16-47, device from bit
/// 48.
struct TensorWord {
  enum Tag : uint64_t { kUndefined = 1, kTensor = 2, kWeak = 3, kLiteral = 4, kVariable = 5, kDefaultDevice = 6 };
  static constexpr uint64_t kAnyRank = 0xFFFFFFFF;
  static constexpr int kDeviceShift = 48;

  static uint64_t of(Tag tag, DType dtype, const Shape& shape, device::DeviceNumber device = device::kHost) {
    const uint64_t rank = shape.ranked() ? shape.size() : kAnyRank;
    return tag | static_cast<uint64_t>(dtype) << 8 | rank << 16 | uint64_t{device} << kDeviceShift;
  }
  static uint64_t without_rank(uint64_t word) { return word & ~(kAnyRank << 16); }
  static uint64_t rank(uint64_t word) { return word >> 16 & kAnyRank; }
};

/// Returns the device of an argument. Numbers have none: they are copied to the device of the call.
inline device::DeviceNumber device_of_argument(const TensorImpl& impl) {
  return impl.shape.ranked() && impl.shape.empty() ? device::kHost : impl.device_number;
}

/// True for the part of a signature that is the default device. No argument is this part.
bool is_default_device(const ArgumentType& type);

/// True for the type of a host floating-point number: a weak float64 input, which holds every value exactly. In the
/// graph it becomes a number of dtype float32 wherever it meets no tensor. No tensor has this type.
inline bool is_number(const ArgumentType& type) {
  return type.kind == ArgumentType::Kind::Tensor && type.weak && type.dtype == kExact;
}
/// True if an argument is such a number.
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
  /// True if a dimension or a rank is unknown.
  bool is_general() const { return general_; }
  /// The device that such calls run on, if their function does not name one: that of their arrays and variables, or
  /// else the default device. Throws if there are two.
  device::DeviceNumber device(const std::string& function, SourceLocation location) const;
  /// True if every rank is known.
  bool is_ranked() const;
  /// True if calls of this type have the signature `words`; for types without unknown dimensions. Inline, because
  /// comparing a few words costs less than a call.
  bool is(std::span<const uint64_t> words) const {
    if (words.size() != words_.size()) return false;
    for (size_t k = 0; k < words.size(); ++k) {
      if (words[k] != words_[k]) return false;
    }
    return true;
  }
  /// True if a call with this signature is served.
  bool accepts(std::span<const uint64_t> words) const;
  bool accepts(const CallType& other) const { return accepts(other.words()); }
  /// The smallest type that accepts both; nothing if they differ in more than shapes.
  std::optional<CallType> joined(const CallType& other) const;
  /// A copy whose tensors have the types `specs`, in order. There must be one spec for each tensor.
  CallType with_tensors(std::span<const TensorSpec> specs) const;
  /// As "(x: float32[?], n: int 2)".
  std::string str() const;

 private:
  struct Part {
    bool tensor = false;
    uint32_t first = 0, count = 0;  // words
  };

  /// Recomputes the words of all arguments; called after any of their types has changed.
  void finish();

  std::vector<ArgumentType> arguments_;
  std::vector<Part> parts_;  // one for each argument
  std::vector<uint64_t> words_;
  bool general_ = false;
};

/// As "(x: float32[?], n: int 2)".
std::string list_of(std::span<const ArgumentType> arguments);

}  // namespace ag::detail
