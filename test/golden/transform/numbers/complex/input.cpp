#include <ag/ag.h>

#include <complex>
#include <vector>
using ag::Tensor;

AG_FUNCTION int escape_time(Tensor place) {
  std::complex<double> z;
  const std::complex<double> c{double(place[0]), double(place[1])};
  int n = 0;
  while (std::norm(z) <= 4.0 && n < 50) {
    z = z * z + c;
    ++n;
  }
  return n;
}
AG_CONVERT double turned(Tensor x) {
  std::vector<std::complex<double>> all(2);
  all[0] = std::polar(1.0, double(x));
  all[1] += std::exp(all[0]);
  all[1].imag(2 * all[0].real());
  return all[0] == all[1] ? 0 : std::abs(all[1]);
}
