// Reads a picture and its reference, and refuses those that do not fit each other.
#include "app/compare/picture.h"
#include "app/compare/sequence.h"
#include "base/error.h"
#include "base/text.h"

namespace atrous {
namespace {

/// The paths of a pair, for messages.
struct Names {
    std::string a, b;
};

void check_fit(const ComparedPicture& a, const ComparedPicture& b, const Names& names) {
    const Planar &x = a.picture, &r = b.picture;
    if (x.size != r.size)
        throw usage_error("the sizes differ: " + names.a + " is " + to_string(x.size) + ", " + names.b +
                          " is " + to_string(r.size));
    const auto channels = [](const Planar& picture) {
        const std::size_t count = picture.names.size();
        return std::to_string(count) + (count == 1 ? " channel (" : " channels (") + joined(picture.names) +
               ")";
    };
    if (x.planes.size() != r.planes.size())
        throw usage_error("the channels differ: " + names.a + " has " + channels(x) + ", " + names.b +
                          " has " + channels(r));
}

/// Where one file has more views than the other, those that both have.
void take_first(ComparedPicture& a, ComparedPicture& b, const Names& names) {
    if (a.pictures() == b.pictures()) return;
    const auto holds = [](const ComparedPicture& picture) { return std::to_string(picture.pictures()); };
    report_warning(names.a + ": holds " + holds(a) + " pictures, " + names.b + " " + holds(b) +
                   ": the first of both is compared");
    for (ComparedPicture* picture : {&a, &b}) {
        picture->picture.planes.resize(picture->first);
        picture->picture.names.resize(picture->first);
    }
}

/// What can be compared, but may not be meant.
void warn_of(const ComparedPicture& a, const ComparedPicture& b, const Names& names) {
    if (a.floats != b.floats)
        report_warning(names.a + (a.floats ? " holds floats" : " holds integers") + ", " + names.b +
                       (b.floats ? " floats" : " integers") +
                       ": display values and light are compared as they are, integers as 0 to 1");
    if (a.origin != b.origin) {
        const auto corner = [](const std::array<int, 2>& at) {
            return std::to_string(at[0]) + "," + std::to_string(at[1]);
        };
        report_warning("the pixels of " + names.a + " begin at " + corner(a.origin) + ", those of " +
                       names.b + " at " + corner(b.origin) + "; they are paired from their corners");
    }
}

} // namespace

ComparedPictures read_pair(const ComparedFrame& frame, const CompareOptions& options, bool motion,
                           IsolatedReading& reading) {
    const Names names{frame.a.string(), frame.b.string()};
    const auto read = [&](const std::filesystem::path& path, bool with_motion) {
        return reading.in_step(Step::decoding, path, [&] {
            return read_picture(path, {options.layer, options.alpha, with_motion});
        });
    };
    ComparedPicture a = read(frame.a, false);
    ComparedPicture b = read(frame.b, motion);
    if (!options.layer.empty() && !a.layer_found && !b.layer_found)
        throw usage_error("--layer " + options.layer + ": neither " + names.a + " nor " + names.b +
                          " has layers");
    take_first(a, b, names);
    check_fit(a, b, names);
    warn_of(a, b, names);
    return {std::move(a.picture), std::move(b.picture), std::move(b.motion)};
}

} // namespace atrous
