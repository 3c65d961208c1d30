#pragma once
/// Distinct symbols for converted functions of headers. Another translation unit may define the same function
/// unconverted, or convert it differently because it sees other instantiations or definitions. The symbol therefore
/// contains a hash of the generated text: equal texts have equal symbols.
#include <string>

#include "emit/edits.h"
#include "emit/staged_classes.h"
#include "model/lowered.h"

namespace agc::emit {

/// Returns `[[gnu::abi_tag("…")]] ` for a further declaration of the function, or an empty string if it needs none.
std::string separating_attribute(const model::Function& function);

/// Inserts the attribute with a placeholder for the hash. Has to be called before the other edits of the function are
/// made.
void emit_separation(const model::Function& function, Edits& edits);

/// Replaces the placeholders in the sorted edits and the definitions by the hashes.
void name_symbols(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits,
                  std::vector<StagedMethodDefinition>& definitions);

}  // namespace agc::emit
