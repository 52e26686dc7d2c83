// Declares figures of the schedule paper: a drawing, its numbers, and the claims of the paper's text with our
// results. The figures themselves are known only from that text.
#pragma once
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "lab/bench/rows/options.h"
#include <string>
#include <vector>

namespace atrous {

/// A claim of the paper about a figure, and our results: a column per way of computing.
struct PaperClaim {
    std::string what, paper;
    std::vector<std::string> here;
};

struct FigureResult {
    std::string text; ///< tables as text
    Json data;        ///< all numbers
    std::string svg;
    std::vector<std::string> columns; ///< of `PaperClaim::here`
    std::vector<PaperClaim> claims;
    std::vector<std::string> notes{}; ///< limits of the figure
    Exit interrupted = Exit::ok;      ///< by a signal: fewer repeats than requested
    bool failed = false;              ///< a row could not be timed, or differs
};

/// Input of a figure: the command line, and its options, with the figure's own defaults.
struct FigureInput {
    const CommandLine& line;
    BenchOptions options;
};

/// The orders in the paper's comparison, as rows of graph/tables.h. Columns of its figures.
std::vector<const Order*> figure_orders();

FigureResult permutations_figure(const FigureInput& input); ///< 6
FigureResult footprints_figure(const FigureInput& input);   ///< 8
FigureResult times_figure(const FigureInput& input);        ///< 9. Needs a device
FigureResult caches_figure(const FigureInput& input);       ///< 10

} // namespace atrous
