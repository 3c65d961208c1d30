#pragma once
/// The only file that knows which major of Catch2 is there: 2.13 on Debian 12, 3 on Ubuntu 24.04.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#define AG_CATCH2_MAJOR 3
#else
#include <catch2/catch.hpp>
#define AG_CATCH2_MAJOR 2
#endif

namespace ag_test {

#if AG_CATCH2_MAJOR == 3
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
#else
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
inline auto ContainsSubstring(const std::string& text) { return Catch::Matchers::Contains(text); }
#endif

}  // namespace ag_test

#if AG_CATCH2_MAJOR == 3
using Catch::Approx;
#endif
