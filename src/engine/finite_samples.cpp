// Works on bits: halfs and floats are ordered as their signs and magnitudes are.
#include "engine/finite_samples.h"
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace atrous {
namespace {

template <class Word>
constexpr Word infinite = sizeof(Word) == 2 ? 0x7c00 : 0x7f800000;
template <class Word>
constexpr Word sign_bit = Word(Word(1) << (8 * sizeof(Word) - 1));

template <class Word>
bool is_finite(Word w) {
    return (w & infinite<Word>) != infinite<Word>;
}
/// Magnitudes from 1e30 on are marks, such as 3.4e38 or 1e38 for missing data, and taken for infinite: in a
/// sum with one of them, no digit of other samples is left.
template <class Word>
bool is_mark(Word w) {
    constexpr Word least = sizeof(Word) == 2 ? infinite<Word> : 0x7149f2ca;
    return Word(w & ~sign_bit<Word>) >= least;
}
template <class Word>
std::int64_t order(Word w) {
    const auto size = std::int64_t(w & ~sign_bit<Word>);
    return w & sign_bit<Word> ? -size : size;
}

template <class Word>
Word word_at(const std::byte* place) {
    Word word;
    std::memcpy(&word, place, sizeof word);
    return word;
}

/// One channel. Its samples lie `step` words apart.
template <class Word>
struct Channel {
    std::byte* first;
    std::size_t step;
    Size size;

    std::byte* place(std::int64_t pixel) const { return first + std::size_t(pixel) * step * sizeof(Word); }
    Word at(std::int64_t pixel) const { return word_at<Word>(place(pixel)); }
    void put(std::int64_t pixel, Word value) const { std::memcpy(place(pixel), &value, sizeof value); }
    bool is_bad(std::int64_t pixel) const { return !is_finite(at(pixel)); }

    std::vector<std::int64_t> areas() const {
        std::vector<std::int64_t> found;
        for (std::int64_t pixel = 0; pixel < size.pixels(); ++pixel)
            if (is_bad(pixel) &&
                any_neighbour(size, pixel, [&](std::int64_t beside) { return is_bad(beside); }))
                found.push_back(pixel);
        return found;
    }
    /// Finite samples grow into the area, by a pixel at a time.
    void grow_into(const std::vector<std::int64_t>& area) const {
        std::vector<std::pair<std::int64_t, Word>> front;
        for (const std::int64_t pixel : area)
            if (is_bad(pixel))
                any_neighbour(size, pixel, [&](std::int64_t beside) {
                    if (!is_bad(beside)) front.emplace_back(pixel, at(beside));
                    return !is_bad(beside);
                });
        for (const auto& [pixel, value] : front) put(pixel, value);
        for (std::size_t done = 0; done < front.size(); ++done)
            any_neighbour(size, front[done].first, [&](std::int64_t beside) {
                if (!is_bad(beside)) return false;
                front.emplace_back(beside, front[done].second);
                put(beside, front.back().second);
                return false;
            });
    }
    std::uint64_t fill(Word least, Word most) const {
        for (std::int64_t pixel = 0; pixel < size.pixels(); ++pixel)
            if (const Word value = at(pixel); is_mark(value) && is_finite(value))
                put(pixel, Word((value & sign_bit<Word>) | infinite<Word>));
        const std::vector<std::int64_t> area = areas();
        for (const std::int64_t pixel : area)
            if (const Word value = at(pixel); Word(value & ~sign_bit<Word>) == infinite<Word>)
                put(pixel, value & sign_bit<Word> ? least : most);
        grow_into(area);
        return area.size();
    }
};

template <class Word>
std::uint64_t fill_channels(const std::vector<Channel<Word>>& channels) {
    std::optional<Word> least, most;
    for (const Channel<Word>& channel : channels)
        for (std::int64_t pixel = 0; pixel < channel.size.pixels(); ++pixel) {
            const Word value = channel.at(pixel);
            if (is_mark(value)) continue;
            if (!least || order(value) < order(*least)) least = value;
            if (!most || order(value) > order(*most)) most = value;
        }
    std::uint64_t filled = 0;
    for (const Channel<Word>& channel : channels)
        if (most) filled += channel.fill(*least, *most);
    return filled;
}

/// As fast as memory: nearly all images are finite, without marks.
template <class Word>
bool all_finite(const std::byte* first, std::size_t count) {
    bool finite = true;
    for (std::size_t i = 0; i < count; ++i) finite &= !is_mark(word_at<Word>(first + i * sizeof(Word)));
    return finite;
}

template <class Word>
std::uint64_t fill_pixels(Pixels& pixels) {
    bool finite = true;
    const std::size_t row = std::size_t(pixels.size.width) * std::size_t(pixels.channels());
    by_bands(pixels.size.height, {&pixels.bytes}, [&](int top, int end) {
        finite &= all_finite<Word>(pixels.at(0, top), std::size_t(end - top) * row);
    });
    if (finite) return 0;
    std::vector<Channel<Word>> channels;
    for (int c = 0; c < pixels.colours; ++c)
        channels.push_back(
            {pixels.at(0, 0) + std::size_t(c) * sizeof(Word), std::size_t(pixels.channels()), pixels.size});
    return fill_channels(channels);
}

} // namespace

std::uint64_t fill_areas(Pixels& pixels) {
    if (!is_float(pixels.type) || pixels.size.pixels() == 0) return 0;
    return pixels.type == PixelType::f16 ? fill_pixels<std::uint16_t>(pixels)
                                         : fill_pixels<std::uint32_t>(pixels);
}

std::uint64_t fill_areas(std::vector<float>& planes, Size size) {
    auto* const first = reinterpret_cast<std::byte*>(planes.data());
    if (all_finite<std::uint32_t>(first, planes.size())) return 0;
    std::vector<Channel<std::uint32_t>> channels;
    for (std::size_t at = 0; at < planes.size(); at += std::size_t(size.pixels()))
        channels.push_back({first + at * sizeof(float), 1, size});
    return fill_channels(channels);
}

std::string filled_words(std::uint64_t filled) {
    if (filled == 0) return "";
    return ", " + std::to_string(filled) +
           " in areas (NaN by the nearest sample, infinity by the largest finite colour)";
}

} // namespace atrous
