/*
 * Finds values in JSON text without making a tree of it: where a member of an object begins and ends, the items of an
 * array, the text of a string. What a span holds goes to the core as it stands.
 */
#ifndef HOOK_JSON_SPAN_H
#define HOOK_JSON_SPAN_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that belong to somebody else. `s` NULL: there are none. */
typedef struct hook_span {
  const char *s;
  size_t len;
} hook_span;

/* A member that is looked for: its name, and where its value was found. */
typedef struct hook_member {
  const char *name;
  hook_span value;
} hook_member;

/*
 * Whether `text` is one JSON text by RFC 8259, with white space around it, and in valid UTF-8. Memory by the depth of
 * its nesting. O(n).
 */
bool hook_json_valid(const char *text, size_t len);

/*
 * The values of the `count` members of the object in `text`; of duplicate keys the last counts, and a member that is
 * not there keeps a NULL span. False, and nothing found: the value is no object. `text` must be valid. O(n * count).
 */
bool hook_json_members(hook_span text, hook_member *members, size_t count);

/*
 * The items of the array in `text`, one each time; `*at` is 0 at first. False: there are no more, or the value is no
 * array. `text` must be valid.
 */
bool hook_json_item(hook_span text, size_t *at, hook_span *out_item);

/* Whether the value is a string, a literal such as `true`, or an object. */
bool hook_json_is_string(hook_span value);
bool hook_json_is_literal(hook_span value, const char *literal);
bool hook_json_is_object(hook_span value);

/*
 * What the string `value` says, as WTF-8 in a block of its own, to be freed. NULL: it is no string, or there is no
 * memory. `value` must be valid.
 */
char *hook_json_text(hook_span value, size_t *out_len);

#endif
