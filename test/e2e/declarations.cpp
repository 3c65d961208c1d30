// Declarations of which the generated code has a second variant, in every way that they are written.
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "harness.h"

using ag::Tensor;
using e2e::run;

namespace declarations_programs {
namespace {

// clang-format off
/* what */ AG_FUNCTION /* it */ double /* gives */ commented /* name */ ( /* first */ Tensor /* value */ x /* end */ , // input
    /* how often */ int /* count */ n /* = */ = /* two */ 2 // a default
    , const double& /* by */ limit /* until */ = 0.5 // the last
    ) // and its body
{
  while (x > limit && n > 0) /* loop */ { x = x / 2; --n; } // done
  return /* it */ double(x) + n /* sum */;
}

#define E2E_THREE 1
AG_FUNCTION int divided(Tensor x,
#if E2E_THREE
                        int n = 3
#else
                        int n = 5
#endif
                        ) {
  int count = 0;
  while (x > 1 && n > 0) { x = x / 2; --n; ++count; }
  return count;
}
AG_FUNCTION
int
in_lines
(
Tensor
x
)
{
return
x
>
2
?
1
:
0
;
}
// clang-format on

double forward(Tensor x,            // the value
               /* count */ int n);  // how often
AG_FUNCTION double calls_forward(Tensor x) { return forward(x, int(x)); }
double forward(Tensor x, int n /* count */) {
  while (x > 1 && n > 0) {
    x = x / 2;
    --n;
  }
  return double(x) + n;
}

struct Pair {
  double a = 1;
  int n = 2;
};
AG_FUNCTION double default_lists(Tensor x, Pair p = {}, std::pair<double, int> q = {1.5, 2},
                                 std::array<int, 2> k = {1, 2}, std::vector<double> w = {1, 2, 3},
                                 std::optional<double> o = {}, std::tuple<int, double> t = {1, 2.5}) {
  if (x > 1) return p.a + q.first + k[1] + w[2] + (o ? *o : 4) + std::get<1>(t);
  return double(x) + p.n;
}
struct Scale {
  double by = 2;
  double at(Tensor x, std::optional<double> limit = {}, std::pair<int, double> p = {1, 2}) const {
    if (x > by) return limit ? *limit : p.second;
    return by * double(x) + p.first;
  }
};
AG_FUNCTION double lists_of_methods(Tensor x) {
  Scale scale;
  scale.by = double(x) / 2;
  return scale.at(x) + scale.at(x, 3.0) + scale.at(x, {}, {3, 4});
}

AG_FUNCTION_WITH(.reduce_retracing = true, .name = "doubled, (twice)", .max_traces = 10, .input_signature = {})
Tensor with_options(Tensor x, double by = 2) { return x * by; }

AG_FUNCTION auto deduced(Tensor x) {
  double a = double(x);
  if (x > 1) a = a * 2;
  return a;
}
AG_FUNCTION auto deduced_tensor(Tensor x) {
  if (x > 1) x = x * 2;
  return x;
}

AG_CONVERT const char* word(int n) {
  if (n == 0) return "none";
  return "some";
}
AG_FUNCTION double with_words(Tensor x, int n) { return double(x) + double(std::string(word(n)).size()); }

}  // namespace
}  // namespace declarations_programs

void e2e::declarations() {
  using namespace declarations_programs;
  for (float x : {0.25F, 1.5F, 3.0F, 20.0F}) {
    const Tensor value = x;
    run("commented", [](Tensor v) { return commented(v) + commented(v, 3) + commented(v, 1, 0.1); }, value);
    run("divided", [](Tensor v) { return divided(v) + divided(v, 1); }, value);
    run("in_lines", in_lines, value);
    run("calls_forward", calls_forward, value);
    run("default_lists", [](Tensor v) { return default_lists(v) + default_lists(v, {3, 4}, {2, 1}); }, value);
    run("lists_of_methods", lists_of_methods, value);
    run("with_options", [](Tensor v) { return with_options(v); }, value);
    run("deduced", [](Tensor v) { return deduced(v); }, value);
    run("deduced_tensor", [](Tensor v) { return deduced_tensor(v); }, value);
    run("with_words", [](Tensor v) { return with_words(v, 0) + with_words(v, 2); }, value);
  }
}
