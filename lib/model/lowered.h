#pragma once
/// A function after its jumps are lowered: structured code in which every block is a lambda or a plain block, and the
/// rest of a block behind a jump stands inside a branch. Nothing moves in the text: a region is a stretch of the
/// source.
#include <memory>
#include <string>
#include <vector>

#include "model/function.h"

namespace agc::model {

struct Node;

/// A sequence of statements that ends at one place.
struct Region {
  std::vector<Node> nodes;
  Offset end = 0;  // what was opened inside is closed here
  const Stmt* body =
      nullptr;  // the statement whose text this is: a block, or one statement without braces; none for a moved rest
  bool lambda = false;
  bool returns_value = false;        // `return e;` in it gives the function's result
  bool needs_type = false;           // its return type has to be said
  std::vector<VariableId> declared;  // generated variables at its start
  VariableSet live_before;

  bool braced() const { return body && body->kind == Stmt::Kind::Block; }
};

/// From one label of a switch, or several in a row, to the next.
struct Arm {
  std::vector<const Stmt*> labels;
  bool falls_through = false;
  const Stmt* end = nullptr;        // the `break` behind it, or what says that it falls through: both vanish
  const Stmt* block = nullptr;      // its only statement
  const Stmt* block_end = nullptr;  // the `break` at the end of that
};

struct Node {
  enum class Form {
    Kept,          // as it stands; its blocks are regions, its expressions may be rewritten
    Jump,          // break, continue, return: see `flag`
    If,            // ag::if_stmt
    ReturnIf,      // return ag::if_else<T>
    While,         // ag::while_stmt
    Do,            // ag::do_stmt
    For,           // ag::for_stmt with a test and a step
    RangeFor,      // ag::for_stmt over a range
    Switch,        // ag::switch_stmt; a region for each arm
    GuardedFor,    // for (…; … && !ag::certain(did_break); …) { ag::if_stmt(!did_break, …) }
    Rest,          // ag::if_stmt(!did_break, …) around the rest of the block
    ReturnRest,    // return result.value_or(…) around the rest of the function
    ReturnResult,  // return result.value();
    Unreachable,   // ag::unreachable(): what stands in front of it throws, when the graph gets there
    Dead,          // if (false): statements behind an if of which both branches jump; they still have to compile
  };

  Form form = Form::Kept;
  Stmt* stmt = nullptr;              // none for Rest, ReturnRest, ReturnResult, Unreachable, Dead
  std::vector<Region> regions;       // in order of the source
  std::vector<VariableId> declared;  // generated variables declared in front
  Offset place = 0;                  // Rest, ReturnRest, ReturnResult, Unreachable, Dead: where it begins

  // If, ReturnIf
  bool rest_in_else = false;  // the second region holds what followed the statement
  bool merged_else = false;   // … behind the statements of the else branch, whose braces vanish
  bool chained = false;       // this is the `else if` of the node around it: ag::else_if

  // Switch
  std::vector<Arm> arms;
  std::string name;  // of the variable that keeps the value while what stands in front of the labels is declared

  // Jump
  VariableId flag = kNoVariable;  // set by the jump; none: only `return;`, or a jump that is kept
  bool kept = false;              // stays an ordinary jump
  bool leaves = false;            // `return;` behind it

  // Kept: `return ag::raise(…);`, where a lambda needs something to return.
  bool returns_raise = false;

  // Rest: flags that skip it. ReturnRest, ReturnResult: the result.
  // Loops: the flags and results that end them.
  std::vector<VariableId> flags;
  VariableSet live_after;  // behind the statement; loops: at the next iteration as well
  VariableSet live_head;   // loops: where the next iteration is decided
  Pack pack;
};

/// Does a tensor decide whether, or how often, what is in the regions of such a node runs?
inline bool runs_staged(Node::Form form) {
  return form != Node::Form::Kept && form != Node::Form::Jump && form != Node::Form::Dead;
}

struct LoweredFunction {
  std::unique_ptr<Function> function;  // stays where it is: the regions point into it
  Region body;
  std::vector<Offset> late_throws;  // places of exceptions that are made when the graph gets there
  std::string entry_begin;          // AG_FUNCTION: around the body, inside its braces
  std::string entry_end;
  std::string plain_face;  // the user's signature, calling the staged face; behind the body
  std::string plain_body;  // of a specialisation, whose `plain_face` is declared in front of it
};

/// Every node of the region, at any depth, outside in and in order of the source.
template <class R, class F>
void visit_nodes(R& region, const F& use) {
  for (auto& node : region.nodes) {
    use(node);
    for (auto& inner : node.regions) visit_nodes(inner, use);
  }
}

}  // namespace agc::model
