// The subcommands of `atrous banks`, and what they share: how options are read, words and columns of the text.
#pragma once
#include "banks/devices.h"
#include "base/json.h"
#include "cli/options.h"

namespace atrous {

const OptionTable& tile_table();
const OptionTable& degree_table();
const OptionTable& optimize_table();
const OptionTable& scramble_table();

int run_banks_tile(const std::vector<std::string>& arguments);
int run_banks_degree(const std::vector<std::string>& arguments);
int run_banks_optimize(const std::vector<std::string>& arguments);
int run_banks_scramble(const std::vector<std::string>& arguments);

/// A parsed command line together with its table, so that defaults need not be repeated.
struct BankOptions {
    const OptionTable& table;
    CommandLine line;

    BankOptions(const OptionTable& options, const std::vector<std::string>& arguments)
        : table(options), line(parse_options(options, arguments)) {}
    bool has(const std::string& name) const { return line.has(name); }
    /// The value given, else the table's default.
    std::string text(const std::string& name) const {
        return line.value(name, find_option(table.rows, name)->fallback);
    }
    std::int64_t integer(const std::string& name) const { return std::int64_t(to_number(text(name))); }
    int small(const std::string& name) const { return int(integer(name)); }
    /// Integers separated by commas. Throws a usage error that names the option.
    std::vector<std::int64_t> integers(const std::string& name) const;
    /// Throws a usage error if one of these options was given; `why` completes "--name ...".
    void refuse(const std::vector<std::string>& names, const std::string& why) const;
};

/// Width of the text output.
constexpr int most_columns = 98;
/// A line of text led by a label in `indent` columns, wrapped below itself.
std::string labelled(const std::string& label, const std::string& sentence, std::size_t indent);
/// "free of conflicts", "2-way".
std::string degree_words(std::int64_t degree);
/// The names of the device table: "nvidia|cdna3|...".
const char* device_names();
/// The help of an option --device, which lists them.
const char* device_help();

} // namespace atrous
