// The known issues of TensorFlow's guide, and their counterparts here.
#include "guide.h"

using ag::Tensor;

namespace {

// Each call reads the members that are not variables.
struct SimpleModel {
  float bias = 0, weight = 2;
  AG_FUNCTION Tensor operator()(Tensor x) { return weight * x + bias; }
};

// The values of an argument object are a part of the signature.
struct Settings {
  float bias = 0, weight = 2;
};
AG_FUNCTION Tensor evaluate(Settings model, Tensor x) { return model.weight * x + model.bias; }

struct BetterModel : ag::Module {
  ag::Variable bias = variable(0.0, {.name = "bias"}), weight = variable(2.0, {.name = "weight"});
  AG_FUNCTION Tensor operator()(Tensor x) { return weight * x + bias; }
};

}  // namespace

void known_issues() {
  Tensor x = ag::tensor(10.0);
  SimpleModel simple_model;
  std::cout << simple_model(x) << "\n";
  simple_model.bias += 5;
  std::cout << simple_model(x) << "\n";
  trace(std::to_string(ag::function_of(&SimpleModel::operator()).tracing_count()) + " trace");

  Settings settings;
  std::cout << evaluate(settings, x) << "\n";
  settings.bias += 5;
  std::cout << evaluate(settings, x) << "\n";
  trace(std::to_string(ag::function_of(evaluate).tracing_count()) + " traces");

  BetterModel better_model;
  std::cout << better_model(x) << "\n";
  better_model.bias.assign_add(5.0);
  std::cout << better_model(x) << "\n";
}
