#pragma once
/// Emits loops as calls of ag::while_stmt, ag::for_stmt and ag::do_stmt, and `for` loops of the host whose end a flag
/// decides. Internal to `emit`.
#include <string>

#include "emit/function/emitter_part.h"

namespace agc::emit {

/// Returns the text without white space at its ends.
std::string_view trimmed(std::string_view text);

class LoopEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  void while_loop(const model::Node& node);
  void for_loop(const model::Node& node);
  void do_loop(const model::Node& node);
  /// Emits a loop of the host with the flags that end it. Its body runs if no flag is set.
  void guarded_for_loop(const model::Node& node);
  /// Emits the text after the header of a loop: its state, its stated options and the start of its body. `declared`:
  /// declarations at the start of the body.
  void open_body(const model::Node& node, model::Range replaced, const std::string& before,
                 const std::string& parameters = {}, const std::string& declared = {});
  /// Emits the body, then inserts `after`.
  void body(const model::Region& body, const std::string& after);

 private:
  void open_test(const model::Stmt& loop, model::Offset begin, model::Offset at, const std::string& before,
                 const std::string& call);
};

}  // namespace agc::emit
