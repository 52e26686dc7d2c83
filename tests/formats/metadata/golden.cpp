// Compares what each format keeps of each other one, and the ids of the warnings about the rest, with the
// table conversions.txt. After a wanted change, copy the table that a failed test has written over it.
#include "base/text.h"
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "metadata/exiv2.h"
#include "support/app_run.h"
#include "support/files/formats.h"
#include "support/files/io_files.h"
#include "support/files/png_file.h"
#include "support/skip.h"
#include <OpenImageIO/imageio.h>
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

using namespace atrous;

namespace {

constexpr const char* inputs[] = {"jpg", "png", "tif", "exr", "webp", "heic", "avif", "jxl",
                                  "jp2", "psd", "gif", "bmp", "tga",  "ppm",  "dpx",  "hdr"};
constexpr const char* outputs[] = {"jpg", "png", "tif", "exr", "webp", "heic", "avif", "jxl", "jp2"};

/// The columns of the table that exiftool fills.
struct Column {
    const char* tag;
    int width;
};
constexpr Column columns[] = {
    {"Orientation", 11},   {"Make", 5},          {"ExposureTime", 18},
    {"GPSLatitude", 11},   {"XMP-dc:Title", 12}, {"XMP-crs:Exposure2012", 20},
    {"IPTC:Keywords", 13}, {"Comment", 7},       {"ImageDescription", 16},
    {"Description", 11},   {"XResolution", 11},  {"ICC_Profile:ProfileDescription", 30}};
constexpr const char* written_tags =
    "-Orientation#=6 -IFD0:Make=Maker -ExifIFD:ExposureTime=1/50 -GPSLatitude=48.5 -GPSLatitudeRef=N "
    "-XMP-dc:Title=Title -XMP-crs:Exposure2012=0.5 -IPTC:Keywords=Keyword -Comment=Remark -XResolution=240 "
    "-YResolution=240 -ResolutionUnit=inches";
const std::string own_block = "OWN-BLOCK", tail = "OWN-TAIL";

bool has_alpha(const std::string& extension) {
    return std::ranges::count(std::vector<std::string>{"png", "tif", "exr", "webp", "jxl", "tga"},
                              extension) > 0;
}

std::string psd() {
    return "8BPS" + number_bytes(1, 2) + std::string(6, '\0') + number_bytes(3, 2) + number_bytes(40, 4) +
           number_bytes(48, 4) + number_bytes(8, 2) + number_bytes(3, 2) + std::string(12, '\0') +
           std::string(2, '\0') + std::string(3 * 48 * 40, 'p');
}

/// Writes an image by OpenImageIO only, with attributes where the format keeps them.
void write_by_library(const fs::path& path, OIIO::TypeDesc type, bool attributes) {
    OIIO::ImageSpec spec(48, 40, attributes ? 4 : 3, type);
    if (attributes) {
        spec.attribute("Orientation", 6), spec.attribute("Make", "Maker"),
            spec.attribute("ImageDescription", "Remark");
        spec.attribute("ExposureTime", 0.02F), spec.attribute("XResolution", 240.0F),
            spec.attribute("own", own_block);
        spec.alpha_channel = 3;
    }
    const std::vector<float> samples(std::size_t(48 * 40 * spec.nchannels), 0.5F);
    const auto out = OIIO::ImageOutput::create(path.string());
    REQUIRE((out && out->open(path.string(), spec)));
    REQUIRE((out->write_image(OIIO::TypeFloat, samples.data()) && out->close()));
}

void write_image(const fs::path& path) {
    const std::string extension = path.extension().string().substr(1);
    if (extension == "psd") return files::write_all(path, psd());
    if (extension == "gif" || extension == "exr")
        return write_by_library(path, extension == "gif" ? OIIO::TypeUInt8 : OIIO::TypeHalf,
                                extension == "exr");
    const Alpha alpha = has_alpha(extension) ? Alpha::straight : Alpha::none;
    const PixelType type = extension == "hdr" ? PixelType::f32 : PixelType::u8;
    write_image_file(files::picture({48, 40}, type, 3, alpha), path, {});
}

/// Adds data that only the format itself knows: a segment or a chunk, and bytes after the image.
void add_own_data(const fs::path& path) {
    std::string bytes = files::read_all(path);
    if (path.extension() == ".jpg") {
        const std::string segment =
            "\xff\xeb" + number_bytes(std::uint32_t(2 + own_block.size()), 2) + own_block;
        files::write_all(path, bytes.substr(0, 2) + segment + bytes.substr(2) + tail);
    } else if (path.extension() == ".png") {
        const std::size_t end = bytes.rfind("IEND") - 4;
        bytes.insert(end, files::chunk_bytes({"owNb", own_block}));
        files::write_all(path, bytes + tail);
    }
}

/// "a.jpg" and so on, with all metadata that exiftool can write into them.
void write_inputs(const Folder& folder, const std::vector<std::string>& extensions) {
    files::write_all(folder.path / "p.icc", tagged::named("Display P3").bytes);
    for (const std::string& extension : extensions) write_image(folder.path / ("a." + extension));
    for (const std::string& extension : extensions)
        if (extension != "exr")
            folder.shell("exiftool -q -q -m -overwrite_original " + std::string(written_tags) +
                         " '-ICC_Profile<=p.icc' a." + extension);
    for (const std::string& extension : extensions) add_own_data(folder.path / ("a." + extension));
}

/// True, and reports a skip, if the format cannot be written here: OpenImageIO was built without it, or
/// libheif has no encoder of it.
bool is_missing(const std::string& extension) {
    if (extension == "psd" || extension == "gif") return false; // are inputs of which the test has a writer
    const Folder folder;
    const fs::path path = folder.path / ("a." + extension);
    const bool has_encoder = extension == "heic" || extension == "avif"
                                 ? files::refusal([&] { write_image(path); }).empty()
                                 : can_write(path);
    if (!has_encoder) test::skip(extension + " cannot be written here");
    return !has_encoder;
}

std::string padded(std::string text, int width) {
    text.resize(std::max(text.size(), std::size_t(width)), ' ');
    return text + " | ";
}

std::string head_of_table() {
    std::string head = padded("", 11);
    for (const Column& column : columns) head += padded(column.tag, column.width);
    return head + "own  | tail | samples     | warnings\n";
}

/// Warnings that need samples, which a dry run leaves out.
const std::set<std::string> of_samples = {messages::alpha_lost.id, messages::light_hidden.id,
                                          messages::light_dropped.id, messages::all_transparent.id};

std::string ids_of(const Messages& warnings) {
    std::set<std::string> ids;
    for (const Message& warning : warnings) ids.insert(warning.id);
    return ids.empty() ? "-" : joined({ids.begin(), ids.end()}, " ");
}

/// The facts of files, in exiftool's table: the name, then a column per tag.
std::vector<std::string> facts_of(const Folder& folder, const std::vector<std::string>& names) {
    std::string command = "exiftool -q -n -m -f -T -FileName";
    for (const Column& column : columns) command += std::string(" -") + column.tag;
    std::istringstream lines(folder.shell(command + " " + joined(names, " ")).out);
    std::vector<std::string> rows;
    for (std::string line; std::getline(lines, line);) {
        const std::string name = line.substr(0, line.find('\t'));
        const std::string bytes = files::read_all(folder.path / name);
        std::string row;
        const std::vector<std::string> values = split(line.substr(name.size() + 1), '\t');
        for (std::size_t i = 0; i < values.size(); ++i) row += padded(values[i], columns[i].width);
        row += padded(bytes.find(own_block) == std::string::npos ? "-" : "kept", 4);
        row += padded(bytes.find(tail) == std::string::npos ? "-" : "kept", 4);
        const ImageFile file = files::load(folder.path / name);
        const Pixels& pixels = file.parts[0].pixels;
        const std::string bits = std::to_string(8 * sample_bytes(pixels.type)) + " bits";
        rows.push_back(row + padded(std::to_string(pixels.channels()) + " x " + bits, 11));
    }
    return rows;
}

/// The rows of a table by their names, except rows of these formats.
std::map<std::string, std::string> rows_of(const std::string& table, const std::set<std::string>& missing) {
    std::map<std::string, std::string> rows;
    for (const std::string& line : split(table, '\n')) {
        const std::string head = line.substr(0, line.find('|'));
        const auto is_of = [&](const std::string& word) { return missing.contains(word); };
        if (std::ranges::none_of(split(head, ' '), is_of)) rows[head] = line;
    }
    return rows;
}

} // namespace

TEST_CASE("conversions keep the facts of the table, and headers alone give the warnings about the others") {
    if (std::system("command -v exiftool >/dev/null") != 0) return test::skip("exiftool is not installed");
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const Folder folder;
    std::vector<std::string> from, to, names;
    std::set<std::string> missing;
    for (const char* const extension : inputs)
        if (is_missing(extension))
            missing.insert(extension);
        else
            from.emplace_back(extension);
    for (const char* const extension : outputs)
        if (!missing.contains(extension)) to.emplace_back(extension);
    write_inputs(folder, from);
    std::vector<std::string> heads, warnings;
    for (const std::string& in : from)
        names.push_back("a." + in), heads.push_back(in), warnings.emplace_back("the input");
    for (const std::string& in : from)
        for (const std::string& out : to) {
            names.push_back(in + "-." + out), heads.push_back(in + " > " + out);
            const fs::path input = folder.path / ("a." + in), output = folder.path / names.back();
            Messages all = files::resave(input, output);
            warnings.push_back(ids_of(all));
            std::erase_if(all, [](const Message& warning) { return of_samples.contains(warning.id); });
            CAPTURE(heads.back());
            CHECK(ids_of(expected_losses(Decoder(input).describe(), output, {})) == ids_of(all));
        }
    const std::vector<std::string> facts = facts_of(folder, names);
    REQUIRE(facts.size() == names.size());
    std::string table = head_of_table();
    for (std::size_t i = 0; i < names.size(); ++i)
        table += padded(heads[i], 11) + facts[i] + warnings[i] + "\n";
    const auto rows = rows_of(table, missing);
    const auto golden =
        rows_of(files::read_all(fs::path(source_dir()) / "tests/formats/metadata/conversions.txt"), missing);
    if (rows != golden) files::write_all("conversions.txt", table);
    for (const auto& [head, row] : rows) CHECK((golden.contains(head) ? "" : row) == "");
    for (const auto& [head, row] : golden) CHECK((rows.contains(head) ? rows.at(head) : "") == row);
}
