#include "parse/queries/types/class_instance.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

using clang::TemplateArgument;

/// Collects the user's classes in the type. Returns false if a part of the type has no name outside of a function.
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
  const auto is_named = [&](const auto& self, const TemplateArgument& one) -> bool {
    if (one.getKind() == TemplateArgument::Pack)
      return std::ranges::all_of(one.pack_elements(), [&](const TemplateArgument& part) { return self(self, part); });
    return one.getKind() == TemplateArgument::Type ? collect_named(one.getAsType(), out)
                                                   : one.getKind() == TemplateArgument::Integral;
  };
  return !specialization || std::ranges::all_of(specialization->getTemplateArgs().asArray(),
                                                [&](const TemplateArgument& one) { return is_named(is_named, one); });
}

/// The forms in which the text of a class names it: Vec2 alone, with arguments, or both.
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
  bool named = false;  // the previous token was the name
  for (clang::Token token; !lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) <= to;) {
    if (named) (token.is(clang::tok::less) ? result.with_arguments : result.alone) = true;
    named = token.is(clang::tok::raw_identifier) && token.getRawIdentifier() == written->getName();
  }
  return result;
}

/// Returns the parameters that the text of the class names: those of the template, or of the partial specialisation.
/// Null for an explicit specialisation.
const clang::TemplateParameterList* written_parameters(const clang::ClassTemplateSpecializationDecl* record) {
  if (record->getSpecializationKind() == clang::TSK_ExplicitSpecialization) return nullptr;
  const auto chosen = record->getSpecializedTemplateOrPartial();
  if (const auto* partial = chosen.dyn_cast<clang::ClassTemplatePartialSpecializationDecl*>())
    return partial->getTemplateParameters();
  return chosen.get<clang::ClassTemplateDecl*>()->getTemplateParameters();
}

}  // namespace

std::string printed(const clang::TemplateArgument& value, const clang::PrintingPolicy& policy) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  value.print(policy, stream, /*IncludeType=*/false);
  return stream.str();
}

const clang::ClassTemplateSpecializationDecl* class_instance(const clang::CXXRecordDecl* record) {
  const auto* result = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!result || !result->getDeclContext()->isFileContext()) return nullptr;
  const clang::CXXRecordDecl* written = written_class(result);
  const clang::SourceManager& sources = result->getASTContext().getSourceManager();
  if (const clang::TemplateParameterList* parameters = written_parameters(result)) {
    const auto has_name = [](const clang::NamedDecl* one) {
      return one->getIdentifier() && !one->isTemplateParameterPack();
    };
    if (!std::ranges::all_of(parameters->asArray(), has_name)) return nullptr;
  }
  for (const TemplateArgument& value : result->getTemplateArgs().asArray()) {
    std::vector<const clang::CXXRecordDecl*> classes;
    if (value.getKind() != TemplateArgument::Integral &&
        (value.getKind() != TemplateArgument::Type || !collect_named(value.getAsType(), classes)))
      return nullptr;
    // The staged class is declared after the template, or after a class of the same namespace.
    for (const clang::CXXRecordDecl* one : classes) {
      if (!sources.isBeforeInTranslationUnit(one->getLocation(), written->getLocation()) &&
          !one->getDeclContext()->Equals(result->getDeclContext()))
        return nullptr;
    }
  }
  return result;
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
  if (!class_instance(record) && !is_in_std(record)) return record->getNameAsString();
  const clang::ASTContext& context = record->getASTContext();
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressUnwrittenScope = true;  // omits unnamed and inline namespaces
  return context.getRecordType(record).getCanonicalType().getAsString(policy);
}

void name_instance(const clang::CXXRecordDecl* record, std::string& type) {
  const std::string spelled = spelled_class(record), name = class_name(record);
  for (size_t at = type.find(spelled); at != std::string::npos; at = type.find(spelled, at + name.size())) {
    const char before = at > 0 ? type[at - 1] : ' ';
    if (before != ':' && before != '_' && !std::isalnum(static_cast<unsigned char>(before)))
      type.replace(at, spelled.size(), name);
  }
}

/// True if the argument is a class that derives from the instantiation, as in struct Euler : Stepper<Euler>.
static bool names_derived(const clang::CXXRecordDecl* record, const TemplateArgument& value) {
  const auto* named = value.getKind() == TemplateArgument::Type ? value.getAsType()->getAsCXXRecordDecl() : nullptr;
  return named && named->hasDefinition() && named->getDefinition()->isDerivedFrom(record);
}

/// Returns the declaration that binds a parameter to its argument: using T = double.
static InstanceName named_value(const clang::NamedDecl* parameter, const TemplateArgument& value) {
  const clang::PrintingPolicy& policy = parameter->getASTContext().getPrintingPolicy();
  const auto* number = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter);
  const std::string name = parameter->getNameAsString();
  const std::string kind = number ? "static constexpr " + number->getType().getAsString(policy) : "using";
  return {name, kind + " " + name + " = " + printed(value, policy)};
}

std::vector<InstanceName> renamed_parameters(const clang::CXXRecordDecl* record, const clang::FunctionDecl* method) {
  std::vector<InstanceName> result;
  const auto* instance = class_instance(record);
  const clang::TemplateParameterList* parameters = instance ? written_parameters(instance) : nullptr;
  if (!parameters || method->getNumTemplateParameterLists() == 0) return result;
  const clang::TemplateParameterList* own = method->getTemplateParameterList(0);
  for (unsigned k = 0; k < std::min(parameters->size(), own->size()); ++k) {
    const clang::NamedDecl* name = own->getParam(k);
    if (name->getIdentifier() && name->getDeclName() != parameters->getParam(k)->getDeclName())
      result.push_back(named_value(name, instance->getTemplateInstantiationArgs().get(k)));
  }
  return result;
}

std::vector<InstanceName> instance_names(const clang::CXXRecordDecl* record) {
  std::vector<InstanceName> result;
  const auto* instance = class_instance(record);
  if (!instance) return result;
  const clang::TemplateParameterList* parameters = written_parameters(instance);
  for (unsigned k = 0; parameters && k < parameters->size(); ++k) {
    const TemplateArgument& value = instance->getTemplateInstantiationArgs().get(k);
    result.push_back(named_value(parameters->getParam(k), value));
    if (names_derived(record, value))
      result.back().declaration =
          "using " + result.back().name + " = struct " + class_name(value.getAsType()->getAsCXXRecordDecl());
  }
  const std::string own = record->getNameAsString();
  const Mentions seen = mentions(written_class(record));
  if (seen.alone && !seen.with_arguments) result.push_back({own, "using " + own + " = " + class_name(record)});
  return result;
}

bool gives_derived(const clang::CXXMethodDecl* method) {
  const clang::FunctionDecl* definition = nullptr;
  if (method->isStatic() || method->isVirtual() || method->getNumParams() != 0 || !method->hasBody(definition))
    return false;
  const auto* body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
  const auto* only = body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  if (!only || !only->getRetValue()) return false;
  const clang::QualType type = method->getReturnType();
  const clang::Expr* value = only->getRetValue()->IgnoreParenImpCasts();
  if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(value); star && star->getOpcode() == clang::UO_Deref)
    value = star->getSubExpr()->IgnoreParenImpCasts();
  return (type->isReferenceType() || type->isPointerType()) && is_this_as_derived(value);
}

std::vector<std::string> accessors_of_derived(const clang::CXXRecordDecl* record) {
  std::vector<std::string> result;
  const auto* instance = class_instance(record);
  const clang::TemplateParameterList* parameters = instance ? written_parameters(instance) : nullptr;
  for (const clang::CXXMethodDecl* method : record->methods()) {
    if (!parameters || !gives_derived(method)) continue;
    const clang::QualType target = method->getReturnType()->getPointeeType();
    for (unsigned k = 0; k < parameters->size(); ++k) {
      const TemplateArgument& value = instance->getTemplateInstantiationArgs().get(k);
      if (!names_derived(record, value) || !target->getAsCXXRecordDecl() ||
          value.getAsType()->getAsCXXRecordDecl()->getCanonicalDecl() !=
              target->getAsCXXRecordDecl()->getCanonicalDecl())
        continue;
      const bool pointer = method->getReturnType()->isPointerType();
      const std::string type = std::string(target.isConstQualified() ? "const " : "") + "Self" + (pointer ? "*" : "&");
      result.push_back("template <class Self = " + parameters->getParam(k)->getNameAsString() + "> " + type + " " +
                       method->getNameAsString() + "()" + (method->isConst() ? " const" : "") +
                       " { return static_cast<" + type + ">(" + (pointer ? "this" : "*this") + "); }");
    }
  }
  return result;
}

bool has_name_outside(clang::QualType type) {
  std::vector<const clang::CXXRecordDecl*> classes;
  return collect_named(type, classes);
}

bool is_named_both_ways(const clang::CXXRecordDecl* record) {
  if (!class_instance(record)) return false;
  const Mentions seen = mentions(written_class(record));
  return seen.alone && seen.with_arguments;
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
