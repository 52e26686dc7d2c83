// Makes the tables twice: first to get their sizes, then with the offsets.
#include "support/files/phone_file.h"
#include "support/files/io_files.h"

namespace files {

using atrous::number_bytes;
using atrous::number_in;

namespace {

std::string segment(char marker, const std::string& body) {
    return std::string("\xff") + marker + number_bytes(body.size() + 2, 2, true) + body;
}

std::string xmp_segment(const std::string& description) {
    return segment(
        '\xe1', std::string("http://ns.adobe.com/xap/1.0/\0", 29) +
                    "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
                    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">" +
                    description + "</rdf:RDF></x:xmpmeta><?xpacket end='w'?>");
}

/// "name" and its value as an attribute or as an element.
struct Xmp {
    bool elements;
    std::string attributes = {}, inner = {};
    void add(const std::string& name, const std::string& value) {
        if (elements)
            inner += "<" + name + ">" + value + "</" + name + ">\n";
        else
            attributes += "\n   " + name + "=\"" + value + "\"";
    }
};

std::string entry(const Phone& phone, const std::string& semantic, const std::string& mime,
                  std::size_t length, std::size_t padding) {
    const std::string item = phone.elements ? "I" : "Item", container = phone.elements ? "C" : "Container";
    Xmp xmp{phone.elements};
    xmp.add(item + ":Semantic", semantic);
    xmp.add(item + ":Mime", mime);
    if (semantic != "Primary") xmp.add(item + ":Length", std::to_string(length));
    if (padding > 0) xmp.add(item + ":Padding", std::to_string(padding));
    return "<rdf:li rdf:parseType=\"Resource\"><" + container + ":Item" +
           (phone.elements ? " rdf:parseType=\"Resource\">" + xmp.inner + "</" + container + ":Item>"
                           : xmp.attributes + "/>") +
           "</rdf:li>\n";
}

std::string description(const Phone& phone) {
    const std::string item = phone.elements ? "I" : "Item", container = phone.elements ? "C" : "Container",
                      map = phone.elements ? "m" : "hdrgm", camera = phone.elements ? "cam" : "GCamera";
    Xmp xmp{phone.elements};
    xmp.add("xmp:CreatorTool", "a phone");
    xmp.add(camera + ":BurstID", "8");
    if (phone.container && !phone.gain_map.empty()) xmp.add(map + ":Version", "1.0");
    if (phone.container && !phone.video.empty()) {
        xmp.add(camera + ":MotionPhoto", "1");
        xmp.add(camera + ":MotionPhotoPresentationTimestampUs", "500000");
    }
    if (phone.micro) {
        xmp.add(camera + ":MicroVideo", "1");
        xmp.add(camera + ":MicroVideoOffset", std::to_string(phone.video.size()));
    }
    if (phone.container) {
        xmp.inner += "<" + container + ":Directory><rdf:Seq>" +
                     entry(phone, "Primary", "image/jpeg", 0, phone.padding.size());
        if (!phone.gain_map.empty())
            xmp.inner += entry(phone, "GainMap", "image/jpeg", phone.gain_map.size(), 0);
        if (!phone.video.empty())
            xmp.inner += entry(phone, "MotionPhoto", "video/mp4", phone.video.size(), 0);
        xmp.inner += "</rdf:Seq></" + container + ":Directory>";
    }
    std::string spaces = " rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:" + camera +
                         "=\"http://ns.google.com/photos/1.0/camera/\"";
    if (phone.container)
        spaces += " xmlns:" + container + "=\"http://ns.google.com/photos/1.0/container/\" xmlns:" + item +
                  "=\"http://ns.google.com/photos/1.0/container/item/\"";
    if (phone.container && !phone.gain_map.empty())
        spaces += " xmlns:" + map + "=\"http://ns.adobe.com/hdr-gain-map/1.0/\"";
    return "<rdf:Description" + spaces + xmp.attributes + ">" + xmp.inner + "</rdf:Description>";
}

/// A row of the table.
struct Row {
    std::uint32_t type;
    std::size_t size, offset;
};

/// The body. Offsets count from the end of "MPF\0".
std::string mpf_body(bool big, const std::vector<Row>& rows) {
    const auto two = [&](std::uint64_t v) { return number_bytes(v, 2, big); };
    const auto four = [&](std::uint64_t v) { return number_bytes(v, 4, big); };
    constexpr int tags = 3, head = 8;
    std::string out = std::string("MPF\0", 4) + (big ? "MM" : "II") + two(42) + four(head) + two(tags);
    out += two(0xB000) + two(7) + four(4) + "0100";
    out += two(0xB001) + two(4) + four(1) + four(rows.size());
    out += two(0xB002) + two(7) + four(16 * rows.size()) + four(head + 2 + 12 * tags + 4) + four(0);
    for (const Row& row : rows) out += four(row.type) + four(row.size) + four(row.offset) + two(0) + two(0);
    return out;
}

} // namespace

std::string phone_file(const std::string& jpeg, const Phone& phone) {
    std::string head = xmp_segment(description(phone));
    if (phone.iso && !phone.gain_map.empty())
        head += segment('\xe2', std::string("urn:iso:std:iso:ts:21496:-1\0\0\0\0\0", 32));
    std::vector<Row> rows{{0x030000, 0, 0}};
    std::string behind = phone.padding;
    const auto add = [&](std::uint32_t type, const std::string& picture) {
        if (!picture.empty()) rows.push_back({type, picture.size(), behind.size()});
        behind += picture;
    };
    add(0, phone.gain_map);
    add(0x010002, phone.preview);
    for (int i = 0; i < phone.views; ++i) add(0x020002, phone.view);
    behind += phone.video;
    const std::size_t mpf_at = 2 + head.size() + 4 + 4; // behind "MPF\0"
    const std::size_t size =
        jpeg.size() + head.size() + (phone.mpf ? segment('\xe2', mpf_body(true, rows)).size() : 0);
    for (Row& row : rows) row.offset += size - mpf_at;
    rows[0] = {0x030000, size, 0};
    if (phone.mpf) head += segment('\xe2', mpf_body(phone.big_endian, rows));
    return jpeg.substr(0, 2) + head + jpeg.substr(2) + behind;
}

std::string plain_jpeg(atrous::Size size, int colours) {
    Folder folder;
    write_image_file(picture(size, atrous::PixelType::u8, colours, atrous::Alpha::none), folder / "a.jpg",
                     {.quality = 70});
    return read_all(folder / "a.jpg");
}

Phone full_phone(std::size_t video) {
    Phone phone;
    phone.gain_map = gain_map_of(plain_jpeg({16, 12}, 1));
    phone.preview = plain_jpeg({20, 15});
    phone.view = plain_jpeg({40, 30});
    phone.video = video_of(video);
    return phone;
}

std::string gain_map_of(const std::string& jpeg) {
    return jpeg.substr(0, 2) +
           xmp_segment("<rdf:Description xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" "
                       "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\"/>") +
           jpeg.substr(2);
}

std::string video_of(std::size_t size) {
    std::string video = number_bytes(16, 4, true) + "ftypmp42" + number_bytes(0, 4, true);
    for (std::size_t i = 0; i < size; ++i) video += char(noise(std::uint32_t(i)));
    return video;
}

std::string samsung_trailer(const std::string& data) {
    const std::string block = number_bytes(0, 2, false) + number_bytes(0x0A30, 2, false) +
                              number_bytes(16, 4, false) + "MotionPhoto_Data" + data;
    const std::string directory = "SEFH" + number_bytes(107, 4, false) + number_bytes(1, 4, false) +
                                  number_bytes(0, 2, false) + number_bytes(0x0A30, 2, false) +
                                  number_bytes(block.size(), 4, false) + number_bytes(block.size(), 4, false);
    return block + directory + number_bytes(directory.size(), 4, false) + "SEFT";
}

std::vector<MpfPicture> mpf_pictures(const std::string& file) {
    const std::size_t at = file.find(std::string("MPF\0", 4));
    if (at == std::string::npos || at > file.find(std::string("\xff\xda", 2))) return {};
    const std::size_t base = at + 4;
    const bool big = file[base] == 'M';
    const auto read = [&](std::size_t from, int bytes) {
        return std::uint32_t(number_in(std::string_view(file).substr(base + from), 0, bytes, big));
    };
    std::vector<MpfPicture> found;
    for (std::uint32_t i = 0; i < read(8 + 2 + 12 + 8, 4); ++i) {
        const std::size_t row = read(8 + 2 + 24 + 8, 4) + 16 * i, offset = read(row + 8, 4);
        found.push_back({offset == 0 ? 0 : base + offset, read(row + 4, 4), read(row, 4)});
    }
    return found;
}

} // namespace files
