#pragma once
/// Expressions, as far as they are rewritten or analysed; everything else is `Opaque`: text that is kept, with the
/// interesting parts inside it as operands.
#include <string>
#include <vector>

#include "model/pack.h"
#include "model/source.h"
#include "model/variable.h"

namespace agc::model {

/// What a reference does to its variable.
enum class Access {
  Read,
  Write,    // gives the whole variable a new value
  Update,   // may change it, and may need the old value: compound assignment, element assignment, non-const reference
            // argument
  Declare,  // the variable begins here
};

/// Where the value of a condition goes.
enum class Sink {
  Condition,  // if, while, ?:, an operand of && || !
  Tensor,     // a tensor is made from it
  Host,       // ordinary C++ needs the value itself
  Discarded,
};

/// What helps where a symbolic number meets something that needs a number of the host.
enum class Remedy {
  Convert,         // the function that gets it could be converted
  IndexTensor,     // instead of a container
  CopyElement,     // of a container, change it, assign it back
  WriteFunction,   // instead of a template
  FollowFunction,  // what a template is given should be a lambda that changes nothing, or a function that is seen
  MakeTensor,      // of this size, or a list
  PrintValue,      // instead of making text of it
  WriteLoop,       // instead of calling an algorithm of the standard library, or using a pointer
  ChooseAmong,     // what has to be known while the graph is made: an axis, a rank
  CallHost,        // a function of a library, when the graph gets there
  PassTensors,     // a method of a class that has no twin
  GiveElement,     // of an array or a vector: a method that gives a reference to one of several numbers
  NameType,        // instead of asking for the size of a value
  NameVariable,    // instead of what refers to it
  KeepNumbers,     // instead of an object of the library, as std::complex
  NameMap,         // declare it as a variable
  AssignAfter,     // where a static variable is declared, it starts with what is known
};

struct Expr {
  enum class Kind {
    Opaque,
    Reference,    // of a local variable or a parameter
    Logical,      // a && b, a || b
    Negation,     // !a of a host type; on tensors it is an ordinary operator
    Conditional,  // a ? b : c
    // Numbers: the levels of their operands decide what is rewritten.
    FromTensor,    // int(t), bool(t), t.item<int>(): ag::item<int>(t), ag::truth(t)
    Dimension,     // x.shape(axis), x.size(), x.defined(): ag::dim(x, axis), ag::element_count(x), ag::is_defined(x)
    Cast,          // an explicit conversion of a number: ag::cast<int>(n)
    Spelled,       // a temporary of a named structure type: ag::staged_t<std::pair<int, Tensor>>{n, x}
    StandardCall,  // of a function of <cmath>, <algorithm> … on numbers: ag::cxx::sqrt(n)
    Call,          // of a function whose definition is seen, with numbers in its signature: f_staged(n)
    HostCall,      // of anything else: what it gives has nothing to do with the numbers it gets
    Exit,          // C++ needs a number here: ag::host(n)
    Subscript,     // v[n] of a host container
    Length,        // v.size(), v.empty() of a vector that may become a list
    Structure,     // a value of a structure of numbers, where a symbolic one may be needed: ag::staged(s); an object
                   // that becomes a number there: static_cast<int>(o)
    Live,          // a variable outside of the function that may change between calls: ag::live(g), ag::ref(g)
    AliasType,     // the type in the declaration of a reference to `variable`
    Throw,         // throw e
    Output,        // std::cout << …: ag::ordered(std::cout) << …; printf(…), puts(…), whose `name` says so:
                   // ag::cxx::printf(…)
    // What converted code may not contain. `analysis/unsupported` says so.
    AddressOf,      // of a local variable
    IndirectWrite,  // through a pointer, an iterator or a reference that cannot be followed
    LiveCapture,    // of a global, a static or a captured variable that may change, where it cannot be followed
    BitField,
    Coroutine,
    TracedObject,  // ag::function(f)
    Unfollowed,    // an expression that cannot be analysed
    OffTwin,       // of a method that the twin of its class does not have, in one that it has
  };

  Kind kind = Kind::Opaque;
  Range range;        // without parentheses around it
  Range outer_range;  // with them
  Offset place = 0;   // where messages point
  TypeClass type = TypeClass::Other;
  bool is_comma = false;       // a, b without parentheses: as an argument it needs them
  std::vector<Expr> operands;  // in order of evaluation

  // Reference. The operands are what is assigned.
  VariableId variable = kNoVariable;
  Access access = Access::Read;
  bool initialised = false;           // Declare: with a value
  bool repeated = false;              // the operands stand in the text elsewhere
  bool takes_reference = false;       // something that is not converted gets a reference to it
  VariableId borrower = kNoVariable;  // the reference by which it is named: a copy where a tensor chooses its element
  bool may_change = false;            // LiveCapture: `detail` takes a constant reference to it, and may change it
  bool grows = false;                 // adds elements to `name`, a vector that is the variable or a part of it
  bool resizes = false;               // gives that vector another number of elements: perhaps the old one again

  // Logical, Negation, Conditional
  bool conjunction = false;  // &&
  Sink sink = Sink::Host;
  bool as_target = false;  // the conditional is assigned to
  bool of_place = false;   // ... by a statement of its own, an assignment or an increment: the graph may choose
  bool bound = false;      // a variable refers to what it names
  Range bound_in;          // ... or a parameter, of a call that stands here
  Range operator_token;    // && || ?, and `throw`, whose `outer_range` is that of what is thrown
  Range colon;
  bool uses_object = false;  // Throw: the object of the method as a whole, or one of its methods
  bool made_late = false;    // ... of the variables in `pack`, when the graph gets there
  bool in_macro = false;     // a token that would be replaced is not in the user's text

  // Numbers. What is replaced in front of the first operand and behind the last one.
  Range head;
  Range tail;
  std::string number_type;           // FromTensor, Cast, Spelled: the type that is written
  std::string list_type;             // StandardCall: of a braced list of numbers of this type
  std::vector<const void*> classes;  // Spelled: the value classes in it
  std::vector<Range> parts;          // ... what its type is deduced of: kept in the text unless a part of it is known
  bool needs_staged = false;         // Structure: given to something that holds symbolic numbers (`of_generic`: where
                                     // its type depends on the call of a generic lambda)
  bool of_bool = false;              // FromTensor: a condition
  bool names_parameters = false;     // Call: the callee is one of several of its name: arguments are converted exactly
  std::string face;             // Call: of an instantiation of a template, or in one of a class: what is named instead
  bool of_parameter = false;    // ... which is a parameter of the template: of its twin, ag::staged_t<P>
  bool holds_function = false;  // Opaque: a function as a value, which is of symbolic numbers where `rewritten`
  bool unfollowed = false;      // ... of which nobody knows what it calls, or what that changes
  bool handed_out = false;      // ... as such: its lambdas and functions are told
  std::vector<const void*> passes;  // ... the lambda that it is
  bool names_function = false;      // Call: none, but the function that is such a value
  bool of_function = false;         // Call: of such a value, which is the first operand
  const void* callee = nullptr;     // Call: which function; Live: which variable or member
  bool changes = false;             // Live: converted code writes it somewhere
  bool leads_on = false;            // ... no number and no tensor, but a vector with such elements: ag::followed(v), or
                                    // a pointer: ag::followed_object<…>(p), with the classes in `number_type`
  bool of_lambda = false;           // Call: of a lambda, which has one face
  bool shares_type = false;         // argument of one that deduces its type: where one is symbolic, those beside it are
                                    // converted to `number_type`
  bool of_twin = false;       // Call: of a method of a value class: the first operand is its object, if it has one
  bool of_functor = false;    // ... by an algorithm that is given the object
  std::string converted_to;   // ... a conversion to this type
  bool compares = false;      // Call: none, but a comparison of two objects that is defaulted
  bool of_dynamic = false;    // ... of an object with virtual methods; `operator_token` is the . or ->, if there is one
  bool asks_tensors = false;  // ... whose result tensors may decide, also where only known numbers are given to it
  bool of_own_twin = false;   // ... in a method of the twin of such a class, on its own object
  const void* giver = nullptr;    // ... as `callee` was found
  bool gives_part = false;        // ... which gives a reference to a part of it, and takes numbers of the host
  bool by_object = false;         // ... that the object says, too: with numbers of it that may be symbolic
  const void* chooser = nullptr;  // ... what is called instead where symbolic numbers choose the part, if there is one
  bool chosen = false;            // ... and is
  bool of_passed = false;         // ... of a lambda that a template was given
  bool of_generic = false;        // ... whose parameters are deduced: what it gives is as symbolic as what it gets
  bool asks_defined = false;      // Dimension: x.defined()
  bool first_value = false;       // HostCall: what a static variable starts with: ag::first_value([&] { return …; })
  bool constructs = false;        // ... by a constructor of the type, whose arguments are all that is written
  size_t argument_count = 0;      // ... the first operands are its arguments, one each; effects follow
  bool is_result = false;         // Exit: what a lambda returns
  bool of_table = false;        // Subscript: of an array that is only read, by name: a symbolic one chooses the element
  bool of_sequence = false;     // ... of a vector or array of tensors
  bool of_row = false;          // ... what it gives is subscripted at once: v[n] of v[n][m]
  bool of_at = false;           // ... v.at(n)
  bool may_be_outside = false;  // ... neither a constant nor a loop says that there is such an element
  std::string extent;           // Exit: ... of an array or vector outside of the function, which has so many
  bool may_be_zero = false;     // Opaque: an integer that something is divided by
  bool in_order = false;        // ... the operator of two numbers, of which the first is computed before the second one
                                // (a value of `number_type`, where it names a variable or an element)
  bool copied = false;          // ... a variable of this type that is assigned, as it was before the target is found
  bool may_be_empty = false;    // Opaque, Live: a container whose first or last element is meant
  bool of_end = false;          // Opaque: v.front() or v.back() of a list, to which `borrower` refers
  bool looks_first = false;     // ... and a tensor decides whether it is reached
  Range part;                   // ... v[n].x that is written: what stands behind the subscript
  bool of_method = false;       // ... v[n].f() of an object, which f may change
  bool declares_alias = false;  // Opaque: of the reference `borrower`, which is declared here
  bool assigned = false;        // Subscript, Live: v[n] = e, as a whole
  bool of_elements = false;     // StandardCall: takes references; rewritten where the graph chooses one
  bool for_lists = false;       // ... that only lists need: of a vector the text stays
  bool needs_list = false;      // ... of structures, of which only a list can hold symbolic numbers there
  bool returned = false;        // Reference: what the function gives, or a part of that
  unsigned list_argument = 0;   // ... the argument of a call that takes a list: of which parameter, counted from one
  bool listed = false;          // ... a member of it is named that is a list where the object is one of the twin
  bool of_iterator = false;     // Opaque: a place in a container, and how far it is moved
  bool refers = false;          // ... somebody gets a reference to the element
  bool raises = false;          // Reference: what it is given beside it, as value_or(n), makes it as symbolic
  bool is_element = false;      // Exit: an element of a container, which may become one of symbolic numbers
  Level held_from = Level::Staged;  // ... where its number is that symbolic
  Level level = Level::Host;

  // The refused kinds: what the message names.
  std::string name;
  std::string detail;
  Remedy remedy = Remedy::Convert;

  // Decided by analysis and conversion.
  bool staged = false;
  bool rewritten = false;
  bool of_list = false;  // Subscript, iterator: of an ag::List
  bool placed = false;   // ... an object that is assigned, or a part of one
  VariableSet live_before;
  VariableSet live_after;
  Pack pack;
};

}  // namespace agc::model
