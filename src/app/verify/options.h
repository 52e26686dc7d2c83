// The options of `verify`.
#pragma once
#include "app/cli/options.h"

namespace atrous {

const OptionTable& verify_table();

} // namespace atrous
