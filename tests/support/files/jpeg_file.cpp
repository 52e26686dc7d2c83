// Makes JPEGs by libjpeg, which writes into memory of its own.
#include "support/files/jpeg_file.h"
#include "formats/jpeg/libjpeg.h"
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace files {

using namespace atrous;

std::string jpeg_of(const JpegMaker& maker, const std::function<double(int, int, int)>& sample) {
    JpegJump jump;
    jpeg_compress_struct info{};
    info.err = silent_errors(jump);
    if (setjmp(jump.back)) throw std::runtime_error("a JPEG was not made");
    jpeg_create_compress(&info);
    unsigned char* bytes = nullptr;
    unsigned long count = 0;
    jpeg_mem_dest(&info, &bytes, &count);
    info.image_width = JDIMENSION(maker.size.width);
    info.image_height = JDIMENSION(maker.size.height);
    info.input_components = maker.colours;
    info.in_color_space = maker.colours == 1 ? JCS_GRAYSCALE : maker.colours == 4 ? JCS_CMYK : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, maker.quality, TRUE);
    if (maker.colours == 4) info.write_Adobe_marker = maker.adobe ? TRUE : FALSE;
    info.comp_info[0].h_samp_factor = maker.across;
    info.comp_info[0].v_samp_factor = maker.down;
    info.restart_interval = maker.restarts;
    info.arith_code = maker.arithmetic ? TRUE : FALSE;
    if (maker.progressive) jpeg_simple_progression(&info);
    jpeg_start_compress(&info, TRUE);
    std::vector<JSAMPLE> row(std::size_t(maker.size.width * maker.colours));
    for (int y = 0; y < maker.size.height; ++y) {
        for (int x = 0; x < maker.size.width; ++x)
            for (int c = 0; c < maker.colours; ++c)
                row[std::size_t(x * maker.colours + c)] = JSAMPLE(std::lround(sample(x, y, c)));
        JSAMPROW at = row.data();
        jpeg_write_scanlines(&info, &at, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    std::string made(reinterpret_cast<const char*>(bytes), count);
    std::free(bytes);
    return made;
}

} // namespace files
