#include "parse/queries/specialize/staged_method.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/TypeLoc.h>

#include <algorithm>
#include <cctype>

#include "model/words.h"
#include "parse/queries/functions/accessor.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/header_function.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/member_instance.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// True for AG_DO_NOT_CONVERT, and for AG_FUNCTION, whose object is found by identity. In a call by a method of the
/// staged class, the object is a value and the call is traced as a part of the caller.
bool stays(const clang::FunctionDecl* function, Caller caller) {
  return has_annotation(function, "ag.do_not_convert") ||
         (caller == Caller::Any && has_annotation(function, "ag.function"));
}

/// True for *this, and for an assignment to *this.
bool is_object(const clang::Expr* source) {
  const auto* assignment = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source->IgnoreParenImpCasts());
  if (assignment && assignment->getOperator() == clang::OO_Equal) return is_this(assignment->getArg(0));
  return is_this(source);
}

/// True if every `return` returns the object itself.
bool gives_object(const clang::Stmt* source) {
  if (!source || llvm::isa<clang::LambdaExpr>(source)) return true;
  if (const auto* result = llvm::dyn_cast<clang::ReturnStmt>(source))
    return result->getRetValue() && is_object(result->getRetValue());
  return std::ranges::all_of(source->children(), gives_object);
}

/// True if the function returns a reference to numbers outside of its object, or to another object of its class.
bool gives_reference_to_number(const clang::FunctionDecl* function, const clang::CXXRecordDecl* own) {
  const clang::QualType type = function->getReturnType();
  if (!type->isReferenceType()) return false;
  const clang::CXXRecordDecl* record = type->getPointeeType()->getAsCXXRecordDecl();
  if (record && record->getCanonicalDecl() == own->getCanonicalDecl()) return !gives_object(function->getBody());
  return (is_stageable_number(type) || is_structure_of_numbers(type)) && !is_accessor(function);
}

/// True if the type of a parameter of the method is deduced to be the template argument with this index, a lambda.
bool is_taken(const clang::FunctionDecl* function, unsigned index) {
  const clang::FunctionDecl* source = text_of_instance(function);
  return std::ranges::any_of(source->parameters(), [&](const clang::ParmVarDecl* one) {
    const auto* type = one->getType().getNonReferenceType()->getAs<clang::TemplateTypeParmType>();
    return type && type->getIndex() == index &&
           is_deduced_callable(function->getParamDecl(one->getFunctionScopeIndex()));
  });
}

bool takes_callable(const clang::FunctionDecl* function) {
  return std::ranges::any_of(function->parameters(), [](const auto* one) { return is_deduced_callable(one); });
}

/// True for an instantiation of a method template that its parameters distinguish from the others, and that the staged
/// class can name.
bool is_known_instance(const clang::FunctionDecl* function) {
  const clang::FunctionTemplateDecl* of = function->getPrimaryTemplate();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!of || !method || method->isVirtual() || llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(method))
    return false;
  if (!text_of_instance(function)->getDescribedFunctionTemplate() || method->getParent()->isLocalClass()) return false;
  const auto is_named = [](const clang::NamedDecl* one) {
    return one->getIdentifier() && !one->isTemplateParameterPack() && !one->isImplicit();
  };
  if (!std::ranges::all_of(of->getTemplateParameters()->asArray(), is_named)) return false;
  const auto is_plain = [](const clang::TemplateArgument& one) {
    if (one.getKind() == clang::TemplateArgument::Integral) return true;
    return one.getKind() == clang::TemplateArgument::Type && one.getAsType()->isBuiltinType();
  };
  const auto arguments = function->getTemplateSpecializationArgs()->asArray();
  for (unsigned k = 0; k < arguments.size(); ++k) {
    if (!is_plain(arguments[k]) && !is_taken(function, k)) return false;
  }
  if (takes_callable(function)) return true;  // shared_member_instance compares them
  return std::ranges::none_of(of->specializations(), [&](const clang::FunctionDecl* other) {
    return other->getCanonicalDecl() != function->getCanonicalDecl() &&
           (other->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization ||
            std::ranges::equal(other->parameters(), function->parameters(), [](const auto* a, const auto* b) {
              return a->getType().getCanonicalType() == b->getType().getCanonicalType();
            }));
  });
}

bool has_known_form(const clang::FunctionDecl* function) {
  const bool of_class =
      (function->getTemplateInstantiationPattern() && function->getInstantiatedFromMemberFunction()) ||
      is_known_instance(function);
  if (function->isTemplated() || (function->isTemplateInstantiation() && !of_class) || function->isVariadic())
    return false;
  if (function->isDefaulted() || function->isDeleted() || function->isImplicit() || function->isConsteval())
    return false;
  if (!llvm::isa_and_nonnull<clang::CompoundStmt>(function->getBody())) return false;
  if (llvm::isa<clang::CXXDestructorDecl>(function)) return false;
  const auto* conversion = llvm::dyn_cast<clang::CXXConversionDecl>(function);
  if (conversion &&
      (!is_stageable_number(conversion->getConversionType()) || conversion->getConversionType()->isReferenceType()))
    return false;
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function);
  if (constructor && constructor->isCopyOrMoveConstructor()) return false;
  return !function->getDeclaredReturnType()->getContainedDeducedType() || has_name_outside(function->getReturnType());
}

/// Looks for a number, or a condition, that is computed from a tensor.
class Question : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* expression = llvm::dyn_cast<clang::Expr>(node);
    if (!expression || !(is_stageable_number(expression->getType()) || is_structure_of_numbers(expression->getType())))
      return true;
    if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
      const clang::Expr* object = call->getImplicitObjectArgument();
      found = found || (object && reads_as_tensor(object->getType()));
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression))  // get(x)
      found = found || std::ranges::any_of(call->arguments(), [](const clang::Expr* argument) {
                return contains_tensor(argument->getType());
              });
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
    found = found || (cast && reads_as_tensor(cast->getSubExprAsWritten()->getType()));
    return !found;
  }
};

}  // namespace

bool asks_tensors(const clang::FunctionDecl* constructor) {
  const bool takes_tensor = std::ranges::any_of(constructor->parameters(), [](const clang::ParmVarDecl* parameter) {
    return contains_tensor(parameter->getType());
  });
  Question question;
  if (takes_tensor) question.traverse(constructor);
  return question.found;
}

const clang::CXXRecordDecl* value_class_of(const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const bool defined_as_friend =
      function->getFriendObjectKind() != clang::Decl::FOK_None && function->doesThisDeclarationHaveABody();
  const auto* record = method              ? method->getParent()
                       : defined_as_friend ? llvm::dyn_cast<clang::CXXRecordDecl>(function->getLexicalDeclContext())
                                           : nullptr;
  return record && is_value_class(record) ? record->getDefinition() : nullptr;
}

const clang::CXXRecordDecl* staged_class_of(const clang::FunctionDecl* function) {
  if (const clang::CXXRecordDecl* record = value_class_of(function)) return record;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  return method && is_dynamic_class(method->getParent()) ? method->getParent()->getDefinition() : nullptr;
}

/// True if the staged class can have the method with this text.
static bool has_known_text(const clang::FunctionDecl* definition, const clang::CXXRecordDecl* record,
                           const SourceText& text) {
  if (!text.is_in_user_file(definition->getLocation()) || !text.is_plain(definition->getLocation())) return false;
  if (!has_known_form(definition) || gives_reference_to_number(definition, record) || !shows_its_members(record))
    return false;
  const clang::FunctionDecl* written = text_of_instance(definition);
  const clang::FunctionTypeLoc type = written->getFunctionTypeLoc();
  const bool in_body = !llvm::isa<clang::CXXConstructorDecl>(written) && type &&
                       !written->getType()->castAs<clang::FunctionProtoType>()->hasTrailingReturn();
  if (!in_body && !renamed_parameters(record, written).empty()) return false;  // the return type may name them
  if (!type || !text.is_plain(type.getRParenLoc()) || !text.is_plain(definition->getBody()->getBeginLoc()))
    return false;
  return changing_statics(definition->getBody()).empty();
}

const clang::FunctionDecl* method_of_staged_class(const clang::FunctionDecl* callee, const SourceText& text,
                                                  Caller caller) {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee || !callee->hasBody(definition)) return nullptr;
  const clang::CXXRecordDecl* record = value_class_of(definition);
  // Other translation units may convert the same friend differently, and cannot distinguish the two.
  if (!record || (!llvm::isa<clang::CXXMethodDecl>(definition) && text.is_in_header(definition->getLocation())))
    return nullptr;
  if (stays(callee, caller) || stays(definition, caller)) return nullptr;
  if (!has_known_text(definition, record, text)) return nullptr;
  const bool shares = is_member_instance(definition) && takes_callable(definition);
  return shares ? shared_member_instance(definition, text) : definition;
}

const clang::FunctionDecl* dynamic_staged_method(const clang::CXXMethodDecl* method, const SourceText& text) {
  const clang::CXXRecordDecl* record = staged_class_of(method);
  const clang::FunctionDecl* definition = nullptr;
  if (!record || method->isStatic() || stays(method, Caller::Any)) return nullptr;
  if (method->hasBody(definition))
    return !method->isPureVirtual() && !stays(definition, Caller::Any) && has_known_text(definition, record, text)
               ? definition
               : nullptr;
  const bool plain = text.is_in_user_file(method->getLocation()) && text.is_plain(method->getLocation());
  const clang::FunctionTypeLoc type = method->getFunctionTypeLoc();
  const bool pure = plain && type && text.is_plain(type.getRParenLoc()) && method->isPureVirtual() &&
                    !llvm::isa<clang::CXXDestructorDecl, clang::CXXConversionDecl>(method) &&
                    !method->getReturnType()->isReferenceType();
  return pure ? method : nullptr;
}

std::vector<const clang::FunctionDecl*> staged_methods_with_text(const clang::FunctionDecl* pattern,
                                                                 const SourceText& text) {
  std::vector<const clang::FunctionDecl*> result;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(pattern);
  const clang::ClassTemplateDecl* described = method ? method->getParent()->getDescribedClassTemplate() : nullptr;
  if (!described) return result;
  for (const clang::ClassTemplateSpecializationDecl* record : described->specializations()) {
    for (const clang::CXXMethodDecl* one : record->methods()) {
      const clang::FunctionDecl* body = nullptr;
      if (!one->hasBody(body) || text_of_instance(body) != pattern) continue;
      const clang::FunctionDecl* definition = method_of_staged_class(body, text);
      if (!definition) return {};
      result.push_back(definition);
    }
  }
  return result;
}

std::vector<std::string> namespaces_around(const clang::DeclContext* context) {
  std::vector<std::string> result;
  for (; context; context = context->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context);
    if (!space) continue;
    const std::string name = space->getNameAsString();
    result.insert(result.begin(),
                  std::string(space->isInline() ? "inline " : "") + "namespace" + (name.empty() ? "" : " ") + name);
  }
  return result;
}

/// Sets the members for a method of a class with virtual methods. `end`: the end of the text after its parameters.
static void describe_dynamic(const clang::CXXMethodDecl* method, model::Offset end, const SourceText& text,
                             model::StagedMethod& result) {
  if (!method->isVirtual()) return;
  result.slot = first_declaration(method);
  if (method->size_overridden_methods() == 0) result.specifiers = "virtual ";
  for (model::Range token = text.next_token(result.parameters_end); !token.empty() && token.begin < end;) {
    const model::Range next = text.next_token(token.end);
    const std::string_view word = text.text(token);
    if (word == "override" || word == "final") result.declared_only.push_back({token.begin, next.begin});
    token = next;
  }
  // A definition outside of the class does not contain `override`.
  if (method->size_overridden_methods() > 0 && result.declared_only.empty() &&
      result.qualifiers.find("->") == std::string::npos)
    result.qualifiers += result.qualifiers.empty() ? "override" : " override";
}

bool is_member_instance(const clang::FunctionDecl* definition) {
  return llvm::isa<clang::CXXMethodDecl>(definition) && definition->getPrimaryTemplate();
}

/// Sets the template heads for the declaration and the definition: template <class T = double>.
static void name_parameters(const clang::FunctionDecl* definition, model::StagedMethod& result) {
  const clang::PrintingPolicy& policy = definition->getASTContext().getPrintingPolicy();
  const clang::TemplateParameterList& parameters = *definition->getPrimaryTemplate()->getTemplateParameters();
  std::string names, values;
  for (unsigned k = 0; k < parameters.size(); ++k) {
    const auto* number = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameters.getParam(k));
    const std::string kind = number ? number->getType().getAsString(policy) : "class";
    const std::string name = kind + " " + parameters.getParam(k)->getNameAsString();
    std::string value;
    llvm::raw_string_ostream stream(value);
    definition->getTemplateSpecializationArgs()->get(k).print(policy, stream, /*IncludeType=*/false);
    names += (names.empty() ? "" : ", ") + name;
    values += (values.empty() ? "" : ", ") + name + (is_taken(definition, k) ? "" : " = " + value);
  }
  result.head = "template <" + values + "> ";
  result.definition_head = "template <" + names + "> ";
}

model::StagedMethod describe_staged_method(const clang::FunctionDecl* definition, const SourceText& text) {
  model::StagedMethod result;
  const clang::CXXRecordDecl* record = staged_class_of(definition);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  result.of = record;
  result.name = definition->getNameAsString();
  result.specifiers = !method ? "friend " : method->isStatic() ? "static " : "";
  if (method) result.scope = class_name(record);
  result.gives_part = is_accessor(definition);
  if (is_named_both_ways(record)) {
    result.alone = record->getNameAsString();
    result.named = class_name(record);
  }
  for (const clang::DeclContext* around = record->getDeclContext(); around; around = around->getParent()) {
    if (const auto* outer = llvm::dyn_cast<clang::CXXRecordDecl>(around); outer && method)
      result.scope = outer->getNameAsString() + "::" + result.scope;
  }
  result.namespaces = namespaces_around(record->getDeclContext());
  // A method finds the names of its class by lookup.
  for (InstanceName& one : method ? renamed_parameters(record, text_of_instance(definition)) : instance_names(record)) {
    const std::string_view body = text.text(text.range(definition->getBody()->getSourceRange()));
    if (model::contains_word(body, one.name)) result.names.push_back(std::move(one.declaration));
  }
  if (const auto* conversion = llvm::dyn_cast<clang::CXXConversionDecl>(definition)) {
    result.converts = true;
    if (conversion->isExplicit()) result.specifiers = "explicit ";
  }
  const model::Offset parenthesis = text.offset(text_of_instance(definition)->getFunctionTypeLoc().getRParenLoc());
  result.parameters_end = parenthesis + 1;
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition)) {
    result.constructs = true;
    result.name = class_name(record);
    result.specifiers = constructor->isExplicit() ? "explicit " : "";
    return result;
  }
  if (is_member_instance(definition)) name_parameters(definition, result);
  result.pure = !definition->hasBody();
  const model::Offset end =
      result.pure ? text.after_semicolon(definition->getEndLoc()) : text.offset(definition->getBody()->getBeginLoc());
  const model::Range exceptions = exception_specification(text, text_of_instance(definition));
  result.qualifiers = text.flat_text({result.parameters_end, exceptions.empty() ? end : exceptions.begin});
  if (!exceptions.empty()) {
    const std::string rest = text.flat_text({exceptions.end, end});
    if (!rest.empty()) result.qualifiers += (result.qualifiers.empty() ? "" : " ") + rest;
  }
  if (result.pure) {
    result.qualifiers.erase(std::min(result.qualifiers.rfind('='), result.qualifiers.size()));
    while (result.qualifiers.ends_with(' ')) result.qualifiers.pop_back();
  }
  if (is_dynamic_class(record)) describe_dynamic(method, end, text, result);
  return result;
}

std::string staged_iterator(clang::QualType type) {
  const auto text = [](clang::QualType of, const clang::ASTContext& context) {
    return "ag::staged_t<" + of.getCanonicalType().getUnqualifiedType().getAsString(context.getPrintingPolicy()) + ">";
  };
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || record->getName() != "__normal_iterator" || record->getTemplateArgs().size() != 2) return {};
  const clang::QualType pointer = record->getTemplateArgs()[0].getAsType(),
                        of = record->getTemplateArgs()[1].getAsType();
  if (!is_structure_of_numbers(of)) return {};
  return text(of, record->getASTContext()) +
         (pointer->getPointeeType().isConstQualified() ? "::const_iterator" : "::iterator");
}

void name_result_outside(const clang::FunctionDecl* definition, model::Function& function) {
  const clang::QualType type = definition->getReturnType();
  if (std::string iterator = staged_iterator(type); !iterator.empty()) {
    function.returned.type = std::move(iterator);
    return;
  }
  const clang::QualType value = type.getNonReferenceType();
  const bool written = function.returned.range.begin < function.staged_method.parameters_end;
  const clang::TagDecl* tag = value->getAsTagDecl();
  if (!written) return;  // after the parameters, names have the same meaning as in the class
  const bool of_template = class_instance(staged_class_of(definition)) != nullptr;
  const bool of_method = is_member_instance(definition);
  const auto* alias = value->getAs<clang::TypedefType>();
  const bool of_class = alias && alias->getDecl()->getDeclContext()->isRecord();
  if (of_template || of_method || of_class || (tag && llvm::isa<clang::CXXRecordDecl>(tag->getDeclContext()))) {
    const clang::PrintingPolicy& policy = definition->getASTContext().getPrintingPolicy();
    function.returned.type = value.getCanonicalType().getUnqualifiedType().getAsString(policy);
    if (type->isReferenceType()) function.returned.type += "&";
    if (of_template) name_instance(staged_class_of(definition), function.returned.type);
  }
  if (value.isConstQualified() && !function.returned.type.starts_with("const ")) {
    function.returned.type = "const " + function.returned.type;
  }
}

}  // namespace agc::parse
