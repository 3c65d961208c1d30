#pragma once
/// Instantiations of function templates that take numbers. Each can have a staged variant: the text of the template,
/// with the types of the instantiation and symbolic numbers.
#include <clang/AST/Decl.h>
#include <clang/AST/PrettyPrinter.h>

#include <vector>

#include "model/function.h"
#include "parse/session/source_text.h"

namespace clang {
class CallExpr;
class IfStmt;
}  // namespace clang

namespace agc::parse {

/// Returns the definition of the instantiation or explicit specialisation `callee`; null if it cannot have a staged
/// variant. Excluded are methods, templates with unsupported packs, texts that query the types of their numbers,
/// functions that are not converted, and functions that take neither numbers nor tensors. Instantiations that differ
/// only in lambdas of the same signature share one definition.
const clang::FunctionDecl* numeric_instance(const clang::FunctionDecl* callee, const SourceText& text);

/// True if the instantiation neither takes nor returns numbers, nor takes a std::less<double>. Like a template of
/// tensors, it is converted in place, if its text can be.
bool stays_in_place(const clang::FunctionDecl* definition);

/// `definition` is a result of `numeric_instance`.
model::InstanceVariant describe_instance(const clang::FunctionDecl* definition, const SourceText& text);

/// Returns the name of the staged variant without its suffix: clipped, or power_3 if the parameters do not distinguish
/// the instantiations.
std::string instance_name(const clang::FunctionDecl* definition, const SourceText& text);

/// True if the staged variant could be confused with that of another instantiation, or with a function of the same
/// name.
bool has_several_instances(const clang::FunctionDecl* definition, const SourceText& text);

/// Returns the function whose text an instantiation has: the template, or the method of a class template. Returns other
/// functions themselves.
const clang::FunctionDecl* text_of_instance(const clang::FunctionDecl* definition);

/// Returns the function at which the parameters and their default arguments are written: the template, also for a
/// specialisation.
const clang::FunctionDecl* template_of_instance(const clang::FunctionDecl* definition);

/// True for a lambda, a pointer or reference to a function, or a functor such as std::greater<double>, that changes no
/// number of its caller.
bool is_callable(clang::QualType type);

/// Returns the called object f, without implicit nodes, of f(x), std::forward<F>(f)(x) and std::invoke(f, x); null for
/// other calls.
const clang::Expr* called_object(const clang::CallExpr* call);

/// Returns the instantiations of the template with this text that get staged variants; empty if one of them cannot have
/// one.
std::vector<const clang::FunctionDecl*> all_instances(const clang::FunctionDecl* pattern, const SourceText& text);

/// Returns the name that an explicit specialisation uses for an instantiation of an AG_FUNCTION: scaled<double>.
std::string specialised_name(const clang::FunctionDecl* definition);

/// True if the parameter is a callable of deduced type.
bool is_deduced_callable(const clang::ParmVarDecl* parameter);

/// Returns the `if constexpr` statements of the text. Their positions identify the branch that an instantiation has
/// taken.
std::vector<const clang::IfStmt*> constexpr_choices(const clang::FunctionDecl* text);

}  // namespace agc::parse
