// What texts of other programs in a TIFF specify about its samples: stacks without directories, missing samples, sizes, statistics;
// and what an OpenEXR cannot keep. Compared with exiftool.
#include "formats/common/messages.h"
#include "formats/exr/messages.h"
#include "formats/tiff/messages.h"
#include "metadata/exiv2.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <bit>
#include <cmath>
#include <cstring>

using namespace atrous;

namespace {

/// Samples of `bytes` each as they lie in the file.
template <class T>
std::string stored(const std::vector<T>& samples) {
    std::string bytes(samples.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), samples.data(), bytes.size());
    return bytes;
}
template <class T>
std::vector<T> loaded(const std::string& bytes) {
    std::vector<T> samples(bytes.size() / sizeof(T));
    std::memcpy(samples.data(), bytes.data(), samples.size() * sizeof(T));
    return samples;
}

constexpr int width = 24, height = 16;
bool is_hole(int x, int y) { return (x >= 6 && x < 14 && y >= 4 && y < 12) || (x == 19 && y == 3); }

/// A slope with holes of this value.
template <class T>
std::vector<T> slope(T hole, double least, double step) {
    std::vector<T> samples;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            samples.push_back(is_hole(x, y) ? hole : T(least + step * (x + 2 * y + (x * y) % 5)));
    return samples;
}

/// Checks that an image has holes where `missing`, and otherwise samples within these limits.
template <class T, class Missing>
void check_holes(const std::vector<T>& samples, int across, T hole, double least, double most,
                 Missing missing) {
    for (int i = 0; i < int(samples.size()); ++i) {
        const T sample = samples[std::size_t(i)];
        const bool is_value = std::memcmp(&sample, &hole, sizeof hole) == 0;
        CAPTURE(i);
        CHECK(is_value == missing(i % across, i / across));
        if (!is_value) CHECK((double(sample) >= least && double(sample) <= most));
    }
}

/// Checks a file of grey samples. `kind`: 1 without a sign, 2 with one, 3 floats.
template <class T>
void check_nodata(const char* text, T hole, double least, double step, int kind) {
    CAPTURE(text);
    const Folder folder;
    const std::vector<T> samples = slope(hole, least, step);
    const int bits = int(8 * sizeof(T));
    spill(folder.path / "a.tif",
          files::tiff_file(width, height, 1, bits, 1, stored(samples),
                           {files::short_tag(339, kind), files::text_tag(42113, text)}));
    const double most = least + 70 * step,
                 room = 12 * step; // of wavelets and lobes, which the holes are far beyond
    const auto run = [&](const std::string& command, const char* name) {
        const Ran ran = run_here(folder, command);
        REQUIRE(ran.code == 0);
        CHECK_FALSE(ran.says("replaced"));
        const std::string read = samples_in(folder.path / name);
        if constexpr (!std::is_same_v<T, std::int16_t>) return loaded<T>(read);
        std::vector<T> whole; // read as floats
        for (const float sample : loaded<float>(read)) whole.push_back(T(std::lround(sample * 32767)));
        return whole;
    };
    check_holes(run("enhance a.tif -o b.tif", "b.tif"), width, hole, least - room, most + room, is_hole);
    check_holes(run("enhance --crop 12x10+4+2 a.tif -o c.tif", "c.tif"), 12, hole, least - room, most + room,
                [](int x, int y) { return is_hole(x + 4, y + 2); });
    const auto half = [](int x, int y) { return x >= 3 && x < 7 && y >= 2 && y < 6; };
    check_holes(run("scale --factor 2 a.tif -o d.tif", "d.tif"), width / 2, hole, least - room, most + room,
                half);
    check_holes(run("enhance --size 12 a.tif -o e.tif", "e.tif"), width / 2, hole, least - room, most + room,
                half);
    if (!has_metadata_library()) return;
    for (const char* name : {"b.tif", "d.tif"})
        CHECK(slurp(folder.path / name).find(std::string(text) + '\0') != std::string::npos);
}

} // namespace

TEST_CASE("missing samples of a GeoTIFF stay missing, and their value is in no other sample") {
    if (!has_device()) return;
    check_nodata<std::uint8_t>("0", 0, 40, 2, 1);
    check_nodata<std::uint8_t>("255", 255, 40, 2, 1);
    check_nodata<std::uint16_t>("0", 0, 5000, 200, 1);
    check_nodata<std::int16_t>("-32768", -32768, 100, 10, 2);
    check_nodata<std::int16_t>("-9999", -9999, 100, 10, 2);
    check_nodata<float>("-9999", -9999, 100, 1, 3);
    check_nodata<float>("nan", std::bit_cast<float>(0x7fc00000), 100, 1, 3);
    check_nodata<float>("-3.4028234663852886e+38", std::numeric_limits<float>::lowest(), 100, 1, 3);
}

TEST_CASE(
    "colours of RGB are missing each on its own, and a sample that becomes the value of missing ones moves by a step") {
    if (!has_device()) return;
    const Folder folder;
    std::string samples;
    for (int i = 0; i < 16 * 16; ++i) {
        const bool hole = i % 16 > 7;
        samples += {char(hole ? 0 : 1 + i % 2), char(hole ? 0 : 90), char(i < 64 ? 0 : 80)};
    }
    spill(folder.path / "a.tif", files::tiff_file(16, 16, 3, 8, 2, samples, {files::text_tag(42113, "0")}));
    REQUIRE(run_here(folder, "enhance --preset punch a.tif -o b.tif").code == 0);
    const std::string now = samples_in(folder.path / "b.tif");
    REQUIRE(now.size() == samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        CAPTURE(i);
        CHECK((samples[i] == 0) == (now[i] == 0));
    }
}

TEST_CASE(
    "a value of missing samples that cannot be kept is refused, and other samples than the file's do not have it") {
    if (!has_device()) return;
    const Folder folder;
    const std::string zeros(width * height * 8, '\0');
    const auto put = [&](const char* name, int bits, int photometric, const char* text, int kind) {
        spill(folder.path / name,
              files::tiff_file(width, height, 1, bits, photometric,
                               zeros.substr(0, std::size_t(width * height * bits / 8)),
                               {files::short_tag(339, kind), files::text_tag(42113, text)}));
    };
    put("double.tif", 64, 1, "-1.7976931348623157e+308", 3);
    put("white.tif", 8, 0, "255", 1);
    put("four.tif", 4, 1, "15", 1);
    for (const char* name : {"double.tif", "white.tif", "four.tif"})
        expect(run_here(folder, std::string("enhance ") + name + " -o x.tif"), 1,
               {line(messages::tiff_nodata)});
    put("b.tif", 8, 1, "-9999", 1);
    put("c.tif", 8, 1, "none", 1);
    CHECK(run_here(folder, "enhance b.tif c.tif -o out").code == 0);
    put("d.tif", 8, 1, "7", 1);
    expect(run_here(folder, "enhance d.tif --depth uint16 -o e.tif"), 0,
           {line(messages::nodata_lost, "TIFF")});
    expect(run_here(folder, "enhance d.tif -o e.png"), 0, {line(messages::nodata_lost, "PNG")});
    for (const char* name : {"e.tif", "e.png"})
        CHECK(slurp(folder.path / name).find("\x81\xA4") == std::string::npos); // tag 42113
}

TEST_CASE("a stack whose images follow the first one without directories is refused") {
    if (!has_device()) return;
    const Folder folder;
    const auto put = [&](const char* name, std::vector<files::RawTag> tags, int images) {
        tags.push_back({279, 4, 1, files::little(width * height, 4)});
        spill(folder.path / name,
              files::tiff_file(width, height, 1, 8, 1, std::string(std::size_t(width * height * images), 'x'),
                               tags));
    };
    const auto text = [](const std::string& words) { return std::vector{files::text_tag(270, words)}; };
    const std::string imagej = "ImageJ=1.11a\nimages=6\nslices=6\n", shape = "{\"shape\": [2, 3, 16, 24]";
    put("imagej.tif", text(imagej), 6);
    put("shape.tif", text(shape + ", \"truncated\": true}"), 6);
    put("metamorph.tif", {{33629, 5, 6, std::string(48, '\1')}}, 6);
    for (const char* name : {"imagej.tif", "shape.tif", "metamorph.tif"}) {
        CAPTURE(name);
        const std::string before = slurp(folder.path / name);
        const std::string file(name);
        expect(run_here(folder, "enhance --in-place " + file), 1, {line(messages::tiff_stack, "6", "1")});
        expect(run_here(folder, "scale --factor 2 " + file + " -o x.tif"), 1,
               {line(messages::tiff_stack, "6", "1")});
        CHECK(slurp(folder.path / name) == before);
    }
    // Descriptions that were copied from another file, or are true.
    put("one.tif", text(imagej), 1);
    put("single.tif", text("{\"shape\": [1, 16, 24]}"), 2);
    put("plain.tif", text("ImageJ=1.53t\nunit=um"), 6);
    check(run_here(folder, "enhance one.tif single.tif plain.tif -o out"), 0, {"3 written"});
}

namespace {

/// What exiftool prints of a tag, or nothing if there is none.
std::string tag_of(const Folder& folder, const std::string& name, const std::string& tag) {
    std::string text = folder.shell("exiftool -n -s3 -sep ' ' -U '-IFD0:" + tag + "' " + name).out;
    while (text.ends_with('\n')) text.pop_back();
    return text;
}
bool has_exiftool() {
    if (!has_device()) return false;
    if (has_metadata_library() && std::system("command -v exiftool >/dev/null") == 0) return true;
    test::skip("exiftool is not installed, or built without Exiv2");
    return false;
}

constexpr const char *half = "scale --factor 2 ", *cut = "enhance --preset neutral --crop 12x8+4+2 ";

} // namespace

TEST_CASE("sizes in descriptions of tifffile and OME match the new image") {
    if (!has_exiftool()) return;
    const Folder folder;
    const std::string ome =
        "<?xml version=\"1.0\"?><OME><Image ID=\"Image:0\"><Pixels SizeX=\"24\" SizeY=\"16\" SizeC=\"1\" "
        "PhysicalSizeX=\"0.5\" PhysicalSizeY=\"0.25\"/></Image>";
    struct Row {
        std::string command, old, now;
        bool lost = false;
    };
    const std::vector<Row> rows{
        {half, "{\"shape\": [16, 24]}", "{\"shape\": [8, 12]}"},
        {cut, "{\"shape\": [1, 16, 24, 1], \"axes\": \"TYXS\"}",
         "{\"shape\": [1, 8, 12, 1], \"axes\": \"TYXS\"}"},
        {"scale --size 240x160 --upscale ", "{\"shape\": [16, 24]}", "{\"shape\": [160, 240]}"},
        {half, "{\"shape\": [116, 24]}", "", true},
        {half, ome + "</OME>",
         "<?xml version=\"1.0\"?><OME><Image ID=\"Image:0\"><Pixels SizeX=\"12\" SizeY=\"8\" SizeC=\"1\" "
         "PhysicalSizeX=\"1\" PhysicalSizeY=\"0.5\"/></Image></OME>"},
        {cut, ome + "<ROI ID=\"ROI:0\"><Rectangle X=\"3\"/></ROI></OME>",
         "<?xml version=\"1.0\"?><OME><Image ID=\"Image:0\"><Pixels SizeX=\"12\" SizeY=\"8\" SizeC=\"1\" "
         "PhysicalSizeX=\"0.5\" PhysicalSizeY=\"0.25\"/></Image></OME>",
         true},
        {half, "<OME><BinaryOnly MetadataFile=\"a.ome.xml\"/></OME>", "", true},
        {half, "A view of 24 x 16", "A view of 24 x 16"},
    };
    for (const Row& row : rows)
        for (const bool big : {false, true}) {
            CAPTURE(row.old);
            CAPTURE(big);
            spill(folder.path / "a.tif",
                  files::tiff_file(width, height, 1, 8, 1, std::string(width * height, 'x'),
                                   {files::text_tag(270, row.old)}, big));
            const Ran ran = run_here(folder, row.command + "--existing replace a.tif -o b.tif");
            REQUIRE(ran.code == 0);
            CHECK(tag_of(folder, "b.tif", "ImageDescription") == row.now);
            CHECK(prints(ran, line(messages::description_lost)) == row.lost);
        }
}

TEST_CASE(
    "the RPC of satellite images follow the image, statistics of old samples go, and TIFF's colour tags go into no EXIF") {
    if (!has_exiftool()) return;
    const Folder folder;
    std::string coefficients;
    for (int i = 0; i < 92; ++i) {
        const double value = i == 2 ? 8.5 : i == 3 ? 12.5 : i == 7 ? 8 : i == 8 ? 12 : i;
        coefficients += files::little(std::bit_cast<std::uint64_t>(value), 8);
    }
    const std::string ratios =
        files::little(3457, 4) + files::little(10000, 4) + files::little(3585, 4) + files::little(10000, 4);
    const std::string item = "<Item name=\"KEPT\">1</Item>";
    spill(
        folder.path / "a.tif",
        files::tiff_file(
            width, height, 1, 8, 1, std::string(width * height, 'x'),
            {{50844, 12, 92, coefficients},
             {318, 5, 2, ratios},
             files::text_tag(42112, "<GDALMetadata><Item name=\"STATISTICS_MEAN\" sample=\"0\">12</Item>" +
                                        item + "<Item name=\"STATISTICS_STDDEV\">3</Item></GDALMetadata>")}));
    struct Row {
        std::string command, first;
    };
    for (const Row& row : {Row{"enhance ", "0 1 8.5 12.5 4 5 6 8 12 9"}, Row{half, "0 1 4 6 4 5 6 4 6 9"},
                           Row{cut, "0 1 6.5 8.5 4 5 6 8 12 9"}}) {
        CAPTURE(row.command);
        expect(run_here(folder, row.command + "--existing replace a.tif -o b.tif"), 0,
               {line(messages::tiff_colour_tags)});
        CHECK(tag_of(folder, "b.tif", "Exif_0xc69c").starts_with(row.first));
        const std::string kept = tag_of(folder, "b.tif", "GDALMetadata");
        CHECK(kept.find(item) != std::string::npos);
        CHECK(kept.find("STATISTICS") == std::string::npos);
    }
    for (const char* name : {"b.jpg", "b.png", "b.webp"}) {
        REQUIRE(run_here(folder, std::string("enhance a.tif -o ") + name).code == 0);
        CHECK(tag_of(folder, name, "WhitePoint").empty());
    }
}

TEST_CASE(
    "an OpenEXR warns of an orientation that its viewers do not follow, and of attributes that become other ones") {
    if (!has_exiftool()) return;
    const Folder folder;
    folder.image("a.jpg");
    check(folder.shell("exiftool -q -overwrite_original -n -Orientation=6 a.jpg"), 0, {});
    expect(run_here(folder, "enhance --preset neutral a.jpg -o b.exr"), 0,
           {line(messages::orientation_unseen, "OpenEXR")});
    const Ran again = run_here(folder, "enhance --preset neutral b.exr -o c.exr");
    CHECK_FALSE(prints(again, line(messages::orientation_unseen)));
    struct Row {
        files::ExrPart::Attribute attribute;
        const MessageRow* warning;
    };
    const std::string one = files::little(0x3f800000, 4);
    const Row rows[] = {{{"note", "string", ""}, &messages::exr_attributes},
                        {{"YResolution", "float", one}, &messages::exr_attributes},
                        {{"DateTime", "string", "2024:01:02 03:04:05"}, &messages::exr_changed},
                        {{"XResolution", "float", one}, &messages::exr_changed},
                        {{"list", "floatvector", one + one + one}, &messages::exr_changed},
                        {{"list", "floatvector", one + one + one + one + one}, nullptr},
                        {{"capDate", "string", "2024:01:02 03:04:05"}, nullptr},
                        {{"xDensity", "float", one}, nullptr}};
    for (const Row& row : rows) {
        CAPTURE(row.attribute.name);
        files::ExrPart part{"", {}};
        for (const char* name : {"B", "G", "R"}) part.channels.push_back({name, files::ExrType::single});
        part.attributes = {row.attribute};
        spill(folder.path / "d.exr", files::exr({part}));
        const Ran ran = run_here(folder, "enhance --existing replace --preset neutral d.exr -o e.exr");
        CHECK(ran.code == 0);
        for (const MessageRow* other : {&messages::exr_attributes, &messages::exr_changed})
            CHECK(has_message(ran.err, *other, std::vector{row.attribute.name}) == (other == row.warning));
    }
}
