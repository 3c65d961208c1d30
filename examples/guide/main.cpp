// The programs of TensorFlow's guide to tf.function, in C++. docs/tutorial explains them, section by section.
#include "guide.h"

int main() {
  struct Section {
    const char* title;
    void (*run)();
  };
  const Section sections[] = {
      {"Tracing", tracing},
      {"Concrete functions", concrete_functions},
      {"Graphs", graphs},
      {"Debugging", debugging},
      {"Control flow", control_flow},
      {"Accumulating values", accumulating},
      {"Limitations", limitations},
      {"Closures", closures},
      {"Variables", variables},
      {"Known issues", known_issues},
  };
  for (const Section& section : sections) {
    std::cout << "== " << section.title << "\n";
    section.run();
  }
}
