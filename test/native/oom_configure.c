/* Every allocation of a configuration failed once, also those of cJSON: the status says so, and nothing leaks. */
#include "json/cjson.h"
#include "failing_alloc.h"
#include "lg_test.h"

static const char CONFIG[] =
    "{\"preset\":\"strict\",\"maxEntries\":50,\"volatile\":[\"uuids\"],\"detectors\":[{\"type\":\"count\",\"name\":"
    "\"n\"},"
    "{\"type\":\"limit\",\"limits\":{\"a*\":2,\"b\":null}},{\"type\":\"similar_query\",\"tools\":[\"q*\"]}],"
    "\"tools\":{\"read_*\":{\"identity\":[\"a\",\"/b\"],\"ignore\":[\"c\"],\"poll\":true},\"x\":false,"
    "\"r\":{\"retryable\":true}}}";
static const char POLICY[] = "{\"g*\":{\"identity\":[\"a\"],\"ignore\":[\"b\",\"c\"],\"ladder\":{\"hint\":1}}}";

/* cJSON's memory, which has no context to find this through. */
static struct { size_t fail_at, requests, live; } theirs;

static void *their_malloc(size_t size) {
  if (++theirs.requests == theirs.fail_at) return NULL;
  theirs.live++;
  return malloc(size);
}

static void their_free(void *ptr) {
  if (ptr != NULL) theirs.live--;
  free(ptr);
}

static lg_status configure(const lg_allocator *allocator) {
  static const uint8_t key[LG_KEY_SIZE] = {1};
  lg_guard *guard;
  lg_run *run = NULL;
  uint32_t number;
  lg_config_error error;
  lg_status status = lg_guard_configure(allocator, key, CONFIG, sizeof CONFIG - 1, &guard, &error);
  if (status != LG_OK) {
    CHECK_EQ_STR(error.message, strlen(error.message), "", 0);
    return status;
  }
  status = lg_guard_configure_tool(guard, POLICY, sizeof POLICY - 1, NULL);
  if (status == LG_OK) status = lg_guard_tool_profile(guard, "ab", 2, &number);
  if (status == LG_OK) status = lg_run_new(guard, &run);
  lg_call call = {.name = "x2", .name_len = 2, .args_kind = LG_ARGS_RAW, .args = "{}", .args_len = 2};
  lg_outcome outcome = {.result_kind = LG_RESULT_TEXT, .result = "x", .result_len = 1};
  lg_verdict verdict = {.detected = false};
  for (int i = 0; i < 4 && status == LG_OK; i++) {
    status = lg_run_before(run, &call, &verdict);
    if (status == LG_OK && !verdict.detected) status = lg_run_after(run, verdict.ticket, &outcome, &verdict);
  }
  const char *text;
  size_t len;
  if (status == LG_OK && verdict.detected) status = lg_run_report_json(run, &text, &len);
  lg_run_free(run);
  lg_guard_free(guard);
  return status;
}

LG_TEST(each_of_ours_may_fail) {
  size_t n = 1;
  for (;; n++) {
    failing_alloc memory = {.fail_at = n};
    lg_allocator allocator = failing_allocator(&memory);
    lg_status status = configure(&allocator);
    CHECK_EQ_INT(memory.live_blocks, 0);
    if (status == LG_OK) break;
    CHECK_EQ_INT(status, LG_ENOMEM);
  }
  CHECK(n > 40);
}

LG_TEST(each_of_theirs_may_fail) {
  cJSON_Hooks hooks = {their_malloc, their_free};
  size_t n = 1;
  cJSON_InitHooks(&hooks);
  for (;; n++) {
    theirs.fail_at = n;
    theirs.requests = 0;
    lg_status status = configure(NULL);
    CHECK_EQ_INT(theirs.live, 0);
    if (status == LG_OK) break;
    CHECK_EQ_INT(status, LG_ENOMEM);
  }
  cJSON_InitHooks(NULL);
  CHECK(n > 40);
}
