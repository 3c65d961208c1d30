#pragma once
/// Finds the functions of the main file that have to be converted, and builds their models.
#include <map>
#include <vector>

#include "model/function.h"
#include "parse/session/clang_session.h"

namespace agc::parse {

struct Annotated {
  std::vector<model::Function> functions;                    // in order of the source
  std::vector<Diagnostic> diagnostics;                       // for annotations that cannot be followed
  std::map<model::Offset, std::vector<Instance>> instances;  // of the templates, by their begin
};

/// Returns functions marked AG_FUNCTION, AG_FUNCTION_WITH or AG_CONVERT, and their callees in the same file. Functions
/// marked AG_DO_NOT_CONVERT and functions without any relation to tensors are excluded.
Annotated find_functions(const Session& session);

}  // namespace agc::parse
