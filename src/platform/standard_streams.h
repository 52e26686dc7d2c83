// Uses the standard input and output as image files. The name "-" is the standard input. As an output, "-"
// and the extension of a format, for example "-.png", is the standard output in that format. For a file with
// such a name, write "./-.png".
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

/// Fills closed standard descriptors with one that fails each use, since files opened later would otherwise
/// take them. For the beginning of the program.
void hold_standard_places();

/// Makes a file without a name that leaves nothing after its use: in $TMPDIR (/var/tmp), or otherwise in
/// memory, with a warning that contains `what`. Returns -1 and sets errno if there is not enough space.
int make_spool_file(const std::string& what = "what passes through the standard input or output");

/// Makes the standard input a file that this process and its children can read at any place and several
/// times: the file that it is, or a nameless file with all bytes of a pipe or a device. Throws a usage error
/// if it is closed, a terminal or a folder. Throws an Error before it stores bytes if the first bytes (32, or
/// fewer if there are no more) do not satisfy `is_image`, and later if there is not enough space or more
/// than `max_piped_bytes` arrive.
void keep_standard_input(const std::function<bool(std::string_view head)>& is_image);
constexpr std::uint64_t max_piped_bytes = std::uint64_t(16) << 30;

/// Redirects the prints of this process and its libraries from the standard output to the standard error.
/// Then only put_out() writes to the original standard output. Throws a usage error if that is closed or a
/// terminal.
void reserve_standard_output();
/// Writes bytes there, however slowly they are read. Returns 0 or the error number: EPIPE if there is no
/// reader.
int put_out(const char* bytes, std::size_t count);

} // namespace atrous
