#pragma once
/// Reads the types and attribute values of the text form of graphs.
#include "graph/attribute.h"
#include "graph/lexer.h"
#include "graph/type.h"

namespace ag::ir {

/// float32[2,3], int32~[], float32[?,3], float32[...]
TensorType read_type(Lexer& lexer);

/// What str(attribute) writes. Opaque values do not read back: an error.
Attribute read_attribute(Lexer& lexer, AttributeKind kind);

/// One element of a dtype, as append_element of graph/literal.h writes it, by its bits.
uint64_t read_element_bits(Lexer& lexer, DType dtype);

/// The name of a dtype.
DType read_dtype(Lexer& lexer);

}  // namespace ag::ir
