#include <float.h>
#include <math.h>

#include "json/json.h"
#include "policy/detector_record.h"
#include "run/run.h"

/* A report has the digests of its names until somebody asks for it, since the run's names move. */

lg_status lg__run_name(lg_run *run, const lg_digest *digest, const char *name, size_t len) {
  lg_table *names = &run->names;
  lg_table_entry *entry;
  char text[LG_NAME_KEEP]; /* a copy, since `name` may be one of the names, which move */
  if (lg__table_find(names, digest) != NULL) return LG_OK;
  lg_status status = LG_OK;
  for (uint32_t i = 0; names->count == LG_NAMES_MAX && status == LG_OK && i < run->report.pattern_count; i++)
    if (lg__table_find(names, &run->report_names[i]) != NULL)
      status = lg__table_touch(names, &run->report_names[i], &entry);
  len = lg__cut(name, len, LG_NAME_KEEP);
  if (len != 0) memcpy(text, name, len);
  if (status == LG_OK) status = lg__table_touch(names, digest, &entry);
  if (status != LG_OK) return status;
  lg_name *added = (lg_name *)(void *)entry;
  added->len = (uint16_t)len;
  if (len != 0) memcpy(added->text, text, len);
  return LG_OK;
}

static void add_step(lg_run *run, const lg_digest *name, const lg_digest *signature) {
  uint32_t i = run->report.pattern_count++;
  run->report_names[i] = *name;
  run->report.pattern[i].signature = *signature;
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
      .strikes = LG_IS_GRANTED(strikes) ? 0 : strikes,
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
  const lg_detector_spec *spec; /* a rule has neither that nor a name */
  if (lg_guard_detector(run->guard, finding->detector, &spec, &report->name, &report->name_len) == LG_OK &&
      finding->type == LG_BUDGET) {
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
  for (uint32_t back = finding->cycle_length < LG_PATTERN_MAX ? finding->cycle_length : LG_PATTERN_MAX; back-- > 0;) {
    const lg_observation *seen = lg__history_at(&run->history, finding->behind + back);
    if (seen == NULL) continue;
    const lg_digest *signature = window != NULL ? lg__window_at(window, finding->behind + back) : NULL;
    add_step(run, &seen->name, signature != NULL ? signature : &seen->identity);
  }
}

lg_status lg_run_report(lg_run *run, const lg_report **out_report) {
  if (run == NULL || out_report == NULL || !run->has_report) return LG_EINVAL;
  lg_report *report = &run->report;
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    const lg_name *name = (const lg_name *)(const void *)lg__table_find(&run->names, &run->report_names[i]);
    report->pattern[i].name = name == NULL ? "" : name->text; /* it was dropped */
    report->pattern[i].name_len = name == NULL ? 0 : name->len;
  }
  *out_report = &run->report;
  return LG_OK;
}

/* ---- the report as JSON ------------------------------------------------------------------------------------------ */

#define REPLACEMENT "\xEF\xBF\xBD"

/* How many bytes the character at `s` has; 0 when it is not UTF-8, or U+0000. */
static size_t utf8_size(const uint8_t *s, size_t left) {
  return *s == 0 || lg__is_half(s, s + left) ? 0 : lg__wtf8_size(s, left);
}

/* `,"key":`; `{` before the first. */
static void put_key(lg_writer *out, const char *key) {
  lg__put_byte(out, out->buf->len == 0 ? '{' : ',');
  lg__put_byte(out, '"');
  lg__put(out, key, strlen(key));
  lg__put(out, "\":", 2);
}

/* A text as valid UTF-8, which ends in `#` and the first digits of `signature` (NULL: it does not). */
static void put_text(lg_writer *out, const char *text, size_t len, const lg_digest *signature) {
  lg__put_byte(out, '"');
  for (size_t at = 0; at < len;) {
    const uint8_t *s = (const uint8_t *)text + at;
    size_t size = utf8_size(s, len - at);
    if (size != 0)
      lg__json_put_text(out, s, size);
    else
      lg__put(out, REPLACEMENT, sizeof REPLACEMENT - 1);
    at += size != 0 ? size : 1;
  }
  if (signature != NULL) {
    char digits[9] = "#";
    lg__hex(signature->bytes, 4, digits + 1);
    lg__put(out, digits, sizeof digits);
  }
  lg__put_byte(out, '"');
}

static void put_word(lg_writer *out, const char *key, const char *word) {
  put_key(out, key);
  put_text(out, word, strlen(word), NULL);
}

static void put_number(lg_writer *out, const char *key, double number) {
  put_key(out, key);
  if (isnan(number)) number = 0; /* of a snapshot that somebody made up */
  lg__json_put_number(out, number > DBL_MAX ? DBL_MAX : number < -DBL_MAX ? -DBL_MAX : number);
}

static void put_bool(lg_writer *out, const char *key, bool value) {
  put_key(out, key);
  lg__put(out, value ? "true" : "false", value ? 4 : 5);
}

static void put_pattern(lg_writer *out, const lg_report *report) {
  bool signs = (lg__detector_records[report->type]->tracks & LG_TRACK_WINDOW) != 0;
  put_key(out, "pattern");
  lg__put_byte(out, '[');
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    if (i != 0) lg__put_byte(out, ',');
    put_text(out, report->pattern[i].name, report->pattern[i].name_len, signs ? &report->pattern[i].signature : NULL);
  }
  lg__put_byte(out, ']');
}

static void put_report(lg_writer *out, const lg_report *report) {
  static const char *const units[] = {"", "calls", "tokens", "cost", "seconds", "refusals"};
  static const char *const periods[] = {"run", "turn", "key"};
  const char *type = lg__detector_records[report->type]->name;
  size_t tool = report->pattern_count > 0 ? report->pattern_count - 1 : 0; /* the first is empty where there is none */
  put_key(out, "detector");
  put_text(out, report->name != NULL ? report->name : type, report->name != NULL ? report->name_len : strlen(type),
           NULL);
  put_word(out, "type", type);
  put_key(out, "toolName");
  put_text(out, report->pattern[tool].name, report->pattern[tool].name_len, NULL);
  put_number(out, "repeats", report->repeats);
  put_number(out, "threshold", report->threshold);
  put_number(out, "cycleLength", report->cycle_length);
  put_pattern(out, report);
  put_word(out, "evidence", report->strong ? "strong" : "weak");
  put_number(out, "strikes", report->strikes);
  put_bool(out, "again", report->again);
  put_bool(out, "transient", report->transient);
  char fingerprint[2 * sizeof report->fingerprint.bytes];
  lg__hex(report->fingerprint.bytes, sizeof report->fingerprint.bytes, fingerprint);
  put_key(out, "fingerprint");
  put_text(out, fingerprint, sizeof fingerprint, NULL);
  put_number(out, "waitMs", report->wait_ms);
  put_number(out, "waitedMs", report->waited_ms);
  if (report->unit != LG_UNIT_NONE) {
    put_word(out, "of", units[report->unit]);
    put_word(out, "per", periods[report->period]);
    put_number(out, "used", report->used);
    put_number(out, "limit", report->limit);
  }
  lg__put(out, "}", 2); /* with its NUL */
}

lg_status lg_run_report_json(lg_run *run, const char **out_text, size_t *out_len) {
  const lg_report *report;
  if (out_text == NULL || out_len == NULL || lg_run_report(run, &report) != LG_OK) return LG_EINVAL;
  lg_writer out = {&run->guard->workspace->snapshot, LG_OK};
  out.buf->len = 0;
  put_report(&out, report);
  if (out.status != LG_OK) return out.status;
  *out_text = out.buf->data;
  *out_len = --out.buf->len;
  return LG_OK;
}

/* ---- why each detector fired or kept silent: each is asked, in the words of its own file ------------------------- */

lg_status lg_run_explain(lg_run *run) {
  if (run == NULL) return LG_EINVAL;
  if (run->explained != NULL) return LG_OK;
  run->explained = lg__alloc_zeroed(&run->guard->allocator, 1, sizeof *run->explained);
  if (run->explained == NULL) return LG_ENOMEM;
  lg__explain_nothing(run);
  return LG_OK;
}

lg_status lg_run_explanation(const lg_run *run, const lg_explanation **out_explanation) {
  if (run == NULL || out_explanation == NULL || run->explained == NULL) return LG_EINVAL;
  *out_explanation = run->explained;
  return LG_OK;
}

static lg_explained unexplained(lg_why why) {
  return (lg_explained){.why = why, .cycle_length = 1, .like = LG_NOWHERE, .at = LG_NOWHERE};
}

/* Begins the explanation of a call. */
static lg_explanation *begin_explanation(lg_run *run, const lg_digest *identity, const lg_digest *verbatim,
                                         lg_seen seen) {
  lg_explanation *explanation = run->explained;
  *explanation = (lg_explanation){
      .seen = seen, .ticket = LG_NO_TICKET, .sibling = LG_NOWHERE, .count = run->guard->detector_count};
  for (uint32_t i = 0; i < explanation->count; i++) explanation->detectors[i] = unexplained(LG_WHY_UNASKED);
  if (identity != NULL) explanation->identity = *identity;
  if (verbatim != NULL) explanation->verbatim = *verbatim;
  return explanation;
}

void lg__explain_nothing(lg_run *run) { (void)begin_explanation(run, NULL, NULL, LG_SEEN_NOT); }

/* What was found overwrites what the detector's explanation has. */
static void take_finding(lg_explained *out, const lg_finding *finding) {
  out->count = finding->repeats;
  out->cycle_length = finding->cycle_length;
  out->strong = finding->strong;
  out->waited_ms = finding->waited_ms;
}

void lg__explain_asked(lg_run *run, lg_candidate *candidate) {
  const lg_guard *guard = run->guard;
  const lg_request *request = candidate->request;
  lg_explanation *explanation = begin_explanation(run, &request->identity, &request->verbatim, LG_SEEN_ASKED);
  explanation->poll = candidate->poll;
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    lg_explained *out = &explanation->detectors[i];
    bool looks = slot->record->find_before != NULL;
    *out = unexplained(candidate->poll ? LG_WHY_POLL : LG_WHY_NOT_ARMED);
    out->threshold = slot->spec.threshold;
    lg_finding finding;
    out->fires = lg__run_find_by(run, i, candidate, &finding);
    const lg_look look = {.run = run, .slot = slot, .profile = candidate->profile, .candidate = candidate};
    if (looks) slot->record->explain(&look, out);
    if (!out->fires) continue;
    take_finding(out, &finding);
    if (looks) continue;
    out->why = LG_WHY_GOES_ON;
    out->threshold = finding.threshold;
  }
}

void lg__explain_back(lg_run *run, const lg_ticket *slot, const lg_reply *reply, uint32_t last_news) {
  lg_explanation *explanation = run->explained;
  uint32_t ticket = lg__tickets_number(&run->tickets, slot);
  if (explanation->ticket != ticket) (void)begin_explanation(run, &slot->identity, NULL, LG_SEEN_ASKED);
  explanation->ticket = ticket;
  explanation->seen = run->guard->profiles[slot->profile].poll ? LG_SEEN_POLL : LG_SEEN_COMPLETED;
  explanation->waits = slot->wait_ms != 0;
  if (run->news.last_news == last_news)
    explanation->news = LG_NEWS_WHY_NOT;
  else if (slot->round < run->turn_round)
    explanation->news = LG_NEWS_WHY_TURN;
  else if (lg__news_find(&run->news, &slot->identity) == NULL)
    explanation->news = LG_NEWS_WHY_FORGOTTEN;
  else if (!reply->comparable)
    explanation->news = LG_NEWS_WHY_NO_RESULT;
  else
    explanation->news = run->newest.mutated ? LG_NEWS_WHY_CHANGE : LG_NEWS_WHY_RESULT;
}

void lg__explain_sibling(lg_run *run, const lg_observation *sibling, bool agrees) {
  lg_explanation *explanation = run->explained;
  explanation->seen = agrees ? LG_SEEN_SIBLING : LG_SEEN_SIBLING_DIFFERS;
  explanation->sibling = 0;
  while (lg__history_at(&run->history, explanation->sibling) != sibling) explanation->sibling++;
}

void lg__explain_completed(lg_run *run, const lg_profile *profile, const lg_cycle *cycles) {
  const lg_guard *guard = run->guard;
  lg_explanation *explanation = run->explained;
  explanation->seen = LG_SEEN_COMPLETED;
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    if (slot->record->find_before != NULL) continue;
    lg_explained *out = &explanation->detectors[i];
    const lg_look look = {run, slot, profile, NULL, lg__history_at(&run->history, 0), cycles};
    *out = unexplained(LG_WHY_UNASKED);
    out->threshold = lg__own_threshold(&look);
    lg_finding finding = {.cycle_length = 1, .threshold = out->threshold};
    out->fires = slot->record->find_after != NULL && slot->record->find_after(&look, &finding);
    slot->record->explain(&look, out);
    if (out->fires) take_finding(out, &finding);
  }
}
