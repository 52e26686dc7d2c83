// Runs --noise-guard: computes a level's contribution to the delta if its noise must not be amplified.
// eaw_decompose has stored the details d of the level and its next coarse image. A boost g of a detail
// becomes 1 + (g - 1) max(0, 1 - (FACTOR V / E)^2), with E the mean of d^2 over the 3x3 pixels of the
// subimage around (weights 1 2 1 each way, pixels outside the image are skipped, whatever the border), and V
// the variance of noise in d at the brightness of the next coarse image. Both cover all planes of a group
// together, so that hues stay. Noise is nearly uncorrelated between details of a level, so E of pure noise
// rarely exceeds FACTOR V. E of real detail is many times V, and the boost is kept.
#define GUARDED 1
#include "atrous/store.h"
#include "eaw/detail.h"
#include "eaw/groups.h"
#if VECTOR == 1
#include "atrous/pixel_column.h"

INLINE Column column_of(const Level *l, int x, int border) { return column_at(&l->x, x, border); }
// All bits if tap dx counts, none if the image ends before it.
INLINE vi tap_counts(const Column *c, int dx) { return has_tap(c, dx) ? -1 : 0; }
// Tap dx in `row`, of one that does not count the pixel itself.
INLINE vf tap_value(const Column *c, global const plane_t *row, int dx) {
    return LOAD_ONE(row + (has_tap(c, dx) ? c->from[RADIUS + dx] : c->from[RADIUS]));
}
#else
#include "atrous/column.h"

INLINE Column column_of(const Level *l, int x, int border) { return column_at(l, x, border); }
#endif

// On photographs with noise (tests/photos.py) max(0, 1 - 2 V / E) keeps 0.952 to 0.99 of the boosts of
// details. The square, with as little noise amplified, keeps 0.974 to 0.99. A third power amplifies more.
#define FACTOR 2.75f

typedef struct {
    const EawGuard *p;
    Level level;
    global const plane_t *detail, *coarser; // d_l in the layout of the level, c_{l+1} in the next one
    global const float *noise;              // of the level
} GuardPass;

// E of the planes `first` .. `first + planes - 1` for the vector at (x, y). `border` is a constant: 0 compiles without checks
// along the row.
INLINE vf energy_of(const GuardPass *g, int first, int planes, int x, int y, int border) {
    const PlaneStack stack = g->level.planes;
    const Column c = column_of(&g->level, x, border);
    vf sum = (vf)(0.0f), norm = (vf)(0.0f);
    UNROLL
    for (int dy = -1; dy <= 1; ++dy) {
        const int from = tap_position(&g->level.y, y, dy);
        if (from < 0) continue;
        global const plane_t *row = g->detail + plane_index(first, 0, from, stack);
        UNROLL
        for (int dx = -1; dx <= 1; ++dx) {
            const float weight = (dx == 0 ? 0.5f : 0.25f) * (dy == 0 ? 0.5f : 0.25f);
            const vi counts = tap_counts(&c, dx);
            vf squared = (vf)(0.0f);
            UNROLL
            for (int i = 0; i < MAX_GROUP; ++i) {
                if (i >= planes) continue;
                const vf d = tap_value(&c, row + (size_t)i * stack.plane, dx);
                squared = fma(d, d, squared);
            }
            sum = fma(masked(squared, counts), (vf)(weight), sum);
            norm += masked((vf)(weight), counts);
        }
    }
    return sum / norm;
}

// Luma of the next coarse image at the vector at (x, y), from the next layout.
INLINE vf coarser_luma(const GuardPass *g, int x, int y) {
    const PlaneStack stack = g->level.planes;
    global const int *step = g->level.x.tables + AXIS_STEP * g->level.x.length;
    global const plane_t *row = g->coarser + plane_index(0, 0, axis_entry(&g->level.y, AXIS_STEP, y), stack);
    Lanes luma;
    luma.v = (vf)(0.0f);
    UNROLL
    for (int i = 0; i < LUMA; ++i)
        for (int k = 0; k < VECTOR; ++k)
            luma.lane[k] += LOAD_ONE(row + (size_t)i * stack.plane + step[min(x + k, stack.width - 1)]);
    return luma.v * (1.0f / LUMA);
}

// The curve at `entry`, straight between two of its entries.
INLINE vf noise_at(global const float *curve, vf entry) {
    Lanes at, out;
    at.v = clamp(entry, (vf)(0.0f), (vf)(GUARD_ENTRIES - 1.0f));
    for (int k = 0; k < VECTOR; ++k) {
        const int i = clamp((int)at.lane[k], 0, GUARD_ENTRIES - 2); // any value in lanes outside the image
        out.lane[k] = curve[i] + (at.lane[k] - i) * (curve[i + 1] - curve[i]);
    }
    return out.v;
}

// The part of the boosts of a group that noise leaves.
INLINE vf part_above_noise(const GuardPass *g, int group, vf entry, int x, int y, int inner) {
    const int first = group ? LUMA : 0, planes = group ? CHROMA : LUMA;
    const vf energy = inner ? energy_of(g, first, planes, x, y, 0) : energy_of(g, first, planes, x, y, 1);
    const vf noise = FACTOR * noise_at(g->noise + group * GUARD_ENTRIES, entry);
    const vf share = noise / fmax(energy, (vf)(1e-30f));
    return fmax(1.0f - share * share, (vf)(0.0f));
}

INLINE void guard_pixels(const GuardPass *g, global const plane_t *delta_in, global plane_t *delta_out, int x, int y) {
    const EawGuard *p = g->p;
    const PlaneStack planes = p->of.planes;
    const int row = axis_entry(&g->level.y, AXIS_STEP, y), block = block_at(&g->level, x);
    const vf luma = coarser_luma(g, x, y), entry = (luma - p->of.protection.black) * p->entry;
    const vf lit = SHADOWS ? kept_in_shadows(luma, p->of.protection) : (vf)(1.0f);
    for (int group = 0; group < (CHROMA > 0 ? 2 : 1); ++group) {
        const EawGroup of = group ? p->of.chroma : p->of.luma;
        vf part = lit;
        if (of.gain > 1.0f) part *= part_above_noise(g, group, entry, x, y, block & BLOCK_INNER);
        for (int i = group ? LUMA : 0; i < (group ? PLANES : LUMA); ++i) {
            const size_t here = plane_index(i, x, y, planes);
            vf delta = detail_delta(LOAD_PLANE(g->detail + here), of, p->of.protection, part);
            if (!(p->of.flags & EAW_FIRST)) delta += LOAD_PLANE(delta_in + here);
            store_permuted(&g->level, delta_out + plane_index(i, 0, row, planes), delta, x, block & BLOCK_STORE);
        }
    }
}

ROW void guard_row(const GuardPass *pass, global const plane_t *delta_in, global plane_t *delta_out, Row row) {
    const EawGuard p = *pass->p;
    GuardPass g = *pass;
    g.p = &p;
    for (int x = row.x; x < p.of.planes.width; x += row.step) guard_pixels(&g, delta_in, delta_out, x, row.y);
}

// detail, coarser: as in GuardPass. delta_in: the change by finer levels, unless this level is the first. tables: of
// layout_tables. noise: variances, of all levels. delta_out: in the next layout.
kernel void eaw_guard(global const plane_t *restrict detail, global const plane_t *restrict delta_in,
                      global const plane_t *restrict coarser, global const int *restrict tables,
                      global const float *restrict noise, global plane_t *restrict delta_out, const EawGuard p) {
    const Row row = row_here();
    const PlaneStack planes = p.of.planes;
    if (row.y >= planes.height) return;
    const GuardPass g = {.p = &p,
                         .level = level_of(planes, tables, p.of.x, p.of.y, p.of.level, STRIDE_OF(p.of)),
                         .detail = detail,
                         .coarser = coarser,
                         .noise = noise + p.first};
    guard_row(&g, delta_in, delta_out, row);
}
