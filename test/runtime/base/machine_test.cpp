/// The facts of the machine: detection, AG_MACHINE, and the numbers that decisions derive from the defaults.
#include "base/machine.h"

#include <ag/error.h>

#include "base/machine_text.h"
#include "base/thread_pool.h"
#include "kernel/instruction_set.h"
#include "kernel/matmul/matmul_sizes.h"
#include "support/catch.h"

using namespace ag;
using detail::Machine;

TEST_CASE("a machine is what its text says") {
  const Machine machine = detail::parse_machine("vector_bytes=16,vector_registers=16,l2_bytes=262144", {});
  CHECK(machine.vector_bytes == 16);
  CHECK(machine.vector_registers == 16);
  CHECK(machine.l2_bytes == 262144);
  CHECK(machine.l1_bytes == Machine().l1_bytes);
  CHECK(detail::parse_machine(nullptr, machine) == machine);
  CHECK(detail::parse_machine("", machine) == machine);
  CHECK(detail::parse_machine(detail::print(machine).c_str(), {}) == machine);
  CHECK(detail::print({}) ==
        "l1_bytes=49152,l1_ways=12,l2_bytes=1310720,llc_bytes=50331648,line_bytes=64,vector_bytes=64,"
        "vector_registers=32,mask_registers=8,fma_latency=4,fma_units=2,cores=1,wake_ns=10000");
}

TEST_CASE("a wrong AG_MACHINE is an error that names what is right") {
  const auto parsed = [](const char* text) { return detail::parse_machine(text, {}); };
  CHECK_THROWS_WITH(parsed("l2=5"), ag_test::ContainsSubstring(
                                        "AG_MACHINE is 'l2=5'; there is no 'l2', it is a list of name=number with the "
                                        "names l1_bytes, l1_ways, l2_bytes, llc_bytes, line_bytes, vector_bytes, "
                                        "vector_registers, mask_registers, fma_latency, fma_units, cores, wake_ns"));
  CHECK_THROWS_WITH(parsed("vector_bytes=48"),
                    "AG_MACHINE is 'vector_bytes=48'; vector_bytes is a power of two from 16 to 64");
  CHECK_THROWS_WITH(parsed("cores=0"), ag_test::ContainsSubstring("cores is a whole number from 1 to 256"));
  for (const char* text : {"l1_bytes", "l1_bytes=", "l1_bytes=32K", "l1_bytes=-1", "l1_bytes=99999999999999999999",
                           "=1", "cores=1,,cores=2", "cores=1 ", "vector_bytes=128"}) {
    INFO(text);
    CHECK_THROWS_AS(parsed(text), Error);
  }
}

TEST_CASE("the machine that is detected is possible, and that of the process but for AG_MACHINE") {
  const Machine found = detail::detect_machine();
  CHECK(detail::parse_machine(detail::print(found).c_str(), {}) == found);
  CHECK(detail::machine() == detail::parse_machine(std::getenv("AG_MACHINE"), found));
  CHECK(found.fma_latency == Machine().fma_latency);
  CHECK(found.wake_ns == Machine().wake_ns);
  const kernel::InstructionSet set = kernel::instruction_set();
  if (set == kernel::InstructionSet::Avx512) CHECK(detail::machine().vector_bytes == 64);
  if (detail::machine().vector_bytes == 16) CHECK(set == kernel::InstructionSet::Baseline);
}

TEST_CASE("keys of code have the facts that it depends on, which the number of processors is not among") {
  Machine machine, more_cores, less_cache;
  more_cores.cores = 7;
  less_cache.llc_bytes /= 2;
  CHECK(detail::facts_of_code(machine) == detail::facts_of_code(more_cores));
  CHECK(detail::facts_of_code(machine) != detail::facts_of_code(less_cache));
}

TEST_CASE("the sizes that follow from the default machine") {
  const Machine machine;
  CHECK(detail::worth_sharing(machine) == 60'000);
  CHECK(detail::worth_waking(machine) == 200'000);
  CHECK(kernel::product_nanoseconds(1000, 8, machine) == 62);
  if (detail::machine().l1_bytes != machine.l1_bytes || detail::machine().l2_bytes != machine.l2_bytes ||
      detail::machine().vector_bytes != machine.vector_bytes) {
    WARN("skipped: the kernels are for another machine");
    return;
  }
  CHECK(kernel::block_depth() == 256);
  CHECK(kernel::block_columns() == 256);
  CHECK(kernel::block_rows() == 128);
  CHECK(kernel::second_level() == 96 * 1024);
}
