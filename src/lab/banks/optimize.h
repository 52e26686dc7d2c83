// Finds a layout of a kernel's arrays with few bank conflicts: padding of rows (intra), space between arrays
// (inter), order of arrays and bank width, within a memory limit (Gao 2014, chapter 6), and for small
// problems the best layout.
#pragma once
#include "lab/banks/kernel.h"
#include <optional>

namespace atrous {

/// A setting of the hardware for the mapping of elements to banks.
struct BankMode {
    std::string name; ///< "kepler4"
    std::string key;  ///< of the conflict curve in JSON: the bank width if the hardware has a choice
    int bank_width;   ///< bytes
    std::string what;
};
const std::vector<BankMode>& bank_modes();
/// The mode of that name. Throws a usage error that lists the names.
const BankMode& find_bank_mode(const std::string& name);

/// Replays of every array of a kernel in one mode, for each row padding (elements) and each base modulo
/// `layer`.
struct ConflictTable {
    const BankKernel* kernel;
    const BankMode* mode;
    int layer = 32;                                              ///< elements of a layer of all banks
    std::int64_t warp_accesses = 0;                              ///< of the whole kernel
    std::vector<std::vector<std::vector<std::int64_t>>> replays; ///< [array][padding][base]
    int paddings() const { return int(replays.front().size()); }
};
ConflictTable conflict_table(const BankKernel& kernel, const BankMode& mode);

constexpr std::int64_t unlimited = std::int64_t(1) << 60;

/// The places of the arrays. Vectors are by array in order of declaration, in elements.
struct LayoutChoice {
    const BankMode* mode = nullptr;
    std::vector<int> order; ///< arrays from low to high addresses
    std::vector<int> pads;  ///< per row
    std::vector<int> inter; ///< before the array
    std::int64_t replays = 0;
    std::int64_t bytes = 0;
    std::string method; ///< method of the search
};
/// Fills in replays and bytes.
LayoutChoice evaluated(const ConflictTable& table, LayoutChoice layout);
/// No padding, order of declaration.
LayoutChoice plain_layout(const ConflictTable& table);
/// True for fewer replays, then fewer bytes, then narrower banks, then smaller paddings.
bool better(const LayoutChoice& a, const LayoutChoice& b);

/// The dissertation's ways to combine option lists (section 6.4).
enum class LayoutMethod { one, two, both };
/// The dissertation's search: option lists, methods one and two, progressive ranges of paddings, then
/// inter-padding and order. Never more than `limit` bytes. Throws a usage error if the unpadded arrays exceed
/// it.
LayoutChoice heuristic_layout(const std::vector<ConflictTable>& tables, std::int64_t limit,
                              LayoutMethod method = LayoutMethod::both);

/// Returns paddings with strictly falling replays for a single array at base 0: {padding, replays}.
std::vector<std::pair<int, std::int64_t>> option_list(const ConflictTable& table, int array, int largest);

/// Returns whether best_layouts takes at most about a second: fewer arrays, paddings and bases need fewer steps.
bool can_pack(const ConflictTable& table);
/// Every layout of one table in this order that no other beats in both replays and bytes. `with_inter`: also
/// searches space before arrays.
std::vector<LayoutChoice> best_layouts(const ConflictTable& table, const std::vector<int>& order,
                                       bool with_inter);
/// The best one within a limit.
std::optional<LayoutChoice> best_within(const std::vector<LayoutChoice>& layouts, std::int64_t limit);

/// The best layouts over all orders and inter-paddings. Nothing if that would take more than some seconds:
/// the product of orders, arrays, paddings, spaces and bases is above a limit.
std::optional<std::vector<LayoutChoice>> exact_layouts(const std::vector<ConflictTable>& tables);

} // namespace atrous
