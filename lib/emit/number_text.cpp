#include "emit/number_text.h"

#include <algorithm>
#include <array>

#include "emit/one_line.h"
#include "emit/runtime_names.h"
#include "model/words.h"

namespace agc::emit {

bool is_text(const std::string& type) {
  const bool characters = model::contains_word(type, "char") && type.find('*') != std::string::npos;
  const bool string = std::ranges::any_of(std::array{"string", "basic_string", "string_view", "basic_string_view"},
                                          [&](const char* name) { return model::contains_word(type, name); });
  return (characters || string || type == names::kStagedText) && type.find_first_of("(<") == std::string::npos;
}

bool holds_text(const std::string& type) {
  const bool structure = model::contains_word(type, "pair") || model::contains_word(type, "tuple");
  const bool text = model::contains_word(type, "string") || model::contains_word(type, "basic_string");
  const bool map = model::contains_word(type, "map") || model::contains_word(type, "unordered_map");
  return structure && text && !map && type.find('(') == std::string::npos;
}

std::string staged_type(const std::string& type, model::TypeClass kind) {
  if (kind == model::TypeClass::Other && is_text(type)) return std::string(names::kStagedText);
  if (kind == model::TypeClass::Other && holds_text(type)) return std::string(names::kTextedType) + "<" + type + ">";
  const bool number = kind == model::TypeClass::HostNumber;
  return std::string(number ? names::kStaged : names::kStagedType) + "<" + type + ">";
}

std::string staged_type(const model::Variable& variable) {
  if (variable.is_pointer) return std::string(names::kPointer) + "<" + variable.promotion.type + ">";
  const model::TypeClass element = variable.promotion.element;
  return staged_type(variable.promotion.type, element == model::TypeClass::Other ? variable.type : element) +
         variable.promotion.declared_name;
}

static std::string_view list_name(model::ListKind kind) {
  switch (kind) {
    case model::ListKind::Stack:
      return names::kStack;
    case model::ListKind::Queue:
      return names::kQueue;
    case model::ListKind::PriorityQueue:
      return names::kPriorityQueue;
    case model::ListKind::SortedSet:
      return names::kSortedSet;
    case model::ListKind::SortedMap:
      return names::kSortedMap;
    default:
      return names::kList;
  }
}

std::string list_type(const model::Variable& variable) {
  const model::Growth& growth = variable.growth;
  const bool plain = growth.element_class == model::TypeClass::Other;
  const std::string element = plain ? growth.element : staged_type(growth.element, growth.element_class);
  const std::string mapped =
      growth.mapped.empty() ? "" : ", " + staged_type(growth.mapped, model::TypeClass::HostNumber);
  const std::string order = growth.order.empty() ? "" : ", " + growth.order;
  return std::string(list_name(growth.kind)) + "<" + element + mapped + order + ">";
}

std::string replaced_text(const model::SourceFile& source, model::Range range, std::vector<Replacement> replacements) {
  std::ranges::sort(replacements, {}, [](const Replacement& one) { return one.range.begin; });
  std::string text;
  model::Offset done = range.begin;
  for (const Replacement& one : replacements) {
    if (one.range.begin < done || one.range.end > range.end) continue;
    text += source.text({done, one.range.begin});
    text += one.text;
    done = one.range.end;
  }
  text += source.text({done, range.end});
  return one_line(text);
}

std::string staged_parameter(const model::SourceFile& source, const model::Function& function,
                             const model::Parameter& parameter) {
  const model::Variable& variable = function.variable(parameter.variable);
  if (function.variant)
    return variable.has_numbers ? parameter.before_type + staged_type(variable) + parameter.after_type : parameter.text;
  if (variable.growth.may_be_staged() && !variable.growth.type_range.empty())
    return replaced_text(source, parameter.range, {{variable.growth.type_range, list_type(variable)}});
  const model::Promotion& promotion = variable.promotion;
  if (!variable.has_numbers || !promotion.may_be_staged() || promotion.type_range.empty()) return parameter.text;
  return replaced_text(source, parameter.range, {{promotion.type_range, staged_type(variable)}});
}

std::string plain_parameter(const model::Function& function, const model::Parameter& parameter) {
  const model::Promotion& promotion = function.variable(parameter.variable).promotion;
  return parameter.before_type + promotion.type + promotion.declared_name + parameter.after_type;
}

std::string staged_value(const model::Variable& parameter, const std::string& value) {
  const bool object = parameter.type == model::TypeClass::NumberStructure && !parameter.is_function;
  const bool finds_type = !object || value.starts_with('{');
  return finds_type || !parameter.promotion.may_be_staged() ? value : std::string(names::kToStaged) + "(" + value + ")";
}

std::string lambda_of_body(const model::SourceFile& source, const model::Function& function,
                           const std::string& captures) {
  std::string parameters;
  for (const model::Parameter& parameter : function.parameters) {
    parameters += (parameters.empty() ? "" : ", ") + parameter.attributes;
    const std::string& name = function.variable(parameter.variable).name;
    const bool deduced = parameter.is_callable && model::contains_word(parameter.text, "auto");
    parameters += deduced ? "decltype(" + name + ") " + name : staged_parameter(source, function, parameter);
  }
  return "[" + captures + "](" + parameters + ")" + (function.returns_value() ? " -> " + function.returned.type : "") +
         " {";
}

std::string unless_overlap(const model::Function& function) {
  std::string condition;
  for (const auto& [number, object] : function.kept_body.overlaps) {
    condition += (condition.empty() ? "" : " || ") + std::string(names::kOverlap) + "(" + number + ", " + object + ")";
  }
  return condition.empty() ? condition : "if (" + condition + ") " + function.kept_body.text + " else ";
}

}  // namespace agc::emit
