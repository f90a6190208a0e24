#include "text/chars.h"

bool lg__is_glob(const char *text, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (text[i] == '*' || text[i] == '?') return true;
  return false;
}

bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len) {
  lg_units glob = lg__units_of(pattern, pattern_len), at = lg__units_of(name, len);
  lg_units behind_star = {NULL, NULL, 0}, tried = at; /* where what is behind the newest star may begin */
  for (;;) {
    lg_units glob_on = glob, on = at;
    int32_t wanted = lg__next_unit(&glob_on), unit = lg__next_unit(&on);
    if (wanted == '*') {
      glob = behind_star = glob_on;
      tried = at;
    } else if (unit < 0) {
      return wanted < 0;
    } else if (wanted == unit || wanted == '?') {
      glob = glob_on;
      at = on;
    } else if (behind_star.at != NULL) {
      (void)lg__next_unit(&tried);
      glob = behind_star;
      at = tried;
    } else {
      return false;
    }
  }
}
