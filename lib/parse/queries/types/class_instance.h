#pragma once
/// Instantiations of class templates that hold numbers. The staged class of an instantiation is a class with the text
/// of the template, in which the names of the template and of its parameters mean those of the instantiation.
#include <clang/AST/DeclTemplate.h>

#include <string>
#include <vector>

namespace agc::parse {

/// Returns the instantiation or specialisation of a user's template that the class is, if its arguments can be named
/// where the template is declared; null for other classes.
const clang::ClassTemplateSpecializationDecl* class_instance(const clang::CXXRecordDecl* record);

/// Returns the text of a template argument.
std::string printed(const clang::TemplateArgument& value, const clang::PrintingPolicy& policy);

/// Returns the class whose text declares the class: for an instantiation, the class in the template.
const clang::CXXRecordDecl* written_class(const clang::CXXRecordDecl* record);

/// Returns the field in the text of the class (see written_class).
const clang::FieldDecl* written_field(const clang::FieldDecl* field);

/// Returns the name of the staged class without its suffix: Vec2_double for an instantiation.
std::string class_name(const clang::CXXRecordDecl* record);

/// Returns the name of the class at its definition: Vec2<double>, or std::pair<int, double> for a class of the standard
/// library.
std::string spelled_class(const clang::CXXRecordDecl* record);

/// Replaces the name of an instantiation as it is spelled at its definition by class_name(). In its staged class, the
/// name of the template stands for the staged class itself.
void name_instance(const clang::CXXRecordDecl* record, std::string& type);

/// A declaration of a name that the text of the template may use: "using T = double" or "using Vec2 = Vec2_double", or
/// "using D = struct Euler" for the staged class of a class that derives from the instantiation.
struct InstanceName {
  std::string name;
  std::string declaration;
};
std::vector<InstanceName> instance_names(const clang::CXXRecordDecl* record);

/// True for a method that returns its object as one of a derived class: D& self() { return static_cast<D&>(*this); }.
bool gives_derived(const clang::CXXMethodDecl* method);

/// Returns such methods for the staged class of an instantiation. They are templates, because the staged class of the
/// derived class is defined later.
std::vector<std::string> accessors_of_derived(const clang::CXXRecordDecl* record);

/// True if the type can be named after the end of its function. Lambdas and local classes cannot.
bool has_name_outside(clang::QualType type);

/// True if the text names both the template with arguments and the class without. One declaration cannot serve both.
bool is_named_both_ways(const clang::CXXRecordDecl* record);

/// Returns declarations for the parameters that a method defined outside of the template calls by other names.
std::vector<InstanceName> renamed_parameters(const clang::CXXRecordDecl* record, const clang::FunctionDecl* method);

/// Returns the user's classes that the template arguments name. The staged class is declared after them.
std::vector<const clang::CXXRecordDecl*> classes_in_arguments(const clang::CXXRecordDecl* record);

}  // namespace agc::parse
