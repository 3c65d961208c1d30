#pragma once
/// Emits elements of containers that a tensor may select. Internal to `emit`.
#include "emit/function/emitter_part.h"

namespace agc::emit {

class SubscriptEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Rewrites v[n] to ag::element(v, n), v[n][m] to ag::element(v, n, m), and v.at(n) to ag::element_at(v, n). Returns
  /// false for other subscripts.
  bool emit(const model::Expr& expression);
  /// Rewrites v.back().x to ag::place(v.back(), AG_PART(.x)).
  void part_of_end(const model::Expr& expression);
  /// True for v[n].f() with an element that the graph selects. The call becomes ag::on_element(v, n, [&](auto&
  /// ag_element) { return ag_element.f(); }).
  static bool calls_on_element(const model::Expr& call);

 private:
  void element(const model::Expr& expression);
  void reference_target(const model::Expr& expression);
  model::Offset indices(const model::Expr& expression);
  std::string part(const model::Expr& expression) const;
};

}  // namespace agc::emit
