// The minimal build is one file: what else is a module is linked.
#include "supervisor/module.h"

namespace atrous {

int run_in_module(const ModuleCall& call) { return atrous_module(call); }

} // namespace atrous
