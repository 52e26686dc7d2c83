// What the comparisons of every build check first.
#include "gpu/kept_cl.h"
#include "base/error.h"

namespace atrous {

void check_comparable(const KeptFloats& a, const KeptFloats& b) {
    if (a.count == b.count) return;
    throw Error(Exit::internal, "results of " + std::to_string(a.count) + " and " + std::to_string(b.count) +
                                    " floats cannot be compared");
}

} // namespace atrous
