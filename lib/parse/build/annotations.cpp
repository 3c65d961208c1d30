#include "parse/build/annotations.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "diag/catalogue.h"
#include "model/visit.h"
#include "parse/build/function_builder.h"
#include "parse/build/function_finder.h"
#include "parse/build/function_options.h"
#include "parse/build/staged_signature.h"
#include "parse/queries/functions/accessor.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/function_pointer.h"
#include "parse/queries/functions/function_reference.h"
#include "parse/queries/functions/header_function.h"
#include "parse/queries/functions/recursion.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/functions/traced_object.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/instance_pack.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/specialize/template_text.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/listed_fields.h"
#include "parse/queries/types/selected_strings.h"
#include "parse/queries/types/tensor_class.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/confined_objects.h"
#include "parse/queries/uses/outside.h"
#include "parse/queries/uses/outside_use.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using model::Function;

/// The place for the text of a converted function.
enum class Stand { InPlace, InStagedClass, Chooser, OfInstance };

class Collector {
 public:
  explicit Collector(const Session& session) : session_(session), text_(session), finder_(text_) {}

  Annotated run() {
    FunctionFinder& finder = finder_;
    mark_confined_classes(text_);
    mark_keepers(text_);
    for (clang::Decl* declaration : text_.user_declarations()) finder.traverse(declaration);
    for (const clang::FunctionDecl* function : finder.found) add_annotated(function);
    for (const TracedObject& object : finder.traced) {
      if (object.function) add_traced(object.function);
    }
    build_pending();
    called_ = !is_header(session_);
    // Functions of a header are converted for other files that include it.
    for (const clang::FunctionDecl* function : finder.others) {
      if (!is_header(session_) || !text_.is_plain(function->getLocation())) continue;
      if (text_.is_in_header(function->getLocation())) continue;
      if (const clang::FunctionDecl* method = method_of_staged_class(function, text_))
        add(method, Stand::InStagedClass);
      if (function->isTemplated() && !function->isDefaulted()) {
        add(function);
      } else {
        add_callee(function);
      }
    }
    build_pending();
    add_undecided();
    // Lambdas in a converted function are converted with it.
    for (const clang::LambdaExpr* lambda : finder.lambdas) {
      add_annotated(lambda);
      build_pending();
    }
    for (const TracedObject& object : finder.traced) {
      if (object.lambda) add_traced(object.lambda, false, object.is_written);
      build_pending();
    }
    for (const TracedObject& object : finder.converted) {
      add_converted(object.lambda);
      build_pending();
    }
    add_named();
    find_unconverted_uses();
    for (const CallOfMaker& call : finder.made_lambdas) leave_to_others(call);
    Annotated result{{}, std::move(diagnostics_), std::move(instances_)};
    for (auto& [place, function] : functions_) result.functions.push_back(std::move(function));
    return result;
  }

 private:
  void refuse(Id id, const clang::FunctionDecl* function, std::vector<std::string> arguments) {
    diagnostics_.push_back(make_diagnostic(id, session_.location(function->getLocation()), std::move(arguments)));
  }

  void add_annotated(const clang::FunctionDecl* function) {
    const Annotation annotation = annotation_of(function);
    if (annotation.kind == Annotation::Leave) return;
    const std::string name = function->getNameAsString();
    if (annotation.kind == Annotation::Function &&
        llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(function)) {
      return refuse(Id::method_unsupported, function, {name});
    }
    const bool is_template = function->getDescribedFunctionTemplate() || function->isTemplated();
    if (annotation.kind == Annotation::Function && is_template && template_arguments(function).empty()) {
      return refuse(Id::template_unsupported, function, {name});
    }
    if (!text_.is_plain(function->getLocation())) return refuse(Id::macro_function, function, {name});
    // A method in the class stays unconverted, unless it is called on an object that a staged class cannot represent.
    const clang::FunctionDecl* method = method_of_staged_class(function, text_);
    const clang::CXXRecordDecl* record = method ? value_class_of(method) : nullptr;
    if (record && !record->isAggregate()) return undecided_.push_back(function);
    add(method ? method : function, method ? Stand::InStagedClass : Stand::InPlace);
  }
  /// Adds methods of a class that is no aggregate, and so may be a module. The method in the class is converted, unless
  /// code of this file calls it in the staged class.
  void add_undecided() {
    for (const clang::FunctionDecl* function : undecided_) {
      if (!seen_.contains({function->getCanonicalDecl(), Stand::InStagedClass})) add(function);
    }
    build_pending();
  }

  void add_annotated(const clang::LambdaExpr* lambda) {
    const clang::CXXMethodDecl* body = lambda->getCallOperator();
    const Annotation annotation = annotation_of(body);
    if (annotation.kind == Annotation::Function) {
      const bool inside = seen_.contains({body->getCanonicalDecl(), Stand::InPlace});
      return inside ? refuse(Id::lambda_unsupported, body, {}) : add_traced(lambda, true);
    }
    if (annotation.kind == Annotation::Convert) add_converted(lambda);
  }
  void add_converted(const clang::LambdaExpr* lambda) {
    const clang::CXXMethodDecl* body = lambda->getCallOperator();
    if (annotation_of(body).kind == Annotation::Leave || !text_.is_in_user_file(lambda->getBeginLoc())) return;
    if (!seen_.insert({body->getCanonicalDecl(), Stand::InPlace}).second) return;
    Function result;
    result.name = result.qualified_name = "lambda";
    describe_result(session_, text_, body, result);
    result.range = text_.range(lambda->getSourceRange());
    result.name_place = result.range.begin;
    note_running(body);
    FunctionBuilder builder(session_, text_, result, nullptr, lambda);
    builder.build(body);
    finish(builder, std::move(result));
  }

  /// Adds a lambda that is passed to ag::function, or (`wrapped`) is wrapped for that. `named`: it is passed directly,
  /// so the names of its parameters are known.
  void add_traced(const clang::LambdaExpr* lambda, bool wrapped = false, bool named = true) {
    const clang::CXXMethodDecl* body = lambda->getCallOperator();
    if (annotation_of(body).kind == Annotation::Leave || !text_.is_in_user_file(lambda->getBeginLoc())) return;
    if (!seen_.insert({body->getCanonicalDecl(), Stand::InPlace}).second) return;
    Function result;
    result.name = result.qualified_name = "lambda";
    result.kind = wrapped ? Function::Kind::WrappedLambda : Function::Kind::TracedLambda;
    if (wrapped) result.entry.options = function_options(session_, body);
    if (named) result.closure.named_parameters = names_of_parameters(body);
    result.uses.named_arguments = named_arguments(finder_.traced, lambda, body, text_);
    std::vector<const clang::CXXRecordDecl*> classes;
    collect_value_classes(body->getReturnType(), classes);
    result.outside_callers.unconverted = !classes.empty();  // its result is converted back to the user's type
    note_running(body);
    FunctionBuilder builder(session_, text_, result, nullptr, lambda);
    builder.describe_lambda(lambda);
    builder.build(body);
    value_classes(body, result);
    finish(builder, std::move(result));
  }
  void add_traced(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* definition = nullptr;
    if (!function->hasBody(definition) || !text_.is_in_user_file(definition->getLocation())) return;
    if (annotation_of(definition).kind == Annotation::Leave || !text_.is_plain(definition->getLocation())) return;
    if (const clang::FunctionDecl* pattern = definition->getTemplateInstantiationPattern()) definition = pattern;
    add(definition);
  }

  /// Adds functions that calls through pointers may reach.
  void add_named() {
    for (size_t built = 0; built != functions_.size();) {
      built = functions_.size();
      for (const clang::FunctionDecl* function : finder_.named) {
        if (called_pointees_.contains(pointee_type(function))) add_callee(function);
      }
      build_pending();
    }
  }

  void build_pending() {
    while (!pending_.empty()) {
      const auto [function, stand] = pending_.front();
      pending_.erase(pending_.begin());
      build(function, stand);
    }
  }

  /// Stores the built function, and adds the functions that it requires.
  void finish(FunctionBuilder& builder, Function result) {
    for (const clang::FunctionDecl* callee : builder.callees().functions) add_callee(callee);
    for (const clang::FunctionDecl* callee : builder.callees().variants) {
      note_running(callee);
      add(callee);
    }
    for (const clang::FunctionDecl* callee : builder.callees().staged_methods) {
      add(callee, Stand::InStagedClass);
      if (may_be_chosen(callee)) add(callee, Stand::Chooser);
    }
    for (const clang::FunctionDecl* callee : builder.callees().instances) add(callee, Stand::OfInstance);
    for (NestedLambda& lambda : builder.lambdas()) {
      const clang::CXXMethodDecl* body = lambda.source->getCallOperator();
      if (annotation_of(body).kind == Annotation::Leave) continue;
      seen_.insert({body->getCanonicalDecl(), Stand::InPlace});
      value_classes(body, lambda.function);
      keep(std::move(lambda.function));
    }
    keep(std::move(result));
  }

  void keep(Function function) {
    called_pointees_.insert(function.uses.called_pointees.begin(), function.uses.called_pointees.end());
    const std::pair place(function.range.begin, function.copy);
    functions_.emplace(place, std::move(function));
  }

  /// True for an instantiation that returns numbers computed from tensors: converted calls use its staged variant. The
  /// function itself is for callers with known numbers.
  bool has_variant_of_tensors(const clang::FunctionDecl* definition) const {
    const clang::QualType result = definition->getReturnType();
    return definition->getPrimaryTemplate() && handles_tensors(definition) && gives_numbers(result) &&
           numeric_instance(definition, text_);
  }

  /// Adds every function that a call may reach.
  void add_callee(const clang::FunctionDecl* callee) {
    const clang::FunctionDecl* definition = nullptr;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee); method && method->isVirtual()) {
      for (const clang::CXXMethodDecl* other : finder_.overriders.lookup(method->getCanonicalDecl())) add_callee(other);
    }
    if (!callee->hasBody(definition) || definition->isImplicit() || definition->isDefaulted()) return;
    if (!converts_callee(definition) || has_variant_of_tensors(definition)) return;
    note_running(definition);
    // A template is converted once for all of its instantiations.
    if (const clang::FunctionDecl* pattern = definition->getTemplateInstantiationPattern()) definition = pattern;
    if (text_.is_plain(definition->getLocation())) add(definition);
  }

  void add(const clang::FunctionDecl* function, Stand stand = Stand::InPlace) {
    if (!seen_.insert({function->getCanonicalDecl(), stand}).second) return;
    pending_.emplace_back(function, stand);
  }

  /// Describes the call of a traced function.
  void describe_entry(const clang::FunctionDecl* source, Function& result) {
    using Object = model::EntryCall::Object;
    const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(source);
    if (method) {
      const clang::QualType type = source->getReturnType();
      result.returned.has_numbers = is_stageable_number(type) || is_structure_of_numbers(type);
      result.entry.object = method->isStatic()     ? Object::StaticMethod
                            : names_object(source) ? Object::Named
                                                   : Object::Unnamed;
    }
    const std::string scope = method ? method->getParent()->getNameAsString() + "::" : std::string();
    result.entry.reference =
        result.variant ? "&" + result.variant.specialised
                       : reference_to(source, scope + result.name + template_arguments(source), policy, Place::InScope);
    std::string outer;
    llvm::raw_string_ostream stream(outer);
    source->printQualifiedName(stream, policy);
    const bool one = !source->isTemplated() && !result.variant;
    if (one && (!method || is_public(method)))
      result.entry.outer_reference = reference_to(source, stream.str(), policy, Place::AtEndOfFile);
  }

  void build(const clang::FunctionDecl* source, Stand stand) {
    const Annotation annotation = annotation_of(source);
    const bool chooses = stand == Stand::Chooser, in_staged_class = stand == Stand::InStagedClass || chooses;
    Function result;
    result.copy.in_staged_class = in_staged_class;
    if (stand == Stand::OfInstance) {
      result.variant = describe_instance(source, text_);
      result.copy.instance = ++instance_count_;
    }
    if (in_staged_class) {
      result.staged_method = describe_staged_method(source, text_);
      if (chooses) std::swap(result.staged_method.chooses_part, result.staged_method.gives_part);
      if (chooses || class_instance(staged_class_of(source)) || is_member_instance(source))
        result.copy.instance = ++instance_count_;
      result.staging.internal_linkage = !source->isExternallyVisible();
    }
    const bool traced = annotation.kind == Annotation::Function && !in_staged_class;
    if (traced && (!result.variant || !result.variant.specialised.empty())) result.mode = Function::Mode::Entry;
    result.entry.options = function_options(session_, result.variant ? text_of_instance(source) : source);
    result.name = source->getNameAsString();
    result.qualified_name = source->getQualifiedNameAsString();
    if (result.is_entry()) describe_entry(source, result);
    describe_result(session_, text_, source, result);
    if (in_staged_class) name_result_outside(source, result);
    if (result.variant) result.returned.type = text_of_result(source, session_.ast().getPrintingPolicy());
    const clang::SourceLocation end = result.staged_method.pure ? source->getEndLoc() : source->getBodyRBrace();
    const clang::FunctionDecl* text = result.variant || in_staged_class ? text_of_instance(source) : source;
    result.range = text_.range({(in_staged_class ? text : source)->getOuterLocStart(), end});
    include_beginning(text_, source, text, result.range);
    result.name_place = text_.offset(source->getLocation());

    if (!result.variant) result.separation = separation(source, text_);
    if (in_staged_class) result.separation.places.clear();  // its declaration is in the staged class
    if (result.separation.by != model::Separation::By::Nothing) {
      for (const clang::VarDecl* variable : changing_statics(source->getBody())) {
        diagnostics_.push_back(make_diagnostic(Id::static_in_header, session_.location(variable->getLocation()),
                                               {variable->getNameAsString()}));
      }
    }

    if (stand == Stand::InPlace && divides(source)) return;
    if (source->isTemplated()) instances_[result.range.begin] = instances_of(source);
    if (stand == Stand::InPlace) result.uses.named_arguments = named_arguments(finder_.traced, nullptr, source, text_);
    result.identity = model::identity_of(result, source);
    describe_template(source, result);
    describe_instances(source, stand, result);
    const bool divided = stand == Stand::OfInstance && divided_.contains(text_of_instance(source));
    const bool asked_for = result.staged_method.constructs || !any_handles_tensors(source);
    // A virtual method is also declared in the class.
    const bool waits = result.templating.text || result.is_entry();
    const bool variant_on_demand = result.variant && (waits || !has_variant_of_tensors(source));
    result.staging.on_demand = variant_on_demand || result.staged_method.gives_part || chooses ||
                               (in_staged_class && !value_class_of(source)) ||
                               (annotation.kind == Annotation::None && asked_for);
    result.staging.on_demand = result.staging.on_demand && !divided;
    describe_staged_variant(session_, text_, source, result);
    if (stand == Stand::InPlace)
      describe_function_pointer(source, finder_.named.contains(source->getCanonicalDecl()), result);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(source);
    const bool of_object = method && !method->isStatic();
    if ((!of_object || can_pass_object(method, in_staged_class)) && recursions_.calls_itself(source)) {
      using Recursion = Function::Recursion;
      result.recursion = !of_object          ? Recursion::Plain
                         : method->isConst() ? Recursion::OnUnchangingObject
                                             : Recursion::OnObject;
    }
    note_running(source);

    FunctionBuilder builder(session_, text_, result);
    builder.build(source);
    if (!result.variant.pack.empty()) mark_repeated(result.body);
    value_classes(source, result);
    finish(builder, std::move(result));
  }

  /// Notes a function whose body is converted, directly or as the text of its template.
  void note_running(const clang::FunctionDecl* definition) {
    if (!called_ || definition->isTemplated() || !running_.insert(definition)) return;
    for (const CalledFunction& one : called_functions(definition, libraries_)) {
      calls_.push_back(one);
      // The builder finds the function's own calls. A friend of the staged class does not belong to the class.
      const bool of_class =
          llvm::isa<clang::CXXMethodDecl>(one.definition) || !method_of_staged_class(one.definition, text_);
      if (one.by_library && of_class) add_callee(one.definition);
    }
  }
  /// Marks a lambda that unconverted code receives: it takes and returns host numbers.
  void leave_to_others(const CallOfMaker& call) {  // a method with a staged class keeps its text, too
    if (call.caller && seen_.contains({call.caller->getCanonicalDecl(), Stand::InPlace})) return;
    for (auto& [place, function] : functions_) {
      if (function.identity != call.lambda) continue;
      function.outside_callers.unconverted = true;
      function.outside_callers.converted = false;
    }
  }
  bool is_seen(const clang::FunctionDecl* function) const {
    return std::ranges::any_of(std::array{Stand::InPlace, Stand::InStagedClass, Stand::Chooser, Stand::OfInstance},
                               [&](Stand stand) { return seen_.contains({function->getCanonicalDecl(), stand}); });
  }
  /// Reports unconverted callees of converted functions that would use external variables once only, while tracing.
  void find_unconverted_uses() {
    std::set<std::pair<model::Offset, std::string>> reported;
    const auto refuse_use = [&](clang::SourceLocation place, const std::string& code, const clang::VarDecl* variable) {
      if (!text_.is_in_user_file(place) || !reported.emplace(text_.offset(place), code).second) return;
      diagnostics_.push_back(
          make_diagnostic(Id::outside_use, session_.location(place), {code, variable->getNameAsString()}));
    };
    for (const clang::FunctionDecl* function : running_) {
      for (const HiddenUse& use : hidden_uses(function)) refuse_use(use.place, use.code, use.variable);
    }
    for (const CalledFunction& one : calls_) {
      const clang::FunctionDecl* pattern = one.definition->getTemplateInstantiationPattern();
      if (is_seen(one.definition) || (pattern && is_seen(pattern))) continue;
      if (const clang::VarDecl* variable = used_outside(one.definition))
        refuse_use(one.place, "'" + one.definition->getNameAsString() + "'", variable);
    }
  }

  /// Adds the instantiations of a template, or of a method of a class template, that are converted instead of its text;
  /// for one of these, adds the text.
  void describe_instances(const clang::FunctionDecl* source, Stand stand, Function& result) {
    if (stand == Stand::OfInstance && stays_in_place(source)) result.templating.text = text_of_instance(source);
    if (stand != Stand::InPlace) return;
    for (const clang::FunctionDecl* one : separable_instances(source)) {
      add(one, Stand::OfInstance);
      result.templating.instances.push_back(model::FunctionId::instance(one));
    }
    for (const clang::FunctionDecl* one : staged_methods_with_text(source, text_)) {
      add(one, Stand::InStagedClass);
      result.templating.instances.push_back(model::FunctionId::staged_method(one));
    }
  }
  std::vector<const clang::FunctionDecl*> separable_instances(const clang::FunctionDecl* source) const {
    if (text_.is_in_header(source->getLocation())) return {};
    const std::vector<const clang::FunctionDecl*> all = all_instances(source, text_);
    const bool traced = annotation_of(source).kind == Annotation::Function;
    if (traced && std::ranges::any_of(all, [](const auto* one) { return specialised_name(one).empty(); })) return {};
    return all;
  }
  /// True if a template's instantiations are converted one by one: its text cannot tell which values are symbolic.
  bool divides(const clang::FunctionDecl* source) {
    if (!reads_values_of_parameter_type(source) && !takes_functions_of_the_host(source)) return false;
    if (!source->getDescribedFunctionTemplate()) return false;
    const std::vector<const clang::FunctionDecl*> all = separable_instances(source);
    if (all.empty()) return false;
    divided_.insert(source);
    for (const clang::FunctionDecl* one : all) add(one, Stand::OfInstance);
    return true;
  }

  void value_classes(const clang::FunctionDecl* source, Function& result) {
    std::vector<const clang::CXXRecordDecl*> records;
    collect_value_classes(source->getReturnType(), records);
    for (const clang::ParmVarDecl* parameter : source->parameters())
      collect_value_classes(parameter->getType(), records);
    collect_tensor_classes(source->getReturnType(), records);
    for (const clang::ParmVarDecl* parameter : source->parameters())
      collect_tensor_classes(parameter->getType(), records);
    if (result.staged_method)
      collect_family(static_cast<const clang::CXXRecordDecl*>(result.staged_method.of), text_, records);
    result.signature_classes.assign(records.begin(), records.end());
    const auto add = [&](const std::vector<const void*>& classes) {
      for (const void* one : classes) {
        const auto* record = static_cast<const clang::CXXRecordDecl*>(one);
        if (std::ranges::find(records, record) == records.end()) records.push_back(record);
      }
    };
    for (const model::Variable& variable : result.variables) add(variable.classes);
    model::visit_all_expressions(result.body, [&](const model::Expr& expression) { add(expression.classes); });
    for (const clang::CXXRecordDecl* record : records) {
      result.classes.push_back(
          describe_value_class(record, text_, session_.facts<ListedFields>(), session_.facts<SelectedStrings>()));
      for (const clang::CXXMethodDecl* method : record->methods()) {
        if (!llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(method)) continue;
        if (const clang::FunctionDecl* definition = method_of_staged_class(method, text_))
          this->add(definition, Stand::InStagedClass);
      }
    }
  }

  const Session& session_;
  SourceText text_;
  FunctionFinder finder_;
  std::vector<std::pair<const clang::FunctionDecl*, Stand>> pending_;
  std::vector<const clang::FunctionDecl*> undecided_;
  std::set<const clang::FunctionDecl*> divided_;
  unsigned instance_count_ = 0;
  bool called_ = true;                                   // added functions are called or annotated
  llvm::SetVector<const clang::FunctionDecl*> running_;  // functions with converted bodies
  std::vector<CalledFunction> calls_;                    // calls in these bodies
  std::set<const clang::FunctionDecl*> libraries_;
  std::set<std::string> called_pointees_;  // types of the functions that these bodies call through pointers
  Recursions recursions_;
  std::set<std::pair<const clang::FunctionDecl*, Stand>> seen_;
  std::map<std::pair<model::Offset, model::TextCopy>, Function> functions_;
  std::map<model::Offset, std::vector<Instance>> instances_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

Annotated find_functions(const Session& session) { return Collector(session).run(); }

}  // namespace agc::parse
