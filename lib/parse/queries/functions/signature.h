#pragma once
/// The declaration of a function: its result type, default arguments, noexcept, and beginning.
#include "model/function.h"
#include "parse/session/source_text.h"

namespace clang {
class FunctionDecl;
class ParmVarDecl;
struct PrintingPolicy;
}  // namespace clang

namespace agc::parse {

/// Returns the range of the default argument of the parameter, without the =.
model::Range default_argument(const clang::ParmVarDecl* parameter, const SourceText& text);

/// Returns the same range if the argument is an object with numbers that names its own type: Line{1, 2}. Empty
/// otherwise.
model::Range default_object(const clang::ParmVarDecl* parameter, const SourceText& text);

/// Sets the class and the text of the result type. The text is empty if the type is deduced and depends on a template
/// parameter.
void describe_result(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                     model::Function& result);

/// Returns the result type as code outside of the function names it.
std::string text_of_result(const clang::FunctionDecl* source, const clang::PrintingPolicy& policy);

/// Returns the range of a result type. A `const` before a pointer to constants is a part of the type; before a value it
/// is not.
model::Range range_of_result(const SourceText& text, clang::SourceRange written, clang::QualType type);

/// Returns the range of noexcept; empty if there is none.
model::Range exception_specification(const SourceText& text, const clang::FunctionDecl* function);

/// Extends the range of a function to include `template <…>` and attributes before its type. `written` is the function
/// whose text it is, if `source` is an instantiation.
void include_beginning(const SourceText& text, const clang::FunctionDecl* source, const clang::FunctionDecl* written,
                       model::Range& range);

}  // namespace agc::parse
