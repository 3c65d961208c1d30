#pragma once
/// Runs one function of a case file on one input and writes what came out, so that two builds of the same program can
/// be compared line by line: values with dtype and shape, errors with kind, message and line.
#include <ag/ag.h>

#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

namespace e2e {

template <class T>
void show(const T& value) {
  std::cout.precision(17);
  if constexpr (ag::detail::is_tensor_type<T>) {
    // A number that meets a tensor in the other branch takes its dtype in a graph; plainly it stays a number.
    const bool may_be_number = value.ndim() == 0 && (value.dtype() == ag::int32 || value.dtype() == ag::int64);
    std::cout << "    " << (may_be_number ? "integer" : ag::name(value.dtype())) << " " << value.ndim() << "d " << value
              << "\n";
  } else if constexpr (std::is_arithmetic_v<T> || std::is_convertible_v<const T&, std::string>) {
    std::cout << "    host " << value << "\n";
  } else if constexpr (requires { value.has_value(); }) {
    std::cout << (value ? "    a value\n" : "    no value\n");
    if (value) show(*value);
  } else if constexpr (ag::detail::Sequence<T>) {
    std::cout << "    " << value.size() << " elements\n";
    for (const auto& element : value) show(element);
  } else {
    ag::detail::for_each_part(value, [](const auto& part, size_t) { show(part); });
  }
}

/// The message without the types of the operands and the name of a variable that was never assigned: a graph can tell
/// more.
inline std::string what_went_wrong(const std::string& message) {
  std::string text = message.substr(0, message.find(" (operand"));
  const size_t name = text.find(" ('");
  if (name != std::string::npos) text.erase(name, text.find(')', name) + 1 - name);
  if (text.starts_with("undefined tensor used")) text.erase(text.find(':'));  // the statement that left it so
  return text;
}

/// Calls `function`, twice: the second call finds the trace of the first.
template <class F, class... A>
void run(const char* name, F function, const A&... arguments) {
  for (int call = 1; call <= 2; ++call) {
    std::cout << name << ", call " << call << ":\n";
    (show(arguments), ...);
    try {
      if constexpr (std::is_void_v<std::invoke_result_t<F, const A&...>>) {
        function(arguments...);
        std::cout << "  done\n";
      } else {
        const auto result = function(arguments...);
        std::cout << "  gives\n";
        show(result);
      }
    } catch (const ag::Error& error) {
      std::cout << "  throws " << ag::name(error.kind()) << " at line " << error.location().line() << ": "
                << what_went_wrong(error.message()) << "\n";
    } catch (const std::exception& error) {
      std::cout << "  throws " << error.what() << "\n";
    }
  }
}

inline ag::Tensor i64(int64_t value) { return ag::tensor(value, ag::int64); }
inline ag::Tensor f32(double value) { return ag::tensor(value, ag::float32); }
inline ag::Tensor f64(double value) { return ag::tensor(value, ag::float64); }

// One function for each case file.
void accessors();
void algorithms();
void annotated_templates();
void arguments();
void arrays();
void branches();
void callables();
void captures();
void chosen_functions();
void chosen_places();
void chosen_pointers();
void chosen_texts();
void class_templates();
void classes();
void compared_objects();
void concrete();
void constant_members();
void constant_tables();
void datasets();
void declarations();
void deduced_parts();
void defined_tensors();
void derived_classes();
void effects();
void elements();
void evaluation_order();
void aliased_arguments();
void exchanged_lists();
void expressions();
void found_positions();
void function_pointers();
void function_values();
void functions();
void functors();
void gradients();
void guarded_subscripts();
void held_numbers();
void higher_order();
void images();
void index_arrays();
void instantiations();
void loop_forms();
void known_values();
void library_values();
void lists();
void list_algorithms();
void list_references();
void changed_elements();
void ordered_elements();
void keyed_places();
void sorted_keys();
void worklists();
void local_classes();
void matrix_classes();
void method_variants();
void list_results();
void method_lists();
void mixed_numbers();
void modules();
void loops();
void nested_classes();
void number_lambdas();
void numbers();
void objects();
void output();
void outside_objects();
void outside_vectors();
void passed_functions();
void passed_numbers();
void positions();
void recursion();
void references();
void referring_objects();
void rounded_numbers();
void chosen_rows();
void state();
void state_classes();
void statics();
void switched_functions();
void switches();
void templates();
void tensor_parts();
void tensor_classes();
void texts();
void throws();
void thrown_structures();
void tries();
void unrolled_loops();
void variables();
void virtual_methods();
void whole_objects();

}  // namespace e2e
