// Reads and writes lists of frames.
#include "renders/frame_range.h"
#include "base/error.h"
#include "base/text.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace atrous {
namespace {

constexpr int largest_number = 100'000'000;
constexpr std::size_t most_frames = 1'000'000;

/// What is left to read of a range.
struct Rest {
    std::string_view text;

    bool take(char c) {
        if (!text.starts_with(c)) return false;
        text.remove_prefix(1);
        return true;
    }
    /// A whole number, which a minus may lead.
    bool take_number(int& number) {
        const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (bad != std::errc() || std::abs(number) > largest_number) return false;
        text.remove_prefix(std::size_t(end - text.data()));
        return true;
    }
};

struct Range {
    int first = 0, last = 0, step = 1;
    bool inverse = false; ///< those between the steps
};

Error no_range(const std::string& text, const std::string& where) {
    return usage_error(where + ": '" + text +
                       "' is no range of frames; ranges are written 1-100, 1-100x2 (every second), 1-100y2 "
                       "(the others), 100-1, -5--1, with commas between them");
}

Range parse_range(const std::string& text, const std::string& where) {
    Rest rest{text};
    Range range;
    if (!rest.take_number(range.first)) throw no_range(text, where);
    range.last = range.first;
    if (rest.take('-')) {
        if (!rest.take_number(range.last)) throw no_range(text, where);
        range.inverse = rest.text.starts_with('y');
        if ((rest.take('x') || rest.take('y')) && !rest.take_number(range.step)) throw no_range(text, where);
    }
    if (!rest.text.empty()) throw no_range(text, where);
    if (range.step == 0) throw usage_error(where + ": " + text + " has a step of 0");
    if (range.step < 0 && range.last > range.first)
        throw usage_error(where + ": " + text + " rises, but its step is negative");
    return range;
}

/// Takes no longer than what it adds is long: a list may have many ranges that name nearly nothing.
void add_range(const Range& range, std::vector<int>& frames) {
    const int way = range.last < range.first ? -1 : 1, step = std::abs(range.step);
    if (range.inverse && step == 1) return;
    const int stride = range.inverse ? 1 : step;
    for (int i = 0; i <= std::abs(range.last - range.first); i += stride)
        if (!range.inverse || i % step != 0) frames.push_back(range.first + way * i);
}

} // namespace

std::vector<int> parse_frames(const std::string& text, const std::string& where) {
    if (text.find(':') != std::string::npos)
        throw usage_error(where + ": '" + text +
                          "': a ':' is a range in some programs, a step in others and an order in OpenCue; "
                          "write 1-100 for a range and 1-100x5 for every fifth frame");
    std::string parts = text;
    std::ranges::replace(parts, ' ', ',');
    std::vector<int> frames;
    for (const std::string& part : split(parts, ',')) {
        if (part.empty()) continue;
        const Range range = parse_range(part, where);
        if (frames.size() + std::size_t(std::abs(range.last - range.first)) >= most_frames)
            throw usage_error(where + ": '" + text + "' names more than " + std::to_string(most_frames) +
                              " frames");
        add_range(range, frames);
    }
    if (frames.empty()) throw usage_error(where + ": '" + text + "' names no frame");
    std::ranges::sort(frames);
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    return frames;
}

std::string frames_text(const std::vector<int>& frames) {
    std::string text;
    for (std::size_t i = 0; i < frames.size();) {
        std::size_t last = i;
        while (last + 1 < frames.size() && frames[last + 1] == frames[last] + 1) ++last;
        text += (i == 0 ? "" : ",") + std::to_string(frames[i]);
        if (last > i) text += "-" + std::to_string(frames[last]);
        i = last + 1;
    }
    return text;
}

} // namespace atrous
