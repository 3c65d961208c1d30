#include "base/machine.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>

#include "ag/error.h"
#include "base/environment.h"
#include "base/machine_text.h"

namespace ag::detail {

namespace {

struct Fact {
  const char* name;
  int64_t Machine::* field;
  int64_t least, most;
  bool power_of_two = false;
};
constexpr std::array kFacts{Fact{"l1_bytes", &Machine::l1_bytes, 1 << 12, 1 << 24},
                            Fact{"l1_ways", &Machine::l1_ways, 1, 64},
                            Fact{"l2_bytes", &Machine::l2_bytes, 1 << 14, 1 << 30},
                            Fact{"llc_bytes", &Machine::llc_bytes, 1 << 16, int64_t{1} << 36},
                            Fact{"line_bytes", &Machine::line_bytes, 16, 256, true},
                            Fact{"vector_bytes", &Machine::vector_bytes, 16, 64, true},
                            Fact{"vector_registers", &Machine::vector_registers, 8, 64},
                            Fact{"mask_registers", &Machine::mask_registers, 0, 64},
                            Fact{"fma_latency", &Machine::fma_latency, 1, 32},
                            Fact{"fma_units", &Machine::fma_units, 1, 8},
                            Fact{"cores", &Machine::cores, 1, 256},
                            Fact{"wake_ns", &Machine::wake_ns, 1, 1'000'000'000}};

bool is_possible(const Fact& fact, int64_t value) {
  return value >= fact.least && value <= fact.most &&
         (!fact.power_of_two || std::has_single_bit(static_cast<uint64_t>(value)));
}

const Fact* find_fact(std::string_view name) {
  const auto found = std::ranges::find_if(kFacts, [&](const Fact& fact) { return name == fact.name; });
  return found == kFacts.end() ? nullptr : &*found;
}

/// Sets a fact unless the value is impossible.
void set(Machine& machine, int64_t Machine::* field, int64_t value) {
  const auto fact = std::ranges::find_if(kFacts, [&](const Fact& one) { return one.field == field; });
  if (is_possible(*fact, value)) machine.*field = value;
}

[[noreturn]] void fail(const std::string& text, const std::string& reason) {
  throw environment_error("AG_MACHINE is '" + text + "'; " + reason);
}

[[noreturn]] void fail_name(const std::string& text, std::string_view name) {
  std::string names;
  for (const Fact& fact : kFacts) names.append(names.empty() ? "" : ", ").append(fact.name);
  fail(text, "there is no '" + std::string(name) + "', it is a list of name=number with the names " + names);
}

[[noreturn]] void fail_number(const std::string& text, const Fact& fact) {
  fail(text, std::string(fact.name) + (fact.power_of_two ? " is a power of two" : " is a whole number") + " from " +
                 std::to_string(fact.least) + " to " + std::to_string(fact.most));
}

std::string line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// Parses a number with an optional unit, such as "48K".
std::optional<int64_t> number_of(const std::string& text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, failed] = std::from_chars(text.data(), end, value);
  if (failed != std::errc()) return std::nullopt;
  const std::string_view unit(rest, static_cast<size_t>(end - rest));
  const int shift = unit == "K" ? 10 : unit == "M" ? 20 : 0;
  return value << shift;
}

/// Reads the caches of the first processor from /sys, for systems whose C library does not report them.
void read_caches(Machine& machine) {
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string level = line_of(folder + "level"), type = line_of(folder + "type");
    if (level.empty() || type == "Instruction") continue;
    const auto read = [&](const char* name) { return number_of(line_of(folder + name)).value_or(0); };
    const int64_t size = read("size");
    if (level == "1") {
      set(machine, &Machine::l1_bytes, size);
      set(machine, &Machine::l1_ways, read("ways_of_associativity"));
      set(machine, &Machine::line_bytes, read("coherency_line_size"));
    } else if (level == "2") {
      set(machine, &Machine::l2_bytes, size);
    } else {
      set(machine, &Machine::llc_bytes, size);
    }
  }
}

void ask_for_caches([[maybe_unused]] Machine& machine) {
#if defined(_SC_LEVEL1_DCACHE_SIZE)
  set(machine, &Machine::l1_bytes, sysconf(_SC_LEVEL1_DCACHE_SIZE));
  set(machine, &Machine::l1_ways, sysconf(_SC_LEVEL1_DCACHE_ASSOC));
  set(machine, &Machine::line_bytes, sysconf(_SC_LEVEL1_DCACHE_LINESIZE));
  set(machine, &Machine::l2_bytes, sysconf(_SC_LEVEL2_CACHE_SIZE));
  set(machine, &Machine::llc_bytes, sysconf(_SC_LEVEL3_CACHE_SIZE));
#endif
}

/// The kernels and native code for vectors of 256 and 512 bits also use fused multiply-adds.
void detect_vectors(Machine& machine) {
  machine.vector_bytes = 16;
#if defined(__x86_64__)
  machine.vector_registers = 16;
  machine.mask_registers = 0;
  if (!__builtin_cpu_supports("fma") || !__builtin_cpu_supports("avx2")) return;
  machine.vector_bytes = 32;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq")) return;
  machine.vector_bytes = 64;
  machine.vector_registers = 32;
  machine.mask_registers = 8;
#else
  machine.vector_registers = 32;
  machine.mask_registers = 0;
#endif
}

/// Returns the CPU quota of the control group in processors, rounded up; 0 if there is no limit.
int64_t group_limit() {
  char text[64] = {};
  const int file = open("/sys/fs/cgroup/cpu.max", O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? -1 : read(file, text, sizeof(text) - 1);
  if (file >= 0) close(file);
  if (length <= 0) return 0;
  char* rest = text;
  const int64_t quota = std::strtoll(text, &rest, 10), period = std::strtoll(rest, nullptr, 10);
  if (quota <= 0 || period <= 0) return 0;  // the quota is "max"
  return (quota + period - 1) / period;
}

int64_t count_cores() {
  const int64_t most = find_fact("cores")->most;
  cpu_set_t set;
  CPU_ZERO(&set);
  int64_t count = sched_getaffinity(0, sizeof(set), &set) == 0 ? int64_t{CPU_COUNT(&set)}
                                                               : int64_t{std::thread::hardware_concurrency()};
  if (const int64_t limit = group_limit(); limit > 0) count = std::min(count, limit);
  return std::clamp<int64_t>(count, 1, most);
}

}  // namespace

Machine detect_machine() {
  Machine machine;
  read_caches(machine);
  ask_for_caches(machine);
  detect_vectors(machine);
  machine.cores = count_cores();
  return machine;
}

Machine parse_machine(const char* text, Machine machine) {
  std::istringstream items(text ? text : "");
  for (std::string item; std::getline(items, item, ',');) {
    const size_t equals = std::min(item.find('='), item.size());
    const std::string name = item.substr(0, equals), digits = item.substr(std::min(equals + 1, item.size()));
    const Fact* fact = find_fact(name);
    if (!fact) fail_name(text, name);
    int64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, failed] = std::from_chars(digits.data(), end, value);
    if (failed != std::errc() || rest != end || !is_possible(*fact, value)) fail_number(text, *fact);
    machine.*fact->field = value;
  }
  return machine;
}

std::string print(const Machine& machine) {
  std::string text;
  for (const Fact& fact : kFacts) {
    if (!text.empty()) text += ',';
    text.append(fact.name).append("=").append(std::to_string(machine.*fact.field));
  }
  return text;
}

std::string facts_of_code(Machine machine) {
  machine.cores = Machine().cores;  // the same code runs on any number of threads
  return print(machine);
}

const Machine& machine() {
  static const Machine machine = parse_machine(std::getenv("AG_MACHINE"), detect_machine());
  return machine;
}

}  // namespace ag::detail
