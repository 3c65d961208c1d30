#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor only_thrown(Tensor x) {
  ag::Staged<int> turns = 0;
  ag::while_stmt([&] { return ag::always(); }, AG_STATE(x, turns), [&] {
    ++turns;
    x = x + turns;
    ag::if_stmt(x > 20, [&] { ag::raise(std::range_error("over")); });
  });
  return x;
}
AG_CONVERT Tensor with_a_step(Tensor x) {
  { ag::Staged<int> k = 1; ag::for_stmt([&] { return ag::always(); }, [&] { k *= 2; }, AG_STATE(k), [&] {
    ag::if_stmt(x + k > 50, [&] { ag::raise(std::range_error("far")); });
  }); }
  return x;
}
AG_CONVERT Tensor behind_the_body(Tensor x) {
  ag::do_stmt(AG_STATE(x), [&] {
    x = x * 2;
    ag::if_stmt(x > 50, [&] { ag::raise(std::range_error("far")); });
  }, [&] { return true; });
  return x;
}
AG_CONVERT Tensor ends_on_the_host_staged(Tensor x, ag::Staged<int> n) {
  ag::while_stmt([&] { return ag::always(); }, AG_STATE(x, n), [&] {
    x = x + 1;
    ag::if_stmt(x > 50, [&] { ag::raise(std::range_error("far")); });
    ag::if_stmt(--n == 0, [&] { ag::raise(std::length_error("long")); });
  });
  return x;
} Tensor ends_on_the_host(Tensor x, int n) { return ends_on_the_host_staged(x, n); }
