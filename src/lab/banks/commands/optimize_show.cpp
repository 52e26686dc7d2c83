// Prints layout reports as JSON, text and Markdown.
#include "base/text.h"
#include "lab/banks/commands/commands.h"
#include <algorithm>

namespace atrous {
namespace {

std::string text(std::int64_t value) { return std::to_string(value); }

std::vector<std::string> names_in_order(const LayoutReport& r, const LayoutChoice& layout) {
    std::vector<std::string> names;
    for (const int array : layout.order) names.push_back(r.kernel.arrays[std::size_t(array)].name);
    return names;
}

Json choice_json(const LayoutReport& r, const LayoutChoice& layout) {
    return Json::Object{{"replays", layout.replays},
                        {"bytes", layout.bytes},
                        {"mode", layout.mode->name},
                        {"bank_width", layout.mode->bank_width},
                        {"pads", layout.pads},
                        {"inter", layout.inter},
                        {"order", names_in_order(r, layout)},
                        {"method", layout.method}};
}

/// An array's paddings with strictly falling replays: "+0 24, +2 0".
std::string option_words(const ConflictTable& table, std::size_t array) {
    std::vector<std::string> words;
    for (const auto& [padding, replays] : option_list(table, int(array), table.paddings()))
        words.push_back("+" + text(padding) + " " + text(replays));
    return joined(words);
}

Json options_json(const ConflictTable& table, std::size_t array) {
    return array_of(option_list(table, int(array), table.paddings()), [](const auto& option) {
        return Json::Object{{"padding", option.first}, {"replays", option.second}};
    });
}

/// "tile +2, ref +1" with inter-padding "gap 4 before ref", and the order if it changed.
std::string layout_words(const LayoutReport& r, const LayoutChoice& layout) {
    std::string words = padding_words(r, layout);
    for (std::size_t i = 0; i < layout.inter.size(); ++i)
        if (layout.inter[i] > 0) words += ", " + text(layout.inter[i]) + " before " + r.kernel.arrays[i].name;
    if (!std::ranges::is_sorted(layout.order)) {
        words += ", order";
        for (const auto& name : names_in_order(r, layout)) words += " " + name;
    }
    return words;
}

void add_row(Table& table, const std::string& what, const LayoutReport& r, const LayoutChoice& layout) {
    table.add({what, layout.mode->name, text(layout.replays), text(layout.bytes), layout_words(r, layout)});
}

constexpr std::size_t max_listed = 8; // arrays whose options are printed

const char* const page_head =
    "# Kernels with bank conflicts\n"
    "\n"
    "The thirteen kernels of table 8.1 of S. Gao's dissertation *Improving GPU Shared Memory Access "
    "Efficiency* (2014):\n"
    "index expressions of kernels of the CUDA SDK and Rodinia, every access of the source counted, as input "
    "for\n"
    "`atrous banks optimize`. `man atrous-banks` describes the format.\n"
    "\n"
    "Replays are the cycles beyond one per warp access, for one thread block. Before: as the kernels were "
    "written, on\n"
    "Kepler with 4- and 8-byte banks and on 32 banks of 4 bytes (Fermi, Maxwell and later, most others). "
    "After: the\n"
    "layout that is found for Kepler, and the one for 32 banks of 4 bytes. Paddings are elements per row.\n"
    "\n"
    "This page is made by `atrous banks optimize --modes kepler4,kepler8 --markdown data/banks/*.json > data/banks/README.md`.\n"
    "\n"
    "| file | kernel | warp accesses | before: kepler4 | kepler8 | conv32x4 | after: Kepler | mode | padding "
    "| bytes "
    "| after: conv32x4 | padding | bytes |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- | --- | ---: | --- | --- |\n";

} // namespace

std::string padding_words(const LayoutReport& r, const LayoutChoice& layout) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < layout.pads.size(); ++i)
        if (layout.pads[i] > 0) words.push_back(r.kernel.arrays[i].name + " +" + text(layout.pads[i]));
    return words.empty() ? "none" : joined(words);
}

Json layout_json(const LayoutReport& r) {
    Json out = Json::Object{{"kernel", r.kernel.name},
                            {"block", Json::Array{r.kernel.block_x, r.kernel.block_y}},
                            {"elem_bytes", r.kernel.elem_bytes},
                            {"warp_accesses", r.all.front().warp_accesses}};
    for (const auto& table : r.all) out["before"][table.mode->name] = plain_layout(table).replays;
    out["bytes_before"] = r.before.bytes;
    for (std::size_t a = 0; a < r.kernel.arrays.size(); ++a)
        for (const auto& table : r.all) {
            std::vector<std::int64_t> curve;
            for (const auto& by_base : table.replays[a]) curve.push_back(by_base.front());
            out["curve"][r.kernel.arrays[a].name][table.mode->key] = curve;
        }
    Json::Array optima;
    for (std::size_t i = 0; i < r.optimum.size(); ++i) {
        if (!r.optimum[i]) continue;
        optima.push_back(
            Json::Object{{"memory_limit", r.limits[i] == unlimited ? "unlimited" : text(r.limits[i])},
                         {"replays", r.optimum[i]->replays},
                         {"bytes", r.optimum[i]->bytes},
                         {"bank_width", r.optimum[i]->mode->bank_width},
                         {"pads", r.optimum[i]->pads}});
    }
    for (const auto& table : r.used)
        for (std::size_t a = 0; a < r.kernel.arrays.size(); ++a)
            out["options"][r.kernel.arrays[a].name][table.mode->name] = options_json(table, a);
    out["optimum"] = optima;
    out["heuristic"] = choice_json(r, r.heuristic);
    out["exact"] = r.exact ? choice_json(r, *r.exact) : Json();
    out["layout"] = choice_json(r, r.chosen);
    return out;
}

std::string layout_text(const LayoutReport& r) {
    std::string out = r.kernel.name + ": " + text(r.kernel.block_x) + "x" + text(r.kernel.block_y) +
                      " threads, " + text(r.all.front().warp_accesses) + " warp accesses to";
    const std::size_t listed = std::min(max_listed, r.kernel.arrays.size());
    const std::string more =
        listed < r.kernel.arrays.size()
            ? " and " + text(std::int64_t(r.kernel.arrays.size() - listed)) + " more (--json)"
            : "";
    for (std::size_t a = 0; a < listed; ++a)
        out += " " + r.kernel.arrays[a].name + "[" + text(r.kernel.arrays[a].height) + "][" +
               text(r.kernel.arrays[a].width) + "]";
    out += more;
    Table table;
    table.add({"", "mode", "replays", "bytes", "padding (elements)"});
    for (const auto& one : r.all) add_row(table, "before", r, plain_layout(one));
    add_row(table, "heuristic (" + r.heuristic.method + ")", r, r.heuristic);
    if (r.exact) add_row(table, "exact", r, *r.exact);
    out += '\n';
    out += table.text("  ");
    if (r.exact)
        out += "  The heuristic is " + text(r.heuristic.replays - r.exact->replays) + " replays and " +
               text(r.heuristic.bytes - r.exact->bytes) + " bytes from the best layout.\n";
    else
        out += "  There may be a better layout: not all were tried.\n";
    for (std::size_t a = 0; a < listed; ++a)
        for (const auto& one : r.used)
            out += labelled("  options of " + r.kernel.arrays[a].name + " (" + one.mode->name + "): ",
                            option_words(one, a), 6);
    if (r.kernel.arrays.size() > max_listed)
        out += "  options of " + text(std::int64_t(r.kernel.arrays.size() - max_listed)) +
               " more arrays: --json\n";
    out += "  Use:";
    for (std::size_t place = 0; place < listed; ++place) {
        const int at = r.chosen.order[place];
        const auto i = std::size_t(at);
        const auto& array = r.kernel.arrays[i];
        if (r.chosen.inter[i] > 0) out += " gap[" + text(r.chosen.inter[i]) + "]";
        out +=
            " " + array.name + "[" + text(array.height) + "][" + text(array.width + r.chosen.pads[i]) + "]";
    }
    return out + more + ", " + text(r.chosen.mode->bank_width) + "-byte banks (" + r.chosen.mode->name +
           "): " + text(r.chosen.replays) + " replays, " + text(r.chosen.bytes) + " bytes.\n";
}

std::string layout_markdown(const std::vector<LayoutReport>& reports, const std::vector<std::string>& files) {
    std::string out = page_head;
    const auto cell = [&](const std::string& value) {
        out += ' ';
        out += value;
        out += " |";
    };
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const auto& r = reports[i];
        out += "|";
        cell("[" + files[i] + "](" + files[i] + ")");
        cell(r.kernel.name);
        cell(text(r.all.front().warp_accesses));
        for (const auto& table : r.all) cell(text(plain_layout(table).replays));
        cell(text(r.chosen.replays));
        cell(r.chosen.mode->name);
        cell(layout_words(r, r.chosen));
        cell(text(r.before.bytes) + " to " + text(r.chosen.bytes));
        const auto today = heuristic_layout({r.all.back()}, unlimited);
        cell(text(today.replays));
        cell(layout_words(r, today));
        cell(text(r.before.bytes) + " to " + text(today.bytes));
        out += "\n";
    }
    return out;
}

} // namespace atrous
