// Provides functions of all harnesses. Each links with the layers of the program (tests/CMakeLists.txt).
#pragma once
#include "base/error.h"
#include <cstdint>
#include <cstdlib>
#include <string>

/// Ends the process if a property does not hold, so that the input is kept.
inline void hold(bool property) {
    if (!property) std::abort();
}

/// Returns true for an error that a parser words. Any other exception is a finding.
template <class Work>
bool refuses(Work work) {
    try {
        work();
        return false;
    } catch (const atrous::Error&) {
        return true;
    }
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}
