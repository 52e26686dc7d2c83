// Chooses ways to compute a result: pairs instead of the whole product.
#include "support/gpu_fixture.h"
#include <doctest/doctest.h>
#include <set>

using namespace atrous;
using namespace atrous::test;

namespace {

using Names = std::set<std::vector<std::string>>;

Names whole(const std::vector<EawSettings>& ways) {
    Names names;
    for (const auto& w : ways)
        names.insert({w.how.schedule->name, w.how.order->name, w.how.form->name, w.how.synthesis->name});
    return names;
}

/// Pairs of names, with the indices of their settings.
Names pairs(const std::vector<EawSettings>& ways) {
    Names names;
    for (const auto& way : whole(ways))
        for (std::size_t i = 0; i < way.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                names.insert({std::to_string(k), way[k], std::to_string(i), way[i]});
    return names;
}

} // namespace

TEST_CASE("ways in pairs: every turn has every pair of all ways, and three turns have all ways") {
    const EawSettings base;
    const auto all = all_ways(base);
    CHECK(whole(all).size() == all.size());
    std::vector<EawSettings> of_turns;
    for (const int turn : {0, 1, 2}) {
        const auto some = ways_in_pairs(base, turn);
        CHECK(pairs(some) == pairs(all));
        of_turns.insert(of_turns.end(), some.begin(), some.end());
    }
    CHECK(whole(of_turns) == whole(all));
}
