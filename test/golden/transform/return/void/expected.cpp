#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT void f(Tensor x) {
  ag::if_stmt(x < 0, [&] { return; }, [&] {
  ag::print("one");
  ag::if_stmt(x > 5, [&] {
    ag::print("two");
    return;
  }, [&] {
  ag::print("three");
}); }); }
