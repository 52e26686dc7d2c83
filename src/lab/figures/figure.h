// Defines a figure of the schedule paper as it is reproduced here: a drawing, its numbers, and the numbers in the
// paper's text next to the measured ones. Only that text was available, not the figures.
#pragma once
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "lab/bench/rows/options.h"
#include <string>
#include <vector>

namespace atrous {

/// The paper's numbers for a figure and the measured numbers: a column per way of computing.
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
    Exit interrupted = Exit::ok;      ///< by a signal: some rows were timed less often than requested
    bool failed = false;              ///< a row could not be timed, or differs
};

/// The input of a figure: the command line, and its options with the figure's own defaults.
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
