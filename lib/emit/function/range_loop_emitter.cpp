#include "emit/function/range_loop_emitter.h"

#include <algorithm>

#include "emit/function/loop_emitter.h"
#include "emit/function/number_emitter.h"
#include "emit/one_line.h"
#include "emit/runtime_names.h"
#include "model/words.h"

namespace agc::emit {

using model::Node;
using model::Region;
using model::Stmt;

void RangeLoopEmitter::emit(const Node& node) {
  const Stmt& loop = *node.stmt;
  std::string start = std::string(names::kForStmt) + "(";
  if (loop.range_for.braced_list) start += braced_list_type(loop);
  if (loop.header.has_initialiser) {
    edits_.replace({loop.keyword.begin, loop.left_paren + 1}, "{ ");
    expressions(loop.initialisers);
    edits_.replace({loop.header.initialiser_end, loop.condition.range.begin}, " " + start);
  } else {
    edits_.replace({loop.keyword.begin, loop.condition.range.begin}, start);
  }
  range(loop);
  std::string parameter = this->parameter(loop);
  std::string declared;
  if (loop.range_for.bindings) {
    declared = one_line(source_.text(loop.range_for.declaration)) + " = " + loop.range_for.item + "; ";
  } else if (loop.range_for.variables.size() == 1 && !is_named(loop)) {
    std::vector<Replacement> changes = retyped(loop);
    changes.push_back({loop.range_for.name, ""});
    parameter = replaced_text(source_, loop.range_for.declaration, std::move(changes));
  }
  context_.loops().open_body(node, {loop.right_paren, loop.right_paren + 1}, ", ", "(" + parameter + ")", declared);
  context_.loops().body(node.regions[0], loop.header.has_initialiser ? "); }" : ");");
}

/// Returns the declaration of the loop variable as a parameter; for a structured binding, `const auto& item`.
std::string RangeLoopEmitter::parameter(const Stmt& loop) const {
  const std::string declaration = replaced_text(source_, loop.range_for.declaration, retyped(loop));
  if (!loop.range_for.bindings) return declaration;
  const size_t bracket = declaration.find('[');
  const std::string type(trimmed(std::string_view(declaration).substr(0, bracket)));
  return type + (type.ends_with('&') ? "" : "&&") + " " + loop.range_for.item;
}

/// Returns the staged types of promoted loop variables.
std::vector<Replacement> RangeLoopEmitter::retyped(const Stmt& loop) const {
  std::vector<Replacement> result;
  for (const model::VariableId id : loop.range_for.variables) {
    const model::Variable& variable = function_.variable(id);
    const model::Promotion& promotion = variable.promotion;
    if (promotion.may_be_staged() && promotion.spelled) result.push_back({promotion.type_range, staged_type(variable)});
  }
  for (const model::Expr& alias : loop.range_for.alias) {
    if (function_.variable(alias.variable).promotion.may_be_staged())
      result.push_back({alias.head, staged_type(alias.number_type, alias.type)});
  }
  return result;
}

/// Returns the type to write before a braced list.
std::string RangeLoopEmitter::braced_list_type(const Stmt& loop) const {
  const bool symbolic = loop.condition.binding_time != model::BindingTime::Host;
  return "std::initializer_list<" +
         (symbolic ? staged_type(loop.range_for.element, loop.range_for.element_type) : loop.range_for.element) + ">";
}

void RangeLoopEmitter::mixed_list(const Stmt& loop) {
  const bool mixed = loop.range_for.braced_list && loop.condition.binding_time != model::BindingTime::Host &&
                     !loop.condition.parts.empty() && !NumberEmitter::deduces_parts(loop.condition);
  if (mixed) edits_.insert(loop.condition.range.begin, braced_list_type(loop));
}

void RangeLoopEmitter::range(const Stmt& loop) {
  const model::VariableId range = loop.range_for.range;
  const bool plain = range == model::kNoVariable || !function_.variable(range).promotion.may_be_staged();
  const bool staged_classes = plain && std::ranges::any_of(loop.range_for.variables, [this](model::VariableId id) {
                                const model::Variable& variable = function_.variable(id);
                                return variable.promotion.may_be_staged() && !variable.classes.empty();
                              });
  const bool counted = loop.runs_long && loop.staged && loop.condition.binding_time == model::BindingTime::Host;
  if (!staged_classes && !counted) return expression(loop.condition);
  edits_.insert(loop.condition.outer_range.begin, std::string(names::kToStaged) + "(");
  expression(loop.condition);
  edits_.insert(loop.condition.outer_range.end, ")");
}

/// True if the loop body contains the name of the loop variable. The text is searched, because lambdas in it are
/// functions of their own.
bool RangeLoopEmitter::is_named(const Stmt& loop) const {
  const std::string_view body = source_.text({loop.right_paren, loop.range.end});
  return model::contains_word(body, source_.text(loop.range_for.name));
}

}  // namespace agc::emit
