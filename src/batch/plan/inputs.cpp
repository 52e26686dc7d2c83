// Expands folders and lists. Hides the file system's iteration order and errors.
#include "batch/plan/inputs.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "batch/plan/frames.h"
#include "batch/plan/log_file.h"
#include "batch/plan/messages.h"
#include "formats/common/file_format.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <fnmatch.h>
#include <iostream>

namespace atrous {
namespace {

/// The contents of a folder that are not inputs.
struct PassedOver {
    bool folders = false; ///< that were not entered
    bool hidden = false;  ///< names that begin with a dot
    std::vector<Input> files{}, systems{};
};

/// Names of folders for thumbnails, deleted or older files and metadata, made by servers (Synology, QNAP),
/// systems and archives. Names that begin with a dot are hidden.
constexpr std::string_view system_folders[] = {
    "@eaDir",    "#recycle", "#snapshot",    "@Recycle", "@Recently-Snapshot",
    "@__thumb",  "__MACOSX", "$RECYCLE.BIN", "RECYCLER", "System Volume Information",
    "lost+found"};

/// True for files that accompany images: sidecars, and this program's logs, pages, and backups (a.jpg.bak).
bool is_companion(const fs::path& path) {
    const std::string extension = lower(path.extension().string());
    return extension == ".xmp" || extension == ".html" || is_default_log(path) || can_read(path.stem());
}

/// Adds the images of `folder`. A folder below that cannot be read is an input, which fails when its turn comes.
void add_folder(const fs::path& folder, const fs::path& below, bool recursive, std::vector<Input>& found,
                PassedOver& passed) {
    std::vector<fs::path> files, folders;
    std::error_code ec;
    for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
        const fs::path& path = entry->path();
        if (path.filename().string().starts_with('.')) {
            passed.hidden = true;
            continue;
        }
        std::error_code gone;
        if (entry->is_directory(gone) && std::ranges::count(system_folders, path.filename().string()) > 0)
            passed.systems.push_back({path, below / path.filename(), {}, true, true});
        else if (entry->is_directory(gone))
            folders.push_back(path);
        else if (can_read(path))
            files.push_back(path);
        else
            passed.files.push_back({path, below, {}, true});
    }
    if (ec && below.empty()) throw usage_error(messages::folder_unreadable, folder, ec.message());
    if (ec) found.push_back({folder, below, {}, true});
    std::ranges::sort(files);
    std::ranges::sort(folders);
    for (const auto& file : files) found.push_back({file, below, {}, true});
    passed.folders |= !recursive && !folders.empty();
    if (!recursive) return;
    for (const auto& sub : folders)
        if (!fs::is_symlink(sub)) add_folder(sub, below / sub.filename(), true, found, passed);
}

/// Returns a description of the contents of a folder without images.
std::string other_files(const PassedOver& passed) {
    if (passed.files.empty()) return {};
    const std::string count = std::to_string(passed.files.size()),
                      one = passed.files.front().path.filename().string();
    return (passed.files.size() == 1 ? "; " + one + " does not have"
                                     : "; none of its " + count + " files, for example " + one + ", has") +
           " the extension of an image format (" + joined(listed_extensions()) + ", dng, ...)";
}

Message no_images(const fs::path& folder, const PassedOver& passed) {
    const bool is_empty = passed.files.empty() && passed.systems.empty() && !passed.folders && !passed.hidden;
    return message(messages::no_images, folder,
                   (is_empty ? "; the folder is empty" : other_files(passed)) +
                       (passed.hidden ? "; names that begin with a dot are ignored" : "") +
                       (passed.systems.empty()
                            ? ""
                            : "; " + passed.systems.front().path.filename().string() + " is left out") +
                       (passed.folders ? "; use -r to read its subfolders" : ""));
}

std::string text_of_list(const std::string& path) {
    const auto text =
        is_text_file(path) ? with_lead("--files-from ", [&] { return read_text(path); }) : std::nullopt;
    if (!text) throw usage_error(messages::list_unreadable, path, unreadable_reason(path));
    return *text;
}

/// The names in a list: without blank ones and DOS line ends. Throws a usage error for NUL bytes in a list of lines, or none in
/// the other kind.
std::vector<std::string> listed_names_in(const std::string& text, bool list_has_nulls) {
    const bool has_nulls = text.find('\0') != std::string::npos;
    if (!list_has_nulls && has_nulls && format_of_bytes(text)) throw usage_error(messages::list_is_image);
    if (!list_has_nulls && has_nulls) throw usage_error(messages::list_has_nulls);
    if (list_has_nulls && !has_nulls && text.find('\n') != std::string::npos)
        throw usage_error(messages::list_has_lines);
    std::vector<std::string> names;
    for (std::string name : split(text, list_has_nulls ? '\0' : '\n')) {
        if (!list_has_nulls && name.ends_with('\r')) name.pop_back();
        if (!name.empty()) names.push_back(name);
    }
    return names;
}

std::vector<std::string> read_list(const InputOptions& options) {
    return listed_names_in(options.list == standard_stream ? read_text(std::cin, "--files-from -")
                                                           : text_of_list(options.list),
                           options.list_has_nulls);
}

/// Refuses a pattern in the name of a folder, which would be one shot with a folder for each frame.
void check_folders(const fs::path& name) {
    for (fs::path folder = name.parent_path(); folder.has_filename(); folder = folder.parent_path()) {
        const auto pattern = pattern_in(folder.string());
        if (pattern && pattern->token.size() > 1) throw usage_error(messages::frame_in_folder, name);
    }
}

/// Adds the inputs that a name stands for. Returns the reason if there are none, or an empty message.
Message add_name(const InputOptions& options, const std::string& name, Inputs& inputs) {
    if (name.empty()) throw usage_error(messages::input_name_empty);
    std::error_code ec;
    if (is_standard_input(name) || !fs::is_directory(name, ec)) {
        if (!is_standard_input(name) && !fs::exists(name, ec)) check_folders(name);
        const std::size_t end = name.find_last_not_of('/'); // outputs need a name without the slash, too
        inputs.files.push_back(
            {.path = name.substr(0, end + 1), .below = {}, .is_folder = end + 1 < name.size()});
        return {};
    }
    inputs.from_folder = true;
    const std::size_t before = inputs.files.size();
    PassedOver passed;
    add_folder(name, {}, options.recursive, inputs.files, passed);
    if (inputs.files.size() == before) return no_images(name, passed);
    std::ranges::copy_if(passed.files, std::back_inserter(inputs.others),
                         [](const Input& other) { return !is_companion(other.path); });
    if (options.recursive) std::ranges::copy(passed.systems, std::back_inserter(inputs.others));
    return {};
}

bool matches(const std::string& glob, const fs::path& path) {
    return ::fnmatch(glob.c_str(), path.c_str(), 0) == 0;
}

/// A pattern of --exclude as it is compared: "./a" is a, and "a/", as rsync and git have it, the folders of that name.
struct Exclusion {
    std::string given, mask;
    bool folders_alone = false, used = false;
    explicit Exclusion(const std::string& text) : given(text), mask(text) {
        while (mask.starts_with("./")) mask.erase(0, 2);
        for (; mask.size() > 1 && mask.ends_with('/'); mask.pop_back()) folders_alone = true;
    }

    /// True if it is the name or the path, below the one that was named, of a folder that the input is in.
    bool has_folder_of(const Input& input) const {
        fs::path path;
        return std::ranges::any_of(input.below, [&](const fs::path& name) {
            path /= name;
            return matches(mask, name) || (mask.find('/') != std::string::npos && matches(mask, path));
        });
    }
    /// True if the pattern matches the file's folder or name, or its path below the folder (for a named file,
    /// its path). --frames selects a pattern's frames.
    bool leaves_out(const Input& input) const {
        if (input.frame) return false;
        const fs::path name = input.path.filename(),
                       below = input.found ? input.below / name : input.path.lexically_normal();
        return has_folder_of(input) || (!folders_alone && (matches(mask, name) || matches(mask, below)));
    }
};

void leave_out(const InputOptions& options, Inputs& inputs) {
    std::vector<Exclusion> all(options.exclude.begin(), options.exclude.end());
    const std::size_t before = inputs.files.size();
    const auto is_excluded = [&](const Input& input) {
        bool out = false;
        for (Exclusion& one : all) {
            const bool matched = one.leaves_out(input);
            one.used |= matched, out |= matched;
        }
        return out;
    };
    std::erase_if(inputs.files, is_excluded);
    std::erase_if(inputs.others, is_excluded);
    if (inputs.files.empty() && before > 0)
        throw Error(Exit::nothing, message(messages::all_excluded, before));
    for (const Exclusion& one : all)
        if (!one.used) inputs.void_exclusions.push_back(one.given);
}

} // namespace

Inputs find_inputs(const InputOptions& options) {
    const std::vector<std::string> listed =
        options.list.empty() ? std::vector<std::string>() : read_list(options);
    if (!options.list.empty() && options.operands.empty() && listed.empty())
        throw Error(Exit::nothing, message(messages::name_list_empty, options.list));
    Inputs inputs;
    Messages empty;
    const auto note = [&](const Message& reason) {
        if (!reason.empty()) empty.push_back(reason.on_one_line());
    };
    for (const auto& name : options.operands) {
        std::error_code ec;
        const auto pattern =
            is_standard_input(name) || fs::exists(name, ec) ? std::nullopt : pattern_in(name);
        note(pattern ? add_frames(*pattern, options.frames, options.handles, inputs)
                     : add_name(options, name, inputs));
    }
    for (const auto& name : listed) // in a list "-" is an ordinary file
        note(add_name(options, is_standard_input(name) ? "./" + name : name, inputs));
    if (inputs.files.empty()) {
        if (empty.size() == 1) throw Error(Exit::nothing, empty.front());
        std::vector<std::string> texts;
        for (const Message& reason : empty) texts.push_back(reason.text);
        throw Error(Exit::nothing, message(messages::nothing_found, joined(texts, "\n")));
    }
    leave_out(options, inputs);
    const FramePattern shot = shot_pattern(inputs.files.front().path);
    if (!options.frames.empty() && inputs.patterns.empty())
        throw usage_error(messages::frames_without_pattern,
                          shot.token.empty() ? "beauty.####.exr" : shot.text());
    for (const Message& reason : empty) report_warning(reason);
    return inputs;
}

} // namespace atrous
