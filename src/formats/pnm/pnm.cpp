// What a PNM says before its samples: a comment ends with its line, and may stand between all numbers of the header.
#include "formats/pnm/pnm.h"
#include "formats/common/reader.h"

namespace atrous {

/// Passes over one blank, or a comment.
bool PnmNumbers::is_blank() {
    if (!file_.has(at_, 1)) return false;
    const auto byte = [&] { return char(file_.number(at_, 1)); };
    if (byte() == '#')
        while (file_.has(at_, 1) && byte() != '\n' && byte() != '\r') ++at_;
    else if (byte() != ' ' && (byte() < '\t' || byte() > '\r'))
        return false;
    else
        ++at_;
    return true;
}

std::optional<std::uint32_t> PnmNumbers::next() {
    constexpr int most_digits = 9;
    while (is_blank()) {}
    std::uint32_t value = 0;
    int digits = 0;
    for (; file_.has(at_, 1); ++at_, ++digits) {
        const std::uint64_t digit = file_.number(at_, 1) - '0';
        if (digit > 9) break;
        if (digits == most_digits) return {};
        value = value * 10 + std::uint32_t(digit);
    }
    return digits > 0 ? std::optional(value) : std::nullopt;
}

std::optional<PnmHeader> pnm_header(const FileView& file) {
    constexpr std::uint32_t most_sample = 65535;
    const int kind = int(file.number(1, 1)) - '0';
    if (file.number(0, 1) != 'P' || kind < 1 || kind > 6) return {};
    PnmNumbers numbers(file, 2);
    const auto width = numbers.next(), height = numbers.next();
    const bool bits = kind == 1 || kind == 4;
    const auto most = bits ? std::optional<std::uint32_t>(1) : numbers.next();
    if (!width || !height || !most || *most < 1 || *most > most_sample) return {};
    return PnmHeader{kind, *width, *height, *most, numbers.at() + 1};
}

namespace {

/// OpenImageIO 2.4 shows white for all samples where the largest is 0 or has more than 16 bits.
std::string check_pnm(const FileView& file) {
    const bool floats = (file.number(1, 1) | 0x20) == 'f';
    return floats || pnm_header(file)
               ? ""
               : "its header is damaged: width, height or the largest sample (1 to 65535) is no such number";
}

Damage damage_in_pnm(const FileView& file) {
    Damage found;
    const auto header = pnm_header(file);
    if (!header || header->is_text()) return found;
    const std::uint64_t end = header->samples + header->bytes();
    if (end < file.size() && file.number(end, 1) == 'P')
        found.unread.add("holds other pictures behind the first, which alone is read");
    return found;
}

/// OpenImageIO's reader of PPM and its kin takes the whole file into memory.
std::uint64_t file_bytes(const FileView& file) { return file.size(); }

bool read_wide(OpenFile& open, int, const OIIO::ImageSpec& spec, Bytes& to) {
    return spec.format == OIIO::TypeUInt16 &&
           read_wide_pnm(open.path, {spec.width, spec.height}, spec.nchannels, to);
}

} // namespace

extern const Reader pnm_reader{.name = "pnm",
                               .check = check_pnm,
                               .damage = damage_in_pnm,
                               .opening_bytes = file_bytes,
                               .read = read_wide};

} // namespace atrous
