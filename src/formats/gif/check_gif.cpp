// The blocks of a GIF (GIF89a, sections 17 to 27): giflib ends at one that is cut, and the frames behind it are missing
// without a word; OpenImageIO 2.4 composes frames wrongly that come behind one of disposal 3, and takes colours from beyond a table.
#include "formats/common/check.h"
#include "formats/gif/gif_blocks.h"
#include <algorithm>
#include <array>
#include <optional>

namespace atrous {
namespace {

constexpr int trailer = 0x3b, graphic_control = 0xf9;

bool only_zeros(const FileView& file, std::uint64_t at) {
    constexpr std::uint64_t most_zeros = std::uint64_t(1) << 20;
    while (file.size() - at < most_zeros && file.has(at, 1) && file.number(at, 1) == 0) ++at;
    return at == file.size();
}

/// What a graphic control extension has the next frame leave behind.
int disposal_of(const FileView& file, std::uint64_t at) { return int(file.number(at + 3, 1) >> 2 & 7); }

/// What a code stands for: so many pixels, the first of them, and the largest that is no transparent one.
struct String {
    std::uint64_t pixels = 0;
    int first = 0, largest = 0;
};

/// Pixels of a frame whose codes begin at `at` (appendix F), up to as many as are wanted, or to a code that is none.
String pixels_of(const FileView& file, std::uint64_t at, std::uint64_t wanted, int transparent) {
    constexpr int longest = 12;
    std::array<String, std::size_t(1) << longest> strings;
    const int least = std::clamp(int(file.number(at, 1)), 1, 8), clear = 1 << least, end = clear + 1;
    for (int i = 0; i < clear; ++i) strings[std::size_t(i)] = {1, i, i == transparent ? 0 : i};
    std::string bytes; // of the sub-blocks; codes begin at their lowest bits
    for (std::uint64_t block = at + 1, length = 0; (length = file.number(block, 1)) > 0; block += 1 + length)
        bytes += file.bytes(block + 1, length);
    const std::size_t bits = 8 * bytes.size();
    bytes += std::string(2, '\0');
    String all;
    std::size_t bit = 0;
    for (int next = end + 1, width = least + 1, before = clear;
         all.pixels < wanted && bit + std::size_t(width) <= bits;) {
        const int code = int(number_in(bytes, bit / 8, 3, false) >> bit % 8) & ((1 << width) - 1);
        bit += std::size_t(width);
        if (code == end || code > (before == clear ? clear : next)) break;
        if (code == clear) next = end + 1, width = least + 1;
        if (code != clear && before != clear && next < int(strings.size())) {
            const String& old = strings[std::size_t(before)];
            const int first = (code == next ? old : strings[std::size_t(code)]).first;
            strings[std::size_t(next++)] = {old.pixels + 1, old.first,
                                            std::max(old.largest, strings[std::size_t(first)].largest)};
            if (next == 1 << width && width < longest) ++width;
        }
        const String& shown = strings[std::size_t(code)]; // of the code that clears none
        all.pixels += shown.pixels, all.largest = std::max(all.largest, shown.largest);
        before = code;
    }
    return all;
}

/// What is wrong with the pixels of a frame.
std::string check_pixels(const FileView& file, std::uint64_t at, int frame, int transparent) {
    const std::uint64_t own = file.number(at + gif_descriptor_bytes - 1, 1);
    const auto colours = int(gif_table_bytes(own & 0x80 ? own : file.number(gif_screen_flags, 1)) / 3);
    const std::uint64_t wanted = file.number(at + 5, 2, false) * file.number(at + 7, 2, false);
    const String found =
        pixels_of(file, at + gif_descriptor_bytes + gif_table_bytes(own), wanted, transparent);
    if (found.pixels == wanted && found.largest < colours) return {};
    return "truncated or damaged: the codes of its frame " + std::to_string(frame) + " give " +
           std::to_string(found.pixels) + " pixels of colours up to " + std::to_string(found.largest) +
           "; it has " + std::to_string(wanted) + " pixels and " + std::to_string(colours) + " colours";
}

std::string wrong_frames(int frame) {
    return "its frame " + std::to_string(frame) +
           " is taken back before the next one is shown (disposal \"previous\"), which OpenImageIO shows wrongly; make "
           "whole frames of it first: convert in.gif -coalesce out.gif";
}

} // namespace

std::string check_gif(const FileView& file) {
    constexpr int previous = 3;
    constexpr std::uint64_t most_pixels =
        (std::uint64_t(1) << 31) / 4; // OpenImageIO counts their bytes in 31 bits
    const std::uint64_t width = file.number(6, 2, false), height = file.number(8, 2, false);
    if (width * height >= most_pixels)
        return "its header says " + std::to_string(width) + "x" + std::to_string(height) +
               " pixels; of a GIF fewer than " + std::to_string(most_pixels) + " are read";
    std::uint64_t at = first_gif_block(file);
    int frames = 0, taken_back = 0, disposal = 0, transparent = -1;
    bool complete = false; // a frame ends here: old files may end, too, or with zeros, and have no trailer
    for (; !(complete && only_zeros(file, at)) && file.number(at, 1) != trailer;) {
        const int kind = int(file.number(at, 1));
        const auto behind = kind == gif_image || kind == gif_extension ? behind_gif_block(file, at, kind)
                                                                       : std::optional<std::uint64_t>();
        if (!behind)
            return "truncated or damaged: what begins at byte " + std::to_string(at) + " of " +
                   std::to_string(file.size()) + ", behind " + std::to_string(frames) +
                   " whole frames, is no whole block of a GIF";
        if (kind == gif_extension && file.number(at + 1, 1) == graphic_control) {
            disposal = disposal_of(file, at);
            transparent = file.number(at + 3, 1) & 1 ? int(file.number(at + 6, 1)) : -1;
        }
        complete = kind == gif_image;
        if (complete) {
            if (taken_back > 0) return wrong_frames(taken_back);
            ++frames;
            if (std::string why = check_pixels(file, at, frames, transparent); !why.empty()) return why;
            if (disposal == previous) taken_back = frames;
            disposal = 0, transparent = -1;
        }
        at = *behind;
    }
    return {};
}

} // namespace atrous
