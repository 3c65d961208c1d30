#pragma once
/// The context that the parts of the builder of one function share: the function, its place, queries of its body, and
/// access to the other parts. A part knows the headers of the parts that it calls, and their headers know only this
/// one. Internal to `parse`.
#include <clang/AST/ExprCXX.h>

#include <memory>

#include "model/function.h"
#include "parse/build/builder_records.h"
#include "parse/queries/uses/declared_names.h"
#include "parse/queries/uses/escaping_references.h"
#include "parse/session/clang_session.h"
#include "parse/session/source_text.h"

namespace agc::parse {

class AlgorithmBuilder;
class AliasBuilder;
class CallBuilder;
class CallbackBuilder;
class ConvertedCallBuilder;
class DeclarationBuilder;
class DependentCallBuilder;
class ExpressionBuilder;
class FunctionValueBuilder;
class KeyedBuilder;
class LambdaBuilder;
class LibraryCallBuilder;
class ListBuilder;
class LoopBuilder;
class MemberBuilder;
class NumberBuilder;
class ExternalBuilder;
class ParameterBuilder;
class PointerBuilder;
class ReferenceBuilder;
class StagedClassBuilder;
class StatementBuilder;
class StructureBuilder;
class SubscriptBuilder;
class TextBuilder;
class VariableBuilder;

class FunctionContext {
 public:
  /// `parent` is the context of the function around the lambda `lambda`, if that is converted as well.
  FunctionContext(const Session& session, const SourceText& text, model::Function& function, FunctionContext* parent,
                  const clang::LambdaExpr* lambda);
  ~FunctionContext();

  const Session& session() const { return session_; }
  const SourceText& text() const { return text_; }
  model::Function& function() const { return function_; }
  /// Returns the context of the function around this lambda, or null.
  FunctionContext* parent() const { return parent_; }
  /// Returns the lambda whose body is built, or null.
  const clang::LambdaExpr* lambda() const { return lambda_; }
  /// Returns the context of the function around all lambdas.
  FunctionContext& outermost();

  /// Queries the body of the outermost function.
  void find_names(const clang::FunctionDecl* function);
  /// Returns the references that variables of the outermost function keep.
  const EscapingReferences& kept();
  /// Returns the names of the outermost function and their scopes.
  const DeclaredNames& declared_names();
  /// The functions that were found to be called.
  Callees& callees() { return callees_; }

  /// Statements.
  StatementBuilder& statements();
  LoopBuilder& loops();
  DeclarationBuilder& declarations();
  ParameterBuilder& parameters();
  /// Variables, and expressions that name them.
  VariableBuilder& variables();
  ReferenceBuilder& references();
  AliasBuilder& aliases();
  MemberBuilder& members();
  ExternalBuilder& externals();
  PointerBuilder& pointers();
  /// Calls and functions.
  CallBuilder& calls();
  ConvertedCallBuilder& converted_calls();
  DependentCallBuilder& dependent_calls();
  LibraryCallBuilder& library_calls();
  StagedClassBuilder& staged_classes();
  LambdaBuilder& lambdas();
  CallbackBuilder& callbacks();
  FunctionValueBuilder& function_values();
  /// Values.
  ExpressionBuilder& expressions();
  NumberBuilder& numbers();
  StructureBuilder& structures();
  ListBuilder& lists();
  KeyedBuilder& keyed();
  AlgorithmBuilder& algorithms();
  SubscriptBuilder& subscripts();
  TextBuilder& texts();

 private:
  struct Parts;

  const Session& session_;
  const SourceText& text_;
  model::Function& function_;
  FunctionContext* parent_;
  const clang::LambdaExpr* lambda_;
  std::unique_ptr<EscapingReferences> kept_;  // of the outermost function
  std::unique_ptr<DeclaredNames> names_;      // of the outermost function
  Callees callees_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace agc::parse
