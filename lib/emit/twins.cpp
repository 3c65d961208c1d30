#include "emit/twins.h"

#include <algorithm>
#include <set>

#include "emit/number_text.h"
#include "emit/runtime_names.h"
#include "model/visit.h"

namespace agc::emit {
namespace {

/// struct Result_staged { ag::Staged<int> steps = 0; Tensor x; }; and the function that leads from one to the other.
std::string twin(const model::ValueClass& source) {
  const std::string name = source.name + std::string(names::kStagedFace);
  std::string text = " struct " + name + " { ";
  for (const model::ValueClass::Field& field : source.fields) {
    text += (field.has_numbers ? staged_type(field.type, field.kind) : field.type) + " " + field.name;
    text += (field.initialiser.empty() ? "" : " " + field.initialiser) + "; ";
  }
  text += "}; ";
  text += source.nested ? "friend " : "[[maybe_unused]] inline ";
  return text + name + " " + std::string(names::kTwin) + "(const " + source.name + "*) { return {}; }";
}

}  // namespace

void emit_twins(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits) {
  std::set<const void*> needed, done;
  for (const model::LoweredFunction& one : lowered) {
    const model::Function& function = *one.function;
    if (function.has_staged_face || function.traced_method)
      needed.insert(function.signature_classes.begin(), function.signature_classes.end());
    for (const model::Variable& variable : function.variables) {
      if (variable.promotion.raised()) needed.insert(variable.classes.begin(), variable.classes.end());
    }
    model::visit_all_expressions(function.body, [&](const model::Expr& expression) {
      if (expression.level != model::Level::Host) needed.insert(expression.classes.begin(), expression.classes.end());
    });
  }
  for (const model::LoweredFunction& one : lowered) {
    for (const model::ValueClass& value : one.function->classes) {
      // Templates over the class of a header have to find the same in every translation unit.
      const bool shared = source.part_of(value.end) != 0;
      if ((shared || needed.contains(value.identity)) && done.insert(value.identity).second) {
        edits.insert(value.end, twin(value), /*entry=*/true);
      }
    }
  }
}

}  // namespace agc::emit
