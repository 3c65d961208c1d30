// Runs every case. With --eager, a converted program runs its traced functions eagerly.
#include <string>

#include "harness.h"

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--eager") ag::set_run_functions_eagerly(true);
  e2e::accessors();
  e2e::algorithms();
  e2e::arguments();
  e2e::arrays();
  e2e::branches();
  e2e::callables();
  e2e::captures();
  e2e::chosen_places();
  e2e::chosen_texts();
  e2e::class_templates();
  e2e::classes();
  e2e::compared_objects();
  e2e::concrete();
  e2e::guarded_subscripts();
  e2e::library_values();
  e2e::known_values();
  e2e::lists();
  e2e::changed_elements();
  e2e::worklists();
  e2e::local_classes();
  e2e::loops();
  e2e::loop_forms();
  e2e::matrix_classes();
  e2e::method_faces();
  e2e::mixed_numbers();
  e2e::modules();
  e2e::numbers();
  e2e::number_lambdas();
  e2e::objects();
  e2e::state();
  e2e::state_classes();
  e2e::statics();
  e2e::datasets();
  e2e::declarations();
  e2e::deduced_parts();
  e2e::defined_tensors();
  e2e::derived_classes();
  e2e::switches();
  e2e::instantiations();
  e2e::templates();
  e2e::tensor_parts();
  e2e::tensor_classes();
  e2e::texts();
  e2e::throws();
  e2e::thrown_structures();
  e2e::tries();
  e2e::unrolled_loops();
  e2e::effects();
  e2e::elements();
  e2e::expressions();
  e2e::found_places();
  e2e::function_values();
  e2e::given_functions();
  e2e::given_numbers();
  e2e::functions();
  e2e::functors();
  e2e::gradients();
  e2e::held_numbers();
  e2e::higher_order();
  e2e::images();
  e2e::output();
  e2e::outside_objects();
  e2e::outside_vectors();
  e2e::positions();
  e2e::recursion();
  e2e::references();
  e2e::rounded_numbers();
  e2e::variables();
  e2e::virtual_methods();
  e2e::whole_objects();
}
