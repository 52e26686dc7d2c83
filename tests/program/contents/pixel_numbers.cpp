// Numbers that count pixels, in EXIF, XMP, JFIF, Photoshop's block and GeoTIFF, when a picture is scaled, cut or turned; compared with
// exiftool. The table that the program uses is pixel_tags() of metadata/exif_block.h.
#include "base/text.h"
#include "formats/common/messages.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <bit>
#include <map>
#include <regex>
#include <set>

using namespace atrous;

namespace {

bool has_tools() {
    if (!has_device()) return false;
    if (has_metadata_library() && std::system("command -v exiftool >/dev/null") == 0) return true;
    test::skip("exiftool is not installed, or built without Exiv2");
    return false;
}

using Tags = std::map<std::string, std::string>;

/// "Group:Tag" and its value as a number, lists with blanks, of each of several files.
std::map<std::string, Tags> tags_of(const Folder& folder, const std::string& names) {
    static const std::regex form(R"(\[([^\]]+)\] +(\S+) +: (.*))");
    std::istringstream lines(folder.shell("exiftool -a -sep ' ' -n -G1 -s " + names).out);
    std::map<std::string, Tags> found;
    Tags* tags = nullptr;
    std::smatch match;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("======== "))
            tags = &found[line.substr(9)];
        else if (tags && std::regex_match(line, match, form))
            (*tags)[match[1].str() + ":" + match[2].str()] = match[3];
    return found;
}

/// A number of an image of 160x80, its value with half as many pixels, and in the 80x40 at 80, 20.
struct Row {
    const char *name, *given, *scaled, *cropped;
};
constexpr Row all_rows[] = {
    {"ExifIFD:ExifImageWidth", "160", "80", "80"},
    {"ExifIFD:ExifImageHeight", "80", "40", "40"},
    {"ExifIFD:SubjectArea", "120 40 20 20", "60 20 10 10", "40 20 20 20"},
    {"ExifIFD:SubjectLocation", "120 40", "60 20", "40 20"},
    {"ExifIFD:FocalPlaneXResolution", "3000", "1500", "3000"},
    {"InteropIFD:RelatedImageWidth", "160", "80", "80"},
    {"InteropIFD:RelatedImageHeight", "80", "40", "40"},
    {"IFD0:XResolution", "300", "300", "300"},
    {"IFD0:YResolution", "300", "300", "300"},
    {"JFIF:XResolution", "300", "300", "300"},
    {"JFIF:YResolution", "300", "300", "300"},
    {"Photoshop:XResolution", "300", "300", "300"},
    {"Photoshop:YResolution", "300", "300", "300"},
    {"XMP-tiff:ImageWidth", "160", "80", "80"},
    {"XMP-tiff:XResolution", "300", "300", "300"},
    {"XMP-exif:ExifImageHeight", "80", "40", "40"},
    {"XMP-exif:SubjectArea", "120 40 20 20", "60 20 10 10", "40 20 20 20"},
    {"XMP-exif:SubjectLocation", "120 40", "60 20", "40 20"},
    {"XMP-GPano:FullPanoWidthPixels", "320", "160", "320"},
    {"XMP-GPano:FullPanoHeightPixels", "160", "80", "160"},
    {"XMP-GPano:CroppedAreaImageWidthPixels", "160", "80", "80"},
    {"XMP-GPano:CroppedAreaImageHeightPixels", "80", "40", "40"},
    {"XMP-GPano:CroppedAreaLeftPixels", "60", "30", "140"},
    {"XMP-GPano:CroppedAreaTopPixels", "40", "20", "60"},
    {"XMP-GPano:LargestValidInteriorRectLeft", "90", "45", "10"},
    {"XMP-GPano:LargestValidInteriorRectTop", "30", "15", "10"},
    {"XMP-GPano:LargestValidInteriorRectWidth", "40", "20", "40"},
    {"XMP-GPano:LargestValidInteriorRectHeight", "30", "15", "30"},
    {"XMP-GDepth:ImageWidth", "160", "80", ""}, // a depth map of the whole image is no crop's
    {"XMP-drone-dji:CalibratedFocalLength", "3000", "1500", "3000"},
    {"XMP-drone-dji:CalibratedOpticalCenterX", "100.5", "50.25", "20.5"},
    {"XMP-drone-dji:CalibratedOpticalCenterY", "40.5", "20.25", "20.5"},
    {"XMP-crs:CropLeft", "0.5", "0.5", "0"},
    {"XMP-crs:CropBottom", "0.5", "0.5", "0.5"},
    {"XMP-crs:CropTop", "0.25", "0.25", "0"},
    {"XMP-crs:CropRight", "1", "1", "1"},
    // The second of two faces is outside of the crop.
    {"XMP-mwg-rs:RegionAppliedToDimensionsW", "160", "80", "80"},
    {"XMP-mwg-rs:RegionAppliedToDimensionsH", "80", "40", "40"},
    {"XMP-mwg-rs:RegionAreaX", "0.75 0.1", "0.75 0.1", "0.5"},
    {"XMP-mwg-rs:RegionAreaY", "0.5 0.5", "0.5 0.5", "0.5"},
    {"XMP-mwg-rs:RegionAreaW", "0.1 0.1", "0.1 0.1", "0.2"},
    {"XMP-mwg-rs:RegionAreaH", "0.2 0.2", "0.2 0.2", "0.4"},
    {"XMP-mwg-rs:RegionName", "A B", "A B", "A"},
    {"XMP-MP:RegionRectangle", "0.7, 0.4, 0.1, 0.2 0, 0, 0.1, 0.1", "0.7, 0.4, 0.1, 0.2 0, 0, 0.1, 0.1",
     "0.4, 0.3, 0.2, 0.4"},
    {"XMP-MP:RegionPersonDisplayName", "A B", "A B", "A"},
};

void put_tags(const Folder& folder, const std::string& name, const std::string& more = "") {
    std::string command = "exiftool -q -overwrite_original -n -sep ' '";
    for (const Row& row : all_rows)
        if (!std::regex_match(row.name, std::regex("(Photoshop|XMP-mwg-rs|XMP-MP):.*"))) // structures: below
            command += std::string(" '-") + row.name + "=" + row.given + "'";
    command += " '-RegionInfo={AppliedToDimensions={W=160,H=80,Unit=pixel},RegionList=["
               "{Area={X=0.75,Y=0.5,W=0.1,H=0.2,Unit=normalized},Name=A,Type=Face},"
               "{Area={X=0.1,Y=0.5,W=0.1,H=0.2,Unit=normalized},Name=B,Type=Face}]}'"
               " '-RegionInfoMP={Regions=[{Rectangle=0.7|, 0.4|, 0.1|, 0.2,PersonDisplayName=A},"
               "{Rectangle=0|, 0|, 0.1|, 0.1,PersonDisplayName=B}]}' ";
    check(folder.shell(command + more + " -JFIF:ResolutionUnit=1 -IFD0:ResolutionUnit=2 " + name), 0, {});
    // Photoshop's resolution, which exiftool cannot write: 300 per inch, twice.
    using namespace std::string_literals;
    const std::string half = "\x01\x2C\0\0\0\1\0\1"s;
    std::string jpeg = slurp(folder.path / name);
    jpeg.insert(2, "\xFF\xED\0\x2CPhotoshop 3.0\0"s + "8BIM\x03\xED\0\0\0\0\0\x10"s + half + half);
    spill(folder.path / name, jpeg);
}

/// Checks all rows in a file.
void check_rows(const std::string& name, const Tags& tags, const char* Row::*value) {
    CAPTURE(name);
    for (const Row& row : all_rows) {
        const std::string tag = row.name;
        const bool may_lack =
            (tag.starts_with("JFIF") && !name.ends_with("jpg")) ||
            (tag.starts_with("Photoshop") && !name.ends_with("jpg") && !name.ends_with("tif"));
        CAPTURE(tag);
        const auto found = tags.find(tag);
        if (found == tags.end() && (may_lack || !*(row.*value))) continue;
        REQUIRE(found != tags.end());
        CHECK(found->second == row.*value);
    }
}

std::string doubles(const std::vector<double>& values) {
    std::string bytes;
    for (const double value : values) bytes += files::little(std::bit_cast<std::uint64_t>(value), 8);
    return bytes;
}
files::RawTag real_tag(int tag, const std::vector<double>& values) {
    return {tag, 12, values.size(), doubles(values)};
}

} // namespace

TEST_CASE(
    "tags in pixels match the new image after scale, --size and --crop: panoramas, faces, subjects, resolution; in every format with metadata") {
    if (!has_tools()) return;
    const Folder folder;
    folder.image("a.jpg", 160, 80);
    put_tags(folder, "a.jpg");
    const std::string neutral = "enhance --preset neutral ";
    const std::vector<std::string> scaled{"s.jpg", "s.png", "s.tif", "s.webp", "s.heic"},
        cropped{"c.jpg", "c.webp"};
    for (const std::string& name : scaled) {
        const std::string scale = name == "s.tif" ? neutral + "--size 80" : "scale --factor 2";
        check(run_here(folder, scale + " a.jpg -o " + name), 0, {});
    }
    for (const std::string& name : cropped)
        expect(run_here(folder, neutral + "--crop 80x40+80+20 a.jpg -o " + name), 0,
               {line(messages::depth_map_lost)});
    const auto tags = tags_of(folder, "a.jpg s.* c.*");
    check_rows("a.jpg", tags.at("a.jpg"), &Row::given);
    for (const std::string& name : scaled) check_rows(name, tags.at(name), &Row::scaled);
    for (const std::string& name : cropped) check_rows(name, tags.at(name), &Row::cropped);
}

TEST_CASE("an area outside of the crop goes, and tags of an exported image about its RAW file's crop stay") {
    if (!has_tools()) return;
    const Folder folder;
    folder.image("a.jpg", 160, 80);
    put_tags(folder, "a.jpg", "-XMP-crs:AlreadyApplied=True");
    REQUIRE(run_here(folder, "enhance --preset neutral --crop 40x16+0+60 a.jpg -o b.jpg").code == 0);
    const Tags tags = tags_of(folder, "a.jpg b.jpg").at("b.jpg");
    for (const char* name :
         {"ExifIFD:SubjectArea", "ExifIFD:SubjectLocation", "XMP-exif:SubjectArea",
          "XMP-GPano:LargestValidInteriorRectLeft", "XMP-mwg-rs:RegionAreaX", "XMP-MP:RegionRectangle"}) {
        CAPTURE(name);
        CHECK_FALSE(tags.contains(name));
    }
    CHECK(tags.at("XMP-crs:CropLeft") == "0.5");
    CHECK(tags.at("ExifIFD:ExifImageWidth") == "40");
    CHECK(tags.at("ExifIFD:FocalPlaneXResolution") == "3000"); // what lies behind a tag that goes stays
}

TEST_CASE("places in a HEIC that is turned during reading turn with it") {
    if (!has_tools()) return;
    const Folder folder;
    folder.image("a.jpg", 160, 80);
    put_tags(folder, "a.jpg", "-Orientation=6 '-ExifIFD:SubjectArea=120 30 20 10'");
    REQUIRE(run_here(folder, "enhance --preset neutral a.jpg -o a.heic").code == 0);
    REQUIRE(run_here(folder, "enhance --preset neutral a.heic -o b.jpg").code == 0);
    CHECK(size_of(folder.path / "b.jpg") == Size{80, 160});
    const Tags tags = tags_of(folder, "a.jpg b.jpg").at("b.jpg");
    CHECK(tags.at("IFD0:Orientation") == "1");
    CHECK(tags.at("ExifIFD:SubjectArea") == "50 120 10 20");
    CHECK(tags.at("ExifIFD:ExifImageWidth") == "80");
    CHECK(tags.at("XMP-mwg-rs:RegionAreaX") == "0.5 0.5");
    CHECK(tags.at("XMP-mwg-rs:RegionAreaY") == "0.75 0.1");
    CHECK(tags.at("XMP-mwg-rs:RegionAreaW") == "0.2 0.2");
    CHECK(tags.at("XMP-mwg-rs:RegionAppliedToDimensionsH") == "160");
}

TEST_CASE("a GeoTIFF keeps its place after scale and --crop") {
    if (!has_tools()) return;
    const Folder folder;
    const std::string samples(160 * 80 * 3, 'x');
    struct Geo {
        const char* command;
        std::vector<files::RawTag> tags;
        std::vector<std::pair<std::string, std::string>> expected;
    };
    const files::RawTag scale = real_tag(33550, {1, 2, 0}),
                        tie = real_tag(33922, {0, 0, 0, 500000, 5000000, 0});
    const files::RawTag point{
        34735, 3, 8, files::little(0x0001'0000'0001'0001, 8) + files::little(0x0002'0001'0000'0401, 8)};
    const char *const half = "scale --factor 2 ", *const cut = "enhance --preset neutral --crop 80x40+80+40 ";
    const std::vector<Geo> cases{
        {half, {scale, tie}, {{"PixelScale", "2 4 0"}, {"ModelTiePoint", "0 0 0 500000 5000000 0"}}},
        {cut, {scale, tie}, {{"PixelScale", "1 2 0"}, {"ModelTiePoint", "0 0 0 500080 4999920 0"}}},
        {half, {scale, tie, point}, {{"ModelTiePoint", "0 0 0 500000.5 4999999 0"}}},
        {half,
         {real_tag(33922, {0, 0, 0, 1, 2, 0, 160, 80, 0, 3, 4, 0})},
         {{"ModelTiePoint", "0 0 0 1 2 0 80 40 0 3 4 0"}}},
        {cut,
         {real_tag(34264, {1, 0, 0, 500, 0, -1, 0, 600, 0, 0, 0, 0, 0, 0, 0, 1})},
         {{"ModelTransform", "1 0 0 580 0 -1 0 560 0 0 0 0 0 0 0 1"}}},
        {half,
         {real_tag(34264, {1, 0, 0, 500, 0, -1, 0, 600, 0, 0, 0, 0, 0, 0, 0, 1})},
         {{"ModelTransform", "2 0 0 500 0 -2 0 600 0 0 0 0 0 0 0 1"}}},
    };
    const auto name_of = [&](const Geo& geo) { return std::to_string(&geo - cases.data()) + ".tif"; };
    for (const Geo& geo : cases) {
        spill(folder.path / "a.tif", files::tiff_file(160, 80, 3, 8, 2, samples, geo.tags));
        REQUIRE(run_here(folder, geo.command + ("a.tif -o " + name_of(geo))).code == 0);
    }
    const auto all_tags = tags_of(folder, "*.tif");
    for (const Geo& geo : cases) {
        const Tags& tags = all_tags.at(name_of(geo));
        for (const auto& [name, value] : geo.expected) {
            CAPTURE(name_of(geo));
            CAPTURE(name);
            REQUIRE(tags.contains("IFD0:" + name));
            CHECK(tags.at("IFD0:" + name) == value);
        }
    }
    // A second page: the first directory's link leads to one at the end.
    std::string pages = files::tiff_file(160, 80, 3, 8, 2, samples, {scale, tie});
    const auto number = [&](std::size_t at, int bytes) {
        std::size_t value = 0;
        for (int i = bytes; i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(pages[at + std::size_t(i)]);
        return value;
    };
    const std::size_t first = number(4, 4), entries = 2 + 12 * number(first, 2);
    pages.resize(pages.size() + pages.size() % 2);
    const std::string copy = pages.substr(first, entries) + std::string(4, '\0');
    pages.replace(first + entries, 4, files::little(pages.size(), 4));
    spill(folder.path / "pages.tif", pages + copy);
    const Ran ran = run_here(folder, "scale --factor 2 pages.tif -o c.tif");
    expect(ran, 0, {line(messages::metadata_reduced, "a file of several pages", "GeoTIFF")});
    CHECK_FALSE(ran.says("EXIF with GPS")); // there are none
}

namespace {

/// Numbers that resemble pixel counts and stay unchanged: groups and names of exiftool, and the reason.
struct Left {
    std::regex names;
    const char* reason;
};
const std::vector<Left> left_alone{
    {std::regex("XMP-crs:(?!Crop(Left|Top|Right|Bottom)$).*"),
     "settings of another program, most of them not in pixels; CropWidth is its output's"},
    {std::regex("XMP-crd:.*"), "defaults of another program"},
    {std::regex("XMP-aas:Crop."), "a crop that Aperture applied to its original"},
    {std::regex("XMP-Device:.*"), "cameras whose pictures are in a container behind this one"},
    {std::regex("XMP-iptcExt:(MaxAvail|Snapshot).*"),
     "of a larger copy that can be had, and of a frame of a video"},
    {std::regex("XMP-photoshop:CameraProfiles.*"), "of a lens, relative to the sensor"},
    {std::regex("XMP-xmp:(PageImage|Thumbnail).*"), "of pictures within the packet"},
    {std::regex("XMP-xmp(DM|MM|TPg):.*"), "of videos, of other files, of paper"},
    {std::regex("XMP-(dwc|cell):.*"), "of places on Earth"},
    {std::regex(
         "XMP-GPano:InitialVertical.*|XMP-exif:(CompressedBitsPerPixel|GPSAreaInformation)|XMP-tiff:SamplesPerPixel"),
     "no number of pixels"},
    {std::regex("XMP-mwg-rs:Region(AppliedToDimensions|Area|AppliedToDimensionsUnit|AreaUnit)"),
     "structures and their units"},
    {std::regex("XMP-iptcExt:ImageRegionBoundary(Shape|Unit|Vertices)?"), "the same"},
    {std::regex("XMP-mwg-rs:RegionAreaD"), "a circle's diameter; few programs write it"},
    {std::regex("EXIF:(Cell|Tile|PixelFormat|PixelIntensity|PixelMagic|Samples|CompressedBits).*"),
     "how samples are stored"},
    {std::regex("EXIF:(Default|OriginalDefault|Active|Mask|SonyCrop).*"),
     "of a RAW file, and left out with its other tags"},
    {std::regex("EXIF:(ImageFull|MDScale|(Width|Height)Resolution).*"),
     "of scanners, of gels, of JPEG XR's container"},
    {std::regex("EXIF:(PixelScale|ModelTiePoint)"), "GeoTIFF's, which have their own rule"},
    // exiftool 13 knows more than exiftool 12.
    {std::regex("EXIF:(PixelUnits|PixelsPerUnit.|PrintFlags.*|Thumbnail.*)"),
     "GDI+'s, of resolutions, prints and thumbnails"},
    {std::regex("XMP-acdsee-rs:.*(AppliedToDimensions|Area|Unit)"), "structures and their units"},
    {std::regex("XMP-xmpDSA:.*"), "Leica's perspective correction, relative to the image"},
    {std::regex("XMP-panorama:VirtualImage[XY]Center"), "of the projection of Photoshop's own panorama"},
};

/// exiftool's names for properties of namespaces with other names.
const std::map<std::string, std::string> renamed{
    {"ExifImageWidth", "PixelXDimension"},   {"ExifImageHeight", "PixelYDimension"},
    {"XMP-tiff:ImageHeight", "ImageLength"}, {"EXIF:ImageHeight", "ImageLength"},
    {"RegionRectangle", "Rectangle"},
};

} // namespace

TEST_CASE(
    "every tag that exiftool lists in XMP and EXIF and that looks like a number of pixels is in the table, or left for a reason") {
    if (!has_tools()) return;
    const Folder folder;
    const std::string list =
        folder.shell("(exiftool -listx -XMP:all; exiftool -listx -EXIF:all) | grep -E '^<table|^ <tag'").out;
    static const std::regex table_form("<table name='([^']*)' g0='[^']*' g1='([^']*)'.*"),
        tag_form(" <tag id='([^']*)' name='([^']*)'.*"),
        looks(
            "(?:.*(Width|Height|Left|Top|Bottom|Area|Pixel|Crop|Dimension|Rect|FocalPoint|Vert|Center|TiePoint).*|"
            ".*[XY]Resolution|.*Right|SubjectLocation|RegionArea.|ImageRegionBoundary.*|CalibratedFocalLength)");
    std::set<std::string> names;
    for (const PixelTags& tags : pixel_tags())
        for (const char* name : tags.names)
            if (name) names.insert(name);
    std::istringstream lines(list);
    std::string group;
    std::smatch match;
    int known = 0;
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_match(line, match, table_form))
            group = match[1] == "Exif::Main"            ? "EXIF"
                    : match[2].str().starts_with("XMP") ? match[2].str()
                                                        : "";
        if (group.empty() || !std::regex_match(line, match, tag_form)) continue;
        const std::string name = match[2], full = group + ":" + name;
        if (!std::regex_match(name, looks)) continue;
        CAPTURE(full);
        const auto is_left = [&](const Left& left) { return std::regex_match(full, left.names); };
        if (std::ranges::any_of(left_alone, is_left)) continue;
        std::string own = name;
        for (const auto& [theirs, ours] : renamed)
            if (name == theirs || full == theirs) own = ours;
        const std::string last(1, name.back()); // of "RegionAreaX", "ImageRegionBoundaryX"
        if (group == "XMP-mwg-rs" || group == "XMP-acdsee-rs") own = lower(last);
        if (group == "XMP-iptcExt") own = "rb" + last;
        if (full == "XMP-iptcExt:ImageRegionBoundaryRx") own = "rbRx";
        CHECK(names.contains(own));
        ++known;
    }
    CHECK(known > 50);
}
