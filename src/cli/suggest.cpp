// Finds suggestions by edit distance over short words, and by a table of other programs' words. Hides the
// distance limits.
#include "cli/suggest.h"
#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace atrous {
namespace {

/// Levenshtein's distance, one row at a time.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

/// Words of other programs (darktable, ImageMagick, oiiotool, ffmpeg, OIDN, noice), with their counterparts
/// here.
struct Counterpart {
    std::string_view word;
    const char* option; ///< that the command must have
    const char* hint;
};
constexpr Counterpart counterparts[] = {
    {"clarity", "preset", "--preset darktable/clarity"},
    {"sharpen", "preset", "--preset darktable/sharpen, with --amount A for how much"},
    {"contrast", "preset", "--preset local-contrast, with --amount A for how much"},
    {"noise", "strength", "--strength S"},
    {"nr", "denoise", "--denoise auto"},
    {"strength", "amount", "--amount A; of --denoise it is --denoise-strength A"},
    {"amount", "strength", "--strength S"},
    {"spp", "samples", "--samples N"},
    {"blend", "strength", "--strength S"},
    {"overwrite", "existing", "--existing replace"},
    {"skip-existing", "existing", "--existing skip"},
    {"newer", "existing", "--existing newer"},
    {"no-log", "log", "--log none"},
    {"force", "existing", "--existing replace, which replaces outputs that exist"},
    {"f", "existing", "--existing replace, which replaces outputs that exist"},
    {"y", "existing", "--existing replace, which replaces outputs that exist"},
    {"no-clobber", "existing", "--existing skip, which leaves outputs that exist"},
    {"no-overwrite", "existing", "--existing skip, which leaves outputs that exist"},
    {"update", "existing", "--existing newer, for inputs that are newer than their outputs"},
    {"u", "existing", "--existing newer, for inputs that are newer than their outputs"},
    {"no-supervisor", "max-memory", "the environment variable ATROUS_NO_SUPERVISOR=1"},
    {"threads", "jobs", "--jobs N, for images in progress at once"},
    {"t", "jobs", "--jobs N, for images in progress at once"},
    {"resize", "size", "--size N, or atrous scale --factor 2 for half the size"},
    {"scale", "size", "--size N, or atrous scale --factor 2 for half the size"},
    {"percent", "size", "--size N, or atrous scale --factor 2 for half the size"},
    {"longest", "size", "--size N, pixels on the longer side"},
    {"max", "size", "--size N, pixels on the longer side"},
    {"upscale", "size", "another command: atrous scale --size WxH --upscale FILES -o FOLDER"},
    {"proxy", "output", "another command: atrous scale --factor M FILES -o FOLDER"},
    {"output-dir", "output", "-o FOLDER/"},
    {"outdir", "output", "-o FOLDER/"},
    {"suffix", "output", "-o '{dir}/{stem}_x.{ext}'"},
    {"profile", "output-profile", "--output-profile NAME"},
    {"icc", "output-profile", "--output-profile NAME"},
    {"start", "frames", "--frames 4-6, a range"},
    {"end", "frames", "--frames 4-6, a range"},
    {"s", "frames", "--frames 4-6, a range"},
    {"e", "frames", "--frames 4-6, a range"},
    {"a", "help-all", "--help-all, which lists all options"},
    {"list-presets", "preset", "another command: atrous presets"},
    {"width", "size", "--size N or WxH, a box that images are fitted into"},
    {"long-edge", "size", "--size N, pixels on the longer side"},
    {"dpi", "resolution", "--resolution N"},
    {"height", "size", "--size N or WxH, a box that images are fitted into"},
    {"backup", "in-place", "--in-place=.bak, which keeps the old file"},
    {"i", "in-place", "--in-place, and --in-place=.bak keeps the old file"},
    {"albedo", "role", "--role albedo=NAME, the name of a layer"},
    {"normal", "role", "--role normal=NAME, the name of a layer"},
    {"motion", "role", "--role motion=NAME, the name of a layer"},
    {"alb", "role", "--role albedo=NAME, the name of a layer"},
    {"nrm", "role", "--role normal=NAME, the name of a layer"},
    {"hdr", "role", "--role beauty=NAME, the name of a layer; inputs are named without an option"},
    {"bits", "depth", "--depth uint8, uint10, uint12, uint16, half or float"},
    {"gpu", "device", "--device gpu"},
    {"cpu", "device", "--device cpu"}};

/// Commands as other programs have them.
constexpr std::pair<std::string_view, const char*> other_commands[] = {
    {"info", "probe"},      {"identify", "probe"}, {"iinfo", "probe"},       {"diff", "compare"},
    {"idiff", "compare"},   {"resize", "scale"},   {"convert", "scale"},     {"thumbnail", "scale"},
    {"sharpen", "enhance"}, {"check", "verify"},   {"version", "--version"}, {"-V", "--version"}};

/// Values as other programs have them.
struct ValueHint {
    std::string_view option, value;
    const char *name, *meant;
};
constexpr ValueHint value_hints[] = {{"existing", "overwrite", "overwriting", "replace"},
                                     {"existing", "force", "overwriting", "replace"},
                                     {"existing", "yes", "overwriting", "replace"},
                                     {"existing", "update", "files that have changed", "newer"},
                                     {"temporal", "off", "no neighbours", "none"},
                                     {"temporal", "3", "3 frames on each side", "window:3"},
                                     {"depth", "8", "8 bits", "uint8"},
                                     {"depth", "10", "10 bits", "uint10"},
                                     {"depth", "12", "12 bits", "uint12"},
                                     {"depth", "16", "16 bits", "uint16 or half"},
                                     {"depth", "32", "32 bits", "float"},
                                     {"depth", "float32", "32 bits", "float"},
                                     {"depth", "float16", "16-bit floats", "half"}};

} // namespace

std::string without_dashes(const std::string& word) {
    return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

std::string value_hint(const std::string& option, const std::string& value) {
    for (const ValueHint& row : value_hints)
        if (row.option == option && row.value == value)
            return std::string(" (for ") + row.name + ", " + row.meant + ")";
    return {};
}

std::string counterpart(const std::string& word, const std::vector<std::string>& options) {
    for (const Counterpart& row : counterparts)
        if (row.word == word && std::ranges::count(options, row.option) > 0) return row.hint;
    return {};
}

std::string command_counterpart(const std::string& word) {
    for (const auto& [other, ours] : other_commands)
        if (other == word) return ours;
    return {};
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const auto& candidate : candidates) {
        const bool begins = word.size() >= 3 && candidate.starts_with(word);
        const std::size_t d = begins ? 1 : distance(word, candidate);
        if (d < least) least = d, best = candidate;
    }
    return best;
}

} // namespace atrous
