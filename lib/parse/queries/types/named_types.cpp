#include "parse/queries/types/named_types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/class_instance.h"

namespace agc::parse {
namespace {

using clang::TemplateArgument;

/// Returns the written definition of the type, or of the outermost class that it is a member of.
const clang::TagDecl* written_whole(const clang::TagDecl* tag) {
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(tag)) tag = written_class(record);
  if (tag->getDefinition()) tag = tag->getDefinition();
  while (const auto* around = llvm::dyn_cast<clang::TagDecl>(tag->getDeclContext())) tag = around;
  return tag;
}

/// True if only namespaces enclose the context.
bool is_in_namespaces(const clang::DeclContext* around) {
  while (llvm::isa<clang::NamespaceDecl>(around)) around = around->getLexicalParent();
  return around->isTranslationUnit();
}

}  // namespace

bool NamedTypes::add(clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isReferenceType() || type->isPointerType()) return add(type->getPointeeType());
  if (const auto* array = type->getAsArrayTypeUnsafe()) return add(array->getElementType());
  if (const auto* function = type->getAs<clang::FunctionProtoType>()) {
    return add(function->getReturnType()) &&
           std::ranges::all_of(function->param_types(), [this](clang::QualType one) { return add(one); });
  }
  const clang::TagDecl* tag = type->getAsTagDecl();
  if (!tag) return type->isBuiltinType() || type->isVectorType();
  if (!tag->getIdentifier() || tag->getParentFunctionOrMethod()) return false;
  const clang::TagDecl* whole = written_whole(tag);
  const clang::SourceManager& sources = first_->getASTContext().getSourceManager();
  const auto is_before = [&](const clang::Decl* one, const clang::Decl* other) {
    return sources.isBeforeInTranslationUnit(one->getLocation(), other->getLocation());
  };
  if (text_.is_in_user_file(tag->getLocation()) && !is_before(whole, first_)) {
    if (!text_.is_plain(whole->getLocation()) || !text_.is_plain(whole->getBraceRange().getEnd())) return false;
    if (!is_in_namespaces(whole->getLexicalDeclContext())) return false;
    if (!last_ || is_before(last_, whole)) last_ = whole;
  }
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
  return !specialization || add(specialization->getTemplateArgs().asArray());
}

bool NamedTypes::add(llvm::ArrayRef<TemplateArgument> arguments) {
  return std::ranges::all_of(arguments, [this](const TemplateArgument& one) {
    if (one.getKind() == TemplateArgument::Type) return add(one.getAsType());
    if (one.getKind() == TemplateArgument::Pack) return add(one.getPackAsArray());
    return one.getKind() == TemplateArgument::Integral;
  });
}

model::Offset NamedTypes::place(model::Offset behind_template) const {
  return last_ ? end_of_declaration(last_, text_) : behind_template;
}

NamedTypes::Way NamedTypes::way() const {
  Way result;
  if (!last_) return result;
  const clang::DeclContext* here = last_->getLexicalDeclContext();
  std::vector<std::string> wanted = namespaces_around(first_->getDeclContext());
  std::string again, nested;
  if (here->Encloses(first_->getDeclContext())) {
    wanted.erase(wanted.begin(), wanted.begin() + std::ptrdiff_t(namespaces_around(here).size()));
  } else {
    for (; const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(here); here = here->getLexicalParent()) {
      const std::string name = space->getNameAsString(), kept = space->isInline() ? "inline " : "";
      if (space->isNested()) {  // namespace a::b {} has one brace for both
        nested = "::" + kept + name + nested;
        continue;
      }
      result.there += "} ";
      again = " " + kept + "namespace" + (name.empty() ? "" : " ") + name + nested + " {" + again;
      nested.clear();
    }
  }
  for (const std::string& one : wanted) {
    result.there += one + " { ";
    result.back += " }";
  }
  result.back += again;
  return result;
}

model::Offset end_of_declaration(const clang::TagDecl* tag, const SourceText& text) {
  const model::Offset brace = text.token(tag->getBraceRange().getEnd()).end;
  int depth = 0;
  for (model::Range next = text.next_token(brace); !next.empty(); next = text.next_token(next.end)) {
    const std::string_view token = text.text(next);
    if (token == ";" && depth == 0) return next.end;
    depth += token == "{" || token == "(" || token == "[" ? 1 : token == "}" || token == ")" || token == "]" ? -1 : 0;
    if (depth < 0) break;
  }
  return brace;
}

}  // namespace agc::parse
