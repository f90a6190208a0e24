#include <float.h>
#include <math.h>

#include "detectors/detectors.h"
#include "json_print.h"
#include "run.h"

#define REPLACEMENT "\xEF\xBF\xBD"

/* How many bytes the character at `s` has; 0 when it is not UTF-8, or U+0000. */
static size_t utf8_size(const uint8_t *s, size_t left) {
  size_t size = lg__wtf8_size(s, left);
  return *s == 0 || (size == 3 && s[0] == 0xED && s[1] >= 0xA0) ? 0 : size;
}

/* A name as valid UTF-8, which ends in `#` and the first digits of `signature` (NULL: it does not). */
static void put_name(lg_writer *out, const char *name, size_t len, const lg_digest *signature) {
  lg__put_byte(out, '"');
  for (size_t at = 0; at < len;) {
    const uint8_t *s = (const uint8_t *)name + at;
    size_t size = utf8_size(s, len - at);
    if (size != 0)
      lg__json_put_text(out, s, size);
    else
      lg__put(out, REPLACEMENT, sizeof REPLACEMENT - 1);
    at += size != 0 ? size : 1;
  }
  if (signature != NULL) lg__put_byte(out, '#');
  if (signature != NULL) lg__put_hex(out, signature->bytes, 4);
  lg__put_byte(out, '"');
}

/* `,"key":`; `{` before the first. */
static void put_key(lg_writer *out, const char *key) {
  lg__put_byte(out, out->buf->len == 0 ? '{' : ',');
  lg__put_byte(out, '"');
  lg__put(out, key, strlen(key));
  lg__put(out, "\":", 2);
}

/* A word that needs no escapes. */
static void put_word(lg_writer *out, const char *key, const char *word) {
  put_key(out, key);
  lg__put_byte(out, '"');
  lg__put(out, word, strlen(word));
  lg__put_byte(out, '"');
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
    put_name(out, report->pattern[i].name, report->pattern[i].name_len, signs ? &report->pattern[i].signature : NULL);
  }
  lg__put_byte(out, ']');
}

static void put_budget(lg_writer *out, const lg_report *report) {
  static const char *const units[] = {"", "calls", "tokens", "cost", "seconds", "refusals"};
  static const char *const periods[] = {"run", "turn", "key"};
  put_word(out, "of", units[report->unit]);
  put_word(out, "per", periods[report->period]);
  put_number(out, "used", report->used);
  put_number(out, "limit", report->limit);
}

static void put_report(lg_writer *out, const lg_run *run) {
  const lg_report *report = &run->report;
  const char *type = lg__detector_records[report->type]->name, *name = type;
  size_t len = strlen(type);
  const lg_detector_spec *spec;
  if (lg_guard_detector(run->guard, report->detector, &spec, &name, &len) != LG_OK) len = strlen(name); /* polls */
  put_key(out, "detector");
  put_name(out, name, len, NULL);
  put_word(out, "type", type);
  put_key(out, "toolName");
  uint32_t steps = report->pattern_count;
  put_name(out, steps > 0 ? report->pattern[steps - 1].name : "", steps > 0 ? report->pattern[steps - 1].name_len : 0,
           NULL);
  put_number(out, "repeats", report->repeats);
  put_number(out, "threshold", report->threshold);
  put_number(out, "cycleLength", report->cycle_length);
  put_pattern(out, report);
  put_word(out, "evidence", report->strong ? "strong" : "weak");
  put_number(out, "strikes", report->strikes);
  put_bool(out, "again", report->again);
  put_bool(out, "transient", report->transient);
  put_key(out, "fingerprint");
  lg__put_byte(out, '"');
  lg__put_hex(out, report->fingerprint.bytes, sizeof report->fingerprint.bytes);
  lg__put_byte(out, '"');
  put_number(out, "waitMs", report->wait_ms);
  put_number(out, "waitedMs", report->waited_ms);
  if (report->unit != LG_UNIT_NONE) put_budget(out, report);
  lg__put(out, "}", 2); /* with its NUL */
}

lg_status lg_run_report_json(lg_run *run, const char **out_text, size_t *out_len) {
  if (run == NULL || out_text == NULL || out_len == NULL || !run->has_report) return LG_EINVAL;
  lg_writer out = {&run->guard->workspace->snapshot, LG_OK};
  out.buf->len = 0;
  put_report(&out, run);
  if (out.status != LG_OK) return out.status;
  *out_text = out.buf->data;
  *out_len = --out.buf->len;
  return LG_OK;
}
