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

}  // namespace ag::ir
