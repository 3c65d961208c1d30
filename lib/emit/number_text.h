#pragma once
/// Names of the types of numbers that may be symbolic, as generated code writes them.
#include <string>
#include <vector>

#include "model/function.h"

namespace agc::emit {

/// Returns ag::Staged<int>, or ag::staged_t<std::pair<int, Tensor>> if the numbers are parts of a structure.
std::string staged_type(const std::string& type, model::TypeClass kind);
/// True for the written types const char* and std::string.
bool is_text(const std::string& type);

/// True for the written type of a pair or a tuple that contains a string.
bool holds_text(const std::string& type);
std::string staged_type(const model::Variable& variable);

/// Returns ag::List<ag::Staged<int>> for a vector that grows.
std::string list_type(const model::Variable& variable);

/// A replacement text for a range of the source.
struct Replacement {
  model::Range range;
  std::string text;
};
std::string replaced_text(const model::SourceFile& source, model::Range range, std::vector<Replacement> replacements);

/// Returns a number parameter of an instantiation as its specialisation declares it.
std::string plain_parameter(const model::Function& function, const model::Parameter& parameter);

/// Returns a parameter as the body uses it: its numbers may be symbolic.
std::string staged_parameter(const model::SourceFile& source, const model::Function& function,
                             const model::Parameter& parameter);

/// Returns the default argument of such a parameter for a further declaration; for an object, ag::staged(Line{1, 2}).
std::string staged_value(const model::Variable& parameter, const std::string& value);

/// Returns the beginning of a statement that runs the user's body if a constant reference names a part of an object
/// that the function changes: `if (ag::overlap(a, b)) { … } else `. Empty if there is no such parameter.
std::string unless_overlap(const model::Function& function);

/// Returns the head of a lambda with the function's body and parameters: [](ag::Staged<int> n) -> Tensor {
std::string lambda_of_body(const model::SourceFile& source, const model::Function& function,
                           const std::string& captures = "");

}  // namespace agc::emit
