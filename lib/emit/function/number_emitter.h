#pragma once
/// Emits numbers that may be symbolic: the dispatch over their kinds, conversions, and places where C++ requires a host
/// number. Internal to `emit`.
#include <string>

#include "emit/function/emitter_part.h"

namespace agc::emit {

class NumberEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits a rewritten number. Returns false if the expression is none.
  bool emit(const model::Expr& expression);
  /// Emits the number converted to `type`, or unchanged if `type` is empty.
  void exactly(const model::Expr& number, const std::string& type);
  /// True if the template deduces staged types for all its parts. std::pair{n, 7} would have a second part of type int.
  static bool deduces_parts(const model::Expr& spelled);

 private:
  void from_tensor(const model::Expr& expression);
  bool cast(const model::Expr& expression);
  void around(const model::Expr& expression, const std::string& function);
  void dimension(const model::Expr& expression);
  void exit(const model::Expr& expression);
  void known(const model::Expr& expression);
  bool structure(const model::Expr& expression);
  bool spelled(const model::Expr& expression);
  bool is_variable_of(const model::Expr& number, const std::string& type) const;
};

}  // namespace agc::emit
