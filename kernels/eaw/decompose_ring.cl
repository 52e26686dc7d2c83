// Runs one level of the downward pass, form `ring` (GPUs): a work-group of GROUP_X work-items, four pixels each, goes
// down ROWS rows. It copies each row to local memory once, a step before the row is needed, and work-items read the
// windows of a row and of the RADIUS rows below from there. Registers hold only the sums of these rows and two windows.
// From compute capability 8.0 on, copies run while the work-items compute, and need no registers. Dilated levels run in
// this form, too (the strongest dilated baseline of the bench): own pixels and rows belong to one residue class modulo
// STRIDE, and a work-group has RESIDUES neighbouring classes, so that copies read whole sectors.
#include "eaw/own_pixels.h"

#ifndef GROUP_X
#define GROUP_X 64 // work-items
#endif
#ifndef RESIDUES
#define RESIDUES 1 // residue classes of columns per work-group; divides STRIDE, and GROUP_X at least twice
#endif
#ifndef ROWS
#define ROWS 31 // that a work-group goes down; RADIUS more are read above and below them
#endif
#define RING_ROWS 4 // RADIUS + 1 that are read, and one that is written; a power of two
#define PAD 4       // cells before the first own cell of a run, of which BESIDE are used
#define RUN_ITEMS (GROUP_X / RESIDUES)
#define RUN                                                                                                            \
    (PAD + RUN_ITEMS * COLUMNS + PAD + (RESIDUES > 1 ? 4 : 0)) // cells of a residue class; runs begin in other banks
#define ROW_PLANE (RESIDUES * RUN)
#define ROW_CELLS (PLANES * ROW_PLANE)
#define DELTA_PLANE (GROUP_X * COLUMNS)

// Copies of four, two and one samples to local memory, which COPIES_WAIT waits for.
#ifdef STORAGE_HALF
typedef ushort4 four_t;
typedef ushort2 two_t;
#define FOUR_PTX "ca.shared.global [%0], [%1], 8"
#define TWO_PTX "ca.shared.global [%0], [%1], 4"
#else
typedef float4 four_t;
typedef float2 two_t;
#define FOUR_PTX "cg.shared.global [%0], [%1], 16"
#define TWO_PTX "ca.shared.global [%0], [%1], 8"
#define ONE_PTX "ca.shared.global [%0], [%1], 4" // PTX copies at least 4 bytes, so a single half has no such copy
#endif
#define COPY_PLAIN(type, to, from) (*(local type *)(to) = *(global const type *)(from))
#if defined(ASYNC_PTX) && defined(NVIDIA_ASM)
#define COPY(type, how, to, from)                                                                                      \
    asm volatile("cp.async." how ";" : : "r"((uint)(size_t)(to)), "l"((ulong)(from)) : "memory")
#define COPIES_WAIT() asm volatile("cp.async.wait_all;" : : : "memory")
#else
#define COPY(type, how, to, from) COPY_PLAIN(type, to, from)
#define COPIES_WAIT()
#endif

// A work-item on its way down.
typedef struct {
    ScaledPass s;
    SeparateFile own;
    ColumnPairs pairs;
    local float *ring; // own cells of row 0 of the ring
    local raw_t *raw;  // own cells of the row that is copied, as they are in memory, of floats: of row 0 of the ring
    local raw_t *kept; // the delta of the own pixels
    int beside;        // first of the two cells outside of the run that the work-item copies, too (0: none)
    int stores;        // true if there are own pixels
    int first, count;  // first row of the residue class, and number of its rows
} Ring;

INLINE local float *ring_row(const Ring *r, int k) { return r->ring + (k & (RING_ROWS - 1)) * ROW_CELLS; }

// The target of row k's copies. Halves become floats on their way into the ring.
INLINE local raw_t *raw_row(const Ring *r, int k) {
#ifdef STORAGE_HALF
    return r->raw;
#else
    return ring_row(r, k);
#endif
}

INLINE int row_at(const Ring *r, int t) { return r->first + APART(clamp(t, 0, r->count - 1)); }

// Copies samples from position x on. Samples of dilated levels lie apart, and outside the image the first or
// last one is copied.
INLINE void copy_samples(local raw_t *to, global const plane_t *row, int x, int count, int width) {
#if STRIDE == 1
    if (count == COLUMNS) COPY(four_t, FOUR_PTX, to, row + x);
    else COPY(two_t, TWO_PTX, to, row + x);
#else
    EVERY
    for (int c = 0; c < count; ++c) {
        global const plane_t *from = row + clamp(x + APART(c), 0, width - 1);
#ifdef ONE_PTX
        COPY(float, ONE_PTX, to + c, from);
#else
        COPY_PLAIN(raw_t, to + c, from);
#endif
    }
#endif
}

// Begins to copy row t, as row k of the ring.
INLINE void begin_copy(const Ring *r, int t, int k) {
    const PlaneStack planes = r->s.pass.p->planes;
    global const plane_t *from = r->s.pass.coarse + plane_index(0, 0, row_at(r, t), planes);
    local raw_t *const to = raw_row(r, k);
    EVERY
    for (int i = 0; i < PLANES; ++i)
        copy_samples(to + i * ROW_PLANE, from + (size_t)i * planes.plane, r->own.x, COLUMNS, planes.width);
    if (r->beside) {
        EVERY
        for (int i = 0; i < PLANES; ++i)
            copy_samples(to + i * ROW_PLANE + r->beside, from + (size_t)i * planes.plane, r->own.x + APART(r->beside),
                         BESIDE, planes.width);
    }
}

// Multiplies the work-item's copied samples by the scale, after they have arrived.
INLINE void end_copy(const Ring *r, int k) {
    local const raw_t *const from = raw_row(r, k);
    local float *const to = ring_row(r, k);
    EVERY
    for (int i = 0; i < PLANES; ++i)
        *(local float4 *)(to + i * ROW_PLANE) = LOCAL_FOUR(from + i * ROW_PLANE) * SCALE_OF(&r->s, i);
    if (r->beside) {
        EVERY
        for (int i = 0; i < PLANES; ++i)
            *(local float2 *)(to + i * ROW_PLANE + r->beside) =
                LOCAL_TWO(from + i * ROW_PLANE + r->beside) * SCALE_OF(&r->s, i);
    }
}

INLINE void read_window(Window *to, local const float *row) {
    EVERY
    for (int i = 0; i < PLANES; ++i, row += ROW_PLANE) {
        const float2 left = *(local const float2 *)(row - BESIDE), right = *(local const float2 *)(row + COLUMNS);
        const float4 own = *(local const float4 *)row;
        const float values[WINDOW] = {left.x, left.y, own.x, own.y, own.z, own.w, right.x, right.y};
        EVERY
        for (int c = 0; c < WINDOW; ++c) to->plane[i][c] = values[c];
    }
}

// The tables' entries for a row, read one row early: taps below, the row in the next layout.
typedef struct {
    int below, to;
} RowEntries;

INLINE RowEntries entries_of(const Ring *r, int t) {
    const Axis *rows = &r->s.pass.level.y;
    const int y = row_at(r, t);
    const RowEntries entries = {t < 0 ? 0 : axis_entry(rows, AXIS_ABOVE, y), axis_entry(rows, AXIS_STEP, y)};
    return entries;
}

// Pairs of row t with itself and with the RADIUS rows below it. Row t is row k of the ring. `sums`: of these
// rows.
INLINE void sum_row(const Ring *r, const Window *row, Sums *sums, int k, int below) {
    begin_row(&sums[RADIUS]);
    add_in_row(&r->pairs, row, &sums[0]);
    EVERY
    for (int d = 1; d <= RADIUS; ++d) {
        Window other;
        read_window(&other, ring_row(r, k + d));
        add_between(&r->pairs, row, &sums[0], &other, &sums[d], below >= d ? AXIS_WEIGHT(d) : NO_WEIGHT);
    }
    EVERY
    for (int d = 0; d <= RADIUS; ++d) keep_sums(&sums[d]);
}

// Residue classes of rows.
INLINE int row_classes(const EawLevel *p) { return min(STRIDE, p->planes.height); }

// A work-item beyond the end of a row helps with copies of the first columns.
INLINE Ring ring_of(const EawPass *e, local float *ring, local raw_t *raw, local raw_t *kept) {
    const int lane = get_local_id(0), item = lane / RESIDUES, residue = lane - item * RESIDUES;
    const int group = get_group_id(0), classes = STRIDE / RESIDUES, run = group / classes;
    const int from = run * APART(RUN_ITEMS * COLUMNS) + (group - run * classes) * RESIDUES;
    const int x = from + residue + item * APART(COLUMNS), width = e->p->planes.width;
    const int stores = x < width, here = stores ? x : 0, cell = residue * RUN + PAD + item * COLUMNS;
    const int first = get_group_id(1) % row_classes(e->p);
    const Ring r = {.s = scaled_pass(e),
                    .own = own_at(&e->level, here),
                    .pairs = column_pairs(&e->level.x, here),
                    .ring = ring + cell,
                    .raw = raw + cell,
                    .kept = kept + lane * COLUMNS,
                    .beside = item == 0               ? -BESIDE
                              : item == RUN_ITEMS - 1 ? COLUMNS
                                                      : 0,
                    .stores = stores,
                    .first = first,
                    .count = (e->p->planes.height - first + STRIDE - 1) / STRIDE};
    return r;
}

// Arguments as in eaw/decompose.cl.
kernel void eaw_decompose_ring(global const plane_t *restrict coarse, global const plane_t *restrict delta_in,
                               global const int *restrict tables, global const plane_t *restrict edges,
                               global plane_t *restrict coarse_out, global plane_t *restrict delta_out,
                               const EawLevel p) {
    local float ring[RING_ROWS * ROW_CELLS] __attribute__((aligned(16)));
    local raw_t kept[PLANES * DELTA_PLANE] __attribute__((aligned(16)));
#ifdef STORAGE_HALF
    local raw_t raw[ROW_CELLS] __attribute__((aligned(16)));
#else
    local raw_t *const raw = ring;
#endif
    const EawPass e = {.p = &p,
                       .level = level_of(p.planes, tables, p.x, p.y, p.level, STRIDE),
                       .coarse = coarse,
                       .delta_in = delta_in,
                       .edges = edges,
                       .coarse_out = coarse_out,
                       .delta_out = delta_out};
    const Ring r = ring_of(&e, ring, raw, kept);
    const int top = get_group_id(1) / row_classes(&p) * ROWS, end = min(top + ROWS, r.count);
    const int adds = !(p.flags & (EAW_FIRST | EAW_STORED | EAW_COARSE));
    Sums sums[RADIUS + 1];
    EVERY
    for (int d = 0; d <= RADIUS; ++d) {
        begin_copy(&r, top - RADIUS + d, d);
        COPIES_WAIT();
        end_copy(&r, d);
        begin_row(&sums[d]);
    }
    RowEntries next = entries_of(&r, top - RADIUS);
    int k = 0; // row t of the work-group is row k of the ring
    NO_UNROLL
    for (int t = top - RADIUS; t < end; ++t, ++k) {
        const RowEntries entries = next;
        const int y = row_at(&r, t);
        barrier(CLK_LOCAL_MEM_FENCE); // row t + RADIUS is complete, and no work-item reads the row that is overwritten
        begin_copy(&r, t + RADIUS + 1, k + RADIUS + 1);
        if (adds && t >= top) {
            EVERY
            for (int i = 0; i < PLANES; ++i)
                copy_samples(r.kept + i * DELTA_PLANE, delta_in + plane_index(i, 0, y, p.planes), r.own.x, COLUMNS,
                             p.planes.width);
        }
        next = entries_of(&r, t + 1);
        Window row;
        read_window(&row, ring_row(&r, k));
        sum_row(&r, &row, sums, k, entries.below);
        COPIES_WAIT();
        end_copy(&r, k + RADIUS + 1);
        if (r.stores && t >= top) {
            add_beyond(&r.s, &r.pairs, &row, &sums[0], &r.own, y);
            float4 before[PLANES];
            EVERY
            for (int i = 0; i < PLANES; ++i) before[i] = adds ? LOCAL_FOUR(r.kept + i * DELTA_PLANE) : (float4)(0.0f);
            finish_row(&r.s, &r.own, &row, &sums[0], before, y, entries.to);
        }
        EVERY
        for (int d = 0; d < RADIUS; ++d) sums[d] = sums[d + 1];
    }
}
