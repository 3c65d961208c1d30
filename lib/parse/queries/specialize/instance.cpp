#include "parse/queries/specialize/instance.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprConcepts.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>
#include <cctype>

#include "model/words.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/header_function.h"
#include "parse/queries/specialize/instance_pack.h"
#include "parse/queries/specialize/member_instance.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/library_functor.h"
#include "parse/queries/types/named_types.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using clang::TemplateArgument;

/// The chain of templates through which a lambda is passed, innermost first. It detects templates that recur.
struct Chain {
  const clang::FunctionDecl* function = nullptr;
  const Chain* outer = nullptr;

  bool has(const clang::FunctionDecl* other) const {
    return function->getCanonicalDecl() == other->getCanonicalDecl() || (outer && outer->has(other));
  }
};

/// Finds code whose meaning would change if a number were symbolic.
class NumberTypeQuestion : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(node);
    const auto* choice = llvm::dyn_cast<clang::IfStmt>(node);
    found =
        found || llvm::isa<clang::RequiresExpr, clang::CXXTypeidExpr>(node) || (trait && !trait->isArgumentType()) ||
        (choice &&
         (choice->isConsteval() || (choice->isConstexpr() && (choice->getInit() || choice->getConditionVariable()))));
    return !found;
  }
  bool visit(clang::TypeLoc node) override {
    found = found || node.getAs<clang::DecltypeTypeLoc>();
    return !found;
  }
};

class Choices : public AstVisitor {
 public:
  std::vector<const clang::IfStmt*> found;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* choice = llvm::dyn_cast<clang::IfStmt>(node);
    if (choice && choice->isConstexpr()) found.push_back(choice);
    return true;
  }
};

const clang::FunctionProtoType* called_type(clang::QualType type) {
  type = type.getNonReferenceType();
  const auto* record = type->getAsCXXRecordDecl();
  if (record && record->isLambda()) {
    const clang::CXXMethodDecl* body = record->getLambdaCallOperator();
    return body ? body->getType()->getAs<clang::FunctionProtoType>() : nullptr;
  }
  if (const clang::FunctionProtoType* call = library_functor(type)) return call;
  if (type->isFunctionPointerType()) type = type->getPointeeType();
  return type->getAs<clang::FunctionProtoType>();
}

/// Returns the argument of std::forward or std::move, or else the expression itself, without implicit nodes.
const clang::Expr* forwarded(const clang::Expr* source) {
  const clang::Expr* written = as_written(source);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(written);
  const clang::FunctionDecl* callee = call && call->getNumArgs() == 1 ? call->getDirectCallee() : nullptr;
  const bool passes = callee && is_in_std(callee) && callee->getIdentifier() &&
                      (callee->getName() == "forward" || callee->getName() == "move");
  return passes ? as_written(call->getArg(0)) : written;
}

bool is_numeric(clang::QualType type) { return is_stageable_number(type) || is_structure_of_numbers(type); }

/// True if a lambda or a function takes or returns numbers. The signature of a generic lambda is unknown.
bool passes_numbers(clang::QualType callable) {
  const clang::FunctionProtoType* called = called_type(callable);
  return called && (called->isDependentType() || is_numeric(called->getReturnType()) ||
                    std::ranges::any_of(called->param_types(), is_numeric));
}

/// Looks for uses of parameters that are lambdas, other than calls and passing them to templates that can have a staged
/// variant.
class CallableUses : public AstVisitor {
 public:
  CallableUses(const SourceText& text, const Chain& chain) : text_(text), chain_(chain) {}
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override;
  void allow(const clang::Expr* one) {
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(forwarded(one))) allowed_.insert(reference);
  }

  const SourceText& text_;
  const Chain& chain_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 8> allowed_;
};

const clang::FunctionTemplateDecl* primary_of(const clang::FunctionDecl* definition) {
  return definition->getPrimaryTemplate();
}

std::string name_of(const clang::NamedDecl* parameter) {
  const std::string name = parameter->getNameAsString();
  return name.find(':') == std::string::npos ? name : std::string();  // of an `auto` parameter
}

/// True if the template arguments can be written in the staged variant, and every lambda among them is the type of a
/// parameter. Adds the arguments to write to `types`.
bool has_known_arguments(const clang::FunctionDecl* definition, NamedTypes& types) {
  const clang::TemplateParameterList& parameters = *primary_of(definition)->getTemplateParameters();
  const clang::TemplateArgumentList& values = *definition->getTemplateSpecializationArgs();
  for (unsigned k = 0; k < parameters.size(); ++k) {
    if (parameters.getParam(k)->isTemplateParameterPack()) continue;  // a pack of numbers
    const TemplateArgument& value = values.get(k);
    if (value.getKind() == TemplateArgument::Integral) continue;
    if (value.getKind() != TemplateArgument::Type) return false;
    if (is_callable(value.getAsType())) {
      const auto* source = template_of_instance(definition);
      const bool taken = std::ranges::any_of(source->parameters(), [&](const clang::ParmVarDecl* one) {
        const clang::QualType type = one->getType().getNonReferenceType().getCanonicalType();
        const auto* parameter = type->getAs<clang::TemplateTypeParmType>();
        return parameter && parameter->getIndex() == k;
      });
      if (!taken) return false;
    } else if (!types.add(value.getAsType())) {
      return false;
    }
  }
  return types.add(definition->getReturnType()) &&
         std::ranges::all_of(definition->parameters(), [&](const clang::ParmVarDecl* one) {
           return is_deduced_callable(one) || types.add(one->getType());
         });
}

/// True if a plain function, or an instantiation of another template, has exactly these parameters, so that its staged
/// variant would have the same signature.
bool has_double(const clang::FunctionDecl* definition) {
  const auto same = [&](const clang::FunctionDecl* other) {
    if (other->getCanonicalDecl() == definition->getCanonicalDecl()) return false;
    if (other->getNumParams() != definition->getNumParams()) return false;
    for (unsigned k = 0; k < other->getNumParams(); ++k) {
      if (other->getParamDecl(k)->getType().getCanonicalType() !=
          definition->getParamDecl(k)->getType().getCanonicalType())
        return false;
    }
    return true;
  };
  for (const clang::NamedDecl* one :
       definition->getDeclContext()->getRedeclContext()->lookup(definition->getDeclName())) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(one); function && same(function)) return true;
    const auto* other = llvm::dyn_cast<clang::FunctionTemplateDecl>(one);
    if (!other || other->getCanonicalDecl() == primary_of(definition)->getCanonicalDecl()) continue;
    // Clang keeps a specialization of each template that it considered, even if a constraint excluded it, so only used
    // ones count.
    const auto called = [&](const clang::FunctionDecl* one) { return one->isUsed() && same(one); };
    if (std::ranges::any_of(other->specializations(), called)) return true;
  }
  return false;
}

/// True if the arguments differ only in lambdas and functions, whose signatures `same` compares.
template <class Same>
bool differ_in_callables(const clang::FunctionDecl* a, const clang::FunctionDecl* b, Same same) {
  const auto first = a->getTemplateSpecializationArgs()->asArray();
  const auto second = b->getTemplateSpecializationArgs()->asArray();
  return std::ranges::equal(first, second, [&](const TemplateArgument& one, const TemplateArgument& other) {
    if (one.structurallyEquals(other)) return true;
    if (one.getKind() != TemplateArgument::Type || other.getKind() != TemplateArgument::Type) return false;
    if (!is_callable(one.getAsType()) || !is_callable(other.getAsType())) return false;
    return same(called_type(one.getAsType()), called_type(other.getAsType()));
  });
}

/// True if the arguments differ only in lambdas of the same signature.
bool alike(const clang::FunctionDecl* a, const clang::FunctionDecl* b) {
  return differ_in_callables(a, b, [](const auto* left, const auto* right) {
    return left->getReturnType().getCanonicalType() == right->getReturnType().getCanonicalType() &&
           std::ranges::equal(left->param_types(), right->param_types(), [](clang::QualType x, clang::QualType y) {
             return x.getCanonicalType() == y.getCanonicalType();
           });
  });
}

/// True if another used instantiation differs in lambdas of another signature alone.
bool has_other_callables(const clang::FunctionDecl* definition) {
  return std::ranges::any_of(primary_of(definition)->specializations(), [&](const clang::FunctionDecl* other) {
    return other->isUsed() && !alike(definition, other) &&
           differ_in_callables(definition, other, [](const auto*, const auto*) { return true; });
  });
}

/// Returns the location of the first lambda among the template arguments.
clang::SourceLocation place_of_lambda(const clang::FunctionDecl* definition) {
  for (const TemplateArgument& one : definition->getTemplateSpecializationArgs()->asArray()) {
    if (one.getKind() != TemplateArgument::Type) continue;
    const auto* record = one.getAsType().getNonReferenceType()->getAsCXXRecordDecl();
    if (record && record->isLambda()) return record->getLocation();
  }
  return {};
}

/// Returns the instantiation whose lambda comes first, among those that share a staged variant; without lambdas, the
/// first instantiation.
const clang::FunctionDecl* first_alike(const clang::FunctionDecl* definition) {
  const clang::FunctionDecl* result = nullptr;
  const clang::SourceManager& sources = definition->getASTContext().getSourceManager();
  for (const clang::FunctionDecl* other : primary_of(definition)->specializations()) {
    const clang::FunctionDecl* body = nullptr;
    if (!other->hasBody(body) || (body != definition && !alike(definition, body))) continue;
    const clang::SourceLocation mine = result ? place_of_lambda(result) : clang::SourceLocation();
    const clang::SourceLocation its = place_of_lambda(body);
    const bool first = its.isValid() && (mine.isInvalid() || sources.isBeforeInTranslationUnit(its, mine));
    if (!result || first) result = body;
  }
  return result ? result : definition;
}

const clang::FunctionDecl* instance(const clang::FunctionDecl* callee, const SourceText& text, const Chain* chain) {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee || !callee->getPrimaryTemplate() || !callee->hasBody(definition)) return nullptr;
  if (llvm::isa<clang::CXXMethodDecl>(definition) || definition->isDependentContext()) return nullptr;
  if (definition->isConsteval() || definition->isVariadic()) return nullptr;
  if (definition->isOverloadedOperator() && !takes_structure(definition)) return nullptr;
  if (!llvm::isa_and_nonnull<clang::CompoundStmt>(definition->getBody())) return nullptr;
  const clang::FunctionDecl* source = text_of_instance(definition);
  const clang::FunctionDecl* first = primary_of(definition)->getCanonicalDecl()->getTemplatedDecl();
  const auto is_left_alone = [](const clang::FunctionDecl* one) { return has_annotation(one, "ag.do_not_convert"); };
  if (!source->hasBody() || is_left_alone(source) || is_left_alone(first)) return nullptr;
  for (const clang::FunctionDecl* one : {source, first}) {
    if (!one->getLexicalDeclContext()->isFileContext()) return nullptr;
    if (!text.is_in_user_file(one->getLocation()) || !text.is_plain(one->getLocation())) return nullptr;
  }
  if (!text.is_plain(source->getBody()->getBeginLoc()) || !text.is_plain(source->getBodyRBrace())) return nullptr;
  const bool callable = std::ranges::any_of(definition->parameters(),
                                            [](const clang::ParmVarDecl* one) { return is_deduced_callable(one); });
  const bool numeric = has_numbers_in_signature(definition) ||
                       std::ranges::any_of(definition->parameters(), [](const clang::ParmVarDecl* one) {
                         return is_deduced_callable(one) && passes_numbers(one->getType());
                       });
  if (!numeric && !handles_tensors(definition)) return nullptr;
  NamedTypes types(first, text);
  if (!has_known_pack(definition) || !has_known_arguments(definition, types)) return nullptr;
  if (has_double(definition) || uses_friendship(definition) || !changing_statics(definition->getBody()).empty())
    return nullptr;
  NumberTypeQuestion question;
  question.traverse(source->getBody());
  if (question.found) return nullptr;
  if (callable) {
    const Chain longer{definition, chain};
    CallableUses uses(text, longer);
    uses.traverse(definition->getBody());
    if (uses.found) return nullptr;
  }
  return callable ? first_alike(definition) : definition;
}

bool CallableUses::visit(clang::Stmt* node) {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (const clang::Expr* called = called_object(call)) allow(called);
    if (!operation && callee && callee->getPrimaryTemplate() &&
        (chain_.has(callee) || instance(callee, text_, &chain_))) {
      for (const clang::Expr* argument : call->arguments()) allow(argument);
    }
  }
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node);
  const auto* parameter = reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
  if (parameter && is_deduced_callable(parameter) && !allowed_.contains(reference)) found = true;
  return !found;
}

}  // namespace

bool is_callable(clang::QualType type) {
  const clang::FunctionProtoType* called = called_type(type);
  return called && std::ranges::none_of(called->param_types(), [](clang::QualType one) {
           return one->isLValueReferenceType() && !one->getPointeeType().isConstQualified() && is_numeric(one);
         });
}

const clang::Expr* called_object(const clang::CallExpr* call) {
  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (operation) return operation->getOperator() == clang::OO_Call ? forwarded(operation->getArg(0)) : nullptr;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool invokes = callee && is_in_std(callee) && callee->getIdentifier() && callee->getName() == "invoke";
  if (invokes) return call->getNumArgs() > 0 ? forwarded(call->getArg(0)) : nullptr;
  return forwarded(call->getCallee());
}

bool is_deduced_callable(const clang::ParmVarDecl* parameter) {
  const clang::QualType type = parameter->getType();
  if (!is_callable(type)) return false;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record && record->isLambda()) return true;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
  const clang::FunctionDecl* pattern = function ? function->getTemplateInstantiationPattern() : nullptr;
  const unsigned index = parameter->getFunctionScopeIndex();
  return pattern && index < pattern->getNumParams() &&
         pattern->getParamDecl(index)->getType().getNonReferenceType()->getAs<clang::TemplateTypeParmType>();
}

const clang::FunctionDecl* text_of_instance(const clang::FunctionDecl* definition) {
  const clang::FunctionDecl* pattern = definition->getTemplateInstantiationPattern();
  return pattern ? pattern : definition;
}

const clang::FunctionDecl* template_of_instance(const clang::FunctionDecl* definition) {
  const clang::FunctionDecl* pattern = definition->getTemplateInstantiationPattern();
  return pattern ? pattern : primary_of(definition)->getTemplatedDecl();
}

const clang::FunctionDecl* numeric_instance(const clang::FunctionDecl* callee, const SourceText& text) {
  return instance(callee, text, nullptr);
}

bool stays_in_place(const clang::FunctionDecl* definition) {
  const bool numbers =
      is_numeric(definition->getReturnType()) || std::ranges::any_of(definition->parameters(), [&](const auto* one) {
        return is_numeric(one->getType()) || library_functor(one->getType());
      });
  return !numbers && handles_tensors(definition);
}

const clang::FunctionDecl* shared_member_instance(const clang::FunctionDecl* definition, const SourceText& text) {
  if (has_other_callables(definition)) return nullptr;
  const Chain chain{definition, nullptr};
  CallableUses uses(text, chain);
  uses.traverse(definition->getBody());
  NumberTypeQuestion question;
  question.traverse(text_of_instance(definition)->getBody());
  return uses.found || question.found ? nullptr : first_alike(definition);
}

std::vector<const clang::FunctionDecl*> all_instances(const clang::FunctionDecl* pattern, const SourceText& text) {
  std::vector<const clang::FunctionDecl*> result;
  const clang::FunctionTemplateDecl* described = pattern->getDescribedFunctionTemplate();
  if (!described || llvm::isa<clang::CXXMethodDecl>(pattern)) return result;
  for (const clang::FunctionDecl* one : described->specializations()) {
    const clang::FunctionDecl* body = nullptr;
    if (!one->hasBody(body) || text_of_instance(body) != pattern) continue;
    const clang::FunctionDecl* definition = numeric_instance(body, text);
    if (!definition) return {};
    if (std::ranges::find(result, definition) == result.end()) result.push_back(definition);
  }
  return result;
}

std::string specialised_name(const clang::FunctionDecl* definition) {
  std::string result;
  for (const TemplateArgument& one : definition->getTemplateSpecializationArgs()->asArray()) {
    if (one.getKind() == TemplateArgument::Type && is_callable(one.getAsType())) return {};
    if (one.getKind() == TemplateArgument::Pack) return {};
    result += (result.empty() ? "<" : ", ") + printed(one, definition->getASTContext().getPrintingPolicy());
  }
  return definition->getNameAsString() + result + ">";
}

std::vector<const clang::IfStmt*> constexpr_choices(const clang::FunctionDecl* text) {
  Choices choices;
  choices.traverse(text->getBody());
  return std::move(choices.found);
}

/// Appends `text`, as characters of an identifier, to the name of a function.
static void add_to_name(std::string& name, const std::string& text) {
  name += '_';
  for (const char c : text) {
    if (c == '-') name += "minus_";
    const bool letter = std::isalnum(static_cast<unsigned char>(c));
    if (letter || ((c == ' ' || c == ':' || c == '(') && name.back() != '_')) name += letter ? c : '_';
  }
}

std::string instance_name(const clang::FunctionDecl* definition, const SourceText& text) {
  const clang::PrintingPolicy& policy = definition->getASTContext().getPrintingPolicy();
  const clang::TemplateParameterList& parameters = *primary_of(definition)->getTemplateParameters();
  const bool by_callables = has_other_callables(definition);
  std::string result = definition->getNameAsString();
  for (unsigned k = 0; k < parameters.size(); ++k) {
    const std::string name = name_of(parameters.getParam(k));
    const TemplateArgument& value = definition->getTemplateSpecializationArgs()->get(k);
    if (by_callables && value.getKind() == TemplateArgument::Type && is_callable(value.getAsType())) {
      add_to_name(result, clang::QualType(called_type(value.getAsType()), 0).getAsString(policy));
      continue;
    }
    const bool deduced =
        name.empty() || std::ranges::any_of(template_of_instance(definition)->parameters(), [&](const auto* one) {
          return model::contains_word(text.flat_text(text.range(one->getSourceRange())), name);
        });
    if (!deduced) add_to_name(result, printed(value, policy));
  }
  return result;
}

bool has_several_instances(const clang::FunctionDecl* definition, const SourceText& text) {
  const auto same_name = definition->getDeclContext()->getRedeclContext()->lookup(definition->getDeclName());
  const bool rivals = std::ranges::any_of(same_name, [&](const clang::NamedDecl* other) {
    return other->getCanonicalDecl() != primary_of(definition)->getCanonicalDecl();
  });
  const std::string name = instance_name(definition, text);
  return rivals || std::ranges::any_of(primary_of(definition)->specializations(), [&](const auto* other) {
           return other->getCanonicalDecl() != definition->getCanonicalDecl() && !alike(definition, other) &&
                  instance_name(other, text) == name;
         });
}

model::InstanceVariant describe_instance(const clang::FunctionDecl* definition, const SourceText& text) {
  model::InstanceVariant result;
  const clang::PrintingPolicy& policy = definition->getASTContext().getPrintingPolicy();
  const clang::FunctionDecl* source = text_of_instance(definition);
  const bool specialised = source == definition;
  result.pattern = source;
  result.name = instance_name(definition, text);
  if (annotation_of(source).kind == Annotation::Function) result.specialised = specialised_name(definition);
  result.namespaces = namespaces_around(definition->getDeclContext());
  std::string used(text.text(text.range(source->getBody()->getSourceRange())));
  for (const clang::ParmVarDecl* one : template_of_instance(definition)->parameters()) {
    if (one->hasDefaultArg()) used += " " + text.flat_text(text.range(one->getDefaultArgRange()));
  }
  const clang::TemplateParameterList& parameters = *primary_of(definition)->getTemplateParameters();
  describe_pack(definition, template_of_instance(definition), result);
  std::string constraint;
  for (unsigned k = 0; k < parameters.size(); ++k) {
    const std::string name = name_of(parameters.getParam(k));
    const TemplateArgument& value = definition->getTemplateSpecializationArgs()->get(k);
    const bool callable = value.getKind() == TemplateArgument::Type && is_callable(value.getAsType());
    if (value.getKind() == TemplateArgument::Pack) {
      const std::string pack = pack_name(parameters.getParam(k));
      result.head += (result.head.empty() ? "class... " : ", class... ") + pack;
      result.definition_head += (result.definition_head.empty() ? "class... " : ", class... ") + pack;
      constraint = "requires " + pack_constraint(pack, value) + " ";
      continue;
    }
    if (name.empty() || (!callable && (specialised || !model::contains_word(used, name)))) continue;
    const auto* number = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameters.getParam(k));
    const std::string declared = (number ? number->getType().getAsString(policy) : std::string("class")) + " " + name;
    result.head += (result.head.empty() ? "" : ", ") + declared + (callable ? "" : " = " + printed(value, policy));
    result.definition_head += (result.definition_head.empty() ? "" : ", ") + declared;
  }
  for (std::string* head : {&result.head, &result.definition_head}) {
    if (!head->empty()) *head = "template <" + *head + "> " + constraint;
  }
  const clang::FunctionDecl* first =
      specialised ? definition->getCanonicalDecl() : primary_of(definition)->getCanonicalDecl()->getTemplatedDecl();
  if (!first->doesThisDeclarationHaveABody() && text.is_plain(first->getLocation())) {
    result.declared_at = text.after_semicolon(first->getEndLoc());
  } else {
    result.declared_at = text.range(source->getSourceRange()).end;
  }
  NamedTypes types(primary_of(definition)->getCanonicalDecl()->getTemplatedDecl(), text);
  has_known_arguments(definition, types);
  result.declared_at = types.place(result.declared_at);
  NamedTypes::Way way = types.way();
  result.way_there = std::move(way.there);
  result.way_back = std::move(way.back);
  if (specialised && !definition->isExternallyVisible()) result.unused_at = text.offset(definition->getInnerLocStart());
  return result;
}

}  // namespace agc::parse
