#pragma once
/// Converts the lowered tree of one function to edits. Internal to `emit`: statements in emit_statements.cpp, loops in
/// emit_loops.cpp, expressions in emit_expressions.cpp, numbers in emit_numbers.cpp and emit_variants.cpp.
#include <set>

#include "emit/edits.h"
#include "emit/number_text.h"
#include "model/lowered.h"

namespace agc::emit {

class FunctionEmitter {
 public:
  FunctionEmitter(const model::SourceFile& source, const model::LoweredFunction& lowered, Edits& edits)
      : source_(source), lowered_(lowered), function_(*lowered.function), edits_(edits) {}

  void run();

 private:
  // emit_statements.cpp
  void region(const model::Region& region);
  void node(const model::Node& node);
  void kept(const model::Node& node);
  void kept_body(const model::Region& region);
  void jump(const model::Node& node);
  void branch(const model::Node& node);
  void branch_close(const model::Node& node, const std::string& end);
  void rest(const model::Node& node);
  void close(model::Offset place, const std::string& closers);
  void end_body(const model::Region& region, const std::string& after);

  // emit_switch.cpp
  void open_switch(const model::Node& node, const std::string& state);
  void open_arm(const model::Arm& arm, const model::Region& region);
  void switch_choice(const model::Node& node);
  void empty_switch(const model::Node& node);

  // emit_loops.cpp
  void open_body(const model::Node& node, model::Range replaced, const std::string& before,
                 const std::string& parameters = {}, const std::string& declared = {});
  void open_test(const model::Stmt& loop, model::Offset begin, model::Offset at, const std::string& before,
                 const std::string& call);
  void while_loop(const model::Node& node);
  void for_loop(const model::Node& node);
  void do_loop(const model::Node& node);
  void range_for_loop(const model::Node& node);
  void guarded_for_loop(const model::Node& node);
  std::string loop_parameter(const model::Stmt& loop) const;
  std::vector<Replacement> retyped(const model::Stmt& loop) const;
  std::string braced_list_type(const model::Stmt& loop) const;
  void mixed_list(const model::Stmt& loop);
  void range_value(const model::Stmt& loop);
  bool is_named(const model::Stmt& loop) const;

  // emit_expressions.cpp
  void expressions(const std::vector<model::Expr>& list);
  void expression(const model::Expr& expression);
  bool comparison(const model::Expr& compared);
  bool flip(const model::Expr& call);
  bool swap_rows(const model::Expr& call);
  void made_late(const model::Expr& thrown);
  void plain_expression(const model::Expr& expression);
  std::string variables_lent_to(const model::Expr& call);
  void in_order(const model::Expr& expression);
  void as_argument(const model::Expr& expression);
  void first_value(const model::Expr& expression);
  void output(const model::Expr& expression);
  void logical(const model::Expr& expression);
  void conditional(const model::Expr& expression);
  void chosen_place(const model::Expr& expression);
  void open_expression(const model::Expr& expression, std::string text);
  void close_expression(const model::Expr& expression, std::string text);

  // emit_numbers.cpp
  bool number(const model::Expr& expression);
  void around(const model::Expr& expression, const std::string& function);
  void dimension(const model::Expr& expression);
  void subscript(const model::Expr& expression);
  model::Offset subscripts(const model::Expr& expression);
  void template_call(const model::Expr& call);
  bool init_capture(const model::Expr& declared);
  void lambda_with_state(const model::Variable& holder);
  void exit(const model::Expr& expression);
  void known(const model::Expr& expression);
  void decided(const model::Expr& condition);
  void chosen_by(const model::Expr& value);
  void argument(const model::Expr& operand, bool exactly);
  bool is_variable_of(const model::Expr& number, const std::string& type) const;
  void exactly(const model::Expr& number, const std::string& type);
  void declare(const model::Variable& variable);
  void declare_element(const model::Expr& declared);
  bool is_element_of_list(const model::Expr& source) const;
  void element_of_list(const model::Expr& element);
  void declare_borrower(const model::Variable& borrower);
  bool names_shared(const model::Expr& use) const;
  void by_number(const model::Expr& use);
  void declare_shared(const model::Expr& declared);
  bool is_borrowed(const model::Expr& element) const;
  void on_dynamic_staged(const model::Expr& call);
  static std::string staged_maker(const model::Expr& structure);
  static std::string live_maker(const model::Expr& live);
  bool deduces(const model::Expr& declared) const;
  static bool deduces_parts(const model::Expr& spelled);

  // emit_pointers.cpp
  bool is_selected(model::VariableId pointer) const;
  bool pointer(const model::Expr& expression);
  void target(const model::Expr& expression);
  void on_target(const model::Expr& operation);
  void chosen_pointer(const model::Expr& choice);

  // emit_variants.cpp
  void variants();
  void lambda_signature();

  // emit_text.cpp
  std::string name(model::VariableId id) const;
  std::string names(const std::vector<model::VariableId>& list) const;
  std::string pack(const model::Pack& pack) const;                             // with a comma after it, or empty
  std::string declarations(const std::vector<model::VariableId>& list) const;  // each with a space after it
  std::string unset(const std::vector<model::VariableId>& flags) const;        // a condition that no flag is set
  std::string lambda(const model::Region& region) const;                       // [&], with its type if needed

  /// An `else` branch that consists of one `if`: its lambda is the scope for declarations in the header of the `if`.
  const model::Stmt* needs_no_scope_ = nullptr;
  std::string chain_end_;  // closes the call of a chain of else_if
  int in_order_ = 0;       // number of enclosing operators with operands computed in order
  const model::SourceFile& source_;
  const model::LoweredFunction& lowered_;
  const model::Function& function_;
  Edits& edits_;
  std::set<std::pair<model::Offset, model::Offset>> lent_;  // calls that lend variables, emitted already
  std::set<model::Offset> retyped_;                         // declarations whose type has been replaced
};

}  // namespace agc::emit
