#include "dialects.h"

static const hook_facts FACTS[HOOK_DIALECTS] = {HOOK_DIALECT_ROWS};

static const struct {
  hook_dialect dialect;
  hook_kind kind;
  const char *name;
} EVENTS[] = {HOOK_EVENT_ROWS};

const hook_facts *hook_facts_of(hook_dialect dialect) { return &FACTS[dialect]; }

const char *hook_find_event(hook_dialect dialect, program_text name, hook_kind *out_kind) {
  for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++) {
    if (EVENTS[i].dialect != dialect || !program_text_is(name, EVENTS[i].name)) continue;
    *out_kind = EVENTS[i].kind;
    return EVENTS[i].name;
  }
  return NULL;
}
