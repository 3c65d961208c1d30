#include "function_choice.h"

#include <algorithm>

#include "arguments.h"
#include "model/words.h"
#include "report.h"

namespace agc::tool {
namespace {

/// Without white space and namespaces: `(const ag::Tensor &, int)` and `(const Tensor&, int)` are the same.
std::string plain_signature(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && model::part_of_name(text[end])) ++end;
    if (end > i) {
      const bool is_namespace = text.substr(end).starts_with("::");
      if (!is_namespace) {
        // `unsigned int` needs its space.
        if (!result.empty() && model::part_of_name(result.back())) result += ' ';
        result += text.substr(i, end - i);
      }
      i = is_namespace ? end + 2 : end;
    } else {
      if (text[i] != ' ' && text[i] != '\t' && text[i] != ':') result += text[i];
      ++i;
    }
  }
  return result;
}

/// Where the parameters begin: the parenthesis that the last one closes; npos where there are none.
std::size_t begin_of_parameters(const std::string& choice) {
  if (!choice.ends_with(')')) return std::string::npos;
  int depth = 0;
  for (std::size_t i = choice.size(); i-- > 0;) {
    if (choice[i] == ')') ++depth;
    if (choice[i] == '(' && --depth == 0) return i;
  }
  return std::string::npos;
}

/// Template arguments are part of a name that has them; `f` names every instantiation of f.
bool is_named(const std::string& qualified, const std::string& name) {
  if (qualified == name) return true;
  if (const std::size_t arguments = qualified.find('<'); arguments != std::string::npos && !name.ends_with('>')) {
    return is_named(qualified.substr(0, arguments), name);
  }
  return qualified.size() > name.size() + 2 && qualified.ends_with(name) &&
         qualified.compare(qualified.size() - name.size() - 2, 2, "::") == 0;
}

}  // namespace

bool is_chosen(const FunctionName& function, const std::string& choice) {
  if (choice.empty()) return true;
  const std::size_t parameters = begin_of_parameters(choice);
  if (parameters == std::string::npos || parameters == 0) return is_named(function.name, choice);
  return is_named(function.name, choice.substr(0, parameters)) &&
         plain_signature(function.signature) == plain_signature(choice.substr(parameters));
}

bool is_chosen_instance(const std::string& instance, const std::string& choice) {
  const std::size_t arguments = instance.find('<'), chosen = choice.find('<');
  if (arguments == std::string::npos || chosen == std::string::npos) return false;
  return is_named(instance.substr(0, arguments), choice.substr(0, chosen)) &&
         plain_signature(instance.substr(arguments)) == plain_signature(choice.substr(chosen));
}

Diagnostic no_such_function(const std::string& choice, const std::vector<FunctionName>& known) {
  std::vector<std::string> names, overloads;
  const std::size_t parameters = begin_of_parameters(choice);
  for (const FunctionName& function : known) {
    names.push_back(function.name);
    if (parameters != std::string::npos && is_named(function.name, choice.substr(0, parameters)))
      overloads.push_back(function.name + function.signature);
  }
  std::string remedy;
  if (names.empty()) {
    remedy = "no function is marked for conversion: write AG_FUNCTION (or AG_CONVERT) before its definition";
  } else if (!overloads.empty()) {
    remedy = "there is";
    for (const std::string& overload : overloads) remedy += (overload == overloads.front() ? " " : ", ") + overload;
  } else if (const auto nearest = nearest_name(choice, names)) {
    remedy = "did you mean '" + *nearest + "'?";
  } else {
    remedy = "converted are:";
    for (const std::string& name : names) remedy += " " + name;
  }
  return plain_error("no-such-function", "no converted function is called '" + choice + "'", remedy);
}

Diagnostic nothing_to_convert(const std::string& file) {
  return plain_error("nothing-to-convert", "no function of '" + file + "' is marked for conversion",
                     "write AG_FUNCTION (or AG_CONVERT) before the definition of a function on tensors");
}

}  // namespace agc::tool
