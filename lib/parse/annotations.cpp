#include "parse/annotations.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "diag/catalogue.h"
#include "model/visit.h"
#include "parse/accessor.h"
#include "parse/ast_visitor.h"
#include "parse/class_instance.h"
#include "parse/conversion_scope.h"
#include "parse/dynamic_class.h"
#include "parse/faces.h"
#include "parse/function_builder.h"
#include "parse/function_finder.h"
#include "parse/function_options.h"
#include "parse/function_pointer.h"
#include "parse/header_function.h"
#include "parse/instance.h"
#include "parse/instance_pack.h"
#include "parse/instantiations.h"
#include "parse/list_type.h"
#include "parse/outside.h"
#include "parse/outside_use.h"
#include "parse/recursion.h"
#include "parse/reference.h"
#include "parse/signature.h"
#include "parse/template_text.h"
#include "parse/tensor_class.h"
#include "parse/text_variable.h"
#include "parse/traced_object.h"
#include "parse/twin_method.h"
#include "parse/type_class.h"
#include "parse/value_class.h"

namespace agc::parse {
namespace {

using model::Function;

/// Where the text of a converted function stands.
enum class Stand { InPlace, InTwin, Chooser, OfInstance };

class Collector {
 public:
  explicit Collector(const Session& session) : session_(session), text_(session), finder_(text_) {}

  Annotated run() {
    FunctionFinder& finder = finder_;
    mark_keepers(text_);
    for (clang::Decl* declaration : text_.user_declarations()) finder.traverse(declaration);
    for (const clang::FunctionDecl* function : finder.found) add_annotated(function);
    for (const TracedObject& object : finder.traced) {
      if (object.function) add_traced(object.function);
    }
    build_pending();
    called_ = !is_header(session_);
    // What a header has is there for files that are not seen here.
    for (const clang::FunctionDecl* function : finder.others) {
      if (!is_header(session_) || !text_.is_plain(function->getLocation())) continue;
      if (text_.is_in_header(function->getLocation())) continue;
      if (const clang::FunctionDecl* method = twin_method(function, text_)) add(method, Stand::InTwin);
      if (function->isTemplated() && !function->isDefaulted()) {
        add(function);
      } else {
        add_callee(function);
      }
    }
    build_pending();
    add_undecided();
    // What stands in a converted function is converted with it.
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
    for (const CallOfMaker& call : finder.made_lambdas) {
      if (!call.caller || !is_seen(call.caller)) leave_to_others(call.lambda);
    }
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
    // In the class it stays an ordinary method, unless it is called on something that the twin cannot stand for.
    const clang::FunctionDecl* method = twin_method(function, text_);
    const clang::CXXRecordDecl* record = method ? value_class_of(method) : nullptr;
    if (record && !record->isAggregate()) return undecided_.push_back(function);
    add(method ? method : function, method ? Stand::InTwin : Stand::InPlace);
  }
  /// Of a class that is no aggregate, and so perhaps a module: in the class, unless something of this file calls it in
  /// the twin.
  void add_undecided() {
    for (const clang::FunctionDecl* function : undecided_) {
      if (!seen_.contains({function->getCanonicalDecl(), Stand::InTwin})) add(function);
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

  /// Given to ag::function, or (`wrapped`) to be given; `named`: there, so that the names of its parameters are told.
  void add_traced(const clang::LambdaExpr* lambda, bool wrapped = false, bool named = true) {
    const clang::CXXMethodDecl* body = lambda->getCallOperator();
    if (annotation_of(body).kind == Annotation::Leave || !text_.is_in_user_file(lambda->getBeginLoc())) return;
    if (!seen_.insert({body->getCanonicalDecl(), Stand::InPlace}).second) return;
    Function result;
    result.name = result.qualified_name = "lambda";
    result.traced_lambda = true;
    result.becomes_object = wrapped;
    if (wrapped) result.options = function_options(session_, body);
    if (named) result.named_parameters = names_of_parameters(body);
    result.given_by_name = named_arguments(finder_.traced, lambda, body, text_);
    std::vector<const clang::CXXRecordDecl*> classes;
    collect_value_classes(body->getReturnType(), classes);
    result.called_by_others = !classes.empty();  // what it gives goes back to what the user wrote by its type
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

  /// Functions that calls through pointers may come to.
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

  /// Keeps what was built, and what has to be built because of it.
  void finish(FunctionBuilder& builder, Function result) {
    for (const clang::FunctionDecl* callee : builder.callees()) add_callee(callee);
    for (const clang::FunctionDecl* callee : builder.faced_callees()) {
      note_running(callee);
      add(callee);
    }
    for (const clang::FunctionDecl* callee : builder.twin_callees()) {
      add(callee, Stand::InTwin);
      if (may_be_chosen(callee)) add(callee, Stand::Chooser);
    }
    for (const clang::FunctionDecl* callee : builder.instances()) add(callee, Stand::OfInstance);
    for (FunctionBuilder::Lambda& lambda : builder.lambdas()) {
      const clang::CXXMethodDecl* body = lambda.source->getCallOperator();
      if (annotation_of(body).kind == Annotation::Leave) continue;
      seen_.insert({body->getCanonicalDecl(), Stand::InPlace});
      value_classes(body, lambda.function);
      keep(std::move(lambda.function));
    }
    keep(std::move(result));
  }

  void keep(Function function) {
    called_pointees_.insert(function.called_pointees.begin(), function.called_pointees.end());
    const std::tuple place(function.range.begin, function.in_twin, function.instance);
    functions_.emplace(place, std::move(function));
  }

  /// An instantiation that gives numbers of tensors is called by its face. Where it stands it is for those who know
  /// them.
  bool has_face_of_tensors(const clang::FunctionDecl* definition) const {
    const clang::QualType result = definition->getReturnType();
    return definition->getPrimaryTemplate() && handles_tensors(definition) && gives_numbers(result) &&
           numeric_instance(definition, text_);
  }

  /// Every function that a call may come to.
  void add_callee(const clang::FunctionDecl* callee) {
    const clang::FunctionDecl* definition = nullptr;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee); method && method->isVirtual()) {
      for (const clang::CXXMethodDecl* other : finder_.overriders.lookup(method->getCanonicalDecl())) add_callee(other);
    }
    if (!callee->hasBody(definition) || definition->isImplicit() || definition->isDefaulted()) return;
    if (!converts_callee(definition) || has_face_of_tensors(definition)) return;
    note_running(definition);
    // A template is converted once, for all of its instantiations.
    if (const clang::FunctionDecl* pattern = definition->getTemplateInstantiationPattern()) definition = pattern;
    if (text_.is_plain(definition->getLocation())) add(definition);
  }

  void add(const clang::FunctionDecl* function, Stand stand = Stand::InPlace) {
    if (!seen_.insert({function->getCanonicalDecl(), stand}).second) return;
    pending_.emplace_back(function, stand);
  }

  void build(const clang::FunctionDecl* source, Stand stand) {
    const Annotation annotation = annotation_of(source);
    const bool chooses = stand == Stand::Chooser, in_twin = stand == Stand::InTwin || chooses;
    Function result;
    result.in_twin = in_twin;
    if (stand == Stand::OfInstance) {
      result.face = describe_instance(source, text_);
      result.instance = ++instance_count_;
    }
    if (in_twin) {
      result.twin = describe_twin_method(source, text_);
      if (chooses) std::swap(result.twin.chooses_part, result.twin.gives_part);
      if (chooses || class_instance(twin_class_of(source)) || is_member_instance(source))
        result.instance = ++instance_count_;
      result.internal_linkage = !source->isExternallyVisible();
    }
    const bool traced = annotation.kind == Annotation::Function && !in_twin;
    result.mode =
        traced && (!result.face || !result.face.specialised.empty()) ? Function::Mode::Entry : Function::Mode::InPlace;
    result.options = function_options(session_, result.face ? text_of_instance(source) : source);
    result.name = source->getNameAsString();
    result.qualified_name = source->getQualifiedNameAsString();
    const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
    if (result.mode == Function::Mode::Entry) {
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(source);
      const std::string scope = method ? method->getParent()->getNameAsString() + "::" : std::string();
      result.traced_method = method != nullptr;
      result.of_object = method && !method->isStatic();
      const clang::QualType type = source->getReturnType();
      result.return_has_numbers = method && (is_stageable_number(type) || is_structure_of_numbers(type));
      result.names_object = result.of_object && names_object(source);
      result.reference = result.face ? "&" + result.face.specialised
                                     : reference_to(source, scope + result.name + template_arguments(source), policy);
      std::string outer;
      llvm::raw_string_ostream stream(outer);
      source->printQualifiedName(stream, policy);
      const bool one = !source->isTemplated() && !result.face;
      if (one && (!method || is_public(method))) result.outer_reference = reference_to(source, stream.str(), policy);
    }
    describe_result(session_, text_, source, result);
    if (in_twin) name_result_outside(source, result);
    if (result.face) result.return_type = text_of_result(source, policy);
    const clang::SourceLocation end = result.twin.pure ? source->getEndLoc() : source->getBodyRBrace();
    const clang::FunctionDecl* text = result.face || in_twin ? text_of_instance(source) : source;
    result.range = text_.range({(in_twin ? text : source)->getOuterLocStart(), end});
    include_beginning(text_, source, text, result.range);
    result.name_place = text_.offset(source->getLocation());

    if (!result.face) result.separation = separation(source, text_);
    if (in_twin) result.separation.places.clear();  // its declaration is that in the twin
    if (result.separation.by != model::Separation::By::Nothing) {
      for (const clang::VarDecl* variable : changing_statics(source->getBody())) {
        diagnostics_.push_back(make_diagnostic(Id::static_in_header, session_.location(variable->getLocation()),
                                               {variable->getNameAsString()}));
      }
    }

    if (stand == Stand::InPlace && divides(source)) return;
    if (source->isTemplated()) instances_[result.range.begin] = instances_of(source);
    if (stand == Stand::InPlace) result.given_by_name = named_arguments(finder_.traced, nullptr, source, text_);
    result.identity = model::identity_of(result, source);
    describe_template(source, result);
    describe_instances(source, stand, result);
    const bool divided = stand == Stand::OfInstance && divided_.contains(text_of_instance(source));
    const bool asked_for = result.twin.constructs || !any_handles_tensors(source);
    // Where it is virtual, the class has it as well.
    const bool waits = result.template_text || result.mode == Function::Mode::Entry;
    const bool face_on_demand = result.face && (waits || !has_face_of_tensors(source));
    result.on_demand = face_on_demand || result.twin.gives_part || chooses || (in_twin && !value_class_of(source)) ||
                       (annotation.kind == Annotation::None && asked_for);
    result.on_demand = result.on_demand && !divided;
    staged_face(source, result);
    if (stand == Stand::InPlace)
      describe_function_pointer(source, finder_.named.contains(source->getCanonicalDecl()), result);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(source);
    const bool of_object = method && !method->isStatic();
    result.calls_itself = (!of_object || can_pass_object(method, in_twin)) && recursions_.calls_itself(source);
    result.passes_object = of_object && result.calls_itself;
    result.keeps_object = result.passes_object && method->isConst();
    note_running(source);

    FunctionBuilder builder(session_, text_, result);
    builder.build(source);
    if (!result.face.pack.empty()) mark_repeated(result.body);
    value_classes(source, result);
    finish(builder, std::move(result));
  }

  /// Its body is converted, as it is or as that of its template.
  void note_running(const clang::FunctionDecl* definition) {
    if (!called_ || definition->isTemplated() || !running_.insert(definition)) return;
    for (const CalledFunction& one : called_functions(definition, libraries_)) {
      calls_.push_back(one);
      // What stands in a converted function itself, its builder finds. A friend of a twin is one of the class no more.
      const bool of_class = llvm::isa<clang::CXXMethodDecl>(one.definition) || !twin_method(one.definition, text_);
      if (one.by_library && of_class) add_callee(one.definition);
    }
  }
  /// What gets the lambda is not converted: it takes and gives numbers of the host.
  void leave_to_others(const void* lambda) {
    for (auto& [place, function] : functions_) {
      if (function.identity != lambda) continue;
      function.called_by_others = true;
      function.called_by_converted = false;
    }
  }
  bool is_seen(const clang::FunctionDecl* function) const {
    return std::ranges::any_of(std::array{Stand::InPlace, Stand::InTwin, Stand::Chooser, Stand::OfInstance},
                               [&](Stand stand) { return seen_.contains({function->getCanonicalDecl(), stand}); });
  }
  /// What runs in converted functions without being converted, and would use variables outside of them only once.
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

  /// Of the text of a template, the instantiations that are converted where it cannot be; and of one of these, the
  /// text.
  void describe_instances(const clang::FunctionDecl* source, Stand stand, Function& result) {
    if (stand == Stand::OfInstance && stays_in_place(source)) result.template_text = text_of_instance(source);
    if (stand != Stand::InPlace) return;
    for (const clang::FunctionDecl* one : separable_instances(source)) {
      add(one, Stand::OfInstance);
      result.instances.push_back(model::instance_identity(one));
    }
  }
  std::vector<const clang::FunctionDecl*> separable_instances(const clang::FunctionDecl* source) const {
    if (text_.is_in_header(source->getLocation())) return {};
    const std::vector<const clang::FunctionDecl*> all = all_instances(source, text_);
    const bool traced = annotation_of(source).kind == Annotation::Function;
    if (traced && std::ranges::any_of(all, [](const auto* one) { return specialised_name(one).empty(); })) return {};
    return all;
  }
  /// True for a text whose instantiations are converted in its place, since it cannot tell which values are symbolic.
  bool divides(const clang::FunctionDecl* source) {
    if (!reads_values_of_parameter_type(source) && !takes_functions_of_the_host(source)) return false;
    if (!source->getDescribedFunctionTemplate()) return false;
    const std::vector<const clang::FunctionDecl*> all = separable_instances(source);
    if (all.empty()) return false;
    divided_.insert(source);
    for (const clang::FunctionDecl* one : all) add(one, Stand::OfInstance);
    return true;
  }

  /// What the second function needs that numbers in the signature ask for.
  void staged_face(const clang::FunctionDecl* source, Function& result) const {
    result.name_range = text_.token(source->getLocation());
    if (result.twin || result.face) {
      result.has_staged_face = true;
      result.keeps_name = result.face && source->isOverloadedOperator();
      result.return_has_numbers = gives_numbers(source->getReturnType());
      return;
    }
    const auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(source);
    const bool lists = !has_numbers_in_signature(source) && (method || !gives_map_of_numbers(source));
    const bool entry = result.mode == Function::Mode::Entry;
    const bool asked = has_lists_in_signature(source) || (!method && takes_functions(source));
    if (lists && (entry || !asked || source->isOverloadedOperator())) return;
    if (method) {
      if (entry || !may_have_face(method)) return;
      result.face_on_demand = result.called_by_others = true;
    }
    result.keeps_name = source->isOverloadedOperator();
    if ((!method && uses_friendship(source)) || (result.keeps_name && !is_written_twice(source))) return;
    // What its numbers become is a question to each instantiation.
    if (source->isTemplated() || source->getTemplateSpecializationKind() != clang::TSK_Undeclared) return;
    result.face_on_demand = result.face_on_demand || lists;
    result.has_staged_face = !result.face_on_demand;
    result.overloaded = is_overloaded(source);
    result.internal_linkage = !source->isExternallyVisible();
    result.return_has_numbers =
        gives_numbers(source->getReturnType()) || is_text_result(source) || is_result_with_text(source);
    describe_forward_declarations(session_, text_, source, result);
  }

  void value_classes(const clang::FunctionDecl* source, Function& result) {
    std::vector<const clang::CXXRecordDecl*> records;
    collect_value_classes(source->getReturnType(), records);
    for (const clang::ParmVarDecl* parameter : source->parameters())
      collect_value_classes(parameter->getType(), records);
    collect_tensor_classes(source->getReturnType(), records);
    for (const clang::ParmVarDecl* parameter : source->parameters())
      collect_tensor_classes(parameter->getType(), records);
    if (result.twin) collect_family(static_cast<const clang::CXXRecordDecl*>(result.twin.of), text_, records);
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
      result.classes.push_back(describe_value_class(record, text_, session_.listed_fields()));
      for (const clang::CXXMethodDecl* method : record->methods()) {
        if (!llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(method)) continue;
        if (const clang::FunctionDecl* definition = twin_method(method, text_)) this->add(definition, Stand::InTwin);
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
  bool called_ = true;                                   // what is added is called, or annotated
  llvm::SetVector<const clang::FunctionDecl*> running_;  // whose bodies are converted
  std::vector<CalledFunction> calls_;                    // in them
  std::set<const clang::FunctionDecl*> libraries_;
  std::set<std::string> called_pointees_;  // types of the functions that they call through pointers
  Recursions recursions_;
  std::set<std::pair<const clang::FunctionDecl*, Stand>> seen_;
  std::map<std::tuple<model::Offset, bool, unsigned>, Function> functions_;
  std::map<model::Offset, std::vector<Instance>> instances_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

Annotated find_functions(const Session& session) { return Collector(session).run(); }

}  // namespace agc::parse
