#pragma once
/// Finds the functions of the main file that are to be converted, and builds their models.
#include <map>
#include <vector>

#include "model/function.h"
#include "parse/clang_session.h"

namespace agc::parse {

struct Annotated {
  std::vector<model::Function> functions;                    // in order of the source
  std::vector<Diagnostic> diagnostics;                       // annotations that cannot be followed
  std::map<model::Offset, std::vector<Instance>> instances;  // of the templates among them, by where these begin
};

/// Functions marked AG_FUNCTION, AG_FUNCTION_WITH or AG_CONVERT, and what they call in the same file, except what is
/// marked AG_DO_NOT_CONVERT and what has nothing to do with tensors.
Annotated find_functions(const Session& session);

}  // namespace agc::parse
