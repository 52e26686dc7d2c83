// Tests tables of the data after the image of a JPEG (MPF, XMP): damaged ones, and tables whose items go.
#include "formats/jpeg/appended.h"
#include "formats/jpeg/messages.h"
#include "formats/jpeg/mpf.h"
#include "formats/jpeg/xmp_container.h"
#include "support/files/io_files.h"
#include "support/files/phone_file.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

Messages resaved(const std::filesystem::path& from, const std::filesystem::path& to) {
    return write_image_file(files::load(from), to, {.overwrite = true});
}

bool tells(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("wrong or damaged tables only leave out their items, with a warning") {
    files::Folder folder;
    const std::string picture = files::plain_jpeg({48, 36}),
                      map = files::gain_map_of(files::plain_jpeg({16, 12}, 1));
    files::Phone phone;
    phone.gain_map = map;
    phone.container = false;
    const std::string sound = files::phone_file(picture, phone);
    const std::size_t row = sound.find(std::string("MPF\0", 4)) + 4 + 50 + 16; // of the second image
    const auto with = [&](std::size_t at, std::uint32_t value) {
        return std::string(sound).replace(at, 4, number_bytes(value, 4));
    };
    const std::vector<std::string> wrong = {
        with(row + 8, 0xFFFFFFF0),        with(row + 8, 0),
        with(row + 4, 0x7FFFFFFF),        with(row + 8, 20),
        with(row - 16 - 12, 0xFFFFFFF0),  sound.substr(0, sound.size() - map.size()),
        sound.substr(0, sound.size() - 1)};
    for (const std::string& file : wrong) {
        files::write_all(folder / "a.jpg", file);
        std::string warnings;
        for (const Message& one : write_image_file(files::load(folder / "a.jpg"), folder / "b.jpg", {true}))
            warnings += one.text;
        CHECK(tells(warnings, words(messages::appended_lost)));
        CHECK(tells(warnings, "items of the tables (MPF, XMP) that the file does not have"));
        CHECK(files::read_all(folder / "b.jpg").ends_with("\xff\xd9"));
        CHECK(files::mpf_pictures(files::read_all(folder / "b.jpg")).empty());
    }
}

TEST_CASE("for any bytes after an image, items lie in the file in their order, and the file is written") {
    files::Folder folder;
    files::Phone phone = files::full_phone(300);
    const std::string picture = files::plain_jpeg({48, 36});
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        phone.big_endian = seed % 2, phone.elements = seed % 3 == 0, phone.micro = seed % 5 == 0;
        std::string file =
            files::phone_file(picture, phone) + (seed % 4 ? "" : files::samsung_trailer("data"));
        const std::size_t head = file.find("\xff\xe0"); // what is in front of it is metadata alone
        for (std::uint32_t i = 0; i < 6; ++i) {
            const std::size_t at = files::noise(6 * seed + i) % (head - 12) + 12;
            file[i < 4 ? at : file.size() - 1 - at] = char(files::noise(seed * 37 + i));
        }
        files::write_all(folder / "a.jpg", file);
        const auto header = read_jpeg_header(folder / "a.jpg");
        const auto found =
            find_appended(folder / "a.jpg", header ? header->segments : std::vector<JpegSegment>{});
        std::uint64_t last = 2;
        for (const AppendedItem& item : found ? found->items : std::vector<AppendedItem>{}) {
            REQUIRE(item.begin() >= last);
            REQUIRE(item.end() > item.at);
            REQUIRE(item.end() <= file.size());
            last = item.end();
        }
        const std::string refused = files::refusal([&] {
            write_image_file(files::load(folder / "a.jpg"), folder / "b.jpg", {true});
            files::load(folder / "b.jpg");
        });
        CHECK((refused.empty() || tells(refused, "a.jpg")));
    }
}

TEST_CASE("an image ends at its own end marker: not in segments, stuffed bytes, restarts or between scans") {
    files::Folder folder;
    const std::string end = "\xff\xd9", scan("\xff\xda\0\4ab", 6), tables("\xff\xc4\0\6\xff\xd9zz", 8);
    constexpr std::size_t piece = std::size_t(1) << 20; // size of one read
    for (const std::size_t length : {std::size_t(0), std::size_t(1), piece - 2, piece - 1, piece}) {
        CAPTURE(length);
        const std::string first = scan + std::string(length, 'x') + std::string("\xff\0y\xff\xd0z\xff", 7);
        const std::string file = "\xff\xd8" + tables + first + tables + scan + std::string(length, 'x') + end;
        files::write_all(folder / "a.jpg", file + "tail" + end);
        const auto found = find_appended(folder / "a.jpg", {});
        REQUIRE(found);
        REQUIRE(found->items.size() == 1);
        CHECK(found->items[0].kind == AppendedKind::unknown);
        CHECK(found->items[0].at == file.size());
        CHECK(found->items[0].size == 6);
    }
    files::write_all(folder / "a.jpg", "\xff\xd8" + tables + scan + "never ends");
    CHECK_FALSE(find_appended(folder / "a.jpg", {}));
}

TEST_CASE("XMP without announcements keeps everything else byte for byte") {
    const std::string
        before =
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><!-- <g:x> --><rdf:Description\n  x:a='1 > 0'",
        declared = " xmlns:g=\"http://ns.adobe.com/hdr-gain-map/1.0/\"", attribute = "\n\tg:Version=\"1.0\"",
        middle = " x:b = \"g:Version\">\n <x:list>1</x:list>",
        element = "\n <g:Gain><g:Gain><rdf:li/></g:Gain>a</g:Gain>",
        after = "\n <x:g/>\n</rdf:Description></rdf:RDF>";
    std::string packet = before + declared + attribute + middle + element + after;
    CHECK(keep_announced(packet, {}));
    CHECK(packet == before + middle + after);
    CHECK_FALSE(keep_announced(packet, {}));
    packet = before + declared + middle + after; // which some phones use in other photographs
    CHECK_FALSE(xmp_announcement(packet).any());
    CHECK_FALSE(keep_announced(packet, {}));
    CHECK(packet == before + declared + middle + after);
    std::string kept = before + declared + attribute + middle + element + after;
    CHECK_FALSE(keep_announced(kept, {{}, true, true}));
    for (std::size_t size = 0; size < kept.size(); ++size) { // cut at any place
        std::string cut = kept.substr(0, size);
        keep_announced(cut, {});
        CHECK(cut.size() <= size);
        xmp_announcement(cut);
    }
}

TEST_CASE("the table of images loses removed images and the entries that depend on them") {
    files::Phone phone = files::full_phone(300);
    const std::string file = files::phone_file(files::plain_jpeg({48, 36}), phone);
    const std::size_t at = file.find(std::string("MPF\0", 4));
    std::string body = file.substr(at, 4 + 50 + 4 * 16);
    body[4 + 50 + 13] = 4, body[4 + 50 + 15] = 3; // the first image depends on the fourth and the third
    const std::string less = mpf_with(body, {{0, 1000, 0}, {3, 77, 5000}});
    CHECK(less.size() == body.size());
    const auto entries = mpf_entries(less);
    REQUIRE(entries);
    REQUIRE(entries->size() == 2);
    CHECK((*entries)[0].type == 0x030000);
    CHECK((*entries)[0].size == 1000);
    CHECK((*entries)[1].type == 0x020002);
    CHECK((*entries)[1].size == 77);
    CHECK((*entries)[1].offset == 5000);
    CHECK(less[4 + 50 + 13] == 2);
    CHECK(less[4 + 50 + 15] == 0);
    CHECK_FALSE(mpf_entries("MPF"));
    CHECK_FALSE(mpf_entries(body.substr(0, 60)));
}

TEST_CASE("a video that no table lists stays, before the maker's data, too, and only at its own signature") {
    const files::Folder folder;
    const std::string jpeg = files::plain_jpeg({48, 36}), video = files::video_of(5000);
    const std::string trailer = files::samsung_trailer("data"), noise(5000, 'n');
    struct Row {
        std::string behind;
        bool stays;
    };
    for (const Row& row : {Row{video, true},
                           {video + trailer, true},
                           {noise, false},
                           {noise + video, false},
                           {video.substr(0, 8), true},
                           {"1234free" + noise, false}}) {
        CAPTURE(row.behind.size());
        files::write_all(folder / "a.jpg", jpeg + row.behind);
        const Messages warnings = resaved(folder / "a.jpg", folder / "b.jpg");
        CHECK(files::read_all(folder / "b.jpg").ends_with("\xff\xd9" + row.behind) == row.stays);
        CHECK(warnings.empty() == row.stays);
    }
}

TEST_CASE("ExtendedXMP announces data like the first packet, and follows the image, in pieces in any order") {
    const files::Folder folder;
    files::Phone phone = files::full_phone(3000);
    phone.preview.clear(), phone.mpf = false, phone.view.clear();
    const std::string whole = files::phone_file(files::plain_jpeg({48, 36}), phone);
    const std::size_t at = whole.find(xmp_magic) - 4, size = std::size_t(number_in(whole, at + 2, 2)) + 2;
    const std::string packet = whole.substr(at + 4 + xmp_magic.size(), size - 4 - xmp_magic.size());
    const auto segment = [](const std::string& body) {
        return "\xff\xe1" + number_bytes(body.size() + 2, 2) + body;
    };
    const auto piece = [&](std::size_t from, std::size_t count) {
        return segment(std::string("http://ns.adobe.com/xmp/extension/\0", 35) + std::string(32, 'A') +
                       number_bytes(packet.size(), 4) + number_bytes(from, 4) + packet.substr(from, count));
    };
    const std::string first = segment(std::string(xmp_magic) + "<x:xmpmeta/>"), head = whole.substr(0, at),
                      rest = whole.substr(at + size);
    for (const std::string& pieces : {piece(0, packet.size()), piece(0, 99) + piece(99, packet.size()),
                                      piece(99, packet.size()) + piece(0, 99)}) {
        files::write_all(folder / "a.jpg", head + first + pieces + rest);
        CHECK(resaved(folder / "a.jpg", folder / "b.jpg").empty());
        CHECK(files::read_all(folder / "b.jpg").ends_with(phone.gain_map + phone.video));
        ImageFile file = files::load(folder / "a.jpg");
        CHECK(extended_xmp(file.metadata->own) == packet);
        write_image_file(file, folder / "b.jpg", {.overwrite = true, .gain_maps = GainMaps::drop});
        const std::string bytes = files::read_all(folder / "b.jpg");
        CHECK(bytes.ends_with(phone.video));
        CHECK(tells(bytes, "MotionPhoto"));
        CHECK_FALSE(tells(bytes, "GainMap"));
        CHECK(extended_xmp(read_jpeg_header(folder / "b.jpg")->segments).size() < packet.size());
        files::write_all(folder / "a.jpg",
                         head + first + pieces + rest.substr(0, rest.size() - phone.video.size()));
        resaved(folder / "a.jpg", folder / "b.jpg"); // without the video
        CHECK_FALSE(tells(files::read_all(folder / "b.jpg"), "MotionPhoto"));
    }
    for (const std::string& damaged :
         {piece(0, 99), piece(0, 99) + piece(98, 99), piece(packet.size(), 1), piece(0, 99) + piece(0, 99)}) {
        files::write_all(folder / "a.jpg", head + first + damaged + rest);
        const std::vector<JpegSegment> segments = read_jpeg_header(folder / "a.jpg")->segments;
        CHECK(extended_xmp(segments).empty());
        resaved(folder / "a.jpg", folder / "b.jpg"); // stays as it is
        CHECK(tells(files::read_all(folder / "b.jpg"), damaged));
    }
}
