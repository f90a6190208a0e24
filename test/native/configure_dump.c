/*
 * Guards out of configurations, for test/rules/configure.test.ts: on each line of stdin a configuration and names of
 * tools, split by tabs; on stdout one line for it: what is wrong, or what the guard is made of. Two tabs come before
 * a policy that is added.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/detector_record.h"
#include "policy/guard.h"

static void put_ladder(const lg_ladder *ladder) {
  printf("[%u,%u,%u,%u]", ladder->warn, ladder->hint, ladder->ask, ladder->abort);
}

static void put_texts(const char *const *text, const size_t *len, size_t count) {
  putchar('[');
  for (size_t i = 0; i < count; i++) printf("%s\"%.*s\"", i == 0 ? "" : ",", (int)len[i], text[i]);
  putchar(']');
}

static void put_profile(const lg_profile *p) {
  printf("{\"exempt\":%d,\"mutates\":%d,\"poll\":%d,\"similar\":%d,", p->exempt, p->mutates, p->poll, p->similar);
  printf("\"pollMinIntervalMs\":%.17g,\"pollMaxWaitMs\":%.17g,", p->poll_min_interval_ms, p->poll_max_wait_ms);
  printf("\"maxRepeats\":%u,\"limit\":%u,\"volatileClasses\":%u,\"failureClasses\":%u,\"ladder\":", p->max_repeats,
         p->limit, p->volatile_classes, p->failure_classes);
  put_ladder(&p->ladder);
  printf(",\"keep\":");
  put_texts(p->projection.keep, p->projection.keep_len, p->projection.keep_count);
  printf(",\"outside\":%.17g,\"ignore\":", (double)p->outside);
  put_texts(p->projection.ignore, p->projection.ignore_len, p->projection.ignore_count);
  putchar('}');
}

static void put_detector(const lg_guard *guard, uint32_t index) {
  const lg_detector_spec *spec;
  const char *name;
  size_t len;
  if (lg_guard_detector(guard, index, &spec, &name, &len) != LG_OK) abort();
  const lg_detector_record *record = lg__detector_records[spec->type];
  printf("%s{\"type\":\"%s\",\"name\":\"%.*s\",\"steps\":", index == 0 ? "" : ",", record->name, (int)len, name);
  put_ladder(&spec->ladder);
  const lg_fields *fields = lg__detector_fields(spec->type);
  for (size_t i = 0; i < fields->kept; i++) {
    double value = lg__field_get(&fields->list[i], spec);
    printf(",\"%s\":%.17g", fields->list[i].name, isinf(value) ? (double)LG_NO_LIMIT : value);
  }
  putchar('}');
}

static void put_guard(const lg_guard *guard, const uint32_t *numbers, size_t count) {
  const lg_guard_options *options;
  if (lg_guard_settings(guard, &options) != LG_OK) abort();
  printf("{\"maxEntries\":%zu,\"shadow\":%d,\"ladder\":", options->max_entries, options->shadow);
  put_ladder(&options->ladder);
  printf(",\"detectors\":[");
  for (uint32_t i = 0; i < guard->detector_count; i++) put_detector(guard, i);
  printf("],\"profiles\":[");
  for (uint32_t i = 0; i < guard->profile_count; i++) {
    if (i > 0) putchar(',');
    put_profile(&guard->profiles[i]);
  }
  printf("],\"numbers\":[");
  for (size_t i = 0; i < count; i++) printf("%s%u", i == 0 ? "" : ",", numbers[i]);
  puts("]}");
}

static void answer(char *line) {
  static const uint8_t key[LG_KEY_SIZE] = {1};
  lg_guard *guard;
  lg_config_error error;
  uint32_t numbers[64];
  size_t count = 0;
  char *rest = strchr(line, '\t');
  size_t len = rest != NULL ? (size_t)(rest - line) : strlen(line);
  lg_status status = lg_guard_configure(NULL, key, line, len, &guard, &error);
  if (status != LG_OK) {
    printf("%s %s\n", lg_status_name(status), error.message);
    return;
  }
  if (rest != NULL && rest[1] == '\t') { /* a policy that is added */
    char *policy = rest + 2;
    rest = strchr(policy, '\t');
    len = rest != NULL ? (size_t)(rest - policy) : strlen(policy);
    status = lg_guard_configure_tool(guard, policy, len, &error);
    if (status != LG_OK) printf("%s %s\n", lg_status_name(status), error.message);
  }
  while (status == LG_OK && rest != NULL && count < 64) {
    char *name = rest + 1;
    rest = strchr(name, '\t');
    len = rest != NULL ? (size_t)(rest - name) : strlen(name);
    if (lg_guard_tool_profile(guard, name, len, &numbers[count++]) != LG_OK) abort();
  }
  if (status == LG_OK) put_guard(guard, numbers, count);
  lg_guard_free(guard);
}

int main(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    answer(line);
  }
  return 0;
}
