#pragma once
/// State that outlives a call: a tensor that functions read and change in program order.
///
///     ag::Variable steps(0);
///     AG_FUNCTION Tensor step(Tensor x) {
///       steps.assign_add(1);
///       return x * steps;            // reads as a tensor
///     }
///
/// A Variable is a handle: copies share what it holds. Whoever reads it, also on another thread, finds a whole value.
#include <concepts>
#include <iosfwd>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/arg.h"
#include "ag/function_ref.h"
#include "ag/index.h"
#include "ag/tensor.h"

namespace ag {

struct VariableOptions {
  std::string name = {};
  bool trainable = true;
  /// What it may hold where that is more than the shape of its first value: ag::unknown stands for any extent.
  std::optional<Shape> shape = {};
  /// The dtype of its values; by default that of the first one.
  std::optional<DType> dtype = {};
};

namespace detail {
struct VariableImpl;
struct VariableAccess;
struct Leaf;
}  // namespace detail

class AG_API Variable {
 public:
  /// None yet; using it is an error that names the place.
  Variable() = default;
  /// In a traced function it is made once: as a static, or behind a test whether it is there.
  explicit Variable(const TensorArg& initial, const VariableOptions& options = {},
                    SourceLocation location = SourceLocation::current());
  /// Its first value is computed at once, also while a function is traced.
  template <class F>
    requires std::is_invocable_r_v<Tensor, F&>
  explicit Variable(F&& initial, const VariableOptions& options = {},
                    SourceLocation location = SourceLocation::current()) {
    create(detail::FunctionRef<Tensor()>(initial), options, location);
  }
  Variable(const Variable& other) noexcept;
  Variable(Variable&& other) noexcept;
  /// Makes it the other variable; both share one value.
  Variable& operator=(const Variable& other) noexcept;
  Variable& operator=(Variable&& other) noexcept;
  ~Variable();

  // clang-format off
  template <class T> requires(!std::same_as<T, Variable>)
  Variable& operator=(const T&) = delete;  // a variable is written with v.assign(x)
#define AG_VARIABLE_ASSIGNMENT(op) template <class T> Variable& operator op##=(const T&) = delete;  // v.assign_add(x), v.assign_sub(x), v.assign(v * x)
  AG_COMPOUND_ASSIGNMENTS(AG_VARIABLE_ASSIGNMENT)
#undef AG_VARIABLE_ASSIGNMENT
  // clang-format on

  /// Whether it is one.
  bool defined() const { return impl_ != nullptr; }
  /// What it holds now; later changes leave the tensor as it is.
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

  /// Its next value: of its dtype (a number takes it) and its shape. What does not fit is an error.
  const Variable& assign(const TensorArg& value) const;
  /// Adds to it; the value is broadcast to its shape. Changes by several threads are all counted.
  const Variable& assign_add(const TensorArg& value) const;
  const Variable& assign_sub(const TensorArg& value) const;
  /// Adds updates to the rows that the indices name, in its memory where nobody else has the value; rows that are named
  /// several times get each.
  const Variable& scatter_add(const TensorArg& indices, const TensorArg& updates) const;
  const Variable& scatter_sub(const TensorArg& indices, const TensorArg& updates) const;
  /// Puts updates in place of these rows; where one is named several times, the last stays.
  const Variable& scatter_update(const TensorArg& indices, const TensorArg& updates) const;

  DType dtype(SourceLocation location = SourceLocation::current()) const;
  int64_t ndim(SourceLocation location = SourceLocation::current()) const;
  int64_t size(SourceLocation location = SourceLocation::current()) const;
  /// That of its value; while a function is traced, of every value that it may hold.
  Shape shape(SourceLocation location = SourceLocation::current()) const;
  int64_t shape(int axis, SourceLocation location = SourceLocation::current()) const;
  const std::string& name(SourceLocation location = SourceLocation::current()) const;
  bool trainable(SourceLocation location = SourceLocation::current()) const;
  /// Whether both are the same one.
  bool is(const Variable& other) const { return impl_ == other.impl_; }

  Tensor operator[](const Index& index) const { return value()[index]; }
  template <class... I>
    requires(sizeof...(I) > 0)
  Tensor operator()(const I&... indices) const {
    const Tensor now = value();
    return now(indices...);
  }
  Tensor T(SourceLocation location = SourceLocation::current()) const { return value(location).T(location); }

  // For signatures and state packs.
  detail::Leaf ag_save(const std::string& name) const;
  void ag_load(const detail::Leaf& leaf);

 private:
  friend detail::VariableAccess;
  void create(const TensorArg& initial, const VariableOptions& options, SourceLocation location);
  void create(detail::FunctionRef<Tensor()> initial, const VariableOptions& options, SourceLocation location);
  const Variable& update(const char* what, const TensorArg& value) const;

  detail::VariableImpl* impl_ = nullptr;  // first: a trace finds it by the address of the variable
  // How the trace in progress knows it, where it is not found again by where it is: an argument, and copies.
  uint64_t trace_ = 0;
  uint32_t handle_ = 0;
};

AG_API std::ostream& operator<<(std::ostream& stream, const Variable& variable);
/// As for tensors: a TensorArg would be as good a match as the conversion to bool.
AG_API Tensor operator!(const Variable& variable);

}  // namespace ag
