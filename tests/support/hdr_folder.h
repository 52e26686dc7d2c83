// A folder with an Ultra HDR file, for tests of gain maps through the program.
#pragma once
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/ultra_hdr.h"

namespace hdr_maps {

using namespace atrous;

constexpr Size whole{480, 320};

/// "a.jpg", such a file, and its contents by a reader.
struct HdrFolder : Folder {
    files::HdrFile before;
    explicit HdrFolder(const files::UltraHdr& how = {}, Size size = whole) {
        spill(path / "a.jpg", files::ultra_hdr(files::scene(size), how));
        before = files::read_hdr(slurp(path / "a.jpg"));
        CHECK(before.problem.empty());
    }
    Ran done(const std::string& arguments) const {
        const Ran ran = run_here(*this, arguments + " --existing replace a.jpg -o b.jpg");
        check(ran, 0, {});
        return ran;
    }
    files::HdrFile result() const { return files::read_hdr(slurp(path / "b.jpg")); }
};

inline bool has_gain_map(const std::string& bytes) {
    return bytes.find("hdrgm") != std::string::npos || bytes.find("21496") != std::string::npos ||
           bytes.find("MPF") != std::string::npos;
}

/// Smaller maps have finer details, of which quality 95 keeps enough.
inline void check_map(const files::HdrFile& found, const HdrFolder& folder, Size map, int min_quality = 0) {
    CHECK(found.problem == "");
    CHECK(to_string(found.map) == to_string(map));
    CHECK(found.map_colours == folder.before.map_colours);
    CHECK(found.map_quality == std::max(folder.before.map_quality, min_quality));
    CHECK(found.map_progressive == folder.before.map_progressive);
}

} // namespace hdr_maps
