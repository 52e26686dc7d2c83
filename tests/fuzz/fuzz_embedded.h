// The program's own presets and tables have tests of their own: here there are none.
#pragma once
#include "base/embedded.h"

namespace atrous {
const std::vector<Embedded>& embedded_files() {
    static const std::vector<Embedded> none;
    return none;
}
} // namespace atrous
