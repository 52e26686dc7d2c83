// Whole files in and out, and texts that options name: files, or what comes through a pipe, which can be read once, while
// several processes may want it. Outputs of `enhance` are written elsewhere, whole or not at all (files/atomic_file.h).
#pragma once
#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>

namespace atrous {

/// All bytes of a file; nothing if it cannot be read to its end, or is none.
std::optional<std::string> read_file(const std::filesystem::path& path);

/// The largest text that people write (a preset, a list); a longer file is something else.
constexpr std::size_t most_text_bytes = std::size_t(64) << 20;
/// Throws a usage error where a text has more; `name` leads it.
void check_text_size(std::size_t bytes, const std::string& name);
/// As read_file, of a text, which may come through a pipe. Throws a usage error where it has more than
/// `most_text_bytes`, or must be waited for.
std::optional<std::string> read_text(const std::filesystem::path& path);
/// The same of what is left of a stream; `name` is for the error.
std::string read_text(std::istream& in, const std::string& name);

/// Writes to the file, or to stdout for "-". Throws a usage error if the file cannot be written.
void write_text(const std::string& path, const std::string& text);

/// Whether read_text() may find a text there: something that is no folder.
bool is_text_file(const std::filesystem::path& path);

/// Reads what comes through a pipe of this name, so that read_text() has it from now on; nothing of what is no pipe. Throws usage
/// errors: nobody writes into it, or it has more than read_text() allows.
void hold_pipe(const std::filesystem::path& path);
/// What was read so, by names; for another process, or another copy of this room, to be given to hold_texts().
using HeldTexts = std::map<std::string, std::string>;
const HeldTexts& held_texts();
void hold_texts(const HeldTexts& texts);

} // namespace atrous
