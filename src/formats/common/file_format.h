// Finds the format of a file by its bytes and its name, without a library.
#pragma once
#include "files/file_view.h"
#include "formats/common/formats.h"
#include <filesystem>
#include <string>
#include <vector>

namespace atrous {

/// The format that a file of this extension has, or null.
const Format* format_by_name(const std::filesystem::path& path);
/// Its name, as ImageFile::format, or empty if there is none.
std::string format_name(const std::filesystem::path& path);
/// Its name in messages: "HEIC", or "AVIF" of a file that ends so. Not of null.
const char* format_title(const Format* format, const std::filesystem::path& path);
/// The usual extension, without its dot, of files in a format that can be written, or empty if there is none.
std::string usual_extension(const std::string& format);
/// The extensions of outputs that help and messages list: of formats with compressions. `dot`: goes before each.
std::vector<std::string> listed_extensions(const std::string& dot = "");
/// The names that help and messages have for the formats that have this: "JPEG", "HEIC", "AVIF".
std::vector<std::string> titles(bool (Format::*has)() const);
/// "HEIC, AVIF, ... or PNG": formats that keep PQ and HLG.
std::string hdr_formats();
/// "PQ (--output-profile pq)", with the formats that hold it if this one does not.
std::string pq_advice(const Format& format);
/// The names that --compression takes.
std::vector<std::string> compression_names();
/// "a, b or c".
std::string alternatives(const std::vector<std::string>& names);
/// True if a file of this extension is looked for in folders.
bool can_read(const std::filesystem::path& path);
/// True if a file of this extension can be written, for checks before any work.
bool can_write(const std::filesystem::path& path);
/// True if a file has the name of an AVIF: AV1 in the boxes of a HEIF, whose other files hold HEVC.
bool is_avif(const std::filesystem::path& path);

/// True if a file of this format is an AVIF, by its bytes, or by its name if they do not show it.
bool holds_avif(const std::filesystem::path& path, const std::string& format);
/// The extension of outputs for an input that is only read: PNG for a GIF of one frame, which has no more
/// colours than that holds, otherwise TIFF.
std::string extension_of_read_alone(const std::filesystem::path& input);

/// The format (OpenImageIO's name) that a file's first bytes show, or its name if they show none. Throws a
/// file error if neither does, or it cannot be read.
std::string format_of_file(const std::filesystem::path& path);

/// True if a file whose first bytes show this format is of another one that begins alike: a camera's RAW file, whose first page is but
/// a preview (CR2, NEF, ARW, DNG, ...), in a TIFF.
bool is_other_format(const std::filesystem::path& path, const Format& format);

} // namespace atrous
