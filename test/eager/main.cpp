#include <string>

#include "programs.h"

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "--reasons") {
    limits_of_conversion();
    limits_of_tracing();
    return reasons_of_conversion() && reasons_of_tracing() ? 0 : 1;
  }
  if (what == "--strict") return strict_is_an_error() ? 0 : 1;
  limits_of_conversion();
  limits_of_tracing();
  state();
  changed_functions();
}
