#include "run.h"

#include <math.h>
#include <string.h>

#include "verdict_text.h"
#include "traits.gen.h"
#include "value.h"

/* The traits of the detector with this name: none for a name that a user chose. */
static scan_traits traits_of(program_text name) {
#define XX(TYPE, type_name)                                                                                            \
  if (program_text_is(name, #type_name)) return SCAN_TRAITS[LG_##TYPE];
  LG_DETECTOR_MAP(XX)
#undef XX
  return (scan_traits){.of_one_call = false};
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

/* Loops of a run; past it, detections count for its latest loop. */
enum { LOOPS_MAX = 10000, SHOWN_DIGEST = 4 };

/* What a verdict says about a loop. */
typedef struct found {
  const lg_report *report;
  program_text detector; /* its name */
  scan_traits traits;
  program_text name; /* of the tool */
  double unchanged_ms;
} found;

static bool read_found(lg_run *run, program_text name, found *out) {
  *out = (found){.name = name, .detector = program_words("poll")};
  if (lg_run_report(run, &out->report) != LG_OK) return false;
  if (out->report->name != NULL) out->detector = (program_text){out->report->name, out->report->name_len};
  out->traits = traits_of(out->detector);
  if (out->report->type == LG_NO_NEWS) out->unchanged_ms = out->report->waited_ms;
  return true;
}

/* ---- patterns ---- */

/* Whether the pattern has the names of all steps: by the type, whatever the detector's name. */
static bool names_steps(const found *f) { return f->report->type == LG_PING_PONG || f->report->type == LG_CYCLE; }

static uint32_t steps_of(const found *f) { return names_steps(f) ? f->report->pattern_count : 1; }

/* Adds the pattern from step `from` on as a JSON list. `whole`: a cycle's steps with the digests of their calls. */
static void put_pattern(program_out *out, const found *f, uint32_t from, bool whole) {
  uint32_t count = steps_of(f);
  program_out step = {0};
  program_out_text(out, "[");
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = (from + i) % count;
    step.len = 0;
    if (names_steps(f))
      program_out_bytes(&step, f->report->pattern[at].name, f->report->pattern[at].name_len);
    else
      program_out_bytes(&step, f->name.s, f->name.len);
    if (f->report->type == LG_CYCLE && (whole || !f->traits.digests_steps)) {
      program_out_text(&step, "#");
      program_out_hex(&step, f->report->pattern[at].signature.bytes, SHOWN_DIGEST);
    }
    if (i > 0) program_out_text(out, ",");
    program_out_string(out, step.data, step.len);
  }
  program_out_text(out, "]");
  program_out_free(&step);
}

/* Adds the rotation of the pattern whose text is the least, so that it does not matter which step came first. */
static void put_least_rotation(program_out *out, const found *f) {
  program_out least = {0}, other = {0};
  put_pattern(&least, f, 0, true);
  for (uint32_t i = 1; i < steps_of(f); i++) {
    other.len = 0;
    put_pattern(&other, f, i, true);
    if (scan_compare(program_out_view(&other), program_out_view(&least)) >= 0) continue;
    program_out swapped = least;
    least = other;
    other = swapped;
  }
  program_out_bytes(out, least.data, least.len);
  program_out_free(&least);
  program_out_free(&other);
}

/* What loops, as JSON; `fingerprint`: for the fingerprint, as loopFingerprint in lib/cli/scan/loop-finder.ts. */
static void put_what(program_out *out, const found *f, bool fingerprint) {
  if (f->report->cycle_length > 1 || (fingerprint && f->traits.digests_steps)) {
    put_least_rotation(out, f);
    return;
  }
  program_out_text(out, "[");
  program_out_string(out, f->name.s, f->name.len);
  if (f->traits.of_one_call) {
    program_out_text(out, ",\"");
    program_out_hex(out, f->report->fingerprint.bytes, sizeof f->report->fingerprint.bytes);
    program_out_text(out, "\"");
  }
  program_out_text(out, "]");
}

static lg_digest digest_of(const found *f, bool fingerprint) {
  program_out what = {0};
  lg_digest digest = {{0}};
  put_what(&what, f, fingerprint);
  (void)program_identify(LG_CANONICAL, f->detector, LG_ARGS_RAW, program_out_view(&what), &digest);
  program_out_free(&what);
  return digest;
}

/* ---- loops ---- */

/* The newest loop of this turn with the key. */
static size_t newest(const scan_loops *loops, const lg_digest *key) {
  for (size_t i = loops->count; i > loops->of_turn; i--)
    if (memcmp(&loops->items[i - 1].key, key, sizeof *key) == 0) return i - 1;
  return SCAN_NO_LOOP;
}

static void add_loop(scan_loops *loops, const found *f, const lg_digest *key, uint64_t index) {
  if (loops->count == loops->size) {
    size_t size = loops->size == 0 ? 4 : 2 * loops->size;
    loops->items =
        program_memory(lg__alloc_resize(&program_allocator, loops->items, loops->size, size, sizeof *loops->items));
    loops->size = size;
  }
  scan_loop *loop = &loops->items[loops->count++];
  *loop = (scan_loop){.detector = f->detector,
                      .judges_news = f->traits.judges_news,
                      .key = *key,
                      .fingerprint = digest_of(f, true),
                      .cycle_length = f->report->cycle_length,
                      .strong = f->report->strong,
                      .first = index,
                      .last = index};
  program_out_bytes(&loop->tool, f->name.s, f->name.len);
  put_pattern(&loop->pattern, f, 0, false);
}

/* The loop that a detection belongs to. The first strike begins one, unless a sibling began it in this round. */
static size_t loop_of(scan_loops *loops, const found *f, uint64_t index) {
  lg_digest key = digest_of(f, false);
  size_t at = newest(loops, &key);
  if (at != SCAN_NO_LOOP) {
    const scan_loop *known = &loops->items[at];
    /* A poll's strikes begin anew when its time is over, but it is still the same loop. */
    bool longer = known->unchanged_ms > 0 && f->unchanged_ms > known->unchanged_ms;
    if (f->report->strikes > 1 || known->round == loops->round || longer) return at;
  }
  if (loops->count < LOOPS_MAX) add_loop(loops, f, &key, index);
  return loops->count - 1;
}

static void raise_to(scan_loop *loop, lg_action action) {
  if (action > loop->action) loop->action = action;
}

size_t scan_loops_note(scan_run *run, const scan_open *call, program_text name, lg_action action, bool after) {
  found f;
  scan_loops *loops = &run->loops;
  if (!read_found(run->core, name, &f) || f.traits.by_time) return SCAN_NO_LOOP;
  /* A loop that was detected before the call ran is not counted again by the call's outcome, which may bring its
   * warning. */
  if (after && call->loop != SCAN_NO_LOOP && loops->items[call->loop].judges_news) {
    if (f.traits.judges_news) raise_to(&loops->items[call->loop], action);
    return SCAN_NO_LOOP;
  }
  size_t at = loop_of(loops, &f, call->index);
  scan_loop *loop = &loops->items[at];
  loop->last = call->index;
  loop->round = loops->round;
  loop->unchanged_ms = f.unchanged_ms;
  raise_to(loop, action);
  if (f.report->repeats <= loop->repeats) return at;
  loop->repeats = f.report->repeats;
  loop->message.len = 0;
  program_detection_text(&loop->message, run->core, name);
  return at;
}

/* As Math.round. */
static double rounded(double number) {
  double whole = floor(number);
  return number - whole >= 0.5 ? whole + 1 : whole;
}

static void write_loop(const scan_loop *loop, const scan_run *run, program_out *out) {
  program_out_text(out, "{");
  program_put_number(out, "version", 1);
  program_put_text(out, "run", run->id.len > 0 ? program_out_view(&run->id) : program_words(SCAN_SOURCE));
  program_put_text(out, "file", program_words(SCAN_SOURCE));
  program_put_number(out, "line", run->line);
  program_put_text(out, "detector", loop->detector);
  program_put_text(out, "tool", program_out_view(&loop->tool));
  program_put_number(out, "repeats", loop->repeats);
  program_put_number(out, "cycleLength", loop->cycle_length);
  program_put_text(out, "evidence", program_words(loop->strong ? "strong" : "weak"));
  program_put_text(out, "action", program_words(program_action_name(loop->action)));
  program_put_number(out, "firstCall", loop->first + 1);
  program_put_number(out, "lastCall", loop->last + 1);
  program_put_number(out, "calls", run->calls);
  program_put_number(out, "wastedCalls", loop->wasted_calls);
  program_put_key(out, "wastedTokens");
  scan_put_number(out, rounded(loop->tokens));
  program_out_text(out, ",\"fingerprint\":\"");
  program_out_hex(out, loop->fingerprint.bytes, sizeof loop->fingerprint.bytes);
  program_out_text(out, "\",\"pattern\":");
  program_out_bytes(out, loop->pattern.data, loop->pattern.len);
  program_put_text(out, "message", program_out_view(&loop->message));
  program_out date = {0};
  if (scan_put_time(&date, run->started_at)) program_put_text(out, "startedAt", program_out_view(&date));
  program_out_free(&date);
  program_out_text(out, "}\n");
}

void scan_loops_write(const scan_run *run, program_out *out) {
  for (size_t i = 0; i < run->loops.count; i++) write_loop(&run->loops.items[i], run, out);
}

void scan_loops_clear(scan_loops *loops) {
  while (loops->count > 0) {
    scan_loop *loop = &loops->items[--loops->count];
    program_out_free(&loop->tool);
    program_out_free(&loop->message);
    program_out_free(&loop->pattern);
  }
  loops->of_turn = 0;
  loops->round = 0;
}
