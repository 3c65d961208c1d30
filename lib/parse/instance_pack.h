#pragma once
/// Instantiations of variadic function templates with numbers. In their face the pack is one again, of the types that
/// the instantiation has, and the text of the template expands it.
#include <clang/AST/Decl.h>

#include <vector>

#include "model/expr.h"
#include "model/function.h"

namespace agc::parse {

/// Takes the last parameter of the template a pack of numbers, by value or by constant reference, and does the text
/// mean the same for symbolic ones? True as well where the template has no packs.
bool has_known_pack(const clang::FunctionDecl* definition);

/// The last parameter, as it is written, where that is a pack; null otherwise. `source`: the template.
const clang::ParmVarDecl* pack_parameter(const clang::FunctionDecl* source);

/// The name of the types in the pack, of a template parameter; what `auto... v` is declared with has none.
std::string pack_name(const clang::NamedDecl* parameter);

/// std::is_same_v<void(R...), void(double, int)>: these types, and no others.
std::string pack_constraint(const std::string& name, const clang::TemplateArgument& values);

/// How the face declares it.
void describe_pack(const clang::FunctionDecl* definition, const clang::FunctionDecl* source, model::InstanceFace& face);

/// The elements of a pack are written once: what stands in the text for several of them is looked at once.
void mark_repeated(model::Stmt& body);

}  // namespace agc::parse
