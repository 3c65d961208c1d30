// Runs one program. With --eager, its traced functions run eagerly.
#include <ag/ag.h>

#include <string>

void run();

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--eager") ag::set_run_functions_eagerly(true);
  run();
}
