/// Random sequences of calls, in several threads, against the same bodies run eagerly: signatures old and new, state,
/// exceptions, functions inside of functions.
#include <ag/staging/generated.h>

#include <atomic>
#include <cstdlib>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "support/catch.h"

namespace ag::test {

namespace random_calls_test {
namespace {

// Every function is a body, which the model runs, and its traced form.

Tensor clipped_body(Tensor x, int most) {
  if (most < 0) throw std::invalid_argument("most is negative");
  if_stmt(max(x) > most, AG_STATE(x), [&] { x = x - most; }, [&] { x = x + 1; });
  return x;
}
Tensor clipped(Tensor x, int most) {
  return traced<&clipped>(AG_STATE(x, most), [](Tensor x, int most) -> Tensor { return clipped_body(x, most); });
}

Tensor counted_body(ag::Variable calls, Tensor x, bool twice) {
  calls.assign_add(1);
  Tensor sum = x;
  if (twice) sum = sum + clipped(x, 2);
  while_stmt([&] { return sum < 20; }, AG_STATE(sum),
             [&] {
               sum = sum * 2 + 1;
               calls.assign_add(1);
             });
  return sum + astype(calls.value(), sum.dtype());
}
Tensor counted(ag::Variable calls, Tensor x, bool twice) {
  return traced<&counted>(AG_STATE(calls, x, twice), [](ag::Variable calls, Tensor x, bool twice) -> Tensor {
    return counted_body(calls, x, twice);
  });
}

Tensor checked_body(std::vector<Tensor> xs, const std::string& how) {
  Tensor total = sum(xs[0]);
  for (size_t k = 1; k < xs.size(); ++k) total = how == "sum" ? total + sum(xs[k]) : total * sum(xs[k]);
  check(total < 500, "the total is too large", total);
  return total;
}
Tensor checked(std::vector<Tensor> xs, const std::string& how) {
  return traced<&checked>(AG_STATE(xs, how), [](std::vector<Tensor> xs, const std::string& how) -> Tensor {
    return checked_body(std::move(xs), how);
  });
}

Tensor halvings(Tensor n);
Tensor halvings_body(Tensor n) {
  return if_else<Tensor>(n < 1, [&] { return n; }, [&] { return halvings(n / 2) + 1; });
}
Tensor halvings(Tensor n) {
  return traced<&halvings>(AG_STATE(n), [](Tensor n) -> Tensor { return halvings_body(n); });
}
/// As plain C++ does it.
Tensor halvings_model(Tensor n) { return n.item<double>() < 1 ? n : halvings_model(n / 2) + 1; }

struct Scaler : Module {
  ag::Variable weight = variable(tensor(2.0), {.name = "weight"});
  float scale = 1;
  Tensor last = tensor(0.0);
};
/// The numbers and tensors of a module as the program has them, and as converted code writes them.
template <class S>
Tensor scaled_body(Scaler& scaler, Tensor x, const S& scale, const Tensor& last) {
  scaler.weight.assign_add(mean(astype(x, float32)));
  check(scaler.weight.value() < 100, "the weight is too large", scaler.weight.value());
  return x * scale + last * scaler.weight.value();
}
Tensor scaled_model(Scaler& scaler, Tensor x) {
  scaler.scale *= 1.5f;
  const Tensor result = scaled_body(scaler, x, scaler.scale, scaler.last);
  scaler.last = sum(astype(x, float32));
  return result;
}
Tensor scaled(Scaler& scaler, Tensor x) {
  return traced<&scaled>(AG_STATE(scaler, x), [](Scaler& scaler, Tensor x) -> Tensor {
    ref(scaler.scale) = external(scaler.scale) * 1.5f;
    const Tensor result = scaled_body(scaler, x, external(scaler.scale), external(scaler.last));
    ref(scaler.last) = sum(astype(x, float32));
    return result;
  });
}

template <class F>
std::string outcome(F call) {
  std::ostringstream out;
  try {
    const Tensor result = call();
    out << result.dtype() << result.shape() << ' ' << result;
  } catch (const Error& error) {
    out << name(error.kind()) << ' ' << error.message();
  } catch (const std::exception& exception) {
    out << exception.what();
  }
  return out.str();
}

class Caller {
 public:
  explicit Caller(unsigned seed) : random_(seed) {}

  /// One call both ways; what differs, or nothing.
  std::string step() {
    std::string traced, plain;
    switch (pick(5)) {
      case 0: {
        const Tensor x = tensor_of(1 + pick(4));
        const int most = pick(5) - 1;
        traced = outcome([&] { return clipped(x, most); });
        plain = outcome([&] { return clipped_body(x, most); });
        break;
      }
      case 1: {
        const Tensor x = Tensor(pick(30)) + zeros({}, dtype());
        const bool twice = pick(2) == 0;
        traced = outcome([&] { return counted(traced_calls_, x, twice); });
        plain = outcome([&] { return counted_body(plain_calls_, x, twice); });
        break;
      }
      case 2: {
        std::vector<Tensor> xs;
        for (int k = 0, count = 1 + pick(3); k < count; ++k) xs.push_back(tensor_of(1 + pick(3)));
        const std::string how = pick(2) == 0 ? "sum" : "product";
        traced = outcome([&] { return checked(xs, how); });
        plain = outcome([&] { return checked_body(xs, how); });
        break;
      }
      case 3: {
        const int which = pick(2);
        if (pick(4) == 0) {  // between calls the program changes it, too
          for (Scaler* one : {&traced_scalers_[which], &plain_scalers_[which]}) {
            one->weight.assign(1.0);
            one->scale = 0.5f;
          }
        }
        const Tensor x = tensor_of(1 + pick(3));
        traced = outcome([&] { return scaled(traced_scalers_[which], x); });
        plain = outcome([&] { return scaled_model(plain_scalers_[which], x); });
        break;
      }
      default: {
        const Tensor n = tensor(static_cast<double>(pick(1000)), pick(2) == 0 ? float32 : float64);
        traced = outcome([&] { return halvings(n); });
        plain = outcome([&] { return halvings_model(n); });
      }
    }
    return traced == plain ? std::string() : "traced: " + traced + "\nplain:  " + plain;
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  DType dtype() {
    constexpr DType kDtypes[] = {float32, float64, int32, int64};
    return kDtypes[pick(4)];
  }
  Tensor tensor_of(int size) { return astype(arange(size) * (1 + pick(9)), dtype()); }

  std::mt19937 random_;
  ag::Variable traced_calls_{tensor(0)}, plain_calls_{tensor(0)};
  Scaler traced_scalers_[2], plain_scalers_[2];
};

}  // namespace

TEST_CASE("random sequences of calls give what their bodies give eagerly, in every thread") {
  // More of them by hand: AG_FUZZ_SEED=7 AG_FUZZ_CALLS=100000.
  const char *asked_seed = std::getenv("AG_FUZZ_SEED"), *asked_calls = std::getenv("AG_FUZZ_CALLS");
  const unsigned seed = asked_seed ? static_cast<unsigned>(std::atoi(asked_seed)) : 20240501;
  const int calls = asked_calls ? std::atoi(asked_calls) : 12;
  CAPTURE(seed, calls);
  constexpr int kThreads = 4, kSequences = 60;  // of each thread
  std::vector<std::string> differences(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int sequence = 0; sequence < kSequences && differences[t].empty(); ++sequence) {
        const auto own = static_cast<unsigned>(t + sequence * kThreads);
        Caller caller(seed + own);
        for (int k = 0; k < calls && differences[t].empty(); ++k) {
          differences[t] = caller.step();
          if (differences[t].empty()) continue;
          differences[t] = "sequence " + std::to_string(own) + ", call " + std::to_string(k) + "\n" + differences[t];
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& difference : differences) CHECK(difference == "");
}

}  // namespace random_calls_test

}  // namespace ag::test
