#include "model/variable.h"

#include "support/catch.h"

using agc::model::VariableId;
using agc::model::VariableSet;

TEST_CASE("sets of variables join, meet and subtract, whatever was inserted before") {
  VariableSet a, b;
  a.insert(1);
  a.insert(70);
  b.insert(70);
  b.insert(3);
  CHECK((a | b).members() == std::vector<VariableId>{1, 3, 70});
  CHECK((a & b).members() == std::vector<VariableId>{70});
  VariableSet c = a;
  c -= b;
  CHECK(c.members() == std::vector<VariableId>{1});
  a.erase(70);
  CHECK(a == c);
  CHECK_FALSE(a == b);
}
