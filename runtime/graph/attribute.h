#pragma once
/// The attributes of nodes: a closed set of kinds, with equality, hash, print and parse in one place.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ag/dtype.h"
#include "ag/shape.h"
#include "ag/tensor.h"

namespace ag::ir {

/// A host object that a node keeps, such as an exception to be thrown. It is compared by identity; it prints as its
/// text and does not parse back.
struct Opaque {
  std::shared_ptr<const void> value;
  std::string text;
  bool operator==(const Opaque& other) const { return value == other.value; }
};

using Attribute = std::variant<bool, int64_t, double, std::string, DType, Shape, std::vector<int64_t>,
                               std::vector<double>, std::vector<std::string>, Tensor, Opaque>;

/// In the order of the operation's declaration.
using Attributes = std::vector<Attribute>;

enum class AttributeKind : uint8_t { Bool, Int, Float, String, DType, Shape, Ints, Floats, Strings, Tensor, Opaque };

/// The spelling in ops.def: "ints".
std::string_view name(AttributeKind kind);

struct AttributeSpec {
  std::string name;
  AttributeKind kind;
};

/// Parses declarations such as "axes:ints, keepdims:bool" of ops.def.
std::vector<AttributeSpec> parse_attribute_specs(std::string_view text);

/// Tensors are equal if dtype, weakness, shape and every bit are equal; floating values if every bit is equal.
bool equal(const Attribute& a, const Attribute& b);
size_t hash(const Attribute& attribute);

/// Returns the text form: true, 3, 0.5 (shortest form that reads back to the same value; 3.0, inf, nan), "text",
/// float32, (2, 3), [0, 1], dense tensors as float32[2,2]{1, 2, 3, 4}. A tensor of more than `elements` elements is
/// shortened to float32[1797,64]{...} unless `elements` is negative.
std::string str(const Attribute& attribute, int64_t elements = -1);

}  // namespace ag::ir
