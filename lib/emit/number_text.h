#pragma once
/// How generated code names the types of numbers that may be symbolic.
#include <string>
#include <vector>

#include "model/function.h"

namespace agc::emit {

/// ag::Staged<int>, or ag::staged_t<std::pair<int, Tensor>> where the numbers are parts of a structure.
std::string staged_type(const std::string& type, model::TypeClass kind);
/// True for const char* and std::string, as they are written.
bool is_text(const std::string& type);

/// True for the type of a pair or a tuple with a string in it, as it is written.
bool holds_text(const std::string& type);
std::string staged_type(const model::Variable& variable);

/// ag::List<ag::Staged<int>>, of a vector that grows.
std::string list_type(const model::Variable& variable);

/// A piece of the source on one line, with other texts in place of some ranges in it.
struct Replacement {
  model::Range range;
  std::string text;
};
std::string replaced_text(const model::SourceFile& source, model::Range range, std::vector<Replacement> replacements);

/// A number of an instantiation as its specialisation takes it.
std::string plain_parameter(const model::Function& function, const model::Parameter& parameter);

/// A parameter as the body has it: its numbers may be symbolic.
std::string staged_parameter(const model::SourceFile& source, const model::Function& function,
                             const model::Parameter& parameter);

/// The default argument of such a parameter, where it is declared once more: of an object, ag::staged(Line{1, 2}).
std::string staged_value(const model::Variable& parameter, const std::string& value);

/// How a lambda begins that has the body of a function and its parameters: [](ag::Staged<int> n) -> Tensor {
std::string lambda_of_body(const model::SourceFile& source, const model::Function& function,
                           const std::string& captures = "");

}  // namespace agc::emit
