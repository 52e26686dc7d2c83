// What `atrous banks optimize` found out about one kernel, and the ways in which it is shown.
#pragma once
#include "base/json.h"
#include "lab/banks/optimize.h"

namespace atrous {

struct LayoutReport {
    BankKernel kernel;
    std::vector<ConflictTable> all;   ///< every mode, for "before"
    std::vector<ConflictTable> used;  ///< the modes that may be chosen
    std::vector<std::int64_t> limits; ///< bytes; the first is the one in force
    LayoutChoice before{};            ///< unpadded, in the first mode that may be chosen
    LayoutChoice heuristic{};
    std::optional<LayoutChoice> exact{}; ///< nothing: not asked for, or too large
    LayoutChoice chosen{};
    std::vector<std::optional<LayoutChoice>> optimum{}; ///< per limit: packed in order; none: too large

    ConflictTable const& table_of(const LayoutChoice& layout) const;
};

/// Members named as in tests/vectors/padding.json.
Json layout_json(const LayoutReport& report);
/// For people, at most 100 columns wide.
std::string layout_text(const LayoutReport& report);
/// A Markdown page with a table of all kernels, before and after.
std::string layout_markdown(const std::vector<LayoutReport>& reports, const std::vector<std::string>& files);
/// "0", "tile +2, ref +1"; "-" where nothing is padded.
std::string padding_words(const LayoutReport& report, const LayoutChoice& layout);

} // namespace atrous
