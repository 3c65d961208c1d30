#include "analysis/promotion.h"

#include <algorithm>

#include "analysis/borrowing.h"
#include "analysis/list_binding_times.h"
#include "analysis/long_loops.h"
#include "analysis/method_variants.h"
#include "analysis/subscripts.h"
#include "analysis/variable_promotion.h"
#include "model/choice.h"
#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Access;
using model::BindingTime;
using model::Expr;
using model::Function;
using model::Sink;
using model::Stmt;
using model::TypeClass;
using Kind = Expr::Kind;

class BindingTimes {
 public:
  BindingTimes(Function& function, const FindCallee& find_callee) : function_(function), find_callee_(find_callee) {}

  /// Visits the function once. Returns true if a variable was promoted.
  bool walk() {
    changed_ = false;
    model::visit_statements(function_.body, [this](Stmt& one) { statement(one); });
    if (function_.is_traced_method()) take_alike();
    changed_ = promote_targets(function_) || changed_;
    return changed_;
  }

 private:
  void statement(Stmt& statement) {
    BindingTime declared = BindingTime::Host;
    model::visit_own_expressions(statement,
                                 [&](Expr& expression) { declared = std::max(declared, binding_time(expression)); });
    // A condition variable with an external value would have no conversion to bool.
    if (statement.header.declares_condition && statement.condition.binding_time == BindingTime::External)
      statement.condition.staged = true;
    switch (statement.kind) {
      case Stmt::Kind::If:
        statement.staged = !statement.is_constexpr && statement.condition.staged;
        break;
      case Stmt::Kind::RangeFor: {
        // The graph runs the loop, even if the bounds are known at every call.
        const bool counted = !counters_of_long_loop(function_, statement).members().empty() ||
                             is_long_range_of_tensors(function_, statement) || gives_symbolic_range(statement);
        const BindingTime bounds = counted || statement.condition.binding_time == BindingTime::External
                                       ? BindingTime::MaybeStaged
                                       : statement.condition.binding_time;
        const BindingTime range = statement.range_for.of_tensor ? BindingTime::Staged : bounds;
        const BindingTime list = list_range(statement);
        if (list != BindingTime::Host) statement.condition.binding_time = list;
        statement.staged = statement.range_for.of_tensor || list != BindingTime::Host ||
                           (statement.range_for.of_numbers && range != BindingTime::Host);
        for (const auto variable : statement.range_for.variables) {
          if (!is_known_key(statement, variable)) promote(variable, range, statement.condition.place);
        }
        break;
      }
      case Stmt::Kind::While:
      case Stmt::Kind::For:
        for (const auto counter : counters_of_long_loop(function_, statement).members())
          promote(counter, BindingTime::MaybeStaged, statement.condition.place);
        [[fallthrough]];
      case Stmt::Kind::DoWhile:
      case Stmt::Kind::Switch:
        statement.staged = statement.has_condition && statement.condition.staged;
        break;
      default:
        break;
    }
    const bool variant = function_.has_staged_variant() || function_.is_traced_method() || function_.staged_method;
    if (statement.kind == Stmt::Kind::Return && (variant || function_.returns_staged())) {
      for (Expr& value : statement.expressions) {
        need_staged(value);
        promote_functions(value);
      }
    }
    const bool gives = statement.kind == Stmt::Kind::Return &&
                       std::ranges::any_of(statement.expressions, [this](const Expr& one) { return is_list(one); });
    const bool differs = function_.returned.lengths_differ && statement.staged && decides_result(statement);
    if (!function_.is_lambda() && !function_.returned.is_list && (gives || differs))
      function_.returned.is_list = changed_ = true;
    if (function_.follows_callers() && function_.returned.has_numbers) result(statement, declared);
    declare_together(statement.kind == Stmt::Kind::Declaration ? statement.expressions : statement.initialisers);
  }

  /// Promotes all parameters of a traced method if one is: its body runs with the caller's numbers or symbolic ones.
  void take_alike() {
    const auto promoted = std::ranges::find_if(function_.parameters, [this](const model::Parameter& one) {
      return function_.variable(one.variable).promotion.may_be_staged();
    });
    if (promoted == function_.parameters.end()) return;
    for (const model::Parameter& one : function_.parameters)
      promote(one.variable, BindingTime::MaybeStaged, function_.variable(promoted->variable).promotion.cause);
  }

  /// Promotes the result of a lambda: a return under a condition that may be symbolic makes it symbolic.
  void result(const Stmt& statement, BindingTime value) {
    BindingTime binding_time = BindingTime::Host;
    if (statement.kind == Stmt::Kind::Return) {
      binding_time = function_.outside_callers.unconverted ? BindingTime::Host : value;
    } else if (statement.staged && has_jump(statement)) {
      binding_time = statement.condition.binding_time;
      const bool dependent = statement.condition.type == TypeClass::Dependent;  // template: follows its operands
      if (binding_time == BindingTime::Host && !(dependent && function_.templating.of_numbers))
        binding_time = dependent ? BindingTime::MaybeStaged : BindingTime::Staged;
    }
    if (binding_time <= function_.returned.binding_time) return;
    function_.returned.binding_time = binding_time;
    function_.returned.cause = statement.range.begin;
    changed_ = true;
  }
  /// True if the statement contains a jump: a `continue` or `break` decides if later returns are reached.
  static bool has_jump(const Stmt& statement) {
    bool found = false;
    model::visit_statements(statement, [&](const Stmt& one) { found = found || one.is_jump(); });
    return found;
  }

  /// True if the returned value is a list or contains one.
  bool is_list(const Expr& value) const {
    if (value.kind == Kind::Reference) return value.returned && function_.names_list(value);
    if (value.kind == Kind::Call) return value.returned && find_callee_(value).gives_list;
    return std::ranges::any_of(value.operands, [this](const Expr& one) { return is_list(one); });
  }

  /// Marks the keys of a set or map that are objects. (A number is converted implicitly.)
  static void need_staged_keys(std::vector<Expr>& operands) {
    for (Expr& one : operands) {
      if (is_structure(one)) need_staged(one);
    }
  }

  /// True if the variable of the loop is a key of a map whose keys are known.
  bool is_known_key(const Stmt& loop, model::VariableId variable) const {
    if (loop.range_for.range == model::kNoVariable || variable != loop.range_for.variables.front()) return false;
    if (!loop.range_for.bindings) return false;  // a pair
    const model::Growth& growth = function_.variable(loop.range_for.range).growth;
    return growth.kind == model::ListKind::SortedMap && !growth.may_be_staged();
  }

  /// Returns the binding time of the length, for a loop over a list.
  BindingTime list_range(const Stmt& loop) const {
    const Expr* range = loop.condition.operands.size() == 1 ? &loop.condition.operands.front() : nullptr;
    if (range && range->kind == Kind::Call && find_callee_(*range).gives_list) return BindingTime::MaybeStaged;
    if (range && function_.names_list(*range)) return std::max(BindingTime::MaybeStaged, range->binding_time);
    if (loop.range_for.range == model::kNoVariable) return BindingTime::Host;
    return function_.variable(loop.range_for.range).growth.binding_time;
  }

  /// Promotes the variables of one declaration together, because they share its type.
  void declare_together(std::vector<Expr>& list) {
    changed_ = declare_lists_together(function_, list) || changed_;
    bind_together(list);
    const auto promoted = std::ranges::find_if(list, [&](const Expr& one) { return is_promoted_declaration(one); });
    if (promoted == list.end()) return;
    const model::Range type = function_.variable(promoted->variable).promotion.type_range;
    // An external variable changes only the type of the others, and needs no staged statements around them.
    BindingTime binding_time = BindingTime::External;
    for (const Expr& one : list) {
      if (is_promoted_declaration(one))
        binding_time = std::max(binding_time, function_.variable(one.variable).promotion.binding_time);
    }
    binding_time = std::min(binding_time, BindingTime::MaybeStaged);
    for (const Expr& one : list) {
      if (one.kind != Kind::Reference || one.access != Access::Declare) continue;
      if (function_.variable(one.variable).promotion.type_range == type)
        promote(one.variable, binding_time, promoted->place);
    }
  }
  /// The first structured binding of a declaration holds the value of all of them, whatever its own type.
  void bind_together(std::vector<Expr>& list) {
    Expr* first = nullptr;
    for (Expr& one : list) {
      if (one.kind != Kind::Reference || one.access != Access::Declare) continue;
      if (!one.repeated) first = &one;
      if (!one.repeated || !first || !is_promoted_declaration(one)) continue;
      for (Expr& value : first->operands) value.needs_staged = true;
    }
  }
  bool is_promoted_declaration(const Expr& one) const {
    return one.kind == Kind::Reference && one.access == Access::Declare &&
           function_.variable(one.variable).promotion.may_be_staged();
  }

  BindingTime binding_time(Expr& expression) {
    expression.binding_time = find_binding_time(expression);
    expression.staged = expression.binding_time > BindingTime::External || is_tensor_condition(expression);
    return expression.binding_time;
  }

  /// True for tensors, and for dependent types, about which overloads of the staging operators decide.
  static bool may_be_tensor(TypeClass type) { return type == TypeClass::Tensor || type == TypeClass::Dependent; }

  /// True if a tensor itself is used as a condition.
  static bool is_tensor_condition(const Expr& expression) {
    switch (expression.kind) {
      case Kind::Logical:
      case Kind::Negation:
        return std::ranges::any_of(expression.operands, &Expr::staged);
      case Kind::Conditional:
        return std::ranges::any_of(expression.operands, &Expr::staged) || may_be_tensor(expression.type);
      default:
        return may_be_tensor(expression.type);
    }
  }

  BindingTime find_binding_time(Expr& expression) {
    if (expression.function_value.held || expression.called.names_function) expression.rewritten = false;
    if (expression.borrower != model::kNoVariable) name_borrower(expression, function_);
    BindingTime inner = BindingTime::Host;
    for (Expr& operand : expression.operands) inner = std::max(inner, binding_time(operand));
    if (inner != BindingTime::Host) convert_beside(expression.operands);
    const bool of_library = expression.kind == Kind::StandardCall || expression.kind == Kind::HostCall;
    for (Expr& operand : expression.operands) {
      if (of_library && inner != BindingTime::Host && operand.function_value.held) need_staged(operand);
    }
    switch (expression.kind) {
      case Kind::Reference:
        return reference(expression, inner);
      case Kind::FromTensor:  // the elements of a constant are known
        return expression.type == TypeClass::NumberStructure ? BindingTime::MaybeStaged : BindingTime::Staged;
      case Kind::External:
        if (expression.type != TypeClass::HostNumber) return BindingTime::Host;
        // A write may make the variable symbolic.
        return expression.changes || expression.access != Access::Read ? BindingTime::MaybeStaged
                                                                       : BindingTime::External;
      case Kind::StandardCall:  // computed by the graph
        changed_ = share_growth_of_ranges(function_, expression) || changed_;
        return inner == BindingTime::External ? BindingTime::MaybeStaged : inner;
      case Kind::Dimension:
        return BindingTime::MaybeStaged;
      case Kind::Exit:
        expression.rewritten = (expression.is_result && !function_.outside_callers.unconverted) ||
                               (expression.is_element && (inner >= expression.held_from || expression.needs_staged));
        return expression.rewritten ? inner : BindingTime::Host;
      case Kind::HostCall:
        changed_ = take_numbers(function_, expression) || changed_;
        if (expression.of_list) need_staged_keys(expression.operands);
        return BindingTime::Host;
      case Kind::AliasType:
      case Kind::Output:
        return BindingTime::Host;
      case Kind::Call:
        return call(expression);
      case Kind::Spelled:
        if (inner != BindingTime::Host) std::ranges::for_each(expression.operands, &need_staged);
        return inner;
      case Kind::Subscript: {
        const BindingTime element = subscript_level(expression, function_, find_callee_, changed_);
        if (expression.of_list) need_staged_keys(expression.operands);
        return element;
      }
      case Kind::Length: {
        changed_ = share_key(function_, expression) || changed_;
        const BindingTime length = binding_time_of_length(function_, expression, find_callee_);
        if (length != BindingTime::Host) need_staged_keys(expression.operands);
        return length;
      }
      case Kind::Logical:
      case Kind::Negation:
      case Kind::Conditional: {
        // A tensor among the conditions makes the value symbolic. (The value of ?: may itself be a tensor.)
        const size_t conditions = expression.kind == Kind::Conditional ? 1 : expression.operands.size();
        for (size_t k = 0; k < conditions; ++k) {
          if (expression.operands[k].staged)
            inner = std::max(inner, std::max(BindingTime::MaybeStaged, expression.operands[k].binding_time));
          if (expression.operands[k].type == TypeClass::Tensor) inner = BindingTime::Staged;
        }
        if (expression.kind == Kind::Conditional) choose_alike(expression, inner);
        if (expression.of_place) promote_sides(expression);
        if (model::chosen_on_host(expression)) return BindingTime::Host;
        // The function value itself records its binding time.
        if (expression.operands.back().function_value.held && !expression.operands.front().staged)
          return BindingTime::Host;
        if (inner != BindingTime::External) return inner;
        if (expression.kind == Kind::Logical) return BindingTime::Host;  // decided on the host, one operand at a time
        if (expression.kind == Kind::Negation) return BindingTime::External;
        return live_choice(expression);
      }
      default:
        if (expression.of_end) {
          expression.of_list = function_.names_list(expression.operands.front());
          if (expression.of_list) changed_ = borrow_from_list(expression, function_) || changed_;
        }
        if (expression.of_iterator) changed_ = take_numbers(function_, expression) || changed_;
        if (!expression.function_value.passes.empty())
          return BindingTime::Host;  // captures are no part of a lambda's value
        return expression.type == TypeClass::Tensor ? BindingTime::Host : inner;
    }
  }

  /// Marks an object with a conversion to a number: among symbolic operands it is converted to a staged number.
  static void convert_beside(std::vector<Expr>& operands) {
    for (Expr& one : operands) one.needs_staged |= one.kind == Kind::Structure && one.type == TypeClass::HostNumber;
  }

  static bool is_structure(const Expr& expression) {
    return expression.type == TypeClass::NumberStructure || expression.type == TypeClass::TensorStructure;
  }

  /// Both sides of ?: have one type: the staged one if exactly one side is symbolic or the result is.
  static void choose_alike(Expr& choice, BindingTime chosen) {
    const bool first_known = choice.operands[1].binding_time == BindingTime::Host;
    const bool second_known = choice.operands[2].binding_time == BindingTime::Host;
    if (!is_structure(choice) || !(first_known || second_known)) return;
    if (first_known != second_known || chosen > BindingTime::External) need_staged(choice);
  }

  /// Promotes both variables of (c ? a : b) = v, which have one type.
  void promote_sides(const Expr& choice) {
    if (choice.operands[1].binding_time == BindingTime::Host && choice.operands[2].binding_time == BindingTime::Host)
      return;
    promote_written(choice.operands[1], choice.place);
    promote_written(choice.operands[2], choice.place);
  }

  /// A choice between numbers that are external or symbolic has their common type, which ag::if_else finds.
  static BindingTime live_choice(Expr& expression) {
    if (is_structure(expression))
      return std::max(expression.operands[1].binding_time, expression.operands[2].binding_time);
    if (expression.type != TypeClass::HostNumber) return BindingTime::Host;
    if (expression.operands[1].binding_time == BindingTime::Host &&
        expression.operands[2].binding_time == BindingTime::Host)
      return BindingTime::Host;
    expression.operands[0].staged = true;
    return BindingTime::MaybeStaged;
  }

  BindingTime reference(Expr& expression, BindingTime assigned) {
    const model::Variable& variable = function_.variable(expression.variable);
    if ((expression.access != Access::Read || expression.takes_binding_time) && variable.has_numbers)
      promote(expression.variable, assigned, expression.place);
    if (expression.access != Access::Read) changed_ = share_growth(function_, expression, find_callee_) || changed_;
    if (expression.access == Access::Declare) expression.of_list = is_given_list(expression);
    if (variable.promotion.may_be_staged()) {
      for (Expr& operand : expression.operands) {
        need_staged(operand);
        promote_functions(operand);
      }
    }
    return variable.has_numbers ? variable.promotion.binding_time : BindingTime::Host;
  }

  /// True if the value of the declared variable is a list that a call returns.
  bool is_given_list(const Expr& declared) const {
    if (declared.operands.size() != 1) return false;
    const Expr* value = &declared.operands.front();
    while ((value->kind == Kind::Opaque || value->kind == Kind::Structure) && value->operands.size() == 1)
      value = &value->operands.front();
    return value->kind == Kind::Call && find_callee_(*value).gives_list;
  }

  /// A converted function can return symbolic numbers, and can change numbers of the caller into symbolic ones.
  BindingTime call(Expr& call) {
    if (call.called.of_passed) return BindingTime::MaybeStaged;
    if (call.called.of_function) return function_call(call);
    if (call.called.names_function) return BindingTime::Host;  // the function value itself records its binding time
    if (call.called.gives_part) choose_part(call);
    const Callee callee = find_callee_(call);
    if (callee.lambda) return lambda_call(call, *callee.lambda);
    if (call.called.gives_part && !call.called.chosen) {
      call.rewritten = callee.converted && call.operands.front().binding_time != BindingTime::Host;
      return call.operands.front().binding_time;  // as symbolic as the object
    }
    call.rewritten = model::runs_on_symbols(call, callee.converted);
    if (!call.rewritten) return BindingTime::Host;
    for (Expr& operand : call.operands) {
      need_staged(operand);
      promote_functions(operand);
      promote_written(operand, call.place);
    }
    return BindingTime::MaybeStaged;
  }

  /// Handles m(i, j), which returns a reference to a part of m. If the graph selects the part, it has no address, so a
  /// consumer that needs a reference is an error.
  void choose_part(Expr& call) const {
    const auto is_symbolic = [](const Expr& one) {
      return one.kind == Kind::Exit && one.operands.front().binding_time > BindingTime::External;
    };
    const bool by_object = call.called.by_object && call.operands.front().binding_time != BindingTime::Host;
    const bool by_arguments = std::any_of(call.operands.begin() + 1, call.operands.end(), is_symbolic);
    if (call.called.chooser && !call.refers && (by_object || by_arguments)) {
      call.callee = call.called.giver;
      if (by_object && !by_arguments)
        call.called.names_parameters = find_callee_(call).converted;  // of `call.called.giver`
      call.called.chosen = true;
      call.callee = call.called.chooser;
    }
    for (size_t k = 1; call.refers && k < call.operands.size(); ++k) {
      if (!is_symbolic(call.operands[k])) continue;
      call.operands[k].detail = "a reference to an element";
      call.operands[k].remedy = model::Remedy::CopyElement;
    }
  }

  /// A call of a function value uses symbolic numbers if an argument or the function value does.
  BindingTime function_call(Expr& call) {
    Expr& object = call.operands.front();
    BindingTime given = BindingTime::Host;
    for (size_t k = 1; k < call.operands.size(); ++k) {
      const Expr& operand = call.operands[k];
      given =
          std::max(given, operand.kind == Kind::Exit ? operand.operands.front().binding_time : operand.binding_time);
    }
    if (object.kind == Kind::Structure) {  // an unfollowed pointer: tracing finds the function
      call.rewritten = object.needs_staged = given > BindingTime::External || call.called.asks_tensors;
    } else {
      if (given > BindingTime::External) promote_read(object, given, call.place);
      call.rewritten = object.binding_time != BindingTime::Host;
    }
    if (!call.rewritten) return BindingTime::Host;
    for (size_t k = 1; k < call.operands.size(); ++k) {
      need_staged(call.operands[k]);
      promote_functions(call.operands[k]);
      promote_written(call.operands[k], call.place);
    }
    return call.type == TypeClass::Void || call.type == TypeClass::Tensor ? BindingTime::Host
                                                                          : BindingTime::MaybeStaged;
  }
  void promote_read(const Expr& value, BindingTime binding_time, model::Offset place) {
    if (value.kind == Kind::Reference && function_.variable(value.variable).is_function)
      promote(value.variable, binding_time, place);
    if (value.kind != Kind::Opaque) return;
    for (const Expr& operand : value.operands) promote_read(operand, binding_time, place);
  }
  /// Promotes a variable that is passed where a function of symbolic numbers is expected.
  void promote_functions(const Expr& value) {
    if (value.function_value.held && value.function_value.passes.empty())
      promote_read(value, BindingTime::MaybeStaged, value.place);
    if (value.kind == Kind::Conditional || value.function_value.held)
      std::ranges::for_each(value.operands, [this](const Expr& one) { promote_functions(one); });
  }

  /// Promotes the variable that the callee may change: the argument itself, or the variable that contains it.
  void promote_written(const Expr& target, model::Offset place) {
    if (target.kind == Kind::Reference && target.access != Access::Read)
      promote(target.variable, BindingTime::MaybeStaged, place);
    if (target.called.gives_part) return promote_written(target.operands.front(), place);
    if (target.kind == Kind::Conditional && target.of_place) return promote_sides(target);
    const bool part = target.kind == Kind::Opaque || target.kind == Kind::Subscript;
    if (!part) return;
    for (const Expr& operand : target.operands) promote_written(operand, place);
  }

  static BindingTime lambda_call(Expr& call, const Function& lambda) {
    BindingTime given = BindingTime::Host;
    bool shares = false;
    for (size_t k = 0; k < call.argument_count; ++k) {
      Expr& argument = call.operands[k];
      if (argument.function_value.held) need_staged(argument);
      given = std::max(given, argument.binding_time);
      shares = shares || (argument.shares_type && argument.binding_time != BindingTime::Host);
      if (k < lambda.parameters.size() && lambda.variable(lambda.parameters[k].variable).promotion.may_be_staged()) {
        need_staged(argument);
      }
    }
    call.rewritten = call.called.of_generic && shares;
    if (lambda.templating.of_numbers) {
      // An argument is symbolic, or the body makes the computed values symbolic: all numbers have the staged type.
      const auto promoted = [&](const model::Parameter& one) {
        const model::Promotion& promotion = lambda.variable(one.variable).promotion;
        return promotion.dependent && promotion.may_be_staged();
      };
      call.rewritten = std::ranges::any_of(lambda.parameters, promoted);
      if (call.rewritten) given = std::max(given, BindingTime::MaybeStaged);
    }
    if (call.type != TypeClass::HostNumber && !is_structure(call)) return BindingTime::Host;
    return call.called.of_generic && !lambda.outside_callers.unconverted ? std::max(lambda.returned.binding_time, given)
                                                                         : lambda.returned.binding_time;
  }

  void promote(model::VariableId id, BindingTime binding_time, model::Offset cause) {
    changed_ = analysis::promote(function_.variable(id), binding_time, cause) || changed_;
  }

  Function& function_;
  const FindCallee& find_callee_;
  bool changed_ = false;
};

}  // namespace

void find_binding_times(Function& function, const FindCallee& find_callee) {
  for (BindingTimes binding_times(function, find_callee); binding_times.walk();) {
  }
}

}  // namespace agc::analysis
