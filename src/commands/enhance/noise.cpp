// Words and numbers of noise for the log. --noise-from: frames of a film that are all filtered alike do not flicker.
#include "commands/enhance/noise.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "formats/read/decoder.h"
#include "opencl/device.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

double rounded(double value, double unit) { return std::round(value / unit) * unit; }

Json curve_json(const NoiseCurve& curve) {
    Json values = Json::Array{};
    for (std::size_t i = 0; i <= 256; i += 32)
        values.push_back(rounded(255 * std::sqrt(double(curve[std::min<std::size_t>(i, 255)])), 0.01));
    return values;
}

Json deviations_json(const std::array<double, kernels::FRAMELET_LEVELS>& of_levels) {
    Json values = Json::Array{};
    for (const double d : of_levels) values.push_back(rounded(d, 0.01));
    return values;
}

/// Up to which deviation of lightness, in steps of 8 bits, noise is called so, and at which sensitivity a camera has about
/// as much (noise_deviation()).
struct Strength {
    double most;
    const char* name;
    const char* like;
};
constexpr Strength strengths[] = {
    {1.2, "faint", "ISO 100"},        {1.75, "faint", "ISO 200"},
    {2.5, "weak", "ISO 400"},         {3.5, "weak", "ISO 800"},
    {5, "clear", "ISO 1600"},         {7, "strong", "ISO 3200"},
    {10, "strong", "ISO 6400"},       {14, "strong", "ISO 12800"},
    {20, "very strong", "ISO 25600"}, {INFINITY, "very strong", "ISO 51200 and more"}};

/// By NoiseRule.
struct RuleRow {
    const char* name;  ///< in the log
    const char* words; ///< for people
};
constexpr RuleRow rule_rows[] = {
    {"none", "noise"},
    {"channels", "noise"},
    {"chroma", "camera noise, by colour"},
    {"luma", "camera noise, by lightness"},
    {"places", "camera noise, in smooth places"},
    {"floor", "noise or texture of flat parts"},
    {"given", "noise as given"},
    {"raw", "noise of photosites"},
};

/// Whether a plane has much more noise at coarse levels than white noise of the same power at the finest.
bool is_coarse(const std::array<double, kernels::FRAMELET_LEVELS>& deviation) {
    return deviation[1] > 1.7 * deviation[0];
}

std::string where_coarse(const NoiseFound& found) {
    const bool luma = is_coarse(found.deviation[0]);
    const bool chroma =
        found.deviation.size() == 3 && (is_coarse(found.deviation[1]) || is_coarse(found.deviation[2]));
    if (luma && chroma) return "; coarse in lightness and colour";
    return luma ? "; coarse in lightness" : chroma ? "; coarse in colour" : "";
}

} // namespace

namespace {

std::string colour_words(std::size_t colours) { return colours == 1 ? "grey" : "in colours"; }

/// Of the file's first picture.
NoiseFound noise_of_file(const std::filesystem::path& path, const ReadOptions& read, const FrameletBank& bank,
                         const NoiseWish& wish) {
    ImageFile file = Decoder(path, read).read();
    for (Part& part : file.parts)
        for (const PictureRef& picture : pictures_of(part))
            return find_picture_noise({path, file.format}, picture.pixels, bank, wish);
    throw file_error("--noise-from " + path.string() + ": has no picture");
}

} // namespace

const NoiseFound& NoiseSource::of_files(const FrameletBank& bank, bool floor) {
    const std::scoped_lock lock(finding_); // what is found stays where it is
    const auto known = found_.find({&bank, floor});
    if (known != found_.end()) return known->second;
    std::vector<NoiseFound> frames;
    std::size_t noisy = 0, colours = 0;
    for (const std::filesystem::path& file : from_.files) {
        NoiseFound found = noise_of_file(file, read_, bank, {.deviation = given_, .floor = floor});
        const std::size_t own = found.noise.curves.size();
        if (!found.is_clean() && ++noisy > 1 && own != colours)
            throw file_error(from_.text() + ": " + file.string() + " is " + colour_words(own) +
                             ", those before it are " + colour_words(colours));
        if (!found.is_clean()) colours = own;
        frames.push_back(std::move(found));
    }
    const NoiseFound& found = found_.emplace(std::pair(&bank, floor), mean_noise(frames)).first->second;
    const std::string count = frames.size() == 1
                                  ? ""
                                  : "in " + std::to_string(noisy) + " of " + std::to_string(frames.size()) +
                                        " pictures, their mean: ";
    log_verbose(from_.text() + ": " + count + noise_text(found));
    return found;
}

std::optional<NoiseFound> NoiseSource::of(const EawResolved& settings, const PictureSource& source,
                                          const Pixels& pixels, const DeviceTraits& device) {
    if (!uses_noise(settings.asked)) return std::nullopt;
    const bool floor = !removes_noise(settings.asked);
    if (!from_.given()) {
        NoiseFound own = find_picture_noise(source, pixels, noise_bank(settings, device),
                                            {.deviation = given_, .floor = floor});
        pixels.bytes.let_go();
        return own;
    }
    const NoiseFound& found = of_files(noise_bank(settings, device), floor);
    const std::size_t own = std::size_t(pixels.colours), others = found.noise.curves.size();
    if (!found.is_clean() && own != others)
        throw file_error("is " + colour_words(own) + ", and " + from_.text() + " is " + colour_words(others) +
                         "; filter them in a run of their own");
    return found;
}

Json noise_json(const NoiseFound& found) {
    Json object;
    object["clean"] = found.is_clean();
    object["rule"] = rule_rows[std::size_t(found.rule)].name;
    if (found.frames > 1) object["frames"] = found.frames;
    object["floor"] = rounded(found.floor, 0.001);
    object["spread"] = rounded(found.spread, 0.001);
    object["trust"] = rounded(found.trust, 0.001);
    object["amount"] = rounded(found.amount, 0.001);
    if (found.photosites) object["photosites"] = photosites_json(*found.photosites);
    if (found.is_clean()) return object;
    object["deviation"] = Json::Array{};
    for (const auto& plane : found.deviation) object["deviation"].push_back(deviations_json(plane));
    object["curve"] = Json::Array{};
    for (const auto& curve : found.noise.curves) object["curve"].push_back(curve_json(curve));
    return object;
}

std::string noise_text(const NoiseFound& found) {
    const std::string photosites = found.photosites ? "; RAW: " + photosites_text(*found.photosites) : "";
    if (found.is_clean())
        return (found.trust < 0.05 ? "noise: none that could be told from texture" : "noise: none") +
               photosites;
    const double strongest = *std::ranges::max_element(found.deviation[0]);
    const auto row =
        std::ranges::find_if(strengths, [&](const Strength& s) { return !(strongest > s.most); });
    std::string words = std::string(rule_rows[std::size_t(found.rule)].words) + ": " + row->name + ", like " +
                        row->like + where_coarse(found) + "; " + fixed(strongest, 1) + " of 255 in lightness";
    if (found.trust < 0.95 && found.rule != NoiseRule::floor)
        words += "; " + fixed(100 * found.trust, 0) + " % sure, so less of it counts";
    return words + photosites;
}

} // namespace atrous
