#pragma once
/// Instantiations of function templates that take numbers. Each can have a face with symbolic numbers: the text of the
/// template, with the types that the instantiation gives it.
#include <clang/AST/Decl.h>
#include <clang/AST/PrettyPrinter.h>

#include <vector>

#include "model/function.h"
#include "parse/source_text.h"

namespace clang {
class IfStmt;
}

namespace agc::parse {

/// The definition of the instantiation, or explicit specialisation, that `callee` is; none where it cannot have such a
/// face: a method, a template with packs, one whose text asks for types of its numbers, one that is not to be
/// converted. Instantiations that differ only in lambdas of the same signature share one.
const clang::FunctionDecl* numeric_instance(const clang::FunctionDecl* callee, const SourceText& text);

/// Neither takes nor gives the instantiation numbers: as one of a template of tensors it is converted where that
/// stands.
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

/// Is it a lambda, or a pointer or reference to a function, that takes or gives numbers?
bool is_numeric_callable(clang::QualType type);

/// ... of a parameter whose type is that of what it is given.
bool is_deduced_callable(const clang::ParmVarDecl* parameter);

/// What `if constexpr` has left of each such statement of the text is known by its place.
std::vector<const clang::IfStmt*> constexpr_choices(const clang::FunctionDecl* text);

}  // namespace agc::parse
