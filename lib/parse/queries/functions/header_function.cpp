#include "parse/queries/functions/header_function.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using model::Separation;

/// Returns the begin of the specifiers of a declaration: after its template parameters, attributes included.
model::Offset begin_of_specifiers(const clang::FunctionDecl* function, const SourceText& text) {
  model::Offset result = text.offset(function->getInnerLocStart());
  for (const auto* attribute : function->attrs()) {
    const auto* inheritable = llvm::dyn_cast<clang::InheritableAttr>(attribute);
    if ((inheritable && inheritable->isInherited()) || !text.is_in_user_file(attribute->getLocation())) continue;
    // The location of an attribute from a macro is that of the use. An attribute in [[ ]] begins with its brackets.
    model::Offset begin = text.offset(attribute->getLocation());
    const model::Range before{begin >= 2 ? begin - 2 : begin, begin};
    if (text.text(before) == "[[") begin -= 2;
    result = std::min(result, begin);
  }
  return result;
}

Separation by_parameter(const clang::FunctionTemplateDecl* function, const SourceText& text) {
  Separation result;
  result.by = Separation::By::TemplateParameter;
  std::vector<const clang::FunctionTemplateDecl*> declarations;
  for (const auto* one : function->redecls()) declarations.push_back(llvm::cast<clang::FunctionTemplateDecl>(one));
  std::ranges::sort(declarations, {}, [&](const auto* one) { return text.offset(one->getLocation()); });
  // The order is that of the translation unit, which the canonical declaration begins.
  const auto first = std::ranges::find(declarations, function->getCanonicalDecl());
  if (first != declarations.end()) std::rotate(declarations.begin(), first, first + 1);
  bool has_default = false;
  for (const clang::FunctionTemplateDecl* one : declarations) {
    if (!text.is_plain(one->getLocation())) return {};
    Separation::Place place;
    place.opens_list = one->getTemplateParameters()->getLAngleLoc().isInvalid();
    place.at = place.opens_list ? begin_of_specifiers(one->getTemplatedDecl(), text)
                                : text.offset(one->getTemplateParameters()->getRAngleLoc());
    place.has_default = !has_default && one->getFriendObjectKind() == clang::Decl::FOK_None;
    has_default = has_default || place.has_default;
    result.places.push_back(place);
  }
  return result;
}

class StaticFinder : public AstVisitor {
 public:
  std::vector<const clang::VarDecl*> found;

 private:
  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (!variable || !variable->isStaticLocal()) return true;
    if (!variable->isConstexpr() && !variable->getType().isConstQualified()) found.push_back(variable);
    return true;
  }
};

}  // namespace

Separation separation(const clang::FunctionDecl* function, const SourceText& text) {
  const bool shared = function->isInlined() || function->isTemplated();
  if (!text.is_in_header(function->getLocation()) || !shared || !function->isExternallyVisible()) return {};
  if (function->isExternC()) return {};
  const clang::FunctionTemplateDecl* described = function->getDescribedFunctionTemplate();
  if (described && !llvm::isa<clang::CXXMethodDecl>(function)) return by_parameter(described, text);
  // The symbol of a specialization contains the template arguments, which an additional template parameter
  // distinguishes.
  if (function->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization) return {};
  // The attribute is on the first declaration. Clang takes it from the definition for members of class templates.
  Separation result;
  result.by = Separation::By::Attribute;
  for (const clang::FunctionDecl* one : function->redecls()) {
    const bool is_first = one == function->getCanonicalDecl();
    const bool only_friend =
        one->getFriendObjectKind() != clang::Decl::FOK_None && !one->isThisDeclarationADefinition();
    if (text.is_plain(one->getLocation()) && !only_friend) {
      result.places.push_back({begin_of_specifiers(one, text), false, false});
    } else if (is_first) {
      return {};
    }
  }
  return result;
}

std::vector<const clang::VarDecl*> changing_statics(const clang::Stmt* body) {
  StaticFinder finder;
  if (body) finder.traverse(body);
  return std::move(finder.found);
}

bool is_header(const Session& session) {
  const std::string& name = session.main_name();
  const std::string suffix = name.substr(std::min(name.find_last_of('.'), name.size()));
  return suffix == ".h" || suffix == ".hh" || suffix == ".hpp" || suffix == ".hxx" || suffix == ".inl";
}

}  // namespace agc::parse
