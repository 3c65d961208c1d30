#pragma once
/// Instantiations of method templates that are called with lambdas.
#include <clang/AST/Decl.h>

#include "parse/session/source_text.h"

namespace agc::parse {

/// Returns an instantiation with the same text that differs only in lambdas of the same signature. Null if its lambdas
/// are used otherwise than by calls, or if another instantiation has lambdas of another signature.
const clang::FunctionDecl* shared_member_instance(const clang::FunctionDecl* definition, const SourceText& text);

}  // namespace agc::parse
