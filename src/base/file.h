// Whole files in and out. Outputs of `enhance` are written elsewhere, whole or not at all (io/files/atomic_file.h).
#pragma once
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

namespace atrous {

/// All bytes of a file; nothing if it cannot be read to its end, or is none.
std::optional<std::string> read_file(const std::filesystem::path& path);

/// Of a text that people write (a preset, a list): what is longer is something else.
constexpr std::size_t most_text_bytes = std::size_t(64) << 20;
/// Throws a usage error where a text has more; `name` leads it.
void check_text_size(std::size_t bytes, const std::string& name);
/// As read_file, of a text, which may come through a pipe (text_file.h). Throws a usage error where it has more than
/// `most_text_bytes`, or must be waited for.
std::optional<std::string> read_text(const std::filesystem::path& path);
/// The same of what is left of a stream; `name` is for the error.
std::string read_text(std::istream& in, const std::string& name);

/// Writes to the file, or to stdout for "-". Throws a usage error if the file cannot be written.
void write_text(const std::string& path, const std::string& text);

} // namespace atrous
