#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <complex>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::Staged<int> escape_time_staged(Tensor place) {
  ag::staged_t<std::complex<double>> z;
  const ag::staged_t<std::complex<double>> c{ag::item<double>(place[0]), ag::item<double>(place[1])};
  ag::Staged<int> n = 0;
  ag::while_stmt([&] { return ag::and_then(ag::cxx::norm(z) <= 4.0, [&] { return n < 50; }); }, AG_STATE(z, n), [&] {
    z = z * z + c;
    ++n;
  });
  return n;
} int escape_time(Tensor place) { return ag::traced<&escape_time>(AG_STATE(place), [](Tensor place) { return escape_time_staged(place); }); }
AG_CONVERT ag::Staged<double> turned_staged(Tensor x) {
  ag::staged_t<std::vector<std::complex<double>>> all(2);
  all[0] = ag::cxx::polar(1.0, ag::item<double>(x));
  all[1] += ag::cxx::exp(all[0]);
  all[1].imag(2 * all[0].real());
  return ag::if_else(all[0] == all[1], [&] { return 0; }, [&] { return ag::cxx::abs(ag::element(all, 1)); });
} double turned(Tensor x) { return ag::plain<double>(turned_staged(x)); }
static const ag::GeneratedCode ag_generated_code_input_1(&escape_time, "AG_FUNCTION ag::Staged<int> escape_time_staged(Tensor place) {\n  ag::staged_t<std::complex<double>> z;\n  const ag::staged_t<std::complex<double>> c{\n      ag::item<double>(place[0]), ag::item<double>(place[1])};\n  ag::Staged<int> n = 0;\n  ag::while_stmt([&] { return ag::and_then(ag::cxx::norm(z) <= 4.0, [&] { return n < 50; }); },\n      AG_STATE(z, n), [&] {\n    z = z * z + c;\n    ++n;\n  });\n  return n;\n}");
