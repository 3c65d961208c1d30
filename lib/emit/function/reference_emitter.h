#pragma once
/// Emits references to elements of containers, as copies that are written back or as holders of an index. Internal to
/// `emit`.
#include "emit/function/emitter_part.h"

namespace agc::emit {

class ReferenceEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// True if the expression names a reference that holds the index of its element.
  bool names_shared(const model::Expr& use) const;
  /// True if the element initializes a mutable reference that is a copy of it.
  bool is_borrowed(const model::Expr& element) const;
  /// True if the element initializes one of these references.
  bool initialises_reference(const model::Expr& element) const { return names_shared(element) || is_borrowed(element); }

  /// Rewrites p of p.x, where Particle& p = all[k] is auto&& p = ag::numbered(all, k), to p.get().x, or to
  /// p.borrow().get().x for a write.
  void by_number(const model::Expr& use);
  /// Rewrites Particle& p = all[k] to auto&& p = ag::numbered(all, k).
  void declare_shared(const model::Expr& declared);
  /// Rewrites Particle& p = all[k] to ag::staged_t<Particle>&& p = ag::borrow(all, k).element, which lives as long as
  /// `p`.
  void declare_borrower(const model::Variable& borrower);
  /// Emits the list element that initializes a reference: ag::numbered(v[n]), ag::borrow(v.back()).element.
  void element_of_list(const model::Expr& element);
};

}  // namespace agc::emit
