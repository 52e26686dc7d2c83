// Compares closed forms of conflict degrees with enumeration over full ranges.
#include "lab/banks/access.h"
#include "lab/banks/messages.h"
#include "lab/banks/named_mappings.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <map>
#include <set>

namespace atrous {
namespace {

/// The definition, written again: bytes -> words -> (bank, layer), most distinct layers in a bank.
int by_definition(const BankMapping& m, std::int64_t stride, std::int64_t offset, int first, int end) {
    std::map<std::int64_t, std::set<std::int64_t>> layers;
    for (int lane = first; lane < end; ++lane)
        for (int byte = 0; byte < m.element_bytes; ++byte) {
            const auto word = ((offset + stride * lane) * m.element_bytes + byte) / m.access_bytes;
            layers[word % m.banks].insert(word * m.access_bytes / (m.banks * m.layer_bytes));
        }
    std::size_t most = 0;
    for (const auto& [bank, set] : layers) most = std::max(most, set.size());
    return int(most);
}

std::vector<BankMapping> with_banks(int banks) {
    std::vector<BankMapping> all;
    for (auto mapping : bank_mappings()) {
        mapping.banks = banks;
        all.push_back(mapping);
    }
    return all;
}

} // namespace

TEST_CASE("closed forms equal enumeration: every mapping, sub-groups 8 to 64, strides 0 to 512, offsets of a "
          "layer") {
    for (const int banks : {8, 16, 32, 64})
        for (const auto& m : with_banks(banks)) {
            // Offsets of half a million lanes are the bulk. Larger layers take every third offset.
            const int every = layer_elements(m) > 64 ? 3 : 1;
            for (int stride = 0; stride <= 512; ++stride) {
                const auto degrees = degrees_by_base(m, strided_lanes(stride, 0, banks));
                for (int offset = 0; offset < layer_elements(m); offset += every) {
                    const auto closed = closed_degree(m, stride, offset);
                    const bool equal = closed == degrees[std::size_t(offset)];
                    if (!equal) FAIL(m.name, " banks ", banks, " stride ", stride, " offset ", offset);
                }
            }
        }
}

TEST_CASE("enumeration equals the definition by bytes, words, banks and layers") {
    for (const int banks : {8, 32})
        for (const auto& m : with_banks(banks))
            for (int stride = 0; stride <= 80; ++stride)
                for (const int offset : {0, 1, 2, 5, 31, 33}) {
                    auto lanes = strided_lanes(stride, 1, banks - 2);
                    for (auto& element : lanes) element += offset;
                    REQUIRE(conflict_degree(m, lanes) == by_definition(m, stride, offset, 1, banks - 2));
                }
}

TEST_CASE("a mapping that does not exist is refused with the list of names") {
    const Message unknown = thrown_by([] { find_mapping("row3"); });
    CHECK(is_message(unknown, messages::bank_mapping, "row3", anything));
    CHECK(unknown.values[1].starts_with("conv4, conv8, row2"));
    CHECK_THROWS(check_mapping({"custom", 4, 8, 4, 32}));
    CHECK_THROWS(check_mapping({"custom", 3, 4, 4, 32}));
    CHECK_THROWS(check_mapping({"custom", 4, 4, 4, 0}));
}

} // namespace atrous
