#include "run.h"

/*
 * A report has copies of its names, since the run's names move and are dropped. `said` has room for two reports of the
 * longest names, so that a report can be made while the one before it is kept (run_after.c), and making one never
 * fails:
 *
 *   | the one report, most_steps names | the other report |
 */

/* The most steps that a pattern of this guard's detectors has in a report. */
static uint32_t most_steps(const lg_guard *guard) {
  uint32_t most = 1;
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_spec *spec = &guard->detectors[i].spec;
    if (guard->detectors[i].record->is_step == NULL) continue;
    if (spec->min_cycle_len > most) most = spec->min_cycle_len; /* ping_pong may have this one only */
    if (spec->max_cycle_len > most) most = spec->max_cycle_len;
  }
  return most < LG_PATTERN_MAX ? most : LG_PATTERN_MAX;
}

/* Makes room for names of `longest` bytes. */
static lg_status reserve(lg_run *run, size_t longest) {
  lg_report *report = &run->report;
  size_t at[LG_PATTERN_MAX];
  uint32_t named = run->said.data != NULL ? report->pattern_count : 0;
  for (uint32_t i = 0; i < named; i++) at[i] = (size_t)(report->pattern[i].name - run->said.data);
  lg_status status = lg__buf_reserve(&run->said, 2 * (most_steps(run->guard) * longest + 1));
  for (uint32_t i = 0; i < named; i++) report->pattern[i].name = run->said.data + at[i];
  return status;
}

lg_status lg__run_name(lg_run *run, const lg_digest *digest, const char *name, size_t len) {
  size_t kept = lg__name_cut(name, len, LG_NAME_KEEP);
  if (run->said.data == NULL || kept > run->names.longest) {
    lg_status status = reserve(run, kept);
    if (status != LG_OK) return status;
  }
  return lg__names_add(&run->names, digest, name, len);
}

static void add_step(lg_run *run, char **at, const lg_digest *name, const lg_digest *signature) {
  lg_report *report = &run->report;
  uint32_t i = report->pattern_count++;
  size_t len;
  const char *text = lg__names_find(&run->names, name, &len);
  report->pattern[i].name = *at != NULL ? *at : ""; /* NULL: the run has had no name yet */
  report->pattern[i].name_len = len;
  report->pattern[i].signature = *signature;
  if (len == 0) return;
  memcpy(*at, text, len);
  *at += len;
}

/* Where the names of the next report go: not where those of the last one are. */
static char *free_half(const lg_run *run) {
  if (run->said.data == NULL) return NULL;
  bool first = run->report.pattern_count == 0 || run->report.pattern[0].name != run->said.data;
  return run->said.data + (first ? 0 : run->said.capacity / 2);
}

void lg__report(lg_run *run, const lg_finding *finding, uint32_t strikes, const lg_digest *fingerprint,
                const lg_digest *name, bool held) {
  lg_report *report = &run->report;
  char *at = free_half(run);
  *report = (lg_report){
      .detector = finding->detector,
      .type = finding->type,
      .repeats = finding->repeats,
      .threshold = finding->threshold,
      .cycle_length = finding->cycle_length,
      .strikes = strikes,
      .differing = finding->differing,
      .strong = finding->strong,
      .transient = finding->transient,
      .again = run->loops.again,
      .mild = finding->mild,
      .held = held,
      .failed = finding->failed,
      .span = finding->span,
      .fingerprint = *fingerprint,
      .wait_ms = finding->wait_ms,
      .waited_ms = finding->waited_ms,
  };
  if (finding->type == LG_BUDGET) {
    const lg_detector_spec *spec = lg__run_spec(run, finding->detector);
    report->unit = finding->unit;
    report->period = (lg_period)spec->period;
    report->used = finding->used;
    report->limit = spec->limits[finding->unit];
  }
  run->has_report = true;
  const lg_detector_record *record = lg__finding_record(finding);
  if (record->is_step == NULL) {
    add_step(run, &at, name, fingerprint);
    return;
  }
  const lg_window *window =
      (record->tracks & LG_TRACK_WINDOW) != 0 ? &run->windows[run->guard->detectors[finding->detector].window] : NULL;
  uint32_t most = most_steps(run->guard), steps = finding->cycle_length < most ? finding->cycle_length : most;
  for (uint32_t back = steps; back-- > 0;) {
    const lg_observation *seen = lg__history_at(&run->history, finding->behind + back);
    if (seen == NULL) continue;
    const lg_digest *signature = window != NULL ? lg__window_at(window, finding->behind + back) : NULL;
    add_step(run, &at, &seen->name, signature != NULL ? signature : &seen->identity);
  }
}

lg_status lg_run_report(const lg_run *run, const lg_report **out_report) {
  if (run == NULL || out_report == NULL || !run->has_report) return LG_EINVAL;
  *out_report = &run->report;
  return LG_OK;
}
