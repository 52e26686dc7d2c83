// Compares metadata through the program with exiftool: only values that a resave must change may differ. The
// sample tests/tiny/tagged.jpg was made for this with Exiv2 and exiftool: EXIF with GPS and a maker note in
// Canon's form, thumbnail, XMP with an unknown namespace, IPTC, ICC, comment. Quality 80, 4:2:0, orientation 6.
#include "metadata/exiv2.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/skip.h"
#include <map>
#include <regex>

using namespace atrous;

namespace {

bool has_exiftool() {
    if (std::system("command -v exiftool >/dev/null") == 0) return true;
    test::skip("exiftool is not installed");
    return false;
}
bool has_exiv2() {
    if (has_metadata_library()) return true;
    test::skip("built without Exiv2");
    return false;
}

using Tags = std::map<std::string, std::string>;

/// "Group:Tag" and its value, including unknown tags. exiftool derives composite tags from other tags.
Tags tags_of(const Folder& folder, const std::string& name) {
    static const std::regex form(R"(\[([^\]]+)\] +(\S+) +: (.*))");
    std::istringstream lines(folder.shell("exiftool -a -u -G1 -s '" + name + "'").out);
    Tags tags;
    std::smatch match;
    for (std::string line; std::getline(lines, line);)
        if (std::regex_match(line, match, form) && match[1] != "Composite" && match[1] != "ExifTool")
            tags[match[1].str() + ":" + match[2].str()] += match[3].str();
    return tags;
}

/// Allowed differences from the tagged JPEG, as expressions for "Group:Tag".
struct Row {
    const char* output;
    const char* may_change; ///< or go: the file, the thumbnail, the storage of samples, unsupported tags
    const char* may_come;
};
#define OLD "System:.*|IFD1:.*"
#define STORED                                                                                               \
    "|File:(FileType.*|MIMEType|EncodingProcess|BitsPerSample|ColorComponents|YCbCrSubSampling|Image.*)"
constexpr Row rows[] = {
    {"b.jpg", OLD, ""},
    {"b.png", OLD STORED "|File:(Comment|CurrentIPTCDigest)", "PNG:.*|PNG-pHYs:.*"}, // a PNG's Description
    {"b.tif", OLD STORED "|File:(Comment|CurrentIPTCDigest)",
     "IFD0:(Image.*|BitsPerSample|Compression|Photometric.*|Strip.*|Samples.*|Rows.*|Planar.*|Predictor|"
     "SampleF.*)"},
    {"b.webp", OLD STORED "|File:(Comment|CurrentIPTCDigest)|IPTC:.*", "RIFF:.*"},
};
#undef OLD
#undef STORED

/// The sample in a separate folder.
struct Tagged : Folder {
    Tagged() { fs::copy_file(fs::path(source_dir()) / "tests/tiny/tagged.jpg", path / "a.jpg"); }
    /// Settings without a visible effect, but not neutral, so that files are encoded again.
    Ran neutral(const std::string& arguments) const {
        return run_here(*this, "enhance --preset neutral --luma 1.0001 " + arguments);
    }
};

void check_difference(const Tags& before, const Tags& after, const Row& row) {
    const std::regex may_change(row.may_change), may_come(row.may_come);
    for (const auto& [name, value] : before) {
        const auto found = after.find(name);
        if (std::regex_match(name, may_change)) continue;
        CAPTURE(name);
        REQUIRE(found != after.end());
        CHECK(found->second == value);
    }
    for (const auto& [name, value] : after) {
        if (before.contains(name) || std::regex_match(name, may_change)) continue;
        CAPTURE(name);
        CHECK(std::regex_match(name, may_come));
    }
}

} // namespace

TEST_CASE(
    "a tagged JPEG keeps every tag in JPEG, PNG, TIFF and WebP, except tags that a resave must change") {
    if (!has_device() || !has_exiv2() || !has_exiftool()) return;
    const Tagged folder;
    const Tags before = tags_of(folder, "a.jpg");
    for (const char* name :
         {"Canon:OwnerName", "XMP-ours:Thing", "XMP-xmp:Rating", "IPTC:Keywords", "GPS:GPSLatitude",
          "IFD0:Orientation", "ICC_Profile:ProfileDescription", "IFD1:ThumbnailImage"})
        REQUIRE(before.contains(name));
    for (const Row& row : rows) {
        CAPTURE(row.output);
        const Ran ran = folder.neutral(std::string("a.jpg -o ") + row.output);
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        const Tags after = tags_of(folder, row.output);
        check_difference(before, after, row);
        CHECK(after.contains("IFD1:ThumbnailImage") == (row.output != std::string("b.tif")));
        CHECK(ran.err.empty() == (row.output != std::string("b.webp")));
        if (!ran.err.empty()) CHECK(ran.says("IPTC, comment"));
    }
    CHECK(tags_of(folder, "b.png").at("PNG:Description") == before.at("File:Comment"));
    CHECK(tags_of(folder, "b.tif").at("IFD0:ImageDescription") == before.at("File:Comment"));
}

TEST_CASE(
    "thumbnails are made again: of the result, within 160x120, in its orientation; none if there was none") {
    if (!has_device() || !has_exiftool()) return;
    const Tagged folder;
    for (const std::string extension : {"jpg", "png", "webp"}) {
        CAPTURE(extension);
        REQUIRE(run_here(folder, "enhance --log none --luma 3 --levels 3 a.jpg -o b." + extension).code == 0);
        REQUIRE(folder.shell("exiftool -b -ThumbnailImage b." + extension + " > thumb.jpg").code == 0);
        const ImageFile whole = Decoder(folder.path / ("b." + extension)).read(),
                        small = Decoder(folder.path / "thumb.jpg").read();
        const Pixels &large = whole.parts[0].pixels, &thumb = small.parts[0].pixels;
        const bool high = large.size.height > large.size.width;
        CHECK(thumb.size.width <= (high ? 120 : 160));
        CHECK(thumb.size.height <= (high ? 160 : 120));
        double differ = 0;
        for (int y = 0; y < thumb.size.height; ++y) // blocks of the image against pixels
            for (int x = 0; x < thumb.size.width; ++x) {
                double sum = 0;
                int count = 0;
                for (int v = y * large.size.height / thumb.size.height;
                     v < (y + 1) * large.size.height / thumb.size.height; ++v)
                    for (int u = x * large.size.width / thumb.size.width;
                         u < (x + 1) * large.size.width / thumb.size.width; ++u, ++count)
                        sum += double(large.at(u, v)[1]);
                differ += std::abs(sum / count - double(thumb.at(x, y)[1]));
            }
        CHECK(differ / double(thumb.size.pixels()) < 12); // as JPEG, of a profile that is not sRGB
    }
    REQUIRE(run_here(folder, "enhance --log none --strip --levels 3 a.jpg -o stripped.jpg").code == 0);
    CHECK_FALSE(tags_of(folder, "stripped.jpg").contains("IFD1:ThumbnailImage"));
    REQUIRE(folder.shell("exiftool -q -ifd1:all= -o none.jpg a.jpg").code == 0);
    REQUIRE(run_here(folder, "enhance --log none --levels 3 none.jpg -o c.jpg").code == 0);
    CHECK_FALSE(tags_of(folder, "c.jpg").contains("IFD1:ThumbnailImage"));
}

TEST_CASE("from format to format and back to JPEG no tag gets lost on the way") {
    if (!has_device() || !has_exiv2() || !has_exiftool()) return;
    const Tagged folder;
    const Tags before = tags_of(folder, "a.jpg");
    const Row there_and_back{"", "System:.*|IFD1:.*|File:.*|JFIF:.*", "JFIF:.*|IFD0:ImageDescription"};
    for (const std::string chain : {"png", "tif", "png tif png", "tif png tif"}) {
        CAPTURE(chain);
        std::istringstream names(chain);
        std::string last = "a.jpg";
        for (std::string extension; names >> extension; last = "step." + extension)
            CHECK(folder.neutral("--existing replace " + last + " -o step." + extension).code == 0);
        CHECK(folder.neutral("--existing replace " + last + " -o back.jpg").code == 0);
        check_difference(before, tags_of(folder, "back.jpg"), there_and_back);
    }
}

TEST_CASE("a JPEG through neutral settings is the same file, unless something else is asked for") {
    if (!has_device()) return;
    const Tagged folder;
    const std::string before = slurp(folder.path / "a.jpg");
    CHECK(run_here(folder, "enhance --preset neutral a.jpg -o b.jpg").code == 0);
    CHECK(slurp(folder.path / "b.jpg") == before);
    CHECK(run_here(folder, "enhance --amount 0 a.jpg -o c.jpg").code == 0);
    CHECK(slurp(folder.path / "c.jpg") == before);
    for (const char* other :
         {"--quality 91", "--strip", "--luma 2", "--chroma-threshold 1", "--denoise bayes"}) {
        CAPTURE(other);
        CHECK(run_here(folder,
                       "enhance --preset neutral --existing replace a.jpg -o d.jpg " + std::string(other))
                  .code == 0);
        CHECK(slurp(folder.path / "d.jpg") != before);
    }
}

TEST_CASE("--strip leaves the profile and the orientation, and nothing else") {
    if (!has_device() || !has_exiv2() || !has_exiftool()) return;
    const Tagged folder;
    const std::regex may_stay(
        "System:.*|File:.*|ICC.*|RIFF:.*|PNG:.*|IFD0:(Orientation|ImageWidth|ImageHeight|"
        "BitsPerSample|Compression|Photometric.*|Strip.*|Samples.*|Rows.*|Planar.*|Predictor|"
        "SampleF.*|[XY]Resolution|ResolutionUnit)|PNG-pHYs:.*");
    for (const Row& row : rows) {
        CAPTURE(row.output);
        const Ran ran = folder.neutral(std::string("--strip a.jpg -o ") + row.output);
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        CHECK(ran.err.empty());
        const Tags after = tags_of(folder, row.output);
        for (const auto& [name, value] : after) {
            CAPTURE(name);
            CHECK(std::regex_match(name, may_stay));
        }
        CHECK_FALSE(after.contains("File:Comment"));
        CHECK(after.at("IFD0:Orientation") == "Rotate 90 CW");
        CHECK(after.at("ICC_Profile:ProfileDescription") == "atrous test");
    }
}

TEST_CASE("many JPEGs with a profile and metadata at once come out as one by one") {
    if (!has_device()) return;
    const Tagged folder;
    for (int i = 0; i < 60; ++i) {
        fs::create_directories(folder.path / "in");
        fs::copy_file(folder.path / "a.jpg", folder.path / "in" / (std::to_string(100 + i) + ".jpg"));
    }
    for (const std::string extension : {"jpg", "png", "tif", "webp"}) {
        CAPTURE(extension);
        CHECK(folder.neutral("-q -j 8 in -o out/{stem}." + extension).code == 0);
        const std::string first = slurp(folder.path / ("out/100." + extension));
        CHECK(first.size() > 1000);
        for (int i = 1; i < 60; ++i)
            CHECK(slurp(folder.path / "out" / (std::to_string(100 + i) + "." + extension)) == first);
    }
}
