/*
 * Any bytes as the rows of a scan, whatever the columns hold. What must hold: a scan reads any lines to their end, and
 * every line that it writes is one JSON text.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
  if (!condition) abort();
}

static void must_be_json(const char *text, size_t len) {
  lg_workspace *workspace;
  const uint8_t *packed;
  size_t packed_len;
  must(lg_workspace_new(NULL, &workspace) == LG_OK);
  must(lg_json_read(workspace, text, len, &packed, &packed_len) == LG_OK);
  lg_workspace_free(workspace);
}

static void each_line(const char *text, size_t len, void (*take)(scan *, const char *, size_t), scan *s) {
  while (len > 0) {
    const char *end = memchr(text, '\n', len);
    size_t line = end == NULL ? len : (size_t)(end - text);
    take(s, text, line);
    text += line + (end != NULL);
    len -= line + (end != NULL);
  }
}

static void check_line(scan *s, const char *text, size_t len) {
  (void)s;
  must_be_json(text, len);
}

/* The faults are for people. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  int nowhere = open("/dev/null", O_WRONLY);
  if (getenv("FUZZ_SAYS") == NULL && nowhere >= 0) stderr = fdopen(nowhere, "w");
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t key[LG_KEY_SIZE] = {0};
  static const char *const maps[] = {"tool=t,run=u,arguments=a,result=r,error=e,time=d",
                                     "tool=t,run=u,arguments=a,result=r,error=e,round=o,turn=n,tokens=k",
                                     "tool=t,arguments=r,result=a,round=a,time=r"};
  static const char *const presets[] = {"{}", "{\"preset\":\"strict\"}", "{\"maxRepeats\":2}"};
  lg_guard *guard;
  scan s;
  scan_columns columns;
  program_out why = {0};
  const char *preset = presets[size / 3 % 3];
  must(scan_columns_read(maps[size % 3], &columns, &why));
  must(lg_guard_configure(&program_allocator, key, preset, strlen(preset), &guard, NULL) == LG_OK);
  scan_begin(&s, guard, &columns, size % 2 == 0);
  each_line((const char *)data, size, scan_line, &s);
  each_line((const char *)data, size, scan_line, &s); /* so that calls repeat */
  scan_end(&s);
  each_line(s.out.data, s.out.len, check_line, NULL);
  program_forget(NULL);
  return 0;
}
