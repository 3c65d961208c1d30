#pragma once
/// Instantiations of function templates that take numbers. Each can have a face with symbolic numbers: the text of the
/// template, with the types that the instantiation gives it.
#include <clang/AST/Decl.h>
#include <clang/AST/PrettyPrinter.h>

#include <vector>

#include "model/function.h"
#include "parse/source_text.h"

namespace clang {
class CallExpr;
class IfStmt;
}  // namespace clang

namespace agc::parse {

/// The definition of the instantiation, or explicit specialisation, that `callee` is; none where it cannot have such a
/// face: a method, a template with packs, one whose text asks for types of its numbers, one that is not to be
/// converted, one that neither numbers nor tensors go into. Instantiations that differ only in lambdas of the same
/// signature share one.
const clang::FunctionDecl* numeric_instance(const clang::FunctionDecl* callee, const SourceText& text);

/// True if the instantiation neither takes nor gives numbers, nor takes a std::less<double>: as one of a template of
/// tensors it is converted where that stands, if the text of that can be.
bool stays_in_place(const clang::FunctionDecl* definition);

/// `definition`: what `numeric_instance` gave.
model::InstanceFace describe_instance(const clang::FunctionDecl* definition, const SourceText& text);

/// What its face is called, but for the ending: clipped; power_3, where no parameter tells the instantiations apart.
std::string instance_name(const clang::FunctionDecl* definition, const SourceText& text);

/// Could its face be taken for that of another instantiation, or of a function of the same name?
bool has_several_instances(const clang::FunctionDecl* definition, const SourceText& text);

/// The function whose text the instantiation of a template, or of a method of a class template, has; otherwise its own.
const clang::FunctionDecl* text_of_instance(const clang::FunctionDecl* definition);

/// Where its parameters and their default arguments are written: in the template, also for a specialisation.
const clang::FunctionDecl* template_of_instance(const clang::FunctionDecl* definition);

/// True for a lambda, a pointer or reference to a function, or std::greater<double> and its like, that changes no
/// number of its caller.
bool is_callable(clang::QualType type);

/// f of f(x), std::forward<F>(f)(x) and std::invoke(f, x), as it is written; null for other calls.
const clang::Expr* called_object(const clang::CallExpr* call);

/// The faces of all instantiations of the template with this text; nothing where one of them cannot have one.
std::vector<const clang::FunctionDecl*> all_instances(const clang::FunctionDecl* pattern, const SourceText& text);

/// An instantiation of an AG_FUNCTION as an explicit specialisation names it: scaled<double>.
std::string specialised_name(const clang::FunctionDecl* definition);

/// ... of a parameter whose type is that of what it is given.
bool is_deduced_callable(const clang::ParmVarDecl* parameter);

/// What `if constexpr` has left of each such statement of the text is known by its place.
std::vector<const clang::IfStmt*> constexpr_choices(const clang::FunctionDecl* text);

}  // namespace agc::parse
