#include "actions.h"

#include <string.h>

static const char *const NAMES[] = {
    [LG_ALLOW] = "allow", [LG_WARN] = "warn", [LG_HINT] = "hint", [LG_ASK] = "ask", [LG_ABORT] = "abort"};

const char *scan_action_name(lg_action action) { return NAMES[action]; }

bool scan_fail_on(const char *name, lg_action *out_action) {
  static const lg_action known[] = {LG_WARN, LG_HINT, LG_ABORT};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(name, NAMES[known[i]]) != 0) continue;
    *out_action = known[i];
    return true;
  }
  return false;
}
