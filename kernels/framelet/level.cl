// Runs a level of the framelet transform on one plane, downwards: all details of the coarse image c, shrunk,
// and their adjoint, D = sum over the filters i, j except the lowpass of (h_i x h_j)^T shrink((h_i x h_j) c),
// and the next coarse image. Both adjoints are computed while rows come in: details never leave private
// memory, or registers. Pass 2 also transforms the oracle o, the result of pass 1, whose details show which
// part is image.
#define TAPS 3 // of a filter, and filters of the bank
#ifndef PASS
#define PASS 1 // 1: threshold, 2: Wiener
#endif
#ifndef GIVES_BACK
#define GIVES_BACK 0 // 1: p.back counts, in pass 2
#endif
#define REACH (TAPS / 2)
#define MARGIN (2 * REACH + (PASS == 2)) // to all details that a pixel depends on, which depend on as much again
#include "framelet/bank.h"
#include "framelet/shrink.h"
#include "framelet/strip.h"

#define BANDS (TAPS * TAPS)

// Shrinks detail d of a band. `energy`: of the oracle's details around it, times 16.
INLINE vf shrunk_detail(vf d, vf energy, vf map, int band, const FrameletLevel *p) {
    const vf variance = map * p->noise[band];
#if PASS == 2
    const vf shrunk = wiener_detail(d, energy * 0.0625f, variance);
    return GIVES_BACK ? returned_detail(d, shrunk, p->back) : shrunk;
#else
    return kept_of_detail(d, variance);
#endif
}

#if VECTOR == 1
#include "framelet/level_column.h"
#else
// Rows in slots: slot k mod TAPS has the results of all filters along x for row k.
typedef float Filtered[TAPS][LENGTH];

// All filters along x for a row of values.
INLINE void analyse_row(Filtered out, const float *row, int beside) {
    FOR_VECTORS(x, beside) {
        vf a[TAPS], d[TAPS];
        UNROLL
        for (int k = 0; k < TAPS; ++k) a[k] = LOAD(row + x + k - REACH);
        linear_analysis(a, d);
        UNROLL
        for (int i = 0; i < TAPS; ++i) STORE(d[i], out[i] + x);
    }
}

// Applies all filters along y to the result of filter i along x, for the rows from `first` on.
INLINE void analyse_column(Filtered *rows, int first, int i, int x, vf *d) {
    vf a[TAPS];
    UNROLL
    for (int k = 0; k < TAPS; ++k) a[k] = LOAD(rows[(first + k) % TAPS][i] + x);
    linear_analysis(a, d);
}

// The squares of the oracle's details of a row, as sums 1 2 1 along x, and the oracle's lowpass.
INLINE void oracle_energies(float (*energy)[LENGTH], float *coarse, Filtered *rows, int first) {
    NO_UNROLL
    for (int i = 0; i < TAPS; ++i) {
        float square[TAPS][LENGTH];
        FOR_VECTORS(x, REACH + 1) {
            vf d[TAPS];
            analyse_column(rows, first, i, x, d);
            if (i == 0) STORE(d[0], coarse + x);
            UNROLL
            for (int j = 0; j < TAPS; ++j) STORE(d[j] * d[j], square[j] + x);
        }
        NO_UNROLL
        for (int j = 0; j < TAPS; ++j) FOR_VECTORS(x, REACH) {
                const vf middle = LOAD(square[j] + x);
                STORE(LOAD(square[j] + x - 1) + LOAD(square[j] + x + 1) + middle + middle, energy[j * TAPS + i] + x);
            }
    }
}

// The private memory of a strip.
typedef struct {
    Filtered coarse[TAPS]; // of c
    Filtered back[TAPS];   // the adjoint along y, as far as rows went in
#if PASS == 2
    Filtered oracle[TAPS];
    float energy[3][BANDS][LENGTH];
#endif
    float map[LENGTH], row[LENGTH], next[LENGTH], next_oracle[LENGTH];
} Strip;

// Shrinks the details of row y (in steps since the strip's first row), whose taps begin in slot y, and adds their adjoint
// along y.
INLINE void shrink_row(Strip *s, const FrameletLevel *p, int y) {
    NO_UNROLL
    for (int i = 0; i < TAPS; ++i) FOR_VECTORS(x, REACH) {
            vf d[TAPS], a[TAPS];
            const vf map = LOAD(s->map + x);
            analyse_column(s->coarse, y, i, x, d);
            if (i == 0) STORE(d[0], s->next + x);
            UNROLL
            for (int j = 0; j < TAPS; ++j) {
                const int band = j * TAPS + i;
                vf energy = 0.0f;
#if PASS == 2
                const vf middle = LOAD(s->energy[(y + 1) % 3][band] + x);
                energy = LOAD(s->energy[y % 3][band] + x) + LOAD(s->energy[(y + 2) % 3][band] + x) + middle + middle;
#endif
                d[j] = shrunk_detail(d[j], energy, map, band, p);
            }
            if (i == 0) d[0] = 0.0f; // the lowpass goes its own way
            linear_adjoint(d, a);
            UNROLL
            for (int k = 0; k < TAPS; ++k) {
                float *to = s->back[(y + k) % TAPS][i] + x;
                STORE(k == TAPS - 1 ? a[k] : a[k] + LOAD(to), to); // the last row is new
            }
        }
}

// The adjoint along x: D of a row.
INLINE void synthesize_row(float *out, Filtered back) {
    FOR_VECTORS(x, 0) {
        vf sum = 0.0f;
        UNROLL
        for (int i = 0; i < TAPS; ++i) UNROLL
        for (int k = 0; k < TAPS; ++k)
            if (framelet_linear[i][k] != 0.0f)
                sum = fma((vf)(framelet_linear[i][k]), LOAD(back[i] + x - (k - REACH)), sum);
        STORE(sum, out + x);
    }
}

// coarse: c. oracle: o, in pass 2. map: the variance of the noise by brightness, all in the layout of the
// level. To the layout of p.to go the next c, the next o (pass 2) and the map (pass 1). details: D, in the
// layout of the level.
kernel void framelet_level(global const float *restrict coarse, global const float *restrict oracle,
                           global const float *restrict map, global const int *restrict tables,
                           global float *restrict coarse_out, global float *restrict other_out,
                           global float *restrict details, const FrameletLevel p) {
    const StripAxis ax = strip_axis(p.planes.width, p.level, get_global_id(0), p.strips.columns, WIDTH);
    const StripAxis ay = strip_axis(p.planes.height, p.level, get_global_id(1), p.strips.rows, p.strips.height);
    if (ax.count == 0 || ay.count == 0) return;
    const StripRuns here = strip_runs(&ax, tables, p.x, p.level), away = strip_runs(&ax, tables, p.x, p.to);
    const int rows = min(p.strips.height, ay.count - ay.first);
    const int ahead = PASS == 2;       // rows that the oracle is ahead of c
    const int moves = p.to != p.level; // otherwise this level is the last, and the next oracle and map are not needed
    Strip s;
#define ROW_OF(level, k) plane_index(0, 0, strip_row(&ay, tables, p.y, level, k), p.planes)
    // In step t row t - MARGIN of the strip comes in.
    NO_UNROLL
    for (int t = 0; t < rows + 2 * MARGIN; ++t) {
        const int in = ay.first + t - MARGIN;
#if PASS == 2
        load_strip(s.row, oracle + ROW_OF(p.level, in), &ax, &here);
        analyse_row(s.oracle[t % TAPS], s.row, REACH + 1);
        if (t >= 2 * REACH) oracle_energies(s.energy[(t - 2 * REACH) % 3], s.next_oracle, s.oracle, t - 2 * REACH);
        const int lowpassed = t - 2 * REACH - (MARGIN - REACH); // row of the strip
        if (moves && lowpassed >= 0 && lowpassed < rows)
            store_strip(other_out + ROW_OF(p.to, ay.first + lowpassed), s.next_oracle, &ax, &away);
#endif
        const int at = t - 2 * ahead; // steps of c
        if (at < 0) continue;
        load_strip(s.row, coarse + ROW_OF(p.level, in - ahead), &ax, &here);
        analyse_row(s.coarse[at % TAPS], s.row, REACH);
        const int y = at - 2 * REACH, row = y - REACH; // steps of shrinkage, and its row of the strip
        if (y < 0) continue;
        const int is_own = row >= 0 && row < rows;
        load_strip(s.map, map + ROW_OF(p.level, ay.first + row), &ax, &here);
        shrink_row(&s, &p, y);
        if (is_own) store_strip(coarse_out + ROW_OF(p.to, ay.first + row), s.next, &ax, &away);
        if (PASS == 1 && moves && is_own) store_strip(other_out + ROW_OF(p.to, ay.first + row), s.map, &ax, &away);
        if (y < 2 * REACH) continue;
        synthesize_row(s.row, s.back[y % TAPS]);
        store_strip(details + ROW_OF(p.level, ay.first + row - REACH), s.row, &ax, &here);
    }
#undef ROW_OF
}
#endif
