// Intersects rays with shapes, which a tree of boxes sorts.
#include "world.h"
#include <algorithm>
#include <numeric>

namespace atrous::scenes {
namespace {

constexpr float offset = 1e-4f;

Vec3 least(Vec3 a, Vec3 b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 most(Vec3 a, Vec3 b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }
Vec3 size_of(Vec3 a) { return {std::abs(a.x), std::abs(a.y), std::abs(a.z)}; }

Vec3 reach(const Shape& s) {
    const bool flat = s.form == Shape::Form::leaf || s.form == Shape::Form::board;
    return size_of(s.u) + (flat ? size_of(s.v) : Vec3{}) + samples::grey(1e-3f);
}

Hit meet_ball(const Shape& s, Vec3 from, Vec3 d) {
    const Vec3 inverse{1 / s.u.x, 1 / s.u.y, 1 / s.u.z}, o = (from - s.centre) * inverse, k = d * inverse;
    const float a = dot(k, k), b = dot(o, k), root = b * b - a * (dot(o, o) - 1);
    if (root < 0) return {0};
    const float near = (-b - std::sqrt(root)) / a, far = (-b + std::sqrt(root)) / a;
    const float t = near > offset ? near : far;
    return {t, 0, (o + k * t) * inverse};
}

Hit meet_box(const Shape& s, Vec3 from, Vec3 d) {
    const Vec3 o = from - s.centre;
    const float begin[] = {o.x, o.y, o.z}, step[] = {d.x, d.y, d.z}, half[] = {s.u.x, s.u.y, s.u.z};
    float near = -1e30f, far = 1e30f;
    int near_axis = 0, far_axis = 0;
    for (int i = 0; i < 3; ++i) {
        const float inverse = 1 / (step[i] == 0 ? 1e-20f : step[i]), reach = std::abs(inverse) * half[i];
        const float low = -begin[i] * inverse - reach, high = -begin[i] * inverse + reach;
        if (low > near) near = low, near_axis = i;
        if (high < far) far = high, far_axis = i;
    }
    if (near > far) return {0};
    const bool outside = near > offset;
    const int axis = outside ? near_axis : far_axis;
    const float side = (step[axis] > 0) == outside ? -1.0f : 1.0f;
    return {outside ? near : far, 0, Vec3{axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0}};
}

Hit meet_flat(const Shape& s, Vec3 from, Vec3 d) {
    const Vec3 n = cross(s.u, s.v);
    const float t = dot(s.centre - from, n) / dot(d, n);
    const Vec3 p = from + d * t - s.centre;
    const float a = dot(p, s.u) / dot(s.u, s.u), b = dot(p, s.v) / dot(s.v, s.v);
    const bool inside = s.form == Shape::Form::leaf ? a * a + b * b < 1 : std::abs(a) < 1 && std::abs(b) < 1;
    return {inside ? t : 0, 0, n};
}

Hit meet_shape(const Shape& s, Vec3 from, Vec3 d) {
    if (s.form == Shape::Form::ball) return meet_ball(s, from, d);
    return s.form == Shape::Form::box ? meet_box(s, from, d) : meet_flat(s, from, d);
}

bool meets(const Node& node, Vec3 from, Vec3 inverse, float limit) {
    const Vec3 a = (node.low - from) * inverse, b = (node.high - from) * inverse, low = least(a, b),
               high = most(a, b);
    const float near = std::max({low.x, low.y, low.z, 0.0f}), far = std::min({high.x, high.y, high.z, limit});
    return near <= far;
}

/// Sorts order[first .. first + count) into nodes, by the middle of the longest side.
void split(World& world, int first, int count) {
    const std::size_t node = world.nodes.size();
    Vec3 low = samples::grey(1e30f), high = samples::grey(-1e30f);
    for (int i = first; i < first + count; ++i) {
        const Shape& s = world.shapes[std::size_t(world.order[std::size_t(i)])];
        low = least(low, s.centre - reach(s));
        high = most(high, s.centre + reach(s));
    }
    world.nodes.push_back({low, high, first, count <= 3 ? count : 0, 0});
    if (count <= 3) return;
    const Vec3 extent = high - low;
    const float longest = std::max({extent.x, extent.y, extent.z});
    const auto key = [&](int i) {
        const Vec3 c = world.shapes[std::size_t(i)].centre;
        return extent.x == longest ? c.x : extent.y == longest ? c.y : c.z;
    };
    const auto begin = world.order.begin() + first;
    std::sort(begin, begin + count,
              [&](int a, int b) { return key(a) < key(b) || (key(a) == key(b) && a < b); });
    split(world, first, count / 2);
    world.nodes[node].other = int(world.nodes.size());
    split(world, first + count / 2, count - count / 2);
}

} // namespace

void finish(World& world) {
    world.order.resize(world.shapes.size());
    std::iota(world.order.begin(), world.order.end(), 0);
    for (const int i : world.order)
        if (world.materials[std::size_t(world.shapes[std::size_t(i)].material)].kind == Material::Kind::lamp)
            world.lamps.push_back(i);
    split(world, 0, int(world.order.size()));
}

Hit meet(const World& world, Vec3 from, Vec3 d, float limit) {
    const auto safe = [](float v) { return 1 / (std::abs(v) < 1e-20f ? 1e-20f : v); };
    const Vec3 inverse{safe(d.x), safe(d.y), safe(d.z)};
    Hit best{limit};
    int waiting[64], count = 0;
    for (int at = 0; at >= 0;) {
        const Node& node = world.nodes[std::size_t(at)];
        const bool inside = meets(node, from, inverse, best.distance);
        for (int i = node.first; inside && i < node.first + node.count; ++i) {
            const int shape = world.order[std::size_t(i)];
            const Hit hit = meet_shape(world.shapes[std::size_t(shape)], from, d);
            if (hit.distance > offset && hit.distance < best.distance)
                best = {hit.distance, shape, hit.normal};
        }
        if (inside && node.count == 0) {
            waiting[count++] = node.other;
            ++at;
        } else
            at = count > 0 ? waiting[--count] : -1;
    }
    if (best.shape >= 0) best.normal = normalize(best.normal);
    return best;
}

} // namespace atrous::scenes
