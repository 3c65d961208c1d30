#pragma once
/// The type of a call: the property shared by all calls that run the same graph. Tensors are compared by dtype and
/// shape, host values by type and value, structures by their parts.
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/detail/structure.h"
#include "ag/device.h"
#include "ag/tensor.h"

namespace ag {

/// The type of a tensor argument; dimensions may be ag::unknown. It stands for a tensor when a function is traced
/// without being called:
///
///     auto c = ag::function_of(f).concrete(TensorSpec({ag::unknown, 3}, ag::float32));
struct AG_API TensorSpec {
  Shape shape;
  DType dtype = float32;
  std::string name = {};
  TensorSpec(Shape of, DType type = float32, std::string called = {})
      : shape(std::move(of)), dtype(type), name(std::move(called)) {}
  /// Returns a tensor of this type without a value.
  operator Tensor() const;
  /// Returns text such as "float32[?,3]".
  std::string str() const;
};

/// The type of an argument, of a part of an argument, or of a result.
struct AG_API ArgumentType {
  enum class Kind : uint8_t {
    Tensor,     // compared by dtype and shape
    Undefined,  // a tensor without a value
    Value,      // compared by type and value: a host value, or a number that its dtype does not hold exactly
  };
  Kind kind = Kind::Value;
  std::string name;              // "x", "xs[0]", "point.1"
  DType dtype = DType::float32;  // only for a tensor
  Shape shape;
  bool weak = false;        // a number that takes the dtype of the other operand
  Device device = {};       // that has the elements
  std::string type, value;  // "int", "3"

  /// Returns text such as "float32[?,3]" or "int 3".
  std::string str() const;
};

namespace detail {

/// A part of a call, as found in its arguments.
struct DescribedArgument : ArgumentType {
  const Tensor* tensor = nullptr;  // the value, for a tensor
  bool variable = false;  // `tensor` is the handle of a variable, null if the variable occurs earlier in the call
  uint32_t words = 0;     // the number of signature words that encode this part
};
using DescribedCall = std::vector<DescribedArgument>;

template <class T>
concept HostArgument = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <class T>
concept FunctionValue = FunctionPointer<T> || FunctionObject<T> || StatelessFunction<T>;

// These functions are out of line to keep the code per argument type small.
AG_API void describe_tensor(const Tensor& tensor, const std::string& name, DescribedCall& out);
AG_API void describe_variable(const ag::Variable& variable, const std::string& name, DescribedCall& out);
/// Describes a number of converted code that is known only at run time.
AG_API void describe_symbol(const Number& number, const std::string& name, DescribedCall& out);
/// `pretty`: a function signature that contains the name of the type.
AG_API void describe_value(std::string_view pretty, std::string value, const std::string& name, uint32_t words,
                           DescribedCall& out);
/// Describes a function by its name.
AG_API void describe_function(const void* address, const std::string& name, DescribedCall& out);
/// Describes a function object by the place where it was created.
AG_API void describe_function_object(uint64_t number, const SourceLocation& made_at, const std::string& name,
                                     DescribedCall& out);
/// Describes the form of a container (for example its length), which determines the parts that follow.
AG_API void describe_form(std::string form, const std::string& name, uint32_t words, DescribedCall& out);
/// Describes the default device, unless it is the CPU.
AG_API void describe_default_device(DescribedCall& out);
/// Describes the class of the object on which a method is called.
AG_API void describe_object(DescribedCall& out);
AG_API void describe_module(const std::string& name, DescribedCall& out);
AG_API std::string text_of(double value);
AG_API std::string text_of(int64_t value);
AG_API std::string text_of(uint64_t value);
AG_API std::string text_of(std::string_view value);
AG_API uint32_t words_of_text(size_t size);

template <class T>
constexpr std::string_view pretty_type() {
  return __PRETTY_FUNCTION__;
}

/// Describes the parts that add_to_signature adds, in the same order.
template <class T>
void describe(const T& value, const std::string& name, DescribedCall& out) {
  if constexpr (is_tensor_type<T>) {
    describe_tensor(value, name, out);
  } else if constexpr (requires { value.ag_tensor(); }) {
    describe_tensor(value.ag_tensor(), name, out);
  } else if constexpr (is_staged<T>) {
    if (value.is_host())
      describe(value.value(), name, out);
    else
      describe_symbol(value.number(), name, out);
  } else if constexpr (std::is_same_v<T, ag::Variable>) {
    describe_variable(value, name, out);
  } else if constexpr (ModuleObject<T>) {
    describe_module(name, out);
  } else if constexpr (std::is_same_v<T, bool>) {
    describe_value(pretty_type<T>(), value ? "true" : "false", name, 2, out);
  } else if constexpr (std::is_floating_point_v<T>) {
    describe_value(pretty_type<T>(), text_of(static_cast<double>(value)), name, 2, out);
  } else if constexpr (std::is_enum_v<T>) {
    describe_value(pretty_type<T>(), text_of(static_cast<int64_t>(value)), name, 2, out);
  } else if constexpr (std::is_unsigned_v<T>) {
    describe_value(pretty_type<T>(), text_of(static_cast<uint64_t>(value)), name, 2, out);
  } else if constexpr (HostArgument<T>) {
    describe_value(pretty_type<T>(), text_of(static_cast<int64_t>(value)), name, 2, out);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    const std::string_view text(value);
    describe_value("string", text_of(text), name, words_of_text(text.size()), out);
  } else if constexpr (FunctionPointer<T>) {
    describe_function(reinterpret_cast<const void*>(value), name, out);
  } else if constexpr (FunctionObject<T>) {
    describe_function_object(value.ag_identity().number, value.ag_identity().made_at, name, out);
  } else if constexpr (HasTraceType<T>) {
    describe(ag_trace_type(value), name, out);
    if constexpr (HasFields<T>) {
      for_each_part(value, [&](const auto& part, size_t index) { describe(part, part_name(name, index), out); });
    }
  } else if constexpr (is_std_optional<T>) {
    describe_form(value ? "a value" : "no value", name, 1, out);
    if (value) describe(*value, name, out);
  } else if constexpr (is_variant<T>) {
    describe_form("alternative " + std::to_string(value.index()), name, 1, out);
    std::visit([&](const auto& held) { describe(held, name, out); }, value);
  } else if constexpr (MapLike<T>) {
    std::string keys;
    DescribedCall described;
    for (const auto* entry : entries_of(value)) {
      describe(entry->first, name, described);
      keys += (keys.empty() ? "" : ", ") + described.back().value;
    }
    uint32_t words = 1;
    for (const DescribedArgument& key : described) words += key.words;
    describe_form("the keys {" + keys + "}", name, words, out);
    for (const auto* entry : entries_of(value)) describe(entry->second, name + "[" + key_text(entry->first) + "]", out);
  } else if constexpr (Sequence<T>) {
    describe_value("size", text_of(static_cast<uint64_t>(value.size())), "the size of " + name, 1, out);
    size_t index = 0;
    for (const auto& element : value) describe(element, element_name(name, index++), out);
  } else if constexpr (!StatelessFunction<T>) {
    for_each_part(value, [&](const auto& part, size_t index) {
      describe(part, std::is_array_v<T> ? element_name(name, index) : part_name(name, index), out);
    });
  }
}

}  // namespace detail
}  // namespace ag
