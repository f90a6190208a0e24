#include "run.h"

static void add_step(lg_run *run, const lg_digest *name, const lg_digest *signature) {
  lg_report *report = &run->report;
  uint32_t i = report->pattern_count++;
  report->pattern[i].name = lg__names_find(&run->names, name, &report->pattern[i].name_len);
  report->pattern[i].signature = *signature;
}

void lg__report(lg_run *run, const lg_finding *finding, uint32_t strikes, const lg_digest *fingerprint,
                const lg_digest *name, bool held) {
  lg_report *report = &run->report;
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
    add_step(run, name, fingerprint);
    return;
  }
  const lg_window *window =
      (record->tracks & LG_TRACK_WINDOW) != 0 ? &run->windows[run->guard->detectors[finding->detector].window] : NULL;
  uint32_t steps = finding->cycle_length < LG_PATTERN_MAX ? finding->cycle_length : LG_PATTERN_MAX;
  for (uint32_t back = steps; back-- > 0;) {
    const lg_observation *seen = lg__history_at(&run->history, finding->behind + back);
    if (seen == NULL) continue;
    const lg_digest *signature = window != NULL ? lg__window_at(window, finding->behind + back) : NULL;
    add_step(run, &seen->name, signature != NULL ? signature : &seen->identity);
  }
}

lg_status lg_run_report(const lg_run *run, const lg_report **out_report) {
  if (run == NULL || out_report == NULL || !run->has_report) return LG_EINVAL;
  *out_report = &run->report;
  return LG_OK;
}
