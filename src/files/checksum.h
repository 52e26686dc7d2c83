// Identifies a written file by its size and a checksum of all its bytes.
#pragma once
#include "files/atomic_file.h"
#include <cstdint>
#include <filesystem>
#include <string>

namespace atrous {

struct FileChecksum {
    std::uint64_t bytes = 0;
    std::string xxh128{}; ///< XXH3, 128 bits, as 32 hexadecimal digits: what `xxh128sum FILE` prints
    bool operator==(const FileChecksum&) const = default;
};

/// Returns the checksum of a file that has no name yet, read back. Throws a file error.
FileChecksum file_checksum(const AtomicFile& file);
/// The same of a file. Throws a file error if it cannot be opened, or not be read to its end.
FileChecksum file_checksum(const std::filesystem::path& path);

} // namespace atrous
