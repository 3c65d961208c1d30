#include "transform/conversion.h"

#include <algorithm>
#include <utility>

#include "analysis/callbacks.h"
#include "analysis/definedness.h"
#include "analysis/external_accesses.h"
#include "analysis/jumps.h"
#include "analysis/list_binding_times.h"
#include "analysis/method_variants.h"
#include "analysis/unsupported.h"
#include "analysis/variable_promotion.h"
#include "convert/pipeline.h"
#include "diag/catalogue.h"
#include "emit/staged_classes.h"
#include "explain/explain.h"
#include "model/print.h"
#include "model/visit.h"

namespace agc {
Conversion::Conversion(const model::SourceFile& source, std::vector<model::Function>& functions,
                       const EagerFunctions& eager, bool stages)
    : source_(source), functions_(functions), eager_(eager), table_(functions), with_stages_(stages) {
  find_alternatives();
  leave_returned_lambdas();
  for (const model::Function& function : functions) {
    if (!function.staging.on_demand && !alternatives_.contains(function.identity)) convert(function.identity);
    if (function.has_variant_on_demand()) without_variant_.insert(function.identity);
  }
  for (model::FunctionId identity : analysis::functions_that_look_outside(functions)) {
    if (!alternatives_.contains(identity)) convert(identity);
  }
  for (const model::Function& function : functions)
    if (function.staged_method.slot && converted_.contains(function.identity))
      convert_slot(function.staged_method.slot);
  for (model::Function& function : functions) {
    const bool takes_staged = function.has_staged_variant() && !function.staged_method.gives_part;
    if (!takes_staged && !(function.is_lambda() && function.outside_callers.converted)) continue;
    for (const model::Parameter& parameter : function.parameters) {
      model::Variable& variable = function.variable(parameter.variable);
      analysis::promote(variable, model::BindingTime::MaybeStaged, variable.declared);
    }
  }
  for (model::Function& function : functions) {
    for (model::Variable& variable : function.variables) {
      if (function.copy.in_staged_class && variable.member)
        analysis::promote(variable, model::BindingTime::MaybeStaged, function.name_place);
    }
  }
}

/// Finds instantiations that are not converted separately: calls do not name them, or they are in place of the
/// template.
void Conversion::find_alternatives() {
  std::set<model::FunctionId> named;
  for (const model::Function& function : functions_) {
    model::visit_all_expressions(function.body, [&](const model::Expr& one) {
      if (one.kind == model::Expr::Kind::Call) named.insert(one.callee);
    });
  }
  for (const model::Function& text : functions_) {
    for (model::FunctionId identity : text.templating.instances) {
      const model::Function* instance = find(identity);
      if (instance && (instance->templating.text || !named.contains(identity))) alternatives_.insert(identity);
    }
  }
}

/// A returned lambda takes and returns host numbers if a function that runs eagerly calls it.
void Conversion::leave_returned_lambdas() {
  for (const model::Function& function : functions_) {
    if (!eager_.contains(function)) continue;
    const auto leave = [&](model::FunctionId identity) {
      model::Function* lambda = find(identity);
      if (!lambda || !lambda->is_lambda() || table_.around(*lambda) == &function) return;
      lambda->outside_callers.unconverted = true;
      lambda->outside_callers.converted = false;
    };
    model::visit_all_expressions(function.body, [&](const model::Expr& one) {
      if (one.kind == model::Expr::Kind::Call && one.called.of_lambda) leave(one.callee);
      std::ranges::for_each(one.function_value.passes, leave);
    });
  }
}

void Conversion::run(std::vector<model::LoweredFunction>& lowered, std::vector<Diagnostic>& diagnostics) {
  find_changes();
  analysis::find_held_lists(functions_);
  analysis::refuse_list_arguments(functions_);
  do {
    lowered.clear();
    reported_.clear();
    stages_.clear();
    wanted_ = false;
    hand_out_functions();
    for (model::Function& function : functions_) {
      if (!is_converted(function)) continue;
      const auto result = [&] { return std::pair(function.returned.binding_time, function.returned.is_list); };
      const auto returned = result();
      const size_t reported = reported_.size();
      if (auto one = lower(function)) {
        lowered.push_back(std::move(*one));
      } else if (!function.templating.instances.empty()) {  // each instantiation is converted separately
        reported_.erase(reported_.begin() + std::ptrdiff_t(reported), reported_.end());
        converted_.erase(function.identity);
        divided_.insert(function.identity);
        for (model::FunctionId instance : function.templating.instances) convert(instance);
        wanted_ = true;
      }
      wanted_ = wanted_ || result() != returned;
    }
    want_constructors(lowered);
    wanted_ = analysis::share_binding_times(converted()) || wanted_;
    wanted_ = analysis::lend_to_functions(converted(), lowered) || wanted_;
    for (model::Function* function : converted()) {
      want_callees(*function);
      follow_functions(*function);
    }
  } while (wanted_);
  append(diagnostics, std::move(reported_));
  append(diagnostics, analysis::find_changing_functions(source_, lowered));
}

/// Explains every function that is converted or should be; `lowered` and `diagnostics` are those of `run`.
std::vector<ExplainedFunction> Conversion::explain(const std::vector<model::LoweredFunction>& lowered,
                                                   const std::vector<Diagnostic>& diagnostics) const {
  const auto lowered_of = [&](const model::Function& function) -> const model::LoweredFunction* {
    const auto found = std::ranges::find_if(lowered, [&](const model::LoweredFunction& one) {
      return one.function->range.begin == function.range.begin && one.function->copy == function.copy;
    });
    return found == lowered.end() ? nullptr : &*found;
  };
  const auto callee = [&](model::FunctionId identity) -> explain::Callee {
    model::FunctionId identity_of_text = identity;
    auto found = std::ranges::find(functions_, identity, &model::Function::identity);
    if (found == functions_.end()) {
      identity = identity.as(model::FunctionId::Variant::StagedMethod);
      found = std::ranges::find(functions_, identity, &model::Function::identity);
    }
    if (found == functions_.end()) {
      found = std::ranges::find_if(functions_, [&](const model::Function& one) {
        return one.variant.pattern == identity_of_text && converted_.contains(one.identity);
      });
      if (found != functions_.end()) identity = found->identity;
    }
    if (found != functions_.end() && eager_.contains(*found)) return {&*found, false, true};
    if (found == functions_.end() || !converted_.contains(identity)) return {};
    return {&*found, lowered_of(*found) == nullptr, false};
  };
  std::vector<ExplainedFunction> result;
  for (const model::Function& function : functions_) {
    if (!converted_.contains(function.identity) && !eager_.contains(function)) continue;
    result.push_back(explain::explain(source_, function, lowered_of(function), diagnostics, callee));
  }
  return result;
}

/// A number of an external variable that converted code writes may be symbolic wherever it is read.
void Conversion::find_changes() {
  const auto each = [this](auto&& visit) {
    for (model::Function& function : functions_) {
      model::visit_all_expressions(function.body, [&](model::Expr& part) {
        if (part.kind == model::Expr::Kind::External) visit(part);
      });
    }
  };
  std::set<model::FunctionId> changed;
  each([&](const model::Expr& part) {
    if (part.access != model::Access::Read) changed.insert(part.callee);
  });
  each([&](model::Expr& part) { part.changes = changed.contains(part.callee); });
}

/// Runs analysis and converters on one function; returns nothing if it is refused. The numbers that staged statements
/// carry are known only after lowering; with these promoted, more statements may be staged, so lowering is repeated.
std::optional<model::LoweredFunction> Conversion::lower(model::Function& function) {
  for (;;) {
    analysis::find_binding_times(function, [this](const model::Expr& call) { return callee(call); });
    if (without_variant_.contains(function.identity) && analysis::needs_variant(function)) {
      give_variant(function);
      continue;
    }
    want_callees(function);
    analysis::find_loop_exits(function.body);
    std::vector<Diagnostic> refused = analysis::find_unsupported(source_, function);
    if (!refused.empty()) return report(std::move(refused));
    auto copy = std::make_unique<model::Function>(function);
    convert::Context context{source_, *copy, {}, {}, {}};
    context.lowered.function = std::move(copy);
    const std::size_t first_stage = stages_.size();
    if (with_stages_)
      stages_.push_back({function.qualified_name, function.signature, "", model::print(source_, function)});
    convert::convert(context, [&](const convert::Converter& converter) {
      if (!with_stages_) return;
      // Before the jumps are lowered there is no other tree.
      const bool is_lowered = !context.lowered.body.nodes.empty();
      std::string tree = is_lowered ? model::print(source_, context.function, context.lowered)
                                    : model::print(source_, context.function);
      stages_.push_back({function.qualified_name, function.signature, std::string(converter.name), std::move(tree)});
    });
    if (!context.diagnostics.empty()) return report(std::move(context.diagnostics));
    if (context.promotions.empty()) {
      refused = analysis::find_unsupported(source_, context.lowered);
      append(refused, analysis::find_unsupported_numbers(source_, function, context.lowered.late_throws));
      if (!refused.empty()) return report(std::move(refused));
      for (const analysis::UndefinedRead& read : analysis::find_undefined_reads(function)) {
        reported_.push_back(
            make_diagnostic(Id::undefined_read, source_.location(read.place), {function.variable(read.variable).name}));
      }
      return std::move(context.lowered);
    }
    stages_.resize(first_stage);
    for (const convert::PromotionRequest& request : context.promotions) {
      model::Variable& variable = function.variable(request.variable);
      if (request.grows) {
        analysis::promote_growth(variable, request.binding_time, request.cause);
      } else {
        analysis::promote(variable, request.binding_time, request.cause);
      }
    }
  }
}

bool Conversion::is_left(model::FunctionId identity) const {
  const model::Function* function = find(identity);
  return function && eager_.contains(*function);
}

/// Marks the function for conversion. Returns true unless it was marked before or is left as written.
bool Conversion::convert(model::FunctionId identity) {
  return !is_left(identity) && !divided_.contains(identity) && converted_.insert(identity).second;
}

/// A lambda is converted with the enclosing function.
bool Conversion::is_converted(const model::Function& function) const {
  if (!converted_.contains(function.identity) || eager_.contains(function)) return false;
  if (!function.is_lambda()) return true;
  const model::Function* around = table_.around(function);
  return !around || is_converted(*around);
}
std::vector<model::Function*> Conversion::converted() {
  std::vector<model::Function*> result;
  for (model::Function& function : functions_) {
    if (is_converted(function)) result.push_back(&function);
  }
  return result;
}
analysis::Callee Conversion::callee(const model::Expr& call) const {
  analysis::Callee result{converted_.contains(call.callee) && !without_variant_.contains(call.callee), nullptr, false};
  if (call.called.of_lambda) result.lambda = find(call.callee);
  const model::Function* function = result.converted && !call.called.of_lambda ? find(call.callee) : nullptr;
  result.gives_list = function && function->returned.is_list && function->has_staged_variant();
  return result;
}

/// Propagates to function values whether they take symbolic numbers. If so, converted code calls them; otherwise the
/// user's code does.
void Conversion::hand_out_functions() {
  for (model::FunctionId lambda : given_plainly_) find(lambda)->outside_callers.unconverted = false;
  given_plainly_.clear();
  for (model::Function* function : converted()) {
    model::visit_all_expressions(function->body, [this](model::Expr& value) {
      if (!value.function_value.held) return;
      const bool on = value.function_value.handed_out = value.rewritten;
      for (model::FunctionId identity : value.function_value.passes) {
        model::Function* lambda = find(identity);
        if (!lambda) continue;
        if (!on && !lambda->outside_callers.unconverted) {
          lambda->outside_callers.unconverted = true;
          given_plainly_.insert(identity);
        }
        if (on) want_maker(*lambda, value.place);
        if (!on || std::exchange(lambda->outside_callers.converted, true)) continue;
        for (const model::Parameter& parameter : lambda->parameters) {
          model::Variable& variable = lambda->variable(parameter.variable);
          analysis::promote(variable, model::BindingTime::MaybeStaged, variable.declared);
        }
      }
      if (!on) return;
      for (const model::Expr& operand : value.operands) {
        const bool call = operand.kind == model::Expr::Kind::Call && !operand.called.of_lambda && operand.callee;
        const model::Function* callee = call ? find(operand.callee) : nullptr;
        if (callee && is_left(operand.callee))
          report_eager_call(*callee, operand.place);
        else if (callee && callee->has_staged_variant())
          wanted_ = convert(operand.callee) || wanted_;
      }
    });
  }
}
/// A lambda that a function returns is converted with that function.
void Conversion::want_maker(const model::Function& lambda, model::Offset place) {
  const model::Function* maker = lambda.is_lambda() ? table_.around(lambda) : nullptr;
  if (!maker) return;
  if (is_left(maker->identity)) return report_eager_call(*maker, place);
  const bool lambda_wanted = convert(lambda.identity);
  wanted_ = convert(maker->identity) || lambda_wanted || wanted_;
}
/// True if the lambda returns a symbolic number, or receives one elsewhere.
bool Conversion::is_symbolic(const model::Expr& value) {
  if (value.kind == model::Expr::Kind::Conditional)
    return is_symbolic(value.operands[1]) || is_symbolic(value.operands[2]);
  return value.function_value.held &&
         std::ranges::any_of(value.function_value.passes, [this](model::FunctionId identity) {
           const model::Function* lambda = find(identity);
           if (!lambda) return false;
           bool symbolic =
               lambda->outside_callers.converted || lambda->returned.binding_time > model::BindingTime::External;
           for (const model::Parameter& parameter : lambda->parameters)
             symbolic =
                 symbolic || lambda->variable(parameter.variable).promotion.binding_time > model::BindingTime::External;
           model::visit_all_expressions(lambda->body, [&](const model::Expr& one) {
             symbolic = symbolic || (one.is_result && one.operands.front().binding_time > model::BindingTime::External);
           });
           return symbolic;
         });
}
/// Raises variables that hold such lambdas; notes function values that changed since hand_out_functions.
void Conversion::follow_functions(model::Function& function) {
  model::visit_all_expressions(function.body, [&](const model::Expr& one) {
    wanted_ = wanted_ || (one.function_value.held && one.rewritten != one.function_value.handed_out);
    if (one.kind != model::Expr::Kind::Reference || one.access == model::Access::Read) return;
    model::Variable& variable = function.variable(one.variable);
    if (!variable.is_function) return;
    for (const model::Expr& value : one.operands) {
      if (is_symbolic(value))
        wanted_ = analysis::promote(variable, model::BindingTime::MaybeStaged, one.place) || wanted_;
    }
  });
}

/// True if the function takes a pair, a vector or an optional of numbers, or another structure of these.
static bool takes_structures(const model::Function& callee) {
  return std::ranges::any_of(callee.parameters, [&](const model::Parameter& parameter) {
    const model::Variable& variable = callee.variable(parameter.variable);
    return variable.has_numbers && !variable.is_function && variable.type != model::TypeClass::HostNumber &&
           variable.type != model::TypeClass::Tensor;
  });
}

/// True if the call passes `callee` a reference to symbolic numbers of `caller`, which it may change.
static bool hands_out_numbers(const model::Expr& call, const model::Function& caller, const model::Function& callee) {
  const bool takes = std::ranges::any_of(callee.parameters, [&](const model::Parameter& parameter) {
    return parameter.writable_reference && callee.variable(parameter.variable).has_numbers;
  });
  bool found = false;
  model::visit_expressions(call, [&](const model::Expr& one) {
    found = found || (one.kind == model::Expr::Kind::Reference && one.variable != model::kNoVariable &&
                      one.access != model::Access::Read && caller.variable(one.variable).promotion.may_be_staged());
  });
  return takes && found;
}

/// Functions of numbers only are converted if they receive a number that may be symbolic.
void Conversion::want_callees(model::Function& function) {
  for (const model::Function& one : functions_) {
    const bool called =
        !one.pointee.type.empty() && std::ranges::count(function.uses.called_pointees, one.pointee.type) > 0;
    if (!called || one.pointee.reference.empty() || is_left(one.identity)) continue;
    if (without_variant_.contains(one.identity)) give_variant(*find(one.identity));
    wanted_ = convert(one.identity) || wanted_;
  }
  model::visit_all_expressions(function.body, [this, &function](const model::Expr& expression) {
    if (expression.kind != model::Expr::Kind::Call) return;
    if (without_variant_.contains(expression.callee) && !is_left(expression.callee) &&
        analysis::passes_symbolic(expression))
      give_variant(*find(expression.callee));
    const model::Function* callee = find(expression.callee);
    const model::Function* maker =
        callee && callee->is_lambda() ? table_.around(*callee) : nullptr;  // returns the lambda
    const bool needs_maker = maker && expression.called.of_lambda && !converted_.contains(maker->identity);
    if (converted_.contains(expression.callee) && !needs_maker) return;
    if (!callee || (callee->templating.text && converted_.contains(callee->templating.text))) return;
    const bool gives_part = expression.called.gives_part && !expression.called.chosen;
    if (gives_part && expression.operands.front().binding_time == model::BindingTime::Host) return;
    const bool promoted =
        callee->staged_method.constructs || expression.called.of_own_staged_class || expression.called.asks_tensors ||
        std::ranges::any_of(expression.operands, [this](const model::Expr& one) { return is_symbolic(one); }) ||
        std::ranges::any_of(expression.operands, [&](const model::Expr& operand) {
          if (expression.called.of_lambda || operand.binding_time != model::BindingTime::Host)
            return operand.binding_time != model::BindingTime::Host;
          return operand.kind == model::Expr::Kind::Exit &&
                 operand.operands.front().binding_time != model::BindingTime::Host;
        });
    if (!promoted) return;
    if (needs_maker) return want_maker(*callee, expression.place);
    if (!convert(expression.callee)) {
      // A plain function takes known numbers, but neither objects with symbolic members nor references to such
      // variables.
      const bool takes_objects = !callee->signature_classes.empty() || takes_structures(*callee) ||
                                 hands_out_numbers(expression, function, *callee);
      if (callee->staged_method || callee->variant || takes_objects) report_eager_call(*callee, expression.place);
      return;
    }
    if (callee->staged_method.slot) convert_slot(callee->staged_method.slot);
    wanted_ = true;
  });
}

/// Converts all methods that override each other: any of them may be called.
void Conversion::convert_slot(const void* slot) {
  for (model::FunctionId identity : table_.of_slot(slot)) convert(identity);
}

void Conversion::give_variant(model::Function& method) {
  analysis::give_variant(method);
  without_variant_.erase(method.identity);
  convert(method.identity);
  wanted_ = true;
}

/// A needed staged class gets the constructors and conversions of its class, which the library calls as well.
void Conversion::want_constructors(const std::vector<model::LoweredFunction>& lowered) {
  const std::set<const void*> needed = emit::needed_staged_classes(lowered);
  for (const model::Function& function : functions_) {
    if (!(function.staged_method.constructs || function.staged_method.converts) ||
        !needed.contains(function.staged_method.of))
      continue;
    wanted_ = convert(function.identity) || wanted_;
    if (!is_left(function.identity)) continue;
    for (const model::LoweredFunction& one : lowered) {
      if (emit::needed_staged_classes(one).contains(function.staged_method.of))
        report_eager_call(function, one.function->name_place);
    }
  }
}

std::nullopt_t Conversion::report(std::vector<Diagnostic> refused) {
  append(reported_, std::move(refused));
  return std::nullopt;
}

/// The caller of a staged variant that does not exist is not converted either.
void Conversion::report_eager_call(const model::Function& callee, model::Offset place) {
  reported_.push_back(make_diagnostic(Id::eager_call, source_.location(place), {callee.name}));
}

}  // namespace agc
