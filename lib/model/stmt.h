#pragma once
/// Statements, with the offsets of every token that a conversion replaces.
#include <memory>
#include <vector>

#include "model/expr.h"

namespace agc::model {

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
    Case,  // a label of a switch; the statement behind it follows it in the block
    Null,
    // Left alone where no tensor decides anything inside, refused otherwise.
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
  Range attributes;  // [[…]] in front of it
  Range keyword;     // if, while, for, do, switch, break, continue, return, case, default
  Offset left_paren = 0;
  Offset right_paren = 0;
  Range else_keyword;
  Range while_keyword;        // do … while: its parentheses are those behind it
  bool in_macro = false;      // a token of the statement itself is not in the user's text
  bool is_constexpr = false;  // if constexpr

  // Block: the statements between the braces. If: then, otherwise. Loops, Switch: the body. Try: the block, the
  // handlers.
  std::vector<Stmt> children;

  // Expression: the expression. Declaration: initialisers and `Declare` references in order. Return: the value, if any.
  std::vector<Expr> expressions;
  Expr condition;  // If, loops, Switch; RangeFor: the range
  bool has_condition = false;
  bool condition_is_true = false;  // while (true), for (;;)
  bool is_endless = false;         // and only what the graph throws leaves it
  bool runs_long = false;          // For, While, RangeFor: counts for hundreds of iterations, as its constants say

  // What the header declares: if (init; …), if (T t = …), while (T t = …)
  bool has_initialiser = false;
  Offset initialiser_end = 0;                   // behind its semicolon
  bool has_condition_variable = false;          // if (T t = …)
  VariableId condition_variable = kNoVariable;  // none where it refers to another one
  Range condition_name;                         // the name in its declaration
  std::string condition_type;                   // a type to declare it with beforehand; empty: it cannot be
  bool condition_assigns = true;                // t = …, not t{…} or t(…)

  std::vector<Expr> initialisers;  // of the header; If: its condition variable as well

  // For
  std::vector<Expr> step;
  Range step_range;
  bool step_is_host = true;         // running it once more than needed changes nothing but its own variables
  Offset condition_end = 0;         // the semicolon behind it
  bool condition_is_loose = false;  // needs parentheses as an operand of &&

  // Switch: the block of its body may have no braces. Its labels stand in this block.
  bool braces = true;
  std::string label_problem;  // why the labels cannot be those of lambdas

  // Goto, Label: its name; a computed goto, and a label that is no statement of a block, have none.
  std::string label;

  // Try: what is thrown in it when the graph runs, which its handlers should get. And whether it is found while tracing
  // that there is something: where numbers decide that may be symbolic, or functions that are called.
  std::string problem;
  bool guarded = false;
  bool catches_errors = false;  // of the library

  // RangeFor
  std::vector<VariableId> loop_variables;
  std::vector<Expr> loop_alias;  // the written type of a variable that refers to an element: AliasType
  Range loop_declaration;        // the declaration without its initialiser
  Range loop_name;               // the declared name in it
  bool loop_bindings = false;    // auto [a, b]
  std::string loop_item;         // the lambda parameter that is taken apart
  bool loop_reference = false;   // the variable refers to an element that it may change
  TypeClass loop_type = TypeClass::Other;
  std::string loop_element;  // of a braced list: its element type, as C++ text, and what that is
  TypeClass loop_element_type = TypeClass::Other;
  bool loop_braced_list = false;
  bool range_is_tensor = false;             // the rows of a tensor, or ag::range with a tensor bound
  bool range_of_numbers = false;            // ag::range with host bounds: staged where a bound is
  VariableId range_variable = kNoVariable;  // the range is this variable

  // Return; Case: the label, nothing for `default`
  bool returns_value = false;
  bool braced_value = false;
  Range value;

  // Expression: a throw, or a call that does not come back.
  bool never_returns = false;
  std::string ends_program;  // the function of the library that does not come back
  Range loop_options;        // ag::set_loop_options(…): its argument

  // Declaration, If: every variable declared (in the header) may be destroyed later without anybody noticing.
  bool trivial_to_extend = true;
  std::vector<std::string> declared_names;

  // Decided by analysis.
  bool staged = false;     // a tensor decides: the condition, or how often the loop runs
  bool has_exits = false;  // a staged jump leaves this loop, or a case of this switch: it runs through the runtime

  /// A loop: the statement at the start of its body that states its options; null: there is none.
  const Stmt* stated_options() const {
    if (!is_loop() || children.empty() || children.front().kind != Kind::Block) return nullptr;
    const std::vector<Stmt>& body = children.front().children;
    return body.empty() || body.front().loop_options.empty() ? nullptr : &body.front();
  }
  bool declares_in_header() const { return has_initialiser || has_condition_variable; }
  /// A part of the graph, or to be left by jumps of the graph.
  bool rewritten() const { return staged || has_exits; }
  /// With its attributes.
  Range outer() const { return {attributes.empty() ? range.begin : attributes.begin, range.end}; }
  bool is_jump() const { return kind == Kind::Break || kind == Kind::Continue || kind == Kind::Return; }
  bool is_loop() const {
    return kind == Kind::While || kind == Kind::For || kind == Kind::RangeFor || kind == Kind::DoWhile;
  }
};

}  // namespace agc::model
