// Numbers that may be symbolic: their declarations, and uses for which C++ has no overload.
#include <algorithm>

#include "analysis/borrowing.h"
#include "emit/function_emitter.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"
#include "model/choice.h"

namespace agc::emit {

using model::BindingTime;
using model::Expr;
using Kind = Expr::Kind;

/// True for std::swap of elements of a list: v[i], v.back().
static bool exchanges_list_elements(const Expr& expression, const model::Function& function) {
  const auto uses_list = [&](const Expr& one) { return function.uses_list(one) || model::names_list_element(one); };
  return expression.of_elements && std::ranges::any_of(expression.operands, uses_list);
}

/// Emits a rewritten number. Returns false if the expression is none.
bool FunctionEmitter::number(const Expr& expression) {
  switch (expression.kind) {
    case Kind::Reference:
      if (names_shared(expression)) by_number(expression);
      if (expression.access == model::Access::Declare && function_.variable(expression.variable).borrowing.active) {
        declare_borrower(function_.variable(expression.variable));
      } else if (expression.access == model::Access::Declare && (expression.of_list || !deduces(expression))) {
        declare(function_.variable(expression.variable));
        declare_element(expression);
        const model::Variable& variable = function_.variable(expression.variable);
        if (variable.lambda_state.lambda && variable.promotion.raised()) lambda_with_state(variable);
      }
      if (!expression.tail.empty()) return init_capture(expression);
      if (!expression.repeated) expressions(expression.operands);
      return true;
    case Kind::AliasType:
      if (is_selected(expression.pointer)) return true;
      if (function_.variable(expression.variable).promotion.raised() && retyped_.insert(expression.head.begin).second)
        edits_.replace(expression.head, staged_type(expression.number_type, expression.type));
      return true;
    case Kind::FromTensor:
      if (expression.of_bool)
        around(expression, std::string(names::kTruth));
      else
        around(expression,
               std::string(expression.type == model::TypeClass::NumberStructure ? names::kItems : names::kItem) + "<" +
                   expression.number_type + ">");
      return true;
    case Kind::External:
      edits_.insert(expression.range.begin, live_maker(expression) + "(");
      expressions(expression.operands);
      edits_.insert(expression.range.end, ")");
      return true;
    case Kind::Cast:
      if (expression.binding_time == BindingTime::Host) return false;
      around(expression, expression.of_bool ? std::string(names::kTruth)
                                            : std::string(names::kCast) + "<" + expression.number_type + ">");
      return true;
    case Kind::Dimension:
      dimension(expression);
      return true;
    case Kind::StandardCall:
      if (expression.name == "swap_rows") return swap_rows(expression);
      if (expression.name == "flip") return flip(expression);
      if (!expression.operator_token.empty()) return comparison(expression);
      if (expression.name == "c_str") {  // the graph prints the text itself
        expressions(expression.operands);
        if (expression.binding_time != BindingTime::Host) edits_.remove(expression.tail);
        return true;
      }
      if (exchanges_list_elements(expression, function_)) {
        // std::swap takes no objects that refer to elements
      } else if (expression.for_lists || expression.binding_time == BindingTime::Host) {
        if (!function_.uses_list(expression)) return false;
      } else if (expression.of_elements && !model::chooses_element(expression)) {
        return false;
      }
      edits_.replace(expression.head,
                     std::string(names::kStandard) + expression.name +
                         (expression.list_type.empty()
                              ? ""
                              : "<" + staged_type(expression.list_type, model::TypeClass::HostNumber) + ">"));
      for (const Expr& operand : expression.operands) exactly(operand, expression.number_type);
      return true;
    case Kind::Call:
      if (expression.called.of_lambda && expression.rewritten) {
        template_call(expression);
        return true;
      }
      if (expression.called.of_lambda || !expression.rewritten) return false;
      if (!expression.variant.empty()) {
        edits_.replace(expression.head, expression.called.of_parameter
                                            ? staged_type(expression.variant, model::TypeClass::NumberStructure)
                                            : expression.variant + std::string(names::kStagedSuffix));
      } else if (expression.head.begin != 0) {
        edits_.insert(expression.head.begin, std::string(names::kStagedSuffix));
      }
      if (expression.called.gives_part && !expression.called.chosen) {
        expressions(expression.operands);
        return true;
      }
      if (expression.called.of_dynamic) on_dynamic_staged(expression);
      if (!expression.called.converted_to.empty()) {
        edits_.insert(
            expression.range.begin,
            "static_cast<" + staged_type(expression.called.converted_to, model::TypeClass::HostNumber) + ">(");
        expressions(expression.operands);
        edits_.insert(expression.range.end, ")");
        return true;
      }
      for (const Expr& operand : expression.operands) argument(operand, expression.called.names_parameters);
      return true;
    case Kind::Exit:
      exit(expression);
      return true;
    case Kind::Structure:
      if (!expression.needs_staged || (expression.binding_time != BindingTime::Host && !expression.called.of_generic))
        return false;
      edits_.insert(expression.range.begin, staged_maker(expression) + "(");
      expressions(expression.operands);
      edits_.insert(expression.range.end, ")");
      return true;
    case Kind::Spelled:
      if (expression.binding_time == BindingTime::Host) return false;
      if (!deduces_parts(expression))
        edits_.replace(expression.head, staged_type(expression.number_type, expression.type));
      expressions(expression.operands);
      return true;
    case Kind::Subscript:
      if (!expression.rewritten && !expression.looks_first && !names_shared(expression) && !is_borrowed(expression))
        return false;
      subscript(expression);
      return true;
    default:
      return false;
  }
}

/// Rewrites a < b to ag::cxx::three_way(a, b) < 0, and a != b to !(a == b) if == returns no bool.
bool FunctionEmitter::comparison(const Expr& compared) {
  if (compared.binding_time == BindingTime::Host) return false;
  const bool negated = compared.name.starts_with("not_");
  const bool unequal = compared.name == "unequal";
  const std::string name = negated ? compared.name.substr(4) : compared.name;
  edits_.insert(compared.range.begin,
                unequal ? "!(" : (negated ? "!" : "") + std::string(names::kStandard) + name + "(");
  expressions(compared.operands);
  if (unequal) {
    edits_.replace(compared.operator_token, "==");
  } else {
    edits_.replace({compared.operands[0].outer_range.end, compared.operator_token.end}, ",");
  }
  edits_.insert(compared.range.end, unequal ? ")" : compared.detail);
  return true;
}

/// Rewrites v.flip() to ag::cxx::flip(v): a vector of symbolic numbers has no such method.
bool FunctionEmitter::flip(const Expr& call) {
  const Expr& object = call.operands.front();
  if (call.binding_time == BindingTime::Host) return false;
  edits_.insert(call.range.begin, std::string(names::kStandard) + call.name + "(");
  expression(object);
  edits_.replace({object.outer_range.end, call.range.end}, ")");
  return true;
}

/// Rewrites std::swap(a[i], a[k]) to ag::cxx::swap_rows(a, i, k) if the graph selects one of the rows.
bool FunctionEmitter::swap_rows(const Expr& call) {
  const Expr &first = call.operands[0], &second = call.operands[1];
  if (first.binding_time == BindingTime::Host && second.binding_time == BindingTime::Host) return false;
  edits_.replace(call.head, std::string(names::kStandard) + call.name);
  edits_.replace({call.tail.end, first.outer_range.begin}, ", ");
  expression(first);
  edits_.replace({first.outer_range.end, second.outer_range.begin}, ", ");
  expression(second);
  edits_.replace({second.outer_range.end, call.range.end}, ")");
  return true;
}

/// Emits ag::dynamic_staged(f)->at(n) or (*ag::dynamic_staged(f))(n).
void FunctionEmitter::on_dynamic_staged(const Expr& call) {
  model::Range object = call.operands.front().outer_range;
  const bool named = !call.operator_token.empty();
  if (named) object.end = std::min(object.end, call.operator_token.begin);
  const bool behind_pointer = named && source_.text(call.operator_token) == "->";
  edits_.insert(object.begin,
                (named ? "" : "(*") + std::string(names::kToDynamicStaged) + (behind_pointer ? "(*" : "("));
  edits_.insert(object.end, named ? ")" : "))");
  if (named && !behind_pointer) edits_.replace(call.operator_token, "->");
}

/// Returns the function or type that converts the value of an object to a symbolic value or a number.
std::string FunctionEmitter::staged_maker(const Expr& structure) {
  if (structure.number_type.empty()) return std::string(names::kToStaged);
  if (structure.type == model::TypeClass::HostNumber) return "static_cast<" + structure.number_type + ">";
  return staged_type(structure.number_type, model::TypeClass::NumberStructure);
}

/// Returns the text to write before an external variable.
std::string FunctionEmitter::live_maker(const Expr& live) {
  if (live.leads_on && live.number_type.empty()) return std::string(names::kFollowed);
  if (live.leads_on) return std::string(names::kFollowedObject) + live.number_type;
  return std::string(live.access == model::Access::Read ? names::kLive : names::kRef);
}

/// True if `auto` deduces the staged type of a structure. For a number, `auto` could deduce a reference to an element.
bool FunctionEmitter::deduces(const Expr& declared) const {
  const model::Variable& variable = function_.variable(declared.variable);
  if (!variable.promotion.deduced || variable.type == model::TypeClass::HostNumber || variable.growth.raised())
    return false;
  if (declared.operands.size() == 1 && is_element_of_list(declared.operands.front())) return false;
  return std::ranges::any_of(declared.operands,
                             [](const Expr& value) { return value.binding_time != BindingTime::Host; });
}

/// True if an expression inside of `part` is symbolic. The result of a host function is not, whatever its arguments:
/// `v.size()`.
static bool is_symbolic(const Expr& expression, model::Range part) {
  if (part.begin <= expression.range.begin && expression.range.end <= part.end) {
    if (expression.binding_time != BindingTime::Host) return true;
    if (expression.kind == Kind::HostCall) return false;
  }
  return std::ranges::any_of(expression.operands, [&](const Expr& one) { return is_symbolic(one, part); });
}

/// True if the template deduces staged types for all its parts. std::pair{n, 7} would have a second part of type int.
bool FunctionEmitter::deduces_parts(const Expr& spelled) {
  return !spelled.parts.empty() &&
         std::ranges::all_of(spelled.parts, [&](model::Range part) { return is_symbolic(spelled, part); });
}

/// Rewrites int(t), (int)t, t.item<int>() and int(n) to a call of `function`.
void FunctionEmitter::around(const Expr& expression, const std::string& function) {
  const Expr& operand = expression.operands.front();
  // A call that replaces a && b also replaces its parentheses.
  const bool call = operand.rewritten && (operand.kind == Kind::Logical || operand.kind == Kind::Conditional);
  const bool parenthesized = !(operand.range == operand.outer_range) && expression.tail.empty() && !call;
  const std::string open = function + (parenthesized ? "" : "(");
  if (expression.head.empty()) {
    edits_.insert(expression.head.begin, open);
  } else {
    edits_.replace(expression.head, open);
  }
  this->expression(operand);
  if (parenthesized) return;
  if (expression.tail.empty()) {
    edits_.insert(expression.tail.begin, ")");
  } else {
    edits_.replace(expression.tail, ")");
  }
}

/// Emits x.shape(axis), x.shape()[axis], x.size() and x.defined().
void FunctionEmitter::dimension(const Expr& expression) {
  const bool axis = expression.operands.size() == 2;
  edits_.insert(expression.head.begin, std::string(expression.asks_defined ? names::kIsDefined
                                                   : axis                  ? names::kDim
                                                                           : names::kSize) +
                                           "(");
  this->expression(expression.operands[0]);
  edits_.replace(expression.tail, axis ? ", " : ")");
  if (axis) this->expression(expression.operands[1]);
  if (!expression.operator_token.empty()) edits_.replace(expression.operator_token, ")");
}

/// Converts the arguments so that the template deduces the staged type for all numbers of its parameter type.
void FunctionEmitter::template_call(const Expr& call) {
  for (const Expr& operand : call.operands) {
    exactly(operand,
            operand.binding_time == BindingTime::Host && operand.shares_type ? operand.number_type : std::string());
  }
}

/// Emits [m = n]: m has the type of its initialiser.
bool FunctionEmitter::init_capture(const Expr& declared) {
  const model::Variable& variable = function_.variable(declared.variable);
  const bool plain = variable.promotion.raised() && declared.operands.front().binding_time == BindingTime::Host;
  const bool structure = variable.type == model::TypeClass::NumberStructure;
  const std::string maker = structure ? std::string(names::kToStaged) : staged_type(variable);
  if (plain) edits_.insert(declared.tail.begin, maker + "(");
  expressions(declared.operands);
  if (plain) edits_.insert(declared.tail.end, ")");
  return true;
}

/// Rewrites [n = 0](int by) mutable { … } to ag::StatefulLambda([n = 0]() mutable { return ag::with_state(std::tie(n),
/// [&](int by) mutable { … }); }).
void FunctionEmitter::lambda_with_state(const model::Variable& holder) {
  const model::LambdaState& state = holder.lambda_state;
  std::string parts;
  for (const std::string& part : state.parts) parts += (parts.empty() ? "" : ", ") + part;
  edits_.insert(state.captures.begin, std::string(names::kStatefulLambda) + "(");
  edits_.insert(state.captures.end,
                "() mutable { return " + std::string(names::kWithState) + "(std::tie(" + parts + "), [&]");
  edits_.insert(state.end, "); })");
}

/// Rewrites v[n] to ag::element(v, n), v[n][m] to ag::element(v, n, m), and v.at(n) to ag::element_at(v, n).
void FunctionEmitter::subscript(const Expr& expression) {
  const std::string_view name = !expression.rewritten      ? names::kElement
                                : expression.placed        ? names::kElementPlace
                                : expression.of_at         ? names::kElementAt
                                : expression.name == "row" ? names::kRow
                                                           : names::kElement;
  if (expression.of_list && (names_shared(expression) || is_borrowed(expression))) return element_of_list(expression);
  if (names_shared(expression)) {
    edits_.insert(expression.range.begin, std::string(names::kNumbered) + "(");
    return edits_.replace({subscripts(expression), expression.range.end}, ")");
  }
  if (is_borrowed(expression)) {
    edits_.insert(expression.range.begin, std::string(expression.of_at ? names::kBorrowAt : names::kBorrow) + "(");
    return edits_.replace({subscripts(expression), expression.range.end}, ").element");
  }
  if (expression.of_method && expression.rewritten) {
    edits_.insert(expression.range.begin, std::string(names::kOnElement) + "(");
    return edits_.replace({subscripts(expression), expression.range.end},
                          ", [&](auto& ag_element) { return ag_element");
  }
  std::string end = ")";
  const bool part = !expression.part.empty();
  if (expression.rewritten && part)
    end = ", " + std::string(names::kPart) + "(" + std::string(source_.text(expression.part)) + "))";
  edits_.insert(expression.range.begin, std::string(name) + "(");
  edits_.replace({subscripts(expression), part && !expression.rewritten ? expression.part.begin : expression.range.end},
                 end);
}

/// Emits the list element that initializes a reference: ag::numbered(v[n]), ag::borrow(v.back()).element.
void FunctionEmitter::element_of_list(const Expr& element) {
  const bool copied = !names_shared(element);
  edits_.insert(element.range.begin, std::string(copied ? names::kBorrow : names::kNumbered) + "(");
  expressions(element.operands);
  edits_.insert(element.range.end, copied ? ").element" : ")");
}

/// Emits the arguments in the parentheses. Returns the end of their text.
model::Offset FunctionEmitter::subscripts(const Expr& expression) {
  const Expr &container = expression.operands[0], &index = expression.operands[1];
  const Expr* row = &container;
  while (row->kind == Kind::Opaque && row->operands.size() == 1) row = &row->operands.front();
  const bool rows = row->kind == Kind::Subscript && row->of_row && row->rewritten && !row->of_list;
  model::Offset end = container.outer_range.end;
  if (rows) {
    end = subscripts(*row);
  } else {
    this->expression(container);
  }
  edits_.replace({end, index.outer_range.begin}, ", ");
  this->expression(expression.rewritten ? index.operands.front() : index);
  return index.outer_range.end;
}

void FunctionEmitter::exit(const Expr& expression) {
  if (expression.looks_first) {
    edits_.insert(expression.outer_range.begin, std::string(names::kSubscript) + "(");
    known(expression);
    return edits_.insert(expression.outer_range.end, ", " + expression.extent + ")");
  }
  known(expression);
}

/// Emits a host number for an expression that may be symbolic.
void FunctionEmitter::known(const Expr& expression) {
  const Expr& operand = expression.operands.front();
  const bool passes =
      operand.binding_time == BindingTime::Host || operand.binding_time == BindingTime::Staged || expression.rewritten;
  if (passes) return this->expression(operand);
  const std::string structure = expression.number_type;
  edits_.insert(
      expression.outer_range.begin,
      (structure.empty() ? std::string(names::kHost) : std::string(names::kPlain) + "<" + structure + ">") + "(");
  this->expression(operand);
  edits_.insert(expression.outer_range.end, ")");
}

/// Emits a condition of an ordinary statement. The host decides an external condition.
void FunctionEmitter::decided(const Expr& condition) {
  if (condition.binding_time != BindingTime::External) return expression(condition);
  edits_.insert(condition.outer_range.begin, std::string(names::kDecide) + "(");
  as_argument(condition);
  edits_.insert(condition.outer_range.end, ")");
}

/// Emits the value of an ordinary `switch`.
void FunctionEmitter::chosen_by(const Expr& value) {
  if (value.binding_time != BindingTime::External) return expression(value);
  edits_.insert(value.outer_range.begin, std::string(names::kHost) + "(");
  as_argument(value);
  edits_.insert(value.outer_range.end, ")");
}

/// Emits an argument of a staged variant. If the variant is overloaded, the argument has exactly the type to which C++
/// converted it.
void FunctionEmitter::argument(const Expr& operand, bool exactly) {
  if (operand.kind != Kind::Exit) return this->expression(operand);
  this->exactly(operand.operands.front(), exactly ? operand.number_type : std::string());
}

/// True if the expression names a symbolic number of this type.
bool FunctionEmitter::is_variable_of(const Expr& number, const std::string& type) const {
  const Expr* named = &number;
  while (named->kind == Kind::Opaque && named->operands.size() == 1 && named->operands.front().range == named->range)
    named = &named->operands.front();
  if (named->kind != Kind::Reference || named->variable == model::kNoVariable) return false;
  const model::Variable& variable = function_.variable(named->variable);
  return variable.type == model::TypeClass::HostNumber && variable.promotion.raised() &&
         variable.promotion.type == type;
}

/// Emits the number converted to `type`, or unchanged if `type` is empty.
void FunctionEmitter::exactly(const Expr& number, const std::string& type) {
  const Expr* maker = &number;
  while (maker->kind == Kind::Opaque && maker->operands.size() == 1 && maker->operands.front().range == maker->range)
    maker = &maker->operands.front();
  const bool made =
      (maker->kind == Kind::Cast && maker->binding_time != BindingTime::Host) || maker->kind == Kind::FromTensor;
  const bool same = made && maker->number_type == type;
  if (type.empty() || same || is_variable_of(number, type)) return this->expression(number);
  edits_.insert(number.outer_range.begin, std::string(names::kCast) + "<" + type + ">(");
  this->expression(number);
  edits_.insert(number.outer_range.end, ")");
}

/// Writes the type of a variable that is declared with `auto`, if the deduced type would be a proxy of an element or a
/// list: the tensor type, or the vector type.
void FunctionEmitter::declare_element(const Expr& declared) {
  const model::Variable& variable = function_.variable(declared.variable);
  const model::Promotion& promotion = variable.promotion;
  const bool tensor = variable.type == model::TypeClass::Tensor;
  if (declared.of_list && variable.growth.possible && !variable.growth.raised() && promotion.deduced &&
      retyped_.insert(promotion.type_range.begin).second)  // a vector made of a list of known length
    return edits_.replace(promotion.type_range, variable.has_numbers ? staged_type(variable) : promotion.type);
  if ((!tensor && variable.has_numbers) || !promotion.deduced || declared.operands.size() != 1) return;
  const Expr& value = declared.operands.front();
  const bool element = is_element_of_list(value) || (tensor && value.kind == Kind::Subscript && value.rewritten);
  if (element && retyped_.insert(promotion.type_range.begin).second)
    edits_.replace(promotion.type_range, tensor ? std::string(names::kTensor) : promotion.type);
}

/// True for v[n] and v.front() of a list.
bool FunctionEmitter::is_element_of_list(const Expr& source) const {
  const Expr* value = &source;
  while (value->kind == Kind::Opaque && value->operands.size() == 1) value = &value->operands.front();
  return function_.names_list(*value) || (value->kind == Kind::Subscript && value->of_list);
}

/// True if the element initializes a mutable reference that is a copy of it.
bool FunctionEmitter::is_borrowed(const Expr& element) const {
  if (element.borrower == model::kNoVariable || !(element.rewritten || element.of_list)) return false;
  const model::Borrowing& borrowing = function_.variable(element.borrower).borrowing;
  return borrowing.active && borrowing.writes;
}

/// True if the expression names a reference that holds the index of its element.
bool FunctionEmitter::names_shared(const Expr& use) const {
  return use.borrower != model::kNoVariable && !use.repeated &&
         analysis::is_shared(function_.variable(use.borrower).borrowing);
}

/// Rewrites p of p.x, where Particle& p = all[k] is auto&& p = ag::numbered(all, k), to p.get().x, or to
/// p.borrow().get().x for a write.
void FunctionEmitter::by_number(const Expr& use) {
  edits_.insert(use.range.end, use.access == model::Access::Read ? ".get()" : ".borrow().get()");
}

/// Rewrites Particle& p = all[k] to auto&& p = ag::numbered(all, k).
void FunctionEmitter::declare_shared(const Expr& declared) {
  const model::Variable& reference = function_.variable(declared.borrower);
  if (retyped_.insert(reference.promotion.type_range.begin).second)
    edits_.replace(reference.promotion.type_range, "auto");
  edits_.replace(reference.borrowing.reference, "&&");
}

/// Rewrites Particle& p = all[k] to ag::staged_t<Particle>&& p = ag::borrow(all, k).element, which lives as long as
/// `p`.
void FunctionEmitter::declare_borrower(const model::Variable& borrower) {
  if (!borrower.promotion.deduced || !borrower.borrowing.writes) declare(borrower);
  if (borrower.borrowing.writes && !borrower.borrowing.reference.empty())
    edits_.replace(borrower.borrowing.reference, "&&");
}

/// Replaces the type in the declaration of a promoted variable, once for all variables of the declaration.
void FunctionEmitter::declare(const model::Variable& variable) {
  const model::Promotion& promotion = variable.promotion;
  if (variable.growth.raised() && !variable.growth.type_range.empty()) {
    if (retyped_.insert(variable.growth.type_range.begin).second)
      edits_.replace(variable.growth.type_range, list_type(variable));
    return;
  }
  if (!promotion.raised() || !promotion.spelled || promotion.type_range.empty()) return;
  edits_.remove(variable.star);
  if (!retyped_.insert(promotion.type_range.begin).second) return;
  const bool joined =
      variable.is_pointer && source_.text({promotion.type_range.end, promotion.type_range.end + 1}) != " ";
  edits_.replace(promotion.type_range, promotion.in_front + staged_type(variable) + (joined ? " " : ""));
}

}  // namespace agc::emit
