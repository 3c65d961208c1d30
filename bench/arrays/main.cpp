/// Runs array programs and prints JSON, one line for each answer. tools/bench --arrays starts it.
///
///   bench_arrays_<setting> --list                       the programs: group, sizes, styles
///   bench_arrays_<setting> --check [--small] name...    the results of each style, called twice
///   bench_arrays_<setting> --serve name style [size]    the first call; then for each number of seconds on standard
///                                                       input, samples of the time of a call for about that long
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

#include "../measure.h"
#include "ag/threads.h"
#include "program.h"

namespace bench::arrays {

namespace {

/// Sums that tell results apart, and a hash of the shapes and elements.
struct Digest {
  double count = 0, sum = 0, magnitude = 0, weighted = 0;
  double tolerance = 1e-9;  // of these sums, as a part of the magnitude
  uint64_t bits = 0xcbf29ce484222325;

  void add_bits(const void* data, size_t size) {
    for (size_t i = 0; i < size; ++i) bits = (bits ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3;
  }
  void add(const ag::Tensor& x) {
    for (const int64_t extent : x.shape()) add_bits(&extent, sizeof extent);
    int64_t i = 0;
    for (const double value : x.to_vector<double>()) {
      add_bits(&value, sizeof value);
      sum += value;
      magnitude += std::abs(value);
      weighted += value * static_cast<double>(i++ * 7 % 13 - 6);
    }
    count += static_cast<double>(i);
    if (x.dtype() == ag::float32) tolerance = 1e-5;
  }
};

std::string number(double value) {
  char text[32] = "null";  // JSON has no infinity and no NaN
  if (std::isfinite(value)) std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

void print_results(const Program& program, const Style& style, int64_t size, double first_call_s,
                   const Tensors& results) {
  Digest digest;
  for (const ag::Tensor& x : results) digest.add(x);
  std::printf(
      "{\"program\": \"%s\", \"style\": \"%s\", \"size\": %" PRId64 ", \"first_call_s\": %.6g, \"bits\": \"%016" PRIx64
      "\", \"tolerance\": %g, \"answers\": {\"count\": %s, \"sum\": %s, \"magnitude\": %s, \"weighted\": %s}}\n",
      program.name, style.name, size, first_call_s, digest.bits, digest.tolerance, number(digest.count).c_str(),
      number(digest.sum).c_str(), number(digest.magnitude).c_str(), number(digest.weighted).c_str());
  std::fflush(stdout);
}

void list(const Program& program) {
  std::string names;
  for (const Style& style : program.styles) names += (names.empty() ? "\"" : ", \"") + std::string(style.name) + "\"";
  std::printf("{\"program\": \"%s\", \"group\": \"%s\", \"size\": %" PRId64 ", \"small\": %" PRId64
              ", \"host_size\": %" PRId64 ", \"styles\": [%s]}\n",
              program.name, program.group, program.size, program.small,
              program.host_size ? program.host_size : program.size, names.c_str());
}

/// The second call finds the trace of the first one, and has to agree with it.
void check(const Program& program, int64_t size) {
  const Tensors inputs = program.inputs(size);
  for (const Style& style : program.styles) {
    for (int call = 1; call <= 2; ++call) {
      try {
        Tensors results;
        const double seconds = bench::seconds([&] { results = style.call(inputs); });
        print_results(program, style, size, seconds, results);
      } catch (const std::exception& error) {
        std::printf("{\"program\": \"%s\", \"style\": \"%s\", \"error\": true}\n", program.name, style.name);
        std::fflush(stdout);
        std::fprintf(stderr, "%s, %s: %s\n", program.name, style.name, error.what());
      }
    }
  }
}

void serve(const Program& program, const Style& style, int64_t size) {
  const Tensors inputs = program.inputs(size);
  Tensors results;
  const std::function<void()> call = [&] { results = style.call(inputs); };
  const double first_call_s = seconds(call);
  print_results(program, style, size, first_call_s, results);
  int64_t calls = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const double wanted_s = std::atof(line.c_str());
    if (calls == 0) calls = first_call_s > kFull.most_s ? 1 : calls_per_sample(call, wanted_s < 0.02 ? kQuick : kFull);
    std::string samples;
    for (double total_s = 0; total_s < wanted_s;) {
      const double each_s = sample(call, calls);
      total_s += each_s * static_cast<double>(calls);
      samples += (samples.empty() ? "" : ", ") + number(each_s);
    }
    std::printf("{\"samples_s\": [%s]}\n", samples.c_str());
    std::fflush(stdout);
  }
}

const Program& find(const std::vector<Program>& programs, const std::string& name) {
  for (const Program& program : programs) {
    if (program.name == name) return program;
  }
  throw std::runtime_error("'" + name + "' is no array program; --list names them");
}

const Style& find(const Program& program, const std::string& name) {
  for (const Style& style : program.styles) {
    if (style.name == name) return style;
  }
  throw std::runtime_error(std::string(program.name) + " has no style '" + name + "'");
}

void run(const std::vector<std::string>& arguments) {
  const std::vector<Program> programs = all_programs();
  const std::string mode = arguments.empty() ? "" : arguments[0];
  if (mode == "--list") {
    for (const Program& program : programs) list(program);
  } else if (mode == "--check") {
    const bool small = arguments.size() > 1 && arguments[1] == "--small";
    for (size_t i = small ? 2 : 1; i < arguments.size(); ++i) {
      const Program& program = find(programs, arguments[i]);
      check(program, small ? program.small : program.size);
    }
  } else if (mode == "--serve" && arguments.size() >= 3) {
    const Program& program = find(programs, arguments[1]);
    serve(program, find(program, arguments[2]), arguments.size() > 3 ? std::atoll(arguments[3].c_str()) : program.size);
  } else {
    throw std::runtime_error("usage: --list | --check [--small] name... | --serve name style [size]");
  }
}

}  // namespace

}  // namespace bench::arrays

int main(int argc, char** argv) {
  try {
    ag::set_num_threads(1);
    bench::arrays::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}
