// Computes means over a window of frames: taps of each neighbour that pass the box, the light test. If the neighbours
// of a vector of pixels form a vector, too, as under smooth motion, they are read as one.
#include "svgf/follow.h"

#ifndef PILOTS
#define PILOTS 0 // 1: the data that a pilot needs (SvgfPilotPlane), instead of means over frames
#endif

enum { SIDE = 4, ALL = SIDE * SIDE };          // taps of a cubic
enum { SUMMED = PILOTS ? 3 : GATHERED_MEANS }; // planes of means

typedef struct {
    vf sum[GATHERED_MEANS];
    vf count, first, second; // sums of W, and of W (Y(i_m) - Y(i_n)) and of its square
    vf same;                 // and of W times the share of equal noise
    int others;              // neighbours before this one
} Sums;

// Taps of a place in a frame: the 16 of a cubic. The middle ones are the bilinear taps.
typedef struct {
    vi x, y;    // of the tap in the middle that is left and above
    Spots spot; // the same, if no tap is outside of the image
    int run;    // they follow each other, or do so in two runs, or lie anywhere
#if VECTOR == 1
    int at[4], is_inside[4]; // of the middle ones. All lie at the spot if none is outside
    int is_inner;
#else
    IntLanes at[ALL];  // of the taps at any place
    vi is_inside[ALL]; // the same
#endif
    vf w[4]; // bilinear weights times u, of sum 1
    vf cx[SIDE], cy[SIDE];
    vi cubic;              // lanes that the cubic is right for
    int any_cubic, linear; // true if there are some, and others
    vf weight;             // of bilinear weights times u, at most 1
} Taps;
enum { ANYWHERE = 0, ONE_RUN = 1, TWO_RUNS = 2 };
enum { MIDDLE = SIDE + 1 }; // the tap left and above

#if VECTOR == 1
// A single pixel reads taps other than the middle ones only if all are inside the image. (On a GPU, registers have no
// index at run time.)
#define IN_MIDDLE(t) (((t) / SIDE - 1) * 2 + (t) % SIDE - 1)
#define LANE_OF(taps, t, i) (taps)->at[IN_MIDDLE(t)]
#define IS_INSIDE(taps, t) (taps)->is_inside[IN_MIDDLE(t)]
#define CUBIC_RUN(run) ONE_RUN
// Replaces entry `at` of `count`, a constant, by a value, which may use entry i itself.
#define PUT_AT(values, count, at, value)                                                                               \
    UNROLL                                                                                                             \
    for (int i = 0; i < count; ++i) (values)[i] = i == (at) ? (value) : (values)[i]
#else
#define LANE_OF(taps, t, i) (taps)->at[t].lane[i]
#define IS_INSIDE(taps, t) (taps)->is_inside[t]
#define CUBIC_RUN(run) run
#define PUT_AT(values, count, at, value)                                                                               \
    const int i = at;                                                                                                  \
    (values)[i] = value
#endif

// Value of tap t in a plane of a frame. Taps outside of the image repeat its edge. `run`: taps->run.
INLINE vf tap_at(const Taps *taps, global const plane_t *plane, int t, PlaneStack planes, int run) {
    const int offset = (t / SIDE - 1) * planes.pitch + t % SIDE - 1;
    if (run == ONE_RUN) return LOAD_PLANE(plane + (taps->spot.at.lane[0] + offset));
    if (run == TWO_RUNS) return two_runs(&taps->spot, plane, offset);
    Lanes out;
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(plane + LANE_OF(taps, t, i));
    return out.v;
}

// Returns the distance of tap t from the box.
INLINE vf box_distance(const SvgfBox *box, const Taps *taps, global const plane_t *frame, int t, PlaneStack planes,
                       int run) {
    vf features[BOX_FEATURES];
    UNROLL
    for (int k = 0; k < BOX_FEATURES; ++k)
        features[k] = tap_at(taps, frame + plane_index(FRAME_A + k, 0, 0, planes), t, planes, run);
    const vf distance = svgf_distance(box, features);
    if (run != ANYWHERE) return distance;
    return select((vf)(SVGF_EXCLUDED), distance, IS_INSIDE(taps, t));
}

// The box distance for one run, and for others, as functions, because each is used in several places.
ROW vf distance_run(const SvgfBox *box, const Taps *taps, global const plane_t *frame, int t,
                    const PlaneStack *planes) {
    return box_distance(box, taps, frame, t, *planes, ONE_RUN);
}
ROW vf distance_other(const SvgfBox *box, const Taps *taps, global const plane_t *frame, int t,
                      const PlaneStack *planes) {
    return box_distance(box, taps, frame, t, *planes, taps->run);
}
INLINE vf distance_of(const Pixel *s, const Taps *taps, global const plane_t *frame, int t, int run) {
    return run == ONE_RUN ? distance_run(&s->box, taps, frame, t, &s->p->planes)
                          : distance_other(&s->box, taps, frame, t, &s->p->planes);
}

// Returns the weights of the taps at a place, `fx` and `fy` from the left upper one.
INLINE void weigh(Taps *taps, const Pixel *s, global const plane_t *frame, vf fx, vf fy, int run) {
    vf worst = 0.0f, sum = 0.0f;
    UNROLL_ON_GPU
    for (int t = 0; t < 4; ++t) {
        const int dx = t % 2, dy = t / 2;
        const vf distance = distance_of(s, taps, frame, MIDDLE + dy * SIDE + dx, run);
        const vf u = masked(exp_negative(distance), MASK(distance < SVGF_EXCLUDED));
        worst = fmax(worst, distance);
        taps->w[t] = (dx ? fx : 1.0f - fx) * (dy ? fy : 1.0f - fy) * u;
        sum += taps->w[t];
    }
    taps->weight = fmin(sum, (vf)(1.0f));
    const vf share = 1.0f / fmax(sum, (vf)(SVGF_MIN_WEIGHT));
    UNROLL
    for (int t = 0; t < 4; ++t) taps->w[t] *= share;
    taps->cubic = MASK(worst <= SVGF_CUBIC);
#if VECTOR == 1
    taps->cubic &= taps->is_inner;
    NO_UNROLL
    for (int y = 0; y < SIDE && taps->cubic; ++y) {
        UNROLL
        for (int x = 0; x < SIDE; ++x) worst = fmax(worst, distance_of(s, taps, frame, y * SIDE + x, ONE_RUN));
        taps->cubic = MASK(worst <= SVGF_CUBIC);
    }
#else
    if (any_lane(taps->cubic)) {
        NO_UNROLL
        for (int t = 0; t < ALL; ++t)
            if (t % SIDE == 0 || t % SIDE == SIDE - 1 || t / SIDE == 0 || t / SIDE == SIDE - 1)
                worst = fmax(worst, distance_of(s, taps, frame, t, run));
        taps->cubic = MASK(worst <= SVGF_CUBIC);
    }
#endif
    taps->any_cubic = any_lane(taps->cubic);
    taps->linear = any_lane(~taps->cubic);
    UNROLL
    for (int k = 0; k < SIDE; ++k) {
        taps->cx[k] = svgf_catmull_rom(k - 1, fx);
        taps->cy[k] = svgf_catmull_rom(k - 1, fy);
    }
}

// Returns the bilinear value of plane `from` there.
INLINE vf bilinear(const Taps *taps, global const plane_t *from, PlaneStack planes, int run) {
    vf sum = 0.0f;
    UNROLL_ON_GPU
    for (int t = 0; t < 4; ++t)
        sum = fma(taps->w[t], tap_at(taps, from, MIDDLE + t / 2 * SIDE + t % 2, planes, run), sum);
    return sum;
}

// Returns the value of plane `from` there. Each lane has the same bits whatever the others are.
INLINE vf value_there(const Taps *taps, global const plane_t *from, PlaneStack planes, int run) {
    vf linear = 0.0f, cubic = 0.0f;
    if (taps->linear) linear = bilinear(taps, from, planes, run);
    if (!taps->any_cubic) return linear;
    UNROLL_ON_GPU
    for (int y = 0; y < SIDE; ++y) {
        vf row = 0.0f;
        if (CUBIC_RUN(run) == ONE_RUN) {
            UNROLL
            for (int x = 0; x < SIDE; ++x)
                row = fma(taps->cx[x], tap_at(taps, from, y * SIDE + x, planes, ONE_RUN), row);
        } else {
            NO_UNROLL
            for (int x = 0; x < SIDE; ++x) row = fma(taps->cx[x], tap_at(taps, from, y * SIDE + x, planes, run), row);
        }
        cubic = fma(taps->cy[y], row, cubic);
    }
    return taps->linear ? select(linear, cubic, taps->cubic) : cubic;
}

// Returns the value for distances.
ROW vf sampled_run(const Taps *taps, global const plane_t *from, const PlaneStack *planes) {
    return value_there(taps, from, *planes, ONE_RUN);
}
ROW vf sampled_other(const Taps *taps, global const plane_t *from, const PlaneStack *planes) {
    return value_there(taps, from, *planes, taps->run);
}
INLINE vf sampled(const Taps *taps, global const plane_t *frame, int plane, const PlaneStack *planes, int run) {
    global const plane_t *from = frame + plane_index(plane, 0, 0, *planes);
    return run == ONE_RUN ? sampled_run(taps, from, planes) : sampled_other(taps, from, planes);
}

ROW vf bilinear_there(const Taps *taps, global const plane_t *from, const PlaneStack *planes) {
    return bilinear(taps, from, *planes, taps->run);
}

// Returns the value of a plane of light or of an albedo. A cubic undershoots 0 around lamps, whose albedo is their radiance:
// there it goes a part of the way to the bilinear value, to 0, or to that value if it is below 0. `part`: its share of the way.
INLINE vf light_there(const Taps *taps, global const plane_t *frame, int plane, const PlaneStack *planes, int run,
                      vf *part) {
    const vf cubic = sampled(taps, frame, plane, planes, run);
    *part = 0.0f;
    if (!any_lane(MASK(cubic < 0.0f))) return cubic;
    const vf linear = bilinear_there(taps, frame + plane_index(plane, 0, 0, *planes), planes);
    const vf least = fmin(linear, (vf)(0.0f));
    *part = masked((least - cubic) / (linear - cubic), MASK(cubic < least));
    return fma(*part, linear - cubic, cubic);
}

// The same for one of several lights, which goes the part of their sum, so that they still add up to it.
INLINE vf part_light_there(const Taps *taps, global const plane_t *frame, int plane, const PlaneStack *planes, int run,
                           vf part) {
    const vf cubic = sampled(taps, frame, plane, planes, run);
    if (!any_lane(MASK(part > 0.0f))) return cubic;
    return fma(part, bilinear_there(taps, frame + plane_index(plane, 0, 0, *planes), planes) - cubic, cubic);
}

// Rows are written with their padding, so that neighbours of a vector are always values.
INLINE void put(global plane_t *to, int plane, int x, int y, PlaneStack planes, vf value) {
    STORE_PLANE(value, to + plane_index(plane, x, y, planes));
}

// Adds emission and lights to their means, or scales these: of any number, so that their sums are not in registers.
INLINE void add_extra(const Pixel *s, int k, vf value, vf scale) {
    const int plane = GATHERED_EXTRA + k;
    const vf sum = plane_value(s->means, plane, s->x, s->y, s->p->planes);
    put(s->means, plane, s->x, s->y, s->p->planes, fma(sum, scale, value));
}

// Returns the share of the pixel's noise in the noise at a place, if this is the pixel's own in the image.
INLINE vf same_noise(const Pixel *s, Place at, SvgfNeighbour other) {
    const vf dx = fabs(at.x - AS_FLOATS(lanes_from(s->x) + s->place.x)), dy = fabs(at.y - (vf)(s->y + s->place.y));
    return other.same * fmax(1.0f - dx, (vf)(0.0f)) * fmax(1.0f - dy, (vf)(0.0f));
}

// Adds the frame's values at a place.
INLINE void add_taps(Sums *sums, const Pixel *s, global const plane_t *frame, SvgfNeighbour other, Place at, Taps *taps,
                     int run) {
    const PlaneStack *planes = &s->p->planes;
    weigh(taps, s, frame, at.x - floor(at.x), at.y - floor(at.y), run);
    vf lights[3] = {0.0f, 0.0f, 0.0f}; // luma of the single filtered frame, its variance, unfiltered luma
    NO_UNROLL
    for (int k = 0; k < 3; ++k) {
        const vf light = other.gain * sampled(taps, frame, FRAME_LUMA + k, planes, run);
        PUT_AT(lights, 3, k, light);
    }
    const vf variance = fma(other.gain, fmax(lights[1], (vf)(0.0f)), s->luma_variance);
    const vf light = exp_negative(svgf_light_distance(&s->box, s->luma, lights[0], variance));
    const vf change = svgf_gain(s->luma, lights[0], variance), gain = other.gain * change;
    const vf y = lights[2] * change - s->own;
    const vf same = same_noise(s, at, other), apart = 1.0f - same;
    const vf w = masked(taps->weight * at.trips * light * apart * apart, MASK(taps->weight > SVGF_MIN_WEIGHT));
    vf parts[3] = {0.0f, 0.0f, 0.0f}; // of the beauty's channels
    NO_UNROLL
    for (int k = 0; k < SUMMED; ++k) {
        vf part = 0.0f;
        const vf value =
            k < FRAME_N ? light_there(taps, frame, k, planes, run, &part) : sampled(taps, frame, k, planes, run);
        const vf weight = k < FRAME_A ? w * gain : w;
        PUT_AT(sums->sum, GATHERED_MEANS, k, fma(weight, value, sums->sum[i]));
        if (k < FRAME_A) {
            PUT_AT(parts, 3, k, part);
        }
    }
    NO_UNROLL
    for (int k = 0; k < s->p->extras; ++k) {
        const int is_lit = k >= s->p->lit && k < s->p->unlit, channel = k % 3;
        vf part = channel == 0 ? parts[0] : channel == 1 ? parts[1] : parts[2]; // GPUs have no index at run time
        const vf value = is_lit ? part_light_there(taps, frame, FRAME_EXTRA + k, planes, run, part)
                                : light_there(taps, frame, FRAME_EXTRA + k, planes, run, &part);
        add_extra(s, k, (is_lit ? w * gain : w) * value, (vf)(1.0f));
    }
#if PILOTS
    const vf found = masked(w, MASK(w > SVGF_MIN_PILOT));
    put(s->means, PILOT_OTHERS + PILOT_EACH * sums->others, s->x, s->y, *planes, found);
    NO_UNROLL
    for (int k = 0; k < 3; ++k) {
        vf part;
        const vf value = gain * light_there(taps, frame, s->p->pilot + k, planes, run, &part);
        put(s->means, PILOT_OTHERS + PILOT_EACH * sums->others + 1 + k, s->x, s->y, *planes,
            masked(value, MASK(found > 0.0f)));
    }
#endif
    sums->count += w;
    sums->same = fma(w, same, sums->same);
    sums->first = fma(w, y, sums->first);
    sums->second = fma(w * y, y, sums->second);
}

// Gathers taps at separate places.
INLINE void spread(Taps *taps, const Pixel *s) {
    const PlaneStack planes = s->p->planes;
#if VECTOR == 1
    UNROLL
    for (int t = 0; t < 4; ++t) {
        const int x = taps->x + t % 2, y = taps->y + t / 2;
        taps->at[t] = row_of(y, planes, &s->place) * planes.pitch + column_of(x, planes, &s->place);
        taps->is_inside[t] = MASK(x >= 0) & MASK(y >= 0) & MASK(x < s->place.width) & MASK(y < s->place.height);
    }
#else
    for (int t = 0; t < ALL; ++t) {
        const vi x = taps->x + (t % SIDE - 1), y = taps->y + (t / SIDE - 1);
        taps->at[t].v = row_of(y, planes, &s->place) * planes.pitch + column_of(x, planes, &s->place);
        taps->is_inside[t] = MASK(x >= 0) & MASK(y >= 0) & MASK(x < s->place.width) & MASK(y < s->place.height);
    }
#endif
}

INLINE void add_frame(Sums *sums, const Pixel *s, global const plane_t *frame, SvgfNeighbour other, Place at) {
    const PlaneStack planes = s->p->planes;
    Taps taps;
    taps.x = TO_INTS(floor(at.x));
    taps.y = TO_INTS(floor(at.y));
    const vi x = taps.x - s->place.x, y = taps.y - s->place.y; // in the region
    taps.spot = spots_at(x, y, planes.pitch);
    const vi beside = MASK(x < 1) | MASK(y < 1) | MASK(x > planes.width - 3) | MASK(y > planes.height - 3);
#if VECTOR == 1
    taps.run = ANYWHERE;
    taps.is_inner = ~beside;
#else
    taps.run = any_lane(beside) ? ANYWHERE : taps.spot.run ? ONE_RUN : taps.spot.runs ? TWO_RUNS : ANYWHERE;
    if (taps.run == ONE_RUN) {
        add_taps(sums, s, frame, other, at, &taps, ONE_RUN);
        return;
    }
#endif
    if (taps.run == ANYWHERE) spread(&taps, s);
    add_taps(sums, s, frame, other, at, &taps, taps.run);
}

#if PILOTS
// Q, of the frame itself where it has no neighbours, and the count of frames.
INLINE void finish(const Sums *sums, const Pixel *s, global const plane_t *frame) {
    const PlaneStack planes = s->p->planes;
    const vi alone = MASK(sums->count < SVGF_MIN_Q);
    const vf share = 1.0f / fmax(sums->count, (vf)(SVGF_MIN_WEIGHT));
    UNROLL
    for (int k = 0; k < 3; ++k) {
        const vf own = plane_value(frame, FRAME_C + k, s->x, s->y, planes);
        put(s->means, PILOT_Q + k, s->x, s->y, planes, select(sums->sum[k] * share, own, alone));
    }
    put(s->means, PILOT_COUNT, s->x, s->y, planes, (1.0f + sums->count) / (1.0f + sums->same));
}
#else
INLINE void finish(const Sums *sums, const Pixel *s, global const plane_t *frame) {
    const PlaneStack planes = s->p->planes;
    const vf share = 1.0f / sums->count;
    UNROLL
    for (int k = 0; k < GATHERED_MEANS; ++k) put(s->means, k, s->x, s->y, planes, sums->sum[k] * share);
    for (int k = 0; k < s->p->extras; ++k) add_extra(s, k, (vf)(0.0f), share);
    const vf squares = fmax(fma(-sums->first * share, sums->first, sums->second), (vf)(0.0f));
    // Frames whose noise correlates by r are worth count / more, and show (1 - r) / more of the variance of their mean.
    const vf others = sums->count - 1.0f, r = sums->same / fmax(others, (vf)(SVGF_MIN_WEIGHT));
    const vf more = fma(others, r, (vf)(1.0f)), shown = fmax(1.0f - r, (vf)(SVGF_MIN_SHOWN));
    const vf variance = squares * share / fmax(others, (vf)(0.5f)) * (more / shown);
    put(s->means, GATHERED_COUNT, s->x, s->y, planes, sums->count / more);
    put(s->means, GATHERED_VARIANCE, s->x, s->y, planes, variance);
}
#endif

// The frames of a window: the result's frame, and its neighbours on each side.
typedef struct {
    global const plane_t *frame, *before1, *before2, *before3, *after1, *after2, *after3;
    global const SvgfNeighbours *others;
} Frames;

// Follows the motion over up to three frames on a side.
INLINE void follow(Sums *sums, const Pixel *s, const Frames *frames, int is_after) {
    const Frames f = *frames;
    const int there = is_after ? FRAME_NEXT : FRAME_PREVIOUS, back = is_after ? FRAME_PREVIOUS : FRAME_NEXT;
    const int count = is_after ? s->p->after : s->p->before;
    global const SvgfNeighbour *others = is_after ? f.others->after : f.others->before;
    // The next ones move up, because an index at run time would need a stack.
    global const plane_t *from = f.frame, *to = is_after ? f.after1 : f.before1,
                         *second = is_after ? f.after2 : f.before2, *third = is_after ? f.after3 : f.before3;
    const vi lanes = lanes_from(s->x);
    Place at = {AS_FLOATS(lanes + s->place.x), (vf)(s->y + s->place.y),
                masked((vf)(1.0f), MASK(lanes < s->p->planes.width) & s->solid)};
    NO_UNROLL
    for (int k = 0; k < count; ++k) {
        at = moved(at, from, there, to, back, s);
        if (!any_lane(MASK(at.trips > 0.0f))) return;
        sums->others = is_after * s->p->before + k;
        add_frame(sums, s, to, others[k], at);
        from = to;
        to = second;
        second = third;
    }
}

INLINE void gather_pixels(const Frames *frames, Pixel *s) {
    const SvgfGather *p = s->p;
    global const plane_t *frame = frames->frame;
    Sums sums;
    UNROLL
    for (int k = 0; k < SUMMED; ++k) sums.sum[k] = PILOTS ? (vf)(0.0f) : plane_value(frame, k, s->x, s->y, p->planes);
    for (int k = 0; PILOTS && k < PILOT_EACH * (p->before + p->after); ++k)
        put(s->means, PILOT_OTHERS + k, s->x, s->y, p->planes, (vf)(0.0f));
    for (int k = 0; k < p->extras; ++k)
        put(s->means, GATHERED_EXTRA + k, s->x, s->y, p->planes,
            plane_value(frame, FRAME_EXTRA + k, s->x, s->y, p->planes));
    sums.count = (vf)(PILOTS ? 0.0f : 1.0f);
    sums.first = sums.second = sums.same = (vf)(0.0f);
    NO_UNROLL // one call: its code is long
        for (int is_after = 0; is_after < 2; ++is_after) follow(&sums, s, frames, is_after);
    finish(&sums, s, frame);
}

ROW void gather_row(const Frames *of, const SvgfPlace *place, global plane_t *means, const SvgfGather *params,
                    Row row) {
    const Frames frames = *of;
    const SvgfGather p = *params;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        Pixel s = pixel_at(frames.frame, &p, x, row.y);
        s.means = means;
        s.place = *place;
        s.solid = MASK(plane_value(frames.frame, FRAME_Z, x, row.y, p.planes) >= 0.0f) &
                  ~passes_by(frames.frame, &p, x, row.y);
        gather_pixels(&frames, &s);
    }
}

// frame: of the result. before1, after1, ..: its neighbours, not read beyond p.before and p.after.
kernel void svgf_gather(global const plane_t *restrict frame, global const plane_t *restrict before1,
                        global const plane_t *restrict before2, global const plane_t *restrict before3,
                        global const plane_t *restrict after1, global const plane_t *restrict after2,
                        global const plane_t *restrict after3, global const SvgfNeighbours *restrict others,
                        global const SvgfPlace *restrict place, global plane_t *restrict means, const SvgfGather p) {
    const Row row = row_here();
    if (row.y >= p.planes.height) return;
    const Frames frames = {frame, before1, before2, before3, after1, after2, after3, others};
    const SvgfPlace here = *place;
    gather_row(&frames, &here, means, &p, row);
}
