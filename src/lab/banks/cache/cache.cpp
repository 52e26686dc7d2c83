// Reads cache descriptions, and replaces lines by moving the hit one to the front of its set.
#include "lab/banks/cache/cache.h"
#include "base/error.h"
#include "base/size.h"
#include "base/text.h"
#include "lab/banks/messages.h"
#include <algorithm>
#include <charconv>

namespace atrous {
namespace {

int whole(const std::string& text, const std::string& what, const char* name, int most) {
    int value = -1;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (bad != std::errc{} || end != text.data() + text.size() || value < 0 || value > most)
        throw usage_error(messages::cache_number, what, name, text, most);
    return value;
}

void check(const CacheSpec& spec, const std::string& what) {
    if (spec.levels.empty()) throw usage_error(messages::cache_none, what);
    if (spec.line < 4 || (spec.line & (spec.line - 1)) != 0)
        throw usage_error(messages::cache_line, what, spec.line);
    for (const auto& level : spec.levels) {
        const auto lines = level.bytes / std::uint64_t(spec.line);
        if (lines == 0 || (level.ways > 0 && lines % std::uint64_t(level.ways) != 0))
            throw usage_error(messages::cache_sets, what, level.name, format_bytes(level.bytes), level.ways,
                              spec.line);
    }
}

} // namespace

CacheSpec parse_cache(const std::string& text, const std::string& what) {
    CacheSpec spec;
    int ways = 16;
    for (const auto& item : split(text, ',')) {
        const auto equals = item.find('=');
        if (equals == std::string::npos) throw usage_error(messages::cache_item, what, item);
        const std::string name = item.substr(0, equals), value = item.substr(equals + 1);
        if (name == "line")
            spec.line = whole(value, what, "line", 1 << 16);
        else if (name == "ways")
            ways = whole(value, what, "ways", 1 << 16);
        else if (name.size() == 2 && name[0] == 'L' && name == "L" + std::to_string(spec.levels.size() + 1))
            spec.levels.push_back({name, parse_bytes(value, what + " " + name), 0});
        else
            throw usage_error(messages::cache_name, what, name);
    }
    for (auto& level : spec.levels) level.ways = ways;
    check(spec, what);
    return spec;
}

Cache::Cache(const CacheLevel& level, int line) {
    const auto lines = std::size_t(level.bytes) / std::size_t(line);
    ways_ = level.ways == 0 ? lines : std::size_t(level.ways);
    sets_ = lines / ways_;
    lines_.assign(sets_ * ways_, ~std::uint64_t(0));
}

bool Cache::access(std::uint64_t line) {
    const auto first = lines_.begin() + std::ptrdiff_t(line % sets_ * ways_),
               end = first + std::ptrdiff_t(ways_);
    const auto found = std::find(first, end, line);
    const bool hit = found != end;
    std::rotate(first, hit ? found : end - 1,
                hit ? found + 1 : end); // the hit line, otherwise the oldest, to the front
    *first = line;
    return hit;
}

} // namespace atrous
