/* Text of the scan: bytes in WTF-8 and their number. */
#ifndef SCAN_TEXT_H
#define SCAN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "json_out.h"
#include "loopguard.h"

typedef struct scan_text {
  const char *s; /* NULL: there is none */
  size_t len;
} scan_text;

static inline bool scan_text_is(scan_text a, scan_text b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.s, b.s, a.len) == 0);
}

/* Its length in JavaScript. */
size_t scan_units(scan_text text);
/* Compares as JavaScript does, by UTF-16 units: below 0, 0, above 0. */
int scan_compare(scan_text a, scan_text b);
/* Whether JavaScript's trim() leaves nothing. */
bool scan_is_blank(scan_text text);
/* Replaces bytes that are no UTF-8 by U+FFFD, as JavaScript's decoders do. */
void scan_make_utf8(scan_text text, hook_out *out);
/* Whether the text may be other than UTF-8 although it is WTF-8: it has a surrogate. */
bool scan_has_surrogates(scan_text text);
/*
 * A name or an id as the scan keeps it: one of more than 512 characters is shortened to its beginning and a digest,
 * which `room` holds then. The same as keptName in lib/traces/limits.ts.
 */
scan_text scan_kept_name(scan_text name, lg_workspace *workspace, hook_out *room);
void scan_put_hex(hook_out *out, const uint8_t *bytes, size_t len);
/* As fingerprint() in JavaScript, without a key: the same in every process. False: no memory. */
bool scan_identify(lg_workspace *workspace, scan_text name, lg_args_kind kind, scan_text args, lg_digest *out);

#endif
