#include "emit/instances.h"

#include "emit/converted_file.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::emit {
namespace {

using model::Function;

/// Returns the parameters, with default arguments if `declared`.
std::string instance_parameters(const model::SourceFile& source, const Function& function, bool declared) {
  std::string result;
  for (const model::Parameter& parameter : function.parameters) {
    if (parameter.in_pack) continue;
    result += (result.empty() ? "" : ", ") + parameter.attributes + staged_parameter(source, function, parameter);
    if (declared && !parameter.default_value.empty())
      result += " = " + staged_value(function.variable(parameter.variable), parameter.default_value);
  }
  const model::InstanceVariant& variant = function.variant;
  if (!variant.pack.empty()) {
    result += (result.empty() ? "" : ", ") + variant.before_pack +
              staged_type(variant.pack, model::TypeClass::HostNumber) + variant.after_pack;
  }
  return "(" + result + ")";
}

std::string signature(const model::SourceFile& source, const Function& function, bool declared) {
  return function.returned.type + " " + function.variant.name +
         std::string(function.staging.keeps_name ? "" : names::kStagedSuffix) +
         instance_parameters(source, function, declared);
}

/// Returns the specialisation of an AG_FUNCTION that calls the staged variant; an empty string for other templates.
std::string specialisation(const model::LoweredFunction& function, const std::string& end) {
  return function.plain_body.empty() ? "" : " template <> " + function.plain_variant + end;
}

}  // namespace

void emit_instances(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits) {
  for (const model::LoweredFunction& one : lowered) {
    const Function& function = *one.function;
    if (!function.variant) continue;
    const model::InstanceVariant& variant = function.variant;
    edits.insert(variant.declared_at,
                 " " + variant.way_there + variant.head + "static " + signature(source, function, true) + ";" +
                     specialisation(one, ";") + variant.way_back,
                 /*entry=*/true);
    if (function.variant.unused_at != 0) edits.insert(function.variant.unused_at, "[[maybe_unused]] ", /*entry=*/true);
  }
}

std::vector<StagedMethodDefinition> instance_definitions(const model::SourceFile& source,
                                                         const std::vector<model::LoweredFunction>& lowered) {
  std::vector<StagedMethodDefinition> result;
  for (const model::LoweredFunction& one : lowered) {
    const Function& function = *one.function;
    if (!function.variant) continue;
    Edits edits(source);
    for (const model::LoweredFunction& part : lowered) {
      if (part.function->copy.instance == function.copy.instance) emit_function(source, part, edits);
    }
    edits.sort();
    const model::Offset begin = function.body.range.begin;
    const auto body = [&](bool with_entry) {
      return apply(source, edits.list(), {begin, function.range.end}, with_entry);
    };
    const Location line = source.location(begin);
    std::string before = "#line " + std::to_string(line.line) + " " + string_literal(line.file) + "\n", after;
    for (const std::string& space : function.variant.namespaces) {
      before += space + " { ";
      after += " }";
    }
    const std::string head = signature(source, function, false) + " ";
    result.push_back({&function, function.variant.head + head + body(false),
                      before + function.variant.definition_head + "static " + head + body(true) +
                          specialisation(one, one.plain_body) + after + "\n"});
  }
  return result;
}

}  // namespace agc::emit
