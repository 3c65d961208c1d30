#pragma once
/// Which functions a `--function` names.
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace agc::tool {

/// A function of the input: its qualified name, and the types of its parameters in parentheses.
struct FunctionName {
  std::string name;
  std::string signature;
};

/// `f` names ag::f and f, every overload of them; `a::f` only what ends so; `f(Tensor, int)` the overload with these
/// parameters, whose types may be written with or without their namespaces. The empty choice names all.
bool is_chosen(const FunctionName& function, const std::string& choice);

/// `f<float>` names this instantiation of f, and f<int>; arguments may be written with or without their namespaces.
bool is_chosen_instance(const std::string& instance, const std::string& choice);

/// The error for a choice that names none of `known`.
Diagnostic no_such_function(const std::string& choice, const std::vector<FunctionName>& known);

/// The error where a file has no function to convert.
Diagnostic nothing_to_convert(const std::string& file);

}  // namespace agc::tool
