/*
 * Any bytes on the hook's stdin, and sessions of several events, one a line, in each dialect. What must hold: text that
 * is taken for JSON is JSON for the core too, and the other way round; an event that was read can be told to a run;
 * what is answered is JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "session.h"
#include "verdict_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
  if (!condition) abort();
}

static bool is_json(const char *text, size_t len) {
  lg_workspace *workspace;
  const char *form;
  size_t form_len;
  must(lg_workspace_new(NULL, &workspace) == LG_OK);
  lg_status status = lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_RAW, text, len, &form, &form_len);
  lg_workspace_free(workspace);
  return status == LG_OK;
}

static void tell(lg_run *run, hook_dialect asked, const char *text, size_t len) {
  hook_event event;
  hook_reply reply = {.code = 0};
  hook_run told = hook_run_of(run);
  if (hook_event_read(text, len, asked, &event) != HOOK_READ) return;
  hook_session_tell(&told, &event, true, &reply);
  must(reply.text.len == 0 || event.dialect == HOOK_KIRO || is_json(reply.text.data, reply.text.len));
  must(reply.record.len == 0 || is_json(reply.record.data, reply.record.len));
  must(reply.code == 0 || event.dialect == HOOK_KIRO);
  program_forget(NULL);
}

static void tell_lines(lg_run *run, hook_dialect asked, const char *text, size_t len) {
  while (len > 0) {
    const char *end = memchr(text, '\n', len);
    size_t line = end == NULL ? len : (size_t)(end - text) + 1;
    tell(run, asked, text, line);
    text += line;
    len -= line;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t key[LG_KEY_SIZE] = {7};
  const char *text = (const char *)data;
  lg_guard *guard;
  lg_run *run;
  hook_event event;
  hook_read read = hook_event_read(text, size, HOOK_AUTO, &event);
  size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  must((read != HOOK_NOT_JSON) == is_json(text + mark, size - mark));
  program_forget(NULL);
  const hook_dialect asked[] = {HOOK_AUTO, (hook_dialect)(size % HOOK_DIALECTS)};
  for (size_t each = 0; each < sizeof asked / sizeof *asked; each++) {
    must(lg_guard_configure(NULL, key, "{}", 2, &guard, NULL) == LG_OK && lg_run_new(guard, &run) == LG_OK);
    for (int i = 0; i < 9; i++) tell_lines(run, asked[each], text, size);
    lg_run_free(run);
    lg_guard_free(guard);
  }
  return 0;
}
