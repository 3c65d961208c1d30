#pragma once
/// Builds calls of functions and methods that have a staged variant, and their arguments. Internal to `parse`.
#include <llvm/ADT/ArrayRef.h>

#include <string>

#include "parse/build/builder_part.h"

namespace agc::parse {

struct MethodCall;

class ConvertedCallBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Returns true if the expression names a parameter of this instantiation that holds a lambda or a function.
  bool is_callable_parameter(const clang::Expr* source) const;
  /// Collects a call of an instantiation whose numbers may be symbolic. Returns false for other calls.
  bool collect_instance_call(const clang::CallExpr* source, Expressions& out);
  /// Collects f(x) in an instantiation that received f as an argument.
  bool collect_callable_call(const clang::CallExpr* source, const clang::Expr* called,
                             llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out);
  /// Returns the definition of the method if this file can have its staged variant, else null.
  const clang::FunctionDecl* staged_variant_method(const clang::FunctionDecl* callee) const;
  /// Collects a call of a method with a staged variant, on an object without a staged class.
  bool collect_staged_call(const MethodCall& call, Expressions& out);
  /// Collects a call of a static method with a staged variant.
  bool collect_staged_call(const clang::CallExpr* source, Expressions& out);
  /// Collects the arguments of a call of a function that is converted, or will be if a symbolic number flows into it.
  void converted_arguments(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments,
                           Expressions& out);
  /// Collects an argument. `type` is the type of the parameter.
  void argument_of_type(clang::QualType type, bool changes, const std::string& consumer, const clang::Expr* argument,
                        Expressions& out);
  /// Collects a call of a function template with numbers of dependent type. Returns false for other calls, and if the
  /// numbers have to be known.
  bool collect_template_call(const clang::CallExpr* source, Expressions& out);
  /// Marks the place where the name of a function becomes that of its staged variant. A using-declaration names only
  /// the function and not the variant, so the namespace is written out.
  void name_staged_variant(const clang::DeclRefExpr* reference, model::Expr& result) const;
  /// Collects a call of a function that is converted, or will be if a symbolic number flows into it.
  void collect_converted_call(const clang::CallExpr* source, const clang::FunctionDecl* callee, Expressions& out);
  /// True for a function whose staged variant this file has or can have.
  bool is_convertible(const clang::FunctionDecl* callee) const;

 private:
  model::Expr staged_call(const clang::CallExpr* source, const clang::MemberExpr* named,
                          const clang::FunctionDecl* definition, Expressions operands);
  void converted_argument(const clang::FunctionDecl* callee, unsigned index, const clang::Expr* argument,
                          Expressions& out);
};

}  // namespace agc::parse
