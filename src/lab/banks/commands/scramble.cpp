// Runs `atrous banks scramble`: decimating filters that read local memory with a stride, and the order of taps that
// avoids its conflicts.
#include "banks/scramble.h"
#include "base/text.h"
#include "lab/banks/commands/commands.h"
#include <algorithm>
#include <iostream>

namespace atrous {

const OptionTable& scramble_table() {
    using enum ValueKind;
    static const OptionTable table{
        "banks scramble",
        "[options]",
        "Lanes of a decimating filter start `factor` elements apart, so gcd(factor, banks) of them share a "
        "bank. Another order of taps per group of lanes avoids the conflicts.",
        {{"Filter", "factor", 0, integer, "N", "8",
          "Set the decimation, {range}: elements between the starts of lanes", 1, 65536},
         {"Filter", "taps", 0, integer, "N", "32", "Set the taps of the filter, {range}", 1, 4096},
         {"Local memory", "banks", 0, integer, "N", "32",
          "Set the banks that serve one phase, {range}; 8 for 16-byte samples on 32 banks of 4 bytes", 1,
          1024},
         {"Local memory", "lanes", 0, integer, "N", "the banks", "Set the lanes of one phase, {range}", 1,
          1024},
         {"Output", "json", 0, flag, "", "", "Print JSON"},
         {"Output", "help", 'h', flag, "", "", "Print this help"}},
        "example: atrous banks scramble --factor 8 --taps 32 --banks 32\n"};
    return table;
}

namespace {

struct Filter {
    int factor, taps, banks, lanes;
};

/// The taps in the order of a lane, padded to whole tiles.
std::vector<int> tap_order(const Scramble& s, int lane, int taps) {
    std::vector<int> order;
    for (int k = 0; k < taps; k += s.tile)
        for (int j = 0; j < s.tile; ++j) order.push_back(k + scrambled_tap(s, lane, j));
    return order;
}

/// The first lane of each group, by group.
std::vector<int> group_leaders(const Scramble& s) {
    std::vector<int> leaders;
    for (int group = 0; group < s.gcd; ++group) {
        const auto at = std::ranges::find(s.group_of_lane, group);
        if (at != s.group_of_lane.end()) leaders.push_back(int(at - s.group_of_lane.begin()));
    }
    return leaders;
}

/// The worst conflict degree of a step, by the order of taps.
struct ComparedFactor {
    int factor, naive, basic, slide, scrambled;
};
std::vector<ComparedFactor> compared_factors(const Filter& f) {
    std::vector<ComparedFactor> rows;
    for (int factor = 2; factor <= 16; ++factor) {
        const auto s = scramble(factor, f.banks, f.lanes);
        rows.push_back({factor, s.naive, basic_striding_degree(factor, f.banks, f.lanes, f.taps),
                        std::ranges::max(slide_degrees(factor, f.banks, f.lanes)), s.scrambled});
    }
    return rows;
}

Json scramble_json(const Filter& f) {
    const auto s = scramble(f.factor, f.banks, f.lanes);
    Json out =
        Json::Object{{"banks", f.banks},
                     {"lanes", f.lanes},
                     {"decimation", f.factor},
                     {"taps", f.taps},
                     {"gcd", s.gcd},
                     {"before", s.naive},
                     {"basic_taps_eq_banks", basic_striding_degree(f.factor, f.banks, f.lanes, f.banks)},
                     {"general_tile", s.tile},
                     {"general_degree", s.scrambled},
                     {"exclusive_or", s.exclusive_or},
                     {"padded_taps", (f.taps + s.tile - 1) / s.tile * s.tile},
                     {"group_of_lane", s.group_of_lane},
                     {"slide_per_step", slide_degrees(f.factor, f.banks, f.lanes)}};
    std::vector<int> taps{7, 8, 15, 16, 31, 32, 33, 64, f.taps};
    std::ranges::sort(taps);
    for (const int count : taps)
        out["basic_worst"][std::to_string(count)] = basic_striding_degree(f.factor, f.banks, f.lanes, count);
    out["order_of_group"] = array_of(group_leaders(s), [&](int lane) { return tap_order(s, lane, f.taps); });
    out["factors"] = array_of(compared_factors(f), [](const ComparedFactor& row) {
        return Json::Object{{"decimation", row.factor},
                            {"before", row.naive},
                            {"basic", row.basic},
                            {"slide", row.slide},
                            {"general_degree", row.scrambled}};
    });
    return out;
}

void print_order(const Filter& f, const Scramble& s) {
    std::cout << "\nOrder of taps, per group of lanes (each lane starts at element lane * " << f.factor
              << "):\n";
    Table table;
    table.add({"group", "first lane", "taps"});
    for (const int lane : group_leaders(s)) {
        std::string taps;
        const auto order = tap_order(s, lane, f.taps);
        for (std::size_t i = 0; i < order.size() && taps.size() < 70; ++i)
            taps += std::to_string(order[i]) + " ";
        if (order.size() > 0 && taps.size() >= 70) taps += "...";
        table.add({std::to_string(s.group_of_lane[std::size_t(lane)]), std::to_string(lane), taps});
    }
    std::cout << table.text("  ");
    if (f.taps % s.tile)
        std::cout << "  Pad the " << f.taps << " coefficients with zeros to "
                  << (f.taps / s.tile + 1) * s.tile << ": tiles of " << s.tile << " taps must be readable.\n";
    std::cout << (s.exclusive_or ? "  Tap k + (j xor q)" : "  Tap k + (j + q) mod " + std::to_string(s.tile))
              << ", group q = lane * " << s.gcd << " / " << f.banks << " mod " << s.gcd << ", tile k = 0, "
              << s.tile << ", ..., step j = 0 .. " << s.tile - 1 << ".\n";
}

void print_factors(const Filter& f) {
    std::cout << "\nConflict degree of each step (worst), " << f.lanes << " lanes on " << f.banks
              << " banks, " << f.taps << " taps:\n";
    Table table;
    table.add({"factor", "in order", "(k + lane) mod taps", "slide", "scrambled"});
    for (const ComparedFactor& row : compared_factors(f))
        table.add({std::to_string(row.factor), std::to_string(row.naive), std::to_string(row.basic),
                   std::to_string(row.slide), std::to_string(row.scrambled)});
    std::cout << table.text("  ");
}

} // namespace

int run_banks_scramble(const BankOptions& options) {
    refuse_operands(options.table, options.line);
    Filter f{options.small("factor"), options.small("taps"), options.small("banks"), 0};
    f.lanes = options.has("lanes") ? options.small("lanes") : f.banks;
    if (options.has("json")) return std::cout << scramble_json(f).dump(2) << '\n', 0;
    const auto s = scramble(f.factor, f.banks, f.lanes);
    std::cout << "Factor " << f.factor << " on " << f.banks << " banks: in order, each step is "
              << degree_words(s.naive) << " (gcd " << s.gcd << ");\nscrambled in tiles of " << s.tile
              << " taps it is " << degree_words(s.scrambled) << ".\n";
    print_order(f, s);
    print_factors(f);
    return 0;
}

} // namespace atrous
