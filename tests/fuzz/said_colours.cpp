// Colours by the numbers of nclx and cICP, and by gAMA and cHRM: each comes to a profile that LittleCMS reads and whose curves and
// primaries can be used, or to words.
#include "colour/profile.h"
#include "files/file_view.h"
#include "fuzz.h"
#include "image/profile.h"

using namespace atrous;

namespace {

void hold_all(const SaidColours& said, int colours = 3) {
    hold(said.profile.empty() || said.problem.empty());
    hold(!said.refused || !said.problem.empty());
    if (said.profile.empty()) return;
    hold(check_icc(said.profile).empty());
    const auto icc = open_profile(said.profile.data(), said.profile.size());
    hold(icc != nullptr && fit_profile(icc, colours).profile != nullptr);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes = text_of(data, size);
    if (size >= 4) {
        const CodePoints points{int(number_in(bytes, 0, 2)), int(number_in(bytes, 2, 2))};
        hold_all(said_colours(points));
        hold(said_colours(points).hdr == (hdr_profile(points, 3) != nullptr));
        hold_all(said_colours(points, 1), 1);
        hold_all(said_colours(double(number_in(bytes, 0, 4)) / 100000, 1), 1);
    }
    if (size < 36) return 0;
    double numbers[8];
    for (std::size_t i = 0; i < 8; ++i) numbers[i] = double(number_in(bytes, 4 * i, 4)) / 100000;
    hold_all(said_colours(numbers, double(number_in(bytes, 32, 4)) / 100000));
    return 0;
}
