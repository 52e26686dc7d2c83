// Tests the check of kernels in a run: kernels that are wrong, crash or hang are named and not used. Test
// builds harm kernels with ATROUS_KERNEL_FAILS.
#include "batch/messages.h"
#include "engine/messages.h"
#include "filters/atrous/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// Runs with kernels and verdicts of their own.
struct Fresh {
    Folder folder{};

    Fresh() { folder.image("a.tif", 150, 90); }
    Ran shell(const std::string& harm, const std::string& command) const {
        return folder.shell("unset POCL_CACHE_DIR; export XDG_CACHE_HOME=$PWD/cache "
                            "ATROUS_KERNEL_OPTIONS=-cl-opt-disable; " +
                            (harm.empty() ? "" : "export ATROUS_KERNEL_FAILS=" + harm + "; ") + command);
    }
    Ran enhance(const std::string& harm, const std::string& arguments) const {
        return shell(harm, "atrous enhance --levels 2 --depth float --existing replace a.tif " + arguments);
    }
    int count(const std::string& part) const {
        int found = 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path / "cache"))
            found += has_text(entry.path().filename().string(), part);
        return found;
    }
    /// The largest difference of the images' samples.
    double difference(const char* a, const char* b) const {
        const std::string first = samples_in(folder.path / a), second = samples_in(folder.path / b);
        REQUIRE(first.size() == second.size());
        double most = 0;
        for (std::size_t i = 0; i + sizeof(float) <= first.size(); i += sizeof(float)) {
            float x = 0, y = 0;
            std::memcpy(&x, &first[i], sizeof x);
            std::memcpy(&y, &second[i], sizeof y);
            most = std::max(most, std::abs(double(x) - double(y)));
        }
        return most;
    }
};

constexpr const char* of_vectors = ",eaw_decompose,VECTOR=1"; // harms all forms except direct

const std::string skipped = "export ATROUS_NO_DEVICE_CHECK=1; ";

int warnings_of(const Ran& ran) { return count_of(ran.err, "atrous: warning: "); }

} // namespace

TEST_CASE("right kernels: one check, which compiles nothing else, and the verdict is kept") {
    if (!has_device()) return;
    const Fresh fresh, unchecked;
    const Ran first = fresh.enhance("", "-v -o out/");
    CHECK(first.code == 0);
    CHECK(prints(first, line(messages::kernel_checked)));
    CHECK(unchecked.shell("", skipped + "atrous enhance -q --levels 2 --depth float a.tif -o out/").code ==
          0);
    CHECK(fresh.count(".so") == unchecked.count(".so"));
    CHECK(fresh.count("device-checks-") == 1);
    CHECK(unchecked.count("device-checks-") == 0);
    const Ran again = fresh.enhance("", "-v -o b.tif");
    CHECK(again.code == 0);
    CHECK_FALSE(prints(again, line(messages::kernel_checked)));
    CHECK(part_in(images_in(fresh.folder.path / "out/atrous-timings.jsonl"))->text_of("checked") == "right");
    CHECK(fresh.difference("out/a.tif", "b.tif") == 0);
    CHECK(has_text(fresh.shell("", "atrous devices").out, "  right"));
    CHECK(has_text(unchecked.shell("", "atrous devices").out, "  not yet"));
    CHECK(has_text(fresh.shell("", "atrous devices --json").out, "\"found\": \"right\""));
}

TEST_CASE("kernels that are not right are named once and not used, and no image is blamed") {
    if (!has_device()) return;
    const Fresh fresh;
    struct {
        const char *harm, *text, *found;
    } const rows[] = {{"wrong", "differs from the host by", "wrong"},
                      {"nan", "differs from the host by", "wrong"},
                      {"hang", "does not end", "hung"},
                      {"11", "crashes", "crashed"},
                      {"6", "crashes", "crashed"}};
    REQUIRE(fresh.enhance("", "-q --execution form=direct -o expected.tif").code == 0);
    for (const auto& row : rows) {
        CAPTURE(row.harm);
        fs::remove_all(fresh.folder.path / "out");
        for (const auto& entry : fs::recursive_directory_iterator(fresh.folder.path / "cache"))
            if (entry.path().filename().string().starts_with("device-checks-")) fs::remove(entry.path());
        const std::string harm = row.harm + std::string(of_vectors);
        const Ran ran = fresh.shell(harm, "export ATROUS_CHECK_SECONDS=4; atrous enhance --levels 2 --depth "
                                          "float a.tif -o out/");
        CHECK(ran.code == 0);
        CHECK(prints(ran, line(messages::kernel_not_used, row.text)));
        CHECK(warnings_of(ran) == (has_text(ran.err, "eaw_decompose_strip") ? 2 : 1));
        CHECK(fresh.difference("out/a.tif", "expected.tif") < 5e-6);
        const auto log = read_log(fresh.folder.path / "out/atrous-timings.jsonl");
        int logged = 0;
        for (const Json& object : log)
            if (const Json* const check = object.find("check")) {
                ++logged;
                CHECK(check->text_of("found") == row.found);
                CHECK(check->text_of("kernel").starts_with("eaw_decompose"));
            }
        CHECK(logged == warnings_of(ran));
        if (std::string(row.found) == "wrong") { // later runs use the verdict silently
            const Ran later = fresh.enhance(harm, "-o later.tif");
            CHECK(later.code == 0);
            CHECK(warnings_of(later) == 0);
            CHECK(fresh.difference("later.tif", "expected.tif") < 5e-6);
            CHECK(has_text(fresh.shell("", "atrous devices").out, "eaw/vector wrong"));
            expect(fresh.enhance(harm, "--execution form=vector -o c.tif"), 4,
                   {line(messages::form_wrong, "vector")});
        } else { // its cause may have gone
            CHECK(fresh.enhance("", "-q --execution form=vector -o c.tif").code == 0);
            CHECK(has_text(fresh.shell("", "atrous devices").out, "  right"));
        }
    }
}

TEST_CASE(
    "a crash in a check is not taken for the crash of one of many images, nor a crash of an image for the device's") {
    if (!has_device()) return;
    const Fresh fresh;
    for (int i = 0; i < 6; ++i) fresh.folder.image("in/" + std::to_string(i) + ".tif");
    const Ran ran = fresh.shell(std::string("11") + of_vectors, "atrous enhance --levels 2 in -o out");
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

TEST_CASE("without a right form another device is used, or the run ends with exit code 4") {
    if (!has_device()) return;
    const Fresh fresh;
    const std::string both = "export POCL_DEVICES='pthread basic'; ";
    const bool has_basic = has_text(fresh.shell("", both + "atrous devices").out, "  basic");
    const std::string wrong = has_basic ? "wrong,eaw_decompose,,pthread" : "wrong,eaw_decompose";
    if (has_basic) {
        const Ran ran = fresh.shell(wrong, both + "atrous enhance --levels 2 --depth float a.tif -o b.tif");
        CHECK(ran.code == 0);
        CHECK(prints(ran, line(messages::kernel_not_used)));
        CHECK(prints(ran, line(messages::device_not_used, "using basic")));
        const Ran there = fresh.shell(
            "",
            "export POCL_DEVICES=basic; atrous enhance -q --levels 2 --depth float a.tif -o expected.tif");
        CHECK(there.code == 0);
        CHECK(fresh.difference("b.tif", "expected.tif") == 0);
        const Ran later = fresh.shell(wrong, both + "atrous enhance --levels 2 --depth float a.tif -o c.tif");
        CHECK(later.code == 0);
        CHECK(prints(later, line(messages::device_not_used)));
    }
    expect(fresh.enhance(wrong, "--device 0 -o d.tif"), 4, {line(messages::device_wrong, "kernels-")});
    CHECK_FALSE(fresh.folder.has("d.tif"));
    CHECK(fresh.shell("", "atrous scale --factor 2 --device 0 a.tif -o e.tif").code ==
          0); // has other kernels
    CHECK(fresh.shell(wrong, skipped + "atrous enhance --levels 2 --device 0 a.tif -o d.tif").code ==
          0); // as the user wishes
}
