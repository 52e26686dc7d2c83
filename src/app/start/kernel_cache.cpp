// Folders kernels-VERSION-PROCESSOR/N; the highest N is the one in use. Who uses one holds a lock in it, and older ones that nobody
// holds are removed.
#include "app/start/kernel_cache.h"
#include "app/start/kernel_manifest.h"
#include "app/start/kernel_places.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/log.h"
#include "base/private_folder.h"
#include "base/sum.h"
#include "base/text.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace atrous {
namespace {

namespace fs = std::filesystem;

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

/// In their order.
std::vector<int> generations(const fs::path& top) {
    std::vector<int> found;
    std::error_code bad;
    for (fs::directory_iterator entry(top, bad), end; !bad && entry != end; entry.increment(bad)) {
        const std::string name = entry->path().filename().string();
        int number = 0;
        const auto [rest, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (wrong == std::errc{} && rest == name.data() + name.size() && number > 0) found.push_back(number);
    }
    std::ranges::sort(found);
    return found;
}

/// Of a folder's lock; -1: somebody holds it in another way, or there can be none.
int hold(const fs::path& folder, int way) {
    const int file = ::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0 && ::flock(file, way | LOCK_NB) == 0) return file;
    if (file >= 0) ::close(file);
    return -1;
}

/// Whether the folder that was locked is still the one of that name: it may have been removed before.
bool is_there(int lock, const fs::path& folder) {
    struct stat held {};
    struct stat named {};
    return ::fstat(lock, &held) == 0 && ::stat((folder / ".lock").c_str(), &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

void remove_unused(const fs::path& folder) {
    const int lock = hold(folder, LOCK_EX);
    if (lock < 0) return;
    std::error_code bad;
    fs::remove_all(folder, bad);
    ::close(lock);
}

} // namespace

KernelCache::KernelCache() {
    const char* const chosen = std::getenv("POCL_CACHE_DIR");
    if (chosen && *chosen) return;
    name_ = std::string("kernels-") + version() + "-" + processor();
    std::vector<std::string> problems;
    for (place_ = 0; place_ < kernel_places(); ++place_) {
        const std::string why = enter(place_);
        if (why.empty()) break;
        problems.push_back(why);
    }
    if (place_ == kernel_places())
        throw Error(Exit::no_device,
                    "there is no place for compiled kernels, which take some MiB: " + joined(problems, "; ") +
                        "; let XDG_CACHE_HOME or TMPDIR name a folder of your own with room");
    if (place_ > 0)
        log_info("compiled kernels are kept in " + top_.parent_path().string() +
                 ": there is no home folder for them: " + joined(problems, "; "));
}

KernelCache::~KernelCache() { release(); }

void KernelCache::release() {
    if (lock_ >= 0) ::close(lock_);
    lock_ = -1;
    std::error_code bad;
    if (!passing_.empty()) fs::remove_all(passing_, bad);
    passing_.clear();
}

/// Uses a place; returns why it cannot be.
std::string KernelCache::enter(int place) {
    const KernelPlace chosen = kernel_place(place, name_);
    if (!chosen.why_not.empty()) return chosen.why_not;
    release();
    top_ = chosen.folder;
    passing_ = chosen.passing;
    use_newest();
    if (folder_.empty()) return top_.string() + ": no folder can be made in it, or locked";
    const fs::path foreign = foreign_file(folder_);
    if (!foreign.empty()) {
        log_warning("a file of another user lies among compiled kernels, all are compiled anew: " +
                    foreign.string());
        renew();
    }
    renew_if_damaged();
    for (const int old : generations(top_))
        if (old < generation_) remove_unused(top_ / std::to_string(old));
    return {};
}

/// Whether it is there, this user's alone, and held.
bool KernelCache::use(int generation) {
    const fs::path folder = top_ / std::to_string(generation);
    if (!make_private_folder(folder).empty() || !why_not_private(folder).empty()) return false;
    const int lock = hold(folder, LOCK_SH);
    if (lock < 0) return false;
    if (!is_there(lock, folder)) return ::close(lock), false;
    if (lock_ >= 0) ::close(lock_);
    lock_ = lock;
    generation_ = generation;
    folder_ = folder;
    ::setenv("POCL_CACHE_DIR", folder_.c_str(), 1);
    ::setenv("ATROUS_BINARIES", folder_.c_str(), 1); // see gpu/binaries.h
    return true;
}

/// The highest one, or one above it where that is not ours alone, or goes away just now.
void KernelCache::use_newest() {
    folder_.clear();
    const std::vector<int> all = generations(top_);
    const int newest = all.empty() ? 1 : all.back();
    for (int more = 0; more < 3 && folder_.empty(); ++more) use(newest + more);
}

bool KernelCache::renew() {
    if (top_.empty()) return false;
    const int before = generation_;
    use_newest(); // another process may have begun it
    if (generation_ == before) use(before + 1);
    return generation_ != before;
}

bool KernelCache::renew_if_damaged() {
    if (top_.empty()) return false;
    const fs::path damaged = damaged_file(folder_);
    if (damaged.empty()) return false;
    log_warning("a compiled kernel is damaged, all are compiled anew: " + damaged.string());
    return renew();
}

bool KernelCache::leave_if_full() {
    if (top_.empty()) return false;
    const std::string full = why_no_room(folder_, kernel_room);
    if (full.empty()) return false;
    const int before = place_;
    for (place_ = before + 1; place_ < kernel_places(); ++place_) {
        if (!enter(place_).empty()) continue;
        log_warning("compiled kernels go on in " + top_.parent_path().string() + ": " + full);
        return true;
    }
    place_ = before;
    return false;
}

void KernelCache::remember() const {
    if (!folder_.empty()) write_manifest(folder_);
}

} // namespace atrous
