#include "analysis/jumps.h"

#include "support/catch.h"

using agc::analysis::escaping_jumps;
using agc::analysis::find_loop_exits;
using agc::analysis::surely_jumps;
using agc::model::Stmt;

namespace jumps_test {
namespace {

Stmt make(Stmt::Kind kind, std::vector<Stmt> children = {}, bool staged = false) {
  Stmt result;
  result.kind = kind;
  result.children = std::move(children);
  result.staged = staged;
  return result;
}

}  // namespace

TEST_CASE("a break leaves an if but not its loop; a return leaves both") {
  const Stmt branch = make(Stmt::Kind::If, {make(Stmt::Kind::Break)}, true);
  CHECK(escaping_jumps(branch, true).breaks);
  CHECK_FALSE(escaping_jumps(make(Stmt::Kind::While, {branch}), false).any());
  const Stmt returns = make(Stmt::Kind::If, {make(Stmt::Kind::Return)}, true);
  CHECK(escaping_jumps(make(Stmt::Kind::While, {returns}), true).returns);
}

TEST_CASE("a jump under host conditions is no staged jump") {
  const Stmt branch = make(Stmt::Kind::If, {make(Stmt::Kind::Continue)});
  CHECK(escaping_jumps(branch, false).continues);
  CHECK_FALSE(escaping_jumps(branch, true).any());
}

TEST_CASE("a break inside a switch stays there, a continue goes on to the loop") {
  const Stmt body = make(Stmt::Kind::Block, {make(Stmt::Kind::Break), make(Stmt::Kind::Continue)});
  const Stmt choice = make(Stmt::Kind::Switch, {body});
  CHECK_FALSE(escaping_jumps(choice, false).breaks);
  CHECK(escaping_jumps(choice, false).continues);
}

TEST_CASE("an if surely jumps only if both branches do") {
  const Stmt jump = make(Stmt::Kind::Return), none = make(Stmt::Kind::Expression);
  CHECK(surely_jumps(make(Stmt::Kind::If, {jump, jump})));
  CHECK_FALSE(surely_jumps(make(Stmt::Kind::If, {jump, none})));
  CHECK_FALSE(surely_jumps(make(Stmt::Kind::If, {jump})));
  CHECK(surely_jumps(make(Stmt::Kind::Block, {none, jump})));
}

TEST_CASE("an endless loop without a break of its own surely jumps where it returns") {
  Stmt loop = make(Stmt::Kind::While, {make(Stmt::Kind::If, {make(Stmt::Kind::Return)}, true)});
  loop.condition_is_true = true;
  CHECK(surely_jumps(loop));
  loop.children.push_back(make(Stmt::Kind::Break));
  CHECK_FALSE(surely_jumps(loop));
}

TEST_CASE("a host loop has exits where a staged break or return leaves it, and not for a staged continue alone") {
  const auto loop_with = [](Stmt::Kind jump) {
    Stmt loop = make(Stmt::Kind::For, {make(Stmt::Kind::Block, {make(Stmt::Kind::If, {make(jump)}, true)})});
    find_loop_exits(loop);
    return loop;
  };
  CHECK(loop_with(Stmt::Kind::Break).has_exits);
  CHECK(loop_with(Stmt::Kind::Return).has_exits);
  CHECK_FALSE(loop_with(Stmt::Kind::Continue).has_exits);
}

TEST_CASE("a host break after a staged continue depends on the tensor as well") {
  Stmt loop = make(Stmt::Kind::For, {make(Stmt::Kind::Block, {make(Stmt::Kind::If, {make(Stmt::Kind::Continue)}, true),
                                                              make(Stmt::Kind::If, {make(Stmt::Kind::Break)})})});
  find_loop_exits(loop);
  CHECK(loop.has_exits);
}

TEST_CASE("a do loop surely jumps where its body does, unless a continue comes to the test") {
  Stmt loop = make(Stmt::Kind::DoWhile, {make(Stmt::Kind::Block, {make(Stmt::Kind::Return)})});
  CHECK(surely_jumps(loop));
  loop.children[0].children.insert(loop.children[0].children.begin(),
                                   make(Stmt::Kind::If, {make(Stmt::Kind::Continue)}, true));
  CHECK_FALSE(surely_jumps(loop));
}

}  // namespace jumps_test
