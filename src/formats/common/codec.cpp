// Helpers that the readers and writers of several formats share: samples cut into pieces, and questions about a part.
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/common/reader.h"
#include <algorithm>
#include <cstring>

namespace atrous {
Bytes padded_tile(const std::byte* picture, std::size_t pixel, Size size, Size tile, int x, int y) {
    const int columns = std::min(tile.width, size.width - x), rows = std::min(tile.height, size.height - y);
    Bytes bytes(std::size_t(tile.pixels()) * pixel);
    if (columns < tile.width || rows < tile.height) std::fill_n(bytes.data.get(), bytes.size, std::byte{0});
    for (int row = 0; row < rows; ++row)
        std::memcpy(bytes.data.get() + std::size_t(row) * std::size_t(tile.width) * pixel,
                    picture + (std::size_t(y + row) * std::size_t(size.width) + std::size_t(x)) * pixel,
                    std::size_t(columns) * pixel);
    return bytes;
}

std::size_t Pieces::count(const Raster& raster) const {
    return std::size_t((raster.size.height + rows - 1) / rows) * std::size_t(across);
}

void write_pieces(const Raster& raster, const Pieces& pieces, const std::function<MakePiece()>& maker,
                  OutputBytes& output, const std::function<void(std::size_t, const Piece&)>& take) {
    constexpr std::size_t copies = 3; // of a piece: samples, as they are encoded, and ready bytes
    const std::size_t all = pieces.count(raster), stripe = raster.row() * std::size_t(pieces.rows);
    std::size_t step = all, most = all;
    if (raster.bytes.scratch) {
        const std::size_t window = raster.bytes.scratch->window;
        step = std::max<std::size_t>(window / stripe, 1) * std::size_t(pieces.across);
        most = std::max<std::size_t>(window / (copies * stripe / std::size_t(pieces.across)), 1);
    }
    for (std::size_t first = 0; first < all; first += step) {
        const auto from_first = [&] {
            return [make = maker(), first](std::size_t i) { return make(first + i); };
        };
        const auto take_checked = [&](std::size_t i, const Piece& piece) {
            take(first + i, piece);
            if (output.failed()) output.finish(); // which throws
        };
        pieces_in_order(std::min(step, all - first), most, from_first, take_checked,
                        stripe / std::size_t(pieces.across));
        raster.bytes.let_go();
    }
}

std::optional<Raster> raster_of(const Encoded& encoded) {
    const OIIO::ImageSpec& spec = encoded.spec;
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    const auto other = [&](OIIO::TypeDesc type) { return type != spec.format; };
    if (std::ranges::any_of(types, other) || spec.depth > 1) return {};
    if (encoded.type != OIIO::TypeUnknown && encoded.type != spec.format) return {};
    return Raster{encoded.bytes(), {spec.width, spec.height}, spec.nchannels, spec.format.size()};
}

int rows_together(const OIIO::ImageSpec& spec, const Reader& reader) {
    if (spec.tile_width > 0) return spec.tile_height;
    return reader.rows_together ? reader.rows_together(spec) : 1;
}

int quality_in(const OIIO::ImageSpec& spec) {
    const std::string compression(spec.get_string_attribute("compression"));
    return std::stoi(compression.substr(compression.find(':') + 1));
}

bool was_read_from(const Part& part, std::string_view format) {
    return part.pass_through && part.pass_through->format == format;
}

int colours_in(const Part& part, const Format& format) {
    const bool with_alpha = part.pixels.alpha != Alpha::none && format.alpha != AlphaRule::none;
    const bool holds_grey = with_alpha ? format.grey_alpha : format.grey;
    return part.pixels.colours == 1 && !holds_grey ? 3 : part.pixels.colours;
}

int bits_of(const OIIO::ImageSpec& spec) {
    return spec.get_int_attribute(bits_attribute, spec.get_int_attribute(jxl_bits_attribute, 16));
}

PixelType type_as_read(const Part& part) { return pixel_type(channel_types(part.pass_through->spec)); }

bool type_kept(const Part& part, const PictureView& picture) {
    return picture.pixels.type == pixel_type(colour_types(part.pass_through->spec, picture.channels));
}

bool embeds_colours(const Part& part, const Pixels& pixels, const OutputColours& colours) {
    const OutputProfile& wanted = colours.of(pixels.colours);
    const bool used = pixels.profile && pixels.profile->origin == Profile::Origin::embedded;
    return used && part.pass_through && !wanted.bytes.empty() &&
           profile_in(part.pass_through->spec) == wanted.bytes;
}

bool has_colours(const Part& part, const Pixels& pixels, const OutputColours& colours) {
    const auto& wanted = colours.of(pixels.colours).profile;
    return embeds_colours(part, pixels, colours) ||
           (wanted && same_colours(pixels.profile.get(), pixels.transfer, wanted.get(), Transfer::srgb));
}

ImageWindow OpenFile::place(std::size_t part) const {
    ImageWindow place = place_in(specs[part]);
    if (reduced > 1) place.size = place.display = whole;
    place.reduced = reduced;
    place.wraps = wraps_around(specs[part], options.wrap);
    return place;
}

void OpenFile::warn(const Message& what) { warnings.push_back(what.about(path.string())); }

void OpenFile::leave_out(const Message& what) {
    if (options.replaced) throw lost_for_good(path, what);
    warn(what);
    left_out.push_back(warnings.back());
}

void OpenFile::leave_other_images_out(int images) {
    if (images > 1) leave_out(message(messages::other_images, images));
}

void OpenFile::refuse(const Message& reason) const { throw file_error(reason.about(path.string())); }

bool OpenFile::can_use(const SaidColours& signalled) {
    if (signalled.refused) refuse(signalled.problem);
    if (!signalled.problem.empty()) warn(signalled.problem);
    return signalled.problem.empty();
}

} // namespace atrous
