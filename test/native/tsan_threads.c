/* Two threads, each with its own workspace or door, work on the same texts: ThreadSanitizer must not report anything.
 */
#include <pthread.h>

#include "door_driver.h"

static const char *const texts[] = {
    "{\"b\":[1.5,\"\\u0041\",{\"z\":1,\"y\":2}],\"a\":\"x\"}",
    "[9007199254740993,0.30000000000000004,\"\\ud83d\",null]",
    "{\"not\": json}",
};
static const uint8_t zero_key[LG_KEY_SIZE];

typedef struct task {
  lg_digest digests[sizeof texts / sizeof texts[0]];
  bool ok;
} task;

static void *identify_all(void *argument) {
  task *t = argument;
  lg_workspace *workspace;
  t->ok = lg_workspace_new(NULL, &workspace) == LG_OK;
  for (int round = 0; t->ok && round < 2000; round++) {
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
      t->ok &= lg_identify(workspace, zero_key, LG_CANONICAL, "tool", 4, LG_ARGS_RAW, texts[i], strlen(texts[i]), NULL,
                           &t->digests[i]) == LG_OK;
    }
  }
  if (t->ok) lg_workspace_free(workspace);
  return NULL;
}

LG_TEST(distinct_workspaces_on_distinct_threads) {
  pthread_t threads[2];
  task tasks[2] = {0};
  for (size_t i = 0; i < 2; i++) CHECK_EQ_INT(pthread_create(&threads[i], NULL, identify_all, &tasks[i]), 0);
  for (size_t i = 0; i < 2; i++) {
    CHECK_EQ_INT(pthread_join(threads[i], NULL), 0);
    CHECK(tasks[i].ok);
  }
  CHECK(memcmp(tasks[0].digests, tasks[1].digests, sizeof tasks[0].digests) == 0);
}

static void *live(void *argument) {
  double *last = argument;
  door_driver d = open_door(NULL);
  double run = ask(&d, LG_DOOR_RUN, ask_guard(&d, "{\"detectors\":[{\"type\":\"repeat\"}]}"));
  for (int i = 0; i < 500; i++) {
    door_event before = {.flags = LG_ARGS_RAW, .name = "read", .body = texts[i / 8 % 3]};
    *last = judge(&d, run, before);
    *last = judge(&d, run, (door_event){.tag = LG_EVENT_AFTER, .number = ticket_of(*last)});
  }
  close_door(&d);
  return NULL;
}

LG_TEST(distinct_doors_on_distinct_threads) {
  pthread_t threads[2];
  double last[2] = {-1, -2};
  for (size_t i = 0; i < 2; i++) CHECK_EQ_INT(pthread_create(&threads[i], NULL, live, &last[i]), 0);
  for (size_t i = 0; i < 2; i++) CHECK_EQ_INT(pthread_join(threads[i], NULL), 0);
  CHECK(last[0] >= 0 && last[0] == last[1]);
}

/* Configurations are read by cJSON, which has globals: right and wrong ones, and reports, on two threads at once. */
static void *configure_all(void *argument) {
  task *t = argument;
  static const char right[] = "{\"preset\":\"strict\",\"maxEntries\":7,\"tools\":{\"a*\":{\"limit\":0.5e1}}}";
  static const char wrong[] = "{\"maxEntries\":1.5}";
  t->ok = true;
  for (int round = 0; t->ok && round < 300; round++) {
    lg_guard *guard;
    lg_config_error error;
    uint32_t profile;
    t->ok &= lg_guard_configure(NULL, zero_key, wrong, sizeof wrong - 1, &guard, &error) == LG_EINVAL;
    if (lg_guard_configure(NULL, zero_key, right, sizeof right - 1, &guard, &error) != LG_OK) abort();
    t->ok &= lg_guard_tool_profile(guard, "ab", 2, &profile) == LG_OK && profile == 1;
    lg_guard_free(guard);
  }
  return NULL;
}

LG_TEST(distinct_guards_are_configured_on_distinct_threads) {
  pthread_t threads[2];
  task tasks[2] = {0};
  for (size_t i = 0; i < 2; i++) CHECK_EQ_INT(pthread_create(&threads[i], NULL, configure_all, &tasks[i]), 0);
  for (size_t i = 0; i < 2; i++) {
    CHECK_EQ_INT(pthread_join(threads[i], NULL), 0);
    CHECK(tasks[i].ok);
  }
}
