#include "project.h"

/* The rest of a JSON pointer. A text that does not start with a slash is one token: a member's name. */
typedef struct path {
  const char *at, *end;
  bool pointer;
} path;

static path make_path(const char *text, size_t len) {
  bool pointer = len > 0 && text[0] == '/';
  if (len == 0) text = "";
  return (path){text + (pointer ? 1 : 0), text + len, pointer};
}

/* A token, not unescaped; in a pointer ~0 is ~ and ~1 is /. */
typedef struct token {
  const char *s, *end;
  bool escaped;
} token;

/* The next token; `*last`: it is the last one. */
static token next_token(path *rest, bool *last) {
  size_t left = (size_t)(rest->end - rest->at);
  const char *slash = rest->pointer && left != 0 ? memchr(rest->at, '/', left) : NULL;
  token found = {rest->at, slash != NULL ? slash : rest->end, rest->pointer};
  *last = slash == NULL;
  if (slash != NULL) rest->at = slash + 1;
  return found;
}

static bool is_named(token name, const uint8_t *key, size_t len) {
  const char *s = name.s;
  size_t i = 0;
  for (; s < name.end && i < len; i++) {
    char c = *s++;
    if (c == '~' && name.escaped && s < name.end && (*s == '0' || *s == '1')) c = *s++ == '0' ? '~' : '/';
    if ((uint8_t)c != key[i]) return false;
  }
  return s == name.end && i == len;
}

/* The value of the member that a token names, the last of duplicate keys. NULL: there is none. */
static const uint8_t *find_member(const uint8_t *at, const uint8_t *end, token name, bool *malformed) {
  const uint8_t *found = NULL;
  while (at < end) {
    const uint8_t *value = lg__packed_skip_key(at, end), *next = value != NULL ? lg__packed_skip(value, end) : NULL;
    if (next == NULL) {
      *malformed = true;
      return NULL;
    }
    if (is_named(name, at + LG_PACKED_KEY, (size_t)(value - at - LG_PACKED_KEY))) found = value;
    at = next;
  }
  return found;
}

static const uint8_t *find_item(const uint8_t *at, const uint8_t *end, token name, bool *malformed) {
  uint32_t index;
  if (!name.escaped || !lg__array_index((const uint8_t *)name.s, (size_t)(name.end - name.s), &index)) return NULL;
  for (; at < end; index--) {
    const uint8_t *next = lg__packed_skip(at, end);
    if (next == NULL) {
      *malformed = true;
      return NULL;
    }
    if (index == 0) return at;
    at = next;
  }
  return NULL;
}

static bool is_dropped(const lg_arrangement *found, const uint8_t *value) {
  for (size_t i = 0; i < found->dropped_count; i++)
    if (found->dropped[i] == value) return true;
  return false;
}

/* The value that a pointer names. NULL: there is none, or it was dropped. */
static lg_status follow(const lg_arrangement *in, const char *text, size_t len, const uint8_t **out_value) {
  path rest = make_path(text, len);
  const uint8_t *at = in->value, *end = in->value + in->len;
  bool last = false, malformed = false;
  for (size_t depth = 1; !last; depth++) {
    if (depth > LG_POINTER_MAX) return LG_ETOOBIG;
    token name = next_token(&rest, &last);
    if (at == NULL) continue;
    const uint8_t *inside = at + LG_PACKED_HEAD;
    end = lg__packed_skip(at, end);
    if (end == NULL) return LG_EINVAL;
    if (*at == LG_TAG_OBJECT)
      at = find_member(inside, end, name, &malformed);
    else
      at = *at == LG_TAG_ARRAY ? find_item(inside, end, name, &malformed) : NULL;
    if (malformed) return LG_EINVAL;
    if (at != NULL && is_dropped(in, at)) at = NULL;
  }
  *out_value = at;
  return LG_OK;
}

static const uint8_t **dropped_at(const lg_workspace *workspace) {
  return (const uint8_t **)(void *)workspace->dropped.data;
}

/* Fills found->dropped with the values to ignore; they are sorted only once all are found. */
static lg_status drop(lg_workspace *workspace, const lg_projection *projection, const lg_about *about,
                      lg_arrangement *found) {
  size_t about_count = about != NULL ? about->count : 0;
  lg_status status = lg__buf_reserve(&workspace->dropped, (projection->ignore_count + about_count) * sizeof(uint8_t *));
  const uint8_t **dropped = dropped_at(workspace);
  found->dropped = dropped;
  for (size_t i = 0; status == LG_OK && i < about_count; i++) dropped[found->dropped_count++] = about->values[i];
  for (size_t i = 0; status == LG_OK && i < projection->ignore_count; i++) {
    const uint8_t *value;
    status = follow(found, projection->ignore[i], projection->ignore_len[i], &value);
    if (status == LG_OK && value != NULL) dropped[found->dropped_count++] = value;
  }
  for (size_t i = 1; i < found->dropped_count; i++) {
    const uint8_t *value = dropped[i];
    size_t at = i;
    for (; at > 0 && dropped[at - 1] > value; at--) dropped[at] = dropped[at - 1];
    dropped[at] = value;
  }
  return status;
}

static lg_status keep(lg_workspace *workspace, const lg_projection *projection, lg_arrangement *found) {
  lg_status status = lg__buf_reserve(&workspace->kept, projection->keep_count * sizeof(lg_member));
  lg_member *kept = (lg_member *)(void *)workspace->kept.data;
  found->kept = kept;
  for (size_t i = 0; status == LG_OK && i < projection->keep_count; i++) {
    const char *text = projection->keep[i];
    size_t len = projection->keep_len[i];
    const uint8_t *value;
    status = follow(found, text, len, &value);
    if (status != LG_OK || value == NULL) continue;
    size_t value_len = (size_t)(lg__packed_skip(value, found->value + found->len) - value);
    kept[found->kept_count++] = (lg_member){(const uint8_t *)text, value, (uint32_t)len, (uint32_t)value_len, 0};
  }
  return status;
}

lg_status lg__project(lg_workspace *workspace, const lg_projection *projection, const lg_about *about,
                      const uint8_t *value, size_t len, lg_arrangement *arrangement, bool *out_all) {
  static const lg_projection all = {0};
  if (len == 0) return LG_EINVAL;
  if (projection == NULL) projection = &all;
  arrangement->value = value;
  arrangement->len = len;
  lg_status status = drop(workspace, projection, about, arrangement);
  if (status == LG_OK) status = keep(workspace, projection, arrangement);
  if (status != LG_OK) return status;
  *out_all = arrangement->dropped_count == 0 && arrangement->kept_count == 0;
  return LG_OK;
}
