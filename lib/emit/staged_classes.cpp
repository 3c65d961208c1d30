#include "emit/staged_classes.h"

#include <algorithm>
#include <set>

#include "emit/converted_file.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"
#include "emit/separation.h"
#include "model/visit.h"
#include "model/words.h"

namespace agc::emit {
namespace {

using model::Function;

/// Returns the parameters of a method of a staged class, with default arguments if `declared`.
std::string method_parameters(const model::SourceFile& source, const Function& function, bool declared) {
  std::string result;
  for (const model::Parameter& parameter : function.parameters) {
    const model::Variable& variable = function.variable(parameter.variable);
    const bool promoted = variable.has_numbers && !variable.promotion.type_range.empty();
    result += (result.empty() ? "" : ", ") + parameter.attributes;
    const bool as_in_class = declared && function.staged_method.scope.empty();  // in a friend declaration
    if (!as_in_class && !parameter.outside_type.empty()) {
      const model::TypeClass element = variable.promotion.element;
      const model::TypeClass kind = element == model::TypeClass::Other ? variable.type : element;
      result += parameter.before_type;
      result += promoted ? staged_type(parameter.outside_type, kind) : parameter.outside_type;
      result += parameter.after_type;
    } else {
      result += staged_parameter(source, function, parameter);
    }
    if (declared && !parameter.default_value.empty()) result += " = " + staged_value(variable, parameter.default_value);
  }
  return "(" + result + ")";
}

std::string name(const Function& function) {
  if (function.staged_method.converts) return "operator " + function.returned.type;
  return function.staged_method.name + std::string(function.staged_method.constructs ? names::kStagedSuffix : "");
}

/// Returns the result type before the name; `auto` if the source writes a trailing result type.
std::string leading_result(const Function& function) {
  if (function.staged_method.constructs || function.staged_method.converts) return "";
  const bool trails = function.returned.range.begin >= function.staged_method.parameters_end;
  return (trails ? "auto" : function.returned.type) + " ";
}

/// Renames the class in `text`, in which the template is named both with arguments and without: without arguments it
/// means the class of this staged class.
std::string named_alone(const Function& function, const std::string& text) {
  const model::StagedMethod& staged_method = function.staged_method;
  return staged_method.alone.empty() ? text : model::renamed_class(text, staged_method.alone, staged_method.named);
}

std::string declaration(const model::SourceFile& source, const Function& function) {
  const std::string& qualifiers = function.staged_method.qualifiers;
  const size_t arrow = qualifiers.find("->");
  std::string text = function.staged_method.head + separating_attribute(function) + function.staged_method.specifiers +
                     leading_result(function) + name(function) + method_parameters(source, function, true);
  if (!qualifiers.empty()) text += " " + qualifiers.substr(0, arrow);
  if (arrow != std::string::npos) text += "-> " + function.returned.type;
  return named_alone(function, text + (function.staged_method.pure ? " = 0; " : "; "));
}

/// True for a reference to a tensor. It is no part of the state of its object, since nothing binds it again.
bool refers(const model::ValueClass::Field& field) { return field.type.ends_with('&'); }

/// Emits [[maybe_unused]] friend auto ag_fields(Result& object) { return std::tie(object.steps, object.x); } for the
/// class or for its staged class, in which everything is public. A function of the base returns the private fields of a
/// base.
std::string fields_function(const model::ValueClass& value, const std::string& name, bool of_staged_class) {
  const std::string function(value.dynamic ? names::kMembers : names::kFields);
  std::string list, others;
  const auto add = [&](const std::string& field) { list += (list.empty() ? "object." : ", object.") + field; };
  for (const model::ValueClass::Base& base : value.bases) {
    if (base.fields.empty()) continue;
    if (!of_staged_class && base.exposed) {
      others +=
          std::string(base.dynamic ? names::kMembers : names::kFields) + "(static_cast<" + base.type + "&>(object)), ";
    } else {
      std::ranges::for_each(base.fields, add);
    }
  }
  for (const model::ValueClass::Field& field : value.fields) {
    if (!refers(field)) add(field.name);
  }
  std::string all = "std::tie(" + list + ")";
  if (!others.empty()) all = "std::tuple_cat(" + others + all + ")";
  const std::string_view object = all == "std::tie()" ? "&" : "& object";
  return "[[maybe_unused]] friend auto " + function + "(" + name + std::string(object) + ") { return " + all + "; } ";
}

/// Emits friend ag::Staged<bool> operator==(const Result_staged& a, const Result_staged& b) { return
/// ag::members_equal(a, b); }
std::string comparisons(const model::ValueClass& value, const std::string& name) {
  std::string text;
  const auto add = [&](const std::string& operation, const std::string& result) {
    text += "[[maybe_unused]] friend " + staged_type("bool", model::TypeClass::HostNumber) + " operator" + operation +
            "(const " + name + "& a, const " + name + "& b) { return " + result + "; } ";
  };
  const std::string equal = std::string(names::kMembersEqual) + "(a, b)";
  const std::string less(names::kMembersLess);
  if (value.compares) {
    add("==", equal);
    add("!=", "!" + equal);
  }
  if (value.orders) {
    add("<", less + "(a, b)");
    add("<=", less + "(a, b, true)");
    add(">", less + "(b, a)");
    add(">=", less + "(b, a, true)");
  }
  return text;
}

/// Emits explicit Result(ag::Parts) {} for the class or for its staged class.
std::string parts_constructor(const model::ValueClass& value, const std::string& name, bool of_staged_class) {
  std::string list;
  const auto add = [&](const std::string& part) {
    list += (list.empty() ? " : " : ", ") + part + "(" + std::string(names::kParts) + "())";
  };
  for (const model::ValueClass::Base& base : value.bases) {
    if (of_staged_class ? base.has_constructors : base.of_parts)
      add(of_staged_class ? staged_type(base.type, model::TypeClass::NumberStructure) : base.type);
  }
  for (const model::ValueClass::Field& field : value.fields) {
    if (field.of_parts)
      add(field.name);
    else if (!of_staged_class && field.is_constant && field.initialiser.empty())
      list += (list.empty() ? " : " : ", ") + field.name + "()";
  }
  return "explicit " + name + "(" + std::string(names::kParts) + ")" + list + " {} ";
}

/// Emits the base clause, : ag::staged_t<Base>
std::string staged_bases(const model::ValueClass& value) {
  std::string list;
  for (const model::ValueClass::Base& base : value.bases) {
    list += list.empty() ? ": " : ", ";
    list += base.dynamic ? std::string(names::kDynamicStagedType) + "<" + base.type + "> "
                         : staged_type(base.type, model::TypeClass::NumberStructure) + " ";
  }
  return list;
}

/// Returns the initialiser of a field: an object is converted to one of symbolic numbers.
std::string staged_initialiser(const model::ValueClass::Field& field) {
  const size_t begin = field.initialiser.find_first_not_of("= ");
  const bool number = !field.has_numbers || field.kind == model::TypeClass::HostNumber || !field.extents.empty();
  if (number || !field.initialiser.starts_with('=') || field.initialiser[begin] == '{') return field.initialiser;
  return "= " + std::string(names::kToStaged) + "(" + field.initialiser.substr(begin) + ")";
}

/// Emits the fields: ag::Staged<int> steps = 0; Tensor x;
std::string staged_fields(const model::ValueClass& value) {
  std::string text;
  for (const std::string& member : value.members) {
    const bool of_staged_class =
        member.find(" = struct ") != std::string::npos;  // of a class that derives from this one
    text += member + (of_staged_class ? std::string(names::kStagedSuffix) : "") + "; ";
  }
  for (const model::ValueClass::Field& field : value.fields) {
    text += field.is_mutable ? "mutable " : "";
    // No member of a staged class is constant: branches and loops assign it.
    const std::string listed = std::string(names::kListedType) + "<" + field.type + ">";
    text += (field.is_string     ? std::string(names::kStagedString)
             : field.listed      ? listed
             : field.has_numbers ? staged_type(field.type, field.kind)
                                 : field.type) +
            " " + field.name + field.extents;
    const bool follows = field.initialiser.empty() || field.initialiser.starts_with('[');
    text += (follows ? "" : " ") + staged_initialiser(field) + "; ";
  }
  return text;
}

/// Emits the staged class of a class with virtual methods, and after it the constant with which the runtime
/// makes its objects.
std::string dynamic_staged(const model::SourceFile& source, const model::ValueClass& value,
                           const std::vector<const Function*>& methods) {
  const std::string name = value.name + std::string(names::kStagedSuffix);
  std::string text = " struct " + name + "; [[maybe_unused]] inline " + std::string(names::kTypeIdentity) + "<" + name +
                     "> " + std::string(names::kDynamicClass) + "(const " + value.name + "*) { return {}; } struct " +
                     name + " " + staged_bases(value) + "{ " + staged_fields(value);
  if (value.dynamic_bases.empty()) text += "virtual ~" + name + "() = default; ";
  for (const Function* method : methods) text += declaration(source, *method);
  text += fields_function(value, name, /*of_staged_class=*/true) + "};";
  if (value.abstract) return text;
  std::string classes = value.name;
  for (const std::string& base : value.dynamic_bases) classes += ", " + base;
  return text + " inline const " + std::string(names::kDynamicStagedOf) + "<" + classes + "> ag_staged_class_of_" +
         value.name + ";";
}

/// Returns the function declaration that maps a class to its staged class.
std::string path_to_staged_class(const model::ValueClass& value) {
  const std::string way = value.name + std::string(names::kStagedSuffix) + " " + std::string(names::kStagedClass) +
                          "(const " + value.name + "*)";
  return (value.nested ? "friend " : "inline ") + way;
}

/// True if the staged class is declared before its definition.
bool is_announced(const model::ValueClass& value, const std::vector<const Function*>& methods) {
  return !methods.empty() || (value.declared_at != 0 && !value.dynamic);
}

/// Emits struct Result_staged; and the mapping function, for a class whose methods may name it: in the staged class
/// that name means the staged class.
std::string announcement(const model::ValueClass& value, const std::vector<const Function*>& methods) {
  if (value.dynamic) return "";
  const std::string alias = value.spelled == value.name ? "" : " using " + value.name + " = " + value.spelled + ";";
  if (!is_announced(value, methods)) return alias;
  return alias + " struct " + value.name + std::string(names::kStagedSuffix) + "; " +
         (value.nested ? "" : "[[maybe_unused]] ") + path_to_staged_class(value) + ";";
}

/// Emits struct Result_staged { ag::Staged<int> steps = 0; Tensor x; }; and the mapping function.
std::string staged_method(const model::SourceFile& source, const model::ValueClass& value,
                          const std::vector<const Function*>& methods) {
  if (value.dynamic) return dynamic_staged(source, value, methods);
  const std::string name = value.name + std::string(names::kStagedSuffix);
  std::string text = " struct " + name + " " + staged_bases(value) + "{ " + staged_fields(value);
  if (value.has_constructors) {
    text += parts_constructor(value, name, /*of_staged_class=*/true);
    if (value.default_constructor) text += name + "() = default; ";
  }
  if (value.copies) {  // its objects are never moved from
    if (value.has_constructors) text += name + "(const " + name + "&) = default; ";
    text += name + "& operator=(const " + name + "&) = default; ";
  }
  for (const Function* method : methods) text += declaration(source, *method);
  if (value.has_constructors || !value.bases.empty() || std::ranges::any_of(value.fields, refers))
    text += fields_function(value, name, /*of_staged_class=*/true);
  text += comparisons(value, name) + "};";
  const std::string any = value.has_constructors ? name + "(" + std::string(names::kParts) + "())" : "{}";
  const std::string unused = is_announced(value, methods) || value.nested ? "" : "[[maybe_unused]] ";
  // Only the declaration of an object with references makes it. The function is never called, and has a body because
  // compilers warn of functions in anonymous namespaces without one.
  const bool made = std::ranges::none_of(value.fields, refers);
  return text + " " + unused + path_to_staged_class(value) + " { " + (made ? "return " + any : "throw") + "; }";
}

/// Emits the staged class of a class inside of a function. No function can map such a class, so an alias does: using
/// ag_staged_class [[maybe_unused]] = ag::StagedClass<Result, Result_staged>;
void emit_local_staged_class(const model::ValueClass& value, const Function& function, Edits& edits) {
  const std::string name = value.name + std::string(names::kStagedSuffix);
  const std::string staged_method = " struct " + name + " { " + staged_fields(value) + "};";
  const std::string way = " using " + std::string(names::kStagedClass) +
                          " [[maybe_unused]] = " + std::string(names::kStagedClassOf) + "<" + value.name + ", " + name +
                          ">; ";
  edits.insert(value.begin, "struct " + name + "; ", /*entry=*/true);
  if (!value.embedded) {
    edits.insert(value.end, staged_method, /*entry=*/true);
    edits.insert(value.closing_brace, way, /*entry=*/true);
    return;
  }
  // The type name replaces the brace before the variables: } s; becomes }; struct Sum_staged { … }; Sum s;
  edits.insert(value.closing_brace, way, /*entry=*/true);
  edits.insert(value.closing_brace, "};");
  edits.insert(value.closing_brace, staged_method + " ", /*entry=*/true);
  const bool retyped = std::ranges::any_of(function.variables, [&](const model::Variable& one) {
    return one.promotion.may_be_staged() && one.promotion.type_range.begin == value.closing_brace;
  });
  if (!retyped) edits.replace({value.closing_brace, value.closing_brace + 1}, value.name);
}

void emit_local_staged_classes(const Function& function, const std::set<const void*>& needed,
                               std::set<const void*>& done, Edits& edits) {
  for (const model::ValueClass& value : function.classes) {
    if (value.local && needed.contains(value.identity) && done.insert(value.identity).second)
      emit_local_staged_class(value, function, edits);
  }
}

/// Removes the indentation of the class from the lines.
std::string moved_left(const std::string& text, size_t columns) {
  if (text.find("R\"") != std::string::npos) return text;  // may be inside of a raw string
  std::string result;
  for (size_t k = 0; k < text.size(); ++k) {
    result += text[k];
    if (text[k] != '\n') continue;
    for (size_t n = 0; n < columns && k + 1 < text.size() && text[k + 1] == ' '; ++n) ++k;
  }
  return result;
}

/// Returns the edits of a template's text for one of its instantiations.
Edits edits_of_instance(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered,
                        const Function& function) {
  Edits result(source);
  for (const model::LoweredFunction& part : lowered) {
    if (part.function->copy.instance == function.copy.instance) emit_function(source, part, result);
  }
  std::string names;
  for (const std::string& one : function.staged_method.names) names += " " + one + ";";
  if (!names.empty()) result.insert(function.body.range.begin + 1, names, /*entry=*/true);
  result.sort();
  return result;
}

}  // namespace

std::set<const void*> needed_staged_classes(const model::LoweredFunction& lowered) {
  std::set<const void*> needed;
  const Function& function = *lowered.function;
  if (function.staged_method && !function.staged_method.constructs) needed.insert(function.staged_method.of);
  if (function.has_staged_variant() || function.is_traced_method())
    needed.insert(function.signature_classes.begin(), function.signature_classes.end());
  for (const model::Variable& variable : function.variables) {
    if (variable.promotion.may_be_staged()) needed.insert(variable.classes.begin(), variable.classes.end());
  }
  model::visit_all_expressions(function.body, [&](const model::Expr& expression) {
    if (expression.binding_time != model::BindingTime::Host || expression.needs_staged)
      needed.insert(expression.classes.begin(), expression.classes.end());
  });
  return needed;
}

std::set<const void*> needed_staged_classes(const std::vector<model::LoweredFunction>& lowered) {
  std::set<const void*> needed;
  for (const model::LoweredFunction& one : lowered) needed.merge(needed_staged_classes(one));
  return needed;
}

void emit_staged_classes(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered,
                         Edits& edits) {
  const std::set<const void*> needed = needed_staged_classes(lowered);
  std::set<const void*> done;
  std::set<model::Offset> shown;  // all instantiations of a template share one text
  std::vector<std::pair<const model::ValueClass*, std::vector<const Function*>>> classes;  // classes with their methods
  for (const model::LoweredFunction& one : lowered) {
    if (!one.function->copy.in_staged_class) emit_local_staged_classes(*one.function, needed, done, edits);
    for (const model::ValueClass& value : one.function->classes) {
      if (value.local) continue;
      // Templates over a class of a header have to find the same staged class in every translation unit.
      const bool shared = source.part_of(value.end) != 0;
      if ((!shared && value.has_staged_class && !needed.contains(value.identity)) ||
          !done.insert(value.identity).second)
        continue;
      std::vector<const Function*> methods;
      for (const model::LoweredFunction& other : lowered) {
        if (other.function->staged_method.of == value.identity) methods.push_back(other.function.get());
      }
      classes.emplace_back(&value, std::move(methods));
    }
  }
  // The staged classes of instantiations follow the template and may name each other.
  for (const auto& [value, methods] : classes) {
    if (!value->has_staged_class) continue;
    edits.insert(value->declared_at != 0 ? value->declared_at : value->end, announcement(*value, methods),
                 /*entry=*/true);
  }
  for (const auto& [value, methods] : classes) {
    const std::string made =
        value->of_parts ? "public: " + parts_constructor(*value, value->written_name, /*of_staged_class=*/false) : "";
    if (value->exposed && shown.insert(value->closing_brace).second)
      edits.insert(value->closing_brace,
                   " " + made + fields_function(*value, value->written_name, /*of_staged_class=*/false),
                   /*entry=*/true);
    if (!value->has_staged_class) continue;
    if (value->befriends)
      edits.insert(value->closing_brace, " friend struct " + value->name + std::string(names::kStagedSuffix) + "; ",
                   /*entry=*/true);
    edits.insert(value->end, staged_method(source, *value, methods), /*entry=*/true);
    for (const Function* method : methods) {
      // If all callers are converted, they call the method of the staged class, and this method is unused.
      const bool outside = method->range.begin >= value->end && !method->staged_method.constructs;
      if (outside && method->staging.internal_linkage && !source.text(method->range).starts_with("template"))
        edits.insert(method->range.begin, "[[maybe_unused]] ", /*entry=*/true);
    }
  }
}

std::vector<StagedMethodDefinition> staged_method_definitions(const model::SourceFile& source,
                                                              const std::vector<model::LoweredFunction>& lowered) {
  Edits of_classes(source);
  const std::set<const void*> needed = needed_staged_classes(lowered);
  std::set<const void*> done;
  for (const model::LoweredFunction& one : lowered) {
    const Function& function = *one.function;
    if (!function.copy.in_staged_class || function.copy.instance != 0 || function.staged_method.pure) continue;
    emit_function(source, one, of_classes);
    emit_local_staged_classes(function, needed, done, of_classes);
    for (const model::Range& word : function.staged_method.declared_only) of_classes.replace(word, "");
  }
  of_classes.sort();
  std::vector<StagedMethodDefinition> result;
  for (const model::LoweredFunction& one : lowered) {
    const Function& function = *one.function;
    if (!function.staged_method || function.staged_method.pure) continue;
    const model::StagedMethod& staged_method = function.staged_method;
    const Edits edits = function.copy.instance == 0 ? of_classes : edits_of_instance(source, lowered, function);
    const std::string scope =
        staged_method.scope.empty() ? "" : staged_method.scope + std::string(names::kStagedSuffix) + "::";
    const Location begin = source.location(function.range.begin),
                   line = source.location(staged_method.parameters_end - 1);
    const std::string text = named_alone(
        function, leading_result(function) + scope + name(function) + method_parameters(source, function, false) +
                      moved_left(apply(source, edits.list(), {staged_method.parameters_end, function.range.end}, true),
                                 begin.column - 1));
    std::string before = "#line " + std::to_string(line.line) + " " + string_literal(line.file) + "\n", after;
    for (const std::string& space : staged_method.namespaces) {
      before += space + " { ";
      after += " }";
    }
    result.push_back(
        {&function, text,
         before + staged_method.definition_head + separating_attribute(function) + "inline " + text + after + "\n"});
  }
  return result;
}

}  // namespace agc::emit
