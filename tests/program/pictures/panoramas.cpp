// Tests images of 360 degrees: filters reach across the left and right edges.
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include <cmath>

using namespace atrous;
using namespace std::string_literals;

namespace {

constexpr Size size{96, 48};

/// Deterministic noise on waves around the whole circle, turned by so many columns.
std::string panorama(int turned, bool says_so) {
    files::ExrPart part{
        "", {{"B", files::ExrType::single}, {"G", files::ExrType::single}, {"R", files::ExrType::single}}};
    part.width = part.display_width = size.width;
    part.height = part.display_height = size.height;
    if (says_so) part.attributes = {{"envmap", "envmap", std::string(1, '\0')}};
    part.sample = [=](const std::string& channel, int x, int y) {
        const int column = (x + turned) % size.width;
        const float noise =
            float(files::noise(std::uint32_t(column * 977 + y * 13 + channel[0])) & 0xffff) / 65536;
        return 0.4F + 0.2F * std::sin(float(column) * 0.196F) + 0.2F * noise;
    };
    return files::exr({part});
}

std::vector<float> rows_of(const fs::path& path) {
    const ImageFile file = files::load(path);
    return channel_planes(file.parts[0], {0, 1, 2});
}

/// The largest difference between a result and the result of the turned image, turned back.
double difference(const std::vector<float>& a, const std::vector<float>& turned, int width, int columns) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::size_t row = i / std::size_t(width), x = i % std::size_t(width);
        const std::size_t from = (x + std::size_t(width - columns)) % std::size_t(width);
        most = std::max(most, std::abs(double(a[i]) - double(turned[row * std::size_t(width) + from])));
    }
    return most;
}

struct Row {
    const char* command;
    int factor = 1; ///< columns of the image per column of the result
};
const Row rows[] = {
    {"enhance --preset neutral --luma 1.5 --chroma 1.2 --levels 4"},
    {"enhance --preset neutral --luma 1.5 --levels 5 --execution schedule=dilated --border reflect"},
    {"enhance --preset neutral --luma 1.5 --levels 3 --max-memory ,1M"},
    {"scale --factor 2", 2},
    {"scale --factor 3x1", 3},
    {"enhance --preset neutral --size 48x24 --sharpen-output 0.5", 2},
    {"denoise"},
    {"denoise --temporal recursive"},
};

double turned_difference(const Folder& folder, const Row& row, bool says_so, const std::string& wrap) {
    constexpr int columns = 30;
    for (const int turned : {0, columns})
        spill(folder.path / (turned ? "turned.exr" : "a.exr"), panorama(turned, says_so));
    check(run_here(folder, row.command + wrap +
                               " --compression none --log none --existing replace a.exr turned.exr -o out/"),
          0, {});
    return difference(rows_of(folder.path / "out/a.exr"), rows_of(folder.path / "out/turned.exr"),
                      size.width / row.factor, columns / row.factor);
}

} // namespace

TEST_CASE("a panorama that is turned before the filter is the same as one that is turned after it") {
    if (!has_device()) return;
    const Folder folder;
    for (const Row& row : rows) {
        CAPTURE(row.command);
        CHECK(turned_difference(folder, row, true, "") < 2e-6);
    }
    CHECK(turned_difference(folder, rows[0], false, " --wrap x") < 2e-6);
    CHECK(turned_difference(folder, rows[0], true, " --wrap none") > 1e-3);
    CHECK(turned_difference(folder, rows[3], false, "") > 1e-3);
}

TEST_CASE("a crop of a panorama equals the same part of the whole, also at its sides") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.exr", panorama(0, true));
    const std::string command = "enhance --preset neutral --luma 1.5 --levels 4 --compression none a.exr -o ";
    REQUIRE(run_here(folder, command + "whole.exr").code == 0);
    REQUIRE(run_here(folder, command + "crop.exr --crop 20x48+0+0").code == 0);
    const std::vector<float> whole = rows_of(folder.path / "whole.exr"),
                             crop = rows_of(folder.path / "crop.exr");
    double most = 0;
    for (std::size_t i = 0; i < crop.size(); ++i)
        most = std::max(most, std::abs(double(crop[i]) - double(whole[i / 20 * 96 + i % 20])));
    CHECK(most < 2e-6);
}

TEST_CASE("a JPEG, PNG or TIFF with the XMP of a full panorama is filtered across its sides") {
    if (!has_device() || std::system("command -v exiftool >/dev/null") != 0) return;
    const Folder folder;
    spill(folder.path / "a.exr", panorama(0, false));
    const auto shell = [&](const std::string& command) { check(folder.shell("cd in && " + command), 0, {}); };
    fs::create_directories(folder.path / "in");
    shell("oiiotool ../a.exr -d uint8 -o a.jpg -o b.png -o c.tif");
    using Rows = std::vector<std::vector<float>>;
    const auto filtered = [&](const std::string& options, const std::string& to) {
        check(run_here(folder,
                       "enhance --preset neutral --luma 2 --format tif --log none in -o " + to + options),
              0, {});
        Rows rows;
        for (const char* name : {"a", "b", "c"}) rows.push_back(rows_of(folder.path / to / (name + ".tif"s)));
        return rows;
    };
    const std::string tags = "exiftool -q -overwrite_original -XMP-GPano:ProjectionType=equirectangular "
                             "-XMP-GPano:CroppedAreaImageWidthPixels=96 -XMP-GPano:FullPanoWidthPixels=";
    const Rows plain = filtered("", "plain"), forced = filtered(" --wrap x", "forced");
    for (std::size_t i = 0; i < plain.size(); ++i) CHECK(plain[i] != forced[i]);
    shell(tags + "96 *");
    CHECK(filtered("", "said") == forced);
    CHECK(filtered(" --wrap none", "none") == plain);
    shell(tags + "200 *"); // part of a panorama has two sides
    CHECK(filtered("", "part") == plain);
}
