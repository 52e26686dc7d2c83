// Tests the check of kernels in a run: kernels that are wrong, crash or hang are named and not used.
#include "batch/messages.h"
#include "engine/messages.h"
#include "filters/atrous/messages.h"
#include "program/running/fresh_kernels.h"
#include "supervisor/messages.h"
#include "support/messages.h"
#include "support/skip.h"
#include <cstdlib>
#include <span>

using namespace atrous;

namespace {

constexpr const char* of_vectors = "VECTOR > 1"; // all forms except direct

#ifdef __x86_64__
constexpr bool has_calls = true;
#else
constexpr bool has_calls = false;
#endif
/// Adds a function that calls Linux on x86-64 (has_calls): number, arguments.
std::vector<KernelEdit> with_calls(std::vector<KernelEdit> edits) {
    const std::string head = "#include \"eaw/level.h\"\n";
    const auto added = edits_of_levels(
        head, head +
                  "long call(long n, long a, long b, long c) { "
                  "__asm__ volatile(\"movq $8, %%r10; syscall\" : \"+a\"(n) : \"D\"(a), \"S\"(b), \"d\"(c) : "
                  "\"rcx\", \"r10\", \"r11\", \"memory\"); return n; }\n");
    edits.insert(edits.end(), added.begin(), added.end());
    return edits;
}

const std::string skipped = "export ATROUS_NO_DEVICE_CHECK=1; ";

int warnings_of(const Ran& ran) { return count_of(ran.err, "atrous: warning: "); }

} // namespace

TEST_CASE("a damaged record of verdicts is as none: kernels are checked again") {
    if (!has_device()) return;
    const Fresh fresh;
    REQUIRE(fresh.enhance("", "-q -o b.tif").code == 0);
    const fs::path record = fresh.record();
    const Json right = parse_json(slurp(record), "record");
    const std::string key = right.find("checks")->object()->front().first;
    const Json verdict = *right.find("checks")->find(key);
    const auto with = [&](const char* member, Json value) {
        Json changed = verdict;
        changed[member] = std::move(value);
        return changed;
    };
    const Json damages[] = {Json::Object{},        Json("right"),           with("found", {}),
                            with("found", 3),      with("found", "banana"), with("found", "crashed"),
                            with("device", "x"),   with("driver", 7),       with("filter", ""),
                            with("form", Json(3)), with("form", "ring")};
    for (const Json& damage : damages) {
        CAPTURE(damage.dump());
        Json all = right;
        all["checks"][key] = damage;
        spill(record, all.dump());
        const Ran again = fresh.enhance("", "-v -o b.tif");
        CHECK(again.code == 0);
        CHECK(prints(again, line(messages::kernel_checked)));
        CHECK(parse_json(slurp(record), "record").find("checks")->find(key)->text_of("found") == "right");
    }
    for (const char* text : {"", "[]", "{}", "{\"checks\": 3}"}) {
        CAPTURE(text);
        spill(record, text);
        CHECK(prints(fresh.enhance("", "-v -o b.tif"), line(messages::kernel_checked)));
    }
}

TEST_CASE("kernels that are not right are named once and not used, and no image is blamed") {
    if (!has_device()) return;
    const Fresh fresh;
    struct {
        std::vector<KernelEdit> edits;
        const char *text, *found;
        bool is_extra =
            false; ///< only with ATROUS_EXHAUSTIVE: another test here or in tests/opencl has this edit
    } const rows[] = {
        {wrong_levels("0.7f", of_vectors), "differs from the host by", "wrong"},
        {wrong_levels("NAN", of_vectors), "differs from the host by", "wrong", true},
        {levels_after("for (volatile int i = 0; VECTOR > 1 && i < 1;);"), "does not end", "hung"},
        {levels_after("if (VECTOR > 1) *(volatile global int *)8 = 1;"), "crashes", "crashed", has_calls},
        // As abort() does: unblocks SIGABRT, and sends it to this thread.
        {with_calls(levels_after("if (VECTOR > 1) { ulong abort = 32; call(14, 1, (long)&abort, 0); "
                                 "call(234, call(39, 0, 0, 0), call(186, 0, 0, 0), 6); }")),
         "crashes", "crashed"},
    };
    if (!has_calls) test::skip("a kernel that aborts is written for x86-64");
    REQUIRE(fresh.enhance("", "-q --execution form=direct -o expected.tif").code == 0);
    for (const auto& row : std::span(rows).first(std::size(rows) - (has_calls ? 0 : 1))) {
        if (row.is_extra && !std::getenv("ATROUS_EXHAUSTIVE")) continue;
        const bool is_crash = std::string(row.found) == "crashed";
        CAPTURE(row.edits.front().to);
        fs::remove_all(fresh.folder.path / "out");
        fresh.edit(row.edits);
        // A busy machine may need more than 15 s for a check that ends.
        const std::string limit = std::string(row.found) == "hung" ? "export ATROUS_CHECK_SECONDS=15; " : "";
        const Ran ran =
            fresh.shell("kernels", limit + "atrous enhance --levels 2 --depth float a.tif -o out/");
        CHECK(ran.code == 0);
        CHECK(prints(ran, line(messages::kernel_not_used, row.text)));
        const int forms = has_text(ran.err, "eaw_decompose_strip") ? 2 : 1;
        // The first crash may be a damaged kernel's. A limit for tests is named, too.
        CHECK(warnings_of(ran) == forms + is_crash + !limit.empty());
        CHECK(prints(ran, line(messages::kernels_suspect)) == is_crash);
        CHECK(fresh.difference("out/a.tif", "expected.tif") < 5e-6);
        const auto log = read_log(fresh.folder.path / "out/atrous-timings.jsonl");
        int logged = 0;
        for (const Json& object : log)
            if (const Json* const check = object.find("check")) {
                ++logged;
                CHECK(check->text_of("found") == row.found);
                CHECK(check->text_of("kernel").starts_with("eaw_decompose"));
            }
        CHECK(logged == forms);
        const Ran devices = fresh.shell("kernels", "atrous devices");
        if (std::string(row.found) == "wrong") { // later runs use the verdict silently
            const Ran later = fresh.enhance("kernels", "-o later.tif");
            CHECK(later.code == 0);
            CHECK(warnings_of(later) == 0);
            CHECK(fresh.difference("later.tif", "expected.tif") < 5e-6);
            CHECK(has_text(devices.out, "eaw/vector wrong"));
            expect(fresh.enhance("kernels", "--execution form=vector -o c.tif"), 4,
                   {line(messages::form_wrong, "vector")});
        } else { // its cause may go, so the next run checks again
            CHECK_FALSE(has_text(devices.out, " wrong"));
            if (is_crash)
                CHECK(prints(fresh.enhance("kernels", "-o c.tif"), line(messages::kernel_not_used)));
        }
    }
}

TEST_CASE("wrong kernels of the noise filter are named, and count only for runs that remove noise") {
    if (!has_device()) return;
    const Fresh fresh;
    fresh.edit({{"framelet/mix.cl", "decoded(after) - decoded(before)", "(vf)(0.25f)"}});
    const Ran ran = fresh.enhance("kernels", "--device 0 --denoise auto --noise 20 -o b.tif");
    expect(ran, 4, {line(messages::device_wrong, "framelet/direct")});
    CHECK(prints(ran, line(messages::kernel_not_used, "framelet_")));
    const Ran plain = fresh.enhance("kernels", "--device 0 -o c.tif");
    CHECK(plain.code == 0);
    CHECK(warnings_of(plain) == 0);
    CHECK(fresh.enhance("kernels", "--device 0 --denoise auto --noise 20 -o b.tif").code == 4);
}

TEST_CASE(
    "a crash in a check is not taken for the crash of one of many images, nor a crash of an image for the device's") {
    if (!has_device()) return;
    const Fresh fresh;
    for (int i = 0; i < 6; ++i) fresh.folder.image("in/" + std::to_string(i) + ".tif");
    fresh.edit(levels_after("if (VECTOR > 1) *(volatile global int *)8 = 1;"));
    const Ran ran = fresh.shell("kernels", "atrous enhance --levels 2 in -o out");
    expect(ran, 0, {"6 images: 6 written"});
    CHECK(prints(ran, line(messages::kernel_not_used, "crashes")));
    // 3.tif crashes its decoder while the first images are checked.
    const Ran damaged =
        fresh.shell("", "export ATROUS_HARM=decoding:3.tif:11; find cache -name 'device-*' -delete; "
                        "atrous enhance --levels 2 in -o out2");
    CHECK(damaged.code == 1);
    CHECK_FALSE(prints(damaged, line(messages::kernel_not_used)));
    CHECK(fresh.folder.has("out2/0.tif"));
    CHECK_FALSE(fresh.folder.has("out2/3.tif"));
}

TEST_CASE("without a right form another device is used") {
    if (!has_device()) return;
    if (!has_calls) return test::skip("a kernel that knows its device is written for x86-64");
    const Fresh fresh;
    const std::string enhance = "atrous enhance --levels 2 --depth float a.tif -o ",
                      both = "export POCL_DEVICES='pthread basic'; ";
    // PoCL's device "pthread" runs kernels in threads of its own, "basic" in the process' first one.
    if (!has_text(fresh.shell("", both + "atrous devices").out, "  basic"))
        return test::skip("there is no PoCL with its devices pthread and basic");
    fresh.edit(
        with_calls(wrong_levels("0.7f", "call(39, 0, 0, 0) != call(186, 0, 0, 0)"))); // process and thread
    const Ran ran = fresh.shell("kernels", both + enhance + "b.tif");
    CHECK(ran.code == 0);
    CHECK(prints(ran, line(messages::kernel_not_used)));
    CHECK(prints(ran, line(messages::device_not_used, "using basic")));
    CHECK(fresh.shell("", "export POCL_DEVICES=basic; " + enhance + "expected.tif -q").code == 0);
    CHECK(fresh.difference("b.tif", "expected.tif") == 0);
    const Ran later = fresh.shell("kernels", both + enhance + "c.tif");
    CHECK(later.code == 0);
    CHECK(prints(later, line(messages::device_not_used)));
}

TEST_CASE("without a right form, and without another device, the run ends with exit code 4") {
    if (!has_device()) return;
    const Fresh fresh;
    fresh.edit(wrong_levels("0.7f"));
    expect(fresh.enhance("kernels", "--device 0 -o d.tif"), 4, {line(messages::device_wrong, "eaw/direct")});
    CHECK_FALSE(fresh.folder.has("d.tif"));
    const auto code_of = [&](const std::string& command) { return fresh.shell("kernels", command).code; };
    CHECK(code_of("atrous scale --factor 2 --device 0 a.tif -o e.tif") == 0);             // has other kernels
    CHECK(code_of(skipped + "atrous enhance --levels 2 --device 0 a.tif -o d.tif") == 0); // as wished
}
