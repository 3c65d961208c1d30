#include "analysis/callbacks.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/promotion.h"
#include "analysis/variable_promotion.h"
#include "diag/catalogue.h"
#include "model/choice.h"
#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Callback;
using model::Expr;
using model::Function;
using model::kNoVariable;
using model::LoweredFunction;
using model::Node;
using model::Offset;
using model::Region;
using model::TypeClass;
using model::VariableId;
using Form = model::Node::Form;

/// A variable and the function that declares it; kNoVariable stands for the object of a method.
using Owned = std::pair<const Function*, VariableId>;

class Finder {
 public:
  explicit Finder(const std::vector<LoweredFunction>& lowered) : lowered_(lowered) {
    for (const LoweredFunction& one : lowered) region(*one.function, one.body, /*staged=*/false);
    while (hand_on()) {
    }
  }

  /// Returns the place where a staged branch or loop calls the callback, or null if no tensor controls its calls.
  const Offset* called_at(const Callback& given) const {
    if (given.parameter == Callback::kGraph) return &given.place;
    for (const LoweredFunction& one : lowered_) {
      const Function& consumer = *one.function;
      const bool of_object = given.parameter == Callback::kObject;
      const bool called = consumer.body.range.begin == given.consumer || (given.slot && consumer.slot == given.slot);
      if (!called || (!of_object && consumer.parameters.empty())) continue;
      const auto last = [&] {
        return consumer.parameters[std::min(given.parameter, consumer.parameters.size() - 1)].variable;
      };
      const auto known = staged_.find(of_object ? object_of(consumer) : owner(consumer, last()));
      if (known != staged_.end()) return &known->second;
    }
    return nullptr;
  }

  const Function* function(model::FunctionId identity) const {
    const auto found =
        std::ranges::find_if(lowered_, [&](const LoweredFunction& one) { return one.function->identity == identity; });
    return found == lowered_.end() ? nullptr : found->function.get();
  }

 private:
  Owned owner(const Function& function, VariableId id) const {
    const model::Variable& variable = function.variable(id);
    const VariableId outer = variable.captured != kNoVariable ? variable.captured : variable.copy_of;
    if (outer == kNoVariable || !function.is_lambda()) return {&function, id};
    const auto around =
        std::ranges::find_if(lowered_, [&](const LoweredFunction& one) { return one.function->encloses(function); });
    return around == lowered_.end() ? Owned{&function, id} : owner(*around->function, outer);
  }

  /// Returns the method, for a lambda the method around it, as owner of the object.
  Owned object_of(const Function& function) const {
    const auto around =
        std::ranges::find_if(lowered_, [&](const LoweredFunction& one) { return one.function->encloses(function); });
    const bool inside = function.is_lambda() && around != lowered_.end();
    return inside ? object_of(*around->function) : Owned{&function, kNoVariable};
  }

  bool add(const Function& function, VariableId id, Offset place) {
    const model::Variable& variable = function.variable(id);
    const bool other = variable.type == TypeClass::Other || variable.type == TypeClass::Dependent;
    if (variable.member && other) staged_.emplace(object_of(function), place);
    return staged_.emplace(owner(function, id), place).second;
  }

  void expression(const Function& function, const Expr& one, bool staged) {
    if (staged && one.kind == Expr::Kind::Reference && one.variable != kNoVariable)
      add(function, one.variable, one.place);
    const bool decides = model::decides_on_operands(one);
    for (size_t k = 0; k < one.operands.size(); ++k)
      expression(function, one.operands[k], staged || (decides && k > 0));
  }

  void region(const Function& function, const Region& region, bool staged) {
    for (const Node& node : region.nodes) {
      const bool loop = node.form == Form::While || node.form == Form::Do || node.form == Form::For;
      const bool inside = model::runs_staged(node.form);
      if (node.stmt) {
        model::visit_own_expressions(*node.stmt, [&](const Expr& one) { expression(function, one, staged || loop); });
      }
      for (const Region& inner : node.regions) this->region(function, inner, staged || inside);
    }
  }

  /// Marks as staged the callbacks that are passed on to such functions, and the variables of enclosing functions that
  /// a staged lambda refers to. Returns true if anything changed.
  bool hand_on() {
    bool changed = false;
    for (const LoweredFunction& one : lowered_) {
      for (const Callback& given : one.function->uses.callbacks) {
        const Offset* place = called_at(given);
        if (!place) continue;
        if (given.own_object) changed = staged_.emplace(object_of(*one.function), *place).second || changed;
        if (given.variable != kNoVariable) changed = add(*one.function, given.variable, *place) || changed;
        const Function* lambda = given.lambda ? function(given.lambda) : nullptr;
        for (size_t k = 0; lambda && k < lambda->variables.size(); ++k) {
          const Owned outer = owner(*lambda, VariableId(k));
          if (outer.first != lambda) changed = staged_.emplace(outer, *place).second || changed;
        }
      }
    }
    return changed;
  }

  const std::vector<LoweredFunction>& lowered_;
  std::map<Owned, Offset> staged_;
};

bool grows(const Callback& given, VariableId id) { return std::ranges::find(given.grows, id) != given.grows.end(); }

/// True if the call can be wrapped to lend the variable. Its name has to be visible at the call: another declaration
/// may hide it.
bool can_lend(const Function& function, const Callback& given, VariableId id) {
  const model::Variable& variable = function.variable(id);
  const bool numbers = variable.has_numbers && variable.promotion.possible && !variable.is_function;
  if (given.call.empty() || !variable.can_be_named || !variable.name_at(given.call.begin)) return false;
  if (grows(given, id)) return variable.growth.possible && variable.growth.refused.empty();
  return numbers || model::can_be_state(variable.type);
}

}  // namespace

bool lend_to_functions(const std::vector<Function*>& functions, const std::vector<LoweredFunction>& lowered) {
  const bool any =
      std::ranges::any_of(lowered, [](const LoweredFunction& one) { return !one.function->uses.callbacks.empty(); });
  if (!any) return false;
  const Finder finder(lowered);
  bool changed = false;
  for (Function* function : functions) {
    for (Callback& given : function->uses.callbacks) {
      if (given.changes.empty() || given.changes_itself || !finder.called_at(given)) continue;
      const auto lendable = [&](VariableId id) { return can_lend(*function, given, id); };
      if (!std::ranges::all_of(given.changes, lendable)) continue;
      changed = changed || !given.lends;
      given.lends = true;
      for (const VariableId id : given.changes) {
        const auto promote_one = grows(given, id) ? &promote_growth : &promote;
        changed = promote_one(function->variable(id), model::BindingTime::Staged, given.place) || changed;
      }
    }
  }
  return changed;
}

std::vector<Diagnostic> find_changing_functions(const model::SourceFile& source,
                                                const std::vector<LoweredFunction>& lowered) {
  std::vector<Diagnostic> result;
  const Finder finder(lowered);
  for (const LoweredFunction& one : lowered) {
    for (const Callback& given : one.function->uses.callbacks) {
      const Offset* place = finder.called_at(given);
      if (!place || given.lends || (given.changes.empty() && !given.changes_itself)) continue;
      const auto is_kept = [&](VariableId id) { return !can_lend(*one.function, given, id); };
      const auto kept = std::ranges::find_if(given.changes, is_kept);
      const VariableId first = kept != given.changes.end() ? *kept
                               : given.changes.empty()     ? kNoVariable
                                                           : given.changes[0];
      const std::string changed =
          first == kNoVariable || given.changes_itself ? "itself" : one.function->variable(first).name;
      result.push_back(make_diagnostic(Id::changing_function, source.location(given.place),
                                       {given.name, changed, given.taker_name}));
      result.back().notes.insert(result.back().notes.begin(), make_note(source.location(*place), "it is called here"));
    }
  }
  return result;
}

}  // namespace agc::analysis
