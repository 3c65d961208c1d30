#pragma once
/// One function to convert.
#include <string>
#include <vector>

#include "model/stmt.h"

namespace agc::model {

struct Parameter {
  VariableId variable = kNoVariable;
  std::string text;  // as declared, without default argument, on one line
  Range range;       // the declaration, without default argument
  bool unnamed = false;
  bool writable_reference = false;  // refers to a variable of the caller and may change it
};

struct Function {
  /// How a call reaches the converted body.
  enum class Mode {
    Entry,    // AG_FUNCTION: through the trace cache
    InPlace,  // AG_CONVERT, and what converted functions call
  };

  Mode mode = Mode::InPlace;
  /// A lambda: it stands inside another function, whose variables it may refer to (`Variable::captured`).
  bool nested = false;
  Offset enclosing = 0;  // where the range of that function begins
  std::string name;
  std::string qualified_name;
  std::string options;    // AG_FUNCTION_WITH: designated initialisers
  std::string reference;  // expression that names it from inside its own scope: &f, or a cast where f is overloaded
  std::string outer_reference;  // the same from the end of the file
  std::string return_type;      // as written
  TypeClass return_class = TypeClass::Void;
  bool returns_reference = false;
  std::vector<Parameter> parameters;
  std::vector<Variable> variables;
  Stmt body;    // a Block
  Range range;  // from the first token of the declaration to the closing brace
  Offset name_place = 0;

  bool returns_value() const { return return_class != TypeClass::Void; }
  Variable& variable(VariableId id) { return variables[size_t(id)]; }
  const Variable& variable(VariableId id) const { return variables[size_t(id)]; }
};

}  // namespace agc::model
