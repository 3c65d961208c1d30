#include <ag/ag.h>

#include <functional>
using ag::Tensor;

AG_FUNCTION Tensor applied(Tensor x, std::function<double(double)> f) { return x + f(double(x)); }
AG_FUNCTION Tensor called(Tensor x, Tensor (*f)(Tensor)) { return f(x); }
AG_FUNCTION Tensor held(Tensor x, const std::function<Tensor(Tensor)>& f) { return f(x); }
