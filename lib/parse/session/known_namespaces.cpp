#include "parse/session/known_namespaces.h"

#include <clang/AST/DeclCXX.h>

namespace agc::parse {
namespace {

bool is_in_namespace(const clang::Decl* declaration, std::string_view name) {
  for (const clang::DeclContext* context = declaration->getDeclContext(); context; context = context->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context);
    if (space && space->getName() == llvm::StringRef(name) &&
        space->getParent()->getRedeclContext()->isTranslationUnit())
      return true;
  }
  return false;
}

}  // namespace

bool is_in_ag(const clang::Decl* declaration) { return is_in_namespace(declaration, "ag"); }
bool is_in_std(const clang::Decl* declaration) { return is_in_namespace(declaration, "std"); }

}  // namespace agc::parse
