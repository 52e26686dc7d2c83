// Deviation from table 4.1: Fermi has 32 banks, not 16.
// Closed forms of the conflict degree. Deviations from the dissertation, each proved against enumeration:
//  - row-major: algorithm 4.2 adds over rows where it must take the maximum, and algorithm 4.1's offset rule
//  is
//    undefined. Here each residue class of lanes counts the layers between its first and last row;
//  - column-major: algorithm 4.3's floor must be a ceiling. Here the R lanes classes are arcs on the circle
//  of banks
//    and the degree is the most arcs over one bank. Odd strides do conflict in column-major mappings.
#include "lab/banks/named_mappings.h"
#include "base/error.h"
#include "base/text.h"
#include "graph/tables.h"
#include "lab/banks/messages.h"
#include <algorithm>
#include <bit>
#include <numeric>

namespace atrous {
namespace {

using Int = std::int64_t;

bool is_power(Int value) { return value > 0 && std::has_single_bit(std::uint64_t(value)); }

/// Row-major with R rows per layer, `lanes` a multiple of `banks`: lanes of one bank lie S / g rows apart.
int row_major(Int banks, Int rows, Int lanes, Int stride, Int offset) {
    const Int g = std::gcd(stride, banks);
    const Int step = stride / g, visits = lanes * g / banks;
    if (step == 0) return 1;
    if (step >= rows) return int(visits);
    Int latest = 0;
    for (Int i = 0; i < banks / g; ++i) latest = std::max(latest, (offset + stride * i) / banks % rows);
    return int((latest + step * (visits - 1)) / rows + 1);
}

/// Column-major, odd stride >= R: lanes t, t + R, ... are one arc of banks / R neighbours when banks are
/// counted in units of the stride. The degree is the most arcs that hold one bank.
int max_arcs(Int banks, Int rows, Int stride, Int offset) {
    Int inverse = 1;
    while (inverse * stride % banks != 1 % banks) inverse += 2;
    std::vector<Int> starts;
    for (Int t = 0; t < rows; ++t) starts.push_back((offset + stride * t) / rows % banks * inverse % banks);
    int most = 0;
    for (const Int at : starts) // the fullest bank is the first one of some arc
        most = std::max(most, int(std::ranges::count_if(starts, [&](Int start) {
                            return floor_mod(at - start, banks) < banks / rows;
                        })));
    return most;
}

int column_major(Int banks, Int rows, Int stride, Int offset) {
    if (stride % rows == 0) return stride == 0 ? 1 : int(std::gcd(stride / rows, banks));
    while (stride % 2 == 0) stride /= 2, rows /= 2, offset /= 2;
    return stride < rows ? 1 : max_arcs(banks, rows, stride, offset % rows);
}

} // namespace

const std::vector<BankMapping>& bank_mappings() {
    static const std::vector<BankMapping> rows = {
        {"conv4", 4, 4, 4, 32},   // conventional, 4-byte words (case two; today's NVIDIA)
        {"conv8", 8, 8, 8, 32},   // conventional, 8-byte elements and words (case two)
        {"row2", 4, 4, 8, 32},    // row-major, 2 rows per layer (case one; Kepler, 4-byte mode)
        {"row4", 4, 4, 16, 32},   // row-major, 4 rows per layer
        {"row8", 4, 4, 32, 32},   // row-major, 8 rows per layer
        {"col2", 4, 8, 8, 32},    // column-major, 2 rows per layer (case four; Kepler, 8-byte mode)
        {"col4", 4, 16, 16, 32},  // column-major, 4 rows per layer
        {"col8", 4, 32, 32, 32},  // column-major, 8 rows per layer
        {"three", 8, 4, 8, 32},   // 8-byte elements in 4-byte words (case three; Kepler, 4-byte mode)
        {"tesla", 4, 4, 4, 16},   // NVIDIA Tesla
        {"fermi", 4, 4, 4, 32},   // NVIDIA Fermi
        {"kepler4", 4, 4, 8, 32}, // NVIDIA Kepler, 4-byte mode: row2
        {"kepler8", 4, 8, 8, 32}, // NVIDIA Kepler, 8-byte mode: col2
    };
    return rows;
}

BankMapping find_mapping(const std::string& name) {
    for (const auto& row : bank_mappings())
        if (row.name == name) return row;
    throw usage_error(messages::bank_mapping, name, choices(names_of(std::span(bank_mappings()))));
}

void check_mapping(const BankMapping& mapping) {
    const auto refuse = [](const std::string& what, int value, const std::string& allowed) {
        throw usage_error(messages::mapping_number, what, value, allowed);
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

std::optional<int> closed_degree(const BankMapping& m, Int stride, Int offset) {
    const Int rows = layer_rows(m);
    if (!is_power(m.banks) || !is_power(rows) || stride < 0 || offset < 0 || rows > m.banks)
        return std::nullopt;
    if (m.element_bytes < m.access_bytes) {
        if (m.layer_bytes != m.access_bytes) return std::nullopt;
        return column_major(m.banks, rows, stride, offset % rows);
    }
    if (m.element_bytes == m.access_bytes)
        return row_major(m.banks, rows, m.banks, stride, offset % (m.banks * rows));
    if (m.element_bytes != 2 * m.access_bytes || m.layer_bytes != m.element_bytes || m.banks < 2)
        return std::nullopt;
    return row_major(m.banks / 2, 2, m.banks, stride,
                     offset % m.banks); // case three: pairs of banks, two rows
}

std::string explain_degree(const BankMapping& m, Int stride, Int offset) {
    const auto degree = closed_degree(m, stride, offset);
    if (!degree || stride == 0 || m.element_bytes > m.access_bytes) return {};
    const auto text = [](Int value) { return std::to_string(value); };
    const Int rows = layer_rows(m), g = std::gcd(stride, Int(m.banks));
    if (m.element_bytes < m.access_bytes)
        return stride % rows == 0
                   ? "the stride is a multiple of the " + text(rows) + " elements of a word: gcd(" +
                         text(stride / rows) + ", " + text(m.banks) + ") = " + text(*degree)
                   : "a word holds " + text(rows) + " elements: the stride " + text(stride) +
                         " sends up to " + text(*degree) + " groups of lanes to one bank (offset " +
                         text(offset) + ", which counts modulo " + text(rows) + ")";
    return "gcd(stride, banks) = gcd(" + text(stride) + ", " + text(m.banks) + ") = " + text(g) + ": " +
           text(g) + " lanes per bank, " + text(stride / g) + " rows apart, in layers of " + text(rows) +
           (rows == 1 ? " row" : " rows");
}

} // namespace atrous
