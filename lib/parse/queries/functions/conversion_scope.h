#pragma once
/// Selects the functions to convert by their annotations and their use of tensors.
#include <clang/AST/Decl.h>

#include <string>

namespace agc::parse {

struct Annotation {
  enum Kind { None, Function, Convert, Leave } kind = None;
  std::string options;
};

/// Returns the annotation that the user wrote on a function or a lambda.
Annotation annotation_of(const clang::Decl* declaration);

/// True if a declaration of the function has the annotation: "ag.function", "ag.convert" or "ag.do_not_convert".
bool has_annotation(const clang::FunctionDecl* function, llvm::StringRef name);

/// True if the signature, the object, a branch condition, or the source of a number involves a tensor.
bool handles_tensors(const clang::FunctionDecl* function);

/// True if a function with this body is converted when a converted function calls it.
bool converts_callee(const clang::FunctionDecl* definition);

}  // namespace agc::parse
