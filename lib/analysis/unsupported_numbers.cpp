// Diagnostics for numbers that may be symbolic where a host number is needed.
#include <algorithm>

#include "analysis/unsupported.h"
#include "diag/catalogue.h"
#include "model/choice.h"
#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Access;
using model::BindingTime;
using model::Expr;
using Kind = Expr::Kind;

class NumberCheck {
 public:
  NumberCheck(const model::SourceFile& source, const model::Function& function,
              const std::vector<model::Offset>& late_throws)
      : source_(source), function_(function), late_throws_(late_throws) {}

  std::vector<Diagnostic> run() {
    model::visit_statements(function_.body, [&](const model::Stmt& statement) {
      model::visit_own_expressions(statement, [&](const Expr& expression) { check(expression, false); });
      if (statement.has_condition) condition(statement.condition);
    });
    for (const model::Variable& variable : function_.variables) {
      if (!variable.promotion.may_be_staged() || variable.promotion.possible) continue;
      report(Id::staged_storage, variable.declared, {variable.name, variable.type_text});
      note(variable);
    }
    for (const model::Variable& variable : function_.variables) list(variable);
    if (function_.is_lambda() && function_.outside_callers.unconverted && function_.returns_staged()) {
      report(Id::staged_exit, function_.returned.cause, {"the result", "what calls this lambda"});
    }
    if (function_.is_lambda() && function_.outside_callers.unconverted) handed_back();
    return std::move(result_);
  }

 private:
  /// Checks for numbers that the lambda returns through a reference parameter.
  void handed_back() {
    for (const model::Parameter& parameter : function_.parameters) {
      const model::Variable& variable = function_.variable(parameter.variable);
      if (!parameter.writable_reference || variable.promotion.binding_time != BindingTime::Staged) continue;
      report(Id::staged_exit, variable.promotion.cause, {variable.name, "what calls this lambda"});
    }
  }

  void check(const Expr& expression, bool passed_on) {
    switch (expression.kind) {
      case Kind::Exit:
        passed_on = passed_on || expression.rewritten;
        if (!passed_on && expression.operands.front().binding_time == BindingTime::Staged) exit(expression);
        if (!passed_on && expression.operands.front().binding_time > BindingTime::Host) macro(expression);
        break;
      case Kind::Reference:
        if (expression.takes_reference && function_.variable(expression.variable).promotion.may_be_staged()) {
          reference(expression);
        }
        storage(expression);
        break;
      case Kind::FromTensor:
      case Kind::Dimension:
      case Kind::External:
      case Kind::Output:
        macro(expression);
        break;
      case Kind::StandardCall:
        if (expression.binding_time != BindingTime::Host &&
            (!expression.of_elements || model::chooses_element(expression)))
          macro(expression);
        break;
      case Kind::Subscript:
        if (expression.rewritten) macro(expression);
        break;
      case Kind::Throw:
        if (std::ranges::find(late_throws_, expression.place) != late_throws_.end()) return;
        break;
      case Kind::Cast:
      case Kind::Spelled:
        if (expression.binding_time != BindingTime::Host) macro(expression);
        break;
      case Kind::Call:
        if (expression.rewritten) macro(expression);
        break;
      case Kind::Conditional:
        // The choice of numbers would be symbolic, and the template's own type cannot hold a symbolic number.
        if (expression.type == model::TypeClass::Dependent && !function_.closure.never_called &&
            !follows_own_type(expression.operands.front()))
          report(Id::dependent_choice, expression.operator_token.begin, {});
        break;
      case Kind::Opaque:
        if ((expression.in_order || expression.copied) && expression.binding_time != BindingTime::Host)
          macro(expression);
        break;
      default:
        break;
    }
    if (expression.kind == Kind::Logical)
      std::ranges::for_each(expression.operands, [&](const Expr& one) { condition(one); });
    if (expression.kind == Kind::Conditional) condition(expression.operands.front());
    for (const Expr& operand : expression.operands) {
      const bool takes_any =
          expression.kind == Kind::Call && (!expression.called.gives_part || expression.called.chosen);
      const bool rewritten = takes_any || expression.kind == Kind::Subscript;
      const bool takes = (rewritten && expression.rewritten) || expression.of_list;
      check(operand, takes && operand.kind == Kind::Exit);
    }
  }

  /// A condition that may be known during tracing is decided on the host by text around it, which a macro cannot
  /// contain.
  void condition(const Expr& condition) {
    if (condition.binding_time == BindingTime::External || condition.binding_time == BindingTime::MaybeStaged)
      macro(condition);
  }

  /// True if the expression is symbolic only in instantiations whose own type is a staged one.
  bool follows_own_type(const Expr& expression) const {
    if (expression.binding_time == BindingTime::Host) return true;
    if (!function_.templating.of_numbers) return false;
    if (expression.kind == Kind::Reference) return function_.variable(expression.variable).promotion.dependent;
    if (expression.operands.empty()) return false;
    return std::ranges::all_of(expression.operands, [this](const Expr& operand) { return follows_own_type(operand); });
  }

  /// Checks for a symbolic number that is stored in a variable which cannot hold one.
  void storage(const Expr& expression) {
    if (expression.access == Access::Read) return;
    const model::Variable& variable = function_.variable(expression.variable);
    const bool unfollowed =
        std::ranges::any_of(expression.operands, [](const Expr& one) { return one.function_value.unfollowed; });
    if (variable.is_function && variable.promotion.binding_time == BindingTime::Staged && unfollowed) {
      report(Id::unfollowed_function, expression.place, {variable.name});
      result_.back().notes.insert(result_.back().notes.begin(),
                                  make_note(source_.location(variable.promotion.cause), "it is called here"));
    }
    const bool holds = variable.has_numbers || variable.type == model::TypeClass::Tensor ||
                       variable.type == model::TypeClass::TensorStructure ||
                       variable.type == model::TypeClass::Dependent;
    const bool promoted =
        std::ranges::any_of(expression.operands, [](const Expr& one) { return one.binding_time != BindingTime::Host; });
    if (!holds && promoted) report(Id::staged_storage, expression.place, {variable.name, variable.type_text});
  }

  /// A list has fewer operations than a vector. Uses in a lambda are reported with the declaration of the list.
  void list(const model::Variable& variable) {
    if (!variable.growth.may_be_staged() || variable.captured != model::kNoVariable ||
        variable.copy_of != model::kNoVariable)
      return;
    for (const model::Growth::Use& use : variable.growth.refused) {
      report(Id::staged_list_use, use.place, {variable.name, use.what});
      auto& notes = result_.back().notes;
      notes.insert(notes.begin(), make_note(source_.location(variable.growth.cause),
                                            "'" + variable.name + "' grows where this decides"));
    }
  }

  void exit(const Expr& expression) {
    const size_t before = result_.size();
    report(Id::staged_exit, expression.place, {expression.name, expression.detail});
    if (result_.size() == before) return;
    advise(expression.remedy);
    if (const model::Variable* variable = first_staged(expression)) note(*variable);
  }

  /// Checks for unconverted code that takes a reference or a pointer to a symbolic number.
  void reference(const Expr& expression) {
    const model::Variable& variable = function_.variable(expression.variable);
    const size_t before = result_.size();
    if (expression.detail.empty()) {
      report(Id::staged_reference, expression.place, {variable.name, expression.name});
    } else {
      report(Id::staged_exit, expression.place, {variable.name, expression.detail});
    }
    if (result_.size() > before) advise(expression.remedy);
    if (result_.size() > before) note(variable);
  }

  /// Replaces the remedy of the catalogue with a specific one.
  void advise(model::Remedy remedy) {
    const std::string_view text = text_of(remedy);
    if (!text.empty()) result_.back().notes.back().message = text;
  }
  static std::string_view text_of(model::Remedy remedy) {
    switch (remedy) {
      case model::Remedy::Convert:
        break;
      case model::Remedy::IndexTensor:
        return "index a tensor instead: ag::stack makes one of tensors, ag::tensor one of numbers";
      case model::Remedy::CopyElement:
        return "copy the element to a variable, change that, and assign it back";
      case model::Remedy::WriteFunction:
        return "write a function instead of the template, or a template whose parameters are tensors here";
      case model::Remedy::FollowFunction:
        return "give it a lambda that changes no variable, or a function whose definition is seen";
      case model::Remedy::MakeTensor:
        return "make a tensor of this size, as with ag::zeros, or add the elements to a std::vector by push_back";
      case model::Remedy::KeepNumbers:
        return "keep its parts in numbers of their own, or in a structure of yours with the operations that it needs";
      case model::Remedy::PrintValue:
        return "text is made before the graph runs: print the number, with ag::print, std::cout or std::printf";
      case model::Remedy::WriteLoop:
        return "write the loop over the elements here";
      case model::Remedy::ChooseAmong:
        return "it has to be known while the graph is made: choose between calls with known numbers by if or switch";
      case model::Remedy::CallHost:
        return "keep it a tensor, or have ag::host_call call the function when the graph gets there";
      case model::Remedy::PassTensors:
        return "let the method take and give tensors, or write a function, or a template, of what it needs";
      case model::Remedy::GiveElement:
        return "the graph chooses among the elements of one array or vector: write the method as 'return values[i];'";
      case model::Remedy::NameType:
        return "name the type, as in sizeof(double)";
      case model::Remedy::NameVariable:
        return "name the variable itself where its value is used or changed";
      case model::Remedy::NameMap:
        return "declare it as a variable, which may hold symbolic numbers, and name that";
      case model::Remedy::AssignAfter:
        return "start with a value that is known, and assign the other one afterwards";
    }
    return {};
  }

  void macro(const Expr& expression) {
    if (expression.in_macro) report(Id::macro_staged, expression.place, {});
  }

  const model::Variable* first_staged(const Expr& expression) const {
    if (expression.kind == Kind::Reference && expression.variable != model::kNoVariable) {
      const model::Variable& variable = function_.variable(expression.variable);
      if (variable.promotion.binding_time == BindingTime::Staged) return &variable;
    }
    for (const Expr& operand : expression.operands) {
      if (const model::Variable* found = first_staged(operand)) return found;
    }
    return nullptr;
  }

  void report(Id id, model::Offset place, const std::vector<std::string>& arguments) {
    if (std::ranges::find(reported_, place) != reported_.end()) return;
    reported_.push_back(place);
    result_.push_back(make_diagnostic(id, source_.location(place), arguments));
  }
  void note(const model::Variable& variable) {
    auto& notes = result_.back().notes;
    notes.insert(notes.begin(), make_note(source_.location(variable.promotion.cause),
                                          "'" + variable.name + "' is known only when the graph runs because of this"));
  }

  const model::SourceFile& source_;
  const model::Function& function_;
  const std::vector<model::Offset>& late_throws_;
  std::vector<Diagnostic> result_;
  std::vector<model::Offset> reported_;
};

}  // namespace

std::vector<Diagnostic> find_unsupported_numbers(const model::SourceFile& source, const model::Function& function,
                                                 const std::vector<model::Offset>& late_throws) {
  return NumberCheck(source, function, late_throws).run();
}

}  // namespace agc::analysis
