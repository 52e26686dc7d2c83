// Converts numbers to their bytes in files.
#pragma once
#include <cstring>
#include <string>

namespace files {

/// Appends the value as in memory: little-endian.
template <class T>
void put(std::string& out, T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out.append(bytes, sizeof(T));
}

} // namespace files
