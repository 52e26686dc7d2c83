// Tests the format table: reads a file of each format, writes it with neutral settings, and compares both by oiiotool and
// exiftool. A warning must name each fact that the output lacks, and there may be no other warnings.
#include "base/text.h"
#include "files/deflate.h"
#include "files/file_view.h"
#include "formats/common/formats.h"
#include "formats/dispatch/capabilities.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/raw_file.h"
#include "support/files/tagged.h"
#include "support/files/tiff_file.h"
#include "support/files/webp_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <map>
#include <regex>
#include <set>
#include <sstream>

using namespace atrous;

namespace {

/// A fact that may differ in an output, by the beginning of its name, and part of the warning about it.
struct Loss {
    const char* fact;
    const char* said;
};

/// A file of a format of formats(), and the format of its output ("": the same). Across formats, only facts of the same name
/// are compared.
struct Row {
    const char* format;
    std::string file;
    std::string output{};
    std::vector<Loss> losses{};
};

/// A RAW file's photosites become colours, which needs no warning.
const std::vector<Loss> colours_of_photosites{
    {"IFD0:BitsPerSample", ""}, {"IFD0:PhotometricInterpretation", ""}, {"IFD0:SamplesPerPixel", ""}};

/// A HEIC becomes an AVIF, or an AVIF a HEIC: encoded again.
std::vector<Loss> recoded(std::vector<Loss> more = {}) {
    more.push_back({"sums", ""});
    return more;
}

const Row all_rows[] = {
    {"jpeg", "a.jpg"},
    {"jpeg", "grey.jpg"},
    {"png", "a.png"},
    {"png", "a16.png"},
    {"png", "alpha.png"},
    {"png", "moving.png", "", {{"PNG:Animation", "moving.png: is an animation (APNG) of 3 frames"}}},
    {"tiff", "a.tif"},
    {"tiff", "float.tif"},
    {"tiff", "alpha.tif"},
    {"tiff", "big.tif", "", {{"ExifOffset:", "big.tif: is a BigTIFF: "}}},
    {"tiff", "pages.tif"},
    {"openexr", "a.exr"},
    {"openexr", "alpha.exr"},
    {"webp", "alpha.webp"},
    {"webp", "moving.webp"},
    {"jpegxl", "a.jxl"}, // of which oiiotool reads no samples
    {"hdr", "a.hdr"},
    {"bmp", "a.bmp"},
    {"targa", "alpha.tga"},
    {"pnm", "a.ppm"},
    {"pnm", "a16.ppm"},
    {"dpx", "a.dpx"},
    {"jpeg2000", "a.jp2"},
    {"raw", "a.dng", "tif", colours_of_photosites},
    {"gif", "still.gif", "png"},
    {"gif", "moving.gif", "tif"},
    {"psd", "p.psd", "tif"},
    {"heif", "8.heic"}, // copied
    {"heif", "10.heic", "avif", recoded()},
    {"heif", "10.avif", "heic", recoded()}, // P3 by nclx
    {"heif", "12.avif", "heic",
     recoded({{"QuickTime:ImagePixelDepth", "12.heic: HEIC files hold 10-bit samples at best"}})},
    {"heif", "alpha.heic", "avif", recoded({{"QuickTime:ImagePixelDepth", ""}})}, // in another order
    {"heif", "p3.avif", "heic", recoded()},                                       // by a profile
    {"heif", "p3.heic", "avif", recoded()},
    {"heif", "p3.heic", "png"},
    {"heif", "10.avif", "tif", {{"sums", ""}, {"samples", ""}}}, // of which oiiotool reads 8
};
using Facts = std::map<std::string, std::string>; ///< facts about a file, by a reader

std::string output_of(const Row& row) {
    return row.output.empty()
               ? "out/" + row.file
               : "out-" + row.output + "/" + fs::path(row.file).stem().string() + "." + row.output;
}

/// True for facts about the storage of an image or about the file itself, which may differ.
bool is_of_storage(const std::string& name) {
    static const std::regex storage(
        "(System|ExifTool|Composite):.*|File:(FileType|MIME|ExifByteOrder|CurrentIPTC|ImageFileName|CreateDate|BMPVersion).*|"
        // The name of a PNG's profile, and an offset of 0, which has no effect.
        "PNG:(ProfileName|ImageOffset)|"
        // The boxes of a HEIC, and the coding of its stream.
        "Meta:.*|QuickTime:(MajorBrand|CompatibleBrands|HEVC.*|AV1.*|Gen.*|Constraint.*|MinSpatial.*|Parallelism.*|Chroma.*|BitDepth.*|"
        "(Average|Constant)FrameRate|NumTemporalLayers|TemporalIDNested|ImageSpatialExtent|MediaData.*|AuxiliaryImageType)|"
        ".*:(StripOffsets|StripByteCounts|RowsPerStrip|Compression|Predictor|SampleFormat|Software|PlanarConfiguration)");
    return std::regex_match(name, storage);
}

/// By exiftool: "[Group]  Name  : value", a head for each file.
void add_metadata(const std::string& text, std::map<std::string, Facts>& all) {
    std::istringstream lines(text);
    const std::regex fact(R"(\[(\S+)\]\s+(\S+)\s+: (.*))");
    std::smatch found;
    std::string file;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("======== ")) file = line.substr(9);
        if (!std::regex_match(line, found, fact)) continue;
        const std::string name = found[1].str() + ":" + found[2].str();
        if (!is_of_storage(name)) all[file][name] += found[3].str() + ";";
    }
}

/// By oiiotool: size, channels, type, pages and the samples' sum.
void add_samples(const std::string& text, std::map<std::string, Facts>& all) {
    std::istringstream lines(text);
    const std::regex head(R"((\S+)\s+:\s+(\d+ x\s+\d+, \d+ channel, \S+) .*)");
    std::smatch found;
    std::string file;
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_match(line, found, head)) {
            file = found[1];
            all[file]["samples"] = found[2];
        } else if (std::regex_search(line, found, std::regex("SHA-1: (\\S+)|subimage +(\\d+):"))) {
            all[file]["pages"] += found[2];
            all[file]["sums"] += found[1].str() + " ";
        }
    }
}

/// Makes the size of the clean aperture the size: what viewers show of a HEIC whose coded image is larger. libheif 1.15 writes both
/// sizes, 1.23 only the coded one.
void apply_aperture(Facts& facts) {
    const auto aperture = facts.find("QuickTime:CleanAperture");
    if (aperture == facts.end()) return;
    const std::vector<std::string> numbers =
        split(aperture->second, ' '); // width, height, offsets of the centre
    facts["File:ImageWidth"] = numbers.at(0) + ";";
    facts["File:ImageHeight"] = numbers.at(1) + ";";
    facts.erase(aperture);
}

std::map<std::string, Facts> facts_in(const Folder& folder, const std::string& files) {
    std::map<std::string, Facts> all;
    add_metadata(folder.shell("exiftool -a -G1 -s -e " + files).out, all);
    // At once, since its start takes a third of a second.
    add_samples(folder.shell("oiiotool --info --hash -a $(ls " + files + R"( | grep -v '\.jxl$'))").out, all);
    for (auto& [file, facts] : all) apply_aperture(facts);
    return all;
}

/// Makes a file as Photoshop writes it, without layers.
std::string psd() {
    const auto number = [](int value, int bytes) { return number_bytes(std::uint64_t(value), bytes); };
    return "8BPS" + number(1, 2) + std::string(6, '\0') + number(3, 2) + number(6, 4) + number(8, 4) +
           number(8, 2) + number(3, 2) + std::string(14, '\0') + std::string(144, 'k');
}

/// Files that oiiotool does not write, byte by byte.
void make_by_hand(const Folder& folder) {
    const std::string gif("GIF89a\1\0\1\0\xf0\0\0\x28\x50\x78\xff\xff\xff", 19),
        frame("\x21\xf9\4\0\x0a\0\0\0,\0\0\0\0\1\0\1\0\0\2\2\x44\1\0", 8 + 10 + 5);
    spill(folder.path / "in/still.gif", gif + frame + ";");
    spill(folder.path / "in/moving.gif", gif + frame + frame + ";");
    spill(folder.path / "in/p.psd", psd());
    spill(folder.path / "in/a.dng", raw_file::dng(1));
    spill(folder.path / "in/moving.webp",
          files::animation(40, 24, 3,
                           {{0, 40, 40, 51, 255}, {10, 20, 70, 204, 255}, {20, 20, 1000, 102, 255}}));
    std::string samples;
    for (int i = 0; i < 144; ++i) samples += {char(i * 37), char(i * 91)};
    spill(folder.path / "in/a16.ppm", "P6\n8 6\n65535\n" + samples);
    spill(folder.path / "in/big.tif",
          files::tiff_file(8, 6, 3, 16, 2, samples,
                           {files::text_tag(270, "a caption"), files::text_tag(315, "Someone"),
                            files::bytes_tag(34675, tagged::named("Display P3").bytes)},
                           true, {{33434, 5, 1, files::little(1, 4) + files::little(250, 4)}}));
    std::string moving = slurp(folder.path / "in/alpha.png");
    const std::string control("\0\0\0\x08"
                              "acTL\0\0\0\3\0\0\0\0",
                              16);
    moving.insert(8 + 25, control + number_bytes(crc_of(control.substr(4)), 4));
    spill(folder.path / "in/moving.png", moving);
}

void make_jxl(const Folder& folder) {
    const ImageFile file = files::picture({40, 32}, PixelType::u16, 3, Alpha::straight);
    write_image_file(file, folder.path / "in/a.jxl", {.compression = "lossless"});
}

/// HEIC and AVIF of all depths. Exiftool gives them metadata.
void make_heif(const Folder& folder) {
    const auto p3 = output_colours("displayp3", Intent::relative, "--output-profile");
    spill(folder.path / "in/10.heic", files::heic_of_10_bits());
    spill(folder.path / "in/10.avif", files::avif_of_10_bits());
    const auto make = [&](PixelType type, int colours, Alpha alpha) {
        return files::picture({40, 32}, type, colours, alpha);
    };
    const ImageFile plain = make(PixelType::u8, 3, Alpha::none);
    write_image_file(plain, folder.path / "in/8.heic", {});
    for (const char* name : {"in/p3.heic", "in/p3.avif"})
        write_image_file(plain, folder.path / name, {.colours = p3});
    write_image_file(make(PixelType::u16, 3, Alpha::none), folder.path / "in/12.avif", {});
    write_image_file(make(PixelType::u8, 3, Alpha::straight), folder.path / "in/alpha.heic", {});
    const Ran made = folder.shell(
        "cd in && exiftool -q -q -m -overwrite_original -XMP-dc:Creator=Someone -ExposureTime=1/250 -GPSLatitude=47.5 "
        "-GPSLatitudeRef=N -Artist=Someone -XResolution=300 -YResolution=300 *.heic 10.avif 12.avif p3.avif a.jxl");
    CHECK(made.code == 0);
}

/// Makes a file of each kind, with metadata if exiftool can write them.
bool make_files(const Folder& folder) {
    spill(folder.path / "p3.icc", tagged::named("Display P3").bytes);
    fs::create_directories(folder.path / "in");
    const Ran made = folder.shell(
        "cd in && oiiotool --create 40x32 4 --fill:topleft=.1,.2,.3,1:topright=.4,.2,.5,.5:bottomleft=.2,.8,.3,1:"
        "bottomright=.6,.7,.6,.8 40x32 --eraseattrib '.*' -d uint8 -o alpha.png -o alpha.tga --compression lossless "
        "-o alpha.webp --compression zip -o alpha.tif -d half -o alpha.exr --ch R,G,B -o a.exr -d uint16 -o a16.png -o a.tif "
        "-o a.dpx -d float -o float.tif -o a.hdr -d uint8 -o a.jpg -o a.png -o a.bmp -o a.ppm -o a.jp2 --ch R -o grey.jpg && "
        "oiiotool a.png a.png --siappend -o pages.tif && "
        "exiftool -q -q -m -overwrite_original -XMP-dc:Creator=Someone -IPTC:Keywords=key -ExposureTime=1/250 "
        "-GPSLatitude=47.5 -GPSLatitudeRef=N -Orientation#=6 -Artist=Someone -XResolution=300 -YResolution=300 "
        "'-icc_profile<=../p3.icc' a.jpg a.png a16.png a.tif float.tif alpha.webp");
    if (made.code != 0) MESSAGE(made.err);
    make_by_hand(folder);
    make_jxl(folder);
    make_heif(folder);
    return made.code == 0;
}

} // namespace

TEST_CASE("every format that is read has a row in the table of formats") {
    std::set<std::string> have;
    for (const Row& row : all_rows) have.insert(row.format);
    for (const Format& format : formats()) {
        CAPTURE(format.name);
        CHECK(have.contains(format.name));
    }
}

TEST_CASE("the table of formats: each difference of a neutral output from its input has a warning") {
    if (!has_device()) return;
    if (std::system("command -v exiftool >/dev/null && command -v oiiotool >/dev/null") != 0)
        return test::skip("exiftool or oiiotool is not installed");
    const Folder folder;
    REQUIRE(make_files(folder));
    std::map<std::string, std::string> inputs; // by the format of their outputs
    for (const Row& row : all_rows) inputs[row.output] += " in/" + row.file;
    std::string said, outputs;
    for (const auto& [format, files] : inputs) {
        const std::string out = format.empty() ? "out" : "out-" + format + " --format " + format;
        const Ran ran = run_here(folder, "enhance --log none --preset neutral" + files + " -o " + out);
        check(ran, 0, {});
        said += ran.err;
        outputs += " " + out.substr(0, out.find(' ')) + "/*";
    }
    const auto before = facts_in(folder, "in/*"), after = facts_in(folder, outputs);
    for (const Row& row : all_rows) {
        const std::string output = output_of(row);
        const bool same_format = format_name(row.file) == format_name(output);
        CAPTURE(output);
        CAPTURE(said);
        REQUIRE(before.contains("in/" + row.file));
        REQUIRE(after.contains(output));
        const Facts& now = after.at(output);
        for (const Loss& loss : row.losses) CHECK(said.find(loss.said) != std::string::npos);
        for (const auto& [name, value] : before.at("in/" + row.file)) {
            const bool told = std::ranges::any_of(
                row.losses, [&](const Loss& loss) { return name.starts_with(loss.fact); });
            if (told || (!same_format && !now.contains(name))) continue;
            CAPTURE(name);
            CHECK((now.contains(name) ? now.at(name) : "lost") == value);
        }
    }
}
