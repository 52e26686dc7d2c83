// Checks files and folders, and opens a file only to write results.
#include "lab/bench/rows/output.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "lab/messages.h"
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>
#include <unistd.h>

namespace atrous {
namespace {

/// Returns whether this process may write the file, or make it in its folder.
bool can_be_written(const fs::path& path) {
    std::error_code unknown;
    if (fs::exists(path, unknown)) return !fs::is_directory(path) && ::access(path.c_str(), W_OK) == 0;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    return fs::is_directory(folder, unknown) && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

bool same_file(const std::string& a, const std::string& b) {
    std::error_code unknown;
    if (a == "-" || b == "-") return a == b;
    return fs::weakly_canonical(fs::absolute(a), unknown) == fs::weakly_canonical(fs::absolute(b), unknown) ||
           fs::equivalent(a, b, unknown);
}

} // namespace

OutputFiles::OutputFiles(const CommandLine& line, const std::vector<std::string>& options) {
    for (const auto& option : options) {
        const std::string path = line.value(option, "");
        if (path.empty()) continue;
        const auto same =
            std::ranges::find_if(files_, [&](const File& f) { return same_file(f.path, path); });
        if (same != files_.end()) throw usage_error(messages::bench_one_file, same->option, option, path);
        if (path != "-" && !can_be_written(path)) throw usage_error(messages::bench_unwritable, option, path);
        files_.push_back({option, path});
    }
}

void OutputFiles::finish(const std::vector<std::pair<std::string, std::string>>& of_options,
                         const std::string& text) const {
    std::optional<Error> failure;
    for (const auto& [option, content] : of_options) {
        const auto file = std::ranges::find(files_, option, &File::option);
        if (file == files_.end()) continue;
        try {
            write_text(file->path, content);
        } catch (const Error& error) {
            log_error(error.message);
            if (!failure) failure = error;
        }
    }
    if (std::ranges::find(files_, "-", &File::path) == files_.end()) std::cout << text;
    if (failure) throw *failure;
}

} // namespace atrous
