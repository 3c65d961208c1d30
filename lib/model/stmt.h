#pragma once
/// Statements, with the offsets of every token that a conversion replaces.
#include <memory>
#include <vector>

#include "model/expr.h"

namespace agc::model {

/// Declarations in the header of a statement: if (init; …), if (T t = …), while (T t = …).
struct HeaderDeclarations {
  bool has_initialiser = false;
  Offset initialiser_end = 0;         // after its semicolon
  bool declares_condition = false;    // if (T t = …)
  VariableId variable = kNoVariable;  // the declared one; none if it refers to another variable
  Range name;                         // the name in its declaration
  std::string type;                   // a type to declare it with before the statement; empty: impossible
  bool assigns = true;                // t = …, not t{…} or t(…)
};

/// The declaration and the range of a range-based for.
struct RangeForParts {
  std::vector<VariableId> variables;
  std::vector<Expr> alias;  // the written type of a variable that refers to an element: AliasType
  Range declaration;        // without its initializer
  Range name;               // the declared name in it
  bool bindings = false;    // auto [a, b]
  std::string item;         // the lambda parameter that is decomposed
  bool refers = false;      // the variable refers to an element that it may change
  TypeClass type = TypeClass::Other;
  std::string element;  // of a braced list: its element type as C++ text, and the class of that type
  TypeClass element_type = TypeClass::Other;
  bool braced_list = false;
  bool of_tensor = false;          // the rows of a tensor, or ag::range with a tensor bound
  bool of_numbers = false;         // ag::range with host bounds: staged if a bound is
  VariableId range = kNoVariable;  // the range is this variable
};

struct Stmt {
  enum class Kind {
    Block,
    Expression,
    Declaration,
    If,
    While,
    For,  // C style
    RangeFor,
    Break,
    Continue,
    Return,
    Switch,
    Case,  // a label of a switch; the statement after it is the next one in the block
    Null,
    // Kept if no tensor decides anything inside, refused otherwise.
    DoWhile,
    Try,
    // Always refused.
    Goto,
    Label,
    InlineAssembly,
    Coroutine,
    Unknown,
  };

  Kind kind = Kind::Null;
  Range range;       // with its semicolon
  Range attributes;  // [[…]] before it
  Range keyword;     // if, while, for, do, switch, break, continue, return, case, default
  Offset left_paren = 0;
  Offset right_paren = 0;
  Range else_keyword;
  Range while_keyword;        // do … while: the parentheses follow it
  bool in_macro = false;      // a token of the statement itself is not in the user's text
  bool is_constexpr = false;  // if constexpr

  // Block: the statements between the braces. If: then, else. Loops, Switch: the body. Try: the block, the handlers.
  std::vector<Stmt> children;

  // Expression: the expression. Declaration: initializers and `Declare` references, in order. Return: the value, if
  // any.
  std::vector<Expr> expressions;
  Expr condition;  // If, loops, Switch; RangeFor: the range
  bool has_condition = false;
  bool condition_is_true = false;  // while (true), for (;;)
  bool is_endless = false;         // and only exceptions of the graph leave it
  bool runs_long = false;          // For, While, RangeFor: constants show that it runs for hundreds of iterations

  HeaderDeclarations header;
  std::vector<Expr> initialisers;  // of the header; If: of its condition variable as well

  // For.
  std::vector<Expr> step;
  Range step_range;
  // An extra execution of the step changes nothing but the loop's own variables.
  bool step_is_host = true;
  Offset condition_end = 0;         // the semicolon after it
  bool condition_is_loose = false;  // needs parentheses as an operand of &&

  // Switch: its body may be a block without braces. The labels are in this block.
  bool braces = true;
  std::string label_problem;  // the reason why the labels cannot become lambdas; empty if they can

  // Goto, Label: the name; empty for a computed goto, and for a label that is not a statement of a block.
  std::string label;

  // Try. `problem`: an exception that is thrown in it when the graph runs, which its handlers should receive.
  // `guarded`: this is found only while tracing, because numbers that may be symbolic, or called functions, decide it.
  std::string problem;
  bool guarded = false;
  bool catches_errors = false;  // of the library

  RangeForParts range_for;

  // Return. Case: the label, empty for `default`.
  bool returns_value = false;
  bool braced_value = false;
  Range value;

  // Expression: a throw, or a call that does not return.
  bool never_returns = false;
  std::string ends_program;  // the library function that does not return
  Range loop_options;        // the argument of ag::set_loop_options(…)

  // Declaration, If: the lifetime of every declared variable (in the header) may be extended without visible effect.
  bool trivial_to_extend = true;
  std::vector<std::string> declared_names;

  // Results of analysis.
  bool staged = false;  // a tensor decides the condition, or the trip count of the loop
  // A staged jump leaves this loop, or a case of this switch: it runs through the runtime.
  bool has_exits = false;

  /// For a loop: the statement at the start of its body that states its options; null if there is none.
  const Stmt* stated_options() const {
    if (!is_loop() || children.empty() || children.front().kind != Kind::Block) return nullptr;
    const std::vector<Stmt>& body = children.front().children;
    return body.empty() || body.front().loop_options.empty() ? nullptr : &body.front();
  }
  bool declares_in_header() const { return header.has_initialiser || header.declares_condition; }
  /// True if it becomes a part of the graph, or jumps of the graph leave it.
  bool rewritten() const { return staged || has_exits; }
  /// The range with attributes.
  Range outer() const { return {attributes.empty() ? range.begin : attributes.begin, range.end}; }
  bool is_jump() const { return kind == Kind::Break || kind == Kind::Continue || kind == Kind::Return; }
  bool is_loop() const {
    return kind == Kind::While || kind == Kind::For || kind == Kind::RangeFor || kind == Kind::DoWhile;
  }
};

}  // namespace agc::model
