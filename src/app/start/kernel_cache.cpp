// Folders kernels-VERSION-PROCESSOR/N; the highest N is the one in use.
#include "app/start/kernel_cache.h"
#include "app/start/kernel_manifest.h"
#include "base/embedded.h"
#include "base/log.h"
#include "base/sum.h"
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

/// Tells processors apart for which PoCL compiles differently: their name and what they can do.
std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    std::uint64_t sum = sum_of("");
    for (std::string line; std::getline(in, line) && !line.empty();)
        if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
            sum = sum_of(line, sum);
    char text[17] = "";
    return {text, std::to_chars(text, text + 16, sum, 16).ptr};
}

bool can_write(const fs::path& folder) {
    std::error_code bad;
    fs::create_directories(folder, bad);
    return !bad && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

/// The user's own folder below that for temporary files; where somebody else has made it, or could put kernels into it, one
/// for this run alone, `passing`. Empty where neither can be.
fs::path private_folder(bool& passing) {
    const std::string temporary = variable("TMPDIR");
    const fs::path folder =
        fs::path(temporary.empty() ? "/tmp" : temporary) / ("atrous-" + std::to_string(::getuid()));
    ::mkdir(folder.c_str(), 0700);
    struct stat info {};
    const bool ours = ::lstat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
                      info.st_uid == ::getuid() && (info.st_mode & 077) == 0;
    if (ours && can_write(folder)) return folder;
    std::string name = folder.string() + "-XXXXXX";
    passing = ::mkdtemp(name.data()) != nullptr;
    return passing ? fs::path(name) : fs::path();
}

/// `passing`: set to the folder that shall go at the end, if there is one.
fs::path choose_folder(fs::path& passing) {
    const std::string cache = variable("XDG_CACHE_HOME"), home = variable("HOME");
    const fs::path usual = !cache.empty()  ? fs::path(cache) / "atrous"
                           : !home.empty() ? fs::path(home) / ".cache/atrous"
                                           : fs::path();
    const fs::path name = std::string("kernels-") + version() + "-" + processor();
    if (!usual.empty() && can_write(usual / name)) return usual / name;
    bool is_passing = false;
    const fs::path other = private_folder(is_passing);
    if (is_passing) passing = other;
    if (other.empty() || !can_write(other / name)) return {};
    log_info("compiled kernels are kept in " + other.string() +
             ": there is no home folder that can be written to");
    return other / name;
}

int highest_generation(const fs::path& top) {
    int highest = 0;
    std::error_code bad;
    for (fs::directory_iterator entry(top, bad), end; !bad && entry != end; entry.increment(bad)) {
        const std::string name = entry->path().filename().string();
        int number = 0;
        std::from_chars(name.data(), name.data() + name.size(), number);
        highest = std::max(highest, number);
    }
    return highest;
}

} // namespace

KernelCache::KernelCache() {
    if (!variable("POCL_CACHE_DIR").empty()) return;
    top_ = choose_folder(passing_);
    if (top_.empty()) return;
    use(std::max(1, highest_generation(top_)));
    const fs::path damaged = damaged_file(folder_);
    if (damaged.empty()) return;
    log_warning("a compiled kernel is damaged, all are compiled anew: " + damaged.string());
    renew();
}

KernelCache::~KernelCache() {
    std::error_code bad;
    if (!passing_.empty()) fs::remove_all(passing_, bad);
}

void KernelCache::use(int generation) {
    generation_ = generation;
    folder_ = top_ / std::to_string(generation);
    std::error_code bad;
    fs::create_directories(folder_, bad);
    ::setenv("POCL_CACHE_DIR", folder_.c_str(), 1);
    ::setenv("ATROUS_BINARIES", folder_.c_str(), 1); // see gpu/binaries.h
}

bool KernelCache::renew() {
    if (top_.empty()) return false;
    std::error_code bad;
    const fs::path old = top_ / std::to_string(generation_ - 1); // which others may still have
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(old, bad);
    if (!bad && age > std::chrono::days(1)) fs::remove_all(old, bad);
    use(generation_ + 1);
    return true;
}

void KernelCache::remember() const {
    if (!folder_.empty()) write_manifest(folder_);
}

} // namespace atrous
