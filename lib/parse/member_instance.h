#pragma once
/// Instantiations of method templates that are called with lambdas.
#include <clang/AST/Decl.h>

#include "parse/source_text.h"

namespace agc::parse {

/// The instantiation whose text serves this one as well, since they differ in lambdas of the same signature alone; null
/// where its lambdas are used otherwise than by calls, or another instantiation has lambdas of another signature.
const clang::FunctionDecl* shared_member_instance(const clang::FunctionDecl* definition, const SourceText& text);

}  // namespace agc::parse
