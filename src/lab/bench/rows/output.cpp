// Opens files for appending, which leaves what is in them. Pipes and devices, of which opening may mean something, are left
// alone until there is something to write.
#include "lab/bench/rows/output.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// The file behind all links, were it there; the standard output's own name.
std::string place_of(const std::string& path) {
    std::error_code unknown;
    fs::path place = path;
    constexpr int most_links = 40; // as Linux follows
    for (int i = 0; i < most_links && fs::is_symlink(fs::symlink_status(place, unknown)); ++i)
        place = place.parent_path() / fs::read_symlink(place, unknown);
    const fs::path whole = fs::weakly_canonical(fs::absolute(place, unknown), unknown);
    return path == "-" || whole.empty() ? path : whole.string();
}

/// The file, if it was made. Throws a usage error.
std::string try_file(const std::string& option, const std::string& path) {
    std::error_code unknown;
    const auto status = fs::status(path, unknown);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) return {};
    const bool there = fs::exists(status);
    if (!std::ofstream(path, std::ios::binary | std::ios::app))
        throw usage_error("--" + option + ": '" + path +
                          "' cannot be written: does its folder exist, and is it a file?");
    return there ? "" : place_of(path);
}

/// Whether two names are of one file.
bool same_file(const std::string& a, const std::string& b) {
    std::error_code unknown;
    return place_of(a) == place_of(b) || (a != "-" && b != "-" && fs::equivalent(a, b, unknown));
}

} // namespace

OutputFiles::OutputFiles(const CommandLine& line, const std::vector<std::string>& options) {
    for (const auto& option : options) {
        const std::string path = line.value(option, "");
        if (path.empty()) continue;
        const auto same =
            std::ranges::find_if(files_, [&](const File& f) { return same_file(f.path, path); });
        if (same != files_.end())
            throw usage_error("--" + same->option + " and --" + option + " are both to be '" + path +
                              "'; give each a file of its own");
        files_.push_back({option, path});
    }
    for (File& file : files_)
        if (file.path != "-") file.made = try_file(file.option, file.path);
}

OutputFiles::~OutputFiles() {
    std::error_code gone; // what is not empty is the report of another run, which ended before
    for (const File& file : files_)
        if (!file.made.empty() && fs::file_size(file.made, gone) == 0) fs::remove(file.made, gone);
}

bool OutputFiles::asked(const std::string& option) const {
    return std::ranges::find(files_, option, &File::option) != files_.end();
}

bool OutputFiles::takes_stdout() const { return std::ranges::find(files_, "-", &File::path) != files_.end(); }

void OutputFiles::write(const std::string& option, const std::string& text) {
    const auto file = std::ranges::find(files_, option, &File::option);
    if (file == files_.end()) return;
    try {
        write_text(file->path, text);
        file->made.clear();
    } catch (const Error& error) {
        log_error(error.what());
        if (!failure_) failure_ = error;
    }
}

void OutputFiles::check() const {
    if (failure_) throw *failure_;
}

} // namespace atrous
