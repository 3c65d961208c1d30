#pragma once
/// Symbols of their own for converted functions of headers: another translation unit may define the same function
/// plainly, or converted in another way where it sees other instantiations or definitions. So the symbol holds a hash
/// of the generated text: equal texts meet, others do not.
#include <string>

#include "emit/edits.h"
#include "emit/twins.h"
#include "model/lowered.h"

namespace agc::emit {

/// `[[gnu::abi_tag("…")]] ` in front of a further declaration of the function; empty where it needs none.
std::string separating_attribute(const model::Function& function);

/// Inserts what separates the function. To be called before its other edits are made; the hash is not known yet.
void emit_separation(const model::Function& function, Edits& edits);

/// Puts the hashes into the sorted edits.
void name_symbols(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits,
                  std::vector<TwinDefinition>& definitions);

}  // namespace agc::emit
