#include "texts.h"

#include <string.h>

#include "preset.gen.h"

lg_status hook_guard_new(const uint8_t key[LG_KEY_SIZE], lg_guard **out_guard) {
  static const lg_profile profile = HOOK_PROFILE;
  lg_guard_options options = {.max_entries = HOOK_MAX_ENTRIES, .ladder = HOOK_LADDER};
  memcpy(options.key, key, LG_KEY_SIZE);
  lg_guard *guard;
  lg_status status = lg_guard_new(NULL, &options, &guard);
  if (status != LG_OK) return status;
  for (size_t i = 0; i < sizeof HOOK_DETECTORS / sizeof *HOOK_DETECTORS && status == LG_OK; i++)
    status = lg_guard_add_detector(guard, &HOOK_DETECTORS[i]);
  if (status == LG_OK) status = lg_guard_set_default_profile(guard, &profile);
  if (status != LG_OK) {
    lg_guard_free(guard);
    return status;
  }
  *out_guard = guard;
  return LG_OK;
}

static void put_names(hook_out *out, const lg_report *report) {
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    hook_out_text(out, i == 0 ? "'" : ", '");
    hook_out_bytes(out, report->pattern[i].name, report->pattern[i].name_len);
    hook_out_text(out, "'");
  }
}

/* As lib/detectors/duration.ts. */
static void put_duration(hook_out *out, double ms) {
  uint32_t minutes = (uint32_t)(ms / 60000);
  hook_out_number(out, minutes >= 2 ? minutes : (uint32_t)(ms / 1000 + 0.5));
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
    case 7:
      put_duration(out, report->waited_ms);
      break;
    default:
      hook_out_bytes(out, text, 1);
    }
  }
}

static uint32_t abort_rung(const lg_report *report) {
  static const lg_ladder fallback = HOOK_LADDER;
  const lg_ladder *own = &HOOK_DETECTORS[report->detector].ladder;
  return own->warn + own->hint + own->ask + own->abort != 0 ? own->abort : fallback.abort;
}

void hook_verdict_text(hook_out *out, const lg_run *run, lg_action action, const char *name, size_t name_len,
                       bool ran) {
  const lg_report *report;
  if (action == LG_ALLOW || lg_run_report(run, &report) != LG_OK) return;
  const hook_texts *texts = &HOOK_TEXTS[report->type];
  if (texts->found == NULL) return;
  size_t before = out->len;
  const char *found = texts->found;
  if (texts->loop != NULL && report->pattern_count > 1) found = texts->loop;
  if (texts->waited != NULL && report->waited_ms > 0) found = texts->waited;
  put_template(out, found, report, name, name_len);
  if (action == LG_ABORT) {
    if (out->len > before && out->s[out->len - 1] == '.') out->len--;
    hook_out_text(out, HOOK_ABORTED);
  } else if (action == LG_WARN || ran) {
    hook_out_text(out, report->transient ? HOOK_PASSING : HOOK_WARNING);
  } else {
    hook_out_text(out, report->transient ? HOOK_PASSING_ADVICE : texts->advice);
    uint32_t abort = abort_rung(report);
    if (abort != 0 && report->strikes + 1 >= abort) hook_out_text(out, HOOK_LAST_REFUSAL);
  }
}

void hook_end_turn_text(hook_out *out) { hook_out_text(out, HOOK_END_TURN); }

bool hook_is_not_taken(const char *text, size_t len) {
  for (size_t i = 0; i < sizeof HOOK_NOT_TAKEN / sizeof *HOOK_NOT_TAKEN; i++) {
    size_t begin = strlen(HOOK_NOT_TAKEN[i]);
    if (len >= begin && memcmp(text, HOOK_NOT_TAKEN[i], begin) == 0) return true;
  }
  return false;
}

bool hook_is_machine(const char *source, size_t len) {
  for (size_t i = 0; i < sizeof HOOK_MACHINES / sizeof *HOOK_MACHINES; i++)
    if (strlen(HOOK_MACHINES[i]) == len && memcmp(source, HOOK_MACHINES[i], len) == 0) return true;
  return false;
}
