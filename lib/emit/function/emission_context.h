#pragma once
/// The context that the parts of the emitter of one function share: the source, the lowered function, the edits, and
/// access to the other parts. A part knows the headers of the parts that it calls, and their headers know only this
/// one. Internal to `emit`.
#include <memory>

#include "emit/edits.h"
#include "model/lowered.h"

namespace agc::emit {

class BranchEmitter;
class CallEmitter;
class ConditionEmitter;
class DeclarationEmitter;
class ExpressionEmitter;
class LibraryCallEmitter;
class LoopEmitter;
class NumberEmitter;
class PointerEmitter;
class RangeLoopEmitter;
class ReferenceEmitter;
class SignatureEmitter;
class StatementEmitter;
class SubscriptEmitter;
class SwitchEmitter;

class EmissionContext {
 public:
  EmissionContext(const model::SourceFile& source, const model::LoweredFunction& lowered, Edits& edits);
  ~EmissionContext();

  const model::SourceFile& source() const { return source_; }
  const model::LoweredFunction& lowered() const { return lowered_; }
  const model::Function& function() const { return *lowered_.function; }
  Edits& edits() const { return edits_; }

  /// Statements.
  SignatureEmitter& signatures();
  StatementEmitter& statements();
  BranchEmitter& branches();
  SwitchEmitter& switches();
  LoopEmitter& loops();
  RangeLoopEmitter& range_loops();
  /// Variables.
  DeclarationEmitter& declarations();
  ReferenceEmitter& references();
  PointerEmitter& pointers();
  /// Expressions.
  ExpressionEmitter& expressions();
  ConditionEmitter& conditions();
  NumberEmitter& numbers();
  SubscriptEmitter& subscripts();
  CallEmitter& calls();
  LibraryCallEmitter& library_calls();

 private:
  struct Parts;

  const model::SourceFile& source_;
  const model::LoweredFunction& lowered_;
  Edits& edits_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace agc::emit
