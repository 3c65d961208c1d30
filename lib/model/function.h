#pragma once
/// A function to convert, with the classes of its variables.
#include <algorithm>
#include <string>
#include <vector>

#include "model/call_site.h"
#include "model/callback.h"
#include "model/function_id.h"
#include "model/stmt.h"

namespace agc::model {

struct Parameter {
  VariableId variable = kNoVariable;
  std::string text;           // the declaration without default argument, on one line
  std::string attributes;     // written before it in a second declaration: "[[maybe_unused]] "
  std::string default_value;  // of a method of a staged class, which is declared twice
  Range range;                // the declaration without default argument
  // Of an instance: the text around the type of a number: "const ", "& x".
  std::string before_type, after_type;
  std::string outside_type;  // of a friend or method in an instance: this type, as named outside of the class
  bool unnamed = false;
  bool has_empty_value = true;      // unnamed: {} is a value of its type
  bool writable_reference = false;  // refers to a variable of the caller and may change it
  bool reference = false;           // refers to a variable of the caller
  bool moves = false;               // can only be passed on by std::move
  std::string alias;                // of a constant reference to a number: a variable that the function changes
  bool closed = false;              // an object that cannot be decomposed
  bool is_function = false;         // a std::function, whose target is unknown
  bool is_callable = false;         // of an instance: a lambda or function that the template receives
  bool in_pack = false;             // of an instance: an element of its parameter pack
  // A default argument that is an object: the staged variant takes an object of the staged counterpart.
  Range default_object;
};

/// An earlier declaration in the same file.
struct ForwardDeclaration {
  Range range;  // with its semicolon
  Range name;
  Range return_range;
  Range constant_keyword;          // constexpr
  Range exceptions;                // noexcept
  std::vector<Promotion> numbers;  // the types of parameters that hold numbers
  std::vector<Range> vectors;      // of each parameter, the type of a vector; empty where it is none
  std::vector<Range> default_objects;
};

/// A class of numbers and tensors. If a number of a variable of the class becomes symbolic, a second class, its staged
/// counterpart, is generated after the definition.
struct ValueClass {
  struct Field {
    std::string type;  // as written
    TypeClass kind = TypeClass::Other;
    bool has_numbers = false;
    std::string name;
    std::string extents;       // of a C array, such as [2][3]; empty if the initializer begins with them
    bool of_parts = false;     // a value class with `of_parts`
    bool is_mutable = false;   // const methods may change it
    bool is_constant = false;  // of a constant type; `type` is the text without const
    std::string initialiser;   // with = or braces; empty if there is none
    bool listed = false;       // a vector that is a list in the staged class
  };
  /// A base class, which is a value class as well.
  struct Base {
    std::string type;
    // As in ValueClass, for the base.
    bool exposed = false, of_parts = false, has_constructors = false, dynamic = false;
    std::vector<std::string> fields;  // including inherited ones
  };
  const void* identity = nullptr;
  std::string name;          // of the staged class, without its suffix: Result, Vec2_double
  std::string spelled;       // its name next to its definition: Result, Vec2<double>
  std::string written_name;  // its name for itself: Result, Vec2
  std::vector<Base> bases;
  std::vector<Field> fields;
  bool has_staged_class = true;  // false: holds tensors only, and a friend returns its fields
  bool nested = false;           // inside another class
  bool local = false;            // inside a function
  bool embedded = false;         // ... and declared together with variables of the type: struct Sum { … } s;
  bool exposed = false;          // not an aggregate, or has bases: a friend returns its fields
  bool befriends = false;        // has nested types or static members, which its staged class names
  // Has no default constructor: gets one that leaves the initialization of the members to the caller.
  bool of_parts = false;
  bool has_constructors = false;     // has constructors, which the staged class repeats
  bool default_constructor = false;  // = default
  bool dynamic =
      false;  // has virtual methods: the staged class is made for one call, from the dynamic class of the object
  bool abstract = false;                   // ... and is abstract
  std::vector<std::string> dynamic_bases;  // ... its dynamic bases, direct and indirect
  bool copies = false;                     // declares copy operations that are those of the compiler
  bool compares = false;                   // operator== is defaulted
  bool orders = false;                     // operator<=> is defaulted
  Offset begin = 0;                        // of the class keyword
  Offset closing_brace = 0;
  Offset end = 0;                    // after the semicolon of its definition
  Offset declared_at = 0;            // ... of an earlier declaration: text in between may name the class
  std::vector<std::string> members;  // declarations of its types and static members, as methods name them
};

/// A method of a value class in the staged class of the class: declared there, and defined at the end of the file with
/// the user's text.
struct StagedMethod {
  const void* of = nullptr;             // the class; null: the function stays in place
  std::string scope;                    // the path of the class: Sum, Outer::Sum; empty for a friend
  std::vector<std::string> namespaces;  // enclosing namespaces, outermost first: "namespace a", "namespace"
  std::string specifiers;               // specifiers of the declaration only: static, explicit, friend
  bool constructs = false;              // a constructor
  bool converts = false;                // a conversion to a number
  bool gives_part = false;              // returns a reference to a part of its object; its parameters are host numbers
  bool chooses_part = false;            // the same with symbolic numbers, which choose the part
  // Of an instantiation of a template: template <class T = double>.
  std::string head, definition_head;
  std::string name;           // add, operator+; Sum for a constructor
  std::string qualifiers;     // const noexcept, as written
  Offset parameters_end = 0;  // after the closing parenthesis
  // Of a friend of an instantiation: declarations of the names in its text.
  std::vector<std::string> names;
  // Of an instantiation whose template is also named with arguments: Vec2, Vec2_double.
  std::string alone, named;
  bool pure = false;  // = 0: no definition
  // Virtual: the first declaration; methods with the same slot are converted together.
  const void* slot = nullptr;
  std::vector<Range> declared_only;  // `override`, `final`, which the definition omits

  explicit operator bool() const { return of != nullptr; }
};

/// The staged variant of one instantiation of a function template: a separate function, declared after the template and
/// defined at the end of the file with the text of the template.
struct InstanceVariant {
  const void* pattern = nullptr;  // the text of the template; null: the function is not such a variant
  std::string name;               // as clipped; as power_3 if the parameters do not distinguish it from others
  // Of the declaration: template <class T = float>; empty if the text does not use the name.
  std::string head;
  std::string definition_head;  // of the definition: template <class T>
  std::string specialised;      // of an AG_FUNCTION: scaled<double>, whose specialization calls the variant
  // The types of its last parameter, and the text around them: R, "const ", "&... rest".
  std::string pack, before_pack, after_pack;
  std::vector<std::string> namespaces;  // enclosing namespaces, as for a method of a staged class
  Offset declared_at = 0;
  // Text around its declaration: switches from the namespaces of that position to its own, and back.
  std::string way_there, way_back;
  Offset unused_at = 0;  // position of the [[maybe_unused]] of a specialization with internal linkage

  explicit operator bool() const { return pattern != nullptr; }
};

/// Text that an instantiation does not have.
struct Discarded {
  Range range;
  std::string left;  // the replacement
};

/// A function that several translation units define, because it is defined in a header. The converted function has a
/// separate symbol, since other units may be compiled without conversion.
struct Separation {
  enum class By {
    Nothing,
    Attribute,          // before its declarations
    TemplateParameter,  // the last one of every declaration, because g++ has no such attribute for function templates
  };
  struct Place {
    Offset at = 0;
    bool has_default = false;  // TemplateParameter: the default is written here
    bool opens_list = false;   // TemplateParameter: there is no list yet, because the parameters are `auto`
  };
  By by = By::Nothing;
  std::vector<Place> places;
};

/// A function or lambda that ag::function receives by name, which does not state its parameters: "step(x, n)".
struct NamedArgument {
  Range range;
  std::string text;
};

struct Function {
  /// How a call reaches the converted body.
  enum class Mode {
    Entry,    // AG_FUNCTION: through the trace cache
    InPlace,  // AG_CONVERT, and callees of converted functions
  };

  Mode mode = Mode::InPlace;
  /// A lambda: it is inside another function, and may refer to its variables (`Variable::captured`).
  bool nested = false;
  Offset enclosing = 0;  // the begin of that function's range
  /// A lambda passed to ag::function: variables captured by reference are tracked like external ones.
  bool traced_lambda = false;
  bool calls_itself = false;    // directly or through other functions
  bool becomes_object = false;  // a lambda marked AG_FUNCTION: wrapped in ag::function
  StagedMethod staged_method;
  InstanceVariant variant;
  unsigned instance = 0;              // of an instantiation's variant, or a lambda in one: its number, counted from one
  std::vector<Discarded> discarded;   // of an instantiation: text that `if constexpr` discards
  std::vector<Range> objects_inside;  // the uses of ag::function in it
  std::string named_parameters;       // of a lambda written as the argument of ag::function: "x, n"
  std::vector<NamedArgument> given_by_name;
  // A method of a staged class, or a lambda in one: values of its object may be symbolic.
  bool in_staged_class = false;
  bool is_template = false;  // numbers of dependent type have the binding times of the arguments
  bool never_made = false;   // a lambda with `auto` parameters that is never called
  /// It is called where the file does not show it. By converted code: its numbers may be symbolic. By other code: its
  /// result must be known.
  bool called_by_converted = false;
  bool called_by_others = false;
  bool parameters_listed = true;  // [&](…) {}, not [&] {}
  bool result_deduced = false;    // the declaration does not state the return type
  std::string name;
  std::string qualified_name;
  std::string signature;   // the parameter types for messages: "(Tensor, double)"
  bool annotated = false;  // marked itself; other functions are converted because these call them
  std::string options;     // AG_FUNCTION_WITH: designated initializers
  // An expression that names it from its own scope: &f, or a cast if f is overloaded.
  std::string reference;
  std::string outer_reference;  // the same from the end of the file
  std::string return_type;      // as written; of the staged variant: the type that its body returns
  TypeClass return_class = TypeClass::Void;
  bool returns_reference = false;
  /// Numbers in the signature may be symbolic: the body is in a function of another name and with other types, the
  /// staged variant. A second function keeps the user's signature.
  bool has_staged_variant = false;
  bool variant_on_demand = false;     // a method: it has one if a number in its signature is symbolic
  bool on_demand = false;             // the signature has only numbers: converted if one is symbolic
  const void* slot = nullptr;         // a virtual method: its first declaration
  FunctionId identity;                // the identity in Call expressions
  FunctionId template_text;           // of an instantiation that stays in place: the function with that text
  std::vector<FunctionId> instances;  // of such a text: its instances, converted if the text itself cannot be
  bool return_has_numbers = false;
  bool returns_list = false;  // the body returns a list, or a structure with one; the user's signature has a vector
  // The lengths of the returned vectors differ: under a staged condition the body returns lists.
  bool lengths_differ = false;
  // Of a lambda: the binding time of its result, raised by its callers and its body.
  BindingTime return_binding_time = BindingTime::Host;
  Offset return_cause = 0;
  bool overloaded = false;     // there are other functions of its name
  bool keeps_name = false;     // an operator: its variants differ by their parameters
  bool traced_method = false;  // its numbers may be symbolic in the lambda that is its body
  bool of_object = false;      // a method of an object, which is found by identity
  bool names_object = false;   // it uses its object
  bool passes_object = false;  // calls itself on an object that a graph can receive
  bool keeps_object = false;   // ... and does not change it: a const method
  Range constant_keyword;      // constexpr: the staged variant omits it; the second function keeps its body
  std::string constant_body;   // on one line, except for directives
  std::string eager_body;      // likewise; runs outside of traces, where references see each change of their variable
  // Names of a constant reference to a number, and of an object that the function changes. An entry runs `eager_body`
  // if the number is a part of the object.
  std::vector<std::pair<std::string, std::string>> may_overlap;
  bool internal_linkage = false;  // not called from other files: the second function may be unused
  Separation separation;
  std::string plain_return_type;
  std::string pointee_type;                  // its type, as `called_pointees` names it
  std::string value_reference;               // ... if other files may have one: &f from the end of the file
  std::string staged_reference;              // ... of its staged variant
  std::vector<std::string> called_pointees;  // types of the functions that it calls through pointers and std::function
  Range return_range;                        // the written return type
  // noexcept: during tracing, errors and the ends of branches are exceptions that may leave any function.
  Range exceptions;
  Range name_range;
  std::vector<ForwardDeclaration> forward_declarations;
  std::vector<Parameter> parameters;
  std::vector<Variable> variables;
  std::vector<ValueClass> classes;             // the classes of its variables, member classes first
  std::vector<const void*> signature_classes;  // the classes in its signature
  Stmt body;                                   // a Block
  Range range;                                 // from the first token of the declaration to the closing brace
  Offset name_place = 0;
  std::vector<Callback> given;  // function arguments of calls in it
  std::vector<CallSite> calls;  // only if explanations or warnings about effects are requested

  /// True if the lambda is inside this function.
  bool encloses(const Function& lambda) const {
    return range.begin == lambda.enclosing && in_staged_class == lambda.in_staged_class && instance == lambda.instance;
  }
  /// True if its text is generated at the end of the file, and not where the user wrote it.
  bool stands_behind() const { return in_staged_class || instance != 0; }
  /// True if it has one variant, whose numbers take the binding times of the callers.
  bool follows_callers() const { return nested || is_template; }
  /// True if it returns numbers that may be symbolic.
  bool returns_staged() const {
    return return_has_numbers && (has_staged_variant || return_binding_time != BindingTime::Host);
  }
  bool returns_value() const { return return_class != TypeClass::Void; }
  Variable& variable(VariableId id) { return variables[size_t(id)]; }
  const Variable& variable(VariableId id) const { return variables[size_t(id)]; }
  /// True if the call runs over lists.
  bool uses_list(const Expr& call) const {
    return std::any_of(call.operands.begin(), call.operands.end(), [this](const Expr& operand) {
      return names_list(operand) ||
             (operand.of_iterator && !operand.operands.empty() && names_list(operand.operands[0]));
    });
  }
  /// True if the expression names a list that may grow in a staged loop.
  bool names_list(const Expr& expression) const {
    const Expr* named = &expression;
    while (named->kind == Expr::Kind::Opaque && named->operands.size() == 1) named = &named->operands.front();
    if (named->kind != Expr::Kind::Reference || named->variable == kNoVariable) return false;
    const Variable& holder = variable(named->variable);
    const bool of_staged_class = in_staged_class && !holder.has_numbers;  // a member of the object itself
    return named->listed ? of_staged_class || holder.promotion.raised() : holder.growth.raised();
  }
};

/// The identity of a function for calls; `identity` is that of the function in the text.
inline FunctionId identity_of(const Function& function, FunctionId identity) {
  using Variant = FunctionId::Variant;
  if (function.staged_method.chooses_part) return identity.as(Variant::Chooser);
  return function.in_staged_class ? identity.as(Variant::StagedMethod)
         : function.variant       ? identity.as(Variant::Instance)
                                  : identity;
}

}  // namespace agc::model
