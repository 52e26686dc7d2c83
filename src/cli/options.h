// A command's options as a table of rows, from which parsing, checks and --help all come.
// options.cpp is the only place that includes cxxopts.
#pragma once
#include "base/error.h"
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace atrous {

enum class ValueKind {
    flag,     ///< takes no value
    attached, ///< takes text, but only as --name=TEXT; alone it has none
    text,     ///< anything; only `words` where there are some
    integer,  ///< a whole number in [least, most], or one of `words`
    number,   ///< a finite number in [least, most], or one of `words`
    list,     ///< finite numbers separated by commas, or one of `words`
    curve,    ///< the same, or SCALE:VALUE pairs (graph/curve.h)
    named,    ///< NAME=TEXT; NAME is one of `words`, and each may be given
    bytes     ///< "800M", "4G"
};

/// One option. The help sentence states range and unit; `fallback` is the default as it would be typed.
struct OptionRow {
    const char* group;
    const char* name; ///< long name, without the dashes
    char letter;      ///< short name, or 0
    ValueKind kind;
    const char* value;    ///< placeholder of the value in --help: "N|auto"
    const char* fallback; ///< shown as the default; empty where there is none
    const char* help;
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    const char* words = ""; ///< words that are accepted: "auto|off"
    /// What else is asked of the value, or null: throws a usage error led by `where`.
    void (*check)(const std::string& value, const std::string& where) = nullptr;
};

/// What one option asks of others on the same command line: an option that others make void is refused, not ignored.
struct OptionRule {
    const char* option;
    enum Kind { needs, excludes, contradicts } kind;
    const char* others;   ///< "a|b": needs one of these, excludes or contradicts all of them
    const char* why = ""; ///< added in brackets
};

/// The heading of options that few people need; it and headings that begin with it come last in --help.
constexpr const char* expert_heading = "Expert";

/// An option in a few words, for -h.
struct ShortRow {
    const char* option; ///< its long name
    const char* words;
};

struct OptionTable {
    const char* command; ///< "enhance"
    const char* usage;   ///< what follows the command in the usage line
    const char* summary;
    std::vector<OptionRow> rows;
    const char* examples = "";
    std::vector<OptionRule> rules = {}; ///< of the command line; not looked at where --help is asked for
    std::vector<ShortRow> shorts = {};  ///< what people need most, which -h shows; none: -h is --help
};

/// Options by their long names, with their values; the value of a flag is empty.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// What a command line gave, options by their long names in the order given.
struct CommandLine {
    Assignments given;
    std::vector<std::string> operands; ///< what is no option: files and folders

    /// The last value given for the option, or null.
    const std::string* find(const std::string& name) const;
    bool has(const std::string& name) const { return find(name) != nullptr; }
    /// The last value given, else the fallback.
    std::string value(const std::string& name, const std::string& fallback) const;
};

/// What an option does to the struct S that a command's options are read into. A command has a table of these.
template <class S>
struct OptionSetter {
    const char* option;
    void (*set)(S&, const std::string& value); ///< takes a checked value; of a flag an empty one
    bool each = false;                         ///< called for each value that is given; else for the last
};

/// Sets what is given, in the order of the rows.
template <class S, std::size_t rows>
void set_given(const CommandLine& line, const OptionSetter<S> (&setters)[rows], S& s) {
    for (const OptionSetter<S>& setter : setters) {
        const std::string* last = line.find(setter.option);
        for (const auto& [name, value] : line.given)
            if (name == setter.option && (setter.each || &value == last)) setter.set(s, value);
    }
}

/// Parses and checks all values: `--name value`, `--name=value`, `-x value`, flags (`-rn` is `-r -n`), `--` before
/// operands that begin with a dash. Throws a usage error that names the option, the value and what is allowed, or the two
/// options of a rule.
CommandLine parse_options(const OptionTable& table, const std::vector<std::string>& arguments);

/// The command line of options that the table is known to have, without parsing: each value is of any length. Throws as above.
CommandLine command_line(const OptionTable& table, const Assignments& options);

/// Throws a usage error if there are operands, for commands that take only options.
void refuse_operands(const OptionTable& table, const CommandLine& line);

/// The usage error for an option that no row has, spelled with its dashes; names the nearest one.
Error unknown_option(const OptionTable& table, const std::string& spelled);

/// Whether its value is the argument behind it.
inline bool takes_next(const OptionRow& row) {
    return row.kind != ValueKind::flag && row.kind != ValueKind::attached;
}

/// The row of that long name, or null.
const OptionRow* find_option(const std::vector<OptionRow>& rows, const std::string& name);

/// Checks the value of a row; `where` leads the message ("--levels", "my.preset:3: levels"). Throws a usage error.
void check_value(const OptionRow& row, const std::string& value, const std::string& where);

/// The number that `text` is. Only for checked values.
double to_number(const std::string& text);
/// The numbers of a list. Only for checked values.
std::vector<double> to_numbers(const std::string& text);

/// The text of --help: groups of options, at most 100 columns wide.
std::string help_text(const OptionTable& table);
/// What was asked for, of a command line that asks for help: with -h one screen, of 40 lines at most.
std::string help_text(const OptionTable& table, const std::vector<std::string>& arguments);

} // namespace atrous
