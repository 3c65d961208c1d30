#include "parse/queries/specialize/instance_pack.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "model/visit.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Finds code that one text cannot express for all elements, or that would have to be rewritten between them: a fold
/// over && or
/// , and a lambda with an unexpanded pack.
class PackQuestion : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* fold = llvm::dyn_cast<clang::CXXFoldExpr>(node))
      found = found || fold->getOperator() == clang::BO_LAnd || fold->getOperator() == clang::BO_LOr;
    const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(node);
    found = found || (lambda && lambda->containsUnexpandedParameterPack());
    return !found;
  }
};

/// True in `differ` if calls at the same source position call different functions, or have arguments of different
/// types.
class CallsAlike : public AstVisitor {
 public:
  bool differ = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    if (!call || !call->getDirectCallee()) return true;
    std::vector<clang::QualType> types;
    for (const clang::Expr* argument : call->arguments())
      types.push_back(argument->IgnoreImpCasts()->getType().getCanonicalType().getUnqualifiedType());
    const auto place = std::pair(call->getBeginLoc().getRawEncoding(), call->getEndLoc().getRawEncoding());
    const auto [known, is_new] = calls_.try_emplace(place, call->getDirectCallee()->getCanonicalDecl(), types);
    differ = differ || (!is_new && known->second != std::pair(call->getDirectCallee()->getCanonicalDecl(), types));
    return !differ;
  }

  std::map<std::pair<unsigned, unsigned>, std::pair<const clang::FunctionDecl*, std::vector<clang::QualType>>> calls_;
};

/// Returns the type parameter R of a parameter of type R, const R or const R&, where R is a pack; null for other
/// parameters.
const clang::TemplateTypeParmType* types_of_pack(const clang::ParmVarDecl* parameter) {
  const auto* expansion = parameter->getType()->getAs<clang::PackExpansionType>();
  if (!expansion) return nullptr;
  clang::QualType pattern = expansion->getPattern();
  if (pattern->isRValueReferenceType()) return nullptr;
  if (pattern->isLValueReferenceType() && !pattern->getPointeeType().isConstQualified()) return nullptr;
  return pattern.getNonReferenceType()->getAs<clang::TemplateTypeParmType>();
}

}  // namespace

const clang::ParmVarDecl* pack_parameter(const clang::FunctionDecl* source) {
  if (source->getNumParams() == 0) return nullptr;
  const clang::ParmVarDecl* last = source->getParamDecl(source->getNumParams() - 1);
  return last->isParameterPack() ? last : nullptr;
}

bool has_known_pack(const clang::FunctionDecl* definition) {
  const clang::FunctionDecl* source = template_of_instance(definition);
  const auto* parameters = definition->getPrimaryTemplate()->getTemplateParameters();
  const clang::ParmVarDecl* last = pack_parameter(source);
  const clang::TemplateTypeParmType* own = last ? types_of_pack(last) : nullptr;
  bool packs = false;
  for (unsigned k = 0; k < parameters->size(); ++k) {
    const clang::TemplateArgument& value = definition->getTemplateSpecializationArgs()->get(k);
    if (!parameters->getParam(k)->isTemplateParameterPack()) continue;
    packs = true;
    if (!own || own->getIndex() != k || value.getKind() != clang::TemplateArgument::Pack) return false;
    const auto is_number = [](const clang::TemplateArgument& one) {
      return one.getKind() == clang::TemplateArgument::Type && one.getAsType()->isBuiltinType() &&
             is_stageable_number(one.getAsType());
    };
    if (!std::ranges::all_of(value.pack_elements(), is_number)) return false;
  }
  const bool others = std::ranges::any_of(
      source->parameters(), [&](const clang::ParmVarDecl* one) { return one != last && one->isParameterPack(); });
  if (!packs) return !last;
  if (others || text_of_instance(definition) == definition) return false;
  PackQuestion question;
  question.traverse(source->getBody());
  CallsAlike calls;
  calls.traverse(definition->getBody());
  return !question.found && !calls.differ;
}

std::string pack_name(const clang::NamedDecl* parameter) {
  const std::string name = parameter->getNameAsString();
  return name.empty() || name.find(':') != std::string::npos ? "Numbers" : name;
}

std::string pack_constraint(const std::string& name, const clang::TemplateArgument& values) {
  std::string types;
  for (const clang::TemplateArgument& one : values.pack_elements())
    types += (types.empty() ? "" : ", ") + one.getAsType().getCanonicalType().getAsString();
  return "std::is_same_v<void(" + name + "...), void(" + types + ")>";
}

void describe_pack(const clang::FunctionDecl* definition, const clang::FunctionDecl* source,
                   model::InstanceVariant& variant) {
  const clang::ParmVarDecl* written = pack_parameter(source);
  const clang::TemplateTypeParmType* types = written ? types_of_pack(written) : nullptr;
  if (!types) return;
  const clang::QualType pattern = written->getType()->getAs<clang::PackExpansionType>()->getPattern();
  variant.pack = pack_name(definition->getPrimaryTemplate()->getTemplateParameters()->getParam(types->getIndex()));
  variant.before_pack = pattern.getNonReferenceType().isConstQualified() ? "const " : "";
  variant.after_pack = std::string(pattern->isReferenceType() ? "&" : "") + "... " + written->getNameAsString();
}

void mark_repeated(model::Stmt& body) {
  using model::Expr;
  using Key = std::tuple<model::Offset, model::Offset, Expr::Kind, int>;
  std::set<Key> seen;
  std::vector<Key> around;
  const auto mark = [&](auto&& mark, Expr& one) -> void {
    Key key(one.range.begin, one.range.end, one.kind, 0);
    for (const Key& outer : around) {
      if (std::get<0>(outer) == std::get<0>(key) && std::get<1>(outer) == std::get<1>(key) &&
          std::get<2>(outer) == std::get<2>(key))
        ++std::get<3>(key);
    }
    const bool named = one.kind == Expr::Kind::Reference && one.operands.empty();
    if (!one.range.empty() && !named && !seen.insert(key).second) {
      one.repeated = true;
      return;
    }
    around.push_back(key);
    for (Expr& operand : one.operands) mark(mark, operand);
    around.pop_back();
  };
  model::visit_statements(body, [&](model::Stmt& statement) {
    model::visit_own_expressions(statement, [&](Expr& one) { mark(mark, one); });
  });
}

}  // namespace agc::parse
