// Emission of expressions: calls, operators, output and thrown values.
#include <algorithm>

#include "emit/function_emitter.h"
#include "emit/namer.h"
#include "emit/runtime_names.h"
#include "model/choice.h"

namespace agc::emit {

using model::Expr;

void FunctionEmitter::expressions(const std::vector<Expr>& list) {
  for (const Expr& item : list) expression(item);
}

/// True for v[n].f() with an element that the graph selects. The call becomes ag::on_element(v, n, [&](auto&
/// ag_element) { return ag_element.f(); }).
static bool calls_on_element(const Expr& call) {
  if (call.kind != Expr::Kind::Call && call.kind != Expr::Kind::HostCall) return false;
  return std::ranges::any_of(call.operands, [](const Expr& one) {
    const Expr* object = &one;
    while (object->kind == Expr::Kind::Opaque && object->operands.size() == 1) object = &object->operands.front();
    return object->kind == Expr::Kind::Subscript && object->of_method && object->rewritten;
  });
}

void FunctionEmitter::expression(const Expr& expression) {
  const std::string lent = variables_lent_to(expression);
  if (lent.empty()) {
    plain_expression(expression);
    if (calls_on_element(expression)) edits_.insert(expression.range.end, "; })");
    return;
  }
  edits_.insert(expression.range.begin, lent);
  plain_expression(expression);
  edits_.insert(expression.range.end, "; })");
}

/// Returns `ag::lending(AG_STATE(n), [&] { return ` for a call that receives callbacks which change n.
std::string FunctionEmitter::variables_lent_to(const Expr& call) {
  if (call.repeated || call.range.empty() || lent_.contains({call.range.begin, call.range.end})) return {};
  model::Pack pack;
  bool reference = false;
  for (const model::Callback& given : function_.uses.callbacks) {
    if (!given.lends || !(given.call == call.range)) continue;
    reference = reference || given.call_gives_reference;
    for (const model::VariableId id : given.changes) {
      if (std::ranges::find(pack.variables, id) != pack.variables.end()) continue;
      pack.variables.push_back(id);
      const std::string* name = function_.variable(id).name_at(call.range.begin);
      if (name && *name != this->name(id)) pack.renamed.emplace_back(id, *name);
    }
  }
  if (pack.variables.empty()) return {};
  lent_.insert({call.range.begin, call.range.end});
  return std::string(names::kLending) + "(" + this->pack(pack) + (reference ? "[&]() -> decltype(auto)" : "[&]") +
         " { return ";
}

/// Rewrites throw E(n) to ag::raise(ag::deferred([=](auto n) { return E(n); }, n)), with the expression unchanged.
void FunctionEmitter::made_late(const Expr& thrown) {
  std::string parameters, values;
  for (const model::VariableId id : thrown.pack.variables) {
    const model::Variable& variable = function_.variable(id);
    const bool is_number = variable.type == model::TypeClass::HostNumber;
    // A tensor keeps its written type: for an `auto` parameter, x.item<int>() would need `template`.
    parameters += (parameters.empty() ? "" : ", ") + (is_number ? "auto" : variable.type_text) + " " + variable.name;
    values += ", " + variable.name;
  }
  edits_.replace({thrown.operator_token.begin, thrown.outer_range.begin},
                 std::string(names::kRaise) + "(" + std::string(names::kLater) + "([=](" + parameters + ") { return ");
  edits_.insert(thrown.outer_range.end, "; }" + values + "))");
}

void FunctionEmitter::plain_expression(const Expr& expression) {
  if (expression.repeated && expression.kind != Expr::Kind::Reference) return;  // its text stands elsewhere
  if (pointer(expression)) return;
  if (expression.rewritten && expression.kind == Expr::Kind::Logical) return logical(expression);
  if (expression.rewritten && expression.kind == Expr::Kind::Conditional) return conditional(expression);
  if (expression.made_late) return made_late(expression);
  if (expression.rewritten && expression.kind == Expr::Kind::Throw) {
    edits_.replace({expression.operator_token.begin, expression.outer_range.begin}, std::string(names::kRaise) + "(");
    expressions(expression.operands);
    return edits_.insert(expression.outer_range.end, ")");
  }
  if (expression.kind == Expr::Kind::Output) return output(expression);
  if (expression.first_value) return first_value(expression);
  if (expression.may_be_zero && expression.looks_first) {
    const bool enclosed = source_.text(expression.outer_range).starts_with("(");
    edits_.insert(expression.outer_range.begin, std::string(names::kDivisor) + (enclosed ? "" : "("));
    expressions(expression.operands);
    if (!enclosed) edits_.insert(expression.outer_range.end, ")");
    return;
  }
  if (expression.of_end && expression.of_list && (names_shared(expression) || is_borrowed(expression)))
    return element_of_list(expression);
  if (expression.kind == Expr::Kind::Opaque && !expression.part.empty() && function_.names_list(expression)) {
    // Rewrites v.back().x to ag::place(v.back(), AG_PART(.x)).
    edits_.insert(expression.range.begin, std::string(names::kElementPlace) + "(");
    expressions(expression.operands);
    return edits_.replace(expression.part,
                          ", " + std::string(names::kPart) + "(" + std::string(source_.text(expression.part)) + "))");
  }
  if (expression.may_be_empty && expression.looks_first) {
    edits_.insert(expression.range.begin, std::string(names::kNonEmpty) + "(");
    if (!number(expression)) expressions(expression.operands);
    return edits_.insert(expression.range.end, ")");
  }
  if (expression.binding_time != model::BindingTime::Host && expression.in_order) return in_order(expression);
  if (expression.binding_time != model::BindingTime::Host && expression.copied) {
    edits_.insert(expression.range.begin, staged_type(expression.number_type, expression.type) + "(");
    expressions(expression.operands);
    return edits_.insert(expression.range.end, ")");
  }
  if (expression.declares_alias && names_shared(expression)) declare_shared(expression);
  if (number(expression)) return;
  // An operator that stays an ordinary && || ?: has conditions that the host decides.
  const bool chooses = expression.kind == Expr::Kind::Conditional;
  const size_t conditions = expression.kind == Expr::Kind::Logical ? expression.operands.size() : chooses ? 1 : 0;
  const bool on_host = model::chosen_on_host(expression);
  for (size_t k = 0; k < expression.operands.size(); ++k) {
    if (k == 0 && on_host) {
      const Expr& condition = expression.operands.front();
      edits_.insert(condition.outer_range.begin, std::string(names::kDecide) + "(");
      as_argument(condition);
      edits_.insert(condition.outer_range.end, ")");
    } else if (k < conditions)
      decided(expression.operands[k]);
    else
      this->expression(expression.operands[k]);
  }
}

/// Rewrites r.next() - r.next() to [&] { const auto left = r.next(); return left - r.next(); }().
void FunctionEmitter::in_order(const Expr& expression) {
  const Expr &left = expression.operands[0], &right = expression.operands[1];
  Namer namer(source_.text(function_.range));
  std::string name = namer.fresh("left");
  for (int depth = 0; depth < in_order_; ++depth) name = namer.fresh("left");
  std::string type = "auto";
  if (!expression.number_type.empty())
    type = left.binding_time == model::BindingTime::Host ? expression.number_type
                                                         : staged_type(expression.number_type, left.type);
  ++in_order_;
  edits_.insert(expression.range.begin, "[&] { const " + type + " " + name + " = ");
  this->expression(left);
  edits_.insert(left.range.end, "; return " + name);
  this->expression(right);
  edits_.insert(expression.range.end, "; }()");
  --in_order_;
}

/// Emits the expression as one argument of a call, with parentheses around a comma operator.
void FunctionEmitter::as_argument(const Expr& expression) {
  if (expression.is_comma) edits_.insert(expression.outer_range.begin, "(");
  this->expression(expression);
  if (expression.is_comma) edits_.insert(expression.outer_range.end, ")");
}

/// Emits output: std::cout << …, printf(…), puts(…).
void FunctionEmitter::output(const Expr& expression) {
  if (expression.name == "printf" || expression.name == "puts") {
    edits_.replace(expression.head, std::string(expression.name == "puts" ? names::kPuts : names::kPrintf));
  } else {
    edits_.insert(expression.head.begin, std::string(names::kOrdered) + "(");
    edits_.insert(expression.head.end, ")");
  }
  expressions(expression.operands);
}

/// Emits the initialiser of a static variable: static T t = …, static T t(…), static T t;
void FunctionEmitter::first_value(const Expr& expression) {
  const bool typed = !expression.constructs && !expression.number_type.empty();
  std::string begin = std::string(expression.constructs ? " = " : "") + std::string(names::kFirstValue) + "([&]";
  begin += (typed ? "() -> " + expression.number_type : "") + " { return ";
  if (expression.constructs) begin += expression.number_type + (expression.range.empty() ? "()" : "");
  edits_.insert(expression.range.begin, begin);
  expressions(expression.operands);
  edits_.insert(expression.range.end, "; })");
}

namespace {

/// True if one pair of parentheses directly encloses the expression: the replacing call needs no other.
bool has_plain_parentheses(const Expr& expression) {
  return expression.outer_range.begin + 1 == expression.range.begin &&
         expression.outer_range.end == expression.range.end + 1;
}

}  // namespace

void FunctionEmitter::open_expression(const Expr& expression, std::string text) {
  if (has_plain_parentheses(expression)) {
    edits_.replace({expression.outer_range.begin, expression.range.begin}, std::move(text));
  } else {
    edits_.insert(expression.range.begin, std::move(text));
  }
}

void FunctionEmitter::close_expression(const Expr& expression, std::string text) {
  if (has_plain_parentheses(expression)) {
    edits_.replace({expression.range.end, expression.outer_range.end}, std::move(text));
  } else {
    edits_.insert(expression.range.end, std::move(text));
  }
}

void FunctionEmitter::logical(const Expr& expression) {
  // Chains such as a && b && c become one call, unless an operand writes a variable: then each call has its own state.
  std::vector<const Expr*> operands{&expression.operands[1], &expression.operands[0]};
  bool packs = !expression.pack.empty();
  for (;;) {
    const Expr& first = *operands.back();
    const bool same =
        first.kind == Expr::Kind::Logical && first.rewritten && first.conjunction == expression.conjunction;
    if (packs || !same || !first.pack.empty() || !(first.outer_range == first.range)) break;
    operands.back() = &first.operands[1];
    operands.push_back(&first.operands[0]);
  }
  open_expression(expression, std::string(expression.conjunction ? names::kAndThen : names::kOrElse) + "(");
  for (size_t k = operands.size(); k-- > 0;) {
    this->expression(*operands[k]);
    const bool first = k + 1 == operands.size();
    const std::string end = first ? "" : "; }";
    if (k == 0) {
      close_expression(expression, end + ")");
    } else {
      edits_.replace({operands[k]->outer_range.end, operands[k - 1]->outer_range.begin},
                     end + ", " + pack(expression.pack) + "[&] { return ");
    }
  }
}

void FunctionEmitter::conditional(const Expr& expression) {
  const Expr &condition = expression.operands[0], &first = expression.operands[1], &second = expression.operands[2];
  const bool discarded = expression.type == model::TypeClass::Void;
  std::string call(discarded ? names::kIfStmt : names::kIfElse);
  if (!expression.number_type.empty()) call += "<" + expression.number_type + ">";
  if (expression.of_place) return chosen_place(expression);
  const std::string begin = std::string("[&] { ") + (discarded ? "" : "return ");
  open_expression(expression, call + "(");
  this->expression(condition);
  edits_.replace({condition.outer_range.end, first.outer_range.begin}, ", " + pack(expression.pack) + begin);
  this->expression(first);
  edits_.replace({first.outer_range.end, second.outer_range.begin}, "; }, " + begin);
  this->expression(second);
  close_expression(expression, "; })");
}

/// Rewrites (c ? a : b) = v to ag::chosen_place(c, AG_STATE(a, b), [&]() -> decltype(auto) { return (a); }, …) = v.
void FunctionEmitter::chosen_place(const Expr& expression) {
  const Expr &condition = expression.operands[0], &first = expression.operands[1], &second = expression.operands[2];
  const std::string begin = "[&]() -> decltype(auto) { return (";
  open_expression(expression, std::string(names::kChosenPlace) + "(");
  as_argument(condition);
  edits_.replace({condition.outer_range.end, first.outer_range.begin}, ", " + pack(expression.pack) + begin);
  this->expression(first);
  edits_.replace({first.outer_range.end, second.outer_range.begin}, "); }, " + begin);
  this->expression(second);
  close_expression(expression, "); })");
}

}  // namespace agc::emit
