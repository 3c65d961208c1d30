#pragma once
/// Reads the types and attribute values of the text form of graphs.
#include "graph/attribute.h"
#include "graph/lexer.h"
#include "graph/type.h"

namespace ag::ir {

/// Reads a type such as float32[2,3], int32~[], float32[?,3], float32[...].
TensorType read_type(Lexer& lexer);

/// Reads the output of str(attribute). Opaque values do not read back: an error.
Attribute read_attribute(Lexer& lexer, AttributeKind kind);

/// Reads one element of a dtype, in the format of append_element (graph/literal.h), and returns its bits.
uint64_t read_element_bits(Lexer& lexer, DType dtype);

/// Reads the name of a dtype.
DType read_dtype(Lexer& lexer);

}  // namespace ag::ir
