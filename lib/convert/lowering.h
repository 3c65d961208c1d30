#pragma once
/// The lowering of one function: statement lists are in jumps.cpp, each construct in its own file. Internal to
/// `convert`.
///
/// A jump under a staged condition cannot stay a jump: the branches are lambdas, and tracing runs both. The rule for
/// each statement of a block and the rest of the block after it:
///   1. An `if` whose first branch surely jumps takes the rest into its other branch; no flag is needed.
///   2. Any other statement that may make a staged jump sets flags, and the rest runs only if none is set.
///   3. The jump sets its flag and leaves the lambda. If the end of the lambda is its target, it only leaves.
#include <span>

#include "analysis/jumps.h"
#include "convert/context.h"

namespace agc::convert {

class Lowering {
 public:
  explicit Lowering(Context& context) : context_(context), function_(context.function) {}

  model::Region run();

 private:
  using Statements = std::span<model::Stmt* const>;

  /// The target of break or continue: its flag, created on first use.
  struct Target {
    model::VariableId flag = model::kNoVariable;
  };

  /// The context of a list of statements.
  struct Scope {
    bool function_end = false;        // the end of the list is the end of the function
    bool unreached = false;           // the code before the list surely throws
    bool iteration_end = false;       // the end of the list is the end of the iteration
    bool arm_end = false;             // the end of the list is the end of the switch
    bool returns_directly = true;     // `return` may stay: the innermost lambda returns the function's result
    bool continues_directly = false;  // leaving the innermost lambda ends the iteration
    bool breaks_directly = false;     // leaving the innermost lambda ends the switch
    bool keeps_break = false;         // break and continue may stay: there is no lambda between them and their loop
    bool keeps_continue = false;
    Target* breaks = nullptr;
    Target* continues = nullptr;
    model::VariableId result = model::kNoVariable;  // receives the value of a `return` in a lambda
  };

  // jumps.cpp
  void statements(Statements list, model::Region& out, const Scope& scope);
  void dead_rest(Statements rest, model::Region& out, const Scope& scope);
  void may_jump(model::Stmt& statement, Statements rest, model::Region& out, const Scope& scope);
  model::Node jump(model::Stmt& statement, const Scope& scope);
  model::Node one(model::Stmt& statement, const Scope& scope);
  model::Node kept(model::Stmt& statement, const Scope& scope);
  model::Region body(model::Stmt& statement, const Scope& scope, bool lambda, bool returns_value = false);
  Scope inside_lambda(const Scope& scope) const;
  bool is_value_end(const Scope& scope) const { return function_.returns_value() && scope.function_end; }
  void end_value(model::Region& region, Statements list, const Scope& scope);
  model::VariableId generated(model::TypeClass type, model::Offset place, std::string stem);
  static void set_inside(Scope& scope);
  static Scope inside_loop(const Scope& scope, Target& breaks, Target& continues);

  // if.cpp
  model::Node staged_if(model::Stmt& statement, const Scope& scope);
  bool takes_rest(const model::Stmt& statement, Statements rest, const model::Region& out) const;
  void if_with_rest(model::Stmt& statement, Statements rest, model::Region& out, const Scope& scope);

  // switch.cpp
  model::Node switch_choice(model::Stmt& statement, const Scope& scope);
  bool falls_through(model::Stmt& statement) const;

  // while.cpp, do_while.cpp, range_for.cpp, for.cpp
  model::Node while_loop(model::Stmt& statement, const Scope& scope);
  model::Node do_loop(model::Stmt& statement, const Scope& scope);
  model::Node range_for_loop(model::Stmt& statement, const Scope& scope);
  model::Node for_loop(model::Stmt& statement, const Scope& scope);
  bool counts_on_the_host(const model::Stmt& statement) const;
  model::Node kept_loop(model::Stmt& statement, const Scope& scope);
  model::Node lambda_loop(model::Stmt& statement, model::Node::Form form, const Scope& scope);

  Context& context_;
  model::Function& function_;
};

}  // namespace agc::convert
