// ICC: in a profile that is taken, every tag lies in it.
#include "files/file_view.h"
#include "fuzz.h"
#include "image/profile.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string profile = text_of(data, size);
    if (profile.size() >= 40) { // passes the first check, which almost all inputs would fail
        profile.replace(36, 4, "acsp");
        for (std::size_t i = 0; i < 4; ++i) profile[i] = char(size >> (24 - 8 * i));
    }
    if (!check_icc(profile).empty() || profile.size() < 132) return 0;
    hold(!has_bad_icc_table(profile));
    const std::uint64_t tags = number_in(profile, 128, 4);
    for (std::uint64_t at = 132; at < 132 + tags * 12; at += 12)
        hold(number_in(profile, at + 4, 4) + number_in(profile, at + 8, 4) <= size);
    return 0;
}
