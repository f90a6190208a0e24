#include "messages.h"

#include <string.h>

#include "messages.gen.h"

static void put_names(program_out *out, const lg_report *report) {
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    program_out_text(out, i == 0 ? "'" : ", '");
    program_out_bytes(out, report->pattern[i].name, report->pattern[i].name_len);
    program_out_text(out, "'");
  }
}

/* A name as Python's repr prints it, the same as `pythonString` in lib/detectors/ping-pong.ts. */
static void put_python_string(program_out *out, const char *s, size_t len) {
  char quote = len > 0 && memchr(s, '\'', len) != NULL && memchr(s, '"', len) == NULL ? '"' : '\'';
  program_out_bytes(out, &quote, 1);
  for (size_t i = 0; i < len; i++) {
    uint8_t c = (uint8_t)s[i];
    bool c1 = c == 0xC2 && i + 1 < len && (uint8_t)s[i + 1] >= 0x80 && (uint8_t)s[i + 1] < 0xA0;
    const char *known = c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : c == '\\' ? "\\\\" : NULL;
    if (known != NULL) {
      program_out_text(out, known);
    } else if (s[i] == quote) {
      program_out_bytes(out, (const char[]){'\\', quote}, 2);
    } else if (c1 || c < 0x20 || c == 0x7F) {
      if (c1) c = (uint8_t)s[++i];
      program_out_text(out, "\\x");
      program_out_hex(out, &c, 1);
    } else {
      program_out_bytes(out, s + i, 1);
    }
  }
  program_out_bytes(out, &quote, 1);
}

static void put_python_names(program_out *out, const lg_report *report) {
  program_out_text(out, "[");
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    if (i > 0) program_out_text(out, ", ");
    put_python_string(out, report->pattern[i].name, report->pattern[i].name_len);
  }
  program_out_text(out, "]");
}

/* A forged state may hold any time: limits it to what an integer can hold. */
static double bounded(double ms) { return ms < 1e15 ? ms : 1e15; }

/* The same as `seconds` in lib/report/messages.ts: rounded up. */
static void put_wait(program_out *out, double ms) {
  double left = bounded(ms < 1000 ? ms : ms / 1000);
  unsigned long long whole = (unsigned long long)left;
  program_out_number(out, (double)whole < left ? whole + 1 : whole);
  program_out_text(out, ms < 1000 ? " ms" : " s");
}

/* The same as lib/detectors/duration.ts. */
static void put_duration(program_out *out, double ms) {
  ms = bounded(ms);
  unsigned long long minutes = (unsigned long long)(ms / 60000);
  program_out_number(out, minutes >= 2 ? minutes : (unsigned long long)(ms / 1000 + 0.5));
  program_out_text(out, minutes >= 2 ? " minutes" : " seconds");
}

static void put_template(program_out *out, const char *text, const lg_report *report, program_text name) {
  for (; *text != '\0'; text++) {
    switch (*text) {
    case FILL_TOOL:
      program_out_bytes(out, name.s, name.len);
      break;
    case FILL_REPEATS:
      program_out_number(out, report->repeats);
      break;
    case FILL_THRESHOLD:
      program_out_number(out, report->threshold);
      break;
    case FILL_NAMES:
      put_names(out, report);
      break;
    case FILL_STEPS:
      program_out_number(out, report->pattern_count);
      break;
    case FILL_WAIT:
      put_wait(out, report->wait_ms);
      break;
    case FILL_DURATION:
      put_duration(out, report->waited_ms);
      break;
    case FILL_SPAN:
      program_out_number(out, report->span);
      break;
    case FILL_LIST:
      put_python_names(out, report);
      break;
    default:
      program_out_bytes(out, text, 1);
    }
  }
}

/* Whether the detector of the report has this name. */
static bool is_named(const lg_guard *guard, const lg_report *report, const char *wanted) {
  const lg_detector_spec *spec;
  const char *name;
  size_t len;
  return lg_guard_detector(guard, report->detector, &spec, &name, &len) == LG_OK &&
         program_text_is((program_text){name, len}, wanted);
}

/* Whether the next strike ends the run. */
static bool is_last_refusal(lg_guard *guard, const lg_report *report, program_text name) {
  uint32_t profile;
  lg_ladder ladder;
  return lg_guard_tool_profile(guard, name.s, name.len, &profile) == LG_OK &&
         lg_guard_ladder(guard, report->detector, profile, &ladder) == LG_OK && ladder.abort != 0 &&
         report->strikes + 1 >= ladder.abort;
}

static const char *found_text(const program_forms *forms, const lg_report *report) {
  if (forms->wait != NULL && report->wait_ms > 0) return forms->wait;
  if (forms->waited != NULL && report->waited_ms > 0) return forms->waited;
  if (forms->spread != NULL && report->span > 0) return forms->spread;
  return forms->loop != NULL && report->pattern_count > 1 ? forms->loop : forms->found;
}

/* What is found in a warning with a result; NULL: as without one. */
static const char *warned_text(const program_forms *forms, const lg_report *report) {
  int form = (report->span > report->repeats ? 4 : 0) + (report->failed ? 2 : 0) + (report->strong ? 0 : 1);
  return report->span == 0 ? NULL : forms->warned[form];
}

void program_detection_text(program_out *out, const lg_run *run, program_text name) {
  const lg_report *report;
  if (lg_run_report(run, &report) == LG_OK) put_template(out, found_text(&FORMS[report->type], report), report, name);
}

void program_verdict_text(program_out *out, const lg_run *run, lg_action action, program_text name, bool ran) {
  const lg_report *report;
  lg_guard *guard;
  if (action == LG_ALLOW || lg_run_report(run, &report) != LG_OK || lg_run_guard(run, &guard) != LG_OK) return;
  const program_forms *forms = &FORMS[report->type];
  size_t before = out->len;
  if (action == LG_ABORT && is_named(guard, report, "count")) {
    put_template(out, COUNT_ABORTED, report, name);
    return;
  }
  bool warns = action == LG_WARN || (ran && action != LG_ABORT);
  const char *warned = warns ? warned_text(forms, report) : NULL;
  put_template(out, warned != NULL ? warned : found_text(forms, report), report, name);
  if (action == LG_ABORT) {
    if (out->len > before && out->s[out->len - 1] == '.') out->len--;
    program_out_text(out, ABORTED);
  } else if (warns) {
    if (warned != NULL && forms->instead != NULL && !report->transient) program_out_text(out, forms->instead);
    program_out_text(out, report->transient ? PASSING : forms->warning != NULL ? forms->warning : WARNING);
  } else {
    const char *advice = forms->advice == NULL ? NULL : report->transient ? PASSING_ADVICE : forms->advice;
    bool goes_on = advice != NULL && *advice == ','; /* the last sentence of what was found */
    if (goes_on && out->len > before && out->s[out->len - 1] == '.') out->len--;
    if (advice != NULL) program_out_text(out, advice);
    if (is_last_refusal(guard, report, name)) program_out_text(out, LAST_REFUSAL);
  }
}
