// One line per file: size, time of its last change (which no program can set back), sum, path.
#include "app/start/kernel_manifest.h"
#include "base/file.h"
#include "base/sum.h"
#include <fstream>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr const char* manifest_name = "manifest";

struct Entry {
    std::uint64_t size = 0;
    std::int64_t changed = 0; ///< nanoseconds
    std::uint64_t sum = 0;
    bool same_state(const Entry& other) const { return size == other.size && changed == other.changed; }
};
using Manifest = std::map<std::string, Entry>;

std::uint64_t sum_of_file(const fs::path& path) { return sum_of(read_file(path.string()).value_or("")); }

Entry state_of(const fs::path& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return {};
    return {std::uint64_t(info.st_size),
            std::int64_t(info.st_ctim.tv_sec) * 1'000'000'000 + info.st_ctim.tv_nsec};
}

Manifest read_manifest(const fs::path& folder) {
    Manifest manifest;
    std::ifstream in(folder / manifest_name);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        Entry entry;
        std::string path;
        if (words >> entry.size >> entry.changed >> entry.sum && words.get() && std::getline(words, path))
            manifest[path] = entry;
    }
    return manifest;
}

/// What PoCL makes and reads: not what it notes at each use, and not what is on its way.
bool counts(const fs::path& path) {
    const std::string name = path.filename().string();
    return name != manifest_name && !name.starts_with("last_accessed") && !name.starts_with("tempfile") &&
           !name.starts_with(".");
}

} // namespace

void write_manifest(const fs::path& folder) {
    const Manifest before = read_manifest(folder);
    Manifest now;
    bool changed = false;
    std::error_code bad;
    for (fs::recursive_directory_iterator entry(folder, bad), end; !bad && entry != end;
         entry.increment(bad)) {
        if (!entry->is_regular_file(bad) || !counts(entry->path())) continue;
        const std::string path = fs::relative(entry->path(), folder, bad).string();
        Entry state = state_of(entry->path());
        const auto known = before.find(path);
        const bool same = known != before.end() && known->second.same_state(state);
        state.sum = same ? known->second.sum : sum_of_file(entry->path());
        changed |= !same;
        now[path] = state;
    }
    if (!changed && now.size() == before.size()) return;
    const fs::path fresh = folder / (".manifest-" + std::to_string(::getpid()));
    std::ofstream out(fresh);
    for (const auto& [path, entry] : now)
        out << entry.size << ' ' << entry.changed << ' ' << entry.sum << ' ' << path << '\n';
    out.close();
    if (out) fs::rename(fresh, folder / manifest_name, bad);
    if (!out || bad) fs::remove(fresh, bad);
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

fs::path damaged_file(const fs::path& folder) {
    for (const auto& [path, entry] : read_manifest(folder)) {
        const fs::path file = folder / path;
        std::error_code bad;
        if (!fs::exists(file, bad)) continue; // PoCL makes it anew
        const Entry state = state_of(file);
        if (state.same_state(entry)) continue;
        // What became a pipe or a device must not be read.
        if (state.size != entry.size || !fs::is_regular_file(file, bad) || sum_of_file(file) != entry.sum)
            return file;
    }
    return {};
}

} // namespace atrous
