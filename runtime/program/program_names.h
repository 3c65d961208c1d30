#pragma once
/// The words of the text form of programs that name something of a closed set.
#include <map>
#include <string>

#include "program/program.h"

namespace ag::codegen {

struct TextNames {
  TextNames();

  std::map<std::string, Primitive> primitives;
  std::map<std::string, ir::ReductionKind> reductions;
  std::map<std::string, ErrorKind> errors;
  std::map<std::string, std::pair<Primitive, bool>> searches;  // and whether for the place
  std::map<std::string, StatementKind> array_statements;       // of statements about a whole array
};

/// Null where nothing has the name.
template <class Enum>
const Enum* find_by_name(const std::map<std::string, Enum>& names, const std::string& text) {
  const auto found = names.find(text);
  return found == names.end() ? nullptr : &found->second;
}

}  // namespace ag::codegen
