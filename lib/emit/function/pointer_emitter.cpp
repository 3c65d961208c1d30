#include "emit/function/pointer_emitter.h"

#include "emit/function/condition_emitter.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Expr;
using Kind = Expr::Kind;

bool PointerEmitter::is_selected(model::VariableId pointer) const {
  return pointer != model::kNoVariable && function_.variable(pointer).promotion.may_be_staged();
}

bool PointerEmitter::emit(const Expr& expression) {
  for (const model::VariableId one : expression.through) {
    if (!is_selected(one)) continue;
    on_target(expression);
    return true;
  }
  if (!is_selected(expression.pointer)) return false;
  if (expression.kind == Kind::Conditional && expression.rewritten) {
    chosen_pointer(expression);
  } else if (expression.kind == Kind::HostCall) {  // becomes ag::Pointer<double>(v, v + 1)
    const std::string type = staged_type(function_.variable(expression.pointer));
    enclose(expression.range, type + "(" + expression.array + ", ", expression.operands, ")");
  } else if (expression.kind == Kind::Opaque) {
    target(expression);
  } else {
    return false;
  }
  return true;
}

/// Emits *p, p->m, p[n], and the name of a reference, which becomes *r. The target of an assignment becomes
/// ag::place(p).
void PointerEmitter::target(const Expr& expression) {
  const model::Range range = expression.range;
  const std::string place = std::string(names::kElementPlace) + "(";
  if (function_.variable(expression.pointer).is_reference) {
    if (!expression.assigned_through) return target_of_reference(expression);
    edits_.insert(range.begin, place);
    edits_.insert(range.end, ")");
    return expressions(expression.operands);
  }
  if (!expression.assigned_through) return expressions(expression.operands);
  if (source_.text(range).ends_with("]")) return assigned_element(expression);
  edits_.replace({range.begin, range.begin + 1}, place);
  expressions(expression.operands);
  edits_.insert(range.end, ")");
}

/// Emits the name of a reference that is not assigned: r.m becomes r->m.
void PointerEmitter::target_of_reference(const Expr& expression) {
  const model::Range range = expression.range;
  size_t next = range.end;
  while (source_.text({model::Offset(next), model::Offset(next + 1)}) == " ") ++next;
  const std::string_view after = source_.text({model::Offset(next), model::Offset(next + 2)});
  expressions(expression.operands);
  if (after.starts_with(".")) return edits_.replace({range.end, model::Offset(next + 1)}, "->");
  const bool postfix =
      after.starts_with("[") || after.starts_with("(") || after == "->" || after == "++" || after == "--";
  edits_.insert(range.begin, postfix ? "(*" : "*");
  if (postfix) edits_.insert(range.end, ")");
}

/// Rewrites p[n] to ag::place(p + n).
void PointerEmitter::assigned_element(const Expr& expression) {
  const size_t targets = function_.variable(expression.pointer).targets.size();
  const Expr &pointer = expression.operands[targets], &index = expression.operands[targets + 1].operands.front();
  const bool simple = source_.text(index.outer_range).find_first_of(" ?") == std::string_view::npos;
  edits_.insert(expression.range.begin, std::string(names::kElementPlace) + "(");
  this->expression(pointer);
  edits_.replace({pointer.outer_range.end, index.outer_range.begin}, simple ? " + " : " + (");
  this->expression(index);
  for (size_t k = 0; k < targets; ++k) this->expression(expression.operands[k]);
  edits_.replace({index.outer_range.end, expression.range.end}, simple ? ")" : "))");
}

/// Rewrites p->add(x) to ag::on_target(p, [&](auto* p) { p->add(x); }).
void PointerEmitter::on_target(const Expr& operation) {
  const bool discarded = operation.sink == model::Sink::Discarded || operation.type == model::TypeClass::Void;
  std::string begin, end;
  for (const model::VariableId one : operation.through) {
    if (!is_selected(one)) continue;
    const std::string name = this->name(one);
    const bool inner = !begin.empty();
    begin += std::string(inner && !discarded ? "return " : "") + std::string(names::kOnTarget) + "(" + name + ", " +
             pack(operation.pack) + "[&](auto* " + name + ") { ";
    end += "; })";
  }
  enclose(operation.range, begin + (discarded ? "" : "return "), operation.operands, end);
}

/// Rewrites c ? &a : &b to ag::chosen_pointer<double>(c, [&] { return &a; }, [&] { return &b; }).
void PointerEmitter::chosen_pointer(const Expr& choice) {
  const bool reference = function_.variable(choice.pointer).is_reference;
  const Expr& condition = choice.operands[0];
  context_.conditions().open(choice, std::string(names::kChosenPointer) + "<" + choice.number_type + ">(");
  this->expression(condition);
  model::Offset done = condition.outer_range.end;
  std::string before = ", " + pack(choice.pack);
  for (const size_t k : {1, 2}) {
    const Expr& side = choice.operands[k];
    const bool chosen = side.kind == Kind::Conditional;
    const bool named = reference && !(chosen && side.rewritten);
    edits_.replace({done, side.outer_range.begin}, before + "[&] { return " + (named ? chosen ? "&(" : "&" : ""));
    this->expression(side);
    before = std::string(named && chosen ? ")" : "") + "; }, ";
    done = side.outer_range.end;
  }
  context_.conditions().close(choice, before.substr(0, before.size() - 2) + ")");
}

}  // namespace agc::emit
