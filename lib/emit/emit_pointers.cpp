// Pointers and references where a tensor decides which variable they name.
#include "emit/function_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Expr;
using Kind = Expr::Kind;

bool FunctionEmitter::is_selected(model::VariableId pointer) const {
  return pointer != model::kNoVariable && function_.variable(pointer).promotion.raised();
}

/// False: the expression has nothing to do with such a pointer.
bool FunctionEmitter::pointer(const Expr& expression) {
  for (const model::VariableId one : expression.through) {
    if (!is_selected(one)) continue;
    on_target(expression);
    return true;
  }
  if (!is_selected(expression.pointer)) return false;
  if (expression.kind == Kind::Conditional && expression.rewritten) {
    chosen_pointer(expression);
  } else if (expression.kind == Kind::HostCall) {  // ag::Pointer<double>(v, v + 1)
    edits_.insert(expression.range.begin,
                  staged_type(function_.variable(expression.pointer)) + "(" + expression.array + ", ");
    expressions(expression.operands);
    edits_.insert(expression.range.end, ")");
  } else if (expression.kind == Kind::Opaque) {
    target(expression);
  } else {
    return false;
  }
  return true;
}

/// *p, p->m, p[n], and the name of a reference, which becomes *r. As the target of an assignment ag::place(p).
void FunctionEmitter::target(const Expr& expression) {
  const bool reference = function_.variable(expression.pointer).is_reference;
  const model::Range range = expression.range;
  const std::string place = std::string(names::kElementPlace) + "(";
  const bool subscript = source_.text(range).ends_with("]");
  if (reference && expression.assigned_through) {
    edits_.insert(range.begin, place);
    edits_.insert(range.end, ")");
    return expressions(expression.operands);
  }
  if (reference) {
    size_t next = range.end;
    while (source_.text({model::Offset(next), model::Offset(next + 1)}) == " ") ++next;
    const std::string_view after = source_.text({model::Offset(next), model::Offset(next + 2)});
    expressions(expression.operands);
    if (after.starts_with(".")) return edits_.replace({range.end, model::Offset(next + 1)}, "->");
    const bool postfix =
        after.starts_with("[") || after.starts_with("(") || after == "->" || after == "++" || after == "--";
    edits_.insert(range.begin, postfix ? "(*" : "*");
    return postfix ? edits_.insert(range.end, ")") : void();
  }
  if (!expression.assigned_through) return expressions(expression.operands);
  if (!subscript) {
    edits_.replace({range.begin, range.begin + 1}, place);
    expressions(expression.operands);
    return edits_.insert(range.end, ")");
  }
  const size_t targets = function_.variable(expression.pointer).targets.size();
  const Expr &pointer = expression.operands[targets], &index = expression.operands[targets + 1].operands.front();
  const bool simple = source_.text(index.outer_range).find_first_of(" ?") == std::string_view::npos;
  edits_.insert(range.begin, place);
  this->expression(pointer);
  edits_.replace({pointer.outer_range.end, index.outer_range.begin}, simple ? " + " : " + (");
  this->expression(index);
  for (size_t k = 0; k < targets; ++k) this->expression(expression.operands[k]);
  edits_.replace({index.outer_range.end, range.end}, simple ? ")" : "))");
}

/// p->add(x): ag::on_target(p, [&](auto* p) { p->add(x); })
void FunctionEmitter::on_target(const Expr& operation) {
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
  edits_.insert(operation.range.begin, begin + (discarded ? "" : "return "));
  expressions(operation.operands);
  edits_.insert(operation.range.end, end);
}

/// c ? &a : &b: ag::chosen_pointer<double>(c, [&] { return &a; }, [&] { return &b; })
void FunctionEmitter::chosen_pointer(const Expr& choice) {
  const bool reference = function_.variable(choice.pointer).is_reference;
  const Expr& condition = choice.operands[0];
  open_expression(choice, std::string(names::kChosenPointer) + "<" + choice.number_type + ">(");
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
  close_expression(choice, before.substr(0, before.size() - 2) + ")");
}

}  // namespace agc::emit
