#pragma once
/// Methods of the user's classes of numbers and tensors that the twin of the class can have.
#include <clang/AST/DeclCXX.h>

#include "model/function.h"
#include "parse/source_text.h"

namespace agc::parse {

/// Of a method template: a method of the twin for itself, with the types that it has.
bool is_member_instance(const clang::FunctionDecl* definition);

/// Where a method is called: anywhere, or on its own object by another method of the twin.
enum class Caller { Any, InTwin };

/// The definition of a method, or of a friend that is defined in the class; none where the twin cannot have it: a
/// template, one whose text is not seen or not to be converted, one that gives a reference to a number of its object,
/// one that keeps a variable from call to call.
const clang::FunctionDecl* twin_method(const clang::FunctionDecl* callee, const SourceText& text,
                                       Caller caller = Caller::Any);

/// The same of a class with virtual methods; of a pure method, its declaration.
const clang::FunctionDecl* dynamic_twin_method(const clang::CXXMethodDecl* method, const SourceText& text);

/// "namespace a", "namespace": those that the declaration context stands in, outermost first.
std::vector<std::string> namespaces_around(const clang::DeclContext* context);

/// A constructor that asks a tensor for numbers: what it makes holds symbolic ones.
bool asks_tensors(const clang::FunctionDecl* constructor);

/// `definition`: what `twin_method` gave.
model::TwinMethod describe_twin_method(const clang::FunctionDecl* definition, const SourceText& text);

/// Makes `function.return_type` mean the same outside of the class, in front of the name of the method.
void name_result_outside(const clang::FunctionDecl* definition, model::Function& function);

/// The value class that the method is one of, or the friend of; none for other functions.
const clang::CXXRecordDecl* value_class_of(const clang::FunctionDecl* function);

/// The same, or the class with virtual methods.
const clang::CXXRecordDecl* twin_class_of(const clang::FunctionDecl* function);

}  // namespace agc::parse
