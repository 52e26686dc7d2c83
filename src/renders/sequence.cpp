// Finds numbers and places for numbers in names, and hides the notations of the programs that they come from.
#include "renders/sequence.h"
#include "base/error.h"
#include "base/text.h"
#include "renders/messages.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace atrous {
namespace {

constexpr std::size_t max_digits = 9; // an int holds them

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alphanumeric(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

std::size_t count_of(const std::string& text, std::size_t at, char c) {
    std::size_t end = at;
    while (end < text.size() && text[end] == c) ++end;
    return end - at;
}

struct Place {
    std::size_t at = 0, size = 0;
};

/// All numbers of a text, each as far as it goes, with its sign.
std::vector<Place> numbers_in(const std::string& text) {
    std::vector<Place> all;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_digit(text[end])) ++end;
        if (end == at) {
            ++at;
            continue;
        }
        const bool minus = at > 0 && text[at - 1] == '-';
        const bool sign = minus && (at == 1 || std::string("._-").find(text[at - 2]) != std::string::npos);
        all.push_back({at - (sign ? 1 : 0), end - at + (sign ? 1 : 0)});
        at = end;
    }
    return all;
}

/// True if the number is all that stands between two dots, or a dot and an end, of the stem.
bool between_dots(const std::string& stem, const Place& place) {
    const std::size_t end = place.at + place.size;
    return (place.at == 0 || stem[place.at - 1] == '.') && (end == stem.size() || stem[end] == '.');
}

/// True if the digits at that place are a version: "_v002", "V3", at the beginning of a word. A name that is only "v0001" is a
/// frame, which has four digits or more.
bool is_version(const std::string& text, std::size_t at) {
    if (at == 0 || (text[at - 1] != 'v' && text[at - 1] != 'V')) return false;
    if (at > 1) return !is_alphanumeric(text[at - 2]);
    const std::size_t end = text.find_first_not_of("0123456789", at);
    return std::min(end, text.size()) - at < 4;
}

/// The place of the frame among the numbers of a stem.
std::optional<Place> frame_place(const std::string& stem) {
    const std::vector<Place> all = numbers_in(stem);
    if (all.empty() || (all.size() == 1 && is_version(stem, all.back().at))) return {};
    const Place last = all.back();
    const bool at_end = last.at + last.size == stem.size() && !is_version(stem, last.at);
    std::vector<Place> dotted;
    for (const Place& place : all)
        if (between_dots(stem, place)) dotted.push_back(place);
    if (at_end && (dotted.empty() || dotted.back().at == last.at)) return last;
    if (dotted.size() == 1) return dotted.front();
    if (dotted.empty() && all.size() == 1) return last;
    if (all.size() == 2 && all.front().at == 0 && is_version(stem, last.at)) return all.front(); // 0001_v002
    return {};
}

/// A kind of place for the frame: how many characters of it begin at `at`, 0 for none, and its style.
struct TokenRow {
    std::size_t (*size)(const std::string& text, std::size_t at);
    FrameStyle (*style)(const std::string& token);
};

/// Tokens that could be part of a word are places only at the end of a word.
std::size_t unless_word(const std::string& text, std::size_t at, std::size_t size) {
    return at + size < text.size() && is_alphanumeric(text[at + size]) ? 0 : size;
}

/// The digits of "%04d" and "$F4".
std::size_t width_in(const std::string& token) {
    const std::size_t at = token.find_first_of("123456789");
    return at == std::string::npos ? 1 : std::size_t(token[at] - '0');
}

std::size_t printf_size(const std::string& text, std::size_t at) {
    if (text.compare(at, 2, "%d") == 0) return 2;
    const bool padded = text.compare(at, 2, "%0") == 0 && at + 3 < text.size() && text[at + 2] >= '1' &&
                        is_digit(text[at + 2]) && text[at + 3] == 'd';
    return padded ? 4 : 0;
}

std::size_t houdini_size(const std::string& text, std::size_t at) {
    if (text.compare(at, 2, "$F") != 0) return 0;
    const bool width = at + 2 < text.size() && text[at + 2] >= '1' && is_digit(text[at + 2]);
    return unless_word(text, at, width ? 3 : 2);
}

constexpr const char* field = "{frame}";

const TokenRow token_rows[] = {
    {[](const std::string& text, std::size_t at) { return unless_word(text, at, count_of(text, at, '#')); },
     [](const std::string& token) { return FrameStyle{token.size() == 1 ? 4 : token.size()}; }},
    {[](const std::string& text, std::size_t at) { return unless_word(text, at, count_of(text, at, '@')); },
     [](const std::string& token) { return FrameStyle{token.size()}; }},
    {printf_size,
     [](const std::string& token) {
         return FrameStyle{width_in(token), true};
     }},
    {houdini_size, [](const std::string& token) { return FrameStyle{width_in(token)}; }},
    {[](const std::string& text, std::size_t at) -> std::size_t {
         return text.compare(at, std::string(field).size(), field) == 0 ? std::string(field).size() : 0;
     },
     [](const std::string&) { return FrameStyle{0}; }},
};

struct Token {
    Place place;
    FrameStyle style;
};

std::vector<Token> tokens_in(const std::string& path) {
    std::vector<Token> all;
    std::size_t at = path.find_last_of('/') + 1; // 0 if there is none
    while (at < path.size()) {
        std::size_t size = 0;
        for (const TokenRow& row : token_rows) {
            size = row.size(path, at);
            if (size == 0) continue;
            all.push_back({{at, size}, row.style(path.substr(at, size))});
            break;
        }
        at += std::max<std::size_t>(size, 1);
    }
    return all;
}

constexpr int largest_number = 100'000'000;
constexpr std::size_t max_frames = 1'000'000;

/// Cursor over the unparsed part of a list of frames.
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
    bool inverse = false; ///< the frames between the steps
};

Error no_range(const std::string& text, const std::string& where) {
    return usage_error(message(messages::not_a_range, text).about(where));
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
    if (range.step == 0) throw usage_error(message(messages::zero_step, text).about(where));
    if (range.step < 0 && range.last > range.first)
        throw usage_error(message(messages::falling_step, text).about(where));
    return range;
}

/// Adds the frames of a range in time proportional to their number: a list may have many ranges with few
/// frames.
void add_range(const Range& range, std::vector<int>& frames) {
    const int way = range.last < range.first ? -1 : 1, step = std::abs(range.step);
    if (range.inverse && step == 1) return;
    const int stride = range.inverse ? 1 : step;
    for (int i = 0; i <= std::abs(range.last - range.first); i += stride)
        if (!range.inverse || i % step != 0) frames.push_back(range.first + way * i);
}

} // namespace

std::optional<FrameInName> frame_in(const std::string& name) {
    const std::filesystem::path path(name);
    const std::string stem = path.stem().string();
    const auto place = frame_place(stem);
    if (!place) return {};
    const std::string text = stem.substr(place->at, place->size);
    if (text.size() - (text[0] == '-' ? 1 : 0) > max_digits) return {};
    return FrameInName{stem.substr(0, place->at), text,
                       stem.substr(place->at + place->size) + path.extension().string(),
                       std::atoi(text.c_str())};
}

std::string frame_text(int frame, const FrameStyle& style) {
    std::string digits = std::to_string(std::abs(frame));
    const std::size_t sign = frame < 0 ? 1 : 0, wanted = style.digits - (style.sign_counts ? sign : 0);
    if (style.digits > 0 && digits.size() < wanted) digits.insert(0, wanted - digits.size(), '0');
    return (sign > 0 ? "-" : "") + digits;
}

std::string FramePattern::file(int frame) const { return before + frame_text(frame, style) + after; }

std::optional<int> FramePattern::frame_of(const std::string& path) const {
    if (path.size() <= before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after))
        return {};
    const std::string text = path.substr(before.size(), path.size() - before.size() - after.size());
    const std::size_t sign = text[0] == '-' ? 1 : 0, digits = text.size() - sign;
    if (digits == 0 || digits > max_digits || !std::all_of(text.begin() + long(sign), text.end(), is_digit))
        return {};
    const int frame = std::atoi(text.c_str());
    // In some programs a minus takes the place of a digit, in others not, so either is found.
    const bool fits = style.digits == 0 || text == frame_text(frame, {style.digits, false}) ||
                      text == frame_text(frame, {style.digits, true});
    return fits ? std::optional(frame) : std::nullopt;
}

std::optional<FramePattern> pattern_in(const std::string& path) {
    const std::vector<Token> tokens = tokens_in(path);
    if (tokens.empty()) return {};
    const auto written = [&](const Token& token) { return path.substr(token.place.at, token.place.size); };
    if (tokens.size() > 1)
        throw usage_error(
            message(messages::two_frame_places, written(tokens[0]), written(tokens[1])).about(path));
    const Place place = tokens[0].place;
    return FramePattern{path.substr(0, place.at), written(tokens[0]), path.substr(place.at + place.size),
                        tokens[0].style};
}

std::vector<int> parse_frames(const std::string& text, const std::string& where) {
    if (text.find(':') != std::string::npos)
        throw usage_error(message(messages::colon_in_range, text).about(where));
    std::string parts = text;
    std::ranges::replace(parts, ' ', ',');
    std::vector<int> frames;
    for (const std::string& part : split(parts, ',')) {
        if (part.empty()) continue;
        const Range range = parse_range(part, where);
        if (frames.size() + std::size_t(std::abs(range.last - range.first)) >= max_frames)
            throw usage_error(message(messages::too_many_frames, text, max_frames).about(where));
        add_range(range, frames);
    }
    if (frames.empty()) throw usage_error(message(messages::no_frames, text).about(where));
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
