// Defines the options of `bench`.
#include "base/error.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "filters/eaw/settings.h"
#include "graph/tables.h"
#include <algorithm>
#include <string_view>

namespace atrous {
namespace {

constexpr const char* rows_heading = "Rows";
constexpr const char* by_device = "the device table's"; // which is 0 as a number

/// A list of names of a table, which follow `words` in the sentence.
template <class Row>
OptionRow axis_row(const char* name, const std::string& words, std::span<const Row> rows,
                   const std::string& more = "") {
    return {rows_heading,
            name,
            0,
            ValueKind::text,
            "NAME,..",
            "",
            kept(words + joined(names_of(rows), ", ") + more)};
}

std::vector<OptionRow> axis_rows() {
    return {
        axis_row("schedule", "Time these schedules: ", schedules()),
        axis_row("order", "Time these orders of the permuted schedule: ", orders()),
        axis_row("form", "Time these kernel forms: ", forms()),
        axis_row("map", "Time these maps of form tile ('atrous banks tile'): ", maps(),
                 "; planes needs synthesis stored"),
        axis_row("element", "Time these elements of local memory, form tile: ", elements(),
                 " (32 bits, 128 bits)"),
        {rows_heading, "group", 0, ValueKind::text, "WxH,..", "",
         "Time these work-groups, for the forms direct and tile; for form ring W work-items go down H rows"},
        axis_row("synthesis", "Time these upward passes: ", syntheses()),
        axis_row("border", "Time these borders: ", borders(), " (mirror is approximate)"),
        axis_row("storage", "Time these formats of planes on the device: ", storages(),
                 " (half is approximate)")};
}

/// Further options for the computation of a row.
OptionRow device_row(const char* name, const char* words, const Range& range) {
    return {"Run", name, 0, ValueKind::integer, "N", by_device, words, 0, range.most};
}

OptionTable made_table() {
    using enum ValueKind;
    OptionTable table{
        "bench",
        "[options]",
        "Times the schedules of the edge-avoiding wavelets on a device, each checked against the dilated "
        "baseline first. Lists (A,B) make a row of every combination; without any, a small set of rows runs. "
        "Times come from OpenCL events; rows take turns, so that other load on the machine hits all alike.",
        {{rows_heading, "match", 0, text, "PATTERN,..", "",
          "Time all rows whose names contain this; * matches anything. The single word svgf times the "
          "filter of 'atrous denoise', scale the row reads of 'atrous scale'"},
         {rows_heading, "list", 0, flag, "", "", "Print the names of the rows, and run nothing"},
         {"Run", "tune", 0, flag, "", "",
          "Measure the forms on this device and keep the fastest for later runs; per filter, border and size of image"},
         {"Run", "size", 0, text, "WxH", "",
          "Set the image size: 6000x4000 by default, on a CPU 1920x1200, for --model-cache 1000x1000, --figure 8 32x32, --figure 9 "
          "and 10 1920x1080 (an assumption)"},
         {"Run", "levels", 0, integer, "N|auto", "auto",
          "Set the number of levels, {range}; auto: the 20 % rule of 'atrous enhance'", 1, max_levels,
          "auto"},
         {"Run", "radius", 0, integer, "1|2", "2", "Set the taps per side, {range}", 1, 2},
         {"Run", "kernel", 0, text, "b3|box", "", "Set the weights of taps [b3]; with --figure 8: only these",
          0, 0, "b3|box"},
         {"Run", "repeat", 0, integer, "N", "5",
          "Time each row N times, {range}, after two runs that do not count; the median counts", 1, 10000},
         {"Run", "noise", 0, ValueKind::number, "PERCENT", "",
          "Repeat until every time is known to this percentage, {range}: half of its interval of 95 %, of the median; at most "
          "20 times as often",
          0.1, 50},
         {"Run", "cold", 0, flag, "", "", "Empty the caches before each run of a row"},
         {"Run", "yes", 0, flag, "", "", "Start without asking if a run takes more than ten minutes"},
         {"Run", "device", 0, text, "WHICH", "auto",
          "Choose the device: auto, gpu, cpu, an index or part of a name ('atrous devices')"},
         device_row("banks", "Set the banks of local memory, {range}", execution_range::banks),
         device_row("bank-bits", "Set the bits of a bank's word, {range}", execution_range::bank_bits),
         device_row("subgroup", "Set the work-items that run in step, {range}", execution_range::subgroup),
         {"Figures", "figure", 0, text, "6|8|9|10", "",
          "Reproduce this figure of the schedule paper, next to its stated values: permutations, weights at the border, "
          "time per level, cache hit rates"},
         {"Without a device", "model-cache", 0, text, "SPEC", "",
          "Replay the addresses of the rows in a cache simulator and print hit rates: "
          "L1=128K,L2=4M,line=128,ways=16"},
         {"Without a device", "units", 0, integer, "N", "1",
          "Set the compute units of --model-cache, {range}, each with an L1 (--figure 10: 46)", 1, 1024},
         {"Without a device", "layout", 0, text, "N,K|WxH,K", "",
          "Print the permutation of an axis of N pixels (or of an image) after K splits as JSON"},
         {"Without a device", "mirror", 0, flag, "", "", "Reverse odd subimages of --layout (border mirror)"},
         {"Without a device", "against", 0, text, "OLD", "",
          "Compare the report OLD of --json with a new one, named last: rows are faster, slower, the same within 2 %, or "
          "unclear; exits with 1 if a row is slower"},
         {"Without a device", "centre", 0, text, "X,Y", "16,30", "Choose the output pixel of --figure 8"},
         {"Output", "json", 0, text, "FILE|-", "", "Write all numbers as JSON"},
         {"Output", "svg", 0, text, "FILE|-", "", "Draw the time per level of each row"},
         {"Output", "verbose", 'v', flag, "", "", "Print more on standard error"},
         {"Output", "quiet", 'q', flag, "", "", "Print only errors"},
         {"Output", "help", 'h', flag, "", "", "Print this help"}},
        "examples: atrous bench --svg figure.svg\n"
        "          atrous bench --figure 9 --svg figure9.svg\n"
        "          atrous bench --order split,ascending --form tile --map rows,bank --group 16x16\n"
        "          atrous bench --size 1920x1080 --match 'split.tile*16x16.1920,split.direct*16x16.1920'\n"
        "          atrous bench --against old.json new.json\n"
        "          atrous bench --model-cache L1=128K,L2=4M,line=128\n",
        {{"figure", OptionRule::contradicts, "layout|match|list"},
         {"figure", OptionRule::excludes, "schedule|order|form|map|element|group|synthesis|border|storage",
          "a figure has its own rows"},
         {"mirror", OptionRule::needs, "layout"},
         {"centre", OptionRule::needs, "figure"},
         {"units", OptionRule::needs, "model-cache|figure"}},
        {"match", "list", "form", "map", "group", "border", "tune", "size", "levels", "repeat", "yes",
         "device", "figure", "model-cache", "layout", "against", "json", "svg"}};
    const std::vector<OptionRow> axes = axis_rows();
    table.rows.insert(table.rows.begin(), axes.begin(), axes.end());
    return table;
}

/// Modes that replace the timing of wavelet rows, and the options that each accepts in addition to `always`.
struct Question {
    const char* option;
    std::string_view word; ///< its value, or none for any
    const char* takes;
    bool is_mode; ///< result of bench_mode()
};
constexpr const char* always = "json|verbose|quiet";
constexpr Question questions[] = {
    {"layout", "", "order|mirror", true},
    {"model-cache", "",
     "size|levels|radius|units|subgroup|banks|bank-bits|match|schedule|order|form|map|element|group|synthesis|"
     "border|storage",
     true},
    {"against", "", "json", true},
    {"tune", "", "size|repeat|device|yes", true},
    {"match", "svgf", "size|repeat|device|yes", false},
    {"match", "scale", "size|repeat|device|yes", false}};

void check_takes(const Question& asked, const CommandLine& line) {
    const std::string words =
        "--" + std::string(asked.option) + (asked.word.empty() ? "" : " " + std::string(asked.word));
    auto taken = split(asked.takes, '|');
    for (const auto& name : split(always, '|')) taken.push_back(name);
    for (const auto& [name, value] : line.given)
        if (name != asked.option && std::ranges::find(taken, name) == taken.end())
            throw usage_error(messages::bench_takes_no, words, name, joined(split(asked.takes, '|'), ", --"));
}

} // namespace

const OptionTable& bench_table() {
    static const OptionTable table = made_table();
    return table;
}

const char* bench_mode(const CommandLine& line) {
    const Question* found = nullptr;
    for (const Question& asked : questions) {
        const std::string* value = line.find(asked.option);
        if (!value || !(asked.word.empty() || asked.word == *value)) continue;
        if (found && asked.is_mode) throw usage_error(messages::bench_modes, found->option, asked.option);
        if (!found) found = &asked;
    }
    if (!found) return nullptr;
    check_takes(*found, line);
    return found->is_mode ? found->option : nullptr;
}

} // namespace atrous
