#include "parse/queries/types/dynamic_class.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

const clang::CXXRecordDecl* base_class(const clang::CXXBaseSpecifier& base) {
  const clang::CXXRecordDecl* record = base.getType()->getAsCXXRecordDecl();
  return record ? record->getDefinition() : nullptr;
}

/// True if all bases are public and known, and at most one has virtual methods, so that each virtual method has one
/// slot.
bool has_known_bases(const clang::CXXRecordDecl* record) {
  int dynamic = 0;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    const clang::CXXRecordDecl* described = base_class(base);
    if (!described || base.isVirtual() || base.getAccessSpecifier() != clang::AS_public) return false;
    const bool known = described->isPolymorphic() ? is_dynamic_class(described) && ++dynamic == 1
                                                  : described->isAggregate() && is_value_class(described);
    if (!known) return false;
  }
  return true;
}

/// True if the staged class can have the field and create it without a user-written constructor.
bool is_part(const clang::FieldDecl* field) {
  const auto* record = field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return is_part_of_staged_class(field) && !field->isMutable() && !(is_value_class(record) && !record->isAggregate());
}

/// Collects the dynamic classes of the user's files.
class ClassFinder : public AstVisitor {
 public:
  std::vector<const clang::CXXRecordDecl*> found;

 private:
  bool visit(clang::Decl* node) override {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(node);
    if (record && record->isThisDeclarationADefinition() && is_dynamic_class(record)) found.push_back(record);
    return true;
  }
};

}  // namespace

bool is_dynamic_class(const clang::CXXRecordDecl* record) {
  if (!record || !record->hasDefinition()) return false;
  record = record->getDefinition();
  const clang::SourceManager& sources = record->getASTContext().getSourceManager();
  if (!record->isPolymorphic() || !record->getIdentifier() || !record->getDeclContext()->isFileContext()) return false;
  if (sources.isInSystemHeader(record->getLocation()) || record->getLocation().isMacroID() || is_in_ag(record))
    return false;
  if (record->isTemplated() || llvm::isa<clang::ClassTemplateSpecializationDecl>(record)) return false;
  return has_known_bases(record) && std::ranges::all_of(record->fields(), is_part) && names_differ(record) &&
         shows_its_members(record) && !has_fields_function(record);
}

std::vector<const clang::CXXRecordDecl*> dynamic_bases(const clang::CXXRecordDecl* record) {
  std::vector<const clang::CXXRecordDecl*> result;
  for (const clang::CXXBaseSpecifier& base : record->getDefinition()->bases()) {
    const clang::CXXRecordDecl* described = base_class(base);
    if (!described->isPolymorphic()) continue;
    result.push_back(described);
    std::ranges::copy(dynamic_bases(described), std::back_inserter(result));
  }
  return result;
}

std::vector<const clang::CXXRecordDecl*> family_of(const clang::CXXRecordDecl* record, const SourceText& text) {
  record = record->getDefinition();
  const std::vector<const clang::CXXRecordDecl*> bases = dynamic_bases(record);
  const clang::CXXRecordDecl* root = bases.empty() ? record : bases.back();
  ClassFinder finder;
  for (clang::Decl* declaration : text.user_declarations()) finder.traverse(declaration);
  std::erase_if(finder.found,
                [&](const clang::CXXRecordDecl* one) { return one != root && !one->isDerivedFrom(root); });
  return std::move(finder.found);
}

void collect_family(const clang::CXXRecordDecl* record, const SourceText& text,
                    std::vector<const clang::CXXRecordDecl*>& out) {
  if (!is_dynamic_class(record)) return collect_value_classes(record->getASTContext().getRecordType(record), out);
  for (const clang::CXXRecordDecl* one : family_of(record, text)) {
    for (const clang::FieldDecl* field : one->fields()) collect_value_classes(field->getType(), out);
    for (const clang::CXXBaseSpecifier& base : one->bases()) collect_value_classes(base.getType(), out);
    out.push_back(one);
  }
}

const clang::CXXMethodDecl* first_declaration(const clang::CXXMethodDecl* method) {
  while (method->size_overridden_methods() > 0) method = *method->begin_overridden_methods();
  return method->getCanonicalDecl();
}

std::vector<const clang::FunctionDecl*> methods_called(const clang::CXXMethodDecl* method, const SourceText& text) {
  std::vector<const clang::FunctionDecl*> result;
  if (!is_dynamic_class(method->getParent())) return result;
  if (!method->isVirtual()) {
    if (const clang::FunctionDecl* definition = dynamic_staged_method(method, text)) result.push_back(definition);
    return result;
  }
  bool runs = false;
  const clang::CXXMethodDecl* first = first_declaration(method);
  for (const clang::CXXRecordDecl* record : family_of(method->getParent(), text)) {
    for (const clang::CXXMethodDecl* other : record->methods()) {
      if (!other->isVirtual() || first_declaration(other) != first) continue;
      const clang::FunctionDecl* described = dynamic_staged_method(other, text);
      if (!described) return {};
      runs = runs || described->hasBody();
      result.push_back(described);
    }
  }
  if (!runs) result.clear();
  return result;
}

}  // namespace agc::parse
