#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

int limit = 6;

Tensor limited_staged(Tensor x, ag::Staged<int> most) {
  return ag::if_else<Tensor>(x > most, [&] { return most - 0 * x; }, [&] {
  return x;
}); } Tensor limited(Tensor x, int most) { return limited_staged(x, most); }

// What a call in a template comes to is known once the template has its types.
template <class T>
T twice(T x) {
  ag::Staged<int> rounds = 0;
  ag::while_stmt([&] { return x < 0; }, AG_STATE(x, rounds), [&] {
    x = x + 1;
    ++rounds;
  });
  T low = limited_staged(x, ag::external(limit));
  return low + limited_staged(x, rounds);
}

AG_CONVERT Tensor f(Tensor x) { return twice<Tensor>(x); }
