#include "emit/function/emission_context.h"

#include "emit/function/branch_emitter.h"
#include "emit/function/call_emitter.h"
#include "emit/function/condition_emitter.h"
#include "emit/function/declaration_emitter.h"
#include "emit/function/expression_emitter.h"
#include "emit/function/library_call_emitter.h"
#include "emit/function/loop_emitter.h"
#include "emit/function/number_emitter.h"
#include "emit/function/pointer_emitter.h"
#include "emit/function/range_loop_emitter.h"
#include "emit/function/reference_emitter.h"
#include "emit/function/signature_emitter.h"
#include "emit/function/statement_emitter.h"
#include "emit/function/subscript_emitter.h"
#include "emit/function/switch_emitter.h"

namespace agc::emit {

struct EmissionContext::Parts {
  explicit Parts(EmissionContext& of) : context(of) {}

  EmissionContext& context;
  SignatureEmitter signatures{context};
  StatementEmitter statements{context};
  BranchEmitter branches{context};
  SwitchEmitter switches{context};
  LoopEmitter loops{context};
  RangeLoopEmitter range_loops{context};
  DeclarationEmitter declarations{context};
  ReferenceEmitter references{context};
  PointerEmitter pointers{context};
  ExpressionEmitter expressions{context};
  ConditionEmitter conditions{context};
  NumberEmitter numbers{context};
  SubscriptEmitter subscripts{context};
  CallEmitter calls{context};
  LibraryCallEmitter library_calls{context};
};

EmissionContext::EmissionContext(const model::SourceFile& source, const model::LoweredFunction& lowered, Edits& edits)
    : source_(source), lowered_(lowered), edits_(edits), parts_(std::make_unique<Parts>(*this)) {}

EmissionContext::~EmissionContext() = default;

SignatureEmitter& EmissionContext::signatures() { return parts_->signatures; }
StatementEmitter& EmissionContext::statements() { return parts_->statements; }
BranchEmitter& EmissionContext::branches() { return parts_->branches; }
SwitchEmitter& EmissionContext::switches() { return parts_->switches; }
LoopEmitter& EmissionContext::loops() { return parts_->loops; }
RangeLoopEmitter& EmissionContext::range_loops() { return parts_->range_loops; }
DeclarationEmitter& EmissionContext::declarations() { return parts_->declarations; }
ReferenceEmitter& EmissionContext::references() { return parts_->references; }
PointerEmitter& EmissionContext::pointers() { return parts_->pointers; }
ExpressionEmitter& EmissionContext::expressions() { return parts_->expressions; }
ConditionEmitter& EmissionContext::conditions() { return parts_->conditions; }
NumberEmitter& EmissionContext::numbers() { return parts_->numbers; }
SubscriptEmitter& EmissionContext::subscripts() { return parts_->subscripts; }
CallEmitter& EmissionContext::calls() { return parts_->calls; }
LibraryCallEmitter& EmissionContext::library_calls() { return parts_->library_calls; }

}  // namespace agc::emit
