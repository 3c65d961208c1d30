#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <map>
#include <string>
#include <variant>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  std::map<std::string, Tensor> totals{{"even", x}, {"odd", x}};
  std::variant<int, Tensor> held = x;
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, totals, held), [&] {
    ag::if_stmt(x % 2 == 0, AG_STATE(totals), [&] {
      totals["even"] += x;
    }, [&] {
      totals.at("odd") = x;
    });
    std::get<Tensor>(held) = x;
    x -= 1;
  });
  return totals["even"] + totals["odd"] + std::get<1>(held);
}
