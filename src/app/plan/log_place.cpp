// Tries one place after the other, until all files are there.
#include "app/plan/log_place.h"
#include "system/heartbeat.h"
#include <algorithm>

namespace atrous {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t components(const fs::path& path) { return std::distance(path.begin(), path.end()); }

std::size_t files_at(const LogPlace& place, const std::vector<LogLine>& lines) {
    std::size_t count = 0;
    std::error_code bad;
    for (const LogLine& line : lines) {
        for (const LoggedFile& file : line.files) count += fs::exists(place.of(file.path), bad);
        heartbeat(); // the disk may be far away
    }
    return count;
}

} // namespace

fs::path LogPlace::of(const fs::path& output) const {
    if (base.empty()) return output;
    const fs::path relative = output.relative_path();
    fs::path path = base;
    for (auto part = std::next(relative.begin(), dropped); part != relative.end(); ++part) path /= *part;
    return path;
}

LogPlace place_of(const std::vector<LogLine>& lines, const fs::path& log) {
    std::ptrdiff_t shortest = 64;
    std::size_t all = 0;
    for (const LogLine& line : lines)
        for (const LoggedFile& file : line.files) {
            shortest = std::min(shortest, components(file.path.relative_path()));
            ++all;
        }
    const fs::path folder = log.has_parent_path() ? log.parent_path() : fs::path(".");
    LogPlace best;
    std::size_t most = files_at(best, lines);
    for (std::ptrdiff_t dropped = 0; dropped < shortest && most < all; ++dropped) {
        const LogPlace place{folder, dropped};
        const std::size_t count = files_at(place, lines);
        if (count > most) most = count, best = place;
    }
    return best;
}

} // namespace atrous
