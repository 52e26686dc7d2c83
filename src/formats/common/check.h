// What is looked at in a file's bytes before a library opens it: what is known to make the libraries crash, wait or take
// memory out of all proportion. One file per format; each returns why the file is refused, empty where it is not.
#pragma once
#include "base/error.h"
#include "files/file_limits.h"
#include "files/file_view.h"
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// Sentences about a file, without its name: as many as somebody may read, whatever the file holds.
class Sentences {
  public:
    void add(const std::string& sentence);
    /// The first 20; the last of them says how many more there are.
    std::vector<std::string> list() const;

  private:
    std::vector<std::string> first_;
    std::size_t more_ = 0;
};

/// The error of a file that is replaced, of what would be left out with a warning elsewhere.
Error lost_for_good(const std::filesystem::path& path, const std::string& what);

struct Damage {
    Sentences lost;   ///< what is damaged, and left out where the file is read
    Sentences unread; ///< what is sound, and left out where the file is read
    Sentences notes;  ///< what is sound, but may surprise: a chunk that is not known
};

/// Throws a file error for a file of this format (OpenImageIO's name) that would not end well.
void check_file(const std::filesystem::path& path, std::string_view format);
/// What is to be said of such a file beside its picture. Throws a file error where damage cannot be left out.
Damage damage_in(const std::filesystem::path& path, std::string_view format);

/// Memory, bytes, that a decoder of this format takes when it opens the file, as its header tells, and keeps as long as it is open; 0
/// of those that decode later, bit by bit.
std::uint64_t opening_bytes(const std::filesystem::path& path, std::string_view format);

std::string check_jpeg(const FileView& file);
std::string check_tiff(const FileView& file);
std::string check_png(const FileView& file);
std::string check_riff(const FileView& file);
std::string check_jp2(const FileView& file);
std::string check_dpx(const FileView& file);
std::string check_exr(const FileView& file);
std::string check_psd(const FileView& file);
std::string check_gif(const FileView& file);
std::string check_bmp(const FileView& file);
std::string check_targa(const FileView& file);
std::string check_pnm(const FileView& file);

/// The rows of damage_in(). A PNG's chunks have checksums; profile and metadata of JPEG and WebP are announced.
Damage damage_in_png(const FileView& file);
Damage damage_in_jpeg(const FileView& file);
Damage damage_in_riff(const FileView& file);
/// Pictures of a PNM behind the first one; what moves in a HEIC or AVIF.
Damage damage_in_pnm(const FileView& file);
Damage damage_in_heif(const FileView& file);
/// Lines of a Radiance file that say something of its samples.
Damage damage_in_hdr(const FileView& file);

/// Whether a BMP of 32 bits has alpha: its header says so, or is an old one that reserves the fourth byte, and it is not 0 everywhere
/// (many tools, OpenImageIO 2.4 among them, write alpha there).
bool has_bmp_alpha(const FileView& file);

/// What is wrong with the chunks of a PNG's samples: cut off, or another checksum; empty where nothing is.
std::string check_png_samples(const FileView& file);

/// The profile of a PNG, whose chunk has a right checksum and can be unpacked, and whose tags lie in it; else empty.
std::string profile_of_png(const FileView& file);

/// The profile of a JPEG, whose parts are all there, or together have the length that it tells; else empty.
std::string profile_of_jpeg(const FileView& file);

/// Why an XMP packet is refused: its size or the depth of its elements.
std::string check_xmp(std::string_view packet);

} // namespace atrous
