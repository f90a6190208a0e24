/* Any text as a command, as code in a word, and as a call's arguments: a length or none, whatever it is. */
#include <stdlib.h>

#include "text/shell_wait.h"
#include "text/meaning.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  lg_wait wait = lg__shell_wait(text, size), code = lg__code_wait(text, size);
  if (!(wait.ms >= 0 && code.ms >= 0)) abort();
  uint32_t signs = lg__name_signs(text, size);
  if (signs >= 2 * LG_SIGN_DOES) abort();
  for (uint32_t kind = 1; kind <= LG_SIGN_DOES; kind *= 2) {
    double ms = lg__call_wait_ms(kind, lg_value_at(data, size));
    if (!(ms == -1 || ms >= 0)) abort();
  }
  return 0;
}
