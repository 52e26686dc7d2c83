// From pieces to a page: once through all of them for what is said above the pictures, once more for these, one at a time.
#include "base/error.h"
#include "base/log.h"
#include "batch/report/report.h"
#include "files/atomic_file.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <chrono>
#include <map>

namespace atrous {
namespace {

/// A frame that was told of, and the pictures that were made for it before.
struct CardPieces {
    ReportPiece frame;
    std::optional<ReportPiece> pictures{};
};

/// A page that is put together.
struct Gathered {
    PageTotals totals{};
    std::vector<CardPieces> cards{};
    std::string path{};
    bool overwrite = false;
    std::int64_t start = 0;
    bool began = false, written = false;
};

Json json_of(const PieceFile& pieces, const ReportPiece& piece) {
    return parse_json(pieces.text(piece), "the report");
}

/// The output that pictures are of.
std::string key_of_pictures(const PieceFile& pieces, const ReportPiece& piece) {
    constexpr std::uint64_t most = 1 << 15; // of a name, with all that escapes it
    const std::string head = pieces.text(piece, most);
    return head.substr(0, head.find('\0'));
}

/// Each worker begins with this; the first one says what the run is, later ones may have another device.
void take_run(Gathered& page, const Json& about) {
    const Json& run = *about.find("run");
    if (!page.began) {
        page.totals.run = run;
        page.totals.date = about.text_of("date");
        page.totals.images = std::size_t(about.integer_of("images"));
        page.start = about.integer_of("start");
        page.overwrite = *about.find("overwrite")->boolean();
        page.began = true;
    }
    const Json* const device = run.find("device");
    const std::string name = !device ? "" : device->string() ? *device->string() : device->text_of("name");
    if (!name.empty() && std::ranges::count(page.totals.devices, name) == 0)
        page.totals.devices.push_back(name);
}

std::size_t status_of(const Json& frame) {
    for (std::size_t i = 0; i < statuses; ++i)
        if (frame.text_of("status") == to_string(Status(i))) return i;
    return std::size_t(Status::failed);
}

void take_frame(PageTotals& totals, const Json& frame) {
    ++totals.counts[status_of(frame)];
    if (const Json* warnings = frame.find("warnings"); warnings && warnings->array())
        totals.warnings += warnings->array()->size();
    if (status_of(frame) == std::size_t(Status::ok))
        totals.pixels += double(frame.integer_of("width")) * double(frame.integer_of("height"));
    const GroupTimes times = group_times(frame);
    for (std::size_t i = 0; i < times.size(); ++i) totals.times[i] += times[i];
}

Gathered gather(const PieceFile& pieces) {
    Gathered page;
    std::map<std::string, ReportPiece> pictures; // by output
    for (const ReportPiece& piece : pieces.pieces()) {
        if (piece.kind == PieceKind::pictures) {
            pictures[key_of_pictures(pieces, piece)] = piece;
            continue;
        }
        page.written |= piece.kind == PieceKind::written;
        if (piece.kind == PieceKind::place) page.path = pieces.text(piece);
        if (piece.kind == PieceKind::written || piece.kind == PieceKind::place) continue;
        const Json json = json_of(pieces, piece);
        if (piece.kind == PieceKind::run) take_run(page, json);
        if (piece.kind == PieceKind::more) page.totals.images += std::size_t(json.number(0));
        if (piece.kind != PieceKind::frame) continue;
        CardPieces card{piece};
        const auto own = pictures.find(Json(json.text_of("output")).dump());
        if (own != pictures.end()) {
            if (status_of(json) == std::size_t(Status::ok)) card.pictures = own->second;
            pictures.erase(own);
        }
        take_frame(page.totals, json);
        page.cards.push_back(card);
    }
    return page;
}

/// Bytes behind each other, into a file that gets its name once all of them are there.
class PageFile {
  public:
    PageFile(const std::filesystem::path& path, bool overwrite) : file_(path, overwrite) {}
    void put(const std::string& text) {
        if (const int problem = file_.put(text.data(), text.size(), at_)) throw file_.cannot_write(problem);
        at_ += text.size();
    }
    void commit() {
        file_.commit();
        if (const std::string lost = file_.not_kept(); !lost.empty()) log_warning(lost);
    }

  private:
    AtomicFile file_;
    std::uint64_t at_ = 0;
};

} // namespace

void write_page(const PieceFile& pieces, int code, const std::string& why) {
    Gathered page = gather(pieces);
    if (!page.began || page.written) return;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    page.totals.seconds = double(std::chrono::nanoseconds(now).count() - page.start) / 1e9;
    page.totals.exit = code;
    page.totals.why = why;
    PageFile file(page.path, page.overwrite);
    file.put(page_begin(page.totals));
    for (std::size_t i = 0; i < page.cards.size(); ++i) {
        const CardPieces& card = page.cards[i];
        std::string figure = card.pictures ? pieces.text(*card.pictures) : "";
        figure.erase(0, figure.find('\0') + 1);
        file.put(card_html(json_of(pieces, card.frame), i + 1, figure));
    }
    file.put(page_end());
    file.commit();
    log_verbose("report: " + page.path);
}

int run_last_report(const CommandCall& call) {
    const int code = std::stoi(call.arguments.at(0));
    write_page(PieceFile(pieces_file()), code, call.arguments.at(1));
    return code;
}

} // namespace atrous
