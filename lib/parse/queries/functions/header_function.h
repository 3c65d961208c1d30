#pragma once
/// Requirements of converted functions in headers: another translation unit may define the same function without
/// conversion.
#include <vector>

#include "model/function.h"
#include "parse/session/source_text.h"

namespace clang {
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace agc::parse {

/// Returns how the converted function gets a symbol of its own; empty if no other translation unit can define it.
model::Separation separation(const clang::FunctionDecl* function, const SourceText& text);

/// Returns the non-constant static variables of a function. Two versions of the function would have two copies of each.
std::vector<const clang::VarDecl*> changing_statics(const clang::Stmt* body);

/// True if the main file of the session is a header.
bool is_header(const Session& session);

}  // namespace agc::parse
