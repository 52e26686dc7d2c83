// Lists the figures, with their output as text and files. A. R. Dolp, J. Hanika, C. Dachsbacher: A Fast GPU Schedule
// For À-Trous Wavelet-Based Denoisers, 2024. Numbers come from its text; where the text contradicts itself, misprints
// are corrected (0.052 to 0.59 ms is 0.052 to 0.059 by its own ratios).
#include "base/embedded.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/tables.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/rows/modes.h"
#include "lab/bench/rows/output.h"
#include "lab/figures/figure.h"
#include "lab/messages.h"
#include <algorithm>

namespace atrous {
namespace {

struct FigureRow {
    const char* number;
    const char* title;
    FigureResult (*make)(const FigureInput&);
    Size size;         ///< defaults: of the image,
    int levels;        ///< of the levels
    const char* takes; ///< options in addition to the common ones
};

constexpr const char* common = "figure|svg|json|verbose|quiet";
constexpr FigureRow figure_rows[] = {
    {"6",
     "Permutations of one axis in both orders, with and without mirroring",
     permutations_figure,
     {16, 1},
     4,
     "size|levels"},
    {"8",
     "Weights of the pixels that one pixel near the border is made of",
     footprints_figure,
     {32, 32},
     3,
     "size|levels|radius|centre|kernel"},
    {"9",
     "Time per level of the baseline and of both orders, in global and in local memory",
     times_figure,
     {1920, 1080},
     5,
     "size|levels|radius|repeat|device|banks|bank-bits|subgroup|yes"},
    {"10",
     "Cache hit rates per level of the same, by a model of the paper's device",
     caches_figure,
     {1920, 1080},
     5,
     "size|levels|radius|model-cache|units|subgroup"},
};

const FigureRow& figure_row(const std::string& number) {
    const auto at = std::ranges::find(figure_rows, number, &FigureRow::number);
    if (at != std::end(figure_rows)) return *at;
    std::vector<std::string> numbers;
    for (const auto& row : figure_rows) numbers.emplace_back(row.number);
    unknown_name("--figure", number, numbers);
}

void refuse_others(const FigureRow& row, const CommandLine& line) {
    auto taken = split(common, '|');
    for (const auto& name : split(row.takes, '|')) taken.push_back(name);
    for (const auto& [name, value] : line.given)
        if (std::ranges::find(taken, name) == taken.end())
            throw usage_error(messages::figure_option, row.number, name,
                              joined(split(row.takes, '|'), ", --"));
}

FigureInput input_of(const FigureRow& row, const CommandLine& line) {
    FigureInput input{line, bench_options(line)};
    if (!line.has("size")) input.options.size = row.size;
    if (input.options.settings.levels == 0) input.options.settings.levels = row.levels;
    return input;
}

std::string claims_text(const FigureResult& figure) {
    Table table;
    table.add({"what the paper's text states", "paper"});
    for (const auto& column : figure.columns) table.rows[0].push_back("here: " + column);
    for (const PaperClaim& claim : figure.claims) {
        table.add({claim.what, claim.paper});
        for (const auto& cell : claim.here) table.rows.back().push_back(cell);
    }
    std::string text = table.text();
    for (const auto& note : figure.notes)
        for (const auto& line : wrapped(note, 100)) text += line + "\n";
    return text;
}

Json figure_json(const FigureRow& row, const FigureResult& figure) {
    const Json claims = array_of(figure.claims, [&](const PaperClaim& claim) {
        Json one = Json::Object{{"what", claim.what}, {"paper", claim.paper}};
        for (std::size_t i = 0; i < claim.here.size(); ++i) one[figure.columns[i]] = claim.here[i];
        return one;
    });
    return Json::Object{{"atrous", version()}, {"figure", std::stoi(row.number)},
                        {"title", row.title},  {"interrupted", figure.interrupted != Exit::ok},
                        {"claims", claims},    {"notes", figure.notes},
                        {"data", figure.data}};
}

} // namespace

std::vector<const Order*> figure_orders() {
    return find_rows(orders(), {"ascending", "subdivision"}, "--order");
}

int run_figure(const CommandLine& line) {
    const FigureRow& row = figure_row(*line.find("figure"));
    refuse_others(row, line);
    OutputFiles files(line, {"svg", "json"});
    const FigureResult figure = row.make(input_of(row, line));
    files.finish({{"svg", figure.svg}, {"json", figure_json(row, figure).dump(2) + "\n"}},
                 std::string("Figure ") + row.number + ": " + row.title + "\n\n" + figure.text + "\n" +
                     claims_text(figure));
    if (figure.interrupted != Exit::ok) return int(figure.interrupted);
    return int(figure.failed ? Exit::some_failed : Exit::ok);
}

} // namespace atrous
