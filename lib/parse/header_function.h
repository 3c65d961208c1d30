#pragma once
/// What converted functions of headers need besides: another translation unit may define the same function plainly.
#include <vector>

#include "model/function.h"
#include "parse/source_text.h"

namespace clang {
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace agc::parse {

/// How the converted function gets a symbol of its own; nothing where no other translation unit can define it.
model::Separation separation(const clang::FunctionDecl* function, const SourceText& text);

/// Static variables of a function that are not constants: with two functions there would be two of each.
std::vector<const clang::VarDecl*> changing_statics(const clang::Stmt* body);

/// True if the main file of the session is a header.
bool is_header(const Session& session);

}  // namespace agc::parse
