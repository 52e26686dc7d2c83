// Changes text for several modules: splitting, joining, wrapping, numbers as text, tables with aligned
// columns.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// ASCII capitals as small letters.
std::string lower(std::string text);
/// Without blanks, tabs, line ends and zero bytes at both ends.
std::string trimmed(const std::string& text);

/// "a, b, c".
std::string joined(const std::vector<std::string>& words, const std::string& between = ", ");
/// Returns the parts between the characters `at`, also empty parts. An empty text has no parts.
std::vector<std::string> split(const std::string& text, char at);
/// Returns at least one line of at most `width` characters, broken between words. A longer word has its own
/// line.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

/// Returns text that is safe to print: control characters (ASCII and C1 of Unicode) and bytes that are not
/// UTF-8 become "\x1b". Other characters that are invisible or change the direction become "\u202e". Line
/// ends stay.
std::string printable(const std::string& text);

/// The same with line ends as "\x0a", for names of a file's parts and texts that must stay one line.
std::string one_line(const std::string& text);

/// Returns the finite number, for example "-1.5e3", if `text` contains nothing more, and otherwise nothing.
std::optional<double> read_number(const std::string& text);

/// A number with `digits` digits after the point.
std::string fixed(double value, int digits);
/// A number with this many significant digits, without zeros at the end: "1.53", "0.001234", "1e+06".
std::string significant(double value, int digits = 4);
/// A number without an exponent, with at most 6 digits after the point: "1000000", "0.5".
std::string decimal(double value);
/// A number with as many digits as it needs to be read back the same.
std::string exact(double value);
/// "1.2e-05".
std::string scientific(double value);

/// A table whose first row is the head. Cells that look like numbers are aligned to the right.
struct Table {
    std::vector<std::vector<std::string>> rows;
    void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
    /// Lines that end with '\n', columns two blanks apart, each line led by `indent`.
    std::string text(const std::string& indent = "") const;
};

} // namespace atrous
