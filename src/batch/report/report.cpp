// Keeps pieces while the run goes on.
// A head of fixed size, then the text.
#include "batch/report/report.h"
#include "base/error.h"
#include "base/html.h"
#include "base/log.h"
#include "base/text.h"
#include "base/utf8.h"
#include "batch/log/run_log.h"
#include "batch/plan/job.h"
#include "formats/write/resize.h"
#include "formats/write/small_copy.h"
#include "platform/descriptor.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// Where the pieces of this run are; makes it where no supervisor did.
int file_for_pieces() {
    const int file = pieces_file() >= 0 ? pieces_file() : make_passing_file(report_pieces);
    if (file < 0)
        throw Error(Exit::internal, std::string("--report: nothing can be kept: ") + std::strerror(errno));
    return file;
}

/// A name as the log has it on a line of its own.
std::string key_of(const std::string& name) { return Json(name).dump(); }

/// What is the same in two tellings of one event.
std::string event_of(const Json& frame) {
    return key_of(frame.text_of("input")) + key_of(frame.text_of("output")) + frame.text_of("status");
}

std::string date_now() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S %z", &local)};
}

/// Of the run, by the steady clock, which all of its processes share.
std::int64_t start_of_run() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return resumed().start != 0 ? resumed().start : std::chrono::nanoseconds(now).count();
}

/// The report of a chunk has its number in its name: several may be at work with one command line.
fs::path report_path(const SessionOptions& options) {
    const fs::path path = *options.report;
    if (!options.chunk) return path;
    return path.parent_path() /
           (path.stem().string() + "." + std::to_string(options.chunk->index) + path.extension().string());
}

struct PieceHead {
    std::uint64_t size;
    PieceKind kind;
};

} // namespace

void check_report(const SessionOptions& options, const OutputPlan& plan) {
    if (!options.report) return;
    const fs::path path = report_path(options);
    const std::string extension = lower(path.extension().string());
    if (extension != ".html" && extension != ".htm")
        throw usage_error("--report " + path.string() + ": is not the name of a page; reports are *.html");
    Identities identity;
    const std::string page = identity(path);
    const auto refuse = [&](const fs::path& file, const std::string& what) {
        if (!file.empty() && identity(file) == page)
            throw usage_error("--report " + path.string() + ": is " + what +
                              "; give the report a name of its own");
    };
    if (options.inputs.list != standard_stream) refuse(options.inputs.list, "the list of --files-from");
    if (options.log_file) refuse(*options.log_file, "the file of --log");
    for (const Job& job : plan.jobs)
        for (const RoleFile& input : job.inputs) refuse(input.path, "an input");
    if (resumed().begun) return;
    std::error_code bad;
    if (fs::is_directory(path, bad)) throw usage_error("--report " + path.string() + ": is a folder");
    if (fs::exists(path, bad) && !fs::is_regular_file(path, bad))
        throw usage_error("--report " + path.string() +
                          ": is a pipe or a device; a report goes into a file, which it replaces as a whole");
    if (fs::exists(path, bad) && !companion_options(options).overwrite)
        throw usage_error(
            "--report " + path.string() +
            ": exists already; give it another name, or replace it, with outputs that exist (--existing "
            "replace) or that are older than their inputs (--existing newer)");
    if (options.dry_run) return log_info("would write the report " + path.string());
    const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    fs::create_directories(folder, bad);
    if (bad || ::access(folder.c_str(), W_OK | X_OK) != 0)
        throw usage_error("--report " + path.string() +
                          ": cannot be written there: " + (bad ? bad.message() : std::strerror(errno)));
}

Report::Report(const SessionOptions& options, Json run, std::size_t images)
    : file_(file_for_pieces()), own_(pieces_file() < 0), pieces_(file_) {
    Json about;
    about["overwrite"] = companion_options(options).overwrite;
    about["images"] = images;
    about["start"] = start_of_run();
    about["date"] = date_now();
    run["run"] = name_of_this_run();
    about["run"] = std::move(run);
    for (const ReportPiece& piece : pieces_.pieces())
        if (piece.kind == PieceKind::frame)
            earlier_.insert(event_of(parse_json(pieces_.text(piece), "the report")));
    keep(PieceKind::place, report_path(options).string());
    keep(PieceKind::run, about.dump());
}

Report::~Report() {
    if (own_) ::close(file_);
}

void Report::keep(PieceKind kind, const std::string& text) {
    if (const int problem = pieces_.add(kind, text); problem != 0) problem_ = problem;
}

void Report::expect(std::size_t more) { keep(PieceKind::more, Json(more).dump()); }

void Report::show(Frame& frame, const ShownPart& part, const std::function<void()>& work) {
    const auto copy = [&](const std::vector<ImageFile>& files, const ShownPart& of) {
        try {
            return copy_of_picture(files, of);
        } catch (const std::exception& error) {
            frame.record.warnings.push_back(frame.job().input().string() +
                                            ": is not shown in the report: " + error.what());
            return std::optional<FrameCopy>();
        }
    };
    const auto before = copy(frame.files, part);
    work();
    const auto after = before ? copy(frame.results, {}) : std::nullopt;
    if (after)
        keep(PieceKind::pictures,
             key_of(name_text(frame.job().output())) + '\0' + pair_html(*before, *after));
}

void Report::add(const FrameRecord& record) {
    if (record.job.outputs.empty()) return; // read for the sake of others
    const Json frame = frame_json(record);
    if (!earlier_.contains(event_of(frame))) keep(PieceKind::frame, frame.dump());
}

Exit Report::end(Exit code, const std::string& why) {
    try {
        if (problem_ != 0)
            throw file_error(std::string("the report is not written: its pieces could not be kept: ") +
                             std::strerror(problem_) + " (TMPDIR names another folder for them)");
        write_page(pieces_, int(code), why);
        keep(PieceKind::written, "1");
        return code;
    } catch (const std::exception& error) {
        log_error(error.what());
        return code == Exit::ok ? Exit::some_failed : code;
    }
}

std::optional<FrameCopy> copy_of_picture(const std::vector<ImageFile>& files, const ShownPart& part) {
    for (const ImageFile& file : files)
        for (std::size_t i = 0; i < file.parts.size(); ++i)
            for (const PictureView& picture : pictures_of(file.parts[i])) {
                const PixelsPart all{0, 0, picture.pixels.size};
                if (all.size.pixels() == 0) continue;
                const SmallCopy copy = small_copy(picture.pixels, part ? part(file, i) : all,
                                                  part_place(file.parts[i]).orientation);
                return FrameCopy{{data_uri("image/webp", copy.webp), copy.size}, copy.clipped};
            }
    return {};
}

std::string pair_html(const FrameCopy& before, const FrameCopy& after) {
    const double clipped = std::max(before.clipped, after.clipped);
    std::string note;
    if (clipped > 0)
        note = significant(100 * clipped, 2) + " % of the values are above white, which is clipped here";
    return figure_html(before.shown, after.shown, note);
}

PieceFile::PieceFile(int descriptor) : file_(descriptor) {
    struct stat info {};
    const std::uint64_t all = ::fstat(file_, &info) == 0 ? std::uint64_t(info.st_size) : 0;
    for (PieceHead head{}; end_ + sizeof head <= all; end_ += sizeof head + head.size) {
        read_at(file_, &head, sizeof head, end_);
        const std::uint64_t begin = end_ + sizeof head;
        if (head.size > all - begin) break;
        pieces_.push_back({head.kind, begin, head.size});
    }
    // What is added may be shorter than the half piece in its place.
    if (end_ < all && ::ftruncate(file_, off_t(end_)) != 0) problem_ = errno;
}

int PieceFile::add(PieceKind kind, const std::string& text) {
    PieceHead head{};
    head.size = text.size();
    head.kind = kind;
    std::string bytes(sizeof head, '\0');
    std::memcpy(bytes.data(), &head, sizeof head);
    bytes += text;
    const std::lock_guard guard(lock_);
    if (problem_ == 0) problem_ = write_at(file_, bytes.data(), bytes.size(), end_);
    if (problem_ != 0) return problem_;
    pieces_.push_back({kind, end_ + sizeof head, text.size()});
    end_ += bytes.size();
    return 0;
}

std::string PieceFile::text(const ReportPiece& piece, std::uint64_t most) const {
    std::string text(std::min(piece.size, most), '\0');
    text.resize(read_at(file_, text.data(), text.size(), piece.at));
    return text;
}

} // namespace atrous
