// Runs `atrous banks optimize`: reads its options and finds layouts for the kernels in files.
#include "base/error.h"
#include "base/file.h"
#include "base/size.h"
#include "base/text.h"
#include "lab/banks/commands/commands.h"
#include "lab/banks/messages.h"
#include <algorithm>
#include <iostream>

namespace atrous {

const OptionTable& optimize_table() {
    using enum ValueKind;
    static const OptionTable table{
        "banks optimize",
        "[options] KERNEL.json...",
        "Reads the shared arrays and accesses of kernels, and finds a layout with fewer bank "
        "conflicts: padding of rows first, then space between arrays and their order, over the bank widths. "
        "'man atrous-banks' describes the files.",
        {{"Search", "modes", 0, text, "MODE,..", "conv32x4",
          "List the bank modes to choose from: conv32x4 (32 banks of 4 bytes: most devices of today), kepler4, kepler8 "
          "(only NVIDIA Kepler, 2012)"},
         {"Search", "memory-limit", 0, bytes, "SIZE", "unlimited",
          "Limit the bytes of all arrays, for example 1126 or 48K", 0, 0, "unlimited"},
         {"Search", "method", 0, text, "HOW", "best",
          "Choose the search: one or two (Gao's ways to combine the option lists of arrays), or best (both, and exact "
          "searches over paddings, spaces and orders if they take only seconds)",
          0, 0, "one|two|best"},
         {"Search", "allow-outside", 0, flag, "", "", "Also count accesses outside of their arrays"},
         {"Output", "json", 0, flag, "", "", "Print JSON, with the conflict curves"},
         {"Output", "markdown", 0, flag, "", "",
          "Print a page with a table of all kernels (data/banks/README.md)"},
         {"Output", "help", 'h', flag, "", "", "Print this help"}},
        "examples: atrous banks optimize data/banks/nw.json\n"
        "          atrous banks optimize --memory-limit 2K kernel.json\n"
        "          atrous banks optimize --modes kepler4,kepler8 --markdown data/banks/*.json > data/banks/README.md\n"};
    return table;
}

namespace {

std::vector<const BankMode*> read_modes(const BankOptions& options) {
    std::vector<const BankMode*> modes;
    for (const auto& name : split(options.text("modes"), ',')) {
        try {
            modes.push_back(&find_bank_mode(name));
        } catch (const Error& error) {
            throw usage_error(messages::bank_modes, error.what());
        }
    }
    if (modes.empty()) throw usage_error(messages::bank_modes_none);
    return modes;
}

/// Returns the given limit; otherwise no limit, and for the list of optima also the original bytes and a tenth more.
std::vector<std::int64_t> limits_of(const BankOptions& options, std::int64_t bytes) {
    const auto text = options.text("memory-limit");
    if (options.has("memory-limit") && text != "unlimited")
        return {std::int64_t(parse_bytes(text, "--memory-limit"))};
    return {unlimited, bytes, bytes * 11 / 10};
}

void search(const BankOptions& options, LayoutReport& r) {
    r.before = plain_layout(r.used.front());
    r.limits = limits_of(options, r.before.bytes);
    const auto method = options.text("method");
    r.heuristic = heuristic_layout(r.used, r.limits.front(),
                                   method == "one"   ? LayoutMethod::one
                                   : method == "two" ? LayoutMethod::two
                                                     : LayoutMethod::both);
    r.chosen = r.heuristic;
    if (!std::ranges::all_of(r.used, can_pack)) return;
    std::vector<LayoutChoice> packed;
    for (const auto& table : r.used) {
        const auto some = best_layouts(table, plain_layout(table).order, false);
        packed.insert(packed.end(), some.begin(), some.end());
    }
    for (const auto limit : r.limits) r.optimum.push_back(best_within(packed, limit));
    if (method != "best") return;
    if (r.optimum.front() && better(*r.optimum.front(), r.chosen)) r.chosen = *r.optimum.front();
    if (const auto exact = exact_layouts(r.used)) r.exact = best_within(*exact, r.limits.front());
    if (r.exact && better(*r.exact, r.chosen)) r.chosen = *r.exact;
}

} // namespace

const ConflictTable& LayoutReport::table_of(const LayoutChoice& layout) const {
    for (const auto& table : used)
        if (table.mode == layout.mode) return table;
    return used.front();
}

int run_banks_optimize(const BankOptions& options) {
    if (options.line.operands.empty()) throw usage_error(messages::kernel_none);
    const auto modes = read_modes(options);
    std::vector<LayoutReport> reports;
    std::vector<std::string> files;
    for (const auto& file : options.line.operands) {
        const auto text = read_text(file);
        if (!text) throw usage_error(messages::kernel_unreadable, file);
        for (auto& kernel : read_kernels(*text, file)) {
            if (!options.has("allow-outside")) check_inside(kernel);
            reports.push_back({});
            reports.back().kernel = std::move(kernel);
            files.push_back(file.substr(file.find_last_of('/') + 1));
        }
    }
    Json::Array list;
    for (auto& r : reports) { // tables point to the kernel, which must not move after this
        for (const auto& mode : bank_modes()) r.all.push_back(conflict_table(r.kernel, mode));
        for (const auto* mode : modes)
            for (const auto& table : r.all)
                if (table.mode == mode) r.used.push_back(table);
        search(options, r);
        if (options.has("json")) list.push_back(layout_json(r));
        if (!options.has("json") && !options.has("markdown"))
            std::cout << (&r == &reports.front() ? "" : "\n") << layout_text(r);
    }
    if (options.has("json")) std::cout << Json(list).dump(2) << '\n';
    if (options.has("markdown")) std::cout << layout_markdown(reports, files);
    return 0;
}

} // namespace atrous
