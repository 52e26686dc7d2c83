// Finds the subcommand of `atrous banks`, and reads the options that subcommands share.
#include "lab/banks/commands/banks.h"
#include "base/error.h"
#include "base/text.h"
#include "graph/tables.h"
#include "lab/banks/commands/commands.h"
#include "lab/banks/messages.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

namespace atrous {
namespace {

struct Subcommand {
    const char* name;
    const char* summary;
    int (*run)(const BankOptions&);
    const OptionTable& (*table)();
};

constexpr std::array subcommands{
    Subcommand{"tile", "which shape of a sub-group reads a tile without bank conflicts", run_banks_tile,
               tile_table},
    Subcommand{"degree", "the conflict degree of an access, of many warps, of loops", run_banks_degree,
               degree_table},
    Subcommand{"optimize", "paddings, order and bank width for the arrays of a kernel", run_banks_optimize,
               optimize_table},
    Subcommand{"scramble", "an order of taps that decimating filters read without conflicts",
               run_banks_scramble, scramble_table},
};

std::string overview() {
    std::string out =
        "usage: atrous banks tile|degree|optimize|scramble [options]\n\n"
        "Local memory is divided into banks; lanes that ask one bank for different words wait for\n"
        "each other. This finds such conflicts, and layouts without them. It needs no device.\n\n";
    for (const auto& command : subcommands) {
        std::string name = command.name;
        name.resize(10, ' ');
        out += "  " + name + command.summary + "\n";
    }
    return out + "\n'atrous banks SUBCOMMAND --help' lists its options; start with 'atrous banks tile'.\n";
}

std::vector<std::string> bank_device_names() { return names_of(std::span(bank_devices())); }

} // namespace

std::vector<const OptionTable*> banks_tables() {
    std::vector<const OptionTable*> tables;
    for (const auto& command : subcommands) tables.push_back(&command.table());
    return tables;
}

int run_banks(const std::vector<std::string>& arguments) {
    const std::string name = arguments.empty() ? "" : arguments[0];
    if (name == "--help" || name == "-h") return std::cout << overview(), 0;
    std::vector<std::string> names;
    for (const auto& command : subcommands) {
        if (name == command.name) {
            const BankOptions options(command.table(), {arguments.begin() + 1, arguments.end()});
            if (options.has("help")) return std::cout << help_text(options.table), 0;
            return command.run(options);
        }
        names.emplace_back(command.name);
    }
    if (name.empty()) throw usage_error(messages::banks_subcommand, overview());
    throw usage_error(messages::banks_unknown, name, choices(names));
}

std::vector<std::int64_t> BankOptions::integers(const std::string& name) const {
    std::vector<std::int64_t> values;
    for (const double value : to_numbers(text(name))) {
        if (value != std::floor(value) || std::abs(value) > double(std::int64_t(1) << 40))
            throw usage_error(messages::banks_numbers, name, text(name));
        values.push_back(std::int64_t(value));
    }
    return values;
}

void BankOptions::refuse(const std::vector<std::string>& names, const std::string& reason) const {
    for (const auto& name : names)
        if (has(name)) throw usage_error(messages::banks_option, name, reason);
}

std::string labelled(const std::string& label, const std::string& sentence, std::size_t indent) {
    std::string out = label;
    out.resize(std::max(indent, label.size()), ' ');
    return out + joined(wrapped(sentence, max_columns - indent), "\n" + std::string(indent, ' ')) + "\n";
}

std::string degree_words(std::int64_t degree) {
    return degree <= 1 ? "free of conflicts" : std::to_string(degree) + "-way";
}

const char* device_names() {
    static const std::string names = joined(bank_device_names(), "|");
    return names.c_str();
}

const char* device_help() {
    static const std::string help =
        "Use a device instead, with the lanes that it serves together: " + joined(bank_device_names());
    return help.c_str();
}

} // namespace atrous
