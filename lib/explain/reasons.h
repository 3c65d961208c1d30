#pragma once
/// Chains of causes: the values that decide a condition, and the reasons why a number became symbolic.
#include <vector>

#include "agc/explain.h"
#include "model/function.h"
#include "model/source.h"

namespace agc::explain {

class Reasons {
 public:
  Reasons(const model::SourceFile& source, const model::Function& function) : source_(source), function_(function) {}

  /// The causes why the value of `expression` is known only when the graph runs, nearest first; empty if it is known
  /// earlier.
  std::vector<Reason> of(const model::Expr& expression) const;

  /// The causes why the variable was promoted.
  std::vector<Reason> of(model::VariableId variable) const;

  /// The causes why a staged jump leaves a loop with a host condition.
  std::vector<Reason> of_exit(const model::Stmt& loop) const;

 private:
  /// A part of an expression that is not known while tracing.
  struct Decider {
    model::BindingTime binding_time = model::BindingTime::Host;
    const model::Expr* expression = nullptr;
    std::string text;
    model::VariableId variable = model::kNoVariable;  // for a number: its own reasons follow
  };

  Decider decider(const model::Expr& expression) const;
  void follow(const model::Expr& expression, std::vector<Reason>& out, model::VariableSet& seen) const;
  void follow(model::VariableId variable, std::vector<Reason>& out, model::VariableSet& seen) const;
  bool follow_data(model::VariableId variable, std::vector<Reason>& out, model::VariableSet& seen) const;
  bool follow_control(model::VariableId variable, std::vector<Reason>& out, model::VariableSet& seen) const;
  bool is_parameter(model::VariableId variable) const;
  std::string quoted(model::Range range) const;
  void add(std::vector<Reason>& out, std::string subject, std::string text, model::Offset place) const;

  const model::SourceFile& source_;
  const model::Function& function_;
};

}  // namespace agc::explain
