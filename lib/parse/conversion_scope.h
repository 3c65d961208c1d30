#pragma once
/// Which functions are converted: what their annotations say, and what they have to do with tensors.
#include <clang/AST/Decl.h>

#include <string>

namespace agc::parse {

struct Annotation {
  enum Kind { None, Function, Convert, Leave } kind = None;
  std::string options;
};

/// What the user wrote in front of a function or a lambda.
Annotation annotation_of(const clang::Decl* declaration);

/// Has it tensors in its signature, in its object, in what its control flow depends on, or in what its numbers come
/// from?
bool handles_tensors(const clang::FunctionDecl* function);

/// Is a function with this body converted where a converted function calls it?
bool converts_callee(const clang::FunctionDecl* definition);

}  // namespace agc::parse
