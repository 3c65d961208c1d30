#pragma once
/// The options of AG_FUNCTION_WITH: designated initialisers in any order.
#include <string>

#include "parse/session/clang_session.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace agc::parse {

/// Returns the options of the function, in the order of the members of ag::FunctionOptions.
std::string function_options(const Session& session, const clang::FunctionDecl* function);

}  // namespace agc::parse
