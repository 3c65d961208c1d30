#pragma once
/// Runs the programs of a file, each below a heading.
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <iostream>
#include <string_view>

namespace natural {

struct Program {
  const char* name;
  void (*run)();
};

/// Runs every program, or the one that the first argument names. A heading goes to both streams, so that output and
/// warnings can be told apart by program.
inline int run_programs(int argc, char** argv, std::initializer_list<Program> programs) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  for (const Program& program : programs) {
    if (argc > 1 && std::string_view(argv[1]) != program.name) continue;
    std::cout << "== " << program.name << std::endl;
    std::cerr << "== " << program.name << std::endl;
    try {
      program.run();
    } catch (const std::exception& error) {
      std::cout << "exception: " << error.what() << std::endl;
    }
    std::fflush(stdout);
    std::cout.flush();
  }
  return 0;
}

}  // namespace natural
