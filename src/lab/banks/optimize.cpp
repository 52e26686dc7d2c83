// Computes conflict tables and layouts for both searches.
#include "lab/banks/optimize.h"
#include "base/error.h"
#include "base/text.h"
#include "graph/tables.h"
#include "lab/banks/messages.h"
#include "lab/banks/named_mappings.h"
#include <algorithm>
#include <numeric>
#include <ranges>
#include <tuple>

namespace atrous {
namespace {

BankMapping mode_mapping(const BankMode& mode, int elem_bytes) {
    const bool wide = elem_bytes == 8;
    if (mode.name == "kepler4") return find_mapping(wide ? "three" : "row2");
    if (mode.name == "kepler8") return find_mapping(wide ? "conv8" : "col2");
    return {"conv32x4", elem_bytes, 4, 4, 32};
}

/// Lanes that are served together: 8-byte elements on 32 banks of 4 bytes take two halves of a warp.
int phase_lanes(const BankMode& mode, int elem_bytes) {
    return mode.name == "conv32x4" && elem_bytes == 8 ? 16 : 32;
}

/// Number of paddings to try: up to the banks, in column-major mappings up to a layer (section 6.3).
int paddings_of(const BankMapping& m) {
    return m.access_bytes > m.element_bytes ? layer_elements(m) : m.banks;
}

} // namespace

const std::vector<BankMode>& bank_modes() {
    static const std::vector<BankMode> rows = {
        {"kepler4", "4", 4, "NVIDIA Kepler, 4-byte banks of 8 bytes per layer"},
        {"kepler8", "8", 8, "NVIDIA Kepler, 8-byte banks"},
        {"conv32x4", "conv32x4", 4, "32 banks of 4 bytes: Fermi, Maxwell and later, most others"},
    };
    return rows;
}

const BankMode& find_bank_mode(const std::string& name) {
    for (const auto& row : bank_modes())
        if (row.name == name) return row;
    throw usage_error(messages::bank_mode, name, choices(names_of(std::span(bank_modes()))));
}

ConflictTable conflict_table(const BankKernel& kernel, const BankMode& mode) {
    const auto mapping = mode_mapping(mode, kernel.elem_bytes);
    ConflictTable table{&kernel, &mode, layer_elements(mapping), 0, {}};
    const auto patterns = kernel_patterns(kernel, phase_lanes(mode, kernel.elem_bytes), table.layer);
    for (std::size_t array = 0; array < patterns.size(); ++array) {
        table.warp_accesses += access_count(patterns[array]);
        const auto twin =
            std::ranges::find_if(std::views::iota(std::size_t(0), array), [&](std::size_t other) {
                return kernel.arrays[other].width == kernel.arrays[array].width &&
                       patterns[other] == patterns[array];
            });
        if (*twin < array) { // many arrays often have equal accesses
            table.replays.push_back(std::vector(table.replays[*twin]));
            continue;
        }
        auto& by_padding = table.replays.emplace_back();
        for (int padding = 0; padding < paddings_of(mapping); ++padding)
            by_padding.push_back(
                replays_by_base(patterns[array], mapping, kernel.arrays[array].width + padding));
    }
    return table;
}

LayoutChoice evaluated(const ConflictTable& table, LayoutChoice layout) {
    std::int64_t offset = 0;
    layout.mode = table.mode;
    layout.replays = 0;
    for (const int at : layout.order) {
        const auto i = std::size_t(at);
        const auto& array = table.kernel->arrays[i];
        offset += layout.inter[i];
        layout.replays += table.replays[i][std::size_t(layout.pads[i])][std::size_t(offset % table.layer)];
        offset += std::int64_t(array.height) * (array.width + layout.pads[i]);
    }
    layout.bytes = offset * table.kernel->elem_bytes;
    return layout;
}

LayoutChoice plain_layout(const ConflictTable& table) {
    const auto arrays = table.kernel->arrays.size();
    LayoutChoice layout;
    layout.order.resize(arrays);
    std::iota(layout.order.begin(), layout.order.end(), 0);
    layout.pads.assign(arrays, 0);
    layout.inter.assign(arrays, 0);
    layout.method = "none";
    return evaluated(table, layout);
}

bool better(const LayoutChoice& a, const LayoutChoice& b) {
    return std::tie(a.replays, a.bytes, a.mode->bank_width, a.pads) <
           std::tie(b.replays, b.bytes, b.mode->bank_width, b.pads);
}

} // namespace atrous
