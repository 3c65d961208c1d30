#pragma once
/// State that outlives a call: a tensor that functions read and modify in program order.
///
///     ag::Variable steps(0);
///     AG_FUNCTION Tensor step(Tensor x) {
///       steps.assign_add(1);
///       return x * steps;            // reads as a tensor
///     }
///
/// A Variable is a handle: copies share its value. A read returns a complete value, also while another thread writes.
#include <concepts>
#include <iosfwd>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/detail/arg.h"
#include "ag/detail/function_ref.h"
#include "ag/index.h"
#include "ag/tensor.h"

namespace ag {

struct VariableOptions {
  std::string name = {};
  bool trainable = true;
  /// The shape of its values, if more general than that of the initial value: ag::unknown stands for any extent.
  std::optional<Shape> shape = {};
  /// The dtype of its values; by default that of the initial value.
  std::optional<DType> dtype = {};
};

namespace detail {
struct VariableImpl;
struct VariableAccess;
struct Leaf;
}  // namespace detail

class AG_API Variable {
 public:
  /// Undefined; a use is an error with a source location.
  Variable() = default;
  /// In a traced function a variable may be created only once: as a static variable, or guarded by a test of defined().
  explicit Variable(const TensorArg& initial, const VariableOptions& options = {},
                    SourceLocation location = SourceLocation::current());
  /// The initial value is computed immediately, even while a function is traced.
  template <class F>
    requires std::is_invocable_r_v<Tensor, F&>
  explicit Variable(F&& initial, const VariableOptions& options = {},
                    SourceLocation location = SourceLocation::current()) {
    create(detail::FunctionRef<Tensor()>(initial), options, location);
  }
  Variable(const Variable& other) noexcept;
  Variable(Variable&& other) noexcept;
  /// Rebinds the handle; both then share one value.
  Variable& operator=(const Variable& other) noexcept;
  Variable& operator=(Variable&& other) noexcept;
  ~Variable();

  // clang-format off
  template <class T> requires(!std::same_as<T, Variable>)
  Variable& operator=(const T&) = delete;  // write a variable with v.assign(x)
#define AG_VARIABLE_ASSIGNMENT(op) template <class T> Variable& operator op##=(const T&) = delete;  // v.assign_add(x), v.assign_sub(x), v.assign(v * x)
  AG_COMPOUND_ASSIGNMENTS(AG_VARIABLE_ASSIGNMENT)
#undef AG_VARIABLE_ASSIGNMENT
  // clang-format on

  /// True if the handle refers to a variable.
  bool defined() const { return impl_ != nullptr; }
  /// Returns its present value; later changes do not affect the tensor.
  Tensor value(SourceLocation location = SourceLocation::current()) const;
  operator Tensor() const { return value(); }
  explicit operator bool() const { return static_cast<bool>(value()); }
  template <Arithmetic T>
    requires(!std::is_same_v<T, bool>)
  explicit operator T() const {
    return item<T>();
  }
  template <Arithmetic T>
  T item(SourceLocation location = SourceLocation::current()) const {
    return value(location).template item<T>(location);
  }
  template <Arithmetic T>
  std::vector<T> to_vector(SourceLocation location = SourceLocation::current()) const {
    return value(location).template to_vector<T>(location);
  }

  /// Sets its value. The new value must have its dtype (a number takes it) and its shape; otherwise an error.
  const Variable& assign(const TensorArg& value) const;
  /// Adds to the value; the operand is broadcast to its shape. Concurrent updates by several threads all take effect.
  const Variable& assign_add(const TensorArg& value) const;
  const Variable& assign_sub(const TensorArg& value) const;
  /// Adds updates to the rows with these indices, in place if no other tensor shares the value. Updates of a repeated
  /// index accumulate.
  const Variable& scatter_add(const TensorArg& indices, const TensorArg& updates) const;
  const Variable& scatter_sub(const TensorArg& indices, const TensorArg& updates) const;
  /// Replaces these rows by updates; of a repeated index the last update remains.
  const Variable& scatter_update(const TensorArg& indices, const TensorArg& updates) const;

  DType dtype(SourceLocation location = SourceLocation::current()) const;
  int64_t ndim(SourceLocation location = SourceLocation::current()) const;
  int64_t size(SourceLocation location = SourceLocation::current()) const;
  /// The shape of its value; while a function is traced, one that covers every value it may have.
  Shape shape(SourceLocation location = SourceLocation::current()) const;
  int64_t shape(int axis, SourceLocation location = SourceLocation::current()) const;
  const std::string& name(SourceLocation location = SourceLocation::current()) const;
  bool trainable(SourceLocation location = SourceLocation::current()) const;
  /// True if both handles refer to the same variable.
  bool is(const Variable& other) const { return impl_ == other.impl_; }

  Tensor operator[](const Index& index) const { return value()[index]; }
  template <class... I>
    requires(sizeof...(I) > 0)
  Tensor operator()(const I&... indices) const {
    const Tensor now = value();
    return now(indices...);
  }
  Tensor T(SourceLocation location = SourceLocation::current()) const { return value(location).T(location); }

  // Used by signatures and state packs.
  detail::Leaf ag_save(const std::string& name) const;
  void ag_load(const detail::Leaf& leaf);

 private:
  friend detail::VariableAccess;
  void create(const TensorArg& initial, const VariableOptions& options, SourceLocation location);
  void create(detail::FunctionRef<Tensor()> initial, const VariableOptions& options, SourceLocation location);
  const Variable& update(const char* what, const TensorArg& value) const;

  detail::VariableImpl* impl_ = nullptr;  // must be the first member: a trace locates it by the address of the variable
  // The handle in the trace in progress, for a variable that has no fixed place: an argument or a copy.
  uint64_t trace_ = 0;
  uint32_t handle_ = 0;
};

AG_API std::ostream& operator<<(std::ostream& stream, const Variable& variable);
/// Declared like that for tensors, because a TensorArg would be ambiguous with the conversion to bool.
AG_API Tensor operator!(const Variable& variable);

}  // namespace ag
