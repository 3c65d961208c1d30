// The state packs: the variables that a staged statement writes and that are live after it, in its next iteration, or
// in a branch that is traced after the one that writes them.
#include <algorithm>

#include "analysis/activity.h"
#include "analysis/liveness.h"
#include "convert/context.h"
#include "model/visit.h"

namespace agc::convert {
namespace {

using model::Expr;
using model::Node;
using model::Pack;
using model::Region;
using model::TypeClass;
using model::VariableId;
using model::VariableSet;

/// The variables that the second branch needs with their values from before the first one.
VariableSet restored(const Region& first, const Region& second) {
  return analysis::written(first) & second.live_before;
}

class Packer {
 public:
  explicit Packer(Context& context) : context_(context), function_(context.function) {}

  void run(Region& region) {
    model::visit_nodes(region, [&](Node& node) { pack(node); });
  }

 private:
  void pack(Node& node) {
    pack_statement(node);
    if (!node.stmt) return;
    // Loop-carried variables are saved after the test, whether they are used there or not.
    VariableSet carried;
    const bool loops = node.form == Node::Form::While || node.form == Node::Form::Do || node.form == Node::Form::For;
    if (loops) {
      for (const VariableId variable : node.pack.variables) carried.insert(variable);
    }
    model::visit_own_expressions(*node.stmt, [&](Expr& expression) {
      model::visit_expressions(expression, [&](Expr& inner) { pack(inner, carried); });
    });
  }

  void pack_statement(Node& node) {
    switch (node.form) {
      case Node::Form::If:
      case Node::Form::ReturnIf:
        if (!node.chained) node.pack = finished(branch_state(node), node, {});
        break;
      case Node::Form::While:
      case Node::Form::Do:
      case Node::Form::For:
      case Node::Form::RangeFor: {
        VariableSet state = analysis::written(node.regions[0]), test;
        if (node.form != Node::Form::RangeFor) test = analysis::written(node.stmt->condition);
        for (const Expr& step : node.stmt->step) state |= analysis::written(step);
        for (const VariableId variable : node.stmt->range_for.variables) state.erase(variable);
        state = (state | test) & node.live_after;
        // The test is a block of its own: values that it passes to the body are part of the state as well.
        if (node.form != Node::Form::Do) state |= test & node.regions[0].live_before;
        node.pack = finished(std::move(state), node, node.flags);
        break;
      }
      case Node::Form::Switch:
        node.pack = finished(choice_state(node), node, node.flags);
        break;
      case Node::Form::GuardedFor:
      case Node::Form::Rest:
      case Node::Form::ReturnRest:
        node.pack = finished(analysis::written(node.regions[0]) & node.live_after, node, {});
        break;
      default:
        break;
    }
  }

  /// The state of a branch; one pack for a whole chain of else_if.
  VariableSet branch_state(const Node& node) const {
    VariableSet written = analysis::written(node.regions[0]);
    VariableSet state = written & node.live_after;
    if (node.regions.size() == 2) {
      state |= restored(node.regions[0], node.regions[1]);
      if (node.regions[1].nodes.size() == 1 && node.regions[1].nodes[0].chained) {
        const Node& next = node.regions[1].nodes[0];
        state |= branch_state(next);
        state |= analysis::written(next.stmt->condition) & node.live_after;
      } else {
        state |= analysis::written(node.regions[1]) & node.live_after;
      }
    }
    return state;
  }

  /// The variables that the arms write and that are live after the switch, or in an arm that is traced later. An arm
  /// that another one falls through to is traced twice: after that arm, with all arms that follow by fall-through, and
  /// alone.
  VariableSet choice_state(const Node& node) const {
    VariableSet state, before;
    for (size_t k = 0; k < node.regions.size(); ++k) {
      const VariableSet written = analysis::written(node.regions[k]);
      for (size_t next = k; next > 0 && next < node.arms.size() && node.arms[next - 1].falls_through; ++next)
        before |= analysis::written(node.regions[next]);
      state |= before & node.regions[k].live_before;
      state |= written & node.live_after;
      before |= written;
    }
    return state;
  }

  /// `carried`: variables that are live after the expression in any case.
  void pack(Expr& expression, const VariableSet& carried) {
    if (writes_through(expression)) return pack_targets(expression, carried);
    const bool branches = expression.kind == Expr::Kind::Logical || expression.kind == Expr::Kind::Conditional;
    if (!expression.rewritten || !branches) return;
    VariableSet state;
    const VariableSet used = expression.live_after | carried;
    if (expression.kind == Expr::Kind::Logical) {
      state = analysis::written(expression.operands[1]) & used;
    } else {
      const VariableSet first = analysis::written(expression.operands[1]);
      state = (first | analysis::written(expression.operands[2])) & used;
      state |= first & expression.operands[2].live_before;
    }
    const Expr& decides = expression.operands.front();
    for (const VariableId variable : state.members())
      check(variable, {analysis::first_write(expression, variable), analysis::resizing(expression, variable)},
            expression.place, binding_time_of(decides), follows_type(decides));
    expression.pack = named({ordered(state.members()), {}, {}}, expression.place);
  }

  /// True if a tensor decides which variable a pointer names through which the expression changes something.
  bool writes_through(const Expr& expression) const {
    return std::ranges::any_of(
        expression.through, [&](VariableId pointer) { return function_.variable(pointer).promotion.may_be_staged(); });
  }
  /// Other variables that the operation changes: the targets of one pointer are known when the graph is made. (With two
  /// of them, the branches of one change the targets of the other.)
  void pack_targets(Expr& operation, const VariableSet& carried) {
    VariableSet state = analysis::written(operation) & (operation.live_after | carried);
    const auto is_selected = [&](VariableId pointer) { return function_.variable(pointer).promotion.may_be_staged(); };
    if (std::ranges::count_if(operation.through, is_selected) == 1) {
      const VariableId pointer = *std::ranges::find_if(operation.through, is_selected);
      for (const VariableId target : function_.variable(pointer).targets) state.erase(target);
    }
    for (const VariableId variable : state.members())
      check(variable, {analysis::first_write(operation, variable), analysis::resizing(operation, variable)},
            operation.place, model::BindingTime::MaybeStaged, false);
    operation.pack = named({ordered(state.members()), {}, {}}, operation.place);
  }

  Pack finished(VariableSet state, const Node& node, const std::vector<VariableId>& exits) {
    for (const VariableId exit : exits) state.erase(exit);
    const model::Offset place = node.stmt ? node.stmt->condition.place : node.place;
    const model::BindingTime binding_time =
        node.stmt && node.stmt->staged ? binding_time_of(node.stmt->condition) : model::BindingTime::Staged;
    const bool by_type = node.stmt && node.stmt->staged && follows_type(node.stmt->condition);
    for (const VariableId variable : state.members())
      check(variable, {analysis::first_write(node, variable), analysis::resizing(node, variable)}, place, binding_time,
            by_type);
    return named({ordered(state.members()), {}, ordered(exits)}, place_of(node));
  }

  /// The position of the pack of a statement: after declarations that precede the condition.
  static model::Offset place_of(const Node& node) {
    if (!node.stmt) return node.place;
    return node.stmt->condition.place != 0 ? node.stmt->condition.place : node.stmt->range.end - 1;
  }

  /// Adds the names by which the user's variables are visible at this position. Reports variables that another one
  /// hides.
  Pack named(Pack pack, model::Offset place) {
    for (const VariableId id : pack.variables) {
      const model::Variable& variable = function_.variable(id);
      const auto& elements = variable.growth.elements;
      const auto element =
          std::ranges::find_if(elements, [&](const model::Name& one) { return one.is_seen_at(place); });
      if (variable.growth.may_be_staged() && element != elements.end()) {
        pack.renamed.emplace_back(id, element->text);
        continue;
      }
      const std::string* name = variable.name_at(place);
      if (name && *name == variable.name) continue;
      if (name) {
        pack.renamed.emplace_back(id, *name);
      } else if (is_first_report(place)) {
        context_.report(Id::hidden_variable, place, {variable.name});
        context_.note(variable.declared, "it is declared here");
      }
    }
    return pack;
  }

  /// Orders the user's variables by declaration, then flags, then results.
  std::vector<VariableId> ordered(std::vector<VariableId> list) const {
    const auto group = [&](VariableId variable) {
      const TypeClass type = function_.variable(variable).type;
      return type == TypeClass::Return ? 2 : type == TypeClass::Flag ? 1 : 0;
    };
    std::stable_sort(list.begin(), list.end(), [&](VariableId a, VariableId b) { return group(a) < group(b); });
    return list;
  }

  /// The binding time of a condition; one that is not a symbolic number is a tensor.
  static model::BindingTime binding_time_of(const Expr& condition) {
    if (condition.binding_time != model::BindingTime::Host) return condition.binding_time;
    return condition.type == TypeClass::Dependent ? model::BindingTime::MaybeStaged : model::BindingTime::Staged;
  }
  /// True for a condition that depends on a template parameter: it is symbolic if the arguments are.
  static bool follows_type(const Expr& condition) {
    return condition.binding_time == model::BindingTime::Host && condition.type == TypeClass::Dependent;
  }

  /// The effect of staged code on a variable.
  struct Change {
    const Expr* write = nullptr;
    analysis::Resizing resizing;
  };

  void check(VariableId id, const Change& change, model::Offset decided, model::BindingTime binding_time,
             bool by_type) {
    const model::Variable& variable = function_.variable(id);
    if (change.resizing.any() && grows(id, change.resizing, decided, binding_time)) return;
    const bool lost = variable.is_function && binding_time == model::BindingTime::Staged && holds_changing_lambda(id);
    if (variable.has_numbers && variable.promotion.possible && variable.can_be_named && !lost) {
      if (variable.promotion.dependent && by_type) return;
      if (variable.promotion.binding_time < binding_time) context_.promotions.push_back({id, binding_time, decided});
      return;
    }
    if (model::can_be_state(variable.type) && variable.can_be_named) return;
    const model::Offset place = change.write ? change.write->place : variable.declared;
    if (!is_first_report(place)) return;
    if (!variable.can_be_named) {
      context_.report(Id::capture_needed, place, {variable.name});
    } else if (variable.type == TypeClass::HostNumber) {
      const bool vowel = std::string_view("aeiou").find(variable.type_text.front()) != std::string_view::npos;
      context_.report(Id::host_variable, place, {variable.name, (vowel ? "an " : "a ") + variable.type_text});
    } else {
      context_.report(Id::unstageable_state, place, {variable.name, variable.type_text});
      if (variable.type_text.starts_with("(lambda") ||
          (variable.type_text.starts_with("std::function") && place == variable.declared))
        context_.diagnostics.back().notes.front().message =
            "declare what the lambda changes in front of it, and capture that by reference";
    }
    context_.note(decided, "a tensor decides here");
    if (!variable.growth.refused.empty()) {
      const model::Growth::Use& use = variable.growth.refused.front();
      context_.note(use.place, "this use keeps it from becoming a list of the graph: " + use.what);
    }
  }

  /// True if the variable is declared with a lambda that changes other variables: its calls, which the graph chooses
  /// among others, are not known to change them.
  bool holds_changing_lambda(VariableId id) const {
    bool found = false;
    const auto writes = [](const Expr& one) {
      return one.kind == Expr::Kind::IndirectWrite ||
             (one.kind == Expr::Kind::Reference && one.access != model::Access::Read &&
              one.access != model::Access::Declare);
    };
    model::visit_all_expressions(function_.body, [&](const Expr& one) {
      if (one.kind != Expr::Kind::Reference || one.variable != id || one.access != model::Access::Declare) return;
      for (const Expr& value : one.operands)
        model::visit_expressions(value, [&](const Expr& inner) { found = found || writes(inner); });
    });
    return found;
  }

  /// Makes a vector whose length changes a list. Returns false if it stays a vector, because its length may be the old
  /// one when it is carried; tracing checks that.
  bool grows(VariableId id, const analysis::Resizing& resizing, model::Offset decided,
             model::BindingTime binding_time) {
    const model::Variable& variable = function_.variable(id);
    const Expr* first = resizing.grows ? resizing.grows : resizing.resizes;
    if (first->listed && (variable.has_numbers || function_.copy.in_staged_class))
      return false;  // a list in the staged class
    const bool surely = binding_time == model::BindingTime::Staged && resizing.grows && !resizing.resizes;
    if (variable.growth.possible && variable.can_be_named && (surely || variable.growth.refused.empty())) {
      const model::BindingTime promoted = std::max(binding_time, model::BindingTime::MaybeStaged);
      if (variable.growth.binding_time < promoted) context_.promotions.push_back({id, promoted, decided, true});
      return true;
    }
    if (variable.growth.possible && !variable.promotion.may_be_staged() && binding_time != model::BindingTime::Staged) {
      return true;  // a vector is required, so the numbers that decide must be known
    }
    if (!surely || !variable.can_be_named) return false;
    if (!is_first_report(resizing.grows->place)) return true;
    context_.report(Id::staged_growth, resizing.grows->place, {resizing.grows->name, resizing.grows->detail});
    context_.note(decided, "a tensor decides here");
    return true;
  }

  bool is_first_report(model::Offset place) {
    if (std::ranges::find(reported_, place) != reported_.end()) return false;
    reported_.push_back(place);
    return true;
  }

  Context& context_;
  const model::Function& function_;
  std::vector<model::Offset> reported_;
};

}  // namespace

void convert_state(Context& context) {
  analysis::find_liveness(context.lowered);
  Packer(context).run(context.lowered.body);
}

}  // namespace agc::convert
