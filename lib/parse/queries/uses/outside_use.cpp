#include "parse/queries/uses/outside_use.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SetVector.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/traced_object.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

bool is_of_user(const clang::FunctionDecl* definition) {
  const clang::SourceManager& sources = definition->getASTContext().getSourceManager();
  return !sources.isInSystemHeader(sources.getExpansionLoc(definition->getLocation())) && !is_in_ag(definition);
}

const clang::CXXRecordDecl* record_of(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() ? record->getDefinition() : nullptr;
}

/// Collects the user's destructors that run when an object of this type is destroyed, also those of elements of
/// containers.
void collect_destructors(clang::QualType type, std::set<const clang::CXXRecordDecl*>& seen,
                         std::vector<const clang::CXXDestructorDecl*>& out) {
  const clang::CXXRecordDecl* record = record_of(type);
  if (!record || record->isDependentType() || !seen.insert(record).second || is_in_ag(record)) return;
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor && destructor->isUserProvided() && is_of_user(destructor)) out.push_back(destructor);
  for (const clang::FieldDecl* field : record->fields()) collect_destructors(field->getType(), seen, out);
  for (const clang::CXXBaseSpecifier& base : record->bases()) collect_destructors(base.getType(), seen, out);
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialization || !is_in_std(record)) return;
  for (const clang::TemplateArgument& argument : specialization->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Type) collect_destructors(argument.getAsType(), seen, out);
  }
}

/// Visits all code that runs when a function runs. A derived class overrides the callbacks for the nodes it needs.
class RunningCode : public AstVisitor {
 protected:
  void walk(const clang::FunctionDecl* definition) {
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition)) {
      for (const clang::CXXCtorInitializer* one : constructor->inits()) {
        traverse(one->getInit());
        initialises(one->getInit(), definition->getLocation());
      }
    }
    traverse(definition->getBody());
  }

  virtual void sees_node(const clang::Stmt*) {}
  virtual void sees(const clang::FunctionDecl*, clang::SourceLocation) {}
  virtual void sees_variable(const clang::VarDecl*) {}
  virtual void sees_default(const clang::CXXDefaultArgExpr*) {}
  virtual void sees_initialiser(const clang::FieldDecl*, const clang::Expr*, clang::SourceLocation) {}
  virtual void sees_static(const clang::VarDecl*) {}
  virtual void sees_end(const clang::CXXDestructorDecl*, clang::SourceLocation) {}
  virtual bool is_done() const { return false; }

 private:
  bool enters(const clang::LambdaExpr* lambda) const override { return !on_host_.contains(lambda); }
  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (variable && variable->isStaticLocal() && computes_first_value(variable)) sees_static(variable);
    if (variable && variable->isLocalVarDecl() && !variable->hasGlobalStorage())
      ends(variable->getType(), variable->getLocation());
    return !is_done();
  }
  bool visit(clang::Stmt* node) override {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      for (unsigned k = 0; k < call->getNumArgs(); ++k)
        if (runs_on_host(call->getDirectCallee(), k, call->getArg(k))) leave_to_host(call->getArg(k));
    }
    sees_node(node);
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node); reference && !on_host_.contains(reference)) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) sees_variable(variable);
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
        sees(function, reference->getLocation());
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(node)) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl())) sees_variable(variable);
      if (const auto* method = llvm::dyn_cast<clang::FunctionDecl>(member->getMemberDecl()))
        sees(method, member->getExprLoc());
    } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(node)) {
      constructs(construct->getConstructor(), construct->getExprLoc());
    } else if (const auto* argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(node)) {
      sees_default(argument);
    } else if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(node)) {
      const clang::InitListExpr* all = list->isSemanticForm() ? list : list->getSemanticForm();
      for (const clang::Expr* one : all ? all->inits() : llvm::ArrayRef<clang::Expr*>())
        initialises(one, list->getExprLoc());
    } else if (const auto* temporary = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(node)) {
      ends(temporary->getType(), temporary->getExprLoc());
    } else if (const auto* removal = llvm::dyn_cast<clang::CXXDeleteExpr>(node)) {
      if (!removal->getDestroyedType().isNull()) ends(removal->getDestroyedType(), removal->getExprLoc());
    }
    return !is_done();
  }

  /// Excludes arguments of ag::host_call, which run when the graph runs.
  void leave_to_host(const clang::Stmt* given) {
    on_host_.insert(given);
    for (const clang::Stmt* inner : given->children()) {
      if (inner && !llvm::isa<clang::LambdaExpr>(given)) leave_to_host(inner);
    }
  }
  void constructs(const clang::CXXConstructorDecl* constructor, clang::SourceLocation place) {
    const clang::FunctionDecl* body = nullptr;
    if (constructor->isUserProvided() || !constructor->hasBody(body)) return sees(constructor, place);
    // An implicit constructor is not converted, so its initialisers are visited here.
    for (const clang::CXXCtorInitializer* one : llvm::cast<clang::CXXConstructorDecl>(body)->inits()) {
      initialises(one->getInit(), place);
      const auto* inner = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(one->getInit());
      if (inner && inner->getConstructor() != constructor) constructs(inner->getConstructor(), place);
    }
  }
  void initialises(const clang::Expr* value, clang::SourceLocation place) {
    const auto* implied = llvm::dyn_cast_or_null<clang::CXXDefaultInitExpr>(value);
    if (implied && implied->getExpr()) sees_initialiser(implied->getField(), implied->getExpr(), place);
  }
  void ends(clang::QualType type, clang::SourceLocation place) {
    std::set<const clang::CXXRecordDecl*> seen;
    std::vector<const clang::CXXDestructorDecl*> destructors;
    collect_destructors(type, seen, destructors);
    for (const clang::CXXDestructorDecl* one : destructors) sees_end(one, place);
  }

  std::set<const clang::Stmt*> on_host_;
};

class OutsideUseFinder : public RunningCode {
 public:
  using Condition = std::function<bool(const clang::VarDecl*)>;
  explicit OutsideUseFinder(Condition condition = nullptr) : condition_(std::move(condition)) {}

  const clang::VarDecl* search(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* definition = nullptr;
    if (found_ || !function || annotation_of(function).kind == Annotation::Leave || !function->hasBody(definition) ||
        !seen_.insert(definition).second || !is_of_user(definition)) {
      return found_;
    }
    walk(definition);
    return found_;
  }
  const clang::VarDecl* search(const clang::Expr* expression) {
    traverse(expression);
    return found_;
  }

 private:
  void sees(const clang::FunctionDecl* function, clang::SourceLocation) override { search(function); }
  void sees_variable(const clang::VarDecl* variable) override {
    if (found_ || !variable->hasGlobalStorage() || variable->isConstexpr() || variable->getType().isConstQualified())
      return;
    if (!condition_ || condition_(variable)) found_ = variable;
  }
  void sees_default(const clang::CXXDefaultArgExpr* argument) override { search(argument->getExpr()); }
  void sees_initialiser(const clang::FieldDecl*, const clang::Expr* value, clang::SourceLocation) override {
    search(value);
  }
  void sees_end(const clang::CXXDestructorDecl* destructor, clang::SourceLocation) override { search(destructor); }
  bool is_done() const override { return found_; }

  Condition condition_;
  const clang::VarDecl* found_ = nullptr;
  std::set<const clang::FunctionDecl*> seen_;
};

class HiddenUses : public RunningCode {
 public:
  std::vector<HiddenUse> run(const clang::FunctionDecl* definition) {
    walk(definition);
    return std::move(found_);
  }

 private:
  void sees_default(const clang::CXXDefaultArgExpr* argument) override {
    const auto* callee = llvm::dyn_cast<clang::NamedDecl>(argument->getParam()->getDeclContext());
    if (is_of_user(llvm::cast<clang::FunctionDecl>(argument->getParam()->getDeclContext())))
      add(argument->getUsedLocation(), "a default argument of '" + callee->getNameAsString() + "'",
          OutsideUseFinder().search(argument->getExpr()));
  }
  void sees_initialiser(const clang::FieldDecl* field, const clang::Expr* value, clang::SourceLocation place) override {
    add(place, "the initialiser of '" + field->getParent()->getNameAsString() + "::" + field->getNameAsString() + "'",
        OutsideUseFinder().search(value));
  }
  void sees_end(const clang::CXXDestructorDecl* destructor, clang::SourceLocation place) override {
    add(place, "the destructor of '" + destructor->getParent()->getNameAsString() + "'",
        OutsideUseFinder().search(destructor));
  }
  void sees_static(const clang::VarDecl* variable) override {
    add(variable->getLocation(), "the first value of '" + variable->getNameAsString() + "'",
        OutsideUseFinder().search(variable->getInit()));
  }
  void add(clang::SourceLocation place, std::string code, const clang::VarDecl* variable) {
    if (variable) found_.push_back({place, std::move(code), variable});
  }

  std::vector<HiddenUse> found_;
};

/// Returns the variable or member that an expression names.
const clang::ValueDecl* named_by(const clang::Stmt* source) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(source);
  if (!expression) return nullptr;
  source = expression->IgnoreParenImpCasts();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source))
    return llvm::cast<clang::ValueDecl>(reference->getDecl()->getCanonicalDecl());
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source))
    return llvm::cast<clang::ValueDecl>(member->getMemberDecl()->getCanonicalDecl());
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) return named_by(element->getBase());
  return nullptr;
}

/// Looks for code that may write a variable: any use except a read of its value, and any call with an unknown target.
class WriteFinder : public RunningCode {
 public:
  explicit WriteFinder(const clang::ValueDecl* variable) : variable_(variable) {}

  bool finds_in(const clang::FunctionDecl* function) {
    search(function);
    return found_ || std::ranges::any_of(named_, [&](const clang::Stmt* one) { return !read_.contains(one); });
  }

 private:
  void search(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* definition = nullptr;
    if (found_ || !function || !function->hasBody(definition) || !seen_.insert(definition).second) return;
    if (is_of_user(definition)) walk(definition);
  }
  void sees(const clang::FunctionDecl* function, clang::SourceLocation) override {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    const auto* record = method ? method->getParent() : nullptr;
    const bool held = record && record->getIdentifier() && is_in_std(record) && record->getName() == "function";
    found_ = found_ || held || (method && method->isVirtual());
    search(function);
  }
  void sees_end(const clang::CXXDestructorDecl* destructor, clang::SourceLocation) override { search(destructor); }
  void sees_node(const clang::Stmt* node) override {
    note_read(node);
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(node)) {
      // The syntactic form, which the visitor walks, does not show that an element is read.
      const clang::InitListExpr* all = list->isSemanticForm() ? list : list->getSemanticForm();
      for (const clang::Expr* one : all ? all->inits() : llvm::ArrayRef<clang::Expr*>()) note_read(one);
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    const bool anywhere = call && !call->getDirectCallee() && !call->isTypeDependent();
    found_ = found_ || anywhere;
    const bool names = llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(node);
    if (names && named_by(node) == variable_) named_.push_back(node);
  }
  bool is_done() const override { return found_; }

  /// Records a read of a value, or a conversion to a constant.
  void note_read(const clang::Stmt* node) {
    const auto* read = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
    const bool constant = read && read->getCastKind() == clang::CK_NoOp && read->getType().isConstQualified();
    if (!constant && (!read || read->getCastKind() != clang::CK_LValueToRValue)) return;
    note_value(read->getSubExpr());
  }
  /// Records the variables whose value the value of the expression may be.
  void note_value(const clang::Expr* part) {
    read_.insert(part = part->IgnoreParenImpCasts());
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part)) return note_value(element->getBase());
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(part)) {
      note_value(choice->getTrueExpr());
      note_value(choice->getFalseExpr());
    }
    const auto* comma = llvm::dyn_cast<clang::BinaryOperator>(part);
    if (comma && comma->getOpcode() == clang::BO_Comma) note_value(comma->getRHS());
  }

  const clang::ValueDecl* variable_;
  bool found_ = false;
  std::set<const clang::FunctionDecl*> seen_;
  std::vector<const clang::Stmt*> named_;
  std::set<const clang::Stmt*> read_;
};

/// Decides by types whether a reference to a number may name a part of an object, or of an object that it points to.
class HeldNumbers {
 public:
  explicit HeldNumbers(clang::QualType number) : number_(number) {}

  bool may_be_in(clang::QualType type) {
    type = type.getNonReferenceType().getCanonicalType();
    if (const auto* array = type->getAsArrayTypeUnsafe()) return may_be_in(array->getElementType());
    if (type->isPointerType()) return may_be_in(type->getPointeeType());
    if (type->isFunctionType()) return true;  // its targets are unknown
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (!record) return type.getUnqualifiedType() == number_.getCanonicalType().getUnqualifiedType();
    if (!record->hasDefinition() || !seen_.insert(record->getCanonicalDecl()).second) return false;
    if (is_in_ag(record)) return false;  // no C++ reference names an element of a tensor
    return is_in_std(record) ? is_argument_of(record) : is_part_of(record);
  }

 private:
  /// The elements of a container have the types of its template arguments; a stream has no elements.
  bool is_argument_of(const clang::CXXRecordDecl* record) {
    const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (!instance || record->isPolymorphic()) return false;
    const auto holds = [&](const clang::TemplateArgument& one) {
      return one.getKind() == clang::TemplateArgument::Type && may_be_in(one.getAsType());
    };
    return std::ranges::any_of(instance->getTemplateArgs().asArray(), [&](const clang::TemplateArgument& one) {
      return one.getKind() == clang::TemplateArgument::Pack ? std::ranges::any_of(one.pack_elements(), holds)
                                                            : holds(one);
    });
  }
  /// The class of an object with virtual methods may have more members.
  bool is_part_of(const clang::CXXRecordDecl* record) {
    return record->isPolymorphic() ||
           std::ranges::any_of(record->bases(), [&](const auto& base) { return may_be_in(base.getType()); }) ||
           std::ranges::any_of(record->fields(), [&](const auto* field) { return may_be_in(field->getType()); });
  }

  clang::QualType number_;
  std::set<const clang::CXXRecordDecl*> seen_;
};

class ChangedArguments : public RunningCode {
 public:
  std::map<const clang::Expr*, const clang::FunctionDecl*> run(const clang::FunctionDecl* definition) {
    walk(definition);
    return std::move(found_);
  }

 private:
  void sees_node(const clang::Stmt* node) override {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      const bool of_object = llvm::isa<clang::CXXOperatorCallExpr>(call) && callee && callee->isCXXInstanceMember();
      look(callee, llvm::ArrayRef(call->getArgs(), call->getNumArgs()).drop_front(of_object ? 1 : 0));
    } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(node)) {
      look(construct->getConstructor(), llvm::ArrayRef(construct->getArgs(), construct->getNumArgs()));
    }
  }
  void look(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr* const> arguments) {
    for (unsigned k = 0; callee && k < arguments.size() && k < callee->getNumParams(); ++k) {
      const clang::QualType type = callee->getParamDecl(k)->getType();
      if (type->isReferenceType() && type.getNonReferenceType().isConstQualified()) look_at(callee, type, arguments[k]);
    }
  }
  /// A copy of a tensor refers to the same object, unless a tensor condition selects it.
  void look_at(const clang::FunctionDecl* callee, clang::QualType type, const clang::Expr* argument,
               bool chosen = false) {
    argument = argument->IgnoreParenImpCasts();
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(argument)) {
      look_at(callee, type, choice->getTrueExpr(), true);
      return look_at(callee, type, choice->getFalseExpr(), true);
    }
    if (!is_stageable_number(type.getNonReferenceType()) && !(chosen && contains_tensor(type))) return;
    const clang::ValueDecl* variable = named_by(argument);
    if (variable && WriteFinder(variable).finds_in(callee)) found_.emplace(argument, callee);
  }

  std::map<const clang::Expr*, const clang::FunctionDecl*> found_;
};

class Callees : public RunningCode {
 public:
  explicit Callees(std::set<const clang::FunctionDecl*>& libraries) : libraries_(libraries) {}

  std::vector<CalledFunction> run(const clang::FunctionDecl* definition) {
    walk(definition);
    return std::move(found_);
  }

 private:
  void sees(const clang::FunctionDecl* function, clang::SourceLocation place) override {
    const clang::FunctionDecl* definition = nullptr;
    if (!function->hasBody(definition) && is_of_user(function)) return;
    if (!definition) definition = function;
    const bool by_library = place_.isValid();
    if (by_library) place = place_;
    if (!is_of_user(definition)) return look_through(definition, place);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
    const bool of_lambda = method && method->getParent()->isLambda();
    if (!of_lambda && !definition->isDefaulted()) found_.push_back({place, definition, by_library});
  }
  /// Only instantiations of library templates can call the user's functions. Where a body was skipped, the template
  /// arguments determine the possible calls.
  void look_through(const clang::FunctionDecl* definition, clang::SourceLocation place) {
    if (!definition->isTemplateInstantiation() || !libraries_.insert(definition->getCanonicalDecl()).second) return;
    const clang::SourceLocation outer = std::exchange(place_, place);
    if (definition->hasBody()) walk(definition);
    if (const auto* list = definition->getTemplateSpecializationArgs()) look_at(list->asArray());
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
    const auto* around = method ? llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent()) : nullptr;
    if (around) look_at(around->getTemplateArgs().asArray());
    place_ = outer;
  }
  void look_at(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    for (const clang::TemplateArgument& one : arguments) {
      if (one.getKind() == clang::TemplateArgument::Pack) look_at(one.pack_elements());
      const clang::CXXRecordDecl* record =
          one.getKind() == clang::TemplateArgument::Type ? record_of(one.getAsType().getNonReferenceType()) : nullptr;
      if (!record || record->isLambda()) continue;
      for (const clang::Decl* member : record->decls()) {
        if (const auto* described = llvm::dyn_cast<clang::FunctionTemplateDecl>(member)) {
          for (const clang::FunctionDecl* instance : described->specializations()) look_at(instance);
        } else if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member)) {
          look_at(method);
        }
      }
    }
  }
  void look_at(const clang::FunctionDecl* member) {
    const bool called = llvm::isa<clang::CXXConstructorDecl>(member) || member->isOverloadedOperator();
    if (called && !member->isImplicit()) sees(member, place_);
  }

  std::set<const clang::FunctionDecl*>& libraries_;
  clang::SourceLocation place_;  // of the call of a library function
  std::vector<CalledFunction> found_;
};

}  // namespace

bool computes_first_value(const clang::VarDecl* variable) {
  const clang::Expr* initialiser = variable->getInit();
  return initialiser && !variable->isConstexpr() && !variable->getType()->isReferenceType() &&
         !initialiser->isValueDependent() && !initialiser->isTypeDependent() &&
         !llvm::isa<clang::LambdaExpr>(initialiser->IgnoreImplicit()) &&
         !initialiser->isConstantInitializer(variable->getASTContext(), /*ForRef=*/false);
}

const clang::VarDecl* used_outside(const clang::FunctionDecl* function) { return OutsideUseFinder().search(function); }

bool may_hold(clang::QualType holder, clang::QualType number) { return HeldNumbers(number).may_be_in(holder); }

std::vector<const clang::VarDecl*> written_outside(const clang::FunctionDecl* function, clang::QualType number) {
  llvm::SetVector<const clang::VarDecl*> found;
  const auto note = [&](const clang::VarDecl* variable) {
    if (may_hold(variable->getType(), number) && WriteFinder(variable->getCanonicalDecl()).finds_in(function))
      found.insert(variable->getCanonicalDecl());
    return false;  // the search goes on
  };
  OutsideUseFinder(note).search(function);
  return {found.begin(), found.end()};
}

std::map<const clang::Expr*, const clang::FunctionDecl*> changed_arguments(const clang::FunctionDecl* definition) {
  return ChangedArguments().run(definition);
}

std::vector<HiddenUse> hidden_uses(const clang::FunctionDecl* definition) { return HiddenUses().run(definition); }

std::vector<CalledFunction> called_functions(const clang::FunctionDecl* definition,
                                             std::set<const clang::FunctionDecl*>& libraries) {
  return Callees(libraries).run(definition);
}

}  // namespace agc::parse
