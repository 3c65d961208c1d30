#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <stdexcept>
using ag::Tensor;

AG_FUNCTION Tensor both(Tensor x) { return ag::traced<&both>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::if_stmt(x > 5, [&] {
    ag::raise(std::runtime_error("large"));
  }, [&] {
    ag::raise(std::runtime_error("small"));
  }); return ag::unreachable();
}); }

AG_CONVERT ag::Staged<double> behind_a_return_staged(Tensor x) {
  return ag::if_else<ag::Staged<double>>(x > 5, [&] { return 1.5; }, [&] {
  ag::while_stmt([&] { return ag::always(); }, AG_STATE(x), [&] {
    x = x - 1;
    ag::if_stmt(x < 0, [&] { ag::raise(std::runtime_error("none")); });
  }); return ag::unreachable();
}); } double behind_a_return(Tensor x) { return ag::plain<double>(behind_a_return_staged(x)); }

AG_CONVERT Tensor counted_on_the_host(Tensor x) {
  return ag::if_else<Tensor>(x > 5, [&] { return x; }, [&] {
  for (int k = 0;; ++k) {
    if (k > 3) ag::raise(std::runtime_error("far"));
  } return ag::unreachable();
}); }

AG_CONVERT Tensor on_one_side_of_the_host_staged(Tensor x, ag::Staged<bool> always) {
  ag::if_stmt(always, [&] {
    ag::if_stmt(x > 5, [&] {
      ag::raise(std::runtime_error("large")); },
    [&] {
      ag::raise(std::runtime_error("small")); });
  });
  return x;
} Tensor on_one_side_of_the_host(Tensor x, bool always) { return on_one_side_of_the_host_staged(x, always); }

AG_CONVERT Tensor nothing_behind_it_runs_staged(Tensor x, ag::Staged<double> limit) {
  return ag::if_else<Tensor>(x > 9, [&] {
    return x + limit;
  }, [&] {
    {
      ag::raise(std::domain_error("small"));
    }
    return ag::if_else<Tensor>(limit > x, [&] {
      return x * 2;
      x = x + 1;
    }, [&] {
   return ag::unreachable();}); });
  if (false) { ag::Return<Tensor> result; return x * 3;
} } Tensor nothing_behind_it_runs(Tensor x, double limit) { return nothing_behind_it_runs_staged(x, limit); }

AG_CONVERT Tensor not_at_the_end_staged(Tensor x, ag::Staged<bool> always) {
  ag::if_stmt(always, [&] { ag::raise(std::runtime_error("always")); });
  ag::if_stmt(x > 5, [&] { ag::raise(std::runtime_error("large")); });
  return x;
} Tensor not_at_the_end(Tensor x, bool always) { return not_at_the_end_staged(x, always); }
static const ag::GeneratedCode ag_generated_code_input_1(&both, "AG_FUNCTION Tensor both(Tensor x) {\n  ag::if_stmt(x > 5, [&] {\n    ag::raise(std::runtime_error(\"large\"));\n  }, [&] {\n    ag::raise(std::runtime_error(\"small\"));\n  });\n  return ag::unreachable();\n}");
