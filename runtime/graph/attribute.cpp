#include "graph/attribute.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>

#include "base/check.h"
#include "graph/literal.h"
#include "graph/type.h"
#include "tensor/impl.h"

namespace ag::ir {

namespace {

constexpr std::string_view kKindNames[] = {"bool", "int",    "float",   "string", "dtype", "shape",
                                           "ints", "floats", "strings", "tensor", "opaque"};

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

AttributeKind kind_of(std::string_view name) {
  for (size_t kind = 0; kind < std::size(kKindNames); ++kind) {
    if (kKindNames[kind] == name) return static_cast<AttributeKind>(kind);
  }
  detail::internal_error("'" + std::string(name) + "' is not a kind of attribute");
}

bool same_bits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }

/// True if the tensor has elements that can be compared and printed.
bool has_elements(const Tensor& tensor) { return tensor.defined() && !tensor.impl()->is_symbol(); }

size_t byte_count(const detail::TensorImpl& impl) {
  return static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype);
}

bool equal_tensors(const Tensor& a, const Tensor& b) {
  if (a.impl() == b.impl()) return true;
  if (!has_elements(a) || !has_elements(b)) return false;
  const detail::TensorImpl& x = *a.impl();
  const detail::TensorImpl& y = *b.impl();
  if (x.dtype != y.dtype || x.weak != y.weak || x.shape != y.shape) return false;
  const Tensor first = detail::make_contiguous(a), second = detail::make_contiguous(b);
  return std::memcmp(first.impl()->data(), second.impl()->data(), byte_count(x)) == 0;
}

size_t mix(size_t seed, size_t value) { return (seed ^ value) * size_t{0x9e3779b97f4a7c15} + (seed >> 29); }

size_t hash_text(std::string_view text) { return std::hash<std::string_view>()(text); }

struct Hasher {
  size_t operator()(bool value) const { return value; }
  size_t operator()(int64_t value) const { return static_cast<size_t>(value); }
  size_t operator()(double value) const { return static_cast<size_t>(std::bit_cast<uint64_t>(value)); }
  size_t operator()(const std::string& value) const { return hash_text(value); }
  size_t operator()(DType value) const { return static_cast<size_t>(value); }
  size_t operator()(const Shape& value) const {
    size_t seed = value.ranked();
    for (int64_t dim : value) seed = mix(seed, static_cast<size_t>(dim));
    return seed;
  }
  template <class T>
  size_t operator()(const std::vector<T>& values) const {
    size_t seed = values.size();
    for (const T& value : values) seed = mix(seed, (*this)(value));
    return seed;
  }
  size_t operator()(const Tensor& value) const {
    if (!has_elements(value)) return std::hash<const void*>()(value.impl());
    const Tensor dense = detail::make_contiguous(value);
    const detail::TensorImpl& impl = *dense.impl();
    const std::string_view bytes(reinterpret_cast<const char*>(impl.data()), byte_count(impl));
    return mix(mix(static_cast<size_t>(impl.dtype), (*this)(impl.shape)), hash_text(bytes));
  }
  size_t operator()(const Opaque& value) const { return std::hash<const void*>()(value.value.get()); }
};

template <class T, class Print>
std::string list(const std::vector<T>& values, Print&& print) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) text += (i ? ", " : "") + print(values[i]);
  return text + "]";
}

std::string str_tensor(const Tensor& tensor, int64_t elements) {
  if (!tensor.defined()) return "undefined";
  const detail::TensorImpl& impl = *tensor.impl();
  std::string text = str(TensorType{impl.dtype, impl.shape, impl.weak});
  if (impl.is_symbol()) return text + "{symbol}";
  const int64_t count = impl.shape.element_count();
  if (elements >= 0 && count > elements) return text + "{...}";
  const Tensor dense = detail::make_contiguous(tensor);
  const size_t item = item_size(impl.dtype);
  text += "{";
  for (int64_t i = 0; i < count; ++i) {
    if (i) text += ", ";
    append_element(text, impl.dtype, dense.impl()->data() + static_cast<size_t>(i) * item);
  }
  return text + "}";
}

}  // namespace

std::string_view name(AttributeKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

std::vector<AttributeSpec> parse_attribute_specs(std::string_view text) {
  std::vector<AttributeSpec> specs;
  while (!trim(text).empty()) {
    const size_t comma = text.find(',');
    const std::string_view entry = trim(text.substr(0, comma));
    const size_t colon = entry.find(':');
    AG_CHECK(colon != std::string_view::npos, "attribute '" + std::string(entry) + "' has no kind");
    specs.push_back({std::string(trim(entry.substr(0, colon))), kind_of(trim(entry.substr(colon + 1)))});
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return specs;
}

bool equal(const Attribute& a, const Attribute& b) {
  if (a.index() != b.index()) return false;
  if (const auto* x = std::get_if<double>(&a)) return same_bits(*x, std::get<double>(b));
  if (const auto* x = std::get_if<Tensor>(&a)) return equal_tensors(*x, std::get<Tensor>(b));
  if (const auto* x = std::get_if<std::vector<double>>(&a)) {
    const auto& y = std::get<std::vector<double>>(b);
    return std::equal(x->begin(), x->end(), y.begin(), y.end(), same_bits);
  }
  return std::visit(
      [&]<class T>(const T& x) {
        if constexpr (std::is_same_v<T, Tensor>)
          return false;
        else
          return x == std::get<T>(b);
      },
      a);
}

size_t hash(const Attribute& attribute) {
  return mix(attribute.index(), std::visit([](const auto& value) { return Hasher()(value); }, attribute));
}

std::string str(const Attribute& attribute, int64_t elements) {
  struct Printer {
    int64_t elements;
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return float_literal(value); }
    std::string operator()(const std::string& value) const { return quote(value); }
    std::string operator()(DType value) const { return std::string(name(value)); }
    std::string operator()(const Shape& value) const { return value.str(); }
    std::string operator()(const std::vector<int64_t>& values) const { return list(values, *this); }
    std::string operator()(const std::vector<double>& values) const { return list(values, *this); }
    std::string operator()(const std::vector<std::string>& values) const { return list(values, *this); }
    std::string operator()(const Tensor& value) const { return str_tensor(value, elements); }
    std::string operator()(const Opaque& value) const { return "opaque(" + quote(value.text) + ")"; }
  };
  return std::visit(Printer{elements}, attribute);
}

}  // namespace ag::ir
