// The rules of the house, checked on the sources: rooms include only those below them, and every third-party
// header has one place.
#include "app_run.h"
#include <map>
#include <regex>
#include <set>

using namespace atrous;

namespace {

const std::map<std::string, std::set<std::string>> may_include{
    {"base", {}},
    {"model", {"base"}},
    {"filters", {"base", "model"}},
    {"gpu", {"base", "model"}},
    {"io", {"base"}},
    {"app", {"base", "model", "filters", "gpu", "io"}},
};

/// A third-party header and the files that may include it: one stem, or one private header of a room.
struct Home {
    const char* header;
    const char* files;
};
constexpr Home homes[] = {
    {"CL/.*", "gpu/device_cl\\.h"},
    {"clblast.*", "gpu/blas\\.cpp"},
    {"OpenImageIO/.*", "io/(oiio\\.h|codec.*\\.cpp)"},
    {"lcms2\\.h", "io/lcms\\.h"},
    {"cxxopts\\.hpp", "app/options\\.cpp"},
    {"oneapi/tbb.*|tbb/.*", "app/batch\\.cpp"},
    {"exiv2/.*", "io/metadata\\.cpp"},
    {"jpeglib\\.h", "io/jpeg\\.cpp"},
    {"pugixml\\.hpp", "io/darktable_xmp\\.cpp"},
    {"zlib\\.h", "io/darktable_text\\.cpp"},
    {"nlohmann/.*", "base/json_parse\\.cpp"},
};

struct Include {
    std::string file, header;
    bool ours;
};

std::vector<Include> includes() {
    static const std::regex line_form(R"(\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
    const fs::path root = fs::path(ATROUS_SOURCE_DIR) / "src";
    std::vector<Include> found;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".cpp" && extension != ".h") continue;
        std::ifstream in(entry.path());
        std::smatch match;
        for (std::string line; std::getline(in, line);)
            if (std::regex_match(line, match, line_form))
                found.push_back({fs::relative(entry.path(), root).string(), match[2], match[1] == "\""});
    }
    return found;
}

std::string room_of(const std::string& path) { return path.substr(0, path.find('/')); }

/// Standard and POSIX headers: no folder, and either no extension or one of these.
bool is_system(const std::string& header) {
    static const std::regex form(R"([a-z_0-9]+|unistd\.h|fcntl\.h|sys/[a-z]+\.h|immintrin\.h)");
    return std::regex_match(header, form);
}

} // namespace

TEST_CASE("folder order is include order") {
    const auto all = includes();
    REQUIRE(all.size() > 100);
    for (const auto& include : all) {
        if (!include.ours) continue;
        const std::string from = room_of(include.file), to = room_of(include.header);
        if (to == include.header || !may_include.contains(to)) continue; // kernels/*.h are below everything
        CAPTURE(include.file);
        CAPTURE(include.header);
        REQUIRE(may_include.contains(from));
        CHECK((from == to || may_include.at(from).contains(to)));
    }
}

TEST_CASE("our headers are named by their room") {
    const fs::path root = ATROUS_SOURCE_DIR;
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

TEST_CASE("no file is longer than 300 lines, the median is at most 110") {
    std::vector<long> lengths;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ATROUS_SOURCE_DIR) / "src")) {
        if (!entry.is_regular_file()) continue;
        const std::string text = slurp(entry.path());
        lengths.push_back(std::ranges::count(text, '\n'));
        CAPTURE(entry.path());
        CHECK(lengths.back() <= 300);
    }
    std::ranges::sort(lengths);
    CHECK(lengths[lengths.size() / 2] <= 110);
}
