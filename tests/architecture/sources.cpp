// Checks the rules of the architecture in the sources: layers include only lower layers, and every
// third-party header has one place.
#include "architecture/include_list.h"
#include "support/app_run.h"
#include <map>
#include <regex>
#include <set>
#include <span>
#include <string_view>

using namespace atrous;

namespace {

/// A layer and the layers that it may include, in addition to its own files and the kernels' headers. A layer
/// is a folder of src. A layer of several folders ends in *, and these folders do not include each other.
struct Layer {
    const char* name;
    std::set<std::string> below;
};
const Layer layers[] = {
    {"base", {}},
    {"platform", {"base"}},
    {"image", {"base", "platform"}},
    {"graph", {"base"}},
    {"banks", {"base", "graph"}},
    {"filters/atrous", {"base", "image", "graph", "banks"}},
    {"filters/pixel", {"base", "image", "filters/atrous"}},
    {"filters/*", {"base", "image", "graph", "banks", "filters/atrous", "filters/pixel"}},
    {"noise", {"base", "image", "filters/framelet"}},
    {"opencl", {"base", "platform", "graph"}},
    {"renders", {"base"}}, // knows neither files nor devices
    {"files", {"base", "platform"}},
    {"metadata", {"base", "platform", "image"}}, // blocks of bytes, wherever they are stored
    {"colour", {"base", "image"}},
    {"formats/common", {"base", "platform", "image", "files", "metadata", "colour", "renders"}},
    {"formats/dispatch", {"base", "platform", "image", "files", "metadata", "colour", "formats/common"}},
    {"formats/read",
     {"base", "platform", "files", "metadata", "renders", "formats/common", "formats/dispatch"}},
    {"formats/write",
     {"base", "platform", "image", "files", "metadata", "formats/common", "formats/dispatch", "formats/jpeg",
      "formats/read", "formats/webp"}},
    {"formats/*", {"base", "platform", "image", "files", "metadata", "formats/common"}},
    {"engine", {"base", "platform", "image", "graph", "filters/*", "noise", "opencl", "renders"}}, // no files
    {"cli", {"base", "platform", "image", "graph", "banks", "filters/*", "renders"}},
    {"capi",
     {"base", "platform", "image", "filters/*", "opencl", "renders", "colour", "cli",
      "engine"}}, // the library
    {"supervisor/protocol", {"base", "platform"}},
    {"supervisor", {"base", "platform", "cli", "supervisor/protocol"}},
    {"batch/plan",
     {"base", "platform", "filters/svgf", "files", "renders", "formats/*", "cli", "supervisor/protocol"}},
    {"batch/log",
     {"base", "platform", "image", "opencl", "files", "formats/*", "supervisor/protocol", "batch/plan"}},
    {"batch",
     {"base", "platform", "filters/*", "opencl", "renders", "files", "colour", "formats/*", "cli", "engine",
      "supervisor/protocol", "batch"}},
    {"lab/banks/commands", {"base", "graph", "banks", "lab/banks", "cli"}},
    {"lab/banks", {"base", "graph", "banks"}},
    {"lab/layout", {"base", "graph", "cli"}},
    {"lab", {"base", "platform", "graph", "banks", "filters/*", "opencl", "renders", "lab/banks", "cli"}},
    {"commands/completion", {"base", "graph", "cli"}},
    {"commands/*",
     {"base", "platform", "image", "graph", "banks", "filters/*", "noise", "opencl", "renders", "files",
      "colour", "formats/*", "cli", "engine", "supervisor/protocol", "batch"}},
    {"main.cpp",
     {"base", "platform", "formats/common", "cli", "supervisor", "batch/plan", "lab/banks/commands",
      "lab/layout", "commands/completion"}},
    {"module.cpp", {"base", "platform", "cli", "supervisor"}},
};
const Layer kernel_layers[] = {
    {"atrous", {}},
    {"pixel", {"atrous"}},
    {"bench", {"atrous"}},
    {"*", {"atrous", "pixel"}},
};

/// A third-party header and the files that may include it: a stem, or a private header of a layer.
struct Home {
    const char* header;
    const char* files;
};
constexpr Home homes[] = {
    {"CL/.*", "opencl/device_cl\\.h"},
    {"clblast.*", "opencl/blas\\.cpp"},
    {"OpenImageIO/.*", "formats/.*"},
    {"lcms2\\.h", "colour/lcms\\.h"},
    {"cxxopts\\.hpp", "cli/options\\.cpp"},
    {"oneapi/tbb.*|tbb/.*", "batch/pipeline/pipeline\\.cpp|image/in_rows\\.h|formats/common/in_order\\.cpp"},
    {"exiv2/.*", "metadata/exiv2\\.cpp"},
    {"libraw/libraw\\.h", "formats/raw/mosaic\\.cpp"},
    {"jpeglib\\.h", "formats/jpeg/libjpeg\\.h"},
    {"jxl/.*", "formats/jpegxl/jpegxl\\.h"},
    {"libheif/heif\\.h", "formats/heif/heif_colours\\.h"},
    {"webp/(encode|mux)\\.h", "formats/webp/webp_write\\.cpp"},
    {"webp/(decode|demux)\\.h", "formats/webp/webp_read\\.cpp"},
    {"pugixml\\.hpp", "commands/enhance/darktable_xmp\\.cpp"},
    {"zlib\\.h", "files/inflate\\.cpp"},
    {"xxhash\\.h", "files/checksum\\.cpp"},
    {"libdeflate\\.h", "files/deflate\\.cpp"},
    {"nlohmann/.*", "base/json_parse\\.cpp"},
};

/// True if a file lies in the layer. A layer with * has all folders there that are no layers themselves.
bool lies_in(const std::string& path, const std::string& layer) {
    const std::string prefix = layer.substr(0, layer.find('*'));
    return path.starts_with(prefix) && (layer.back() == '*' || path == layer || path[layer.size()] == '/');
}

const Layer& layer_of(const std::string& path, std::span<const Layer> all) {
    const auto layer = std::ranges::find_if(all, [&](const Layer& r) { return lies_in(path, r.name); });
    if (layer == all.end()) throw std::runtime_error(path + " is in no layer");
    return *layer;
}

/// Folders of a row with * are distinguished by the folder after the row's prefix.
bool same_layer(const std::string& a, const std::string& b, const Layer& layer) {
    const std::size_t prefix = std::string(layer.name).find('*');
    if (prefix == std::string::npos) return true;
    const auto next = [&](const std::string& path) { return path.substr(0, path.find('/', prefix)); };
    return next(a) == next(b);
}

bool may_include(const std::string& from, const std::string& to, std::span<const Layer> all) {
    const Layer &here = layer_of(from, all), &there = layer_of(to, all);
    if (&here == &there && same_layer(from, to, here)) return true;
    return std::ranges::any_of(here.below, [&](const std::string& layer) { return lies_in(to, layer); });
}

/// Standard and POSIX headers: no folder, and either no extension or one of these.
bool is_system(const std::string& header) {
    static const std::regex form(
        R"([a-z_0-9]+|stdbool\.h|stddef\.h|unistd\.h|fcntl\.h|dlfcn\.h|poll\.h|spawn\.h|pthread\.h|fnmatch\.h|malloc\.h|sys/[a-z]+\.h|linux/fs\.h|immintrin\.h)");
    return std::regex_match(header, form);
}

} // namespace

TEST_CASE("folder order is include order") {
    const auto& all = includes();
    REQUIRE(all.size() > 100);
    for (const auto& include : all) {
        if (!include.ours || !fs::exists(fs::path(source_dir()) / "src" / include.header)) continue;
        CAPTURE(include.file);
        CAPTURE(include.header);
        CHECK(may_include(include.file, include.header, layers));
    }
}

TEST_CASE("kernels of a filter include only kernels that all filters share") {
    const auto& all = includes("kernels");
    REQUIRE(all.size() > 10);
    for (const auto& include : all) {
        if (!include.ours) continue; // portable.h is C++, too
        CAPTURE(include.file);
        CAPTURE(include.header);
        CHECK(may_include(include.file, include.header, kernel_layers));
    }
}

TEST_CASE("the order of the layers refuses") {
    CHECK(may_include("commands/enhance/a.cpp", "batch/pipeline/b.h", layers));
    CHECK(may_include("commands/enhance/a.cpp", "filters/svgf/b.h", layers));
    CHECK(may_include("filters/eaw/a.cpp", "filters/eaw/b.h", layers));
    CHECK(may_include("filters/eaw/a.cpp", "filters/atrous/b.h", layers));
    CHECK_FALSE(may_include("filters/eaw/a.cpp", "filters/svgf/b.h", layers));
    CHECK_FALSE(may_include("filters/atrous/a.cpp", "filters/eaw/b.h", layers));
    CHECK_FALSE(may_include("commands/enhance/a.cpp", "commands/denoise/b.h", layers));
    CHECK_FALSE(may_include("commands/enhance/a.cpp", "lab/bench/b.h", layers));
    CHECK_FALSE(may_include("cli/a.cpp", "batch/plan/b.h", layers));
    CHECK_FALSE(may_include("engine/a.cpp", "cli/b.h", layers));
    CHECK_FALSE(may_include("batch/plan/a.cpp", "batch/log/b.h", layers));
    CHECK_FALSE(may_include("formats/png/a.cpp", "formats/jpeg/b.h", layers));
    CHECK_FALSE(may_include("formats/png/a.cpp", "formats/read/b.h", layers));
    CHECK_FALSE(may_include("formats/common/a.cpp", "formats/png/b.h", layers));
    CHECK_FALSE(may_include("formats/dispatch/a.cpp", "formats/read/b.h", layers));
    CHECK_FALSE(may_include("formats/read/a.cpp", "formats/write/b.h", layers));
    CHECK_FALSE(may_include("batch/pipeline/a.cpp", "commands/enhance/b.h", layers));
    CHECK_FALSE(may_include("opencl/a.cpp", "filters/eaw/b.h", layers));
    CHECK_FALSE(may_include("files/a.cpp", "graph/b.h", layers));
    CHECK_FALSE(may_include("eaw/a.cl", "svgf/b.h", kernel_layers));
    CHECK_FALSE(may_include("atrous/a.h", "eaw/b.h", kernel_layers));
}

TEST_CASE("our headers are named by their folder") {
    const fs::path root = source_dir();
    for (const auto& include : includes()) {
        if (!include.ours) continue;
        CAPTURE(include.file);
        CAPTURE(include.header);
        CHECK((fs::exists(root / "src" / include.header) || fs::exists(root / "kernels" / include.header)));
    }
}

TEST_CASE("each third-party header has one place") {
    for (const auto& include : includes()) {
        if (include.ours || is_system(include.header)) continue;
        CAPTURE(include.file);
        CAPTURE(include.header);
        bool placed = false;
        for (const auto& home : homes)
            if (std::regex_match(include.header, std::regex(home.header)))
                placed = std::regex_match(include.file, std::regex(home.files));
        CHECK(placed);
    }
}

// Two types of one name are one type for the linker, which takes the functions of either. Compilers see it only by luck.
TEST_CASE("no two headers give different types one name") {
    std::map<std::string, fs::path> known;
    const std::regex type("(?:struct|class) (\\w+)(?: final)? [:{].*");
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / "src")) {
        if (entry.path().extension() != ".h") continue;
        std::ifstream in(entry.path());
        std::smatch match;
        for (std::string line; std::getline(in, line);) {
            if (line[0] != 's' && line[0] != 'c') continue; // a match takes long
            if (!std::regex_match(line, match, type)) continue;
            const auto [other, fresh] = known.emplace(match[1], entry.path());
            CAPTURE(match[1].str());
            CAPTURE(entry.path());
            CAPTURE(other->second);
            CHECK(fresh);
        }
    }
    CHECK(known.size() > 300);
}

TEST_CASE("no file is longer than 300 lines") {
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / "src")) {
        if (!entry.is_regular_file()) continue;
        const std::string text = slurp(entry.path());
        CAPTURE(entry.path());
        CHECK(std::ranges::count(text, '\n') <= 300);
        ++files;
    }
    CHECK(files > 300);
}

TEST_CASE("what src/README.md names is there") {
    const std::string text = slurp(fs::path(source_dir()) / "src/README.md");
    const std::regex path("`(src|tests|kernels|data|man)(/[\\w.-]+)+`");
    std::size_t named = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), path), end; at != end; ++at, ++named) {
        const std::string name = at->str().substr(1, at->length() - 2);
        if (name.find("NAME") != std::string::npos) continue;
        CAPTURE(name);
        CHECK(fs::exists(fs::path(source_dir()) / name));
    }
    CHECK(named > 30);
}
