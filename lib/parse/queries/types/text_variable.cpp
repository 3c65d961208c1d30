#include "parse/queries/types/text_variable.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/SmallPtrSet.h>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/output.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// True for the class template `name` of the standard library with elements of type char.
bool is_of_characters(clang::QualType type, llvm::StringRef name) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && is_in_std(record) && record->getIdentifier() && record->getName() == name &&
         record->getTemplateArgs()[0].getAsType()->isCharType();
}
bool is_string_or_view(clang::QualType type) { return is_string(type) || is_view(type); }

bool is_variable(const clang::VarDecl* variable, llvm::SmallPtrSet<const clang::VarDecl*, 4>& seen);

/// True if a view of this text shows later changes of a string.
bool refers_to_string(const clang::Expr* source) {
  const clang::Expr* written = as_written(source);
  if (const clang::Expr* converted = text_of_conversion(source)) return refers_to_string(converted);
  if (const clang::Expr* given = text_of_construction(written)) return refers_to_string(given);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written))
    return refers_to_string(choice->getTrueExpr()) || refers_to_string(choice->getFalseExpr());
  if (text_of_string(written)) return true;
  return is_string(written->getType()) && !written->getType().isConstQualified();
}

/// Visits every use of a text variable.
class TextUses : public AstVisitor {
 public:
  TextUses(const clang::VarDecl* variable, const clang::FunctionDecl* function,
           llvm::SmallPtrSet<const clang::VarDecl*, 4>& seen)
      : variable_(variable), function_(function), seen_(seen) {}
  bool are_followed() const {
    return !captured_ && !shows_string_ &&
           llvm::all_of(all_, [&](const clang::DeclRefExpr* one) { return followed_.contains(one); });
  }

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
      if (reference->getDecl() != variable_) return true;
      all_.insert(reference);
      captured_ = captured_ || reference->refersToEnclosingVariableOrCapture();
    } else if (const auto* statement = llvm::dyn_cast<clang::ReturnStmt>(node)) {
      if (statement->getRetValue() && is_text_result(function_)) follow(statement->getRetValue());
      if (statement->getRetValue() && is_result_with_text(function_)) {
        for (const clang::Expr* part : parts_of_result(statement->getRetValue())) follow(part);
      }
    } else if (const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(node)) {
      if (assigned->getOpcode() == clang::BO_Assign && is_text_type(assigned->getType())) assignment(assigned);
    } else if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node)) {
      overloaded(operation);
    } else if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(node)) {
      if (const auto sides = unequal_texts(rewritten)) {
        follow(sides->first);
        follow(sides->second);
      }
    } else if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(node); call && text_method(call)) {
      follow(call->getImplicitObjectArgument());
      if (call->getNumArgs() == 1 && is_other(call->getImplicitObjectArgument())) follow(call->getArg(0));
    }
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(node)) {
      if (const std::optional<Output> output = output_of(expression))
        for (const clang::Expr* item : output->items) follow(item);
    }
    return !captured_;
  }
  bool visit(clang::Decl* node) override {
    const auto* other = llvm::dyn_cast<clang::VarDecl>(node);
    if (other && other != variable_ && other->getInit() && is_text_type(other->getType()) && is_variable(other, seen_))
      follow(other->getInit());
    return true;
  }
  void assignment(const clang::BinaryOperator* source) {
    follow(source->getLHS());
    if (is_other(source->getLHS())) follow(source->getRHS());
  }
  /// Records an assignment to a view. A view is not followed if it refers to a string.
  void assign_view(const clang::Expr* target, const clang::Expr* value) {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(as_written(target));
    if (!named || named->getDecl() != variable_ || !is_view(variable_->getType())) return;
    shows_string_ = shows_string_ || refers_to_string(value);
  }
  /// True if the target of an assignment may hold a symbolic text as well.
  bool is_other(const clang::Expr* target) {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(as_written(target));
    const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
    return variable && (variable == variable_ || is_variable(variable, seen_));
  }
  void overloaded(const clang::CXXOperatorCallExpr* source) {
    if (source->getNumArgs() != 2 || !is_string_or_view(source->getArg(0)->getType())) {
      const auto kind = source->getOperator();
      const bool compares = kind == clang::OO_EqualEqual || kind == clang::OO_ExclaimEqual;
      if (source->getNumArgs() != 2 || !compares || !is_string_or_view(source->getArg(1)->getType())) return;
    }
    const auto kind = source->getOperator();
    if (kind == clang::OO_EqualEqual || kind == clang::OO_ExclaimEqual) {
      follow(source->getArg(0));
      follow(source->getArg(1));
    } else if (kind == clang::OO_Equal || kind == clang::OO_PlusEqual) {
      follow(source->getArg(0));
      if (is_other(source->getArg(0))) follow(source->getArg(1));
      assign_view(source->getArg(0), source->getArg(1));
    }
  }
  void follow(const clang::Expr* source) {
    const clang::Expr* written = as_written(source);
    if (const clang::Expr* converted = text_of_conversion(source)) {
      follow(converted);
    } else if (const clang::Expr* given = text_of_construction(written)) {
      follow(given);
    } else if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(written)) {
      followed_.insert(reference);
    } else if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written)) {
      follow(choice->getTrueExpr());
      follow(choice->getFalseExpr());
    } else if (const auto* sum = text_sum(written)) {
      follow(sum->getArg(0));
      follow(sum->getArg(1));
    } else if (const auto* text = text_of_string(written)) {
      follow(text->getImplicitObjectArgument());
    }
  }

  const clang::VarDecl* variable_;
  const clang::FunctionDecl* function_;
  llvm::SmallPtrSet<const clang::VarDecl*, 4>& seen_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 8> all_, followed_;
  bool captured_ = false, shows_string_ = false;
};

/// True if the variable is initialised with a text, or is empty.
bool begins_with_text(const clang::VarDecl* variable) {
  const clang::Expr* value = variable->getInit();
  if (!value) return false;
  if (variable->getType()->isPointerType()) return is_text_type(value->getType());
  value = value->IgnoreImplicit();
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(value);
  if (!construct) return is_text_type(value->getType()) || llvm::isa<clang::StringLiteral>(as_written(value));
  unsigned written = 0;
  for (const clang::Expr* argument : construct->arguments()) written += !llvm::isa<clang::CXXDefaultArgExpr>(argument);
  if (written == 0) return true;
  const clang::QualType first = construct->getArg(0)->getType();
  return written == 1 && (is_text_type(first) || llvm::isa<clang::StringLiteral>(as_written(construct->getArg(0))));
}

bool is_variable(const clang::VarDecl* variable, llvm::SmallPtrSet<const clang::VarDecl*, 4>& seen) {
  if (!seen.insert(variable).second) return true;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  if (!variable->isLocalVarDecl() || variable->isStaticLocal() || variable->isConstexpr() || !function ||
      !function->hasBody() || variable->getType()->isReferenceType() || variable->getType().isVolatileQualified() ||
      !is_text_type(variable->getType()) || !begins_with_text(variable))
    return false;
  if (is_view(variable->getType()) && refers_to_string(variable->getInit())) return false;
  TextUses uses(variable, function, seen);
  uses.traverse(function->getBody());
  return uses.are_followed();
}

/// Checks that an array is named only where one of its elements is read.
class OnlySubscripts : public AstVisitor {
 public:
  explicit OnlySubscripts(const clang::VarDecl* array) : array_(array) {}
  bool hold() const { return uses_ == reads_; }

 private:
  bool visit(clang::Stmt* node) override {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node);
    uses_ += reference && reference->getDecl() == array_;
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
    if (!cast || cast->getCastKind() != clang::CK_LValueToRValue) return true;
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(cast->getSubExpr()->IgnoreParens());
    const auto* named =
        element ? llvm::dyn_cast<clang::DeclRefExpr>(element->getBase()->IgnoreParenImpCasts()) : nullptr;
    reads_ += named && named->getDecl() == array_;
    return true;
  }
  const clang::VarDecl* array_;
  int uses_ = 0, reads_ = 0;
};

/// Looks for a `return` of a null pointer.
class NullReturn : public AstVisitor {
 public:
  bool found = false;

 private:
  bool enters(const clang::LambdaExpr*) const override { return false; }
  bool visit(clang::Stmt* node) override {
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(node);
    found = found || (cast && cast->getCastKind() == clang::CK_NullToPointer) ||
            llvm::isa<clang::CXXNullPtrLiteralExpr>(node);
    return !found;
  }
};

/// Checks that every `return` lists the parts of a result, and whether one of them is a text that may be symbolic.
class ListedResults : public AstVisitor {
 public:
  explicit ListedResults(size_t count) : count_(count) {}
  bool all = true, any_text = false;

 private:
  bool enters(const clang::LambdaExpr*) const override { return false; }
  bool visit(clang::Stmt* node) override {
    const auto* statement = llvm::dyn_cast<clang::ReturnStmt>(node);
    if (!statement) return true;
    const auto parts = statement->getRetValue() ? parts_of_result(statement->getRetValue()) : std::nullopt;
    all = all && parts.size() == count_;
    for (const clang::Expr* part : parts) {
      const clang::Expr* written = as_written(part);
      const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(written);
      const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
      const bool local = variable && variable->isLocalVarDecl() && !variable->isStaticLocal();
      const bool symbolic = local || llvm::isa<clang::ConditionalOperator>(written);
      any_text = any_text || (symbolic && gives_text(part));
    }
    return all;
  }
  size_t count_;
};

/// Returns the types of the parts of a std::pair or a std::tuple; empty for other types.
llvm::SmallVector<clang::QualType, 4> part_types(clang::QualType type) {
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  llvm::SmallVector<clang::QualType, 4> result;
  if (!record || !is_in_std(record) || !record->getIdentifier()) return result;
  if (record->getName() != "pair" && record->getName() != "tuple") return result;
  for (const clang::TemplateArgument& argument : record->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Type) result.push_back(argument.getAsType());
    if (argument.getKind() != clang::TemplateArgument::Pack) continue;
    for (const clang::TemplateArgument& one : argument.pack_elements()) result.push_back(one.getAsType());
  }
  return result;
}

}  // namespace

bool is_text_member(clang::QualType type) {
  if (type.isNull() || type->isDependentType() || type->isReferenceType() || type.isVolatileQualified()) return false;
  if (is_text_type(type)) return true;
  if (is_sequence(type)) {
    const auto* record = llvm::cast<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    return is_text_member(record->getTemplateArgs()[0].getAsType());
  }
  const auto parts = part_types(type);
  return !parts.empty() && llvm::all_of(parts, is_text_member);
}

bool holds_text(clang::QualType type) {
  if (type.isNull() || type->isDependentType() || type->isReferenceType()) return false;
  bool any = false;
  for (const clang::QualType part : part_types(type)) {
    const bool text = is_string(part);
    const bool other = is_tensor(part) || is_stageable_number(part) || is_structure_of_numbers(part);
    if (part->isReferenceType() || (!text && !other)) return false;
    any = any || text;
  }
  return any;
}

llvm::ArrayRef<const clang::Expr*> parts_of_result(const clang::Expr* value) {
  const clang::Expr* made = value;
  while (made != made->IgnoreImplicit()->IgnoreParens()) made = made->IgnoreImplicit()->IgnoreParens();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(made)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const bool makes = callee && is_in_std(callee) && callee->getIdentifier() &&
                       (callee->getName() == "make_pair" || callee->getName() == "make_tuple");
    return makes ? llvm::ArrayRef<const clang::Expr*>(call->getArgs(), call->getNumArgs()) : std::nullopt;
  }
  if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(made)) {
    if (part_types(construct->getType()).empty()) return std::nullopt;
    if (construct->getNumArgs() == 1) return parts_of_result(construct->getArg(0));
    if (llvm::isa<clang::CXXTemporaryObjectExpr>(construct) && !construct->getType()->getContainedDeducedType())
      return std::nullopt;  // the type is written
    return {construct->getArgs(), construct->getNumArgs()};
  }
  return std::nullopt;
}

bool is_result_with_text(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  const clang::QualType type = function->getDeclaredReturnType();
  if (type->getContainedDeducedType() || type->getAs<clang::TypedefType>() || !holds_text(type)) return false;
  if (llvm::isa<clang::CXXMethodDecl>(function) || function->isTemplated() || function->isOverloadedOperator() ||
      function->getTemplateSpecializationKind() != clang::TSK_Undeclared || !function->hasBody(definition) ||
      definition->isConstexpr())
    return false;
  ListedResults results(part_types(type).size());
  results.traverse(definition->getBody());
  return results.all && results.any_text;
}

bool is_view(clang::QualType type) { return is_of_characters(type, "basic_string_view"); }

bool is_string(clang::QualType type) { return is_of_characters(type, "basic_string"); }

bool is_text_type(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  type = type.getNonReferenceType();
  if (!type->isPointerType()) return is_string_or_view(type);
  const clang::QualType pointee = type->getPointeeType();
  return pointee.isConstQualified() && !pointee.isVolatileQualified() &&
         pointee->isSpecificBuiltinType(clang::BuiltinType::Char_S);
}

bool is_followed_text(const clang::VarDecl* variable) {
  llvm::SmallPtrSet<const clang::VarDecl*, 4> seen;
  return is_variable(variable, seen);
}

bool is_text_result(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  const clang::QualType type = function->getDeclaredReturnType();
  const auto* alias = type->getAs<clang::TypedefType>();
  if (type->isReferenceType() || type->getContainedDeducedType() || !is_text_type(type)) return false;
  if (alias && !is_in_std(alias->getDecl())) return false;
  if (llvm::isa<clang::CXXMethodDecl>(function) || function->isTemplated() || function->isOverloadedOperator() ||
      function->getTemplateSpecializationKind() != clang::TSK_Undeclared || !function->hasBody(definition) ||
      definition->isConstexpr())
    return false;
  NullReturn null;
  null.traverse(definition->getBody());
  return !null.found;
}

bool is_text_table(const clang::Expr* container, const SourceText& text) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(container->IgnoreParenImpCasts());
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->getType()->isConstantArrayType() || !variable->getInit()) return false;
  if (!is_text_type(variable->getType()->getAsArrayTypeUnsafe()->getElementType())) return false;
  OnlySubscripts reads(variable);
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext())) {
    reads.traverse(function->getBody());
    return reads.hold();
  }
  if (variable->isExternallyVisible() || !text.is_in_user_file(variable->getLocation())) return false;
  for (const clang::Decl* one : text.user_declarations()) reads.traverse(one);
  return reads.hold();
}

const clang::CXXOperatorCallExpr* text_sum(const clang::Expr* source) {
  const auto* sum = llvm::dyn_cast<clang::CXXOperatorCallExpr>(as_written(source));
  return sum && sum->getOperator() == clang::OO_Plus && sum->getNumArgs() == 2 && is_string(sum->getType()) ? sum
                                                                                                            : nullptr;
}

bool gives_text(const clang::Expr* source) {
  const clang::Expr* written = as_written(source);
  if (is_text_type(source->getType()) || is_text_type(written->getType())) return true;
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written))
    return gives_text(choice->getTrueExpr()) && gives_text(choice->getFalseExpr());
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(written);
  return literal && literal->isOrdinary();
}

const clang::CXXMemberCallExpr* text_method(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(as_written(source));
  const clang::CXXMethodDecl* method = call ? call->getMethodDecl() : nullptr;
  const auto* member = call ? llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens()) : nullptr;
  if (!method || !method->getIdentifier() || !member || member->isArrow()) return nullptr;
  const clang::Expr* object = call->getImplicitObjectArgument();
  if (!is_string_or_view(object->getType())) return nullptr;
  const llvm::StringRef name = method->getName();
  const bool asks = call->getNumArgs() == 0 && (name == "size" || name == "length" || name == "empty");
  const bool adds = call->getNumArgs() == 1 && llvm::isa<clang::DeclRefExpr>(as_written(object)) &&
                    is_string(object->getType()) &&
                    (name == "push_back" || (name == "append" && gives_text(call->getArg(0))));
  return asks || adds ? call : nullptr;
}

const clang::Expr* text_of_construction(const clang::Expr* source) {
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(source->IgnoreImplicit());
  if (!construct || !is_string_or_view(construct->getType()) || construct->getNumArgs() == 0) return nullptr;
  const bool alone = construct->getNumArgs() == 1 || llvm::isa<clang::CXXDefaultArgExpr>(construct->getArg(1));
  const clang::Expr* given = construct->getArg(0);
  return alone && !construct->isStdInitListInitialization() && gives_text(given) ? given : nullptr;
}

const clang::Expr* made_text(const clang::Expr* source) {
  // as_written() treats the conversion as an implicit one.
  while (source != source->IgnoreImplicit()->IgnoreParens()) source = source->IgnoreImplicit()->IgnoreParens();
  if (!is_string_or_view(source->getType())) return nullptr;
  return llvm::isa<clang::CXXFunctionalCastExpr, clang::CXXTemporaryObjectExpr>(source) ? source : nullptr;
}

const clang::Expr* text_of_conversion(const clang::Expr* source) {
  const clang::Expr* made = made_text(source);
  const auto* cast = llvm::dyn_cast_or_null<clang::CXXFunctionalCastExpr>(made);
  if (!cast) return made ? text_of_construction(made) : nullptr;
  const clang::Expr* inner = cast->getSubExpr()->IgnoreImplicit();
  if (llvm::isa<clang::CXXConstructExpr>(inner)) return text_of_construction(inner);
  return gives_text(inner) ? inner : nullptr;  // std::string_view(s) of a std::string
}

std::optional<std::pair<const clang::Expr*, const clang::Expr*>> unequal_texts(
    const clang::CXXRewrittenBinaryOperator* source) {
  const auto form = source->getDecomposedForm();
  const bool compares =
      form.Opcode == clang::BO_NE && (is_string_or_view(form.LHS->getType()) || is_string_or_view(form.RHS->getType()));
  if (!compares || !gives_text(form.LHS) || !gives_text(form.RHS)) return std::nullopt;
  return std::pair(form.LHS, form.RHS);
}

const clang::CXXMemberCallExpr* text_of_string(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(as_written(source));
  const clang::CXXMethodDecl* method = call ? call->getMethodDecl() : nullptr;
  const bool text = method && method->getIdentifier() && method->getName() == "c_str" &&
                    is_string(call->getImplicitObjectArgument()->getType());
  return text ? call : nullptr;
}

}  // namespace agc::parse
