#pragma once
/// The lowering of one function: statement lists in jumps.cpp, one construct per file. Internal to `convert`.
///
/// A jump under a staged condition cannot be a jump: the branches are lambdas that both run while tracing. The rule,
/// for each statement of a block and the rest of the block behind it:
///   1. an `if` whose first branch surely jumps takes the rest into its other branch: no flag is needed;
///   2. any other statement that may make a staged jump sets flags, and the rest runs only where none is set;
///   3. the jump itself sets its flag and leaves the lambda; where the end of the lambda is the place to go to, it only
///   leaves.
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

  /// Where a break or a continue goes to: its flag, made when first needed.
  struct Target {
    model::VariableId flag = model::kNoVariable;
  };

  /// Where a list of statements stands.
  struct Scope {
    bool function_end = false;        // falling out of the list ends the function
    bool unreached = false;           // what stands in front of the list surely throws
    bool iteration_end = false;       // falling out of the list ends the iteration
    bool arm_end = false;             // falling out of the list ends the switch
    bool returns_directly = true;     // the user's `return` may stay: the innermost lambda gives the function's result
    bool continues_directly = false;  // leaving the innermost lambda ends the iteration
    bool breaks_directly = false;     // leaving the innermost lambda ends the switch
    bool keeps_break = false;         // break and continue may stay: no lambda between them and their loop
    bool keeps_continue = false;
    Target* breaks = nullptr;
    Target* continues = nullptr;
    model::VariableId result = model::kNoVariable;  // where a `return` in a lambda puts its value
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
