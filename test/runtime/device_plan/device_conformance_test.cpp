/// Every operation of ops.def as a device plan: the rows of the operation conformance test on the emulated device.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include "lower/lower.h"
#include "ops/recorded_case.h"
#include "plan_run.h"
#include "support/catch.h"

namespace ag::test {

namespace device_conformance_test {
namespace {

/// The operations whose rows need the host, as "operation: reason".
std::set<std::string>& host_operations() {
  static std::set<std::string> found;
  return found;
}

/// The families that have run.
std::set<std::string>& families_run() {
  static std::set<std::string> found;
  return found;
}
bool has_run_all() {
  std::set<std::string> all;
#define AG_FAMILY(name) all.insert(#name);
#include "ag/detail/ops.def"
  return families_run() == all;
}

void note_parts(const Row& row, const codegen::DevicePlan& plan) {
  for (const codegen::HostPart& part : plan.parts) host_operations().insert(row.op + ": " + part.reason);
}

/// Runs one case. The kernels of every eighth one are assembled, and of all with AG_ALL_KERNELS=1.
void check_case(const Row& row, const Case& one, bool assembles) {
  if (!one.call) return;
  INFO(row.op << " [" << one.label << "]");
  try {
    const codegen::Program program = lower_for_device(*record(one, Knowledge::Full).graph);
    note_parts(row, codegen::make_device_plan(program));
    check_program(program, one.operands, {.assemble = assembles});
  } catch (const std::exception& error) {
    FAIL_CHECK(row.op << " [" << one.label << "] threw " << error.what());
  }
}

void check_family(const std::vector<Row>& rows) {
  const char* const all = std::getenv("AG_ALL_KERNELS");
  size_t number = 0;
  for (const Row& row : rows) {
    for (const Case& one : row.cases) check_case(row, one, all || number++ % 8 == 0);
  }
}

#define AG_FAMILY(name)                                  \
  TEST_CASE("device: operations of the family " #name) { \
    check_family(cases_##name());                        \
    families_run().insert(#name);                        \
  }
#include "ag/detail/ops.def"

/// The entries of host_operations.txt.
std::set<std::string> expected_host_operations() {
  std::ifstream file(std::string(AG_SOURCE_DIR) + "/test/runtime/device_plan/host_operations.txt");
  std::set<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.insert(line);
  }
  return lines;
}

TEST_CASE("device: no more operations than listed need the host") {
  const std::set<std::string> expected = expected_host_operations();
  for (const std::string& one : host_operations()) {
    INFO(one);
    CHECK(expected.contains(one));
  }
  if (has_run_all()) {
    for (const std::string& one : expected) {
      INFO(one << ": the line of host_operations.txt can go");
      CHECK(host_operations().contains(one));
    }
  }
}

}  // namespace

}  // namespace device_conformance_test

}  // namespace ag::test
