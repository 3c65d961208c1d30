#pragma once
/// One function to convert.
#include <algorithm>
#include <string>
#include <vector>

#include "model/call_site.h"
#include "model/given_function.h"
#include "model/stmt.h"

namespace agc::model {

struct Parameter {
  VariableId variable = kNoVariable;
  std::string text;                     // as declared, without default argument, on one line
  std::string attributes;               // in front of it where it is declared once more: "[[maybe_unused]] "
  std::string default_value;            // of a method of a twin, which is declared once more
  Range range;                          // the declaration, without default argument
  std::string before_type, after_type;  // of an instance: what stands around the type of a number: "const ", "& x"
  std::string outside_type;             // of a friend or method in one: this type, as it is named outside of the class
  bool unnamed = false;
  bool has_empty_value = true;      // unnamed: {} is one of its type
  bool writable_reference = false;  // refers to a variable of the caller and may change it
  bool reference = false;           // refers to a variable of the caller
  bool moves = false;               // can be passed on by std::move only
  bool closed = false;              // an object that cannot be taken apart
  bool is_function = false;         // a std::function: nobody can tell which function it holds
  bool is_callable = false;         // of an instance: a lambda or function that the template is called with
  bool in_pack = false;             // of an instance: an element of its pack
  Range default_object;             // a default argument that is an object: the staged face takes one of the twin
};

/// An earlier declaration in the same file.
struct ForwardDeclaration {
  Range range;  // with its semicolon
  Range name;
  Range return_range;
  Range constant_keyword;          // constexpr
  Range exceptions;                // noexcept
  std::vector<Promotion> numbers;  // the types of its parameters that hold numbers
  std::vector<Range> vectors;      // of each parameter, the type of a vector; empty where it is none
  std::vector<Range> default_objects;
};

/// A class of numbers and tensors that a variable may have: where one becomes symbolic, a second class, its twin,
/// stands behind the definition.
struct ValueClass {
  struct Field {
    std::string type;  // as written
    TypeClass kind = TypeClass::Other;
    bool has_numbers = false;
    std::string name;
    std::string extents;       // of an array of C, such as [2][3]; empty where the initialiser begins with them
    bool of_parts = false;     // a value class of this kind
    bool is_mutable = false;   // const methods may change it
    bool is_constant = false;  // of a constant type, whose other text is `type`
    std::string initialiser;   // with = or braces; empty where there is none
    bool listed = false;       // a vector that is a list in the twin
  };
  /// A class that it derives from, which is a value class as well.
  struct Base {
    std::string type;
    bool exposed = false, of_parts = false, has_constructors = false, dynamic = false;  // as below, of that class
    std::vector<std::string> fields;  // those that it inherits itself included
  };
  const void* identity = nullptr;
  std::string name;          // of the twin, but for its ending: Result, Vec2_double
  std::string spelled;       // as it is named beside its definition: Result, Vec2<double>
  std::string written_name;  // as it names itself: Result, Vec2
  std::vector<Base> bases;
  std::vector<Field> fields;
  bool has_twin = true;              // false: of tensors alone, a friend gives its fields
  bool nested = false;               // inside another class
  bool local = false;                // inside a function
  bool embedded = false;             // ... with the variables of its type: struct Sum { … } s;
  bool exposed = false;              // no aggregate, or with bases: a friend gives its fields
  bool befriends = false;            // has types or static members of its own, which its twin names
  bool of_parts = false;             // no default constructor: gets one that leaves its parts to who makes it
  bool has_constructors = false;     // that the twin has as well
  bool default_constructor = false;  // = default
  bool dynamic = false;              // with virtual methods: the twin is made for a call, of the class of the object
  bool abstract = false;             // ... of which no object is
  std::vector<std::string> dynamic_bases;  // ... that it derives from, and those that these derive from
  bool copies = false;                     // says itself how it is copied, as the compiler would
  bool compares = false;                   // operator== is defaulted
  bool orders = false;                     // operator<=> is
  Offset begin = 0;                        // of the keyword
  Offset closing_brace = 0;
  Offset end = 0;                    // behind the semicolon of its definition
  Offset declared_at = 0;            // ... of an earlier declaration: what stands between may name the class
  std::vector<std::string> members;  // declarations of its types and static members, as methods name them
};

/// A method of a value class, as the twin of the class has it: declared there, and defined at the end of the file with
/// the text that the user gave it.
struct TwinMethod {
  const void* of = nullptr;             // the class; none: the function stays where it stands
  std::string scope;                    // the path of the class: Sum, Outer::Sum; nothing for a friend
  std::vector<std::string> namespaces;  // around it, outermost first: "namespace a", "namespace"
  std::string specifiers;               // what only its declaration says: static, explicit, friend
  bool constructs = false;              // a constructor
  bool converts = false;                // a conversion to a number
  bool gives_part = false;              // a reference to a part of its object; its parameters are numbers of the host
  bool chooses_part = false;            // the same with symbolic ones, which choose it
  std::string head, definition_head;    // of an instantiation of a template: template <class T = double>
  std::string name;                     // add, operator+; Sum for a constructor
  std::string qualifiers;               // const noexcept, as written
  Offset parameters_end = 0;            // behind the closing parenthesis
  std::vector<std::string> names;       // of a friend of an instantiation: declarations of what its text names
  std::string alone, named;    // of an instantiation whose template is named with arguments as well: Vec2, Vec2_double
  bool pure = false;           // = 0: without a definition
  const void* slot = nullptr;  // virtual: where it is declared first; those of one slot are converted together
  std::vector<Range> declared_only;  // `override`, `final`, which its definition does not say

  explicit operator bool() const { return of != nullptr; }
};

/// What names the method of the twin, where `identity` names the one that stands in the class.
inline const void* twin_identity(const void* identity) { return static_cast<const char*>(identity) + 1; }

/// The same for the method of the twin in which symbolic numbers choose what it gives a reference to.
inline const void* chooser_identity(const void* identity) { return static_cast<const char*>(identity) + 3; }

/// The face with symbolic numbers that one instantiation of a function template has: a function of its own, declared
/// behind the template and defined at the end of the file with the template's text.
struct InstanceFace {
  const void* pattern = nullptr;  // the template's text; none: the function is no such face
  std::string name;               // clipped; power_3 where its parameters do not tell it from others
  std::string head;               // as it is declared: template <class T = float>; nothing where no name is used
  std::string definition_head;    // template <class T>
  std::string specialised;        // of an AG_FUNCTION: scaled<double>, which is specialised to call it
  std::string pack, before_pack, after_pack;  // the types of its last parameter, and what stands around: R, "const ",
                                              // "&... rest"
  std::vector<std::string> namespaces;        // around it, as those of a method of a twin
  Offset declared_at = 0;
  std::string way_there, way_back;  // around its declaration, from the namespaces of that place to its own
  Offset unused_at = 0;             // where a specialisation may have to say that nobody else calls it

  explicit operator bool() const { return pattern != nullptr; }
};

/// Text that an instantiation does not have.
struct Discarded {
  Range range;
  std::string left;  // what stands there instead
};

/// What names this face, where `identity` names the function that stands in the text.
inline const void* instance_identity(const void* identity) { return static_cast<const char*>(identity) + 2; }

/// A function that several translation units define, because its definition stands in a header: the converted one has a
/// symbol of its own, since others may be compiled plainly.
struct Separation {
  enum class By {
    Nothing,
    Attribute,          // in front of its declarations
    TemplateParameter,  // the last one of every declaration: g++ has no such attribute for function templates
  };
  struct Place {
    Offset at = 0;
    bool has_default = false;  // TemplateParameter: here stands its default
    bool opens_list = false;   // TemplateParameter: there is no list yet, because the parameters are `auto`
  };
  By by = By::Nothing;
  std::vector<Place> places;
};

/// Where ag::function is given a function or lambda by its name, which says nothing of its parameters: "step(x, n)".
struct NamedArgument {
  Range range;
  std::string text;
};

struct Function {
  /// How a call reaches the converted body.
  enum class Mode {
    Entry,    // AG_FUNCTION: through the trace cache
    InPlace,  // AG_CONVERT, and what converted functions call
  };

  Mode mode = Mode::InPlace;
  /// A lambda: it stands inside another function, whose variables it may refer to (`Variable::captured`).
  bool nested = false;
  Offset enclosing = 0;  // where the range of that function begins
  /// A lambda that ag::function is given: what it captures by reference is followed like a variable outside.
  bool traced_lambda = false;
  bool calls_itself = false;    // perhaps through others
  bool becomes_object = false;  // it is marked AG_FUNCTION: ag::function is written around it
  TwinMethod twin;
  InstanceFace face;
  unsigned instance = 0;              // it is the face of an instantiation, or a lambda in one: which, counted from one
  std::vector<Discarded> discarded;   // of an instantiation: what its `if constexpr` leave out
  std::vector<Range> objects_inside;  // the names of ag::function in it
  std::string named_parameters;       // of a lambda that is written as the argument of ag::function: "x, n"
  std::vector<NamedArgument> given_by_name;
  bool in_twin = false;  // it is a method of a twin, or a lambda in one: what it finds in its object may be symbolic
  bool is_template = false;  // its numbers of dependent type are as symbolic as those that it is called with
  bool never_made = false;   // a lambda with `auto` parameters that nobody calls
  /// It is called where the file does not show it. By converted code: its numbers may be symbolic. By other code: what
  /// it gives has to be known.
  bool called_by_converted = false;
  bool called_by_others = false;
  bool parameters_listed = true;  // [&](…) {}, not [&] {}
  bool result_deduced = false;    // its declaration does not say what it returns
  std::string name;
  std::string qualified_name;
  std::string signature;   // the types of its parameters, as messages name them: "(Tensor, double)"
  bool annotated = false;  // itself; others are converted because such functions call them
  std::string options;     // AG_FUNCTION_WITH: designated initialisers
  std::string reference;   // expression that names it from inside its own scope: &f, or a cast where f is overloaded
  std::string outer_reference;  // the same from the end of the file
  std::string return_type;      // as written; of the staged face: as its body gives it
  TypeClass return_class = TypeClass::Void;
  bool returns_reference = false;
  /// Numbers in the signature may be symbolic: the body stands in a function of another name and with other types, the
  /// staged face, and a second function keeps the user's signature.
  bool has_staged_face = false;
  bool face_on_demand = false;          // a method: it has one where a number that goes in or comes out is symbolic
  bool on_demand = false;               // only numbers go in and out: converted if a symbolic one comes
  const void* slot = nullptr;           // a virtual method: where it is declared first
  const void* identity = nullptr;       // what Call expressions name
  const void* template_text = nullptr;  // of an instantiation that stays in place: the function with that text
  std::vector<const void*> instances;   // of such a text: what is converted instead where it cannot be
  bool return_has_numbers = false;
  bool returns_list = false;         // of the body, or a structure with one, where the user's face has a vector
  bool lengths_differ = false;       // of the vectors that it returns: under a condition of the graph it returns lists
  Level return_level = Level::Host;  // of a lambda, whose numbers are as symbolic as its callers and its body make them
  Offset return_cause = 0;
  bool overloaded = false;        // there are others of its name
  bool keeps_name = false;        // an operator: its faces differ by their parameters
  bool traced_method = false;     // its numbers may be symbolic in the lambda that is its body
  bool of_object = false;         // of an object, which is found by identity
  bool names_object = false;      // it uses its object
  bool passes_object = false;     // calls itself on an object that a graph can be given
  bool keeps_object = false;      // ... and leaves it alone: a const method
  Range constant_keyword;         // constexpr, which the staged face has not; the second one keeps its body
  std::string constant_body;      // on one line, but for directives
  bool internal_linkage = false;  // nobody else calls it: the second function may be unused
  Separation separation;
  std::string plain_return_type;
  Range return_range;  // the return type, as it is written
  Range exceptions;    // noexcept: while a graph is made, errors and ends of branches leave any function
  Range name_range;
  std::vector<ForwardDeclaration> forward_declarations;
  std::vector<Parameter> parameters;
  std::vector<Variable> variables;
  std::vector<ValueClass> classes;             // of its variables, those of members first
  std::vector<const void*> signature_classes;  // those in its signature
  Stmt body;                                   // a Block
  Range range;                                 // from the first token of the declaration to the closing brace
  Offset name_place = 0;
  std::vector<GivenFunction> given;  // to functions that it calls
  std::vector<CallSite> calls;       // found only where somebody asks for explanations or for warnings about effects

  /// Does the lambda stand in this function?
  bool encloses(const Function& lambda) const {
    return range.begin == lambda.enclosing && in_twin == lambda.in_twin && instance == lambda.instance;
  }
  /// Its text stands at the end of the file, and not where the user wrote it.
  bool stands_behind() const { return in_twin || instance != 0; }
  /// It has one face, whose numbers are as symbolic as its callers make them.
  bool follows_callers() const { return nested || is_template; }
  /// It gives numbers that may be symbolic.
  bool returns_staged() const { return return_has_numbers && (has_staged_face || return_level != Level::Host); }
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
  /// Is it a list, by its name, which may grow in a loop of the graph?
  bool names_list(const Expr& expression) const {
    const Expr* named = &expression;
    while (named->kind == Expr::Kind::Opaque && named->operands.size() == 1) named = &named->operands.front();
    if (named->kind != Expr::Kind::Reference || named->variable == kNoVariable) return false;
    const Variable& holder = variable(named->variable);
    const bool of_twin = in_twin && !holder.has_numbers;  // a member of the object itself
    return named->listed ? of_twin || holder.promotion.raised() : holder.growth.raised();
  }
};

/// Of a function that stands where `identity` does in the text.
inline const void* identity_of(const Function& function, const void* identity) {
  if (function.twin.chooses_part) return chooser_identity(identity);
  return function.in_twin ? twin_identity(identity) : function.face ? instance_identity(identity) : identity;
}

}  // namespace agc::model
