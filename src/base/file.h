// Reads and writes whole files and the texts that options name. A text from a pipe can be read only once,
// although several processes may need it. files/atomic_file.h writes the outputs of `enhance`, whole or not
// at all.
#pragma once
#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>

namespace atrous {

/// Returns all bytes of a file, or nothing if it is not a file or cannot be read to its end.
std::optional<std::string> read_file(const std::filesystem::path& path);

/// The maximum size in bytes of a text written by hand (a preset, a list).
constexpr std::size_t max_text_bytes = std::size_t(64) << 20;
/// Reads a text like read_file, also through a pipe. Throws a usage error if it has more than
/// `max_text_bytes`, or would have to wait.
std::optional<std::string> read_text(const std::filesystem::path& path);
/// Returns the rest of a stream as text. `name` is for the error.
std::string read_text(std::istream& in, const std::string& name);

/// Writes to the file, or to stdout for "-". Throws a usage error if the file cannot be written.
void write_text(const std::string& path, const std::string& text);

/// Returns the reason why a name cannot be read as a file, for people: the system's, or its kind.
std::string unreadable_reason(const std::filesystem::path& path);

/// True if read_text() may find a text there: anything except a folder.
bool is_text_file(const std::filesystem::path& path);

/// Reads the pipe of this name, so that read_text() has its text from now on. Ignores paths that are not
/// pipes. Throws usage errors if the pipe has no writer or contains more than read_text() allows.
void hold_pipe(const std::filesystem::path& path);
/// The texts read from pipes, by name, for hold_texts() in another process or another copy of this module.
using BufferedInputs = std::map<std::string, std::string>;
const BufferedInputs& buffered_inputs();
void hold_texts(const BufferedInputs& texts);

} // namespace atrous
