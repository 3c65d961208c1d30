#pragma once
/// The keywords of the text form of programs, for each closed set of names.
#include <map>
#include <string>

#include "program/program.h"

namespace ag::codegen {

struct TextNames {
  TextNames();

  std::map<std::string, Primitive> primitives;
  std::map<std::string, ir::ReductionKind> reductions;
  std::map<std::string, ErrorKind> errors;
  std::map<std::string, std::pair<Primitive, bool>> arg_extrema;  // second: whether the index is the result
  std::map<std::string, StatementKind> array_statements;          // statements about a whole array
};

/// Returns null if no entry has the name.
template <class Enum>
const Enum* find_by_name(const std::map<std::string, Enum>& names, const std::string& text) {
  const auto found = names.find(text);
  return found == names.end() ? nullptr : &found->second;
}

}  // namespace ag::codegen
