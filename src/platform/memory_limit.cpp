// Follows the path of this process's group (/proc/self/cgroup) in each mounted hierarchy
// (/proc/self/mountinfo) up to its root, since a limit applies to all groups below it.
#include "platform/memory_limit.h"
#include "base/file.h"
#include "base/text.h"
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

std::vector<std::string> lines_of(const fs::path& file) { return split(read_file(file).value_or(""), '\n'); }

bool has_memory(const std::string& controllers) {
    return std::ranges::count(split(controllers, ','), "memory") > 0;
}

/// Replaces the escape of mountinfo for a space.
std::string unescaped(std::string text) {
    for (std::size_t at = 0; (at = text.find("\\040", at)) != std::string::npos; ++at)
        text.replace(at, 4, " ");
    return text;
}

/// Returns this process's group in the hierarchy of version 2 (`unified`), or in the one of version 1 that
/// limits memory.
std::optional<fs::path> own_group(const std::vector<std::string>& groups, bool unified) {
    for (const std::string& line : groups) { // NUMBER:CONTROLLERS:GROUP
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (unified ? controllers.empty() : has_memory(controllers)) return line.substr(second + 1);
    }
    return {};
}

/// Returns the least limit in the folder of a group and the folders above it up to `top`, the mount point.
/// Missing files, "max", 0 and other text are no limits.
std::uint64_t limit_in(const fs::path& top, fs::path below) {
    std::uint64_t least = no_limit;
    for (;; below = below.parent_path()) {
        for (const char* file : {"memory.max", "memory.high", "memory.limit_in_bytes"})
            for (const std::string& line : lines_of(top / below / file))
                if (const double bytes = read_number(line).value_or(0); bytes >= 1)
                    least = std::min(least, std::uint64_t(std::min(bytes, 1e18)));
        if (below.empty()) return least;
    }
}

} // namespace

std::uint64_t group_memory_limit(const fs::path& root) {
    const std::vector<std::string> groups = lines_of(root / "proc/self/cgroup");
    std::uint64_t least = no_limit;
    for (const std::string& line : lines_of(root / "proc/self/mountinfo")) { // see proc(5)
        const std::vector<std::string> words = split(line, ' ');
        const auto dash = std::ranges::find(words, "-");
        if (dash - words.begin() < 6 || words.end() - dash < 4) continue;
        const bool unified = dash[1] == "cgroup2";
        if (!unified && !(dash[1] == "cgroup" && has_memory(dash[3]))) continue;
        const std::optional<fs::path> group = own_group(groups, unified);
        if (!group) continue;
        fs::path below = group->lexically_relative(unescaped(words[3]));
        if (below.empty() || *below.begin() == "..") below = "."; // the container's
        least = std::min(least, limit_in(root / fs::path(unescaped(words[4])).relative_path(), below));
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
