/* Texts, growing buffers for JSON or plain text, and packed values. */
#ifndef PROGRAM_TEXT_H
#define PROGRAM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "json/json.h"

/* A text: bytes in WTF-8 and their number, without a terminator; borrowed. `s` NULL: there is none. */
typedef lg_piece program_text;

static inline program_text program_words(const char *words) { return (program_text){words, strlen(words)}; }
static inline bool program_text_same(program_text a, program_text b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.s, b.s, a.len) == 0);
}
bool program_text_is(program_text text, const char *words);
bool program_text_begins(program_text text, const char *words);
bool program_text_ends(program_text text, const char *words);
/* The text without a byte order mark at its beginning. */
program_text program_unmarked(program_text text);
/* Whether one of these tells so of a text of the list. */
bool program_text_any(program_text text, bool (*fits)(program_text text, const char *words), const char *const *list,
                      size_t count);
#define PROGRAM_ANY(text, fits, list) program_text_any(text, fits, list, sizeof(list) / sizeof *(list))

/* A program that has no memory, or that the core fails, ends: so no other function need say that it failed. What
 * buffers and workspaces take may be given back one by one, or all that is newer than a mark at once. */

/* How the program ends: `how` does not return. Without it, by abort. */
void program_on_end(void (*how)(const char *why));
/* Ends the program, unless the status is LG_OK. */
void program_must(lg_status status);
/* The same, unless the block is there. */
void *program_memory(void *block);
/* Of what buffers and workspaces take. */
extern const lg_allocator program_allocator;
lg_workspace *program_workspace(void);
/* A mark behind all that was taken so far; gives back all that was taken, or grew, since then. NULL: ever. */
const void *program_mark(void);
void program_forget(const void *mark);
/* Whether the status is LG_OK; with LG_ENOMEM the program ends. */
bool program_ok(lg_status status);

/* A growing buffer for JSON or plain text; all zero is an empty one. */
typedef lg_buf program_out;

/* What it holds, until more is added. */
static inline program_text program_out_view(const program_out *out) { return (program_text){out->data, out->len}; }

void program_out_reserve(program_out *out, size_t more);
void program_out_bytes(program_out *out, const char *s, size_t len);
void program_out_text(program_out *out, const char *text); /* without its NUL */
/* Adds `s`, WTF-8, as UTF-8: U+FFFD for each lone surrogate, as Node writes it. */
void program_out_utf8(program_out *out, const char *s, size_t len);
void program_out_hex(program_out *out, const uint8_t *bytes, size_t len);
void program_out_number(program_out *out, unsigned long long number);
/* Adds `s`, WTF-8, as JSON.stringify writes it, quotes included. */
void program_out_string(program_out *out, const char *s, size_t len);
/* Adds a member of an object: its key, after a comma if it is not the first, and its value. */
void program_put_key(program_out *out, const char *key);
void program_put_text(program_out *out, const char *key, program_text value);
void program_put_number(program_out *out, const char *key, unsigned long long value);
/* The name of a verdict, as in JavaScript: `LoopVerdict["action"]`. */
const char *program_action_name(lg_action action);
/* Empties it. Much memory is given back: what was needed once may never be again. */
static inline void program_out_clear(program_out *out) { lg__buf_trim(out, 1 << 16); }
static inline void program_out_free(program_out *out) { lg__buf_free(out); }

/* The value of a JSON text (docs/identity.md), in the workspace; LG_VALUE_NONE: it is none, or too large. */
lg_value program_json_read(program_text text, lg_workspace *workspace);
/* The text of a string; `s` is NULL for any other value. */
program_text program_text_of(lg_value value);
/* What a call returned; LG_VALUE_NONE: no result. Borrows the value. */
lg_outcome program_outcome_of(lg_value value);
/* The object's member `name`, or LG_VALUE_NONE. */
lg_value program_member(lg_value object, const char *name);
/* The value as JSON.stringify writes it, in the workspace. */
program_text program_json_of(lg_value value, lg_workspace *workspace);
/* H(name, arguments) without a key: the same in every process, and as fingerprint() in JavaScript. False: they are too
 * large, and `*out` is not written. */
bool program_identify(lg_identity_mode mode, program_text name, lg_args_kind kind, program_text args, lg_digest *out);

/* Writes the LG_PACKED_HEAD bytes of a string, an array or an object. */
void program_pack_head(lg_value_type type, size_t size, char *to);

#endif
