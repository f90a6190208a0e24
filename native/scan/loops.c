#include "loops.h"

#include <math.h>
#include <stdlib.h>

#include "moment.h"
#include "texts.h"
#include "value.h"

/* Loops of a run; past it, detections count for its latest loop. */
enum { LOOPS_MAX = 10000, SHOWN_DIGEST = 4 };

/* What a verdict says about a loop. */
typedef struct found {
  const lg_report *report;
  const char *detector;
  size_t detector_len;
  hook_traits traits;
  scan_text name; /* of the tool */
  double unchanged_ms;
} found;

static bool read_found(const lg_run *run, scan_text name, found *out) {
  static const char poll[] = "poll";
  lg_guard *guard;
  const lg_detector_spec *spec;
  *out = (found){.name = name};
  if (lg_run_report(run, &out->report) != LG_OK || lg_run_guard(run, &guard) != LG_OK) return false;
  if (lg_guard_detector(guard, out->report->detector, &spec, &out->detector, &out->detector_len) != LG_OK) {
    out->detector = poll; /* the rule for polls */
    out->detector_len = sizeof poll - 1;
  }
  out->traits = hook_traits_of(out->detector, out->detector_len);
  if (out->report->type == LG_NO_NEWS) out->unchanged_ms = out->report->waited_ms;
  return true;
}

/* ---- patterns ---- */

/* Whether the pattern has the names of all steps: by the type, whatever the detector's name. */
static bool names_steps(const found *f) { return f->report->type == LG_PING_PONG || f->report->type == LG_CYCLE; }

static uint32_t steps_of(const found *f) { return names_steps(f) ? f->report->pattern_count : 1; }

/* Adds the pattern from step `from` on as a JSON list. `whole`: a cycle's steps with the digests of their calls. */
static void put_pattern(hook_out *out, const found *f, uint32_t from, bool whole) {
  uint32_t count = steps_of(f);
  hook_out step = {0};
  hook_out_text(out, "[");
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = (from + i) % count;
    step.len = 0;
    if (names_steps(f))
      hook_out_bytes(&step, f->report->pattern[at].name, f->report->pattern[at].name_len);
    else
      hook_out_bytes(&step, f->name.s, f->name.len);
    if (f->report->type == LG_CYCLE && (whole || !f->traits.digests_steps)) {
      hook_out_text(&step, "#");
      scan_put_hex(&step, f->report->pattern[at].signature.bytes, SHOWN_DIGEST);
    }
    if (i > 0) hook_out_text(out, ",");
    hook_out_string(out, step.len > 0 ? step.s : "", step.len);
    if (step.failed) out->failed = true;
  }
  hook_out_text(out, "]");
  hook_out_free(&step);
}

/* Adds the rotation of the pattern whose text is the least, so that it does not matter which step came first. */
static void put_least_rotation(hook_out *out, const found *f) {
  hook_out least = {0}, other = {0};
  put_pattern(&least, f, 0, true);
  for (uint32_t i = 1; i < steps_of(f); i++) {
    other.len = 0;
    put_pattern(&other, f, i, true);
    if (other.failed || least.failed) break;
    if (scan_compare((scan_text){other.s, other.len}, (scan_text){least.s, least.len}) >= 0) continue;
    hook_out swapped = least;
    least = other;
    other = swapped;
  }
  if (least.failed || other.failed) out->failed = true;
  if (!out->failed) hook_out_bytes(out, least.s, least.len);
  hook_out_free(&least);
  hook_out_free(&other);
}

/* What loops, as JSON; `fingerprint`: for the fingerprint, which lib/cli/scan/loop-fingerprint.ts defines. */
static void put_what(hook_out *out, const found *f, bool fingerprint) {
  if (f->report->cycle_length > 1 || (fingerprint && f->traits.digests_steps)) {
    put_least_rotation(out, f);
    return;
  }
  hook_out_text(out, "[");
  hook_out_string(out, f->name.s, f->name.len);
  if (f->traits.of_one_call) {
    hook_out_text(out, ",\"");
    scan_put_hex(out, f->report->fingerprint.bytes, sizeof f->report->fingerprint.bytes);
    hook_out_text(out, "\"");
  }
  hook_out_text(out, "]");
}

static bool digest_of(const found *f, bool fingerprint, lg_workspace *workspace, lg_digest *out) {
  hook_out what = {0};
  put_what(&what, f, fingerprint);
  scan_text detector = {f->detector, f->detector_len};
  bool made = !what.failed && scan_identify(workspace, detector, LG_ARGS_RAW, (scan_text){what.s, what.len}, out);
  hook_out_free(&what);
  return made;
}

/* ---- loops ---- */

static void free_loop(scan_loop *loop) {
  hook_out_free(&loop->tool);
  hook_out_free(&loop->message);
  hook_out_free(&loop->pattern);
}

static bool has_room(scan_loops *loops) {
  if (loops->count < loops->size) return true;
  size_t size = loops->size == 0 ? 4 : 2 * loops->size;
  scan_loop *items = realloc(loops->items, size * sizeof *items);
  if (items == NULL) return false;
  loops->items = items;
  loops->size = size;
  return true;
}

/* The newest loop of this turn with the key. */
static size_t newest(const scan_loops *loops, const lg_digest *key) {
  for (size_t i = loops->count; i > loops->of_turn; i--)
    if (memcmp(&loops->items[i - 1].key, key, sizeof *key) == 0) return i - 1;
  return SCAN_NO_LOOP;
}

static bool add_loop(scan_loops *loops, const found *f, const lg_digest *key, uint64_t index, lg_workspace *workspace) {
  if (!has_room(loops)) return false;
  scan_loop *loop = &loops->items[loops->count];
  *loop = (scan_loop){.detector = f->detector,
                      .detector_len = f->detector_len,
                      .judges_news = f->traits.judges_news,
                      .key = *key,
                      .cycle_length = f->report->cycle_length,
                      .strong = f->report->strong,
                      .first = index,
                      .last = index};
  hook_out_bytes(&loop->tool, f->name.s, f->name.len);
  put_pattern(&loop->pattern, f, 0, false);
  if (loop->tool.failed || loop->pattern.failed || !digest_of(f, true, workspace, &loop->fingerprint)) {
    free_loop(loop);
    return false;
  }
  loops->count++;
  return true;
}

/* The loop that a detection belongs to. The first strike begins one, unless a sibling began it in this round. */
static bool loop_of(scan_loops *loops, const found *f, uint64_t index, lg_workspace *workspace, size_t *out) {
  lg_digest key;
  if (!digest_of(f, false, workspace, &key)) return false;
  *out = newest(loops, &key);
  if (*out != SCAN_NO_LOOP) {
    const scan_loop *known = &loops->items[*out];
    /* A poll's strikes begin anew when its time is over, but it is still the same loop. */
    bool longer = known->unchanged_ms > 0 && f->unchanged_ms > known->unchanged_ms;
    if (f->report->strikes > 1 || known->round == loops->round || longer) return true;
  }
  if (loops->count < LOOPS_MAX && !add_loop(loops, f, &key, index, workspace)) return false;
  *out = loops->count - 1;
  return true;
}

bool scan_loops_note(scan_loops *loops, const lg_run *run, lg_workspace *workspace, uint64_t index, scan_text name,
                     lg_action action, bool after, size_t of, size_t *out_loop) {
  found f;
  *out_loop = SCAN_NO_LOOP;
  if (!read_found(run, name, &f) || f.traits.by_time) return true;
  /* A loop that was detected before the call ran is not counted again by the call's outcome. */
  if (after && of != SCAN_NO_LOOP && loops->items[of].judges_news) return true;
  if (!loop_of(loops, &f, index, workspace, out_loop)) return false;
  scan_loop *loop = &loops->items[*out_loop];
  loop->last = index;
  loop->round = loops->round;
  loop->unchanged_ms = f.unchanged_ms;
  if (action > loop->action) loop->action = action;
  if (f.report->repeats <= loop->repeats) return true;
  loop->repeats = f.report->repeats;
  loop->message.len = 0;
  hook_detection_text(&loop->message, run, name.s, name.len);
  return !loop->message.failed;
}

static void put_string(hook_out *out, const char *before, const char *s, size_t len) {
  hook_out_text(out, before);
  hook_out_string(out, len > 0 ? s : "", len);
}

static void put_count(hook_out *out, const char *before, unsigned long long count) {
  hook_out_text(out, before);
  hook_out_number(out, count);
}

/* As Math.round. */
static double rounded(double number) {
  double whole = floor(number);
  return number - whole >= 0.5 ? whole + 1 : whole;
}

static void write_loop(const scan_loop *loop, const scan_about *about, lg_workspace *workspace, hook_out *out) {
  static const char *const actions[] = {"allow", "warn", "hint", "ask", "abort"};
  put_string(out, "{\"version\":1,\"run\":", about->run.s, about->run.len);
  put_count(out, ",\"file\":\"stdin\",\"line\":", about->line);
  put_string(out, ",\"detector\":", loop->detector, loop->detector_len);
  put_string(out, ",\"tool\":", loop->tool.s, loop->tool.len);
  put_count(out, ",\"repeats\":", loop->repeats);
  put_count(out, ",\"cycleLength\":", loop->cycle_length);
  hook_out_text(out, loop->strong ? ",\"evidence\":\"strong\"" : ",\"evidence\":\"weak\"");
  put_string(out, ",\"action\":", actions[loop->action], strlen(actions[loop->action]));
  put_count(out, ",\"firstCall\":", loop->first + 1);
  put_count(out, ",\"lastCall\":", loop->last + 1);
  put_count(out, ",\"calls\":", about->calls);
  put_count(out, ",\"wastedCalls\":", loop->wasted_calls);
  hook_out_text(out, ",\"wastedTokens\":");
  scan_put_number(out, rounded(loop->tokens), workspace);
  hook_out_text(out, ",\"fingerprint\":\"");
  scan_put_hex(out, loop->fingerprint.bytes, sizeof loop->fingerprint.bytes);
  hook_out_text(out, "\",\"pattern\":");
  hook_out_bytes(out, loop->pattern.s, loop->pattern.len);
  put_string(out, ",\"message\":", loop->message.s, loop->message.len);
  hook_out date = {0};
  if (scan_put_time(&date, about->started_at)) put_string(out, ",\"startedAt\":", date.s, date.len);
  if (date.failed) out->failed = true;
  hook_out_free(&date);
  hook_out_text(out, "}\n");
}

void scan_loops_write(const scan_loops *loops, const scan_about *about, lg_workspace *workspace, hook_out *out) {
  for (size_t i = 0; i < loops->count; i++) write_loop(&loops->items[i], about, workspace, out);
}

void scan_loops_clear(scan_loops *loops) {
  while (loops->count > 0) free_loop(&loops->items[--loops->count]);
  loops->of_turn = 0;
  loops->round = 0;
}

void scan_loops_free(scan_loops *loops) {
  scan_loops_clear(loops);
  free(loops->items);
  *loops = (scan_loops){.items = NULL};
}
