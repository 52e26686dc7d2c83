// Checks the rules of the architecture in the sources: layers include only lower layers, and every
// third-party header has one place.
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
    {"metadata", {"base", "image"}}, // blocks of bytes, wherever they are stored
    {"colour", {"base", "image"}},
    {"formats/common", {"base", "platform", "image", "files", "metadata", "colour", "renders"}},
    {"formats/dispatch",
     {"base", "platform", "image", "files", "metadata", "colour", "formats/common", "formats/gif",
      "formats/heif", "formats/jpeg", "formats/png", "formats/tiff", "formats/webp"}},
    {"formats/read", {"base", "platform", "files", "renders", "formats/common", "formats/dispatch"}},
    {"formats/write",
     {"base", "platform", "image", "files", "metadata", "formats/common", "formats/dispatch", "formats/jpeg",
      "formats/read", "formats/webp"}},
    {"formats/*", {"base", "platform", "image", "files", "metadata", "formats/common"}},
    {"cli", {"base", "platform", "image", "graph", "banks", "filters/*", "renders"}},
    {"engine",
     {"base", "platform", "image", "graph", "filters/*", "noise", "opencl", "renders", "cli"}}, // no files
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
     {"base", "platform", "cli", "supervisor", "batch/plan", "lab/banks/commands", "lab/layout",
      "commands/completion"}},
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
    {"oneapi/tbb.*|tbb/.*", "batch/pipeline/pipeline\\.cpp|image/in_rows\\.h"},
    {"exiv2/.*", "formats/dispatch/metadata\\.cpp"},
    {"libraw/libraw\\.h", "formats/raw/mosaic\\.cpp"},
    {"jpeglib\\.h", "formats/jpeg/libjpeg\\.h"},
    {"libheif/heif\\.h", "formats/heif/heif_(read|write)\\.cpp"},
    {"webp/(encode|mux)\\.h", "formats/webp/webp_write\\.cpp"},
    {"webp/(decode|demux)\\.h", "formats/webp/webp_read\\.cpp"},
    {"pugixml\\.hpp", "commands/enhance/darktable_xmp\\.cpp"},
    {"zlib\\.h", "files/inflate\\.cpp"},
    {"xxhash\\.h", "files/checksum\\.cpp"},
    {"libdeflate\\.h", "files/deflate\\.cpp"},
    {"nlohmann/.*", "base/json_parse\\.cpp"},
};

struct Include {
    std::string file, header;
    bool ours;
};

/// All includes below a folder of the project.
std::vector<Include> includes(const char* folder = "src") {
    static const std::regex line_form(R"(\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
    const fs::path root = fs::path(source_dir()) / folder;
    std::vector<Include> found;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".cpp" && extension != ".h" && extension != ".cl") continue;
        std::ifstream in(entry.path());
        std::smatch match;
        for (std::string line; std::getline(in, line);)
            if (std::regex_match(line, match, line_form))
                found.push_back({fs::relative(entry.path(), root).string(), match[2], match[1] == "\""});
    }
    return found;
}

/// Units: a header and the source of the same name, by their path without extension.
using Units = std::set<std::string>;

/// Units that each unit of src includes.
std::map<std::string, Units> unit_includes() {
    const auto unit_of = [](const std::string& file) { return file.substr(0, file.rfind('.')); };
    std::map<std::string, Units> below;
    for (const auto& include : includes()) {
        const std::string from = unit_of(include.file), to = unit_of(include.header);
        if (include.ours && from != to) below[from].insert(to);
    }
    return below;
}

Units reached_from(const std::string& start, const std::map<std::string, Units>& below) {
    Units reached;
    for (std::vector<std::string> next{start}; !next.empty();) {
        const auto row = below.find(next.back());
        next.pop_back();
        if (row == below.end()) continue;
        for (const std::string& unit : row->second)
            if (reached.insert(unit).second) next.push_back(unit);
    }
    return reached;
}

/// All units that reach each other, each circle once.
std::set<Units> circles_in(const std::map<std::string, Units>& below) {
    std::map<std::string, Units> reached;
    for (const auto& row : below) reached.emplace(row.first, reached_from(row.first, below));
    std::set<Units> circles;
    for (const auto& [unit, others] : reached) {
        const auto reaches_back = [&](const std::string& other) {
            return reached.contains(other) && reached.at(other).contains(unit);
        };
        Units circle;
        std::ranges::copy_if(others, std::inserter(circle, circle.end()), reaches_back);
        if (!circle.empty()) circles.insert(std::move(circle));
    }
    return circles;
}

std::string joined(const Units& units) {
    std::string text;
    for (const std::string& unit : units) text += (text.empty() ? "" : ", ") + unit;
    return text;
}

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
        R"([a-z_0-9]+|stdbool\.h|stddef\.h|unistd\.h|fcntl\.h|dlfcn\.h|poll\.h|pthread\.h|fnmatch\.h|malloc\.h|sys/[a-z]+\.h|linux/fs\.h|immintrin\.h)");
    return std::regex_match(header, form);
}

} // namespace

TEST_CASE("folder order is include order") {
    const auto all = includes();
    REQUIRE(all.size() > 100);
    for (const auto& include : all) {
        if (!include.ours || !fs::exists(fs::path(source_dir()) / "src" / include.header)) continue;
        CAPTURE(include.file);
        CAPTURE(include.header);
        CHECK(may_include(include.file, include.header, layers));
    }
}

// Folders in a layer have an order, too, so that you can read one after the other.
TEST_CASE("no folders include each other in a circle") {
    std::map<std::string, std::set<std::string>> below;
    for (const auto& include : includes()) {
        const std::string from = fs::path(include.file).parent_path(),
                          to = fs::path(include.header).parent_path();
        if (include.ours && from != to) below[from].insert(to);
    }
    REQUIRE(below.size() > 30);
    // Removes folders that include no remaining folder, repeatedly. Circles remain.
    const auto is_leaf = [&](const auto& row) {
        return std::ranges::none_of(row.second, [&](const std::string& to) { return below.contains(to); });
    };
    while (std::erase_if(below, is_leaf) > 0) {}
    for (const auto& [folder, others] : below) {
        CAPTURE(folder);
        FAIL_CHECK("is in a circle, or includes what is");
    }
}

// Units of a circle cannot be read or changed one by one. `known` lists circles to fix and then to remove here.
TEST_CASE("no units include each other in a circle") {
    const std::set<Units> known = {};
    const std::set<Units> found = circles_in(unit_includes());
    for (const Units& circle : found)
        if (!known.contains(circle)) FAIL_CHECK(("include each other: " + joined(circle)));
    for (const Units& circle : known)
        if (!found.contains(circle)) FAIL_CHECK(("is no circle any more, or another one: " + joined(circle)));
}

TEST_CASE("circles are found") {
    const std::map<std::string, Units> below{{"a", {"b"}}, {"b", {"c"}}, {"c", {"b", "d"}}, {"d", {}}};
    CHECK(circles_in(below) == std::set<Units>{{"b", "c"}});
}

TEST_CASE("kernels of a filter include those of all filters only") {
    const auto all = includes("kernels");
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
    const std::regex type("\n(?:struct|class) (\\w+)(?: final)? [:{]");
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / "src")) {
        if (entry.path().extension() != ".h") continue;
        const std::string text = slurp(entry.path());
        for (std::sregex_iterator at(text.begin(), text.end(), type), end; at != end; ++at) {
            const auto [other, fresh] = known.emplace((*at)[1], entry.path());
            CAPTURE((*at)[1].str());
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

TEST_CASE("the sources that the fuzzers' heads name are there") {
    const fs::path root = source_dir();
    const std::regex path("src(/[\\w.-]+)+\\.cpp"); // without patterns
    for (const auto& entry : fs::directory_iterator(root / "tests/fuzz")) {
        const std::string text = fs::is_directory(entry) ? "" : slurp(entry.path());
        for (std::sregex_iterator at(text.begin(), text.end(), path), end; at != end; ++at)
            CHECK_MESSAGE(fs::exists(root / at->str()), (entry.path().string() + ": " + at->str()));
    }
}
