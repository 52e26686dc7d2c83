// Reads headers with libjpeg. The quality is found by comparing the file's tables with
// those that libjpeg makes for 1 to 100.
#include "io/metadata/jpeg.h"
#include "io/metadata/libjpeg.h"
#include <array>

namespace atrous {
namespace {

using Table = std::vector<int>;

bool parse(jpeg_decompress_struct& info, JpegJump& jump_back, std::FILE* file) {
    if (setjmp(jump_back.back)) return false;
    jpeg_create_decompress(&info);
    jpeg_stdio_src(&info, file);
    jpeg_save_markers(&info, JPEG_COM, 0xFFFF);
    for (int app = 0; app < 16; ++app) jpeg_save_markers(&info, JPEG_APP0 + app, 0xFFFF);
    return jpeg_read_header(&info, TRUE) == JPEG_HEADER_OK;
}

Table quanta(const JQUANT_TBL& table) { return {table.quantval, table.quantval + DCTSIZE2}; }

/// libjpeg's two tables for a quality, as its encoder writes them.
std::array<Table, 2> standard_tables(int quality) {
    JpegJump jump_back;
    jpeg_compress_struct info{};
    info.err = silent_errors(jump_back); // setting a quality of a fresh encoder does not fail
    jpeg_create_compress(&info);
    jpeg_set_quality(&info, quality, TRUE);
    std::array<Table, 2> tables{quanta(*info.quant_tbl_ptrs[0]), quanta(*info.quant_tbl_ptrs[1])};
    jpeg_destroy_compress(&info);
    return tables;
}

std::string subsampling_of(const jpeg_decompress_struct& info) {
    if (info.num_components != 3) return {};
    const jpeg_component_info* c = info.comp_info;
    for (const int i : {1, 2})
        if (c[i].h_samp_factor != 1 || c[i].v_samp_factor != 1) return {};
    const int across = c[0].h_samp_factor, down = c[0].v_samp_factor;
    if (down == 1) return across == 1 ? "4:4:4" : across == 2 ? "4:2:2" : across == 4 ? "4:1:1" : "";
    return across == 2 && down == 2 ? "4:2:0" : "";
}

std::vector<Table> tables_of(const jpeg_decompress_struct& info) {
    std::vector<Table> tables;
    for (int i = 0; i < std::min(info.num_components, 2); ++i) {
        const int number = info.comp_info[i].quant_tbl_no;
        if (number < 0 || number >= NUM_QUANT_TBLS || !info.quant_tbl_ptrs[number]) return {};
        tables.push_back(quanta(*info.quant_tbl_ptrs[number]));
    }
    return tables;
}

} // namespace

std::optional<JpegHeader> read_jpeg_header(const std::filesystem::path& path) {
    const JpegFile file = open_jpeg(path);
    if (!file) return {};
    JpegJump jump_back;
    jpeg_decompress_struct info{};
    info.err = silent_errors(jump_back);
    const JpegDestroyer destroyer{&info};
    if (!parse(info, jump_back, file.get())) return {};
    JpegHeader header;
    for (auto marker = info.marker_list; marker; marker = marker->next)
        header.segments.push_back(
            {marker->marker, std::string(reinterpret_cast<const char*>(marker->data), marker->data_length)});
    header.quality = nearest_quality(tables_of(info));
    header.subsampling = subsampling_of(info);
    header.progressive = info.progressive_mode;
    header.several_scans = jpeg_has_multiple_scans(&info);
    return header;
}

int nearest_quality(const std::vector<std::vector<int>>& tables) {
    static const auto standard = [] {
        std::array<std::array<Table, 2>, 101> all;
        for (int quality = 1; quality <= 100; ++quality) all[std::size_t(quality)] = standard_tables(quality);
        return all;
    }();
    int best = 0;
    double least = 0;
    for (int quality = 1; quality <= 100 && !tables.empty(); ++quality) {
        double sum = 0;
        for (std::size_t t = 0; t < std::min<std::size_t>(tables.size(), 2); ++t)
            for (std::size_t i = 0; i < tables[t].size(); ++i) {
                const double difference = tables[t][i] - standard[std::size_t(quality)][t][i];
                sum += difference * difference;
            }
        if (best != 0 && sum >= least) continue;
        best = quality;
        least = sum;
    }
    return best;
}

} // namespace atrous
