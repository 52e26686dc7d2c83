// Tests data that phones and cameras put after the image of a JPEG (gain maps, further images, videos): it is carried
// over, or left out with all of its announcements.
#include "formats/jpeg/appended.h"
#include "formats/common/messages.h"
#include "formats/jpeg/messages.h"
#include "formats/jpeg/xmp_container.h"
#include "formats/write/output_file.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/phone_file.h"
#include "support/messages.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A phone's file in a folder, read.
struct PhoneFile {
    files::Folder folder;
    files::Phone phone;
    ImageFile file;

    explicit PhoneFile(const files::Phone& of, Size size = {48, 36}) : phone(of) {
        files::write_all(folder / "a.jpg", files::phone_file(files::plain_jpeg(size), of));
        file = files::load(folder / "a.jpg");
        CHECK(file.warnings.empty());
    }
    /// The bytes of a new file, its warnings as one.
    std::string written(const std::string& name, WriteOptions options = {}) {
        options.overwrite = true;
        warning.clear();
        for (const Message& one : write_image_file(file, folder / name, options)) warning += one.text + "\n";
        return files::read_all(folder / name);
    }
    std::string warning;
};

/// Checks that each place of the table has its item, and that the first image ends before the first item.
void check_table(const std::string& bytes, const std::vector<std::string>& pictures) {
    const std::vector<files::MpfPicture> table = files::mpf_pictures(bytes);
    REQUIRE(table.size() == pictures.size() + 1);
    CHECK(table[0].at == 0);
    CHECK(bytes.substr(table[0].size - 2, 2) == "\xff\xd9");
    CHECK(table[0].size <= table[1].at);
    for (std::size_t i = 0; i < pictures.size(); ++i)
        CHECK(bytes.substr(table[i + 1].at, table[i + 1].size) == pictures[i]);
}

const std::vector<std::string> gain_map_words = {"hdrgm", "hdr-gain-map", "21496", "GainMap"},
                               video_words = {"MotionPhoto", "MicroVideo", "ftypmp42"};
void check_silent(const std::string& bytes, const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        CAPTURE(word);
        CHECK_FALSE(says(bytes, word));
    }
}

/// Number of bytes after the image's end marker.
std::size_t behind(const files::Folder& folder, const std::string& name) {
    const auto found = find_appended(folder / name, {});
    return found ? std::size_t(found->file->size() - found->items.front().at) : 0;
}

} // namespace

TEST_CASE("from JPEG to JPEG all bytes after the image stay, and the tables lead to them, again and again") {
    for (const bool big_endian : {true, false})
        for (const bool elements : {true, false})
            for (const bool mpf : {true, false}) {
                CAPTURE(big_endian);
                CAPTURE(elements);
                CAPTURE(mpf);
                files::Phone phone = files::full_phone(3000);
                phone.preview.clear();
                if (!mpf) phone.view.clear();
                phone.mpf = mpf, phone.big_endian = big_endian, phone.elements = elements;
                phone.micro = elements;
                PhoneFile of(phone);
                const std::string trailer = phone.gain_map + phone.view + phone.video;
                for (const int quality : {60, 95}) {
                    const std::string bytes = of.written("b.jpg", {.quality = quality});
                    CHECK(of.warning.empty());
                    CHECK(bytes.ends_with("\xff\xd9" + trailer));
                    if (mpf) check_table(bytes, {phone.gain_map, phone.view});
                    CHECK(says(bytes, "GainMap"));
                    CHECK(says(bytes, "21496"));
                    CHECK(says(bytes, ":Version"));
                    of.file = files::load(of.folder / "b.jpg");
                }
            }
}

TEST_CASE("the padding that XMP names stays before the next item") {
    files::Phone phone = files::full_phone(3000);
    phone.preview.clear(), phone.view.clear();
    phone.padding = std::string(7, 'p');
    PhoneFile of(phone);
    const std::string bytes = of.written("b.jpg");
    CHECK(of.warning.empty());
    CHECK(bytes.ends_with("\xff\xd9" + phone.padding + phone.gain_map + phone.video));
    check_table(bytes, {phone.gain_map});
}

TEST_CASE(
    "a preview is drawn from the new image in the size of the old one; the table leads to it and to all other items") {
    files::Phone phone = files::full_phone(3000);
    phone.preview = files::plain_jpeg({24, 18});
    PhoneFile of(phone);
    Pixels& pixels = of.file.parts[0].pixels;
    std::fill_n(pixels.bytes.data.get(), pixels.bytes.size, std::byte(200));
    const std::string bytes = of.written("b.jpg");
    CHECK(of.warning.empty());
    CHECK(bytes.ends_with(phone.view + phone.video));
    const auto table = files::mpf_pictures(bytes);
    REQUIRE(table.size() == 4);
    const std::string made = bytes.substr(table[2].at, table[2].size);
    check_table(bytes, {phone.gain_map, made, phone.view});
    files::write_all(of.folder / "made.jpg", made);
    const Pixels drawn = std::move(files::load(of.folder / "made.jpg").parts[0].pixels);
    CHECK(drawn.size == Size{24, 18});
    for (std::size_t i = 0; i < drawn.bytes.size; ++i) REQUIRE(std::abs(int(drawn.bytes.data[i]) - 200) <= 2);
}

TEST_CASE("a preview that is no smaller than the new image, or damaged, goes without a message") {
    for (const std::string& preview :
         {files::plain_jpeg({48, 36}), files::plain_jpeg({24, 18}).substr(0, 40)}) {
        files::Phone phone = files::full_phone(3000);
        phone.preview = preview;
        PhoneFile of(phone);
        const std::string bytes = of.written("b.jpg", {.replaces = true});
        CHECK(of.warning.empty());
        CHECK(bytes.ends_with("\xff\xd9" + phone.gain_map + phone.view + phone.video));
        check_table(bytes, {phone.gain_map, phone.view});
    }
}

TEST_CASE(
    "a gain map stays if the light of each cell changed by at most 10 %, otherwise it goes with its announcements") {
    files::Phone phone = files::full_phone(3000);
    phone.preview.clear(), phone.view.clear();
    // Flat, of 16x16 cells: 0.216 of light, which may change by 0.1 (0.216 + 1/64) = 0.023.
    for (const auto& [value, stays] :
         {std::pair(128, true), std::pair(133, true), std::pair(137, false), std::pair(120, false)}) {
        CAPTURE(value);
        PhoneFile of(phone, {64, 64});
        Pixels& pixels = of.file.parts[0].pixels;
        std::fill_n(pixels.bytes.data.get(), pixels.bytes.size, std::byte(128));
        auto appended = *of.file.appended;
        appended.light = cell_light(pixels);
        of.file.appended = std::make_shared<const AppendedFile>(appended);
        for (int y = 20; y < 24; ++y)
            for (int x = 36; x < 40; ++x) pixels.at(x, y)[1] = std::byte(value); // green of one cell
        CHECK(says(of.written("b.jpg"), phone.gain_map)); // by default whatever the light is
        CHECK(of.warning.empty());
        const std::string bytes = of.written("b.jpg", {.gain_maps = GainMaps::fitting});
        CHECK(bytes.ends_with(phone.video));
        CHECK(says(bytes, "MotionPhoto"));
        if (stays) {
            CHECK(of.warning.empty());
            check_table(bytes, {phone.gain_map});
            continue;
        }
        CHECK(of.warning.ends_with(": gain map (the light of the image changed by more than 10 %)\n"));
        CHECK(prints(
            files::refusal([&] { of.written("b.jpg", {.replaces = true, .gain_maps = GainMaps::fitting}); }),
            line(messages::lost_for_good)));
        CHECK(bytes.ends_with("\xff\xd9" + phone.video));
        CHECK(files::mpf_pictures(bytes).empty());
        check_silent(bytes, gain_map_words);
        const auto said = xmp_announcement(bytes);
        REQUIRE(said.items.size() == 2);
        CHECK(said.items[1].semantic == "MotionPhoto");
        CHECK(said.items[1].length == phone.video.size());
    }
}

TEST_CASE("gain map and views of an image of another size go, the video stays") {
    files::Phone phone = files::full_phone(3000);
    phone.preview.clear();
    PhoneFile of(phone);
    of.file.parts[0].pixels =
        std::move(files::picture({24, 18}, PixelType::u8, 3, Alpha::none).parts[0].pixels);
    of.file.parts[0].pass_through = nullptr;
    const std::string bytes = of.written("b.jpg");
    CHECK(
        says(of.warning,
             "gain map (the image has another size now), further image (the image has another size now)\n"));
    CHECK(bytes.ends_with("\xff\xd9" + phone.video));
    check_silent(bytes, gain_map_words);
    CHECK(prints(files::refusal([&] { of.written("b.jpg", {.replaces = true}); }),
                 line(messages::lost_for_good)));
}

TEST_CASE("what options give up is not refused in place") {
    PhoneFile of(files::full_phone(3000));
    check_silent(of.written("b.jpg", {.replaces = true, .gain_maps = GainMaps::drop}), gain_map_words);
    CHECK(of.warning.ends_with(": gain map (--gain-map drop)\n"));
    CHECK(of.written("b.jpg", {.replaces = true, .strip = true}).ends_with("\xff\xd9"));
}

TEST_CASE(
    "with --strip and in other formats, no appended data and no announcement of it is left, with one warning, and one of a lost map") {
    for (const bool elements : {false, true}) {
        files::Phone phone = files::full_phone(3000);
        phone.elements = elements, phone.micro = true;
        PhoneFile of(phone);
        const std::string stripped = of.written("b.jpg", {.strip = true});
        CHECK(stripped.ends_with("\xff\xd9"));
        CHECK(behind(of.folder, "b.jpg") == 0);
        CHECK(std::ranges::count(of.warning, '\n') == 1);
        CHECK(says(of.warning, "(--strip): gain map, further image, motion photo's video\n"));
        check_silent(stripped, gain_map_words), check_silent(stripped, video_words);
        for (const std::string name : {"b.png", "b.tif", "b.webp", "b.exr"}) {
            CAPTURE(name);
            const std::string bytes = of.written(name);
            check_silent(bytes, gain_map_words), check_silent(bytes, video_words);
            check_silent(bytes, {"photos/1.0/container"});
            CHECK(says(of.warning, "cannot hold it): further image, motion photo's video\n"));
            const Format& format = *format_by_name(name);
            CHECK(says(of.warning, message(messages::gain_map_lost, format.title, pq_advice(format)).text));
            if (!has_metadata_library()) continue; // which also causes a warning
            CHECK(std::ranges::count(of.warning, '\n') == (name == "b.exr" ? 3 : 2)); // which holds no XMP
            CHECK(says(bytes, "BurstID"));
        }
    }
}

TEST_CASE("in a file of another format, the XMP announces no appended data any more, with a warning") {
    PhoneFile of(files::full_phone(3000));
    of.file.appended = nullptr;
    of.file.format = "heif";
    const std::string bytes = of.written("b.jpg");
    CHECK(of.warning.ends_with("b.jpg: " + words(messages::announced_lost) + "\n"));
    check_silent(bytes, gain_map_words);
    check_silent(bytes, video_words);
    of.file.format = "jpeg"; // of a companion file, that is
    CHECK(of.written("b.jpg") == bytes);
    CHECK(of.warning.empty());
}

TEST_CASE("Samsung's directory stays whole at the file's end, with the video in it") {
    files::Folder folder;
    const std::string video = files::video_of(500), trailer = files::samsung_trailer(video);
    files::Phone phone;
    phone.gain_map = files::gain_map_of(files::plain_jpeg({16, 12}, 1));
    for (const bool container : {false, true}) {
        phone.container = container;
        files::write_all(folder / "a.jpg", files::phone_file(files::plain_jpeg({48, 36}), phone) + trailer);
        CHECK(files::resave(folder / "a.jpg", folder / "b.jpg").empty());
        CHECK(files::read_all(folder / "b.jpg").ends_with("\xff\xd9" + phone.gain_map + trailer));
        std::filesystem::remove(folder / "b.jpg");
    }
}

TEST_CASE(
    "more than 4 KiB after an image that no table lists cause a warning, and are not lost in place; less goes silently") {
    files::Folder folder;
    const std::string jpeg = files::plain_jpeg({48, 36}),
                      unknown = "data of an unknown kind (no table lists it)";
    for (const auto& [tail, lost] :
         {std::pair(std::string(60000, '\0'), false), std::pair(files::plain_jpeg({8, 8}), false),
          std::pair(std::string(4096, 'U'), false), std::pair(std::string(4097, 'U'), true)}) {
        CAPTURE(tail.size());
        files::write_all(folder / "a.jpg", jpeg + tail);
        const ImageFile file = files::load(folder / "a.jpg");
        std::string warnings;
        for (const Message& one : write_image_file(file, folder / "b.jpg", {.overwrite = true}))
            warnings += one.text;
        CHECK(warnings.ends_with(lost ? unknown : ""));
        CHECK(warnings.empty() != lost);
        CHECK(behind(folder, "b.jpg") == 0);
        const std::string refused = files::refusal(
            [&] { write_image_file(file, folder / "b.jpg", {.overwrite = true, .replaces = true}); });
        CHECK(refused.empty() != lost);
    }
}
