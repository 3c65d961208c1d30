#pragma once
/// The parts of a function to convert: its declaration, its result, its variants, and constructs in its body.
#include <compare>
#include <string>
#include <utility>
#include <vector>

#include "model/call_site.h"
#include "model/callback.h"
#include "model/function_id.h"
#include "model/source.h"
#include "model/variable.h"

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

/// The result of a function.
struct Result {
  std::string type;  // as written; of the staged variant: the type that its body returns
  TypeClass type_class = TypeClass::Void;
  Range range;                // the written type
  bool deduced = false;       // the declaration of a lambda does not state it
  bool is_reference = false;  // a reference
  bool has_numbers = false;   // it has numbers, which may be symbolic
  bool is_list = false;       // the body returns a list, or a structure with one; the user's signature has a vector
  // The lengths of the returned vectors differ: under a staged condition the body returns lists.
  bool lengths_differ = false;
  // Of a lambda: promoted by its callers and its body.
  BindingTime binding_time = BindingTime::Host;
  Offset cause = 0;  // of the binding time
};

/// The copy of the user's text that a function is. The copies in staged classes, and those of instantiations, are
/// generated at the end of the file.
struct TextCopy {
  // A method of a staged class, or a lambda in one: values of its object may be symbolic.
  bool in_staged_class = false;
  unsigned instance = 0;  // of an instantiation's variant, or a lambda in one: its number, counted from one

  bool at_end_of_file() const { return in_staged_class || instance != 0; }
  auto operator<=>(const TextCopy&) const = default;
};

/// A lambda in its enclosing function.
struct LambdaForm {
  Offset enclosing = 0;           // the begin of the enclosing function's range
  bool parameters_listed = true;  // [&](…) {}, not [&] {}
  bool never_called = false;      // it has `auto` parameters, and no call determines their types
  std::string named_parameters;   // of one written as the argument of ag::function: "x, n"
};

/// Callers that the file does not show.
struct OutsideCallers {
  bool converted = false;    // its numbers may be symbolic
  bool unconverted = false;  // its result must be known
};

/// The call of a traced function.
struct EntryCall {
  /// The object that the lambda of an AG_FUNCTION receives.
  enum class Object { NoMethod, StaticMethod, Unnamed, Named };
  Object object = Object::NoMethod;
  std::string options;  // AG_FUNCTION_WITH: designated initializers
  // An expression that names the function from its own scope: &f, or a cast if f is overloaded.
  std::string reference;
  std::string outer_reference;  // the same from the end of the file

  bool passes_object() const { return object == Object::Unnamed || object == Object::Named; }
};

/// The staged variant of a function: the converted body under another name and with other types.
struct StagedVariant {
  enum class Existence {
    None,
    OnDemand,  // of a method: it has one if a number in its signature is symbolic
    Always,    // numbers in the signature may be symbolic; a second function keeps the user's signature
  };
  Existence existence = Existence::None;
  bool on_demand = false;         // the signature has only numbers: the function is converted if one is symbolic
  bool overloaded = false;        // there are other functions of its name
  bool keeps_name = false;        // an operator: its variants differ by their parameters
  bool internal_linkage = false;  // not called from other files: the second function may be unused
};

/// The user's body, where it runs unchanged in some of the calls.
struct KeptBody {
  enum class Use {
    Never,
    InSecondFunction,  // of a constexpr function, and where the plain variant is the user's
    OutsideTraces,     // where references see each change of their variable
  };
  Use use = Use::Never;
  std::string text;  // on one line, except for directives
  // Names of a constant reference to a number, and of an object that the function changes. An entry runs the kept body
  // if the number is a part of the object.
  std::vector<std::pair<std::string, std::string>> overlaps;
};

/// Parts of the written declaration that the staged variant changes.
struct WrittenDeclaration {
  Range name;
  Range constant_keyword;  // constexpr: the staged variant omits it; the second function keeps its body
  // noexcept: during tracing, errors and the ends of branches are exceptions that may leave any function.
  Range exceptions;
  std::vector<ForwardDeclaration> earlier;
};

/// The function as the target of function pointers.
struct Pointee {
  std::string type;              // as `BodyUses::called_pointees` names it
  std::string reference;         // if other files may have one: &f from the end of the file
  std::string staged_reference;  // of the staged variant
};

/// A template and its instantiations.
struct Templating {
  bool of_numbers = false;            // numbers of dependent type have the binding times of the arguments
  FunctionId text;                    // of an instantiation that stays in place: the function with that text
  std::vector<FunctionId> instances;  // of such a text: its instances, converted if the text itself cannot be
};

/// Constructs in the body that conversion and explanations ask for.
struct BodyUses {
  std::vector<Range> function_objects;  // the uses of ag::function
  std::vector<NamedArgument> named_arguments;
  std::vector<Discarded> discarded;          // of an instantiation: text that `if constexpr` discards
  std::vector<std::string> called_pointees;  // types of the functions called through pointers and std::function
  std::vector<Callback> callbacks;           // function arguments of calls
  std::vector<CallSite> calls;               // only if explanations or warnings about effects are requested
};

}  // namespace agc::model
