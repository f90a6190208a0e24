#include "dialects.h"

#include <string.h>

static const hook_facts FACTS[HOOK_DIALECTS] = {HOOK_DIALECT_ROWS};

static const struct {
  hook_dialect dialect;
  hook_kind kind;
  const char *name;
} EVENTS[] = {HOOK_EVENT_ROWS};

const hook_facts *hook_facts_of(hook_dialect dialect) { return &FACTS[dialect]; }

const char *hook_find_event(hook_dialect dialect, const char *name, size_t len, hook_kind *out_kind) {
  for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++) {
    if (EVENTS[i].dialect != dialect || strlen(EVENTS[i].name) != len || memcmp(EVENTS[i].name, name, len) != 0)
      continue;
    *out_kind = EVENTS[i].kind;
    return EVENTS[i].name;
  }
  return NULL;
}
