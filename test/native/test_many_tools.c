/* Names of 1 to 10,000 letters, and 100,000 tools: in a configuration, in a run, in records and snapshots. */
#include "run_driver.h"
#include "records.h"

enum { TOOLS = 100000, LONGEST = 10000 };

/* A name of its own for each `i`, of 1 to 10,000 letters, most of them short. */
static size_t name_of(uint32_t i, char *name) {
  size_t len = i % 100 == 0 ? 1 + (size_t)i * 7919 % LONGEST : 1 + i % 40;
  memset(name, 'a' + (int)(i % 26), len);
  char digits[16];
  size_t count = (size_t)snprintf(digits, sizeof digits, "_%u", i);
  if (len > LONGEST - count) len = LONGEST - count;
  memcpy(name + len, digits, count);
  return len + count;
}

static lg_guard *configured(void) {
  static const uint8_t key[LG_KEY_SIZE] = {3};
  size_t room = 64u << 20, len = 0;
  char *text = malloc(room), *name = malloc(LONGEST + 32);
  len += (size_t)snprintf(text, room,
                          "{\"detectors\":[{\"type\":\"repeat\",\"threshold\":3},"
                          "{\"type\":\"limit\",\"default\":null,\"limits\":{\"last\":1}}],"
                          "\"ladder\":{\"warn\":1},\"tools\":{\"*_9\":{\"maxRepeats\":2}");
  for (uint32_t i = 0; i < TOOLS; i++) {
    size_t size = name_of(i, name);
    len += (size_t)snprintf(text + len, room - len, ",\"%.*s\":{\"limit\":%u}", (int)size, name, 1 + i % 5);
  }
  len += (size_t)snprintf(text + len, room - len, "}}");
  CHECK(len < room);
  lg_guard *guard = NULL;
  lg_config_error error;
  CHECK_EQ_INT(lg_guard_configure(NULL, key, text, len, &guard, &error), LG_OK);
  CHECK_EQ_STR(error.message, strlen(error.message), "", 0);
  if (guard == NULL) abort();
  free(text);
  free(name);
  return guard;
}

LG_TEST(names_of_any_length_and_a_hundred_thousand_tools) {
  lg_guard *guard = configured();
  lg_run *run, *other;
  CHECK_EQ_INT(lg_run_new(guard, &run), LG_OK);
  CHECK_EQ_INT(lg_run_new(guard, &other), LG_OK);
  char *name = malloc(LONGEST + 32);
  lg_verdict verdict, applied;
  const uint8_t *bytes;
  size_t len;
  for (uint32_t i = 0; i < TOOLS; i++) {
    lg_call call = {.args_kind = LG_ARGS_RAW, .args = "{}", .args_len = 2, .name = name, .id = "i", .id_len = 1};
    call.name_len = name_of(i, name);
    CHECK_EQ_INT(lg_guard_tool_profile(guard, name, call.name_len, &call.profile), LG_OK);
    lg_outcome outcome = {.result_kind = LG_RESULT_TEXT, .result = "r", .result_len = 1};
    for (int times = 0; times < (i % 1000 == 0 ? 4 : 1); times++) {
      CHECK_EQ_INT(record_before(run, &call, &bytes, &len), LG_OK);
      CHECK_EQ_INT(lg_run_apply(other, bytes, len, &applied), LG_OK);
      CHECK_EQ_INT(lg_run_before(run, &call, &verdict), LG_OK);
      CHECK_EQ_INT(applied.action, verdict.action);
      CHECK_EQ_INT(verdict.action, (uint32_t)times >= 1 + i % 5 ? LG_WARN : LG_ALLOW);
      if (verdict.detected) {
        const lg_report *report;
        CHECK_EQ_INT(lg_run_report(other, &report), LG_OK);
        size_t kept = call.name_len < 256 ? call.name_len : 256;
        CHECK_EQ_STR(report->pattern[0].name, report->pattern[0].name_len, name, kept);
      }
      CHECK_EQ_INT(lg_run_after(run, verdict.ticket, &outcome, &verdict), LG_OK);
      CHECK_EQ_INT(record_after(run, "i", 1, call.profile, &outcome, &bytes, &len), LG_OK);
      CHECK_EQ_INT(lg_run_apply(other, bytes, len, &applied), LG_OK);
      CHECK_EQ_INT(applied.action, verdict.action);
    }
  }
  CHECK_EQ_INT(lg_run_snapshot(run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(run, bytes, len, NULL), LG_OK);
  free(name);
  lg_run_free(run);
  lg_run_free(other);
  lg_guard_free(guard);
}
