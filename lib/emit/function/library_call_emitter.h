#pragma once
/// Emits calls and operators of the standard library on numbers that may be symbolic, and output. Internal to `emit`.
#include "emit/function/emitter_part.h"

namespace agc::emit {

class LibraryCallEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Rewrites std::sqrt(n) to ag::cxx::sqrt(n). Returns false for a call that stays.
  bool emit(const model::Expr& call);
  /// Emits output: std::cout << …, printf(…), puts(…).
  void output(const model::Expr& expression);

 private:
  bool stays(const model::Expr& call) const;
  // The forms of a rewritten call. Each returns true if it is emitted.
  bool function(const model::Expr& call);
  bool comparison(const model::Expr& compared);
  bool negated_equal(const model::Expr& compared);
  bool flip(const model::Expr& call);
  bool swap_rows(const model::Expr& call);
  bool characters(const model::Expr& call);
};

}  // namespace agc::emit
