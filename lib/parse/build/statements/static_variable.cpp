// Static variables of a function. Their initial value is computed once per program, when the declaration is first
// reached. That happens during tracing, so the host computes it from values known then.
#include "parse/build/statements/declaration_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/variables/external_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/outside_use.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {

using model::Expr;

namespace {

/// Finds the variables of the enclosing function that an expression names, and uses of the object or creation of
/// tensors.
class InitializerNames : public AstVisitor {
 public:
  explicit InitializerNames(const SourceText& text) : text_(text) {}

  std::vector<const clang::DeclRefExpr*> names;
  const clang::Expr* object = nullptr;
  bool makes_tensors = false;

 private:
  bool visit(clang::Decl* node) override {
    own_.insert(node);
    return true;
  }
  bool visit(clang::Stmt* node) override {
    const auto* expression = llvm::dyn_cast<clang::Expr>(node);
    makes_tensors = makes_tensors || (expression && contains_tensor(expression->getType()));
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) note(call->getDirectCallee());
    if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(node)) note(construct->getConstructor());
    if (llvm::isa<clang::CXXThisExpr>(node) && !object) object = expression;
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node);
    const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (variable && !variable->hasGlobalStorage() && !own_.contains(variable)) names.push_back(reference);
    return true;
  }
  /// A function of the user may create tensors.
  void note(const clang::FunctionDecl* callee) {
    const clang::FunctionDecl* definition = nullptr;
    const bool of_user = callee && callee->hasBody(definition) && text_.is_in_user_file(definition->getLocation());
    makes_tensors = makes_tensors || (of_user && !definition->isConstexpr());
  }

  const SourceText& text_;
  llvm::SmallPtrSet<const clang::Decl*, 8> own_;
};

}  // namespace

/// Sets the form of the declaration; leaves it unset if the text cannot be changed that way.
void DeclarationBuilder::first_value(const clang::VarDecl* variable, Expr& value) const {
  const clang::Expr* initialiser = variable->getInit();
  const clang::SourceRange written = variable->getTypeSourceInfo()->getTypeLoc().getSourceRange();
  const std::string type =
      variable->getType()->getContainedAutoType() ? "" : std::string(text_.text(text_.range(written)));
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(initialiser->IgnoreImplicit());
  const bool assigned =
      variable->getInitStyle() == clang::VarDecl::CInit && !(construct && construct->getNumArgs() == 0);
  if (assigned) {
    const clang::QualType given = initialiser->IgnoreImplicit()->getType().getCanonicalType().getUnqualifiedType();
    const bool deduced = given == variable->getType().getCanonicalType().getUnqualifiedType() &&
                         !llvm::isa<clang::InitListExpr>(initialiser->IgnoreImplicit()) &&
                         !(construct && construct->isListInitialization());
    if (!deduced) value.number_type = type;
  } else {
    const model::Offset behind = text_.token(variable->getLocation()).end;
    const model::Range open = text_.next_token(behind);
    const bool round = text_.text(open) == "(", braced = text_.text(open) == "{";
    const bool by_user = construct && text_.is_in_user_file(construct->getConstructor()->getParent()->getLocation());
    if (type.empty() || (!round && !braced && !by_user)) return;
    const clang::SourceRange given = construct ? construct->getParenOrBraceRange() : clang::SourceRange();
    const bool whole = construct ? given.isValid() && text_.range(given).begin == open.begin : braced;
    const model::Offset last = text_.range(construct && whole ? given : initialiser->getSourceRange()).end;
    value.range = {open.begin, whole ? last : text_.next_token(last).end};
    if (!round && !braced) value.range = {behind, behind};
    value.number_type = type;
    value.constructs = true;
  }
  value.first_value = true;
}

void DeclarationBuilder::static_variable(const clang::VarDecl* variable, Expressions& out) {
  if (!computes_first_value(variable)) return;  // each use is a use of a static variable
  const clang::Expr* initialiser = variable->getInit();
  InitializerNames finder(text_);
  finder.traverse(initialiser);
  Expressions names;
  for (const clang::DeclRefExpr* name : finder.names)
    collect_exit(name, "the first value of a static variable", names, model::Remedy::AssignAfter);
  if (finder.object && context_.externals().keeps_object())
    names.push_back(finding(Expr::Kind::ExternalCapture, finder.object->getSourceRange(), "this"));
  refuse_live(names);
  Expr value = wrapped(Expr::Kind::HostCall, initialiser, std::move(names));
  const bool computed = (finder.makes_tensors || contains_tensor(variable->getType())) &&
                        !variable->getType()->isArrayType() && !has_identity(variable->getType());
  if (computed && !value.in_macro) first_value(variable, value);
  out.push_back(std::move(value));
}

}  // namespace agc::parse
