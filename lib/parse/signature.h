#pragma once
/// What the declaration of a function says about its result.
#include "model/function.h"
#include "parse/source_text.h"

namespace clang {
class FunctionDecl;
}

namespace agc::parse {

/// The class and the text of its result type. The text is empty where the type is deduced and depends on a template
/// parameter.
void describe_result(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                     model::Function& result);

}  // namespace agc::parse
