// The standard input and output as picture files. As a name "-" is the standard input; of an output "-" and the extension of a
// format, "-.png", is the standard output in that format. A file of such a name is written "./-.png".
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace atrous {

/// What stands for both on a command line.
constexpr const char* standard_stream = "-";

bool is_standard_input(const std::filesystem::path& path);
bool is_standard_output(const std::filesystem::path& path);
/// The name of the standard output in the format of an extension without its dot.
std::filesystem::path standard_output_as(const std::string& extension);

/// What opens the file of this name: of the standard input, which keep_standard_input() made a file, a path to it.
std::filesystem::path file_of(const std::filesystem::path& path);

/// Puts something that fails each use in the place of standard descriptors that are closed, which files that are opened later
/// would take otherwise. For the beginning of the program.
void hold_standard_places();

/// A file without a name, of which nothing stays: in $TMPDIR (/var/tmp), else in memory, with a warning that says what it is
/// for. -1 and errno where there is no room.
int make_passing_file(const std::string& what = "what passes through the standard input or output");

/// Makes the standard input a file that can be read at any place, again and again, by this process and those that it makes:
/// the file that it is, or all that a pipe or a device brings, in a passing file. Throws a usage error where it is closed, a
/// terminal or a folder; an Error where there is no room, where it brings more than `most_piped_bytes`, or what `refuse` says of the
/// first bytes (32, or all there are; empty: nothing), before anything is kept.
void keep_standard_input(const std::function<std::string(std::string_view head)>& refuse);
constexpr std::uint64_t most_piped_bytes = std::uint64_t(16) << 30;

/// From now on what this process and its libraries print on the standard output goes to the error output; put_out() alone
/// goes to where the standard output led. Throws a usage error where that is closed or a terminal.
void reserve_standard_output();
/// Writes bytes there, however slowly they are read. 0 or the error number: EPIPE where nobody reads.
int put_out(const char* bytes, std::size_t count);

} // namespace atrous
