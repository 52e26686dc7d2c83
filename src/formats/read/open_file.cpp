// Finds the reader, checks headers before anything is allocated for their images, and lists the parts: pages, frames of animations.
// MIP levels are left out. Only ImageInput is used: ImageBuf and ImageCache abort the process on damaged files.
#include "formats/read/open_file.h"
#include "base/size.h"
#include "files/file_view.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "platform/standard_streams.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::int64_t max_samples = std::int64_t(1) << 33;
constexpr std::int64_t largest_tile = std::int64_t(64) << 20;

/// Throws a file error for images that are not read: deep, volumes, CMYK and Lab unless they become RGB, without pixels, or beyond the limits.
void check_header(const OpenFile& open, const OIIO::ImageSpec& spec) {
    if (spec.deep) open.refuse(message(messages::deep_image));
    if (spec.width < 1 || spec.height < 1 || spec.nchannels < 1) open.refuse(message(messages::no_pixels));
    if (spec.depth > 1) open.refuse(message(messages::volume, spec.depth));
    if (std::max(spec.width, spec.height) > longest_file_side)
        open.refuse(
            message(messages::image_size, to_string(Size{spec.width, spec.height}), longest_file_side));
    if (spec.nchannels > max_file_channels)
        open.refuse(message(messages::image_channels, spec.nchannels, max_file_channels));
    const std::int64_t samples = std::int64_t(spec.width) * spec.height * spec.nchannels;
    if (samples > max_samples)
        open.refuse(message(messages::image_samples, samples, to_string(Size{spec.width, spec.height}),
                            spec.nchannels, max_samples));
    const auto tile = std::int64_t(spec.tile_width) * spec.tile_height * std::int64_t(spec.pixel_bytes(true));
    const auto picture = std::int64_t(spec.width) * spec.height * std::int64_t(spec.pixel_bytes(true));
    if (tile > largest_tile && tile / 4 > picture)
        open.refuse(message(messages::tile_size, to_string(Size{spec.tile_width, spec.tile_height}),
                            to_string(Size{spec.width, spec.height})));
    if (spec.get_string_attribute("planarconfig") == "contig" && spec.tile_width > 0 &&
        spec.format == OIIO::TypeDesc::DOUBLE)
        open.refuse(message(messages::double_tiles));
    if (const Message reason = print_refusal(spec); !reason.empty() && !open.options.to_rgb)
        open.refuse(reason);
}

void read_as_rgb(OpenFile& open) {
    const auto is_print = [](const OIIO::ImageSpec& spec) { return !print_refusal(spec).empty(); };
    if (open.specs.size() > 1 && std::ranges::any_of(open.specs, is_print))
        open.refuse(message(messages::print_pages));
    make_rgb_of_print(open);
    const PrintPicture& print = open.print;
    if (print.beside > 0) open.leave_out(message(messages::print_channels_lost, print.beside));
}

void open_input(OpenFile& open) {
    const Reader& reader = *open.reader;
    OIIO::ImageSpec hints, spec;
    hints["oiio:UnassociatedAlpha"] = 1;
    if (reader.add_hints) reader.add_hints(open, hints);
    if (open.in->open(file_of(open.path).string(), spec, hints)) return;
    const std::string words = message_of(*open.in);
    if (words.find("ubsampled") != std::string::npos) open.refuse(message(messages::subsampled_image, words));
    open.refuse(message(messages::not_supported, words + reader.advice));
}

/// Throws a file error if there are more parts than that.
void limit_parts(const OpenFile& open, std::size_t most) {
    if (open.specs.size() > most) open.refuse(message(messages::too_many_parts, max_file_parts));
}

void list_parts(OpenFile& open) {
    const Reader& reader = *open.reader;
    OIIO::ImageInput& in = *open.in;
    std::vector<OIIO::ImageSpec>& specs = open.specs;
    const bool several = open.format->parts;
    for (int i = 0; i == 0 || (several && in.seek_subimage(i, 0)); ++i) {
        limit_parts(open, max_file_parts - 1);
        OIIO::ImageSpec& spec = specs.emplace_back(in.spec());
        if (reader.patch_header) reader.patch_header(open, spec);
        spec.alpha_channel = std::min(spec.alpha_channel, spec.nchannels - 1); // GIF counts it from 1
        check_header(open, spec);
    }
    const std::string ended = message_of(in); // seeking past the last part leaves a message
    for (int i = 0; i < int(specs.size()); ++i)
        if (specs[std::size_t(i)].tile_width > 0 && in.seek_subimage(i, 1)) {
            open.warn(message(messages::mip_levels));
            break;
        }
    if (reader.opened) reader.opened(open, ended);
    if (!several) open.leave_other_images_out(specs[0].get_int_attribute("oiio:subimages", 1));
    in.geterror();
    if (several && !in.seek_subimage(0, 0)) open.refuse(message(messages::part_damaged, message_of(in)));
}

void find_parts(OpenFile& open) {
    const Reader& reader = *open.reader;
    if (reader.open) {
        reader.open(open);
        limit_parts(open, max_file_parts);
        for (const OIIO::ImageSpec& spec : open.specs) check_header(open, spec);
        return;
    }
    const std::lock_guard guard(opening());
    open.in = OIIO::ImageInput::create(open.format->name);
    if (!open.in) {
        OIIO::geterror(); // otherwise printed at the end of the process
        open.refuse(message(messages::reader_not_built, open.format->title));
    }
    open_input(open);
    const std::string compression(open.in->spec().get_string_attribute("compression"));
    if (reader.leaves_gaps && compression.starts_with(reader.leaves_gaps) && zero_new_memory())
        open.in->close(), open_input(open); // with new buffers
    list_parts(open);
    if (open.options.to_rgb) read_as_rgb(open);
}

void read_profiles(OpenFile& open) {
    const Reader& reader = *open.reader;
    const bool one_for_all = open.format->frames; // an animation has one, of which is warned once
    for (std::size_t i = 0; i < open.specs.size(); ++i) {
        const std::vector<ColourChannels>& own = open.pictures[i];
        if (reader.name_colours && !own.empty()) reader.name_colours(open, i);
        if (i > 0 && one_for_all)
            open.profiles.push_back(open.profiles.front());
        else
            open.profiles.push_back(
                own.empty() ? nullptr : profile_of(open, open.specs[i], own.front().colours, open.warnings));
    }
}

} // namespace

void open_parts(OpenFile& open) {
    const Reader& reader = *open.reader;
    find_parts(open);
    if (reader.reduce && open.options.reduction && !open.print.colours) reader.reduce(open);
    Messages notes;
    with_context(open.path.string(), [&] {
        open.pictures = find_pictures(open.specs, *open.format, open.options, open.aovs, notes);
    });
    for (const Message& note : notes) open.warn(note);
    read_profiles(open);
}

} // namespace atrous
