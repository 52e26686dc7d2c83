// Tests runs of plans: values stay on the device from one plan to the next, arrays outlive runs and plans,
// and the place of values changes no result.
#include "base/error.h"
#include "opencl/messages.h"
#include "support/gpu_fixture.h"
#include "support/messages.h"
#include "support/skip.h"
#include <array>
#include <cstring>
#include <doctest/doctest.h>
#include <numeric>
#include <optional>

using namespace atrous;
using namespace atrous::test;

namespace {

using Floats = std::vector<float>;

std::span<const std::byte> bytes_of(const Floats& values) { return std::as_bytes(std::span(values)); }
std::span<std::byte> bytes_of(Floats& values) { return std::as_writable_bytes(std::span(values)); }

Floats numbers(std::size_t count, float first = 1) {
    Floats values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

Floats read(const DeviceArray& array) {
    Floats values(array.bytes() / sizeof(float));
    array.read(bytes_of(values));
    return values;
}

/// Swaps the halves of "to" into "from".
Plan swap_halves(std::size_t count) {
    Plan plan;
    const std::size_t bytes = count * sizeof(float), half = bytes / 2;
    const int from = plan.add(Buffer::Kind::samples, "from", bytes),
              to = plan.add(Buffer::Kind::samples, "to", bytes);
    plan.inputs = {{"from", from}};
    plan.outputs = {{"to", to}};
    plan.passes.push_back(
        {.stage = Stage::copy, .operation = Copy{0, half, half}, .reads = {from}, .writes = {to}});
    plan.passes.push_back(
        {.stage = Stage::copy, .operation = Copy{half, 0, half}, .reads = {from}, .writes = {to}});
    return plan;
}

Floats swapped(const Floats& values) {
    const auto half = values.begin() + std::ptrdiff_t(values.size() / 2);
    Floats out(half, values.end());
    out.insert(out.end(), values.begin(), half);
    return out;
}

/// An engine of the fixture's device with other options, or none after a skip.
std::optional<Engine> engine_with(const EngineOptions& options) {
    Engine* e = engine();
    if (!e) return {};
    return Engine(e->device(), options);
}

constexpr EngineOptions both_places[] = {{.copies = false}, {.copies = true}};

} // namespace

TEST_CASE("the output of one run is the input of the next, without the host") {
    for (const EngineOptions& options : both_places) {
        auto e = engine_with(options);
        if (!e) return;
        const Floats first = numbers(64);
        DeviceArray between = e->array(64 * sizeof(float));
        Floats last(64);
        const Plan plan = swap_halves(64);
        const RunReport up = e->run(plan, {bind_input("from", bytes_of(first)), bind_output("to", between)});
        CHECK(up.download_ms == 0);
        CHECK(read(between) == swapped(first));
        const RunReport down = e->run(plan, {bind_input("from", between), bind_output("to", bytes_of(last))});
        CHECK(down.upload_ms == 0);
        CHECK(last == first);
        CHECK(read(between) == swapped(first));
    }
}

TEST_CASE("an array outlives its plan, other runs and its engine") {
    auto e = engine_with({});
    if (!e) return;
    const Floats values = numbers(32);
    DeviceArray array;
    CHECK(array.bytes() == 0);
    {
        const Plan plan = swap_halves(32);
        array = e->array(32 * sizeof(float));
        e->run(plan, {bind_input("from", bytes_of(values)), bind_output("to", array)});
    }
    const Floats others = numbers(32, 1000);
    Floats out(32);
    for (int i = 0; i < 3; ++i)
        e->run(swap_halves(32), {bind_input("from", bytes_of(others)), bind_output("to", bytes_of(out))});
    CHECK(out == swapped(others));
    CHECK(read(array) == swapped(values));
    e.reset();
    CHECK(read(array) == swapped(values));
}

TEST_CASE("two plans share an array, and a plan runs again and again") {
    auto e = engine_with({});
    if (!e) return;
    const Floats values = numbers(48);
    const DeviceArray shared = e->array(bytes_of(values));
    const Plan one = swap_halves(48), two = swap_halves(48);
    Floats a(48), b(48);
    for (int i = 0; i < 3; ++i) {
        a.assign(48, 0);
        b.assign(48, 0);
        e->run(one, {bind_input("from", shared), bind_output("to", bytes_of(a))});
        e->run(two, {bind_input("from", shared), bind_output("to", bytes_of(b))});
        CHECK(a == swapped(values));
        CHECK(b == swapped(values));
    }
    CHECK(read(shared) == values);
}

TEST_CASE("host memory may be input and output at once") {
    for (const EngineOptions& options : both_places) {
        auto e = engine_with(options);
        if (!e) return;
        Floats values = numbers(64);
        e->run(swap_halves(64), {bind_input("from", bytes_of(values)), bind_output("to", bytes_of(values))});
        CHECK(values == swapped(numbers(64)));
        // The same with buffers that differ but overlap.
        Floats longer = numbers(96);
        const auto all = bytes_of(longer);
        e->run(swap_halves(64), {bind_input("from", all.first(64 * sizeof(float))),
                                 bind_output("to", all.last(64 * sizeof(float)))});
        CHECK(Floats(longer.begin() + 32, longer.end()) == swapped(numbers(64)));
    }
}

TEST_CASE("an input that a pass writes stays as it was") {
    for (const EngineOptions& options : both_places) {
        auto e = engine_with(options);
        if (!e) return;
        Plan plan;
        const int only = plan.add(Buffer::Kind::samples, "only", 8 * sizeof(float));
        plan.inputs = {{"from", only}};
        plan.outputs = {{"to", only}};
        plan.passes.push_back({.stage = Stage::copy,
                               .operation = Copy{0, 4 * sizeof(float), 4 * sizeof(float)},
                               .reads = {only},
                               .writes = {only}});
        const Floats values = numbers(8);
        Floats expected = values, out(8);
        std::copy_n(values.begin(), 4, expected.begin() + 4);
        e->run(plan, {bind_input("from", bytes_of(values)), bind_output("to", bytes_of(out))});
        CHECK(values == numbers(8));
        CHECK(out == expected);
        const DeviceArray array = e->array(bytes_of(values));
        DeviceArray result = e->array(8 * sizeof(float));
        e->run(plan, {bind_input("from", array), bind_output("to", result)});
        CHECK(read(array) == values);
        CHECK(read(result) == expected);
    }
}

TEST_CASE("a run refuses ports that are not bound, and arrays of other sizes or bound twice") {
    auto e = engine_with({});
    if (!e) return;
    const Plan plan = swap_halves(16);
    DeviceArray right = e->array(16 * sizeof(float)), wrong = e->array(20 * sizeof(float));
    const auto refusal = [&](std::initializer_list<Binding> bindings) {
        return thrown_by([&] { e->run(plan, bindings); });
    };
    CHECK(is_message(refusal({bind_output("to", right)}), messages::port_bindings, "input", "from", 0));
    CHECK(is_message(refusal({bind_input("from", wrong), bind_output("to", right)}), messages::port_bytes,
                     "input", "from", 64, 80));
    CHECK(is_message(refusal({bind_input("from", right), bind_output("to", right)}), messages::port_shared,
                     "to", "from"));
    Floats few(3);
    CHECK(is_message(thrown_by([&] { right.read(bytes_of(few)); }), messages::array_read, 64, 12));
    CHECK(is_message(thrown_by([] { DeviceArray().read({}); }), messages::array_empty));
}

TEST_CASE("on a CPU, samples of the host are used in place") {
    auto e = engine_with({});
    if (!e) return;
    if (e->device().type != DeviceInfo::Type::cpu) return skip("the device is no CPU");
    const Floats values = numbers(1 << 16);
    Floats out(values.size());
    const Plan plan = swap_halves(values.size());
    CHECK(e->run(plan, {bind_input("from", bytes_of(values)), bind_output("to", bytes_of(out))}).upload_ms ==
          0);
    CHECK(out == swapped(values));
    auto other = engine_with({.copies = true});
    CHECK(
        other->run(plan, {bind_input("from", bytes_of(values)), bind_output("to", bytes_of(out))}).upload_ms >
        0);
}

TEST_CASE(
    "on a CPU, an output that may share its input's memory does so if both are bound to the same memory") {
    auto e = engine_with({});
    if (!e) return;
    if (e->device().type != DeviceInfo::Type::cpu) return skip("the device is no CPU");
    Plan plan = swap_halves(64);
    plan.buffers[std::size_t(plan.output("to"))].may_be = plan.input("from");
    Floats values = numbers(64), out(64), twice = numbers(32);
    e->run(plan, {bind_input("from", bytes_of(values)), bind_output("to", bytes_of(out))});
    CHECK(out == swapped(values));
    e->run(plan, {bind_input("from", bytes_of(values)), bind_output("to", bytes_of(values))});
    twice.insert(twice.end(), twice.begin(), twice.begin() + 32);
    CHECK(values == twice); // the second half was gone when it was read: this plan's promise is wrong
}

TEST_CASE("a run after release_memory() gives the same result as before") {
    auto e = engine_with({});
    if (!e) return;
    const Pixels input = make_pixels({61, 47}, PixelType::u16);
    const Pixels before = run(*e, busy_settings("lab"), input);
    e->release_memory();
    const Pixels after = run(*e, busy_settings("lab"), input);
    CHECK(std::memcmp(before.bytes.data.get(), after.bytes.data.get(), before.byte_count()) == 0);
}
