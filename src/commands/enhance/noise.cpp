// Finds noise. Decodes a RAW file a second time for its noise, since OpenImageIO's image does not contain its
// photosites. --noise: frames of a film that are all filtered alike do not flicker. Files are checked before
// any work, and the first ones of a run as soon as its jobs are known.
#include "commands/enhance/noise.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "commands/enhance/messages.h"
#include "formats/raw/mosaic.h"
#include "formats/read/decoder.h"
#include "formats/write/gain_map.h"
#include "noise/photosite_noise.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::string_view option = "noise-from", first_word = "first:", each_word = "each";
/// Maximum of averaged frames. Even 99 frames give the noise no better than to a tenth of a per cent, and
/// each is read.
constexpr int max_first = 99;

int first_of(const std::string& text) {
    const auto number = read_number(text.substr(first_word.size()));
    if (number && *number >= 1 && *number <= max_first && *number == std::floor(*number)) return int(*number);
    throw usage_error(messages::noise_first_wrong, text, max_first, text);
}

void check_noise_source(const std::filesystem::path& file, const ReadOptions& read,
                        const std::vector<std::string>& outputs, Identities& identity) {
    const auto refuse = [&](const std::string& reason) {
        throw usage_error(messages::noise_source_unusable, reason);
    };
    try {
        if (Decoder(file, read).colour_parts().empty()) refuse(file.string() + ": has no image");
    } catch (const Error& error) {
        if (error.kind == Exit::usage) throw;
        refuse(error.what());
    }
    if (std::ranges::count(outputs, identity(file)) > 0)
        throw usage_error(messages::noise_source_replaced, file);
}

std::optional<NoiseFound> noise_of_raw(const PictureSource& source, const Pixels& pixels) {
    if (source.format != "raw" || pixels.colours != 3 || pixels.transfer != Transfer::srgb)
        return std::nullopt;
    const std::optional<Mosaic> mosaic = read_mosaic(source.path);
    const auto photosites = mosaic ? photosite_noise(*mosaic) : std::nullopt;
    if (!photosites) return std::nullopt;
    return find_raw_noise(pixels, *mosaic, *photosites);
}

/// Like find_noise(). For a RAW file in colours whose photosites can be read, uses these.
NoiseFound find_picture_noise(const PictureSource& source, const Pixels& pixels, double given) {
    std::optional<NoiseFound> found = noise_of_raw(source, pixels);
    if (!found) return find_noise(pixels, given);
    if (given > 0) put_given(given, pixels.colours, *found);
    return *std::move(found);
}

/// Light of the file's first image on a bright display, or the luminance.
Pixels rendition_of_file(const std::filesystem::path& path, const ReadOptions& read, bool grey) {
    ImageFile file = Decoder(path, read).read();
    put_hdr_rendition(file);
    const Pixels& pixels = file.parts.front().pixels;
    GainMap no_gain{{{1, 1}, PixelType::u8, 1, Alpha::none, Transfer::linear, Bytes(1)}, {}};
    no_gain.samples.bytes.data[0] = std::byte(0);
    no_gain.numbers.curves.fill({.least = 0, .most = 0});
    return hdr_rendition(pixels, pixels.size, no_gain, grey);
}

std::string colour_words(std::size_t colours) { return colours == 1 ? "grey" : "in colours"; }

/// For the file's first image.
NoiseFound noise_of_file(const std::filesystem::path& path, const ReadOptions& read, double given) {
    ImageFile file = Decoder(path, read).read();
    for (Part& part : file.parts)
        for (const PictureRef& picture : pictures_of(part))
            return find_picture_noise({path, file.format}, picture.pixels, given);
    throw file_error(messages::noise_source_empty, path);
}

} // namespace

std::string NoiseFrom::text() const {
    std::string text = "--noise ";
    if (first > 0) return text + std::string(first_word) + std::to_string(first);
    text += files.front().string();
    return files.size() == 1 ? text : text + " and " + std::to_string(files.size() - 1) + " more";
}

NoiseFrom noise_from(const CommandLine& line) {
    NoiseFrom from;
    for (const auto& [name, value] : line.given) {
        if (name != option) continue;
        if (value == each_word)
            from = {};
        else if (from.first > 0 || (from.given() && value.starts_with(first_word)))
            throw usage_error(messages::noise_first_and_others);
        else if (value.starts_with(first_word))
            from.first = first_of(value);
        else
            from.files.emplace_back(value);
    }
    if (from.first > 0 && line.has("chunk")) throw usage_error(messages::noise_first_of_chunk, from.text());
    return from;
}

void find_noise_files(const std::vector<Job>& jobs, const ReadOptions& read, NoiseFrom& from) {
    if (from.first > 0) {
        from.files.clear();
        for (const Job& job : jobs)
            if (!job.missing && from.files.size() < std::size_t(from.first))
                from.files.push_back(job.input());
        if (from.files.size() < std::size_t(from.first))
            log_warning(message(messages::noise_first_few, from.text(), from.files.size()));
    }
    if (!from.given()) return;
    Identities identity;
    std::vector<std::string> outputs;
    for (const Job& job : jobs)
        for (const RoleFile& output : job.outputs) outputs.push_back(identity(output.path));
    for (const std::filesystem::path& file : from.files) check_noise_source(file, read, outputs, identity);
}

const NoiseFound& NoiseSource::of_files() {
    const std::scoped_lock lock(finding_);
    if (found_) return *found_;
    std::vector<NoiseFound> frames;
    std::size_t noisy = 0, colours = 0;
    for (const std::filesystem::path& file : from_.files) {
        NoiseFound found = noise_of_file(file, read_, given_);
        const std::size_t own = found.noise.curves.size();
        if (!found.is_clean() && ++noisy > 1 && own != colours)
            throw file_error(messages::noise_sources_differ, from_.text(), file, colour_words(own),
                             colour_words(colours));
        if (!found.is_clean()) colours = own;
        frames.push_back(std::move(found));
    }
    const NoiseFound& found = found_.emplace(mean_noise(frames));
    log_verbose(frames.size() == 1 ? message(messages::noise_found, from_.text(), noise_text(found))
                                   : message(messages::noise_of_several, from_.text(), noisy, frames.size(),
                                             noise_text(found)));
    return found;
}

std::optional<NoiseFound> NoiseSource::of(const EawResolved& settings, const PictureSource& source,
                                          const Pixels& pixels) {
    if (!uses_noise(settings.asked)) return std::nullopt;
    if (!from_.given()) {
        NoiseFound own = find_picture_noise(source, pixels, given_);
        pixels.bytes.let_go();
        return own;
    }
    const NoiseFound& found = of_files();
    const std::size_t own = std::size_t(pixels.colours), others = found.noise.curves.size();
    if (!found.is_clean() && own != others)
        throw file_error(messages::noise_source_differs, colour_words(own), from_.text(),
                         colour_words(others));
    return found;
}

NoiseFound NoiseSource::of_rendition(const Pixels& rendition) {
    if (!from_.given()) return find_noise(rendition, given_);
    const auto colours = std::size_t(rendition.colours);
    const std::scoped_lock lock(finding_);
    std::optional<NoiseFound>& found = renditions_[colours / 2];
    if (found) return *found;
    std::vector<NoiseFound> frames;
    for (const std::filesystem::path& file : from_.files) {
        frames.push_back(find_noise(rendition_of_file(file, read_, colours == 1), given_));
        if (frames.back().noise.curves.size() != colours) frames.back() = NoiseFound(colours); // a clean grey
    }
    return found.emplace(mean_noise(frames));
}

} // namespace atrous
