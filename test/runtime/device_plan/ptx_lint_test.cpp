/// The lint of PTX reports instructions with another rounding, and atomic operations whose memory order LLVM drops.
#include "ptx_check.h"
#include "support/catch.h"

namespace ag::test {

TEST_CASE("ptx: the lint accepts rounded instructions, and names others") {
  CHECK(lint("add.rn.f32 %f1, %f2, %f3;\nfma.rn.f64 %d1, %d2, %d3, %d4;\natom.global.min.u64 %r1, [%r2], %r3;\n"
             "add.s32 %r1, %r2, %r3;\nmax.f32 %f1, %f2, %f3;\n")
            .empty());
  for (const char* line :
       {"add.f32 %f1, %f2, %f3;", "mul.ftz.f32 %f1, %f2, %f3;", "ex2.approx.f32 %f1, %f2;",
        "div.full.f32 %f1, %f2, %f3;", "sqrt.approx.ftz.f32 %f1, %f2;", "fma.f64 %d1, %d2, %d3, %d4;",
        "atom.acq_rel.gpu.global.add.u32 %r1, [%r2], 1;", ".extern .func (.param .b32 func_retval0) fmodf"}) {
    INFO(line);
    CHECK(lint(line).size() == 1);
  }
}

TEST_CASE("ptx: the assembler's errors and spills are reported") {
  const std::string ptxas = find_ptxas();
  if (ptxas.empty()) {
    WARN("skipped: no ptxas to assemble kernels with");
    return;
  }
  CHECK(assemble(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f() { ret; }\n", 80, ptxas).empty());
  CHECK_FALSE(assemble(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f() { nonsense; }\n", 80, ptxas)
                  .empty());
}

}  // namespace ag::test
