#include "parse/queries/uses/selected_pointer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SetVector.h>

#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/position.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using Pointers = llvm::SetVector<const clang::VarDecl*, std::vector<const clang::VarDecl*>>;

/// Returns a of a.x[1].y. Pointers are not followed.
const clang::Expr* whole_of(const clang::Expr* source) {
  for (;;) {
    source = as_written(source);
    const clang::Expr* inner = nullptr;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
      if (!member->isArrow()) inner = member->getBase();
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) {
      const clang::Expr* base = element->getBase()->IgnoreParenImpCasts();
      if (base->getType()->isArrayType()) inner = base;
    } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      if (call->getOperator() == clang::OO_Subscript && callee && is_in_std(callee)) inner = call->getArg(0);
    }
    if (!inner) return source;
    source = inner;
  }
}

bool is_null(const clang::Expr* value) {
  value = value->IgnoreParens();
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(value); cast && cast->getCastKind() == clang::CK_NullToPointer)
    return true;
  return llvm::isa<clang::CXXNullPtrLiteralExpr>(as_written(value));
}

/// Returns the array or vector v of v, v.data() and std::begin(v).
const clang::Expr* array_named(const clang::Expr* source) {
  const clang::Expr* written = as_written(source);
  return written->getType()->isConstantArrayType() && written->isLValue() ? written : container_of(source);
}

/// True for a local variable of the function, or a part of one. (A reference may be represented by a copy of an
/// element.)
bool names_local(const clang::Expr* source) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(whole_of(source));
  const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage()) return false;
  return !variable->getType()->isReferenceType() || llvm::isa<clang::ParmVarDecl>(variable);
}

bool is_target_type(clang::QualType type) {
  if (type->isDependentType() || type.isVolatileQualified()) return false;
  if (is_tensor(type) || is_stageable_number(type)) return true;
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || is_in_std(record) || is_in_ag(record)) return false;
  return is_structure_of_numbers(type) || type_class(type) == model::TypeClass::TensorStructure;
}

clang::QualType pointee_of(const clang::VarDecl* variable) { return variable->getType()->getPointeeType(); }

bool mentions(const clang::Stmt* source, const clang::VarDecl* variable) {
  if (!source) return false;
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(source);
  if (named && named->getDecl() == variable) return true;
  for (const clang::Stmt* child : source->children())
    if (mentions(child, variable)) return true;
  return false;
}

/// Checks the values and the uses of one pointer.
class Selection : public AstVisitor {
 public:
  Selection(const clang::VarDecl* variable, Pointers& connected) : variable_(variable), connected_(connected) {}

  bool is_possible() const { return possible_ && declared_; }
  bool moves() const { return moves_; }

  void value(const clang::Expr* source) {
    const clang::Expr* written = as_written(source);
    if (is_null(source)) return;
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written)) {
      value(choice->getTrueExpr());
      return value(choice->getFalseExpr());
    }
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(written)) {
      return require(address->getOpcode() == clang::UO_AddrOf && is_target(address->getSubExpr()));
    }
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(written); sum && sum->isAdditiveOp()) {
      moves_ = true;
      return require(sum->getLHS()->getType()->isPointerType()), value(sum->getLHS());
    }
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(written)) {
      const auto* other = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
      if (other && other->getType()->isPointerType() && other->isLocalVarDecl()) {
        connected_.insert(other);
        return require(is_pointee(other->getType()->getPointeeType()));
      }
    }
    const clang::Expr* array = array_named(source);
    moves_ = true;
    require(array && names_local(array) && is_pointee(source->getType()->getPointeeType()));
  }

  /// Checks a branch of the ?: that a reference is bound to.
  void place(const clang::Expr* source) {
    const clang::Expr* written = as_written(source);
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written)) {
      place(choice->getTrueExpr());
      return place(choice->getFalseExpr());
    }
    require(is_target(source));
  }

 private:
  void require(bool holds) { possible_ = possible_ && holds; }
  bool is_pointee(clang::QualType type) const {
    return variable_->getASTContext().hasSameUnqualifiedType(type, pointee_of(variable_));
  }
  bool is_target(const clang::Expr* source) const { return names_local(source) && is_pointee(source->getType()); }
  bool is_this(const clang::Expr* source) const { return position_variable(source) == variable_; }
  bool may_be_this(const clang::Expr* source) const {
    return llvm::any_of(values_of_choice(source), [this](const clang::Expr* one) { return is_this(one); });
  }
  /// True if the expression names the target of the pointer, or a part of it.
  bool leads_through(const clang::Expr* source) const {
    const clang::Expr* whole = whole_of(source);
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(whole);
    if (named && named->getDecl() == variable_) return variable_->getType()->isReferenceType();
    const clang::Expr* base = dereferenced(whole);
    return base && is_this(base);
  }

  bool visit(clang::Decl* node) override {
    const auto* other = llvm::dyn_cast<clang::VarDecl>(node);
    if (!other || other == variable_ || !other->getInit()) return true;
    const bool refers = other->getType()->isReferenceType() && other->getInit()->isGLValue();
    require(!refers || !mentions(other->getInit(), variable_));
    if (other->getType()->isPointerType() && may_be_this(other->getInit())) connected_.insert(other);
    return true;
  }
  bool visit(clang::Stmt* node) override {
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
      require(reference->getDecl() != variable_ || !reference->refersToEnclosingVariableOrCapture());
    } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(node)) {
      declared_with(declaration);
    } else if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(node)) {
      require(branch->getConditionVariable() != variable_);
    } else if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(node)) {
      require(loop->getConditionVariable() != variable_);
    } else if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(node)) {
      require(!mentions(range->getRangeInit(), variable_));
    } else if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(node)) {
      require(!mentions(lambda->getBody(), variable_));
    } else if (const auto* result = llvm::dyn_cast<clang::ReturnStmt>(node)) {
      const clang::Expr* given = result->getRetValue();
      require(!given || !given->isGLValue() || !mentions(given, variable_));
    } else if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXTypeidExpr, clang::CXXNoexceptExpr>(node)) {
      require(!mentions(node, variable_));
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node)) {
      if (unary->isIncrementDecrementOp() && unary->getSubExpr()->getType()->isPointerType())
        moves_ = moves_ || is_this(unary->getSubExpr());
      if (unary->getOpcode() == clang::UO_AddrOf) require(!leads_through(unary->getSubExpr()));
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(node)) {
      moves_ = moves_ || is_this(element->getBase());
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node)) {
      sides(binary);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      const bool steps = callee && is_in_std(callee) && callee->getIdentifier() &&
                         (callee->getName() == "distance" || callee->getName() == "advance" || is_step(callee));
      for (const clang::Expr* argument : call->arguments())
        require(!steps || !variable_->getType()->isPointerType() || !is_this(argument));
    }
    return true;
  }

  /// The variables of one declaration share its type.
  void declared_with(const clang::DeclStmt* declaration) {
    if (!llvm::is_contained(declaration->decls(), variable_)) return;
    declared_ = true;
    for (const clang::Decl* one : declaration->decls()) {
      const auto* other = llvm::dyn_cast<clang::VarDecl>(one);
      if (other == variable_) continue;
      require(other && other->getType()->isPointerType() && variable_->getType()->isPointerType() &&
              is_pointee(other->getType()->getPointeeType()));
      if (other) connected_.insert(other);
    }
  }

  void sides(const clang::BinaryOperator* source) {
    const clang::Expr *left = source->getLHS(), *right = source->getRHS();
    if (!left->getType()->isPointerType() || !variable_->getType()->isPointerType()) return;
    const bool first = is_this(left), second = right->getType()->isPointerType() && is_this(right);
    if (!first && !second && source->getOpcode() != clang::BO_Assign) return;
    if (source->getOpcode() == clang::BO_Assign) {
      if (first) value(right);
      if (may_be_this(right) && position_variable(left)) connected_.insert(position_variable(left));
    } else if (source->isEqualityOp()) {
      const bool moved = moves_;
      value(first ? right : left);
      if (array_of_pointer(first ? right : left) == nullptr) moves_ = moved;
    } else {
      moves_ = true;
      if (right->getType()->isPointerType()) value(first ? right : left);
    }
  }

  const clang::VarDecl* variable_;
  Pointers& connected_;
  bool possible_ = true, moves_ = false, declared_ = false;
};

/// Looks for code after a position that may change a variable.
class LaterChange : public AstVisitor {
 public:
  LaterChange(const clang::ValueDecl* variable, clang::SourceLocation place) : variable_(variable), place_(place) {}
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node)) {
      if (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf) look(unary->getSubExpr());
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node)) {
      if (binary->isAssignmentOp()) look(binary->getLHS());
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      const MethodCall method(call);
      if (method && may_change_object(method.method)) look(method.object);
      for (unsigned k = 0; callee && k < method.arguments.size(); ++k)
        if (may_change_argument(callee, k)) look(method.arguments[k]);
    } else if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(node)) {
      for (const clang::LambdaCapture& one : lambda->captures())
        found = found || (one.capturesVariable() && one.getCapturedVar() == variable_ &&
                          one.getCaptureKind() == clang::LCK_ByRef);
    }
    return !found;
  }
  void look(const clang::Expr* target) {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(whole_of(target));
    const clang::SourceManager& sources = variable_->getASTContext().getSourceManager();
    found = found ||
            (named && named->getDecl() == variable_ && sources.isBeforeInTranslationUnit(place_, named->getLocation()));
  }
  const clang::ValueDecl* variable_;
  clang::SourceLocation place_;
};

}  // namespace

std::optional<SelectedPointer> selected_pointer(const clang::VarDecl* variable) {
  SelectedPointer result;
  Pointers all;
  all.insert(variable);
  for (size_t k = 0; k < all.size(); ++k) {
    const clang::VarDecl* one = all[k];
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(one->getDeclContext());
    const bool pointer = one->getType()->isPointerType(), reference = one->getType()->isLValueReferenceType();
    if (!one->isLocalVarDecl() || one->isStaticLocal() || one->isConstexpr() || !function || !function->hasBody() ||
        !(pointer || reference) || !is_target_type(pointee_of(one)))
      return std::nullopt;
    if (pointer && !is_followed_position(one)) return std::nullopt;
    Selection selection(one, all);
    if (pointer && one->getInit()) selection.value(one->getInit());
    if (reference) {
      if (!one->getInit() || !llvm::isa<clang::ConditionalOperator>(as_written(one->getInit()))) return std::nullopt;
      selection.place(one->getInit());
    }
    selection.traverse(function->getBody());
    if (!selection.is_possible()) return std::nullopt;
    result.moves = result.moves || selection.moves();
  }
  result.connected = all.takeVector();
  return result;
}

const clang::Expr* array_of_pointer(const clang::Expr* value) {
  const clang::Expr* written = as_written(value);
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(written);
      address && address->getOpcode() == clang::UO_AddrOf) {
    const clang::Expr* element = as_written(address->getSubExpr());
    if (const auto* array = llvm::dyn_cast<clang::ArraySubscriptExpr>(element))
      return array->getBase()->IgnoreParenImpCasts();
    const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(element);
    return call && call->getOperator() == clang::OO_Subscript ? as_written(call->getArg(0)) : nullptr;
  }
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(written); sum && sum->isAdditiveOp())
    return array_of_pointer(sum->getLHS());
  return array_named(value);
}

bool may_change_later(const clang::FunctionDecl* function, const clang::ValueDecl* variable,
                      clang::SourceLocation place) {
  LaterChange change(variable, place);
  change.traverse(function->getBody());
  return change.found;
}

}  // namespace agc::parse
