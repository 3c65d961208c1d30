// throw under a tensor condition becomes ag::raise, which throws when the graph gets there.
#include <algorithm>
#include <string_view>

#include "convert/context.h"
#include "model/choice.h"
#include "model/visit.h"

namespace agc::convert {
namespace {

using model::Expr;
using model::Node;
using model::Region;
using model::Stmt;

/// The context of a throw, relative to the function or to the innermost enclosing `try`.
struct Place {
  bool in_lambda = false;  // inside the lambda of a staged statement
  bool in_try = false;     // a handler of this function may catch the exception
  bool in_handler = false;
  bool surely = false;        // a condition that the graph surely decides controls it
  Stmt* innermost = nullptr;  // `try`
  model::Offset decided = 0;
};

/// True if the graph decides the condition, even if all numbers are known while tracing.
bool is_surely_staged(const Expr& condition) {
  return condition.binding_time != model::BindingTime::MaybeStaged || condition.type == model::TypeClass::Tensor;
}

class Throws {
 public:
  explicit Throws(Context& context) : context_(context) {}

  void region(Region& region, const Place& place) {
    for (Node& node : region.nodes) this->node(node, place);
  }

 private:
  void node(Node& node, const Place& place) {
    if (node.stmt) {
      model::visit_own_expressions(*node.stmt, [&](Expr& part) { expression(part, place); });
    }
    if (node.stmt && place.in_lambda && !node.stmt->ends_program.empty()) {
      context_.report(Id::noreturn_call, node.stmt->range.begin, {node.stmt->ends_program});
      context_.note(place.decided, "a tensor decides here");
    }
    const bool is_try = node.stmt && node.stmt->kind == Stmt::Kind::Try;
    const model::Offset decided = node.stmt && node.stmt->staged ? node.stmt->condition.place : place.decided;
    for (size_t k = 0; k < node.regions.size(); ++k) {
      Place inner = place;
      if (is_try) {
        inner.in_lambda = place.in_lambda && k > 0;
        inner.in_try = place.in_try || k == 0;
        inner.in_handler = k > 0;
        if (k == 0) inner.surely = false, inner.innermost = node.stmt;
      }
      if (node.regions[k].lambda) {
        inner.in_lambda = true;
        inner.in_handler = false;
        inner.surely = inner.surely || !node.stmt || !node.stmt->staged || node.stmt->range_for.of_tensor ||
                       is_surely_staged(node.stmt->condition);
        inner.decided = decided;
      }
      region(node.regions[k], inner);
    }
  }

  void expression(Expr& expression, const Place& place) {
    const bool chosen =
        expression.rewritten && (expression.kind == Expr::Kind::Logical || expression.kind == Expr::Kind::Conditional);
    if (expression.kind == Expr::Kind::Throw) {
      // Also without a tensor condition: the arguments of the exception may be known only to the graph.
      if (place.in_lambda || (needs_values(expression) && can_be_made_later(expression))) decide(expression, place);
      if (!expression.made_late) refuse_choices(expression);
      if (expression.made_late) return;
    }
    for (size_t k = 0; k < expression.operands.size(); ++k) {
      Place inner = place;
      if (chosen && k > 0) {
        inner.in_lambda = true;
        inner.in_handler = false;
        inner.surely = inner.surely || is_surely_staged(expression.operands.front());
        inner.decided = expression.place;
      }
      this->expression(expression.operands[k], inner);
    }
  }

  void decide(Expr& thrown, const Place& place) {
    if (thrown.operands.empty() && thrown.outer_range.empty()) {  // throw;
      if (place.in_handler) return;                               // rethrows an exception that was caught while tracing
      context_.report(Id::throw_unsupported, thrown.place, {"it throws again what a handler caught"});
    } else if (place.in_try && (place.surely || !place.innermost)) {
      context_.report(Id::throw_unsupported, thrown.place, {"a handler of this function could catch it"});
    } else if (thrown.in_macro) {
      context_.report(Id::macro_staged, thrown.place);
    } else {
      thrown.rewritten = true;
      if (needs_values(thrown) && can_be_made_later(thrown)) {
        thrown.pack.variables = values_of(thrown);
        thrown.made_late = true;
        context_.lowered.late_throws.push_back(thrown.place);
      }
      if (place.innermost) place.innermost->guarded = true;
      return;
    }
    context_.note(place.decided, "a tensor decides here");
  }

  static bool is_chosen_text(const Expr& part) { return model::becomes_choice(part) && model::chooses_text(part); }

  void refuse_choices(const Expr& thrown) {
    for (const Expr& operand : thrown.operands) {
      model::visit_expressions(operand, [&](const Expr& part) {
        if (is_chosen_text(part)) context_.report(Id::condition_to_host, part.operator_token.begin, {"a value"});
      });
    }
  }

  /// True if C++ requires the value of a number that may be known only to the graph.
  static bool needs_values(const Expr& thrown) {
    bool needs = false;
    for (const Expr& operand : thrown.operands) {
      model::visit_expressions(operand, [&](const Expr& part) {
        needs = needs || is_chosen_text(part);
        needs = needs ||
                (part.kind == Expr::Kind::Exit && part.operands.front().binding_time > model::BindingTime::External);
      });
    }
    return needs;
  }

  /// True if the exception can be constructed later. Its text is compiled unchanged, with plain numbers and tensors;
  /// all other variables that it names are copied while tracing.
  bool can_be_made_later(const Expr& thrown) const {
    bool can = !thrown.uses_object;
    const auto look = [&](const Expr& part) {
      if (part.kind == Expr::Kind::External || part.kind == Expr::Kind::ExternalCapture || part.called.of_lambda)
        can = false;
      if (part.kind != Expr::Kind::Reference) return;
      const model::Variable& variable = context_.function.variable(part.variable);
      const std::string* seen = variable.name_at(thrown.place);
      // Any other name, such as that of a reference, would refer to a copied object.
      const bool by_name = seen && *seen == variable.name && context_.source.text(part.range) == variable.name &&
                           variable.name.find('.') == std::string::npos;
      can = can && part.access == model::Access::Read && by_name;
      if (!is_value(variable)) can = can && !variable.member && (is_number(variable) || is_text(variable.type_text));
    };
    for (const Expr& operand : thrown.operands) model::visit_expressions(operand, look);
    return can;
  }

  /// The variables whose values are needed and may be known only to the graph.
  std::vector<model::VariableId> values_of(const Expr& thrown) const {
    std::vector<model::VariableId> values;
    const auto add = [&](const Expr& part) {
      if (part.kind != Expr::Kind::Reference || !is_value(context_.function.variable(part.variable))) return;
      if (std::ranges::find(values, part.variable) == values.end()) values.push_back(part.variable);
    };
    for (const Expr& operand : thrown.operands) model::visit_expressions(operand, add);
    return values;
  }

  static bool is_number(const model::Variable& variable) {
    return variable.type == model::TypeClass::HostNumber && variable.has_numbers;
  }
  /// True for a structure of numbers whose type a lambda can name.
  static bool is_structure(const model::Variable& variable) {
    const bool structure = variable.type == model::TypeClass::NumberStructure ||
                           variable.type == model::TypeClass::TensorStructure || !variable.classes.empty();
    return structure && variable.has_numbers && !variable.growth.may_be_staged() && !variable.type_text.empty() &&
           variable.type_text.find('(') == std::string::npos;
  }
  static bool is_value(const model::Variable& variable) {
    const bool tensor = variable.type_text == "Tensor" || variable.type_text == "ag::Tensor";
    return tensor || ((is_number(variable) || is_structure(variable)) && variable.promotion.may_be_staged());
  }
  static bool is_text(std::string_view type) {
    return type == "std::string" || type == "const std::string" || type == "const char *" || type == "char *";
  }

  Context& context_;
};

}  // namespace

void convert_throw(Context& context) { Throws(context).region(context.lowered.body, {}); }

}  // namespace agc::convert
