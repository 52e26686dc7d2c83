// The metadata of a file that is written: what its format can hold of those that were read.
#pragma once
#include "formats/common/codec.h"
#include "formats/dispatch/metadata.h"

namespace atrous {

/// What has to be put into a file of this format; adds a warning for what the format cannot hold.
Metadata metadata_to_write(const ImageFile& file, const Part& part, const Format& format,
                           const WriteOptions& options, Warnings& warnings);
/// Whether with_all_metadata is to be called; else OpenImageIO writes what it knows of them.
bool can_add(const Metadata& metadata, const Format& format, const std::vector<const Part*>& parts);
/// Whether with_all_metadata changes only the file's first bytes, at most `most_head`.
bool goes_into_head(const Metadata& metadata, const Format& format);
/// A file that is written, and whether under a limit of memory.
struct WrittenFacts {
    const std::filesystem::path& path;
    const Format& format;
    const WriteOptions& options;
    bool under_limit;
};
/// Says what is left out where metadata are not put in after encoding. Throws a file error: they would be lost for good.
void warn_of_metadata(const Metadata& metadata, const std::vector<const Part*>& parts, const WrittenFacts& to,
                      Warnings& warnings);
/// The encoded file, or its head, with the metadata in it.
std::string with_all_metadata(std::string encoded, const Metadata& metadata, const Format& format,
                              Warnings& warnings);

} // namespace atrous
