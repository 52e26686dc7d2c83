// Tests which channels are the image.
#include "formats/common/pass_through.h"
#include "formats/read/open_file.h"
#include <doctest/doctest.h>

using namespace atrous;
using Names = std::vector<std::string>;

TEST_CASE("colour is found by name, in any case and any order") {
    struct Row {
        const char* what;
        Names names;
        int hint;
        std::vector<int> index;
        int colours;
        bool alpha;
    };
    const Row rows[] = {
        {"plain", {"R", "G", "B"}, -1, {0, 1, 2}, 3, false},
        {"plain with alpha", {"R", "G", "B", "A"}, 3, {0, 1, 2, 3}, 3, true},
        {"lower case, sorted", {"a", "b", "g", "r"}, -1, {3, 2, 1, 0}, 3, true},
        {"long names", {"Red", "Green", "Blue", "Alpha"}, -1, {0, 1, 2, 3}, 3, true},
        {"among others", {"Z", "R", "id", "G", "B"}, -1, {1, 3, 4}, 3, false},
        {"no layer before a layer", {"a.R", "a.G", "a.B", "R", "G", "B"}, -1, {3, 4, 5}, 3, false},
        {"a layer's alpha", {"v.C.R", "v.C.G", "v.C.B", "v.C.A"}, -1, {0, 1, 2, 3}, 3, true},
        {"the picture's layer before the first",
         {"v.AO.R", "v.AO.G", "v.AO.B", "v.Combined.R", "v.Combined.G", "v.Combined.B"},
         -1,
         {3, 4, 5},
         3,
         false},
        {"the first complete layer",
         {"v.N.X", "d.R", "d.G", "e.R", "e.G", "e.B", "f.R", "f.G", "f.B"},
         -1,
         {3, 4, 5},
         3,
         false},
        {"another layer's alpha stays out", {"x.A", "R", "G", "B"}, -1, {1, 2, 3}, 3, false},
        {"grey", {"Y"}, -1, {0}, 1, false},
        {"grey and alpha", {"Y", "A"}, 1, {0, 1}, 1, true},
        {"grey by another name", {"Gray", "Z"}, -1, {0}, 1, false},
        {"one channel of any name", {"mask"}, -1, {0}, 1, false},
        {"depth alone is no picture", {"Z"}, -1, {}, 0, false},
        {"a layer's depth neither", {"v.Depth.Z"}, -1, {}, 0, false},
        {"a vector is no grey", {"X", "Y", "Z"}, -1, {}, 0, false},
        {"a layer's vector neither", {"n.X", "n.Y", "n.Z"}, -1, {}, 0, false},
        {"two of three colours", {"R", "G"}, -1, {}, 0, false},
        {"nothing", {}, -1, {}, 0, false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        const ColourChannels found = find_colour(row.names, row.hint);
        CHECK(found.index == row.index);
        CHECK(found.colours == row.colours);
        CHECK(found.alpha == row.alpha);
    }
}
