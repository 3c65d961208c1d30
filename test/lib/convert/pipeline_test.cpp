#include "convert/pipeline.h"

#include "support/catch.h"

TEST_CASE("every converter says why it runs where it runs") {
  for (const auto& converter : agc::convert::converters()) {
    CHECK_FALSE(converter.name.empty());
    CHECK(converter.reason.size() > 10);
  }
}

TEST_CASE("jumps are lowered before state is found") {
  size_t jumps = 0, state = 0;
  const auto& list = agc::convert::converters();
  for (size_t k = 0; k < list.size(); ++k) {
    if (list[k].name == "jumps") jumps = k;
    if (list[k].name == "state") state = k;
  }
  CHECK(jumps < state);
}
