#include "parse/queries/types/listed_fields.h"

#include <clang/AST/DeclTemplate.h>

#include <vector>

#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/keyed_places.h"
#include "parse/queries/uses/list_uses.h"
#include "parse/session/ast_visitor.h"
#include "parse/session/clang_session.h"
#include "parse/session/source_text.h"

namespace agc::parse {
namespace {

/// True for a vector in a class with a staged class.
bool can_be_listed(const clang::FieldDecl* field) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
  const auto type = list_type(field->getType());
  if (!type || type->adapts || is_keyed(*type) || field->getType().isConstQualified() || !record) return false;
  const bool of_template = llvm::isa<clang::ClassTemplateSpecializationDecl>(record) || record->isDependentType();
  return !of_template && is_value_class(record) &&
         is_structure_of_numbers(record->getASTContext().getRecordType(record));
}

/// Collects all functions with a body except main, which is not converted.
class Bodies : public AstVisitor {
 public:
  std::vector<const clang::FunctionDecl*> all;

 private:
  bool visit(clang::Decl* node) override {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(node);
    if (function && function->doesThisDeclarationHaveABody() && !function->isMain() && !function->isDependentContext())
      all.push_back(function);
    return true;
  }
  bool enters(const clang::LambdaExpr*) const override { return false; }
};

}  // namespace

ListedFields::ListedFields(const Session& session) {
  const SourceText text(session);
  Bodies bodies;
  for (clang::Decl* declaration : text.user_declarations()) bodies.traverse(declaration);
  llvm::SmallPtrSet<const clang::FieldDecl*, 8> refused;
  for (const clang::FunctionDecl* function : bodies.all) {
    const KeyedUses places = find_keyed_uses(function->getBody());
    const ListUses uses =
        find_list_uses(function->getBody(), text,
                       {true, [](const clang::FunctionDecl* callee) { return has_lists_in_signature(callee); },
                        &can_be_listed, places});
    for (const clang::ValueDecl* grown : uses.grown) {
      if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(grown)) fields_.insert(field->getCanonicalDecl());
    }
    for (const auto& [declaration, where] : uses.refused) {
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(declaration);
      if (field && !where.empty()) refused.insert(field->getCanonicalDecl());
    }
  }
  for (const clang::FieldDecl* field : refused) fields_.erase(field);
}

}  // namespace agc::parse
