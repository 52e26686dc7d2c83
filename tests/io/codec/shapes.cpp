// What is said of a file as it is written is what its reader finds, in every format, for grey, colour and alpha.
#include "support/files/io_files.h"
#include <doctest/doctest.h>

using namespace atrous;

TEST_CASE("the shape of a file that is written is that of the file that is read") {
    const files::Folder folder;
    for (const char* name : {"a.jpg", "a.png", "a.tif", "a.exr", "a.webp", "a.hdr", "a.bmp", "a.tga", "a.ppm",
                             "a.dpx", "a.jp2", "a.heic"}) {
        if (!can_write(name)) continue;
        for (const int colours : {1, 3})
            for (const Alpha alpha : {Alpha::none, Alpha::straight}) {
                CAPTURE(std::string(name));
                CAPTURE(colours);
                CAPTURE(int(alpha));
                if (name == std::string("a.heic") && colours == 1) continue; // libheif converts no grey
                const ImageFile file = files::picture({70, 66}, PixelType::u8, colours, alpha);
                EncodedFile encoded = encode_image_file(file, folder / name, {.overwrite = true});
                encoded.file->commit();
                const FileShape read = Decoder(folder / name).shape();
                CHECK(read.size == encoded.shape.size);
                CHECK(read.channels == encoded.shape.channels);
                CHECK(read.parts == encoded.shape.parts);
                CHECK(shape_as_read(files::load(folder / name)) == read);
            }
    }
}
