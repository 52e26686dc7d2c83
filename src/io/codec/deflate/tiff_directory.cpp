// TIFF 6.0, section 2, and BigTIFF.
#include "io/codec/deflate/tiff_directory.h"
#include "io/bytes/file_view.h"
#include <algorithm>
#include <iterator>

namespace atrous {
namespace {

constexpr int type_long = 4, type_long8 = 16;

/// Bytes of whole numbers without sign; 0 for other types.
std::size_t bytes_of(int type) {
    static constexpr std::size_t sizes[] = {0, 1, 0, 2, 4};
    if (type == type_long8) return 8;
    return type >= 0 && type < int(std::size(sizes)) ? sizes[type] : 0;
}

std::uint64_t number_at(const OutputBytes& bytes, std::uint64_t at, std::size_t count) {
    std::string text(count, '\0');
    return bytes.get(text.data(), count, at) == count ? number_in(text, 0, int(count), false) : 0;
}

void append(std::string& text, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) text += char(number >> 8 * i & 255);
}

} // namespace

std::optional<TiffDirectory> TiffDirectory::of(const OutputBytes& bytes) {
    const std::string head = bytes.head(16);
    const bool big = head.starts_with(std::string_view("II\x2b\0", 4));
    if (head.size() < 16 || (!big && !head.starts_with(std::string_view("II\x2a\0", 4)))) return {};
    TiffDirectory found;
    found.bytes_ = &bytes;
    found.big_ = big;
    const std::size_t offset = found.offset_bytes(), count_bytes = big ? 8 : 2;
    const std::uint64_t first = number_in(head, offset, int(offset), false);
    const std::uint64_t count = number_at(bytes, first, count_bytes);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, 65535); ++i) {
        const std::uint64_t at = first + count_bytes + i * (4 + 2 * offset);
        found.entries_.push_back({int(number_at(bytes, at, 2)), int(number_at(bytes, at + 2, 2)),
                                  number_at(bytes, at + 4, offset), at});
    }
    return found;
}

const TiffDirectory::Entry* TiffDirectory::entry(int tag) const {
    const auto found = std::ranges::find(entries_, tag, &Entry::tag);
    return found == entries_.end() ? nullptr : &*found;
}

/// Where so many bytes of values lie: in the entry, if they fit.
std::uint64_t TiffDirectory::place(const Entry& entry, std::size_t bytes) const {
    const std::uint64_t value = entry.at + 4 + offset_bytes();
    return bytes <= offset_bytes() ? value : number_at(*bytes_, value, offset_bytes());
}

std::vector<std::uint64_t> TiffDirectory::numbers(int tag) const {
    const Entry* found = entry(tag);
    const std::size_t bytes = found ? bytes_of(found->type) : 0;
    if (bytes == 0 || found->count > bytes_->size() / bytes) return {};
    std::string text(found->count * bytes, '\0');
    if (bytes_->get(text.data(), text.size(), place(*found, text.size())) < text.size()) return {};
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < found->count; ++i)
        numbers.push_back(number_in(text, i * bytes, int(bytes), false));
    return numbers;
}

std::uint64_t TiffDirectory::number(int tag, std::uint64_t otherwise) const {
    const std::vector<std::uint64_t> all = numbers(tag);
    return all.empty() ? otherwise : all.front();
}

void TiffDirectory::replace(OutputBytes& bytes, int tag, const std::vector<std::uint64_t>& numbers) const {
    const Entry& old = *entry(tag);
    const int type = big_ ? type_long8 : type_long;
    std::string text;
    for (const std::uint64_t number : numbers) append(text, number, bytes_of(type));
    const bool inside = text.size() <= offset_bytes();
    const std::uint64_t at = inside || old.type == type ? place(old, text.size()) : bytes.size();
    std::string entry;
    append(entry, std::uint64_t(old.tag), 2);
    append(entry, std::uint64_t(type), 2);
    append(entry, numbers.size(), offset_bytes());
    if (!inside) append(entry, at, offset_bytes());
    bytes.put(entry.data(), entry.size(), old.at);
    bytes.put(text.data(), text.size(), at);
}

} // namespace atrous
