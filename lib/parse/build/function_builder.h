#pragma once
/// Builds the model of one function from Clang's AST. Internal to `parse`. Statements are in build_stmt.cpp, loops in
/// build_loops.cpp, `switch` in build_switch.cpp. Expressions are in build_expr.cpp, their order in build_order.cpp,
/// the targets of writes in build_target.cpp, output in build_output.cpp. Lambdas are in build_lambda.cpp, functions as
/// values in build_function_value.cpp, instantiations in build_instance.cpp, code that depends on template parameters
/// in build_dependent.cpp. Members of the object of a method are in build_member.cpp, methods of classes of numbers in
/// build_staged_method.cpp. External variables are in build_outside.cpp, vectors that grow in build_list.cpp.
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <memory>
#include <optional>
#include <set>

#include "model/function.h"
#include "parse/build/builder_records.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/subscript_bounds.h"
#include "parse/queries/uses/conditional_lvalue.h"
#include "parse/queries/uses/declared_names.h"
#include "parse/queries/uses/escaping_references.h"
#include "parse/queries/uses/keyed_places.h"
#include "parse/queries/uses/list_uses.h"
#include "parse/queries/uses/map_uses.h"
#include "parse/queries/uses/outside_place.h"
#include "parse/session/clang_session.h"
#include "parse/session/source_text.h"

namespace agc::parse {

struct AlgorithmCall;
struct MethodCall;

class FunctionBuilder {
 public:
  FunctionBuilder(const Session& session, const SourceText& text, model::Function& function)
      : session_(session), text_(text), function_(function) {}

  /// Describes a lambda that no converted function contains.
  void describe_lambda(const clang::LambdaExpr* source);

  /// Builds the body of a lambda. `parent` is the builder of the enclosing function, if that is converted as well.
  FunctionBuilder(const Session& session, const SourceText& text, model::Function& function, FunctionBuilder* parent,
                  const clang::LambdaExpr* lambda)
      : session_(session), text_(text), function_(function), parent_(parent), lambda_(lambda) {}

  /// Builds parameters and body. `function` has a body in the main file.
  void build(const clang::FunctionDecl* function);

  /// Sets whether the declared variable holds numbers, and how its declaration could be rewritten.
  void describe_number(const clang::DeclaratorDecl* declaration, model::Variable& variable) const;
  model::Range list_type_range(const clang::ParmVarDecl* parameter) const;

  /// Functions with a body in the main file that this function calls, in order.
  const llvm::SetVector<const clang::FunctionDecl*>& callees() const { return callees_; }

  /// Methods of value classes that are called with symbolic numbers, or may be.
  const llvm::SetVector<const clang::FunctionDecl*>& staged_method_callees() const { return staged_method_callees_; }
  /// Methods that may get a staged variant.
  const llvm::SetVector<const clang::FunctionDecl*>& staged_callees() const { return staged_callees_; }

  /// Instantiations of templates that are called with numbers, which may be symbolic.
  const llvm::SetVector<const clang::FunctionDecl*>& instances() const { return instances_; }

  /// A lambda in the function, at any depth; each is a function of its own.
  struct Lambda {
    const clang::LambdaExpr* source = nullptr;
    model::Function function;
  };
  std::vector<Lambda>& lambdas() { return lambdas_; }

 private:
  // build_stmt.cpp
  model::Stmt statement(const clang::Stmt* source);
  void block(const clang::Stmt* source, model::Stmt& result);
  void append(const clang::Stmt* source, std::vector<model::Stmt>& out);
  void if_statement(const clang::IfStmt* source, model::Stmt& result);
  void return_statement(const clang::ReturnStmt* source, model::Stmt& result);
  void declaration(const clang::DeclStmt* source, model::Stmt& result);
  void variable_declaration(const clang::VarDecl* variable, Expressions& out);
  void token(clang::SourceLocation location, model::Offset& offset, model::Stmt& result);
  void keyword(clang::SourceLocation location, model::Range& range, model::Stmt& result);
  model::Expr initialised_class(const clang::CXXRecordDecl* record, const clang::CXXCtorInitializer* initialiser);
  model::VariableId add_variable(const clang::ValueDecl* declaration, clang::QualType type);

  // build_static.cpp
  void static_variable(const clang::VarDecl* variable, Expressions& out);
  void first_value(const clang::VarDecl* variable, model::Expr& value) const;

  // build_loops.cpp
  void header(const clang::Stmt* initialiser, const clang::VarDecl* variable, model::Stmt& result,
              Expressions& declared);
  void loop_condition(const clang::Stmt* initialiser, const clang::VarDecl* variable, const clang::Expr* test,
                      model::Stmt& result);
  void while_statement(const clang::WhileStmt* source, model::Stmt& result);
  void do_statement(const clang::DoStmt* source, model::Stmt& result);
  void for_statement(const clang::ForStmt* source, model::Stmt& result);
  void range_for_statement(const clang::CXXForRangeStmt* source, model::Stmt& result);
  void range_for_variable(const clang::VarDecl* variable, const clang::Expr* range, model::Stmt& result);

  // build_try.cpp
  void try_statement(const clang::CXXTryStmt* source, model::Stmt& result);

  // build_switch.cpp
  void switch_statement(const clang::SwitchStmt* source, model::Stmt& result);
  void switch_body(const clang::SwitchStmt* source, model::Stmt& result);

  // build_expr.cpp
  model::Range bound_in(const clang::ConditionalOperator* choice) const;
  model::Expr condition(const clang::Expr* source) { return condition(source, {{}, model::Sink::Condition}); }
  model::Expr condition(const clang::Expr* source, Use use);
  model::Expr expression(const clang::Expr* source, Use use);
  model::Expr logical(const clang::BinaryOperator* source, Use use);
  model::Expr conditional(const clang::ConditionalOperator* source, Use use);
  void collect(const clang::Stmt* source, Use use, Expressions& out);
  void collect_children(const clang::Stmt* source, Use use, Expressions& out);
  void collect_any_call(const clang::CallExpr* source, Use use, Expressions& out);
  void collect_call(const clang::CallExpr* source, Use use, Expressions& out);
  void collect_operator(const clang::CXXOperatorCallExpr* source, Use use, Expressions& out);
  void collect_method(const MethodCall& call, Use use, Expressions& out);
  void collect_pointer_call(const clang::CXXMemberCallExpr* source, Expressions& out);
  void collect_construct(const clang::CXXConstructExpr* source, Expressions& out);
  void collect_construct_arguments(const clang::CXXConstructExpr* source, Expressions& out);
  void collect_unary(const clang::UnaryOperator* source, Use use, Expressions& out);
  void collect_arguments(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments,
                         unsigned first, Expressions& out);
  void note_callee(const clang::FunctionDecl* callee);

  // build_dependent.cpp
  model::TypeClass class_of(const clang::Expr* source) const;
  model::TypeClass class_of(const clang::ValueDecl* declaration) const;
  void split_from_type(const clang::TagDecl* type, model::Promotion& promotion) const;
  void describe_generic_number(const clang::DeclaratorDecl* declaration, clang::QualType type,
                               model::Variable& variable) const;
  bool has_type_of_call(const clang::VarDecl* variable) const;
  bool may_be_tensor_range(const clang::Expr* range) const;
  static const clang::FunctionDecl* only_callee(const clang::CallExpr* call,
                                                llvm::ArrayRef<const clang::FunctionDecl*> callees);
  bool collect_dependent(const clang::Stmt* source, Use use, Expressions& out);
  void collect_dependent_call(const clang::CallExpr* call, llvm::ArrayRef<const clang::FunctionDecl*> callees, Use use,
                              Expressions& out);

  // build_lambda.cpp
  Closure closure(const clang::LambdaExpr* source, std::string name);
  model::LambdaState state_of(const Lambda& lambda) const;
  void declare_changing_lambda(const clang::VarDecl* variable, Closure& made, Expressions& out);
  void collect_lambda(const clang::LambdaExpr* source, Expressions& out);
  void add_calls(const clang::LambdaExpr* source, Expressions effects, Expressions& out) const;
  void collect_captures(const clang::LambdaExpr* source, Expressions& out);
  bool collect_captured(const clang::ValueDecl* declaration, clang::SourceRange range, Use use, Expressions& out);
  const clang::LambdaExpr* lambda_of(const clang::Expr* source) const;
  model::Function* function_of(const clang::LambdaExpr* source);
  const void* identity_of(const clang::LambdaExpr* source) const;
  void pass_lambdas(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments);
  void note_use(const clang::LambdaExpr* source, const clang::Expr* place);
  Expressions arguments_by_binding_time(const clang::FunctionDecl* callee,
                                        llvm::ArrayRef<const clang::Expr*> arguments);
  bool collect_template_call(const clang::CallExpr* source, Expressions& out);
  void name_shared_types(const clang::FunctionDecl* pattern, const clang::FunctionDecl* callee,
                         Expressions& arguments) const;
  bool collect_lambda_call(const clang::CXXOperatorCallExpr* source, Expressions& out);
  void collect_result(const clang::Expr* value, const std::string& consumer, Expressions& out);
  void collect_init_capture(const clang::VarDecl* variable, Expressions& out);
  bool captures_by_copy(const clang::ValueDecl* declaration) const;
  bool is_closure(const clang::ValueDecl* declaration) const;
  model::VariableId captured_variable(model::VariableId outer, const clang::ValueDecl* declaration);
  Expressions effects_on_enclosing() const;

  // callbacks.cpp
  void note_given(const clang::FunctionDecl* definition, unsigned index, const clang::Expr* argument);
  void note_given_to_graph(const clang::FunctionDecl* callee, const clang::Expr* argument);
  void note_given_object(const clang::CXXMethodDecl* method, const clang::Expr* object);
  model::VariableId holder_of(const clang::Expr* value) const;
  void describe_given(const clang::FunctionDecl* function);

  // build_member.cpp
  model::VariableId member(model::VariableId base, const clang::FieldDecl* field, bool names_this);
  model::VariableId member_path(const clang::MemberExpr* source);
  bool is_hidden(const std::string& name) const;
  void refer_to_member(model::VariableId id, clang::SourceRange range, model::Access access, Expressions& out);
  void collect_object(const clang::CXXRecordDecl* record, const clang::CXXMethodDecl* method, clang::SourceRange range,
                      model::Access access, Expressions& out);
  const MethodEffects* effects_of(const clang::CXXMethodDecl* method);
  const MethodEffects* effects_of_body(const clang::FunctionDecl* method);
  void settle_members();

  // build_number.cpp
  model::Expr exit(const clang::Expr* argument, std::string why);
  void collect_exit(const clang::Expr* argument, std::string why, Expressions& out,
                    model::Remedy remedy = model::Remedy::Convert);
  bool collect_conversion(const clang::ImplicitCastExpr* source, Expressions& out);
  void collect_value(const clang::Expr* value, Expressions& out);
  model::Expr value(const clang::Expr* source, Use use);
  void collect_changed_number(const clang::Expr* argument, std::string consumer, Expressions& out);
  void collect_receiver(const clang::Expr* object, const clang::CXXMethodDecl* method, Use use, Expressions& out);
  model::Expr from_tensor(const clang::Expr* whole, const clang::Expr* tensor, clang::QualType type);
  bool collect_dimension(const clang::CXXMemberCallExpr* source, Expressions& out);
  bool collect_dimension(const clang::CXXOperatorCallExpr* source, Expressions& out);
  bool collect_standard_call(const clang::CallExpr* source, Expressions& out);
  bool collect_dependent_standard_call(const clang::CallExpr* source,
                                       llvm::ArrayRef<const clang::FunctionDecl*> callees, Expressions& out);
  bool collect_exchange(const clang::CallExpr* source, Expressions& out);
  void name_staged_variant(const clang::DeclRefExpr* reference, model::Expr& result) const;
  const clang::FunctionDecl* staged_variant_method(const clang::FunctionDecl* callee) const;
  model::Expr staged_call(const clang::CallExpr* source, const clang::MemberExpr* named,
                          const clang::FunctionDecl* definition, Expressions operands);
  bool collect_staged_call(const MethodCall& call, Expressions& out);
  bool collect_staged_call(const clang::CallExpr* source, Expressions& out);
  void collect_converted_call(const clang::CallExpr* source, const clang::FunctionDecl* callee, Expressions& out);
  bool is_convertible(const clang::FunctionDecl* callee) const;
  bool collect_listed(const clang::Expr* argument, Expressions& out);
  void collect_listed_element(const clang::Expr* element, Expressions& out);
  void collect_elements(const clang::InitListExpr* source, Expressions& out);
  void collect_element(const clang::Expr* element, clang::QualType structure, Expressions& out);
  void collect_part(const clang::CallExpr* source, Expressions whole, Expressions& out);
  void collect_parts(const clang::Expr* source, std::vector<model::Range>& out) const;
  void collect_spelled(const clang::Expr* source, clang::SourceRange type, Expressions operands, Expressions& out);
  bool collect_value_or(const clang::CXXMemberCallExpr* source, Expressions& out);
  bool collect_extremum_of_list(const clang::CallExpr* source, Expressions& out);
  model::Expr wrapped(model::Expr::Kind kind, const clang::Expr* source, Expressions operands) const;

  // build_cast.cpp
  bool collect_number_cast(const clang::Expr* source, clang::QualType type, const clang::Expr* converted,
                           Expressions& out);

  // build_algorithm.cpp
  bool collect_algorithm(const clang::CallExpr* source, bool finds, Expressions& out);
  void collect_range(const AlgorithmCall& call, size_t index, model::Access access, Expressions& out);
  void collect_unfollowed(const clang::CallExpr* source, const AlgorithmCall& call, Expressions& out);
  void collect_moved(const clang::Expr* iterator, model::Access access, Expressions& out);
  bool names_possible_list(const clang::Expr* container) const;
  bool collect_lent_range(const clang::Expr* argument, const std::string& consumer, Expressions& out);
  void collect_iterator(const clang::Expr* iterator, model::Access access, Expressions& out);
  bool collect_element_function(const clang::Expr* function, const Expressions& given, bool folds, bool by_binding_time,
                                Expressions& out);

  // build_library_value.cpp
  bool collect_library_value(const clang::CallExpr* source, Expressions& out);
  bool collect_three_way(const clang::Expr* source, clang::BinaryOperatorKind operation, clang::SourceLocation token,
                         const clang::Expr* left, const clang::Expr* right, Expressions& out);
  bool collect_own_comparison(const clang::CXXRewrittenBinaryOperator* source, Expressions& out);
  bool collect_visit(const clang::CallExpr* source, Expressions& out);

  // build_found.cpp
  bool declare_found_place(const clang::VarDecl* variable, Expressions& out);
  bool is_found_place(const clang::Expr* iterator) const;
  bool collect_found_place(const clang::Stmt* source, Expressions& out);
  bool collect_found_member(const clang::MemberExpr* source, Expressions& out);
  bool collect_found_element(const clang::Expr* iterator, Use use, Expressions& out);

  // build_guarded.cpp
  bool is_in_bounds(const clang::Expr* container, const clang::Expr* index) const;
  bool is_known_not_zero(const clang::Expr* number) const;
  bool may_divide_by_zero(const clang::BinaryOperator* source) const;
  model::Expr divisor(const clang::Expr* source);
  void guard_end(const clang::CallExpr* source, size_t first, Expressions& out);

  // build_order.cpp
  void collect_operands(const clang::BinaryOperator* source, Use use, Expressions& out);
  void copy_changed(const clang::Expr* target, const clang::Expr* value, const Expressions& found, Expressions& out);

  // build_array.cpp
  void collect_subscript(const clang::CallExpr* source, const clang::Expr* container, const clang::Expr* index, Use use,
                         Expressions& out);
  bool collect_at(const clang::CXXMemberCallExpr* source, Use use, Expressions& out);
  bool collect_array_subscript(const clang::ArraySubscriptExpr* source, Use use, Expressions& out);
  bool collect_pointer_to_array(const clang::ImplicitCastExpr* source, Expressions& out);
  void collect_whole_array(const clang::Expr* array, std::string consumer, model::Access access, Expressions& out);
  void collect_size(const clang::UnaryExprOrTypeTraitExpr* source, Expressions& out);
  void collect_asked(const std::vector<const clang::Expr*>& asked, Expressions& out);
  bool is_table(const clang::Expr* container) const;
  static void refer_to_elements(Expressions& list);

  // build_instance.cpp
  bool is_callable_parameter(const clang::Expr* source) const;
  bool collect_instance_call(const clang::CallExpr* source, Expressions& out);
  bool collect_callable_call(const clang::CallExpr* source, const clang::Expr* called,
                             llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out);
  bool chosen_branch(const clang::Stmt* source, model::Stmt& result);
  void outside_parameter(const clang::ParmVarDecl* declared, const clang::FunctionDecl* function,
                         model::Parameter& parameter);
  void instance_parameter(const clang::ParmVarDecl* declared, unsigned index, const clang::FunctionDecl* source,
                          model::Parameter& parameter);

  // build_function_value.cpp
  model::Expr function_value(const clang::Expr* source);
  model::Expr function_type(const clang::Expr* made, clang::SourceRange type) const;
  model::Expr converted_function(const clang::Expr* source, clang::SourceRange type, const clang::Expr* given);
  model::Expr chosen_function(const clang::ConditionalOperator* choice);
  static bool follows_functions(model::Expr& call, const std::string& consumer);
  void declare_function(const clang::VarDecl* variable, model::Expr value, Expressions& out);
  bool is_function_variable(const clang::Expr* source);
  bool gives_function(const clang::Expr* written) const;
  bool collect_function_call(const clang::CallExpr* source, const clang::Expr* called,
                             llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out);

  // build_staged_method.cpp
  bool collect_staged_method_call(const clang::CallExpr* source, const clang::Expr* object,
                                  const clang::CXXMethodDecl* method, llvm::ArrayRef<const clang::Expr*> arguments,
                                  Use use, Expressions& out);
  bool stands_in_class(const clang::Expr* source, const clang::CXXRecordDecl* record) const;
  bool collect_staged_method(const clang::CallExpr* source, Expressions& out);
  bool collect_functor(const clang::Expr* function, const Expressions& given, Expressions& out);
  static bool converts_object(const clang::Expr* source);
  bool collect_default_comparison(const clang::Expr* source, const clang::Expr* inner, const clang::Expr* left,
                                  const clang::Expr* right, Expressions& out);

  // build_virtual.cpp
  bool collect_dynamic_call(const clang::CallExpr* source, const clang::Expr* object,
                            const clang::CXXMethodDecl* method, llvm::ArrayRef<const clang::Expr*> arguments, Use use,
                            Expressions& out);
  bool leaves_object_alone(const clang::CXXMethodDecl* method, llvm::ArrayRef<const clang::FunctionDecl*> called);
  const clang::FunctionDecl* own_staged_method(const clang::CXXMethodDecl* method);

  model::Expr staged_method_call(const clang::CallExpr* source, const clang::FunctionDecl* definition,
                                 Expressions operands);
  bool names_staged_class(clang::NestedNameSpecifierLoc qualifier, const clang::CXXRecordDecl* record,
                          model::Expr& call) const;
  void update_given(const clang::FunctionDecl* accessor, clang::SourceRange range, Expressions& out);
  model::VariableId given_member(const clang::Expr* source);
  static void hand_out_parts(Expressions& list);
  bool can_be_raised(const Expressions& list) const;
  bool is_own(const clang::FunctionDecl* callee) const;
  void converted_argument(const clang::FunctionDecl* callee, unsigned index, const clang::Expr* argument,
                          Expressions& out);
  void argument_of_type(clang::QualType type, bool changes, const std::string& consumer, const clang::Expr* argument,
                        Expressions& out);
  void converted_arguments(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments,
                           Expressions& out);

  // build_list.cpp
  void find_list_uses(const clang::FunctionDecl* function);
  const ListUses& list_uses() const;
  void note_list(const clang::FunctionDecl* callee, unsigned index, const clang::Expr* argument, size_t first,
                 Expressions& out) const;
  bool is_raisable_map(const clang::ValueDecl* declaration) const;
  void describe_growth(const clang::ValueDecl* declaration, model::Variable& variable) const;
  model::Expr* collect_resized(const clang::Expr* object, std::string_view name, Expressions& out);
  bool collect_overloaded_resizing(const clang::CallExpr* source, Expressions& out);
  bool collect_resizing(const clang::CXXMemberCallExpr* source, Expressions& out);
  bool may_take_list(const clang::ParmVarDecl* parameter) const;
  void list_arguments(const clang::CXXMemberCallExpr* source, model::Expr& list, Expressions& out);
  bool collect_by_key(const clang::CXXMemberCallExpr* source, Expressions& out);
  bool collect_length(const clang::CXXMemberCallExpr* source, Expressions& out);

  // build_keyed.cpp
  const KeyedUses& keyed_uses() const;
  bool is_followed_keyed(const clang::ValueDecl* container) const;
  bool follows_place(const clang::Expr* position) const;
  bool declare_keyed_place(const clang::VarDecl* variable, Expressions& out);
  bool collect_keyed(const clang::Stmt* source, Use use, Expressions& out);
  bool collect_keyed_member(const clang::MemberExpr* source, Use use, Expressions& out);
  bool collect_keyed_sides(const clang::Expr* source, const clang::Expr* left, const clang::Expr* right, Expressions&);
  bool collect_keyed_method(const clang::CXXMemberCallExpr* source, Expressions& out);
  void collect_keyed_place(const clang::Expr* position, Expressions& out);
  void collect_keyed_element(const clang::Expr* source, const clang::Expr* position, Use use, Expressions& out);
  void collect_key(const clang::Expr* key, const clang::ValueDecl* container, Expressions& out);
  void collect_known_key(const clang::Expr* key, const std::string& consumer, Expressions& out);
  void collect_insertion(const clang::CXXMemberCallExpr* source, Expressions& out);
  model::Expr keyed_length(const clang::Expr* source, const clang::ValueDecl* container);
  Expressions take_keys(const clang::VarDecl* map, Expressions& entries) const;
  void collect_key_order(const clang::VarDecl* variable, const Expressions& keys, Expressions& out);
  bool collect_key_of_pair(const clang::MemberExpr* source, Expressions& out);

  // build_output.cpp
  bool collect_output(const clang::Stmt* source, Use use, Expressions& out);

  // build_outside.cpp
  bool keeps_object() const;
  const clang::FunctionDecl* changes_argument(const clang::Expr* source) const;
  bool is_followed_capture(const clang::ValueDecl* variable) const;
  std::optional<Outside> outside(const clang::Expr* source) const;
  model::Expr capture(const clang::Expr* source, const Outside& place, Use use);
  bool collect_outside(const clang::Stmt* source, Use use, Expressions& out);
  bool is_followed_vector(const clang::Expr* source) const;
  bool is_outside_element(const clang::ValueDecl* variable) const;
  bool is_followed_holder(const clang::Expr* source) const;
  std::string known_classes(const clang::CXXRecordDecl* base, const clang::Expr* place) const;
  model::Expr followed_holder(const clang::Expr* source);
  std::string extent_outside(const clang::Expr* container) const;
  void collect_way(const Outside& place, Expressions& out);
  void collect_way(const clang::Expr* object, Expressions& out);
  bool collect_outside_range(const clang::Expr* range, const clang::VarDecl* variable, Expressions& out);
  bool is_kept_object(const clang::Expr* object, const clang::CXXMethodDecl* method) const;
  static void refuse_live(Expressions& list);
  void refuse_written(const clang::Expr* target, Expressions& list);

  // build_alias.cpp
  void remember_alias(const clang::ValueDecl* declaration, const clang::Expr* initialiser);
  bool collect_same_element(const clang::Stmt* statement, Expressions& out);
  const EscapingReferences& kept() const;
  const DeclaredNames& declared_names() const;
  void collect_kept(const clang::ValueDecl* holder, clang::SourceRange range, model::Access access, Expressions& out);
  void refer_to_kept(const KeptReference& kept, clang::SourceRange range, model::Access access, Expressions& out);
  void collect_references_of(const clang::ValueDecl* holder, Expressions& out);
  void keep(Expressions& found, const std::string& keeper, Expressions& out);
  void collect_lent(const clang::FunctionDecl* callee, const clang::Expr* argument, Expressions& out);

  // build_borrow.cpp
  void end_of_list(const clang::VarDecl* variable, Expressions& values) const;
  model::VariableId add_borrower(const clang::VarDecl* variable, Expressions& values);
  void note_element_call(const clang::CallExpr* source, const clang::Expr* object, Use use, Expressions& target,
                         const Expressions& arguments) const;

  // build_position.cpp
  bool is_position_variable(const clang::Expr* source) const;
  bool declare_position(const clang::VarDecl* variable, Expressions& out);
  bool collect_position(const clang::Stmt* source, Use use, Expressions& out);
  void collect_pointee(const clang::Expr* position, Use use, Expressions& out);
  void collect_position_value(const clang::Expr* value, Expressions& out);
  model::VariableId output_parameter(const clang::Expr* pointer) const;
  bool collect_output_parameter(const clang::Expr* source, Use use, Expressions& out);
  bool collect_output_argument(const clang::ParmVarDecl* parameter, const clang::Expr* argument, Expressions& out);
  void share_binding_times_of(const std::vector<model::VariableId>& roots, const clang::VarDecl* variable,
                              Expressions& out);
  std::vector<model::VariableId> targets_of(const clang::VarDecl* variable);
  // build_pointer.cpp
  void select_pointer(const clang::VarDecl* variable, model::VariableId id,
                      const std::vector<model::VariableId>& targets);
  model::VariableId selected_variable(const clang::ValueDecl* variable) const;
  model::Expr chosen_pointer(const clang::ConditionalOperator* choice, model::VariableId pointer,
                             llvm::function_ref<model::Expr(const clang::Expr*)> side);
  model::Expr position_value(const clang::Expr* value, model::VariableId pointer);
  model::Expr compared_pointer(const clang::Expr* side);
  model::Expr chosen_target(const clang::Expr* source, model::VariableId reference);
  bool declare_chosen_reference(const clang::VarDecl* variable, Expressions& out);
  bool collect_chosen_reference(const clang::DeclRefExpr* source, Use use, Expressions& out);
  void collect_target(const clang::Expr* source, const clang::Expr* pointer, Use use, Expressions& out);
  void write_through(const clang::Expr* source, Use use, size_t first, size_t outer, Expressions& out);
  bool has_selectable_targets(const clang::VarDecl* pointer) const;

  // build_text.cpp
  bool is_text_variable(const clang::Expr* source) const;
  bool is_a_known_text(const clang::Expr* source) const;
  bool may_give_text(const clang::Expr* source) const;
  void describe_text(const clang::DeclaratorDecl* declaration, model::Variable& variable) const;
  model::Expr text_value(const clang::Expr* source);
  bool collect_text_element(const clang::Expr* source, Expressions& out);
  bool collect_text_assignment(const clang::Expr* target, const clang::Expr* value, model::Access access,
                               Expressions& out);
  bool collect_text(const clang::Stmt* source, Expressions& out);
  void collect_text_comparison(const clang::Expr* source, const clang::Expr* left, const clang::Expr* right,
                               Expressions& out);
  void collect_known_text(const clang::CallExpr* source, const clang::FunctionDecl* callee, Expressions& out);

  // build_target.cpp
  void collect_reference(const clang::DeclRefExpr* source, Use use, Expressions& out);
  void collect_variable(const clang::ValueDecl* declaration, clang::SourceRange range, Use use, Expressions& out);
  void collect_member(const clang::MemberExpr* source, Use use, Expressions& out);
  void name_part(const clang::MemberExpr* source, model::Expr& element) const;
  static void assign_places(Expressions& list, size_t first, Use use);
  void collect_assignment(const clang::Expr* target, const clang::Expr* value, model::Access access, Expressions& out,
                          bool divides = false);
  model::Expr reference_to(const clang::ValueDecl* declaration);
  const clang::ValueDecl* root(const clang::Expr* source, bool& whole) const;
  model::VariableId root_member(const clang::Expr* source, bool& whole);
  model::Expr finding(model::Expr::Kind kind, clang::SourceRange range, std::string name = {}) const;

  const Session& session_;
  const SourceText& text_;
  model::Function& function_;
  llvm::DenseMap<const clang::ValueDecl*, model::VariableId> variables_;
  llvm::DenseMap<const clang::ValueDecl*, Alias> aliases_;
  llvm::DenseMap<const clang::ValueDecl*, LocalLambda> closures_;
  llvm::DenseMap<const clang::LambdaExpr*, Closure> lambda_effects_;
  const clang::CallExpr* call_ = nullptr;  // the call whose arguments are visited
  std::vector<Given> given_;
  llvm::SmallPtrSet<const clang::Expr*, 4> called_, passed_on_;  // uses of lambdas: calls, arguments of converted code
  llvm::SetVector<const clang::FunctionDecl*> callees_, staged_method_callees_, staged_callees_, instances_;
  llvm::DenseMap<unsigned, const clang::IfStmt*> choices_;  // of the template, if this is an instantiation
  std::map<std::pair<model::VariableId, const clang::FieldDecl*>, model::VariableId> members_;
  std::set<model::VariableId> written_;  // those of `members_`, once settled
  llvm::DenseMap<const clang::FunctionDecl*, std::unique_ptr<MethodEffects>> effects_;
  KeyedUses keyed_uses_;  // of the outermost function
  ListUses list_uses_;
  RaisableMaps raisable_maps_;                                              // of the outermost function
  llvm::DenseMap<const clang::ValueDecl*, const clang::ValueDecl*> pairs_;  // in loops over maps, and these
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> keys_;  // keys of maps in range loops, not changed with the elements
  std::map<const clang::Expr*, const clang::FunctionDecl*> changed_arguments_;
  ConditionalLvalues conditional_lvalues_;        // of the outermost function
  std::unique_ptr<EscapingReferences> escaping_;  // of the outermost function
  std::unique_ptr<DeclaredNames> names_;
  std::vector<Lambda> lambdas_;
  KnownLoops loops_;                                            // loops whose variables subscript arrays
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> found_places_;  // variables that hold the result of a find algorithm
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> outside_elements_;  // references to elements of external vectors
  FunctionBuilder* parent_ = nullptr;
  const clang::LambdaExpr* lambda_ = nullptr;
  std::vector<model::VariableId> through_;  // pointers through which the current operation writes
  bool names_only_ = false;                 // visits a variable alone, not the objects that it refers to
  bool in_place_ = false;                   // a method that accesses its members in place
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> positions_;  // pointers and iterators that are followed
};

}  // namespace agc::parse
