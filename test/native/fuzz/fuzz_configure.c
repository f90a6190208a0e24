/*
 * Any text as a configuration. What must hold: a guard or an error that says why; an error is UTF-8 and ends; a guard
 * gives each tool a profile that it has, the same one twice; it judges calls; and a second guard of the text is equal.
 */
#include <stdlib.h>
#include <string.h>

#include "policy/guard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
  if (!condition) abort();
}

static void judge(lg_guard *guard) {
  static const char *const names[] = {"a", "read_it", "Bash", "", "\360\237\230\200"};
  lg_run *run;
  must(lg_run_new(guard, &run) == LG_OK);
  for (int i = 0; i < 40; i++) {
    const char *name = names[i % 5];
    uint32_t profile, again;
    must(lg_guard_tool_profile(guard, name, strlen(name), &profile) == LG_OK);
    must(lg_guard_tool_profile(guard, name, strlen(name), &again) == LG_OK && again == profile);
    lg_call call = {.name = name, .name_len = strlen(name), .args_kind = LG_ARGS_RAW, .args = "{}", .args_len = 2};
    call.profile = profile;
    call.now_ms = i * 1000.0;
    lg_outcome outcome = {.result_kind = LG_RESULT_TEXT, .result = "12 ms", .result_len = 5, .now_ms = i * 1000.0};
    lg_verdict verdict;
    const char *text;
    size_t len;
    must(lg_run_before(run, &call, &verdict) == LG_OK);
    if (verdict.detected) must(lg_run_report_json(run, &text, &len) == LG_OK && strlen(text) == len);
    must(lg_run_after(run, verdict.ticket, &outcome, &verdict) == LG_OK);
  }
  lg_run_free(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t key[LG_KEY_SIZE] = {1};
  const char *text = (const char *)data;
  lg_guard *guard, *other;
  lg_config_error error;
  memset(&error, 'x', sizeof error);
  lg_status status = lg_guard_configure(NULL, key, text, size, &guard, &error);
  must(memchr(error.message, '\0', sizeof error.message) != NULL);
  must((status == LG_OK) == (error.message[0] == '\0'));
  if (status != LG_OK) {
    must(status == LG_EINVAL || status == LG_EJSON);
    must(lg_guard_configure(NULL, key, "{}", 2, &guard, NULL) == LG_OK);
    status = lg_guard_configure_tool(guard, text, size, &error);
    must((status == LG_OK) == (error.message[0] == '\0'));
    lg_guard_free(guard);
    return 0;
  }
  must(lg_guard_configure(NULL, key, text, size, &other, NULL) == LG_OK);
  must(lg__guard_options_hash(guard) == lg__guard_options_hash(other));
  must(guard->profile_count == other->profile_count);
  must(memcmp(guard->profile_hashes, other->profile_hashes, guard->profile_count * sizeof(uint64_t)) == 0);
  lg_guard_free(other);
  judge(guard);
  lg_guard_free(guard);
  return 0;
}
