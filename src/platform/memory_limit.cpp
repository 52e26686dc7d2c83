// Follows the path of this process's group (/proc/self/cgroup) in each mounted hierarchy
// (/proc/self/mountinfo) up to its root, since a limit applies to all groups below it.
#include "platform/memory_limit.h"
#include "base/text.h"
#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <string>
#include <unistd.h>
#include <vector>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

bool has_word(const std::string& list, const std::string& word) {
    return std::ranges::count(split(list, ','), word) > 0;
}

/// Returns the number in a file. A missing file, "max", 0 and other text are no limits.
std::uint64_t limit_in(const fs::path& file) {
    std::ifstream in(file);
    std::string text;
    std::uint64_t bytes = 0;
    in >> text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    return error == std::errc() && end == text.data() + text.size() && bytes > 0 ? bytes : no_limit;
}

/// Replaces the escape of mountinfo for a space.
std::string unescaped(std::string text) {
    for (std::size_t at = 0; (at = text.find("\\040", at)) != std::string::npos; ++at)
        text.replace(at, 4, " ");
    return text;
}

/// A hierarchy: its group `group` is the folder `folder`.
struct Mount {
    fs::path group, folder;
    bool unified; ///< version 2
};

/// Returns the mounted hierarchies that can limit memory (proc(5)).
std::vector<Mount> mounts(const fs::path& root) {
    std::vector<Mount> found;
    std::ifstream in(root / "proc/self/mountinfo");
    for (std::string line; std::getline(in, line);) {
        const std::vector<std::string> words = split(line, ' ');
        const auto dash = std::ranges::find(words, "-");
        if (dash - words.begin() < 6 || words.end() - dash < 4) continue;
        const bool unified = dash[1] == "cgroup2";
        if (!unified && !(dash[1] == "cgroup" && has_word(dash[3], "memory"))) continue;
        found.push_back({unescaped(words[3]), root / fs::path(unescaped(words[4])).relative_path(), unified});
    }
    return found;
}

/// Returns the least limit of a group and all groups above it. A group outside of the mounted ones is the
/// container's.
std::uint64_t limit_of(const Mount& mount, const fs::path& group) {
    fs::path below = group.lexically_relative(mount.group);
    if (below.empty() || *below.begin() == "..") below = ".";
    std::uint64_t least = no_limit;
    for (;; below = below.parent_path()) {
        for (const char* file : {"memory.max", "memory.high", "memory.limit_in_bytes"})
            least = std::min(least, limit_in(mount.folder / below / file));
        if (below.empty()) return least;
    }
}

} // namespace

std::uint64_t group_memory_limit(const fs::path& root) {
    std::uint64_t least = no_limit;
    const std::vector<Mount> all = mounts(root);
    std::ifstream in(root / "proc/self/cgroup");
    for (std::string line; std::getline(in, line);) { // NUMBER:CONTROLLERS:GROUP
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        for (const Mount& mount : all)
            if (mount.unified ? controllers.empty() : has_word(controllers, "memory"))
                least = std::min(least, limit_of(mount, line.substr(second + 1)));
    }
    return least;
}

std::uint64_t physical_memory() {
    static const std::uint64_t bytes =
        std::min(group_memory_limit(),
                 std::uint64_t(::sysconf(_SC_PHYS_PAGES)) * std::uint64_t(::sysconf(_SC_PAGE_SIZE)));
    return bytes;
}

} // namespace atrous
