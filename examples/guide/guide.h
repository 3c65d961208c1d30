#pragma once
// Functions that the sections of the guide share. Lines that start with "trace:" report tracing, graphs, and errors of
// traced functions. The plain build of this program prints other lines, or none.
#include <ag/ag.h>

#include <iostream>
#include <sstream>
#include <string>

// Runs while a function is traced, because it is not converted: where TensorFlow has Python's print.
AG_DO_NOT_CONVERT inline void trace(std::string text) {
  const std::string folder = "guide/";  // where this program lies is left out
  for (size_t at; (at = text.find(folder)) != text.npos;) {
    const size_t begin = text.find_last_of(" \"\n", at) + 1;  // npos + 1 is 0
    text.erase(begin, at + folder.size() - begin);
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) std::cout << "trace: " << line << "\n";
}

// Prints the error with which a call ends.
template <class F>
AG_DO_NOT_CONVERT void attempt(const std::string& what, const F& call) {
  try {
    call();
    trace(what + ": no error");
  } catch (const ag::Error& error) {
    trace(what + ": " + error.what());
  }
}

void tracing();
void concrete_functions();
void graphs();
void debugging();
void control_flow();
void accumulating();
void limitations();
void closures();
void variables();
void known_issues();
