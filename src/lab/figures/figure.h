// What a figure of the schedule paper becomes here: a drawing, its numbers, and what the paper's text states beside what is
// found. The figures themselves are known only from that text.
#pragma once
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "lab/bench/rows/options.h"
#include <string>
#include <vector>

namespace atrous {

/// What the paper states of a figure, and what was found: a column per way of computing.
struct PaperClaim {
    std::string what, paper;
    std::vector<std::string> here;
};

struct FigureResult {
    std::string text; ///< tables for people
    Json data;        ///< all numbers
    std::string svg;
    std::vector<std::string> columns; ///< of `PaperClaim::here`
    std::vector<PaperClaim> claims;
    std::vector<std::string> notes{}; ///< what the figure cannot show
    Exit interrupted = Exit::ok;      ///< by a signal: not all was timed as often as asked
    bool failed = false;              ///< a row could not be timed, or differs
};

/// What a figure is made from: the command line, and the options in it, with the figure's own defaults.
struct FigureInput {
    const CommandLine& line;
    BenchOptions options;
};

/// The orders that the paper compares, as rows of graph/tables.h; columns of its figures.
std::vector<const Order*> figure_orders();

FigureResult permutations_figure(const FigureInput& input); ///< 6
FigureResult footprints_figure(const FigureInput& input);   ///< 8
FigureResult times_figure(const FigureInput& input);        ///< 9; needs a device
FigureResult caches_figure(const FigureInput& input);       ///< 10

} // namespace atrous
