#pragma once
/// The identity of a function, for the look-up of callees.
#include <compare>

namespace agc::model {

/// Identifies a function or a lambda, or one of its variants. Only compared: the declaration is known to `parse`.
class FunctionId {
 public:
  /// The function in the text, the method in the staged class, and the staged variant of an instantiation. A chooser is
  /// a method in the staged class in which symbolic numbers choose the part to which it returns a reference.
  enum class Variant : unsigned char { Text, StagedMethod, Instance, Chooser };

  /// Identifies no function.
  FunctionId() = default;
  FunctionId(const void* declaration, Variant variant = Variant::Text) : declaration_(declaration), variant_(variant) {}

  static FunctionId staged_method(const void* declaration) { return {declaration, Variant::StagedMethod}; }
  static FunctionId instance(const void* declaration) { return {declaration, Variant::Instance}; }
  static FunctionId chooser(const void* declaration) { return {declaration, Variant::Chooser}; }

  explicit operator bool() const { return declaration_ != nullptr; }
  /// Returns the identity of another variant of the function.
  FunctionId as(Variant variant) const { return {declaration_, variant}; }

  friend auto operator<=>(const FunctionId&, const FunctionId&) = default;

 private:
  const void* declaration_ = nullptr;
  Variant variant_ = Variant::Text;
};

}  // namespace agc::model
