#pragma once
/// A function to convert, with the classes of its variables.
#include <algorithm>
#include <string>
#include <vector>

#include "model/function_id.h"
#include "model/function_parts.h"
#include "model/staged_class.h"
#include "model/stmt.h"

namespace agc::model {

struct Function {
  /// The reason for its conversion, and how a call reaches the converted body.
  enum class Mode {
    Entry,      // AG_FUNCTION: through the trace cache
    Annotated,  // AG_CONVERT: directly
    Called,     // converted functions call it: directly
  };
  enum class Kind {
    Function,  // or a method, or a lambda outside of converted functions
    /// A lambda inside another function, whose variables it may refer to (`Variable::captured`).
    Lambda,
    TracedLambda,   // passed to ag::function: variables captured by reference are tracked like external ones
    WrappedLambda,  // likewise, marked AG_FUNCTION: the generated code wraps it in ag::function
  };
  /// Calls of itself, directly or through other functions.
  enum class Recursion {
    None,
    Plain,               // without an object
    OnObject,            // on an object that a graph can receive
    OnUnchangingObject,  // likewise, by a const method
  };

  Mode mode = Mode::Called;
  Kind kind = Kind::Function;
  Recursion recursion = Recursion::None;
  std::string name;
  std::string qualified_name;
  std::string signature;       // the parameter types for messages: "(Tensor, double)"
  FunctionId identity;         // the identity in Call expressions
  const void* slot = nullptr;  // a virtual method: its first declaration
  Range range;                 // from the first token of the declaration to the closing brace
  Offset name_place = 0;
  TextCopy copy;
  LambdaForm closure;
  StagedMethod staged_method;
  InstanceVariant variant;
  Templating templating;
  Separation separation;
  WrittenDeclaration declaration;
  StagedVariant staging;
  KeptBody kept_body;
  EntryCall entry;
  OutsideCallers outside_callers;
  Pointee pointee;
  Result returned;
  std::vector<Parameter> parameters;
  std::vector<Variable> variables;
  std::vector<ValueClass> classes;             // the classes of its variables, member classes first
  std::vector<const void*> signature_classes;  // the classes in its signature
  Stmt body;                                   // a Block
  BodyUses uses;

  bool is_entry() const { return mode == Mode::Entry; }
  /// True for a lambda inside another function.
  bool is_lambda() const { return kind != Kind::Function; }
  bool is_traced_lambda() const { return kind == Kind::TracedLambda || kind == Kind::WrappedLambda; }
  /// True for a method marked AG_FUNCTION: its numbers may be symbolic in the lambda that is its body.
  bool is_traced_method() const { return entry.object != EntryCall::Object::NoMethod; }
  bool calls_itself() const { return recursion != Recursion::None; }
  /// True if the function calls itself on an object.
  bool passes_object() const { return calls_itself() && recursion != Recursion::Plain; }
  bool has_staged_variant() const { return staging.existence == StagedVariant::Existence::Always; }
  bool has_variant_on_demand() const { return staging.existence == StagedVariant::Existence::OnDemand; }
  /// True if the lambda is inside this function.
  bool encloses(const Function& lambda) const { return range.begin == lambda.closure.enclosing && copy == lambda.copy; }
  /// True if it has one variant, whose numbers take the binding times of the callers.
  bool follows_callers() const { return is_lambda() || templating.of_numbers; }
  /// True if it returns numbers that may be symbolic.
  bool returns_staged() const {
    return returned.has_numbers && (has_staged_variant() || returned.binding_time != BindingTime::Host);
  }
  bool returns_value() const { return returned.type_class != TypeClass::Void; }
  Variable& variable(VariableId id) { return variables[size_t(id)]; }
  const Variable& variable(VariableId id) const { return variables[size_t(id)]; }
  /// True if the call runs over lists.
  bool uses_list(const Expr& call) const {
    return std::any_of(call.operands.begin(), call.operands.end(), [this](const Expr& operand) {
      return names_list(operand) ||
             (operand.of_iterator && !operand.operands.empty() && names_list(operand.operands[0]));
    });
  }
  /// True if the expression names a list that may grow in a staged loop.
  bool names_list(const Expr& expression) const {
    const Expr* named = &expression;
    while (named->kind == Expr::Kind::Opaque && named->operands.size() == 1) named = &named->operands.front();
    if (named->kind != Expr::Kind::Reference || named->variable == kNoVariable) return false;
    const Variable& holder = variable(named->variable);
    const bool of_staged_class = copy.in_staged_class && !holder.has_numbers;  // a member of the object itself
    return named->listed ? of_staged_class || holder.promotion.may_be_staged() : holder.growth.may_be_staged();
  }
};

/// The identity of a function for calls; `identity` is that of the function in the text.
inline FunctionId identity_of(const Function& function, FunctionId identity) {
  using Variant = FunctionId::Variant;
  if (function.staged_method.chooses_part) return identity.as(Variant::Chooser);
  return function.copy.in_staged_class ? identity.as(Variant::StagedMethod)
         : function.variant            ? identity.as(Variant::Instance)
                                       : identity;
}

}  // namespace agc::model
