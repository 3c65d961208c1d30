#include "parse/build/function_context.h"

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/callback_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/calls/dependent_call_builder.h"
#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/calls/library_call_builder.h"
#include "parse/build/calls/staged_class_builder.h"
#include "parse/build/statements/declaration_builder.h"
#include "parse/build/statements/loop_builder.h"
#include "parse/build/statements/parameter_builder.h"
#include "parse/build/statements/statement_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/keyed_builder.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/build/values/structure_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/values/text_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/build/variables/pointer_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"

namespace agc::parse {

struct FunctionContext::Parts {
  explicit Parts(FunctionContext& of) : context(of) {}

  FunctionContext& context;
  StatementBuilder statements{context};
  LoopBuilder loops{context};
  DeclarationBuilder declarations{context};
  ParameterBuilder parameters{context};
  VariableBuilder variables{context};
  ReferenceBuilder references{context};
  AliasBuilder aliases{context};
  MemberBuilder members{context};
  ExternalBuilder externals{context};
  PointerBuilder pointers{context};
  CallBuilder calls{context};
  ConvertedCallBuilder converted_calls{context};
  DependentCallBuilder dependent_calls{context};
  LibraryCallBuilder library_calls{context};
  StagedClassBuilder staged_classes{context};
  LambdaBuilder lambdas{context};
  CallbackBuilder callbacks{context};
  FunctionValueBuilder function_values{context};
  ExpressionBuilder expressions{context};
  NumberBuilder numbers{context};
  StructureBuilder structures{context};
  ListBuilder lists{context};
  KeyedBuilder keyed{context};
  AlgorithmBuilder algorithms{context};
  SubscriptBuilder subscripts{context};
  TextBuilder texts{context};
};

FunctionContext::FunctionContext(const Session& session, const SourceText& text, model::Function& function,
                                 FunctionContext* parent, const clang::LambdaExpr* lambda)
    : session_(session),
      text_(text),
      function_(function),
      parent_(parent),
      lambda_(lambda),
      parts_(std::make_unique<Parts>(*this)) {}

FunctionContext::~FunctionContext() = default;

FunctionContext& FunctionContext::outermost() {
  FunctionContext* context = this;
  while (context->parent_) context = context->parent_;
  return *context;
}

void FunctionContext::find_names(const clang::FunctionDecl* function) {
  if (parent_) return;
  kept_ = std::make_unique<EscapingReferences>(function->getBody());
  names_ = std::make_unique<DeclaredNames>(function, text_);
}

const EscapingReferences& FunctionContext::kept() { return *outermost().kept_; }

const DeclaredNames& FunctionContext::declared_names() { return *outermost().names_; }

StatementBuilder& FunctionContext::statements() { return parts_->statements; }
LoopBuilder& FunctionContext::loops() { return parts_->loops; }
DeclarationBuilder& FunctionContext::declarations() { return parts_->declarations; }
ParameterBuilder& FunctionContext::parameters() { return parts_->parameters; }
VariableBuilder& FunctionContext::variables() { return parts_->variables; }
ReferenceBuilder& FunctionContext::references() { return parts_->references; }
AliasBuilder& FunctionContext::aliases() { return parts_->aliases; }
MemberBuilder& FunctionContext::members() { return parts_->members; }
ExternalBuilder& FunctionContext::externals() { return parts_->externals; }
PointerBuilder& FunctionContext::pointers() { return parts_->pointers; }
CallBuilder& FunctionContext::calls() { return parts_->calls; }
ConvertedCallBuilder& FunctionContext::converted_calls() { return parts_->converted_calls; }
DependentCallBuilder& FunctionContext::dependent_calls() { return parts_->dependent_calls; }
LibraryCallBuilder& FunctionContext::library_calls() { return parts_->library_calls; }
StagedClassBuilder& FunctionContext::staged_classes() { return parts_->staged_classes; }
LambdaBuilder& FunctionContext::lambdas() { return parts_->lambdas; }
CallbackBuilder& FunctionContext::callbacks() { return parts_->callbacks; }
FunctionValueBuilder& FunctionContext::function_values() { return parts_->function_values; }
ExpressionBuilder& FunctionContext::expressions() { return parts_->expressions; }
NumberBuilder& FunctionContext::numbers() { return parts_->numbers; }
StructureBuilder& FunctionContext::structures() { return parts_->structures; }
ListBuilder& FunctionContext::lists() { return parts_->lists; }
KeyedBuilder& FunctionContext::keyed() { return parts_->keyed; }
AlgorithmBuilder& FunctionContext::algorithms() { return parts_->algorithms; }
SubscriptBuilder& FunctionContext::subscripts() { return parts_->subscripts; }
TextBuilder& FunctionContext::texts() { return parts_->texts; }

}  // namespace agc::parse
