// A lock is a file in the folder. Some network disks can have none: there the file's time says when it was used. Sums are
// needed since not every damage crashes: of 250 runs with one bit of a kernel turned, 33 lost their workers, and 9 gave
// wrong pixels without a word. Nobody else may be able to put files of his into such a folder: they are loaded as code.
#include "supervisor/kernel_folder.h"
#include "base/file.h"
#include "base/hash.h"
#include "platform/descriptor.h"
#include "platform/private_folder.h"
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

fs::path lock_of(const fs::path& folder) { return folder / ".lock"; }

int open_lock(const fs::path& folder) {
    return ::open(lock_of(folder).c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
}

bool is_older_than(const fs::path& path, fs::file_time_type::duration age) {
    std::error_code bad;
    const auto time = fs::last_write_time(path, bad);
    return !bad && fs::file_time_type::clock::now() - time > age;
}

fs::path list_of(const fs::path& folder) { return folder / "manifest"; }

/// What PoCL makes and reads: not what it notes at each use, and not what is on its way.
bool counts(const fs::path& path) {
    const std::string name = path.filename().string();
    return path != list_of(path.parent_path()) && !name.starts_with("last_accessed") &&
           !name.starts_with("tempfile") && !name.starts_with(".");
}

/// "SIZE SUM" of a file; empty where it is none that may be read: what became a pipe or a device is not.
std::string sum_text(const fs::path& file) {
    std::error_code bad;
    if (!fs::is_regular_file(file, bad)) return {};
    const auto bytes = read_file(file.string());
    return bytes ? std::to_string(bytes->size()) + ' ' + std::to_string(hash_of(*bytes)) : "";
}

namespace fs = std::filesystem;

/// The nearest folder that is there, without symbolic links: those could be led elsewhere later.
fs::path real_part(fs::path folder) {
    std::error_code bad;
    while (!fs::exists(folder, bad) && folder.has_relative_path()) folder = folder.parent_path();
    return fs::canonical(folder, bad);
}

/// Why code cannot be loaded from it; empty: it can.
std::string why_no_code(const fs::path& folder) {
    struct statvfs disk {};
    if (::statvfs(folder.c_str(), &disk) != 0 || (disk.f_flag & ST_NOEXEC) == 0) return {};
    return folder.string() + " is mounted noexec, so that no kernel can be loaded from it";
}

/// `folder`/`name`, made where nobody else can interfere, and tried.
KernelPlace below(const fs::path& folder, const std::string& name) {
    const fs::path top = folder / name, there = real_part(top);
    if (there.empty()) return {{}, {}, folder.string() + " cannot be reached"};
    if (std::string why = why_not_private(there, true); !why.empty()) return {{}, {}, why};
    if (std::string why = make_private_folder(top); !why.empty()) return {{}, {}, why};
    std::error_code bad;
    const fs::path real = fs::canonical(top, bad);
    for (const fs::path& ours : {real.parent_path(), real})
        if (std::string why = bad ? bad.message() : why_not_private(ours); !why.empty()) return {{}, {}, why};
    if (std::string why = why_no_code(real); !why.empty()) return {{}, {}, why};
    return {real, {}, why_no_room(real)};
}

KernelPlace usual_place(const std::string& name) {
    const fs::path cache = folder_in("XDG_CACHE_HOME"), home = folder_in("HOME");
    if (cache.empty() && home.empty())
        return {{}, {}, "neither XDG_CACHE_HOME nor HOME names a folder (from the root)"};
    return below(cache.empty() ? home / ".cache/atrous" : cache / "atrous", name);
}

/// What killed runs left there.
void remove_left(const fs::path& folder, const std::string& start) {
    std::error_code bad;
    for (fs::directory_iterator entry(folder, bad), end; !bad && entry != end; entry.increment(bad)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(start) && name.size() == start.size() + 6) remove_passing_kernels(entry->path());
    }
}

/// For this run alone.
KernelPlace passing_place(const fs::path& folder, const std::string& name) {
    std::error_code bad;
    const std::string start = "atrous-" + std::to_string(::geteuid()) + "-";
    std::string passing = fs::canonical(folder, bad) / (start + "XXXXXX");
    if (bad) return {{}, {}, folder.string() + ": " + bad.message()};
    if (std::string why = why_not_private(fs::path(passing).parent_path(), true); !why.empty())
        return {{}, {}, why};
    remove_left(fs::path(passing).parent_path(), start);
    if (!::mkdtemp(passing.data())) return {{}, {}, folder.string() + ": " + std::strerror(errno)};
    KernelPlace place = below(passing, name);
    if (place.why_not.empty())
        place.passing = passing;
    else
        fs::remove_all(passing, bad);
    return place;
}

/// The user's own folder below that for temporary files; where somebody else has made it, or could put kernels into it, one
/// for this run alone.
KernelPlace temporary_place(const std::string& name) {
    const char* const chosen = std::getenv("TMPDIR");
    const fs::path folder = chosen && *chosen ? chosen : "/tmp";
    KernelPlace place = below(folder / ("atrous-" + std::to_string(::geteuid())), name);
    return place.why_not.empty() ? place : passing_place(folder, name);
}

KernelPlace place_in_memory(const std::string& name) { return passing_place("/dev/shm", name); }

constexpr KernelPlace (*kinds[])(const std::string& name) = {usual_place, temporary_place, place_in_memory};

} // namespace

std::vector<int> kernel_generations(const fs::path& top) {
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

int hold_kernels(const fs::path& folder) {
    const int file = open_lock(folder);
    if (file < 0) return -1;
    // The folder may have been removed between opening and locking.
    if (lock_file(file, true) != Lock::held_elsewhere && has_that_name(file, lock_of(folder))) {
        ::futimens(file, nullptr);
        return file;
    }
    ::close(file);
    return -1;
}

void remove_unused_kernels(const fs::path& folder) {
    const int file = open_lock(folder);
    if (file < 0) return;
    const Lock lock = lock_file(file);
    std::error_code bad;
    if (lock == Lock::taken || (lock == Lock::unknown && is_older_than(lock_of(folder), 24h)))
        fs::remove_all(folder, bad);
    ::close(file);
}

void remove_passing_kernels(const fs::path& passing) {
    struct stat info {};
    if (::lstat(passing.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != ::geteuid()) return;
    if (!is_older_than(passing, 1min)) return;
    std::error_code bad;
    for (fs::directory_iterator entry(passing, bad), end; !bad && entry != end; entry.increment(bad)) {
        for (const int generation : kernel_generations(entry->path()))
            remove_unused_kernels(entry->path() / std::to_string(generation));
        ::rmdir(entry->path().c_str());
    }
    ::rmdir(passing.c_str()); // not where one is held
}

void note_kernels(const fs::path& folder) {
    std::set<std::string> lines;
    std::error_code bad;
    for (fs::recursive_directory_iterator entry(folder, bad), end; !bad && entry != end; entry.increment(bad))
        if (const std::string sum = counts(entry->path()) ? sum_text(entry->path()) : ""; !sum.empty())
            lines.insert(sum + ' ' + fs::relative(entry->path(), folder, bad).string() + '\n');
    std::string text;
    for (const std::string& line : lines) text += line;
    if (read_file(list_of(folder).string()).value_or("") == text) return;
    const fs::path fresh = folder / (".manifest-" + std::to_string(::getpid()));
    std::ofstream out(fresh);
    out << text;
    out.close();
    if (out) fs::rename(fresh, list_of(folder), bad);
    if (!out || bad) fs::remove(fresh, bad);
}

fs::path damaged_kernel(const fs::path& folder) {
    std::ifstream list(list_of(folder));
    for (std::string line; std::getline(list, line);) {
        std::istringstream words(line);
        std::string size, sum, path;
        if (!(words >> size >> sum) || !words.get() || !std::getline(words, path)) continue;
        const fs::path file = folder / path;
        std::error_code bad;
        if (fs::exists(file, bad) && sum_text(file) != size + ' ' + sum)
            return file; // else PoCL makes it anew
    }
    return {};
}

fs::path foreign_file(const fs::path& folder) {
    std::error_code bad;
    for (fs::recursive_directory_iterator entry(folder, bad), end; !bad && entry != end;
         entry.increment(bad)) {
        struct stat info {};
        if (::lstat(entry->path().c_str(), &info) == 0 && info.st_uid != ::geteuid()) return entry->path();
    }
    return {};
}

int kernel_places() { return int(std::size(kinds)); }

KernelPlace kernel_place(int place, const std::string& name) { return kinds[place](name); }

} // namespace atrous
