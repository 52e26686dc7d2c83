// Reads texts of other programs about the samples of a page: images without directories, missing samples.
#include "base/error.h"
#include "base/text.h"
#include "formats/common/pass_through.h"
#include "formats/tiff/messages.h"
#include "formats/tiff/tiff_pages.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace atrous {
namespace {

std::string text_of(const TiffPages& pages, std::size_t page, int tag) {
    constexpr int ascii = 2;
    constexpr std::uint64_t most = 1 << 20;
    const auto& all = pages.entries(page);
    const auto found = std::ranges::find(all, tag, &TiffEntry::tag);
    if (found == all.end() || found->type != ascii) return {};
    const std::string text = pages.file().bytes(found->place, std::min(found->count, most));
    return text.substr(0, text.find('\0'));
}

/// The number of images by the first page: values of a tag (MetaMorph), or a number in the description.
double announced_images(const TiffPages& pages) {
    constexpr int tag_description = 270, tag_metamorph = 33629;
    const std::string text = text_of(pages, 0, tag_description);
    const auto number_at = [&](std::size_t at) { return std::strtod(text.c_str() + at, nullptr); };
    if (text.starts_with("ImageJ=") || text.starts_with("SCIFIO="))
        if (const std::size_t at = text.find("\nimages="); at != std::string::npos) return number_at(at + 8);
    if (text.starts_with("{\"shape\": [")) {
        const TiffGrid grid = pages.grid(0);
        double samples = 1;
        for (std::size_t at = text.find('['); at < std::min(text.size(), text.find(']'));
             at = text.find(',', at + 1))
            samples *= number_at(at + 1);
        return samples / double(grid.width * grid.height * pages.number(0, tag_channels, 1)); // whole numbers
    }
    const auto& all = pages.entries(0);
    const auto metamorph = std::ranges::find(all, tag_metamorph, &TiffEntry::tag);
    return metamorph == all.end() ? 1 : double(metamorph->count);
}

} // namespace

void check_stack(const TiffPages& pages) {
    const double images = announced_images(pages);
    const std::vector<std::uint64_t> places = pages.numbers(0, tag_strip_offsets),
                                     sizes = pages.numbers(0, tag_strip_counts);
    const bool is_more = images > double(pages.count()) && pages.number(0, tag_compression, 1) == 1;
    const double bytes = std::accumulate(sizes.begin(), sizes.end(), 0.);
    if (is_more && !places.empty() && double(places.front()) + images * bytes <= double(pages.file().size()))
        throw file_error(messages::tiff_stack, decimal(images), pages.count());
}

void note_nodata(OIIO::ImageSpec& spec, const TiffPages& pages, std::size_t page) {
    constexpr int tag_nodata = 42113;
    const std::string text = trimmed(text_of(pages, page, tag_nodata));
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') return;
    const auto bits = int(pages.number(page, tag_bits, 1)),
               colours = int(pages.number(page, tag_photometric, 1));
    const bool floats = spec.format.is_floating_point(), sign = spec.format.is_signed();
    const double most = std::exp2(8. * double(spec.format.size()) - (sign ? 1 : 0)) - 1;
    const bool exists =
        floats || (value >= (sign ? -most - 1 : 0) && value <= most && value == std::floor(value));
    if (!exists) return;
    // What is written again must be the same value.
    const float sample = float(floats ? value : value / most);
    const auto whole = std::int64_t(floats ? 0 : value);
    std::int64_t again = 0;
    OIIO::convert_pixel_values(OIIO::TypeFloat, &sample, spec.format, &again, 1);
    const bool exact =
        floats ? spec.format != OIIO::TypeDesc::DOUBLE || double(sample) == value || std::isnan(value)
               : std::memcmp(&whole, &again, spec.format.size()) == 0;
    const bool as_read = colours != 0 && colours != int(photometric_palette) &&
                         (value == 0 || bits == int(8 * spec.format.size()));
    if (!exact || !as_read) throw file_error(messages::tiff_nodata, text);
    spec[nodata_attribute] = sample;
}

} // namespace atrous
