// What the harnesses share. Each is a program of its own, built by tests/fuzz.sh of the sources that its line "Sources:" names.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <cstdlib>
#include <string>

/// Ends the process where a property does not hold, so that the input is kept.
inline void hold(bool property) {
    if (!property) std::abort();
}

/// Errors that a parser words are what it is for; anything else that it throws is a finding.
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
