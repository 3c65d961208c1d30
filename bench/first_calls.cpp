/// What comes before a first result. Each number wants a process of its own, since it depends on what was loaded and
/// compiled before; tools/bench starts them.
///
///   bench_first_calls small                     a small function, then a second one like it
///   bench_first_calls elementwise|sums NODES    a function of that many operations on 1000 numbers
///
/// Prints the seconds of the calls, and whether the process has LLVM loaded behind them, as a JSON record.
#include <ag/ag.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <string>

using ag::Tensor;

AG_FUNCTION Tensor square_root(Tensor a, Tensor b) {
  Tensor x = a;
  while (ag::abs(x * x - a) > 1e-5 * a) {
    x = (x + a / x) / 2;
  }
  return x + b;
}

AG_FUNCTION Tensor second_square_root(Tensor a, Tensor b) {
  Tensor x = a;
  while (ag::abs(x * x - b) > 1e-5 * b) {
    x = (x + b / x) / 2;
  }
  return x - b;
}

/// One loop over the elements, however many operations there are.
AG_FUNCTION Tensor elementwise(Tensor x, int64_t nodes) {
  for (int64_t k = 0; k < nodes / 2; ++k) {
    x = x * 0.5 + 1.0;
  }
  return x;
}

/// Every sum is a loop of its own, and so is what needs it.
AG_FUNCTION Tensor sums(Tensor x, int64_t nodes) {
  for (int64_t k = 0; k < nodes / 3; ++k) {
    x = x * 0.5 + ag::sum(x);
  }
  return x;
}

namespace {

template <class Call>
double seconds(Call call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Linux shows what is mapped; elsewhere the answer would be a guess, and there is none.
bool has_llvm() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("libLLVM") != std::string::npos) return true;
  }
  return false;
}

int run(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "small") == 0) {
    const Tensor a = ag::tensor(2.0), b = ag::tensor(3.0);
    const double first = seconds([&] { square_root(a, b); });
    const double second = seconds([&] { second_square_root(a, b); });
    std::printf("{\"first_s\": %.4g, \"second_s\": %.4g, \"has_llvm\": %s}\n", first, second,
                has_llvm() ? "true" : "false");
    return 0;
  }
  const int64_t nodes = argc == 3 ? std::atoll(argv[2]) : 0;
  const bool is_elementwise = argc == 3 && std::strcmp(argv[1], "elementwise") == 0;
  if (nodes <= 0 || !(is_elementwise || std::strcmp(argv[1], "sums") == 0)) {
    std::fprintf(stderr, "usage: %s small | elementwise NODES | sums NODES\n", argv[0]);
    return 2;
  }
  const Tensor x = ag::astype(ag::arange(1000), ag::float32) * 1e-3;
  const double first = seconds([&] { is_elementwise ? elementwise(x, nodes) : sums(x, nodes); });
  std::printf("{\"first_s\": %.4g, \"has_llvm\": %s}\n", first, has_llvm() ? "true" : "false");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
