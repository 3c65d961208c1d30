#pragma once
/// Builds the parameters of a function. Internal to `parse`.
#include "parse/build/builder_part.h"

namespace agc::parse {

class ParameterBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Adds the parameters to the function.
  void add_parameters(const clang::FunctionDecl* function);

 private:
  void add_parameter(const clang::ParmVarDecl* declared, const clang::FunctionDecl* function);
  void instance_parameter(const clang::ParmVarDecl* declared, unsigned index, const clang::FunctionDecl* source,
                          model::Parameter& parameter);
  void outside_parameter(const clang::ParmVarDecl* declared, const clang::FunctionDecl* function,
                         model::Parameter& parameter);
};

}  // namespace agc::parse
