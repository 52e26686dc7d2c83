// Sets gains of 2 on the middle levels, with searched edges or others, for the tests of --edges auto.
#pragma once
#include "filters/eaw/settings.h"
#include "support/named.h"

namespace atrous::test {

constexpr double none = 0, automatic = -1; ///< instead of a sigma

/// Six levels in space lab, whose middle three have gains of 2.
inline EawSettings middle_boost(double sigma) {
    EawSettings s;
    s.space = named("lab");
    s.levels = 6;
    s.luma = {{1, 1, 2, 2, 2, 1}};
    s.search_edges = sigma == automatic;
    if (sigma != automatic) s.edges = {{sigma}};
    return s;
}

} // namespace atrous::test
