#pragma once
/// Emits statements: the dispatch over their forms, statements that stay, jumps, and the rest of a block after a jump.
/// Internal to `emit`.
#include "emit/function/emitter_part.h"

namespace agc::emit {

class StatementEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits the statements of a region.
  void region(const model::Region& region);
  void node(const model::Node& node);
  /// Inserts closers before the brace of the enclosing block, or after a statement without braces.
  void close(model::Offset place, const std::string& closers);

 private:
  void remove_attributes(const model::Node& node);
  void kept(const model::Node& node);
  void kept_condition(const model::Stmt& statement);
  void kept_body(const model::Region& region);
  void jump(const model::Node& node);
  void rest(const model::Node& node);
};

}  // namespace agc::emit
