// Whole files in and out. Outputs of `enhance` are written elsewhere, whole or not at all (io/atomic_file.h).
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace atrous {

/// All bytes of a file; nothing if it cannot be read to its end, or is none.
std::optional<std::string> read_file(const std::filesystem::path& path);

/// Writes to the file, or to stdout for "-". Throws a usage error if the file cannot be written.
void write_text(const std::string& path, const std::string& text);

} // namespace atrous
