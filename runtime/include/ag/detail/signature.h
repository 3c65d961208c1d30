#pragma once
/// The signature by which a call finds its trace, built from the arguments.
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "ag/detail/call_type.h"
#include "ag/detail/root.h"
#include "ag/detail/small_vector.h"

namespace ag::detail {

class ConcreteTrace;

/// Builds the type of a call, for which a trace is valid. Allocates no memory for a few small arguments.
class AG_API SignatureBuilder {
 public:
  /// Begins with the default device, unless it is the CPU.
  SignatureBuilder();
  /// Begins with nothing, for the type of a single value.
  struct OfValue {};
  explicit SignatureBuilder(OfValue) {}
  ~SignatureBuilder();
  SignatureBuilder(SignatureBuilder&&) noexcept;

  // Locations are passed by reference: the caller has just written them, and a wide load would stall on store
  // forwarding.
  void add_tensor(const Tensor& tensor, const SourceLocation& location);
  /// A variable enters by the type of its value and by its identity with an earlier variable.
  void add_variable(const ag::Variable& variable, const SourceLocation& location);
  /// A number of converted code that is known only at run time: a tensor of rank 0 and of its exact type.
  void add_symbol(const Number& number, const SourceLocation& location);
  void add_word(uint64_t word) { words_.push_back(word); }
  void add_text(const char* text, size_t size);
  std::span<const uint64_t> words() const { return words_; }
  /// The tensors whose values the graph reads, in order.
  std::span<const Tensor* const> inputs() const { return inputs_; }
  /// Accepts tensors without a value (TensorSpec), for a call that does not run.
  void allow_specs() { specs_ = true; }
  /// Accepts values of the trace in progress: the call becomes a part of its graph.
  void allow_symbols(const SourceLocation& location);
  bool is_symbolic() const { return symbolic_ != nullptr; }
  /// The source location of such a call.
  SourceLocation location() const;
  /// Replaces the inputs by their conversions to the types that a trace declares.
  void set_inputs(std::vector<Tensor> converted);
  /// Keeps the trace alive that the call runs, in case it is dropped meanwhile.
  void keep(std::shared_ptr<const ConcreteTrace> trace) const { kept_ = std::move(trace); }
  /// An object that the call uses by identity. The signature contains only its class, and its position in an earlier
  /// object if it is the same or a subobject.
  void add_object(const Root& object, uint64_t type);
  const Roots& roots() const { return roots_; }
  /// The values that this call found in external variables; set by the trace that matches.
  SmallVector<uint64_t, 32>& captured() const { return captured_; }

 private:
  struct Symbolic;  // data that only calls with symbols need
  /// Adds a tensor that is not an array: undefined, a value of a trace, or a host number.
  void add_other_tensor(const Tensor& tensor, const SourceLocation& location);
  void add_array(const Tensor& tensor);

  SmallVector<uint64_t, 32> words_;
  SmallVector<const Tensor*, 8> inputs_;
  Roots roots_;
  mutable SmallVector<uint64_t, 32> captured_;
  bool specs_ = false;
  mutable std::shared_ptr<const ConcreteTrace> kept_;
  std::vector<Tensor> converted_;
  Symbolic* symbolic_ = nullptr;  // owned
};

/// True if add_to_signature accepts a value of this type inside the types `Around`.
template <class T, class... Around>
consteval bool has_signature() {
  using U = std::remove_cvref_t<T>;
  constexpr bool is_leaf = is_tensor_type<U> || is_staged<U> || std::is_same_v<U, ag::Variable> || HostArgument<U> ||
                           std::is_convertible_v<const U&, std::string_view> || HasTraceType<U> || FunctionValue<U> ||
                           ModuleObject<U> || requires(const U& value) { value.ag_tensor(); };
  if constexpr (is_leaf || (std::is_same_v<U, Around> || ...))
    return true;
  else if constexpr (MapLike<U>)
    return has_signature<typename U::key_type, U, Around...>() &&
           has_signature<typename U::mapped_type, U, Around...>();
  else if constexpr (Sequence<U> || is_std_optional<U>)
    return has_signature<typename U::value_type, U, Around...>();
  else if constexpr (std::is_array_v<U>)
    return has_signature<std::remove_extent_t<U>, U, Around...>();
  else if constexpr (is_structure<U>)
    return decltype(with_parts(std::declval<U&>(), [](auto&... part) {
      return std::bool_constant<(has_signature<decltype(part), U, Around...>() && ...)>();
    }))::value;
  else
    return false;
}

template <class T>
inline constexpr bool is_trace_type =
    HostArgument<std::remove_const_t<T>> || std::is_convertible_v<const T&, std::string_view>;
template <class... T>
inline constexpr bool is_trace_type<const std::tuple<T...>> = (is_trace_type<const T> && ...);

/// Adds a value to the signature: tensors by dtype and shape, numbers, enums and strings by value, structures by their
/// parts.
template <class T>
void add_to_signature(const T& value, SignatureBuilder& signature, const SourceLocation& location) {
  if constexpr (is_tensor_type<T>) {
    signature.add_tensor(value, location);
  } else if constexpr (requires { value.ag_tensor(); }) {
    signature.add_tensor(value.ag_tensor(), location);
  } else if constexpr (is_staged<T>) {
    if (value.is_host())
      add_to_signature(value.value(), signature, location);
    else
      signature.add_symbol(value.number(), location);
  } else if constexpr (std::is_same_v<T, ag::Variable>) {
    signature.add_variable(value, location);
  } else if constexpr (ModuleObject<T>) {
    signature.add_object({std::addressof(value), sizeof(T), &value}, typeid(value).hash_code());
  } else if constexpr (HostArgument<T>) {
    // The kind of number is included: f(1), f(true) and f(1.0) have three signatures.
    constexpr uint64_t kKind = (std::is_floating_point_v<T> ? 2
                                : std::is_same_v<T, bool>   ? 1
                                : std::is_signed_v<T>       ? 4
                                                            : 3);
    signature.add_word(kKind << 8 | sizeof(T));
    if constexpr (std::is_floating_point_v<T>) {
      const double wide = static_cast<double>(value);
      uint64_t bits;
      __builtin_memcpy(&bits, &wide, sizeof(bits));
      signature.add_word(bits);
    } else {
      signature.add_word(static_cast<uint64_t>(value));
    }
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    const std::string_view text(value);
    signature.add_word(text.size());
    signature.add_text(text.data(), text.size());
  } else if constexpr (FunctionPointer<T>) {
    signature.add_word(reinterpret_cast<uintptr_t>(value));
  } else if constexpr (FunctionObject<T>) {
    signature.add_word(value.ag_identity().number);
  } else if constexpr (HasTraceType<T>) {
    const auto type = ag_trace_type(value);
    static_assert(is_trace_type<decltype(type)>,
                  "ag_trace_type gives a number, an enum, a string, or a tuple of these");
    add_to_signature(type, signature, location);
    if constexpr (HasFields<T>)
      each_part(value, [&](const auto& part) { add_to_signature(part, signature, location); });
  } else if constexpr (is_std_optional<T>) {
    signature.add_word(value.has_value());
    if (value) add_to_signature(*value, signature, location);
  } else if constexpr (is_variant<T>) {
    signature.add_word(value.index());
    std::visit([&](const auto& held) { add_to_signature(held, signature, location); }, value);
  } else if constexpr (MapLike<T>) {
    signature.add_word(value.size());
    const auto entries = entries_of(value);
    for (const auto* entry : entries) add_to_signature(entry->first, signature, location);
    for (const auto* entry : entries) add_to_signature(entry->second, signature, location);
  } else if constexpr (Sequence<T>) {
    signature.add_word(value.size());
    for (const auto& element : value) add_to_signature(element, signature, location);
  } else if constexpr (is_structure<T>) {
    each_part(value, [&](const auto& part) { add_to_signature(part, signature, location); });
  } else {
    static_assert(
        StatelessFunction<T>,
        "an argument of a traced function is a tensor, a number, an enum, a string, or a structure of these; give "
        "other classes an ag_fields function, or ag_trace_type; a function is a pointer, a lambda without captures, or "
        "what ag::function makes of one that captures");
  }
}

}  // namespace ag::detail
