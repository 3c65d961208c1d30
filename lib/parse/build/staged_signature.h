#pragma once
/// The staged variant that the signature of a function asks for.
#include <clang/AST/Decl.h>

#include "model/function.h"
#include "parse/session/clang_session.h"
#include "parse/session/source_text.h"

namespace agc::parse {

/// Decides whether a function with numbers, lists or functions in its signature has a staged variant, and describes it.
void describe_staged_variant(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                             model::Function& result);

}  // namespace agc::parse
