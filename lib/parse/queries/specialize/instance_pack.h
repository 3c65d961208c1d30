#pragma once
/// Instantiations of variadic function templates with numbers. The staged variant again has a pack, constrained to the
/// types of the instantiation, and the text of the template expands it.
#include <clang/AST/Decl.h>

#include <vector>

#include "model/expr.h"
#include "model/function.h"

namespace agc::parse {

/// True if the last parameter of the template is a pack of numbers, by value or by constant reference, and the text has
/// the same meaning for symbolic numbers. Also true for a template without packs.
bool has_known_pack(const clang::FunctionDecl* definition);

/// Returns the last parameter as written, if it is a pack; null otherwise. `source` is the template.
const clang::ParmVarDecl* pack_parameter(const clang::FunctionDecl* source);

/// Returns the name of the template parameter for the types of a pack. Returns a default name if it has none, as for
/// `auto... v`.
std::string pack_name(const clang::NamedDecl* parameter);

/// Returns the constraint that admits these types only: std::is_same_v<void(R...), void(double, int)>.
std::string pack_constraint(const std::string& name, const clang::TemplateArgument& values);

/// Sets how the staged variant declares the pack.
void describe_pack(const clang::FunctionDecl* definition, const clang::FunctionDecl* source,
                   model::InstanceVariant& variant);

/// Marks expressions that occur again at the same source position, as for the elements of a pack, so that the text is
/// rewritten once.
void mark_repeated(model::Stmt& body);

}  // namespace agc::parse
