/// Rows of runtime/ops/matmul.cpp.
#include "ops/conformance.h"
#include "ops/define.h"

namespace ag::test {

namespace {

/// The equations of reference_matmul.py.
constexpr std::pair<const char*, const char*> kEinsums[] = {
    {"transposed", "ij->ji"},
    {"all", "ij->"},
    {"rows", "ij->i"},
    {"trace", "ii"},
    {"diagonal", "iji->ji"},
    {"implicit", "ba"},
    {"others", "...ij->...ji"},
    {"product", "ij,jk->ik"},
    {"product_implicit", "ij, jk"},
    {"product_turned", "ij,kj->ki"},
    {"outer", "i,j->ji"},
    {"elementwise", "ij,ij->ij"},
    {"dot", "ij,ij->i"},
    {"all_products", "ij,ij"},
    {"stacks", "bij,bjk->bik"},
    {"heads", "bqhd,bkhd->bhqk"},
    {"two_sums", "aij,ijb->ab"},
    {"wide", "abij,ijcd->abcd"},
    {"one_sided", "ij,k->k"},
    {"broadcast", "...ij,...jk->...ik"},
    {"vector", "i,ij->j"},
    {"three", "ij,jk,kl->il"},
    {"bilinear", "bi,ijk,bk->bj"},
    {"four", "a,b,c,d->dcba"},
};

}  // namespace

std::vector<Row> cases_matmul() {
  Row row{"matmul",
          from_references("matmul", "matmul", one([](const std::vector<Tensor>& x) { return matmul(x[0], x[1]); }))};
  // What is composed of it needs the number of axes.
  const auto add = [&](const std::string& name, const Call& call, bool any_rank) {
    for (Case& one : from_references("matmul", name, call)) {
      one.any_rank = any_rank;
      row.cases.push_back(std::move(one));
    }
  };
  for (int axes : {0, 1, 2}) {
    add("tensordot.axes" + std::to_string(axes),
        one([axes](const std::vector<Tensor>& x) { return tensordot(x[0], x[1], axes); }), false);
  }
  add("vecdot", one([](const std::vector<Tensor>& x) { return vecdot(x[0], x[1]); }), true);
  add("outer", one([](const std::vector<Tensor>& x) { return outer(x[0], x[1]); }), false);
  for (const auto& [name, equation] : kEinsums) {
    add(std::string("einsum.") + name, one([equation](const std::vector<Tensor>& x) {
          if (x.size() == 1) return einsum(equation, x[0]);
          if (x.size() == 2) return einsum(equation, x[0], x[1]);
          if (x.size() == 3) return einsum(equation, x[0], x[1], x[2]);
          return einsum(equation, x);
        }),
        false);
  }
  Row addmm{"addmm"};
  for (const bool subtract : {false, true}) {
    const std::string name = std::string("addmm.") + (subtract ? "subtract" : "add");
    for (Case& one : from_references("matmul", name, test::one([=](const std::vector<Tensor>& x) {
                                       return ops::call(ops::Op::addmm, std::span<const Tensor>(x), {subtract},
                                                        SourceLocation::current());
                                     }))) {
      addmm.cases.push_back(std::move(one));
    }
  }
  return {row, addmm};
}

}  // namespace ag::test
