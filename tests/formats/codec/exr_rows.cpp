// Tests deflated rows of an OpenEXR, which atrous reads and writes itself: the same samples as by OpenImageIO, and parts that do not
// change keep their chunks.
#include "formats/common/library.h"
#include "formats/exr/exr_chunks.h"
#include "formats/exr/messages.h"
#include "formats/write/output_file.h"
#include "platform/heartbeat.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <algorithm>
#include <atomic>
#include <doctest/doctest.h>

using namespace atrous;
using files::ExrType;

namespace {

constexpr Size sizes[] = {{1, 1}, {1, 70}, {70, 1}, {33, 16}, {35, 131}};
constexpr const char* packings[] = {"zips", "zip"};

/// Three parts with the same window: an image, a depth, and numbers next to a vector.
std::vector<files::ExrPart> parts_of(Size size, int x, int y) {
    const auto part = [&](const char* name, std::vector<files::ExrChannel> channels) {
        return files::ExrPart{name, std::move(channels), x, y, size.width, size.height, 100, 200};
    };
    return {part("picture", {{"A"}, {"B"}, {"G"}, {"R"}}), part("depth", {{"Z", ExrType::single}}),
            part("other", {{"id", ExrType::uint32}, {"n.X"}, {"n.Y", ExrType::single}})};
}

/// All samples of a part as its file has them.
std::string samples_of(const Part& part) {
    const Bytes& bytes = part.pass_through->native.size > 0 ? part.pass_through->native : part.pixels.bytes;
    return {reinterpret_cast<const char*>(bytes.data.get()), bytes.size};
}

std::vector<std::string> samples_of(const ImageFile& file) {
    std::vector<std::string> all;
    for (const Part& part : file.parts) all.push_back(samples_of(part));
    return all;
}

/// The same, read by OpenImageIO.
std::vector<std::string> samples_by_library(const std::filesystem::path& path) {
    std::vector<std::string> all;
    const auto in = OIIO::ImageInput::open(path.string());
    REQUIRE(in);
    for (int i = 0; in->seek_subimage(i, 0); ++i) {
        std::string& samples = all.emplace_back(std::size_t(in->spec().image_bytes(true)), '\0');
        CHECK(in->read_image(i, 0, 0, in->spec().nchannels, OIIO::TypeUnknown, samples.data()));
    }
    in->geterror();
    return all;
}

/// Writes the parts by OpenImageIO.
void write_by_library(const std::vector<files::ExrPart>& parts, const std::filesystem::path& path,
                      const char* packing) {
    files::write_all(path, files::exr(parts));
    const ImageFile file = files::load(path);
    std::vector<OIIO::ImageSpec> specs;
    for (const Part& part : file.parts) {
        specs.push_back(part.pass_through->spec);
        specs.back()["compression"] = packing;
        specs.back().erase_attribute(exr_source_attribute);
    }
    const auto out = OIIO::ImageOutput::create("openexr");
    REQUIRE(out->open(path.string(), int(specs.size()), specs.data()));
    for (std::size_t i = 0; i < specs.size(); ++i) {
        if (i > 0) REQUIRE(out->open(path.string(), specs[i], OIIO::ImageOutput::AppendSubimage));
        REQUIRE(out->write_image(OIIO::TypeUnknown, samples_of(file.parts[i]).data()));
    }
    REQUIRE(out->close());
}

/// The chunks of a part, of deflated rows, as they lie in the file.
std::vector<std::string> packed_chunks(const std::filesystem::path& path, std::size_t part) {
    const ExrFile file(path);
    REQUIRE(part < file.chunks.size());
    const ExrChunks& chunks = file.chunks[part];
    REQUIRE(chunks.deflated());
    std::vector<std::string> all;
    for (std::uint64_t i = 0; i < chunks.finest(); ++i)
        all.push_back(packed_chunk(file.file, chunks, exr_table(file.file, chunks), i));
    CHECK(std::ranges::none_of(all, &std::string::empty));
    return all;
}

} // namespace

TEST_CASE(
    "deflated rows have the samples that OpenImageIO reads and wrote, for all sizes, types and numbers of parts") {
    const files::Folder folder;
    for (const char* packing : packings)
        for (const Size size : sizes)
            for (const std::size_t count : {1, 3})
                for (const int y : {0, -70}) {
                    CAPTURE(packing);
                    CAPTURE(to_string(size));
                    CAPTURE(count);
                    std::vector<files::ExrPart> parts = parts_of(size, 5, y);
                    if (count == 1) std::swap(parts[0], parts[2]); // types side by side
                    parts.resize(count);
                    write_by_library(parts, folder / "a.exr", packing);
                    const ImageFile file = files::load(folder / "a.exr");
                    CHECK((samples_of(file) == samples_by_library(folder / "a.exr")));
                    std::filesystem::remove(folder / "b.exr");
                    write_image_file(file, folder / "b.exr", {});
                    CHECK((samples_of(file) == samples_by_library(folder / "b.exr")));
                    CHECK((samples_of(file) == samples_of(files::load(folder / "b.exr"))));
                }
}

TEST_CASE("parts that do not change keep their chunks byte for byte") {
    const files::Folder folder;
    constexpr std::size_t picture = 0, depth = 1, other = 2;
    const Size size{90, 70};
    for (const char* packing : packings) {
        CAPTURE(packing);
        std::vector<files::ExrPart> parts = parts_of(size, 0, 0);
        for (files::ExrPart& part : parts) // noise would be stored
            part.sample = [](const std::string&, int x, int y) { return float(x / 7 + y); };
        write_by_library(parts, folder / "a.exr", packing);
        ImageFile file = files::load(folder / "a.exr");
        std::vector<float> plane = channel_planes(file.parts[depth], {0});
        const std::size_t changed = 20 * std::size_t(size.width); // the first sample of row 20
        plane[changed] += 1;
        put_channel_planes(file.parts[depth], {0}, plane);
        write_image_file(file, folder / "b.exr", {.overwrite = true});
        CHECK((samples_of(file) == samples_by_library(folder / "b.exr")));
        CHECK((packed_chunks(folder / "a.exr", other) == packed_chunks(folder / "b.exr", other)));
        const auto before = packed_chunks(folder / "a.exr", depth),
                   after = packed_chunks(folder / "b.exr", depth);
        const std::size_t chunk = std::string_view(packing) == "zip" ? 1 : 20;
        for (std::size_t i = 0; i < before.size(); ++i) CHECK((before[i] == after[i]) == (i != chunk));
        // An image always gets new chunks.
        const bool deflates_by_zlib = OIIO_VERSION < 20500;
        if (deflates_by_zlib)
            CHECK((packed_chunks(folder / "a.exr", picture) != packed_chunks(folder / "b.exr", picture)));
    }
}

TEST_CASE("a source that is changed, cut or gone when its parts are written changes no sample") {
    const files::Folder folder;
    const Size size{90, 70};
    for (const char* what : {"other samples", "cut", "no image", "gone"}) {
        CAPTURE(what);
        write_by_library(parts_of(size, 0, 0), folder / "a.exr", "zip");
        const ImageFile file = files::load(folder / "a.exr");
        const std::string bytes = files::read_all(folder / "a.exr"), how = what;
        std::filesystem::remove(folder / "a.exr");
        if (how == "other samples") write_by_library(parts_of(size, 0, 1), folder / "a.exr", "zip");
        if (how == "cut") files::write_all(folder / "a.exr", bytes.substr(0, bytes.size() / 2));
        if (how == "no image") files::write_all(folder / "a.exr", "none");
        write_image_file(file, folder / "b.exr", {.overwrite = true});
        CHECK((samples_of(file) == samples_by_library(folder / "b.exr")));
    }
}

TEST_CASE("a refusal names the damaged part, also after sound parts") {
    const files::Folder folder;
    std::vector<files::ExrPart> parts = parts_of({90, 70}, 0, 0);
    for (files::ExrPart& part : parts)
        part.sample = [](const std::string&, int x, int y) { return float(x / 7 + y); };
    write_by_library(parts, folder / "a.exr", "zip");
    std::string bytes = files::read_all(folder / "a.exr");
    const std::string last = packed_chunks(folder / "a.exr", 2).back();
    bytes[bytes.rfind(last) + last.size() - 1] ^= 1; // of its checksum
    files::write_all(folder / "a.exr", bytes);
    CHECK(
        files::read_error(folder / "a.exr").ends_with(words(messages::exr_chunk_checksum, 5) + " (part 3)"));
}

TEST_CASE("each chunk is inflated once, also of a file whose other parts OpenEXR decodes") {
    const files::Folder folder;
    const Size size{90, 70};
    write_by_library(parts_of(size, 0, 0), folder / "a.exr", "zips");
    ImageFile file = files::load(folder / "a.exr");
    file.parts[0].pass_through->spec["compression"] = "rle";
    write_image_file(file, folder / "b.exr", {});
    std::uint64_t chunks = 0;
    for (const ExrChunks& part : ExrFile(folder / "b.exr").chunks) chunks += part.finest();
    CHECK(chunks == 3 * 70);
    std::atomic<std::uint64_t> beats = 0;
    count_heartbeats(&beats);
    const ImageFile back = files::load(folder / "b.exr");
    count_heartbeats(nullptr);
    const std::uint64_t of_all = beats;
    CHECK(of_all >= chunks);
    CHECK(of_all < chunks + 70); // of a part
    CHECK((samples_of(back) == samples_of(file)));
}

TEST_CASE("parts keep their samples if the rows of only one go from the bottom up") {
    const files::Folder folder;
    for (std::size_t upwards = 0; upwards < 3; ++upwards) {
        CAPTURE(upwards);
        write_by_library(parts_of({35, 131}, 0, 0), folder / "a.exr", "zip");
        ImageFile file = files::load(folder / "a.exr");
        file.parts[upwards].pass_through->spec["openexr:lineOrder"] = "decreasingY";
        write_image_file(file, folder / "b.exr", {.overwrite = true});
        CHECK(ExrFile(folder / "b.exr").headers[upwards].line_order == 1);
        CHECK((samples_of(file) == samples_by_library(folder / "b.exr")));
    }
}

TEST_CASE("channels that a header lists out of order have the samples that OpenEXR takes for theirs") {
    const files::Folder folder;
    write_by_library({{"", {{"B"}, {"G"}, {"R"}}, 0, 0, 40, 20, 40, 20}}, folder / "a.exr", "zip");
    std::string bytes = files::read_all(folder / "a.exr");
    const std::size_t at = bytes.find(std::string("B\0\1\0\0\0", 6));
    REQUIRE(at != std::string::npos);
    bytes[at] = 'Z';
    files::write_all(folder / "a.exr", bytes);
    CHECK((samples_of(files::load(folder / "a.exr")) == samples_by_library(folder / "a.exr")));
}
