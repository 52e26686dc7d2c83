// Runs `atrous banks` in the test's own process.
#pragma once
#include "base/error.h"
#include "lab/banks/commands/banks.h"
#include "support/paths.h"
#include <doctest/doctest.h>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace atrous {

/// Returns the output of `atrous banks ...`. Arguments are split at blanks.
inline std::string banks(const std::string& arguments) {
    std::vector<std::string> words;
    std::istringstream split(arguments);
    for (std::string word; split >> word;) words.push_back(word);
    std::ostringstream out;
    auto* const before = std::cout.rdbuf(out.rdbuf());
    try {
        const int code = run_banks(words); // CHECK would swallow its exceptions
        CHECK(code == 0);
    } catch (...) {
        std::cout.rdbuf(before);
        throw;
    }
    std::cout.rdbuf(before);
    return out.str();
}

/// The message of the usage error for these arguments.
inline std::string refusal(const std::string& arguments) {
    try {
        banks(arguments);
    } catch (const Error& error) {
        CHECK(error.kind == Exit::usage);
        return error.what();
    }
    return "was accepted";
}

inline std::string kernel_file(const std::string& name) { return source_dir() + "/data/banks/" + name; }

} // namespace atrous
