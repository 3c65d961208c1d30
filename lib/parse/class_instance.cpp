#include "parse/class_instance.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>

#include "parse/type_class.h"

namespace agc::parse {
namespace {

using clang::TemplateArgument;

/// Collects the user's classes in the type; false where something in it has no name outside of a function.
bool collect_named(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& out) {
  type = type.getCanonicalType();
  if (type->isPointerType() || type->isReferenceType()) return collect_named(type->getPointeeType(), out);
  if (type->isBuiltinType()) return true;
  const clang::TagDecl* tag = type->getAsTagDecl();
  if (!tag || !tag->getIdentifier() || tag->getParentFunctionOrMethod()) return false;
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(tag);
  if (!record) return true;
  const clang::SourceManager& sources = tag->getASTContext().getSourceManager();
  if (!sources.isInSystemHeader(tag->getLocation()) && !is_in_ag(tag)) out.push_back(record);
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  return !specialization || std::ranges::all_of(specialization->getTemplateArgs().asArray(), [&](const auto& one) {
    return one.getKind() == TemplateArgument::Type   ? collect_named(one.getAsType(), out)
           : one.getKind() == TemplateArgument::Pack ? one.pack_size() == 0
                                                     : one.getKind() == TemplateArgument::Integral;
  });
}

std::string printed(const TemplateArgument& value, const clang::PrintingPolicy& policy) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  value.print(policy, stream, /*IncludeType=*/false);
  return stream.str();
}

/// How the text of the template names the class: Vec2 alone, with arguments, or both.
struct Mentions {
  bool alone = false, with_arguments = false;
};

Mentions mentions(const clang::CXXRecordDecl* written) {
  const clang::ASTContext& context = written->getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  const auto [file, from] = sources.getDecomposedExpansionLoc(written->getBraceRange().getBegin());
  const unsigned to = sources.getDecomposedExpansionLoc(written->getBraceRange().getEnd()).second;
  const llvm::StringRef text = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), text.begin(), text.begin() + from,
                     text.end());
  Mentions result;
  bool named = false;  // by the token before
  for (clang::Token token; !lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) <= to;) {
    if (named) (token.is(clang::tok::less) ? result.with_arguments : result.alone) = true;
    named = token.is(clang::tok::raw_identifier) && token.getRawIdentifier() == written->getName();
  }
  return result;
}

}  // namespace

const clang::ClassTemplateSpecializationDecl* class_instance(const clang::CXXRecordDecl* record) {
  const auto* result = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!result || result->getSpecializationKind() == clang::TSK_ExplicitSpecialization) return nullptr;
  const auto chosen = result->getSpecializedTemplateOrPartial();
  const auto* source = chosen.dyn_cast<clang::ClassTemplateDecl*>();
  if (!source || !result->getDeclContext()->isFileContext()) return nullptr;
  const clang::CXXRecordDecl* written = written_class(result);
  const clang::TemplateParameterList& parameters = *source->getTemplateParameters();
  const clang::SourceManager& sources = result->getASTContext().getSourceManager();
  for (unsigned k = 0; k < parameters.size(); ++k) {
    const TemplateArgument& value = result->getTemplateArgs().get(k);
    const bool named = parameters.getParam(k)->getIdentifier() && !parameters.getParam(k)->isTemplateParameterPack();
    std::vector<const clang::CXXRecordDecl*> classes;
    if (!named || (value.getKind() != TemplateArgument::Integral &&
                   (value.getKind() != TemplateArgument::Type || !collect_named(value.getAsType(), classes))))
      return nullptr;
    // The twin stands behind the template, or behind a class of the same namespace.
    for (const clang::CXXRecordDecl* one : classes) {
      if (!sources.isBeforeInTranslationUnit(one->getLocation(), written->getLocation()) &&
          !one->getDeclContext()->Equals(result->getDeclContext()))
        return nullptr;
    }
  }
  const Mentions seen = mentions(written);
  return seen.alone && seen.with_arguments ? nullptr : result;
}

const clang::CXXRecordDecl* written_class(const clang::CXXRecordDecl* record) {
  const clang::CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
  const clang::CXXRecordDecl* result = pattern ? pattern : record;
  return result->getDefinition() ? result->getDefinition() : result;
}

const clang::FieldDecl* written_field(const clang::FieldDecl* field) {
  const auto* record = llvm::cast<clang::CXXRecordDecl>(field->getParent());
  const clang::CXXRecordDecl* written = written_class(record);
  return written == record ? field : *std::next(written->field_begin(), field->getFieldIndex());
}

std::string class_name(const clang::CXXRecordDecl* record) {
  std::string result = record->getNameAsString();
  const auto* instance = class_instance(record);
  if (!instance) return result;
  const clang::PrintingPolicy& policy = record->getASTContext().getPrintingPolicy();
  for (const TemplateArgument& value : instance->getTemplateArgs().asArray()) {
    result += '_';
    for (const char c : printed(value, policy)) {
      if (c == '-') result += "minus_";
      const bool letter = std::isalnum(static_cast<unsigned char>(c));
      if (letter || (c != '>' && c != '-' && result.back() != '_')) result += letter ? c : '_';
    }
  }
  return result;
}

std::string spelled_class(const clang::CXXRecordDecl* record) {
  if (!class_instance(record)) return record->getNameAsString();
  const clang::ASTContext& context = record->getASTContext();
  return context.getRecordType(record).getCanonicalType().getAsString(context.getPrintingPolicy());
}

std::vector<InstanceName> instance_names(const clang::CXXRecordDecl* record) {
  std::vector<InstanceName> result;
  const auto* instance = class_instance(record);
  if (!instance) return result;
  const clang::PrintingPolicy& policy = record->getASTContext().getPrintingPolicy();
  const clang::TemplateParameterList& parameters = *instance->getSpecializedTemplate()->getTemplateParameters();
  for (unsigned k = 0; k < parameters.size(); ++k) {
    const TemplateArgument& value = instance->getTemplateArgs().get(k);
    const auto* number = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameters.getParam(k));
    const std::string name = parameters.getParam(k)->getNameAsString();
    const std::string kind = number ? "static constexpr " + number->getType().getAsString(policy) : "using";
    result.push_back({name, kind + " " + name + " = " + printed(value, policy)});
  }
  const std::string own = record->getNameAsString();
  if (mentions(written_class(record)).alone) result.push_back({own, "using " + own + " = " + class_name(record)});
  return result;
}

std::vector<const clang::CXXRecordDecl*> classes_in_arguments(const clang::CXXRecordDecl* record) {
  std::vector<const clang::CXXRecordDecl*> result;
  const auto* instance = class_instance(record);
  if (!instance) return result;
  for (const TemplateArgument& value : instance->getTemplateArgs().asArray()) {
    if (value.getKind() == TemplateArgument::Type) collect_named(value.getAsType(), result);
  }
  return result;
}

}  // namespace agc::parse
