// What may follow the patterns of a table's row: "to previous", "y up", "sky 1e10".
#pragma once
#include "io/aov/table.h"

namespace atrous {

/// Sets what one of these says, "to previous". Throws a usage error led by `where`: an unknown word, one that does not
/// belong to the row's role, a value that is none.
void set_aov_word(AovRow& row, const std::string& text, const std::string& where);

} // namespace atrous
