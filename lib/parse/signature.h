#pragma once
/// What the declaration of a function says about its result, and where it begins.
#include "model/function.h"
#include "parse/source_text.h"

namespace clang {
class FunctionDecl;
class ParmVarDecl;
struct PrintingPolicy;
}  // namespace clang

namespace agc::parse {

/// The default argument of the parameter, without the =.
model::Range default_argument(const clang::ParmVarDecl* parameter, const SourceText& text);

/// The same, if it is an object with numbers whose type it names itself: Line{1, 2}.
model::Range default_object(const clang::ParmVarDecl* parameter, const SourceText& text);

/// The class and the text of its result type. The text is empty where the type is deduced and depends on a template
/// parameter.
void describe_result(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                     model::Function& result);

/// The result type as code that stands outside of the function names it.
std::string text_of_result(const clang::FunctionDecl* source, const clang::PrintingPolicy& policy);

/// Where the function says noexcept; empty where it does not.
model::Range exception_specification(const SourceText& text, const clang::FunctionDecl* function);

/// The earlier declarations of the function in the user's files.
void describe_forward_declarations(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                                   model::Function& result);

/// Adds to the range of a function what stands in front of its type: template <…>, and attributes. `written`: the
/// function whose text it is, where `source` is an instantiation.
void include_beginning(const SourceText& text, const clang::FunctionDecl* source, const clang::FunctionDecl* written,
                       model::Range& range);

}  // namespace agc::parse
