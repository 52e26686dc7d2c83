// Walks through nested boxes to a few boxes at known places.
#include "formats/heif/heif_boxes.h"
#include "files/file_view.h"
#include <algorithm>
#include <functional>
#include <initializer_list>
#include <set>

namespace atrous {
namespace {

/// A box on the way to others, and the number of bytes before the boxes in it. At the end of a way, the empty name is any box.
struct Level {
    std::string_view name;
    std::uint64_t head = 0;
};
using Way = std::initializer_list<Level>;

/// Calls each(box) for all boxes at the end of the way.
void each_box(const FileView& file, const Box& around, const Level* next, const Level* end,
              const std::function<void(const Box&)>& each) {
    walk_boxes(file, around.at, around.at + around.length, [&](const Box& box) {
        if (box.name != next->name && !next->name.empty()) return true;
        if (next + 1 == end)
            each(box);
        else if (box.length >= next->head)
            each_box(file, {box.name, box.at + next->head, box.length - next->head}, next + 1, end, each);
        return true;
    });
}
void each_box(const FileView& file, Way way, const std::function<void(const Box&)>& each) {
    each_box(file, {"", 0, file.size()}, way.begin(), way.end(), each);
}

constexpr const char* samplings[] = {"4:0:0", "4:2:0", "4:2:2", "4:4:4"}; // as HEVC numbers them

/// The chroma sampling of an AV1 configuration (AV1 in ISOBMFF, 2.3.3): monochrome, and halving across and down.
int av1_sampling(std::uint64_t flags) {
    constexpr std::uint64_t monochrome = 16, across = 8, down = 4;
    if (flags & monochrome) return 0;
    return !(flags & across) ? 3 : flags & down ? 1 : 2;
}

/// The numbers of its items of a type.
std::set<std::uint64_t> items_of(const FileView& file, std::string_view type) {
    std::set<std::uint64_t> found;
    each_box(file, {{"meta", 4}, {"iinf"}}, [&](const Box& items) {
        const std::uint64_t head =
            file.number(items.at, 1) == 0 ? 6 : 8; // of version 0, how many has 2 bytes
        walk_boxes(file, items.at + head, items.at + items.length, [&](const Box& box) {
            const int number = file.number(box.at, 1) > 2 ? 4 : 2; // of version 3, its own has 4
            if (box.name == "infe" && file.bytes(box.at + 4 + std::uint64_t(number) + 2, 4) == type)
                found.insert(file.number(box.at + 4, number));
            return true;
        });
    });
    return found;
}

/// Consecutive numbers.
struct Numbers {
    const FileView& file;
    std::uint64_t at, end;
    std::uint64_t next(std::uint64_t bytes) {
        const std::uint64_t here = at;
        at += bytes;
        return bytes > 8 || at > end ? 0 : file.number(here, int(bytes));
    }
};

/// Calls `each` with the first bytes of some items, and how many they have, by the box of item locations (ISO 14496-12,
/// 8.11.3). `inside` is the box for items that are stored in it.
void each_item(const FileView& file, const Box& box, const Box& inside, const std::set<std::uint64_t>& items,
               const std::function<void(const std::string&, std::uint64_t)>& each) {
    constexpr std::uint64_t most = 20;
    Numbers numbers{file, box.at, box.at + box.length};
    const std::uint64_t version = numbers.next(1), wide = version > 1 ? 4 : 2;
    numbers.at += 3;
    const std::uint64_t lengths = numbers.next(1), others = numbers.next(1);
    for (std::uint64_t count = numbers.next(wide); count > 0 && numbers.at < numbers.end; --count) {
        const std::uint64_t item = numbers.next(wide), method = version > 0 ? numbers.next(2) & 15 : 0;
        numbers.at += 2;
        const std::uint64_t base = numbers.next(others >> 4) + (method == 1 ? inside.at : 0);
        std::uint64_t parts = numbers.next(2);
        if (lengths == 0) parts = std::min<std::uint64_t>(parts, 1); // more would be the same one
        bool wanted = items.contains(item);
        std::string bytes;
        std::uint64_t all = 0;
        for (; parts > 0 && numbers.at < numbers.end; --parts) {
            if (version > 0) numbers.at += others & 15;
            const std::uint64_t at = base + numbers.next(lengths >> 4), length = numbers.next(lengths & 15);
            all += std::min(length, file.size());
            if (!wanted) continue;
            const std::string part = file.bytes(at, length == 0 ? most : std::min(length, most));
            bytes += part;
            wanted = !part.empty() && bytes.size() < most;
        }
        if (!bytes.empty()) each(bytes, all);
    }
}

/// The images that belong to another one (gain maps, alpha, depth, thumbnails), with their tiles (ISO 14496-12, 8.11.12).
std::set<std::uint64_t> companions_in(const FileView& file) {
    std::set<std::uint64_t> found;
    each_box(file, {{"meta", 4}, {"iref"}}, [&](const Box& references) {
        const std::uint64_t wide = file.number(references.at, 1) > 0 ? 4 : 2;
        const auto each_reference = [&](auto use) {
            walk_boxes(file, references.at + 4, references.at + references.length, [&](const Box& box) {
                use(box, Numbers{file, box.at, box.at + box.length});
                return true;
            });
        };
        each_reference([&](const Box& box, Numbers numbers) {
            if (box.name == "auxl" || box.name == "thmb") found.insert(numbers.next(wide));
        });
        each_reference([&](const Box& box, Numbers numbers) {
            if (box.name != "dimg" || !found.contains(numbers.next(wide))) return;
            for (std::uint64_t count = numbers.next(2); count > 0 && numbers.at < numbers.end; --count)
                found.insert(numbers.next(wide));
        });
    });
    return found;
}

/// Derived images specify their own size (ISO 23008-12, 6.6.2), after this number of bytes.
struct Made {
    std::string_view type;
    std::size_t head;
};
constexpr Made made_pictures[] = {{"grid", 4}, {"iovl", 10}};

/// Pixels of the largest of them.
std::uint64_t made_pixels(const FileView& file) {
    std::uint64_t most = 0;
    Box inside;
    each_box(file, {{"meta", 4}, {"idat"}}, [&](const Box& box) { inside = box; });
    for (const Made& made : made_pictures) {
        const auto add = [&](const std::string& bytes, std::uint64_t) {
            const int wide = bytes.size() > 1 && (bytes[1] & 1) ? 4 : 2;
            if (bytes.size() >= made.head + 2 * std::size_t(wide))
                most = std::max(most, number_in(bytes, made.head, wide) *
                                          number_in(bytes, made.head + std::size_t(wide), wide));
        };
        const std::set<std::uint64_t> items = items_of(file, made.type);
        if (items.empty()) continue;
        each_box(file, {{"meta", 4}, {"iloc"}},
                 [&](const Box& box) { each_item(file, box, inside, items, add); });
    }
    return most;
}

} // namespace

HeifPictures heif_pictures(const FileView& file) {
    constexpr std::uint64_t av1_flags = 2, hevc_chroma = 16; // positions in the configurations
    constexpr std::uint64_t clli_bytes = 4, mdcv_bytes = 24;
    HeifPictures found{.pixels = made_pixels(file)};
    int finest = -1;
    bool turned = false; // by 90 degrees, to one side or the other
    each_box(file, {{"meta", 4}, {"iprp"}, {"ipco"}, {""}}, [&](const Box& box) {
        if (box.name == "ispe")
            found.pixels = std::max(found.pixels, file.number(box.at + 4, 4) * file.number(box.at + 8, 4));
        if (box.name == "colr" && !found.nclx && file.bytes(box.at, 4) == "nclx")
            found.nclx = {int(file.number(box.at + 4, 2)), int(file.number(box.at + 6, 2)),
                          int(file.number(box.at + 8, 2))};
        if (box.name == "clli" ? box.length < clli_bytes : box.name == "mdcv" && box.length < mdcv_bytes)
            found.cut_light = box.name;
        else if (box.name == "clli")
            found.unknown_light = file.number(box.at, 4) == 0;
        if (box.name == "irot") turned |= file.number(box.at, 1) & 1;
        if (box.name == "pasp" && found.aspect == 1)
            if (const double width = double(file.number(box.at, 4)),
                height = double(file.number(box.at + 4, 4));
                width > 0 && height > 0)
                found.aspect = width / height;
        const bool avif = box.name == "av1C";
        if (!avif && box.name != "hvcC") return;
        if (!found.avif) found.avif = avif;
        finest = std::max(finest, avif ? av1_sampling(file.number(box.at + av1_flags, 1))
                                       : int(file.number(box.at + hevc_chroma, 1) & 3));
    });
    if (turned) found.aspect = 1 / found.aspect;
    if (finest >= 0) found.subsampling = samplings[finest];
    return found;
}

std::uint64_t heif_coded_bytes(const FileView& file) {
    std::set<std::uint64_t> items = items_of(file, "hvc1");
    items.merge(items_of(file, "av01"));
    for (const std::uint64_t companion : companions_in(file)) items.erase(companion);
    std::uint64_t sum = 0;
    each_box(file, {{"meta", 4}, {"iloc"}}, [&](const Box& box) {
        each_item(file, box, {}, items, [&](const std::string&, std::uint64_t bytes) { sum += bytes; });
    });
    return std::min(sum, file.size());
}

int heif_tracks(const FileView& file) {
    int tracks = 0;
    each_box(file, {{"moov"}, {"trak"}}, [&](const Box&) { ++tracks; });
    return tracks;
}

bool has_heif_brand(const FileView& file) {
    constexpr std::uint64_t after_size_and_name = 8, word = 4;
    for (std::uint64_t at = after_size_and_name; at + word <= std::min(file.number(0, word), file.size());
         at += word)
        for (const char* brand :
             {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"})
            if (file.bytes(at, word) == brand) return true;
    return false;
}

bool has_heif_item(const FileView& file, std::string_view type) { return !items_of(file, type).empty(); }

} // namespace atrous
