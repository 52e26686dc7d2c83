// The table of bank mappings and the enumeration behind every conflict degree.
// Deviation from table 4.1: Fermi has 32 banks, not 16.
#include "banks/mapping.h"
#include "base/error.h"
#include "base/text.h"
#include "model/tables.h"
#include <algorithm>
#include <bit>

namespace atrous {

const std::vector<BankMapping>& bank_mappings() {
    static const std::vector<BankMapping> rows = {
        {"conv4", 4, 4, 4, 32, "conventional, 4-byte words (case two; today's NVIDIA)"},
        {"conv8", 8, 8, 8, 32, "conventional, 8-byte elements and words (case two)"},
        {"row2", 4, 4, 8, 32, "row-major, 2 rows per layer (case one; Kepler, 4-byte mode)"},
        {"row4", 4, 4, 16, 32, "row-major, 4 rows per layer"},
        {"row8", 4, 4, 32, 32, "row-major, 8 rows per layer"},
        {"col2", 4, 8, 8, 32, "column-major, 2 rows per layer (case four; Kepler, 8-byte mode)"},
        {"col4", 4, 16, 16, 32, "column-major, 4 rows per layer"},
        {"col8", 4, 32, 32, 32, "column-major, 8 rows per layer"},
        {"three", 8, 4, 8, 32, "8-byte elements in 4-byte words (case three; Kepler, 4-byte mode)"},
        {"tesla", 4, 4, 4, 16, "NVIDIA Tesla"},
        {"fermi", 4, 4, 4, 32, "NVIDIA Fermi"},
        {"kepler4", 4, 4, 8, 32, "NVIDIA Kepler, 4-byte mode: row2"},
        {"kepler8", 4, 8, 8, 32, "NVIDIA Kepler, 8-byte mode: col2"},
    };
    return rows;
}

BankMapping find_mapping(const std::string& name) {
    for (const auto& row : bank_mappings())
        if (row.name == name) return row;
    throw usage_error("'" + name + "' is not a bank mapping: choose one of " +
                      joined(names_of(std::span(bank_mappings()))));
}

void check_mapping(const BankMapping& mapping) {
    const auto refuse = [](const std::string& what, int value, const std::string& allowed) {
        throw usage_error(what + " is " + std::to_string(value) + ", allowed: " + allowed);
    };
    const auto is_width = [](int bytes) {
        return bytes >= 1 && bytes <= 64 && std::has_single_bit(unsigned(bytes));
    };
    const std::string widths = "8 to 512 bits, a power of two";
    if (!is_width(mapping.element_bytes)) refuse("element width in bits", mapping.element_bytes * 8, widths);
    if (!is_width(mapping.access_bytes)) refuse("bank word width in bits", mapping.access_bytes * 8, widths);
    if (!is_width(mapping.layer_bytes)) refuse("layer width in bits", mapping.layer_bytes * 8, widths);
    if (mapping.access_bytes > mapping.layer_bytes)
        refuse("bank word width in bits", mapping.access_bytes * 8,
               "up to the layer width of " + std::to_string(mapping.layer_bytes * 8));
    if (mapping.banks < 1 || mapping.banks > 4096) refuse("number of banks", mapping.banks, "1 to 4096");
}

int layer_rows(const BankMapping& mapping) {
    return std::max(1, mapping.layer_bytes / mapping.element_bytes);
}

int layer_elements(const BankMapping& mapping) {
    return std::max(1, mapping.banks * mapping.layer_bytes / mapping.element_bytes);
}

int conflict_degree(const BankMapping& mapping, std::span<const std::int64_t> elements) {
    const std::int64_t bytes = mapping.element_bytes, word_bytes = mapping.access_bytes;
    const std::int64_t layer_words =
        std::int64_t(mapping.banks) * (mapping.layer_bytes / mapping.access_bytes);
    thread_local std::vector<std::pair<std::int64_t, std::int64_t>> touched; // bank, layer
    touched.clear();
    for (const auto element : elements) {
        const auto last = floor_div(element * bytes + bytes - 1, word_bytes);
        for (auto word = floor_div(element * bytes, word_bytes); word <= last; ++word)
            touched.emplace_back(floor_mod(word, mapping.banks), floor_div(word, layer_words));
    }
    std::ranges::sort(touched);
    int degree = 0, layers = 0;
    for (std::size_t i = 0; i < touched.size(); ++i) {
        if (i > 0 && touched[i] == touched[i - 1]) continue;
        layers = i > 0 && touched[i].first == touched[i - 1].first ? layers + 1 : 1;
        degree = std::max(degree, layers);
    }
    return degree;
}

} // namespace atrous
