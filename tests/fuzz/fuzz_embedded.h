// Provides empty presets and tables, because the program's own ones have separate tests.
#pragma once
#include "base/embedded.h"

namespace atrous {
const std::vector<Embedded>& embedded_files() {
    static const std::vector<Embedded> none;
    return none;
}
} // namespace atrous
