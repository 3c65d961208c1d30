#pragma once
/// A function after its jumps are lowered to structured code: every block is a lambda or a plain block, and the rest of
/// a block after a jump is inside a branch. The text does not move: a region is a range of the source.
#include <memory>
#include <string>
#include <vector>

#include "model/function.h"

namespace agc::model {

struct Node;

/// A sequence of statements that ends at one position.
struct Region {
  std::vector<Node> nodes;
  Offset end = 0;              // constructs opened inside are closed here
  const Stmt* body = nullptr;  // a block or a single statement; null for a moved rest
  bool lambda = false;
  bool returns_value = false;        // `return e;` in it returns the function's result
  bool needs_type = false;           // its return type must be written
  std::vector<VariableId> declared;  // generated variables at its start
  VariableSet live_before;

  bool braced() const { return body && body->kind == Stmt::Kind::Block; }
};

/// From one label of a switch, or several consecutive ones, to the next.
struct Arm {
  std::vector<const Stmt*> labels;
  bool falls_through = false;
  const Stmt* end = nullptr;        // the `break` after it, or the fall-through marker: both are removed
  const Stmt* block = nullptr;      // its only statement, if that is a block
  const Stmt* block_end = nullptr;  // the `break` at the end of that block
};

struct Node {
  enum class Form {
    Kept,          // as written; its blocks are regions, its expressions may be rewritten
    Jump,          // break, continue, return: see `flag`
    If,            // ag::if_stmt
    ReturnIf,      // return ag::if_else<T>
    While,         // ag::while_stmt
    Do,            // ag::do_stmt
    For,           // ag::for_stmt with a test and a step
    RangeFor,      // ag::for_stmt over a range
    Switch,        // ag::switch_stmt; a region for each arm
    GuardedFor,    // for (…; … && !ag::host_condition(did_break); …) { ag::if_stmt(!did_break, …) }
    Rest,          // ag::if_stmt(!did_break, …) around the rest of the block
    ReturnRest,    // return result.value_or(…) around the rest of the function
    ReturnResult,  // return result.value();
    Unreachable,   // ag::unreachable(): the code before it throws when execution gets there
    Dead,          // if (false): statements after an if whose branches both jump; they still have to compile
  };

  Form form = Form::Kept;
  Stmt* stmt = nullptr;              // null for Rest, ReturnRest, ReturnResult, Unreachable, Dead
  std::vector<Region> regions;       // in source order
  std::vector<VariableId> declared;  // generated variables declared before the statement
  Offset place = 0;                  // Rest, ReturnRest, ReturnResult, Unreachable, Dead: the begin

  // If, ReturnIf.
  bool rest_in_else = false;  // the second region holds the rest after the statement
  bool merged_else = false;   // … after the statements of the else branch, whose braces are removed
  bool chained = false;       // the `else if` of the enclosing node: ag::else_if

  // Switch.
  std::vector<Arm> arms;
  std::string name;  // the variable that keeps the value while declarations before the labels are executed

  // Jump.
  VariableId flag = kNoVariable;  // set by the jump; none: only `return;`, or a jump that is kept
  bool kept = false;              // stays an ordinary jump
  bool leaves = false;            // `return;` follows it

  // Kept: `return ag::raise(…);`, in a lambda that must return a value.
  bool returns_raise = false;

  // Rest: the flags that skip it. ReturnRest, ReturnResult: the result. Loops: the flags and results that end them.
  std::vector<VariableId> flags;
  VariableSet live_after;  // after the statement; loops: also at the next iteration
  VariableSet live_head;   // loops: where the next iteration is decided
  Pack pack;
};

/// True if the regions of such a node run conditionally or repeatedly under the control of a tensor.
inline bool runs_staged(Node::Form form) {
  return form != Node::Form::Kept && form != Node::Form::Jump && form != Node::Form::Dead;
}

struct LoweredFunction {
  std::unique_ptr<Function> function;  // not moved: the regions point into it
  Region body;
  std::vector<Offset> late_throws;  // positions of exceptions that are constructed when execution gets there
  std::string entry_begin;          // AG_FUNCTION: text around the body, inside its braces
  std::string entry_end;
  // The function with the user's signature, which calls the staged variant; follows the body.
  std::string plain_variant;
  // Of a specialization, whose `plain_variant` is declared before it.
  std::string plain_body;
};

/// Calls `use` for every node of the region, at any depth, outside in and in source order.
template <class R, class F>
void visit_nodes(R& region, const F& use) {
  for (auto& node : region.nodes) {
    use(node);
    for (auto& inner : node.regions) visit_nodes(inner, use);
  }
}

}  // namespace agc::model
