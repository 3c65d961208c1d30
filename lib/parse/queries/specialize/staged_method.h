#pragma once
/// Methods of the user's classes of numbers and tensors that the staged class can have.
#include <clang/AST/DeclCXX.h>

#include <vector>

#include "model/function.h"
#include "parse/session/source_text.h"

namespace agc::parse {

/// True for an instantiation of a method template, which is a separate method of the staged class, with its own types.
bool is_member_instance(const clang::FunctionDecl* definition);

/// The caller of a method: any code, or another method of the staged class on its own object.
enum class Caller { Any, InStagedClass };

/// Returns the definition of a method, or of a friend that is defined in the class; null if the staged class cannot
/// have it. Excluded are templates, texts that are not visible or not to be converted, methods that return a reference
/// to a number of their object, and methods with a static variable.
const clang::FunctionDecl* method_of_staged_class(const clang::FunctionDecl* callee, const SourceText& text,
                                                  Caller caller = Caller::Any);

/// Returns the same for a class with virtual methods; for a pure method, its declaration.
const clang::FunctionDecl* dynamic_staged_method(const clang::CXXMethodDecl* method, const SourceText& text);

/// Returns the methods of staged classes with this text, that of a method of a class template: one for each
/// instantiation of the class that uses the method. Empty if a staged class cannot have it.
std::vector<const clang::FunctionDecl*> staged_methods_with_text(const clang::FunctionDecl* pattern,
                                                                 const SourceText& text);

/// Returns the namespaces around the declaration context, outermost first: "namespace a", "namespace".
std::vector<std::string> namespaces_around(const clang::DeclContext* context);

/// True for a constructor that computes numbers from a tensor, so that its object holds symbolic numbers.
bool asks_tensors(const clang::FunctionDecl* constructor);

/// `definition` is a result of `method_of_staged_class`.
model::StagedMethod describe_staged_method(const clang::FunctionDecl* definition, const SourceText& text);

/// Returns the type of the iterators of the staged container, given a type of iterators of a container of numbers:
/// ag::staged_t<std::vector<double>>::iterator. Empty for other types.
std::string staged_iterator(clang::QualType type);

/// Rewrites `function.returned.type` so that it has the same meaning outside of the class, before the name of the
/// method.
void name_result_outside(const clang::FunctionDecl* definition, model::Function& function);

/// Returns the value class of which the function is a method or a friend; null for other functions.
const clang::CXXRecordDecl* value_class_of(const clang::FunctionDecl* function);

/// Returns the same, or the class with virtual methods.
const clang::CXXRecordDecl* staged_class_of(const clang::FunctionDecl* function);

}  // namespace agc::parse
