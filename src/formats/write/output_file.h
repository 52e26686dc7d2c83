// Writes pixels to files, which appear whole or not at all. Hides OpenImageIO and how metadata get in.
#pragma once
#include "base/message.h"
#include "files/atomic_file.h"
#include "formats/common/image_file.h"
#include "formats/common/write_options.h"
#include <filesystem>

namespace atrous {

/// True if a file of this extension may be changed in memory as a whole once it is encoded, to put metadata in.
bool changes_in_memory(const std::filesystem::path& to);
/// Memory that encoding an image takes, of `decoded` bytes: the output in memory and the copies for metadata.
std::uint64_t encoding_memory(std::uint64_t decoded, const std::filesystem::path& to);
/// Memory for copies of a header to which metadata are added, a part of encoding_memory().
std::uint64_t head_memory(const std::filesystem::path& to);
/// Memory that the encoder itself takes meanwhile, for a part of `decoded` bytes: libwebp's. `lossless`: as in Decoder.
std::uint64_t encoder_memory(std::uint64_t decoded, bool lossless, const std::filesystem::path& to,
                             const WriteOptions& options);

/// A file that is encoded, but under a temporary name in the target's folder until AtomicFile::commit.
struct EncodedFile {
    std::unique_ptr<AtomicFile> file;
    FileShape shape;
    Messages warnings; ///< about data that the target format cannot hold
    std::optional<GainMapNote> gain_map = {};
};
/// Throws a file error as write_image_file.
EncodedFile encode_image_file(const ImageFile& file, const std::filesystem::path& path,
                              const WriteOptions& options);

/// Returns the warnings of encode_image_file about data that the output cannot hold, except warnings about
/// samples, which may be missing (Decoder::describe). Throws its file error if the output replaces the file,
/// which would lose data for good.
Messages expected_losses(const ImageFile& file, const std::filesystem::path& path,
                         const WriteOptions& options);
/// The encoding of an output: "BT.2020 PQ", "floats", "standard range with a gain map". Needs no samples.
std::string expected_range(const ImageFile& file, const std::filesystem::path& path,
                           const WriteOptions& options);

/// Encodes to a temporary file in the target's folder, syncs it, renames it to `path`: the file appears whole
/// or not at all. Returns warnings of facts that the target format cannot hold. Throws a file error: cannot
/// write, exists already (without `overwrite`), disk full.
Messages write_image_file(const ImageFile& file, const std::filesystem::path& path,
                          const WriteOptions& options);

/// True if writing the image file as it was read would lose some data of its own file: both are JPEG, WebP,
/// HEIC or AVIF, with loss, and the options request no other change.
bool loses_by_writing(const ImageFile& file, const std::filesystem::path& path, const WriteOptions& options);

/// The shape of the file that the image file was read from.
FileShape shape_as_read(const ImageFile& file);

/// The bytes of the file `from`, of which `file` was read, as encode_image_file makes an output. Throws its file errors.
EncodedFile copied_file(const ImageFile& file, const std::filesystem::path& from,
                        const std::filesystem::path& to, const WriteOptions& options);

/// The orientation (1 to 8, EXIF) of the part in a file of this extension: 1 if the format holds none.
int orientation_in(const Part& part, const std::filesystem::path& path);

/// The compression that write_image_file would use: "jpeg:80 4:2:0", "zip", or empty if the format has no
/// choice.
std::string compression_of(const ImageFile& file, const std::filesystem::path& path,
                           const WriteOptions& options);

} // namespace atrous
