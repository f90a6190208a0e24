#include "texts.h"

#include <string.h>

#include "preset.gen.h"

static void put_names(hook_out *out, const lg_report *report) {
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    hook_out_text(out, i == 0 ? "'" : ", '");
    hook_out_bytes(out, report->pattern[i].name, report->pattern[i].name_len);
    hook_out_text(out, "'");
  }
}

/* A name as Python's repr prints it, the same as `pythonString` in lib/detectors/ping-pong.ts. */
static void put_python_string(hook_out *out, const char *s, size_t len) {
  static const char hex[] = "0123456789abcdef";
  char quote = len > 0 && memchr(s, '\'', len) != NULL && memchr(s, '"', len) == NULL ? '"' : '\'';
  hook_out_bytes(out, &quote, 1);
  for (size_t i = 0; i < len; i++) {
    uint8_t c = (uint8_t)s[i];
    bool c1 = c == 0xC2 && i + 1 < len && (uint8_t)s[i + 1] >= 0x80 && (uint8_t)s[i + 1] < 0xA0;
    const char *known = c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : c == '\\' ? "\\\\" : NULL;
    if (known != NULL) {
      hook_out_text(out, known);
    } else if (s[i] == quote) {
      hook_out_bytes(out, (const char[]){'\\', quote}, 2);
    } else if (c1 || c < 0x20 || c == 0x7F) {
      if (c1) c = (uint8_t)s[++i];
      hook_out_bytes(out, (const char[]){'\\', 'x', hex[c >> 4], hex[c & 15]}, 4);
    } else {
      hook_out_bytes(out, s + i, 1);
    }
  }
  hook_out_bytes(out, &quote, 1);
}

static void put_python_names(hook_out *out, const lg_report *report) {
  hook_out_text(out, "[");
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    if (i > 0) hook_out_text(out, ", ");
    put_python_string(out, report->pattern[i].name, report->pattern[i].name_len);
  }
  hook_out_text(out, "]");
}

/* A forged state may hold any time: limits it to what an integer can hold. */
static double bounded(double ms) { return ms < 1e15 ? ms : 1e15; }

/* The same as `seconds` in lib/report/messages.ts: rounded up. */
static void put_wait(hook_out *out, double ms) {
  double left = bounded(ms < 1000 ? ms : ms / 1000);
  unsigned long long whole = (unsigned long long)left;
  hook_out_number(out, (double)whole < left ? whole + 1 : whole);
  hook_out_text(out, ms < 1000 ? " ms" : " s");
}

/* The same as lib/detectors/duration.ts. */
static void put_duration(hook_out *out, double ms) {
  ms = bounded(ms);
  unsigned long long minutes = (unsigned long long)(ms / 60000);
  hook_out_number(out, minutes >= 2 ? minutes : (unsigned long long)(ms / 1000 + 0.5));
  hook_out_text(out, minutes >= 2 ? " minutes" : " seconds");
}

static void put_template(hook_out *out, const char *text, const lg_report *report, const char *name, size_t name_len) {
  for (; *text != '\0'; text++) {
    switch (*text) {
    case 1:
      hook_out_bytes(out, name, name_len);
      break;
    case 2:
      hook_out_number(out, report->repeats);
      break;
    case 3:
      hook_out_number(out, report->threshold);
      break;
    case 4:
      put_names(out, report);
      break;
    case 5:
      hook_out_number(out, report->pattern_count);
      break;
    case 6:
      put_wait(out, report->wait_ms);
      break;
    case 8:
      put_python_names(out, report);
      break;
    case 7:
      put_duration(out, report->waited_ms);
      break;
    default:
      hook_out_bytes(out, text, 1);
    }
  }
}

/* Whether the detector of the report has this name. */
static bool is_named(const lg_guard *guard, const lg_report *report, const char *wanted) {
  const lg_detector_spec *spec;
  const char *name;
  size_t len;
  return lg_guard_detector(guard, report->detector, &spec, &name, &len) == LG_OK && len == strlen(wanted) &&
         memcmp(name, wanted, len) == 0;
}

/* Whether the next strike ends the run. */
static bool is_last_refusal(lg_guard *guard, const lg_report *report, const char *name, size_t name_len) {
  uint32_t profile;
  lg_ladder ladder;
  return lg_guard_tool_profile(guard, name, name_len, &profile) == LG_OK &&
         lg_guard_ladder(guard, report->detector, profile, &ladder) == LG_OK && ladder.abort != 0 &&
         report->strikes + 1 >= ladder.abort;
}

static const char *found_text(const hook_texts *texts, const lg_report *report) {
  if (texts->wait != NULL && report->wait_ms > 0) return texts->wait;
  if (texts->waited != NULL && report->waited_ms > 0) return texts->waited;
  return texts->loop != NULL && report->pattern_count > 1 ? texts->loop : texts->found;
}

void hook_detection_text(hook_out *out, const lg_run *run, const char *name, size_t name_len) {
  const lg_report *report;
  if (lg_run_report(run, &report) == LG_OK)
    put_template(out, found_text(&HOOK_TEXTS[report->type], report), report, name, name_len);
}

void hook_found_text(hook_out *out, const lg_run *run) {
  const lg_report *report;
  if (lg_run_report(run, &report) == LG_OK) put_template(out, HOOK_TEXTS[report->type].found, report, "", 0);
}

void hook_verdict_text(hook_out *out, const lg_run *run, lg_action action, const char *name, size_t name_len,
                       bool ran) {
  const lg_report *report;
  lg_guard *guard;
  if (action == LG_ALLOW || lg_run_report(run, &report) != LG_OK || lg_run_guard(run, &guard) != LG_OK) return;
  const hook_texts *texts = &HOOK_TEXTS[report->type];
  size_t before = out->len;
  if (action == LG_ABORT && is_named(guard, report, "count")) {
    put_template(out, HOOK_COUNT_ABORTED, report, name, name_len);
    return;
  }
  put_template(out, found_text(texts, report), report, name, name_len);
  if (action == LG_ABORT) {
    if (out->len > before && out->s[out->len - 1] == '.') out->len--;
    hook_out_text(out, HOOK_ABORTED);
  } else if (action == LG_WARN || ran) {
    hook_out_text(out, report->transient ? HOOK_PASSING : texts->warning != NULL ? texts->warning : HOOK_WARNING);
  } else {
    if (texts->advice != NULL) hook_out_text(out, report->transient ? HOOK_PASSING_ADVICE : texts->advice);
    if (is_last_refusal(guard, report, name, name_len)) hook_out_text(out, HOOK_LAST_REFUSAL);
  }
}

void hook_turn_ended_text(hook_out *out) { hook_out_text(out, HOOK_TURN_ENDED); }

void hook_end_turn_text(hook_out *out) { hook_out_text(out, HOOK_END_TURN); }

bool hook_is_not_taken(const char *text, size_t len) {
  for (size_t i = 0; i < sizeof HOOK_NOT_TAKEN / sizeof *HOOK_NOT_TAKEN; i++) {
    size_t begin = strlen(HOOK_NOT_TAKEN[i]);
    if (len >= begin && memcmp(text, HOOK_NOT_TAKEN[i], begin) == 0) return true;
  }
  return false;
}

hook_traits hook_traits_of(const char *name, size_t len) {
#define XX(TYPE, type_name)                                                                                            \
  if (sizeof #type_name - 1 == len && memcmp(name, #type_name, len) == 0) return HOOK_TRAITS[LG_##TYPE];
  LG_DETECTOR_MAP(XX)
#undef XX
  return (hook_traits){.of_one_call = false};
}

bool hook_is_machine(const char *source, size_t len) {
  for (size_t i = 0; i < sizeof HOOK_MACHINES / sizeof *HOOK_MACHINES; i++)
    if (strlen(HOOK_MACHINES[i]) == len && memcmp(source, HOOK_MACHINES[i], len) == 0) return true;
  return false;
}
