#pragma once
/// Instantiations of class templates that hold numbers. The twin of one is a class of its own, with the text of the
/// template; in it the parameters of the template, and its name, mean what they mean in the instantiation.
#include <clang/AST/DeclTemplate.h>

#include <string>
#include <vector>

namespace agc::parse {

/// The instantiation, or specialisation, of a template of the user's that the class is, if its arguments can be named
/// beside the template; null for other classes.
const clang::ClassTemplateSpecializationDecl* class_instance(const clang::CXXRecordDecl* record);

/// The class whose text it has; of an instantiation, that in the template.
const clang::CXXRecordDecl* written_class(const clang::CXXRecordDecl* record);

/// The field as it is written.
const clang::FieldDecl* written_field(const clang::FieldDecl* field);

/// What its twin is called, but for the ending: Vec2_double, which names an instantiation where its twin stands.
std::string class_name(const clang::CXXRecordDecl* record);

/// How it is named beside its definition: Vec2<double>. Of the standard library, std::pair<int, double>.
std::string spelled_class(const clang::CXXRecordDecl* record);

/// Writes the name of an instantiation for what it is beside its definition. In its twin the name of the template is
/// that of the class, which has another one beside it.
void name_instance(const clang::CXXRecordDecl* record, std::string& type);

/// What the text of the template may name: "using T = double", "using Vec2 = Vec2_double"; and "using D = struct Euler"
/// for the twin of a class that derives from the instantiation.
struct InstanceName {
  std::string name;
  std::string declaration;
};
std::vector<InstanceName> instance_names(const clang::CXXRecordDecl* record);

/// Can the type be named where its function ends? Lambdas and classes of a function cannot.
bool has_name_outside(clang::QualType type);

/// Does the text name the template with arguments, and the class without? Then no declaration can serve for both.
bool is_named_both_ways(const clang::CXXRecordDecl* record);

/// Those that a method which is defined outside of the template calls by other names.
std::vector<InstanceName> renamed_parameters(const clang::CXXRecordDecl* record, const clang::FunctionDecl* method);

/// User's classes that its arguments name: its twin follows them.
std::vector<const clang::CXXRecordDecl*> classes_in_arguments(const clang::CXXRecordDecl* record);

}  // namespace agc::parse
