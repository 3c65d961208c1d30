#include "analysis/unsupported.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "analysis/activity.h"
#include "analysis/jumps.h"
#include "analysis/labels.h"
#include "diag/catalogue.h"
#include "model/choice.h"
#include "model/visit.h"
#include "model/words.h"

namespace agc::analysis {
namespace {

using model::Expr;
using model::Node;
using model::Offset;
using model::Region;
using model::Sink;
using model::Stmt;
using model::TypeClass;

constexpr const char* kDecides = "a tensor decides here";

class Reporter {
 public:
  explicit Reporter(const model::SourceFile& source) : source_(source) {}

  void report(Id id, Offset place, const std::vector<std::string>& arguments = {}) {
    result.push_back(make_diagnostic(id, source_.location(place), arguments));
  }
  void note(Offset place, std::string message) {
    result.back().notes.insert(result.back().notes.begin(), make_note(source_.location(place), std::move(message)));
  }

  std::vector<Diagnostic> result;

 protected:
  const model::SourceFile& source_;
};

/// Returns the place of the first staged condition or loop inside of the statement, or of the first rewritten
/// expression.
std::optional<Offset> first_staged(const Stmt& statement) {
  std::optional<Offset> place;
  const auto found = [&](Offset offset) {
    if (!place || offset < *place) place = offset;
  };
  model::visit_statements(statement, [&](const Stmt& inner) {
    if (inner.staged) found(inner.condition.place);
    model::visit_own_expressions(inner, [&](const Expr& expression) {
      model::visit_expressions(expression, [&](const Expr& part) {
        const bool chosen = part.kind == Expr::Kind::Conditional && part.operands.front().staged;
        if (chosen || (part.kind == Expr::Kind::Logical && part.staged)) found(part.place);
      });
    });
  });
  return place;
}

class StatementCheck : public Reporter {
 public:
  using Reporter::Reporter;

  void function(const model::Function& function) {
    checked_ = &function;
    // A lambda inside of a macro may stay unconverted.
    if (function.body.in_macro && (!function.is_lambda() || first_staged(function.body)))
      return report(Id::macro_function, function.name_place, {function.name});
    if (function.body.kind == Stmt::Kind::Try)
      return report(Id::try_unsupported, function.body.range.begin, {"an exception of the whole body"});
    if (function.is_entry()) {
      for (const model::Parameter& parameter : function.parameters) {
        const model::Variable& variable = function.variable(parameter.variable);
        if (parameter.unnamed && (parameter.writable_reference || !parameter.has_empty_value))
          report(Id::unnamed_parameter, parameter.range.begin, {function.name});
        const bool numbers = variable.has_numbers && variable.promotion.possible;
        const bool tensors = variable.type == TypeClass::Tensor || variable.type == TypeClass::TensorStructure;
        if (parameter.is_function) {
          report(Id::function_parameter, variable.declared, {variable.name, function.name});
        } else if (!parameter.alias.empty()) {
          report(Id::aliased_parameter, variable.declared, {variable.name, function.name, parameter.alias});
        } else if (parameter.closed) {
          report(Id::closed_parameter, variable.declared, {variable.name, function.name, variable.type_text});
        } else if (parameter.writable_reference && !tensors && !numbers) {
          report(Id::reference_parameter, variable.declared, {variable.name, function.name, variable.type_text});
        }
      }
    }
    model::visit_statements(function.body, [&](const Stmt& inner) {
      statement(inner);
      model::visit_own_expressions(inner, [&](const Expr& part) { expression(part); });
    });
  }

 private:
  void statement(const Stmt& statement) {
    const Offset place = statement.range.begin;
    returns_ = statement.kind == Stmt::Kind::Return;
    const bool rewritten = statement.rewritten();
    if (returns_ && checked_->returned.is_reference && !checked_->staged_method.chooses_part)
      returned_element(statement);
    if (!statement.loop_options.empty()) loop_options(statement);
    if (const Stmt* options = statement.stated_options()) {
      stated_options_ = options;
      loop_ = &statement;
    }
    switch (statement.kind) {
      case Stmt::Kind::RangeFor:
        if (statement.staged && statement.range_for.range != model::kNoVariable && !changes_elements(statement))
          range_changes(statement);
        break;
      case Stmt::Kind::Switch:
        choice(statement);
        break;
      case Stmt::Kind::Try:
        if (!statement.problem.empty()) report(Id::try_unsupported, place, {statement.problem});
        return;
      case Stmt::Kind::Goto:
        if (statement.label.empty()) report(Id::goto_unsupported, place);
        return;
      case Stmt::Kind::Label:
        if (statement.label.empty()) report(Id::label_unsupported, place);
        return;
      case Stmt::Kind::InlineAssembly:
        return report(Id::asm_unsupported, place);
      case Stmt::Kind::Coroutine:
        return report(Id::coroutine_unsupported, place);
      case Stmt::Kind::Unknown:
        return report(Id::statement_unsupported, place);
      default:
        break;
    }
    if (!rewritten) return;
    if (statement.in_macro) return report(Id::macro_staged, place);
    const bool declares = statement.is_loop() && statement.header.declares_condition;
    if (declares && statement.header.type.empty()) {
      report(Id::condition_declaration, place, {std::string(source_.text(statement.keyword))});
    }
  }

  /// A reference cannot refer to an element that the graph selects.
  void returned_element(const Stmt& statement) {
    for (const Expr& value : statement.expressions) {
      const Expr* named = &value;
      while (named->kind == Expr::Kind::Opaque && named->operands.size() == 1) named = &named->operands.front();
      if (named->kind != Expr::Kind::Subscript || !named->rewritten) continue;
      report(Id::return_reference_staged, checked_->name_place, {checked_->name});
      note(named->operands.back().place, kDecides);
    }
  }

  void loop_options(const Stmt& options) {
    if (&options != stated_options_)
      return report(Id::loop_options, options.range.begin, {"has to be the first statement in the body of a loop"});
    if (options.in_macro) return report(Id::macro_staged, options.range.begin);
    for (const Expr& expression : options.expressions) {
      model::visit_expressions(expression, [&](const Expr& part) {
        const bool own =
            part.kind == Expr::Kind::Reference &&
            std::ranges::find(loop_->range_for.variables, part.variable) != loop_->range_for.variables.end();
        const bool outside = part.kind == Expr::Kind::External && part.type == TypeClass::Tensor;
        if (!own && !outside) return;
        const std::string name(source_.text(part.range));
        report(
            Id::loop_options, part.place,
            {"names '" + name + "', " + (own ? "which the loop itself declares" : "which is outside of the function")});
      });
    }
  }

  /// True for a loop by reference over a list, which the body does not name in another way.
  bool changes_elements(const Stmt& loop) const {
    return loop.range_for.refers && checked_->variable(loop.range_for.range).growth.may_be_staged();
  }

  void range_changes(const Stmt& loop) {
    const Expr* write = nullptr;
    model::visit_statements(loop.children.front(), [&](const Stmt& inner) {
      model::visit_own_expressions(inner, [&](const Expr& expression) {
        if (!write) write = first_write(expression, loop.range_for.range);
      });
    });
    if (!write) return;
    report(Id::range_changed, write->place, {std::string(source_.text(loop.condition.range))});
    note(loop.keyword.begin, "the loop is here");
  }

  /// The arms become lambdas, and each has its own variables.
  void choice(const Stmt& statement) {
    if (!statement.label_problem.empty()) {
      return report(Id::switch_unsupported, statement.keyword.begin, {statement.label_problem});
    }
    if (!statement.rewritten()) return;
    const std::vector<Stmt>& body = statement.children.front().children;
    for (size_t k = 0; k < body.size(); ++k) {
      if (body[k].kind != Stmt::Kind::Declaration) continue;
      size_t next = k;
      while (next < body.size() && body[next].kind != Stmt::Kind::Case) ++next;
      if (next == body.size() || k == 0 || !follows_a_label(body, k)) continue;
      const std::string_view behind = source_.text({body[next].range.begin, statement.range.end});
      for (const std::string& name : body[k].declared_names) {
        if (!model::contains_word(behind, name)) continue;
        report(Id::switch_unsupported, body[k].range.begin, {"'" + name + "' of one case is a name in another one"});
        return;
      }
    }
  }

  static bool follows_a_label(const std::vector<Stmt>& body, size_t k) {
    return std::any_of(body.begin(), body.begin() + std::ptrdiff_t(k),
                       [](const Stmt& one) { return one.kind == Stmt::Kind::Case; });
  }

  void expression(const Expr& part) {
    const bool rewritten = (part.kind == Expr::Kind::Logical && part.staged) || model::becomes_choice(part);
    switch (part.kind) {
      case Expr::Kind::AddressOf:
        report(Id::address_of, part.place, {part.name});
        break;
      case Expr::Kind::IndirectWrite:
        report(Id::alias_write, part.place);
        break;
      case Expr::Kind::External:  // strings are written by assignments alone
        if (part.type == TypeClass::TensorStructure && part.access != model::Access::Read && !part.assigned)
          report(Id::live_capture, part.place, {part.name});
        break;
      case Expr::Kind::ExternalCapture:
        if (part.may_change)
          report(Id::changed_argument, part.place, {part.name, part.detail});
        else
          report(part.detail == "stream" ? Id::stream_output : Id::live_capture, part.place, {part.name});
        break;
      case Expr::Kind::BitField:
        report(Id::bit_field, part.place, {part.name});
        break;
      case Expr::Kind::TracedObject:
        report(Id::traced_object, part.place);
        break;
      case Expr::Kind::OffStagedClass:
        report(Id::staged_class_method, part.place, {part.name});
        break;
      case Expr::Kind::Coroutine:
        report(Id::coroutine_unsupported, part.place);
        break;
      case Expr::Kind::Unfollowed:
        report(Id::statement_unsupported, part.place);
        break;
      default:
        if (rewritten) rewritten_expression(part);
        through_pointer(part);
    }
    const bool around = std::exchange(in_throw_, in_throw_ || part.kind == Expr::Kind::Throw);
    for (const Expr& operand : part.operands) expression(operand);
    in_throw_ = around;
  }

  /// True if a variable that the conditional expression names is written later, or by the call that receives it. A
  /// reference to the selected variable would have to show that write, and a selected value does not.
  bool is_changed_later(const Expr& choice) const {
    if (choice.kind != Expr::Kind::Conditional || (!choice.bound && choice.bound_in.empty())) return false;
    model::VariableSet named;
    std::set<model::FunctionId> named_outside;
    for (size_t k = 1; k < choice.operands.size(); ++k) {  // skips the condition
      model::visit_expressions(choice.operands[k], [&](const Expr& one) {
        if (one.kind == Expr::Kind::Reference && one.variable != model::kNoVariable) named.insert(one.variable);
        if (one.kind == Expr::Kind::External) named_outside.insert(one.callee);
      });
    }
    bool found = false;
    model::visit_all_expressions(checked_->body, [&](const Expr& one) {
      const bool outside = one.kind == Expr::Kind::External;
      const bool writes = (outside || one.kind == Expr::Kind::Reference) && one.access != model::Access::Read &&
                          one.access != model::Access::Declare;
      const bool is_named = outside ? named_outside.contains(one.callee)
                                    : one.variable != model::kNoVariable && named.contains(one.variable);
      const bool in_call = one.place >= choice.bound_in.begin && one.place < choice.bound_in.end &&
                           (one.place < choice.range.begin || one.place >= choice.range.end);
      const bool behind = choice.bound ? one.place > choice.place || one.repeated : in_call;
      found = found || (writes && behind && is_named);
    });
    return found;
  }

  bool is_selected(model::VariableId pointer) const {
    return pointer != model::kNoVariable && checked_->variable(pointer).promotion.may_be_staged();
  }
  /// Checks a use of the target of a pointer that a tensor selects.
  void through_pointer(const Expr& part) {
    const bool wraps = std::ranges::any_of(part.through, [this](model::VariableId one) { return is_selected(one); });
    const bool named = part.kind == Expr::Kind::Opaque && is_selected(part.pointer);
    const bool retyped = part.kind == Expr::Kind::HostCall && !part.array.empty() && is_selected(part.pointer);
    const bool renamed = named && (checked_->variable(part.pointer).is_reference || part.assigned_through);
    if (part.in_macro && (wraps || renamed || retyped)) return report(Id::macro_staged, part.place);
    bool moves = false;
    if (wraps) model::visit_expressions(part, [&](const Expr& one) { moves = moves || one.moves_pointer; });
    if (moves) report(Id::alias_write, part.place);
  }

  void rewritten_expression(const Expr& part) {
    if (part.in_macro) return report(Id::macro_staged, part.place);
    if (part.bound && returns_) {
      report(Id::return_reference_staged, checked_->name_place, {checked_->name});
      return note(part.operator_token.begin, kDecides);
    }
    if ((part.as_target && !part.of_place) || is_changed_later(part)) return report(Id::conditional_target, part.place);
    // For a thrown value, convert/throw finds out if the graph makes it.
    if (model::chooses_text(part) && !in_throw_) {
      report(Id::condition_to_host, part.operator_token.begin, {"a value"});
    }
  }

  const model::Function* checked_ = nullptr;
  bool returns_ = false;  // the statement in progress is a `return`
  bool in_throw_ = false;
  const Stmt* stated_options_ = nullptr;  // options of the loop visited last
  const Stmt* loop_ = nullptr;
};

class LoweredCheck : public Reporter {
 public:
  LoweredCheck(const model::SourceFile& source, const model::Function& function)
      : Reporter(source), function_(function) {}

  void region(const Region& region) {
    model::visit_nodes(region, [&](const Node& node) { check(node); });
  }

 private:
  void check(const Node& node) {
    const bool jump = node.form == Node::Form::Jump && !node.kept;
    if (jump && node.stmt->in_macro) report(Id::macro_staged, node.stmt->range.begin);
    if (const Stmt* options = node.stmt ? node.stmt->stated_options() : nullptr) {
      const bool unrolled = node.form == Node::Form::RangeFor && !node.stmt->staged;
      if (node.form == Node::Form::Kept || node.form == Node::Form::GuardedFor || unrolled)
        report(Id::loop_options, options->range.begin, {"stands in a loop that runs while the graph is made"});
    }
    for (const model::VariableId slot : node.declared) deduced_slot(node, slot);
    for (const Region& inner : node.regions) {
      for (const model::VariableId slot : inner.declared) deduced_slot(node, slot);
    }
    const bool value = node.form == Node::Form::ReturnIf || node.form == Node::Form::ReturnRest;
    if (function_.returned.is_reference && (value || (jump && node.stmt->kind == Stmt::Kind::Return)) &&
        !reference_reported_) {
      reference_reported_ = true;
      report(Id::return_reference_staged, function_.name_place, {function_.name});
      note(node.stmt ? node.stmt->range.begin : node.place, kDecides);
    }
  }

  void deduced_slot(const Node& node, model::VariableId slot) {
    if (function_.variable(slot).type != TypeClass::Return || !function_.returned.type.empty() || deduced_reported_)
      return;
    deduced_reported_ = true;
    report(Id::deduced_result, function_.name_place, {function_.name});
    note(node.stmt ? node.stmt->range.begin : node.place, kDecides);
  }

  const model::Function& function_;
  bool reference_reported_ = false;
  bool deduced_reported_ = false;
};

}  // namespace

std::vector<Diagnostic> find_unsupported(const model::SourceFile& source, const model::Function& function) {
  StatementCheck check(source);
  check.function(function);
  return std::move(check.result);
}

std::vector<Diagnostic> find_unsupported(const model::SourceFile& source, const model::LoweredFunction& lowered) {
  LoweredCheck check(source, *lowered.function);
  check.region(lowered.body);
  for (const CrossingGoto& jump : find_crossing_gotos(lowered)) {
    check.report(Id::goto_unsupported, jump.place);
    check.note(jump.staged, kDecides);
  }
  return std::move(check.result);
}

}  // namespace agc::analysis
