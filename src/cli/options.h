// Defines options in a table of rows, which parsing, checks and --help all use.
#pragma once
#include "base/error.h"
#include "base/option_level.h"
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace atrous {

enum class ValueKind {
    flag,     ///< takes no value
    attached, ///< takes text, but only as --name=TEXT, and has no value otherwise
    text,     ///< anything, or only `words` if there are some
    size,     ///< the same, but not a file, which an option without its value would take
    integer,  ///< a whole number in [least, most], or one of `words`
    number,   ///< a finite number in [least, most], or one of `words`
    word,     ///< one of the words in `value`
    list,     ///< finite numbers separated by commas, or one of `words`
    curve,    ///< the same, or SCALE:VALUE pairs (graph/curve.h)
    named,    ///< NAME=TEXT, with NAME from `words`, and each may be given
    bytes     ///< "800M", "4G"
};

/// Options by their long names, with their values. The value of a flag is empty.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// The definition of an option, used for the parser, checks, help, completion, and the item of the manual
/// page. The long text of the item is in man/options. Its head, range and default come from here.
struct OptionRow {
    const char* group = ""; ///< heading in --help and in the manual page
    const char* name = "";  ///< long name without the dashes; also the key in logs, presets and defaults
    char letter = 0;        ///< short name, or 0
    ValueKind kind = ValueKind::flag;
    const char* value = "";    ///< placeholder of the value: "N|auto"
    const char* fallback = ""; ///< the default as it would be typed; empty if there is none
    const char* help =
        ""; ///< verb, object, values, range; -h shows it up to the first colon, semicolon or bracket
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    const char* words = ""; ///< words that are accepted: "auto|off"; kind word: those in `value`
    /// A further check of the value, or null. Throws a usage error that begins with `where`.
    void (*check)(const std::string& value, const std::string& where) = nullptr;
    OptionLevel level = OptionLevel::common;
    /// Splits the value of a merged option ("form=tile,map=bank") into options with one value each, or null. Throws a usage error.
    Assignments (*split)(const OptionRow& row, const std::string& value) = nullptr;
    const char* example = ""; ///< of a list or a curve, in errors; empty: of gains
    /// The merged option of a hidden part, with {} for the part's value: "execution=form={}". Empty for options of their own.
    const char* part_of = "";
};

/// A requirement of one option on others of the same command line. Options that others make void are refused,
/// not ignored.
struct OptionRule {
    const char* option;
    enum Kind { needs, excludes, contradicts } kind;
    const char* others;      ///< "a|b": needs one of these, excludes or contradicts all of them
    const char* reason = ""; ///< added in brackets
};

struct OptionTable {
    const char* command; ///< "enhance"
    const char* usage;   ///< the part of the usage line after the command
    const char* summary;
    std::vector<OptionRow> rows;
    const char* examples = "";
    std::vector<OptionRule> rules = {};   ///< of the command line, ignored if --help is given
    std::vector<const char*> shorts = {}; ///< the options that -h shows, or empty if -h is --help
};

/// The contents of a command line, with options by their long names in the order given.
struct CommandLine {
    Assignments given;
    std::vector<std::string> operands; ///< arguments other than options: files and folders

    /// The last value given for the option, or null.
    const std::string* find(const std::string& name) const;
    bool has(const std::string& name) const { return find(name) != nullptr; }
    /// The last value given, otherwise the fallback.
    std::string value(const std::string& name, const std::string& fallback) const;
};

using Text = const std::string&; ///< the value of an option

/// The effect of an option on the struct S of a command's options. A command has a table of these.
template <class S>
struct OptionSetter {
    const char* option;
    void (*set)(S&, Text value); ///< takes a checked value, empty for a flag
    bool each = false;           ///< called for each given value, otherwise for the last
};

/// Sets the given options, in the order of the rows.
template <class S, std::size_t rows>
void set_given(const CommandLine& line, const OptionSetter<S> (&setters)[rows], S& s) {
    for (const OptionSetter<S>& setter : setters) {
        const std::string* last = line.find(setter.option);
        for (const auto& [name, value] : line.given)
            if (name == setter.option && (setter.each || &value == last)) setter.set(s, value);
    }
}

/// Parses and checks all values: `--name value`, `--name=value`, `-x value`, flags (`-rn` is `-r -n`), `--`
/// before operands that begin with a dash. Throws a usage error that names the option, the value and the
/// allowed values, or the two options of a rule.
CommandLine parse_options(const OptionTable& table, const std::vector<std::string>& arguments);

/// The command line of options that the table is known to have, without parsing: each value is of any length. Throws as above.
CommandLine command_line(const OptionTable& table, const Assignments& options);

/// Throws a usage error if there are operands, for commands that take only options.
void refuse_operands(const OptionTable& table, const CommandLine& line);

/// The names of the options that --help-all lists.
std::vector<std::string> listed_names(const OptionTable& table);
/// Returns the usage error for an unknown option, written with its dashes. It names the nearest one.
Error unknown_option(const OptionTable& table, const std::string& typed);

/// The rows, or rules, of several lists.
template <class Item>
std::vector<Item> concatenated(std::initializer_list<std::vector<Item>> lists) {
    std::vector<Item> all;
    for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

/// The rows under this heading.
inline std::vector<OptionRow> under(const char* heading, std::vector<OptionRow> rows) {
    for (OptionRow& row : rows) row.group = heading;
    return rows;
}

/// True if its value is the next argument.
inline bool takes_next(const OptionRow& row) {
    return row.kind != ValueKind::flag && row.kind != ValueKind::attached;
}

/// Returns an option and its value as a user gives them: {"execution", "form=tile"} for the part "form".
Assignments::value_type as_given(const OptionRow& row, const std::string& value);
/// Returns the name of an option as a user gives it: "--levels", "--execution form".
std::string given_name(const OptionRow& row);

/// The range of a number: "1 to 10", "1 or 2", "from 0 up".
std::string option_range(const OptionRow& row);
/// Makes a list for help by its mark ("{formats}"). The program sets it, because modules after this have lists.
inline std::string (*help_list)(std::string_view mark) = nullptr;
/// The help sentence, with the range and the lists in it.
std::string help_of(const OptionRow& row);
/// True if --help or --help-all shows it.
inline bool is_listed(const OptionRow& row) { return row.level <= OptionLevel::expert; }
/// The words that the value may be, with bars between them.
inline const char* value_words(const OptionRow& row) {
    return row.kind == ValueKind::word ? row.value : row.words;
}

/// The row of that long name, or null.
const OptionRow* find_option(const std::vector<OptionRow>& rows, const std::string& name);

/// Splits "A=1,B=2" of a merged option into options of these names, which are the row's words.
Assignments split_named(const OptionRow& row, const std::string& value);
/// Splits "A", ",B" or "A,B" into values of two options. With `one`, "A" is for both, and "A," for the first.
/// Otherwise "A," has an empty second value, which read_given() refuses.
Assignments split_pair(const std::string& value, const char* first, const char* second, bool one);

/// Checks a value that is given for an option, and returns it, with merged options split into the options of
/// `rows`. Throws a usage error that begins with `where`.
Assignments read_given(const std::vector<OptionRow>& rows, const OptionRow& row, const std::string& value,
                       const std::string& where);

/// Checks the value of a row. Messages begin with `where` ("--levels", "my.preset:3: levels"). Throws a usage
/// error.
void check_value(const OptionRow& row, const std::string& value, const std::string& where);

/// The number that `text` is. Only for checked values.
double to_number(const std::string& text);
/// The numbers of a list. Only for checked values.
std::vector<double> to_numbers(const std::string& text);

/// The text of --help, or of --help-all with all options: at most 100 columns wide.
std::string help_text(const OptionTable& table, OptionLevel up_to = OptionLevel::common);
/// Returns the requested help: -h (at most 40 lines), --help or --help-all.
std::string help_text(const OptionTable& table, const std::vector<std::string>& arguments);

} // namespace atrous
