#include "identity/identity.h"

#include "json/json.h"

/* ---- projections ------------------------------------------------------------------------------------------------- */

/* The rest of a JSON pointer, or one token of it, not unescaped: ~0 is ~ and ~1 is /. A text that does not start with a
 * slash is one token: a member's name, in which nothing is escaped. */
typedef struct path {
  const char *at, *end;
  bool pointer;
} path;

static path make_path(const char *text, size_t len) {
  bool pointer = len > 0 && text[0] == '/';
  if (len == 0) text = "";
  return (path){text + (pointer ? 1 : 0), text + len, pointer};
}

/* The next token; `*last`: it is the last one. */
static path next_token(path *rest, bool *last) {
  size_t left = (size_t)(rest->end - rest->at);
  const char *slash = rest->pointer && left != 0 ? memchr(rest->at, '/', left) : NULL;
  path found = {rest->at, slash != NULL ? slash : rest->end, rest->pointer};
  *last = slash == NULL;
  if (slash != NULL) rest->at = slash + 1;
  return found;
}

static bool is_named(path name, const char *key, size_t len) {
  const char *s = name.at;
  size_t i = 0;
  for (; s < name.end && i < len; i++) {
    char c = *s++;
    if (c == '~' && name.pointer && s < name.end && (*s == '0' || *s == '1')) c = *s++ == '0' ? '~' : '/';
    if (c != key[i]) return false;
  }
  return s == name.end && i == len;
}

/* The value of the member, the last of duplicate keys, or of the item that a token names; LG_VALUE_NONE for none. */
static lg_value find(lg_value in, path name, bool *malformed) {
  lg_value found = {NULL, 0};
  lg_values items = lg_value_begin(in);
  uint32_t index = 0, i = 0;
  size_t len = (size_t)(name.end - name.at);
  if (!items.object && (!name.pointer || !lg__array_index((const uint8_t *)name.at, len, &index))) return found;
  for (; lg_value_next(&items); i++)
    if (items.object ? is_named(name, items.key, items.key_len) : i == index) found = items.value;
  *malformed = items.at != items.end;
  return found;
}

/* The value that a pointer names. LG_VALUE_NONE: there is none, or it was dropped. */
static lg_status follow(const lg_arrangement *in, const char *text, size_t len, lg_value *out_value) {
  path rest = make_path(text, len);
  lg_value value = lg_value_at(in->value, in->len);
  bool last = false, malformed = value.bytes == NULL;
  for (size_t depth = 1; !last && !malformed; depth++) {
    if (depth > LG_POINTER_MAX) return LG_ETOOBIG;
    value = find(value, next_token(&rest, &last), &malformed);
    if (value.bytes != NULL && lg__is_dropped(in, value.bytes)) value = (lg_value){NULL, 0};
  }
  *out_value = value;
  return malformed ? LG_EINVAL : LG_OK;
}

/* The parts of packed arguments that a projection selects; their lists are in workspace->dropped and workspace->kept.
 * LG_EINVAL: not a packed value, as far as it was read. LG_ENOMEM. LG_ETOOBIG: a pointer of more than LG_POINTER_MAX
 * tokens. O(members and items along the pointers). */

/* Fills found->dropped with the values to ignore, by ascending address. */
static lg_status drop(lg_workspace *workspace, const lg_projection *projection, const lg_about *about,
                      lg_arrangement *found) {
  size_t about_count = about != NULL ? about->count : 0, count = about_count + projection->ignore_count;
  lg_status status = lg__buf_reserve(&workspace->dropped, count * sizeof(uint8_t *));
  const uint8_t **dropped = (const uint8_t **)(void *)workspace->dropped.data;
  found->dropped = dropped;
  for (size_t i = 0; status == LG_OK && i < count; i++) {
    size_t at = found->dropped_count;
    lg_value value = {.bytes = i < about_count ? about->values[i] : NULL};
    if (i >= about_count)
      status = follow(found, projection->ignore[i - about_count], projection->ignore_len[i - about_count], &value);
    if (status != LG_OK || value.bytes == NULL) continue;
    for (; at > 0 && dropped[at - 1] > value.bytes; at--) dropped[at] = dropped[at - 1];
    dropped[at] = value.bytes;
    found->dropped_count++;
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
    lg_value value;
    status = follow(found, text, len, &value);
    if (status != LG_OK || value.bytes == NULL) continue;
    kept[found->kept_count++] = (lg_member){(const uint8_t *)text, value.bytes, (uint32_t)len, (uint32_t)value.len, 0};
  }
  return status;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

lg_status lg__args_read(lg_workspace *workspace, lg_args_kind kind, const char *args, size_t len, lg_args *out_args) {
  *out_args = (lg_args){.kind = kind, .bytes = (const uint8_t *)args, .len = len, .order.verbatim = true};
  if (kind == LG_ARGS_NONE) return LG_OK;
  if ((kind != LG_ARGS_PACKED && kind != LG_ARGS_RAW) || (args == NULL && len != 0)) return LG_EINVAL;
  if (len > LG_BUF_MAX) return LG_ETOOBIG;
  if (kind == LG_ARGS_PACKED) return LG_OK;
  lg_read_order order;
  lg_status status = lg__json_read(workspace, args, len, &order);
  if (status == LG_EJSON) return LG_OK; /* stays raw text */
  if (status != LG_OK) return status;
  *out_args = (lg_args){LG_ARGS_PACKED, (const uint8_t *)workspace->packed.data, workspace->packed.len, order};
  return LG_OK;
}

lg_status lg__args_arrange(lg_workspace *workspace, const lg_args *args, lg_order order,
                           const lg_projection *projection, const lg_about *about, lg_value *out) {
  lg_arrangement arrangement = {.value = args->bytes, .len = args->len, .order = order};
  if (order == LG_ORDER_VERBATIM && args->order.verbatim) arrangement.order = LG_ORDER_NONE;
  static const lg_projection whole = {0};
  if (projection == NULL) projection = &whole;
  bool all = projection->keep_count == 0 && projection->ignore_count == 0 && (about == NULL || about->count == 0);
  bool arranged = order == LG_ORDER_VERBATIM ? args->order.verbatim : order == LG_ORDER_BYTES && args->order.canonical;
  if (args->len == 0 && !(all && arranged)) return LG_EINVAL;
  lg_status status = LG_OK;
  if (!all) {
    status = drop(workspace, projection, about, &arrangement);
    if (status == LG_OK) status = keep(workspace, projection, &arrangement);
    all = arrangement.dropped_count == 0 && arrangement.kept_count == 0;
  }
  if (status == LG_OK && all && arranged) {
    *out = (lg_value){args->bytes, args->len};
    return LG_OK;
  }
  if (arrangement.kept_count != 0) arrangement.value = NULL;
  if (status == LG_OK) status = lg__arrange(workspace, &arrangement);
  if (status == LG_OK) *out = (lg_value){(const uint8_t *)workspace->arranged.data, workspace->arranged.len};
  return status;
}

/* ---- identities -------------------------------------------------------------------------------------------------- */

/*
 * The layout of an identity's digest (docs/identity.md). It is frozen: users keep keyless fingerprints.
 *
 *   inner = H(packed arguments)
 *   outer = H(tag | length of the name, 8 bytes, little-endian | name | inner, 16 bytes)
 *
 *   tag 'v'  verbatim order      'n'  no arguments (inner is H of nothing)
 *       'c'  canonical order     'r'  raw text that is not JSON, byte by byte
 *
 * The length before the name, and the fixed length of everything else, make the message unambiguous.
 */
enum { HEAD_LEN = 1 + 8, SHORT_NAME = 256 };

static lg_status digest_call(lg_workspace *workspace, const uint8_t *key, char tag, const char *name, size_t name_len,
                             const lg_digest *inner, lg_digest *out_digest) {
  char small[HEAD_LEN + SHORT_NAME + sizeof inner->bytes];
  char *message = small;
  if (name_len > SHORT_NAME) {
    lg_buf *large = &workspace->message;
    large->len = 0;
    if (name_len > LG_BUF_MAX) return LG_ETOOBIG;
    lg_status status = lg__buf_reserve(large, HEAD_LEN + name_len + sizeof inner->bytes);
    if (status != LG_OK) return status;
    message = large->data;
  }
  message[0] = tag;
  lg__store_u64((uint8_t *)message + 1, name_len);
  if (name_len != 0) memcpy(message + HEAD_LEN, name, name_len);
  memcpy(message + HEAD_LEN + name_len, inner->bytes, sizeof inner->bytes);
  *out_digest = lg_digest_bytes(key, message, HEAD_LEN + name_len + sizeof inner->bytes);
  return LG_OK;
}

lg_status lg__args_identify(lg_workspace *workspace, const uint8_t key[LG_KEY_SIZE], lg_identity_mode mode,
                            const char *name, size_t name_len, const lg_args *args, const lg_projection *projection,
                            lg_digest *out_digest) {
  char tag = 'n';
  lg_value value = {args->bytes, args->len};
  if (args->kind == LG_ARGS_NONE) {
    value.len = 0;
  } else if (args->kind == LG_ARGS_RAW) {
    tag = 'r';
  } else {
    tag = mode == LG_VERBATIM ? 'v' : 'c';
    lg_order order = mode == LG_VERBATIM ? LG_ORDER_VERBATIM : LG_ORDER_BYTES;
    lg_about about;
    about.count = 0;
    bool chosen = projection != NULL && projection->keep_count != 0;
    if (mode == LG_COMPARED && !chosen) lg__about_find(name, name_len, value.bytes, value.len, &about);
    lg_status status = lg__args_arrange(workspace, args, order, projection, &about, &value);
    if (status != LG_OK) return status;
  }
  lg_digest inner = lg_digest_bytes(key, value.bytes, value.len);
  return digest_call(workspace, key, tag, name, name_len, &inner, out_digest);
}

lg_status lg_identify(lg_workspace *workspace, const uint8_t key[LG_KEY_SIZE], lg_identity_mode mode, const char *name,
                      size_t name_len, lg_args_kind kind, const char *args, size_t args_len,
                      const lg_projection *projection, lg_digest *out_digest) {
  if (workspace == NULL || key == NULL || out_digest == NULL || (name == NULL && name_len != 0)) return LG_EINVAL;
  if (mode != LG_VERBATIM && mode != LG_CANONICAL && mode != LG_COMPARED) return LG_EINVAL;
  lg_args read;
  lg_status status = projection == NULL ? LG_OK : lg__projection_check(projection);
  if (status == LG_OK) status = lg__args_read(workspace, kind, args, args_len, &read);
  if (status == LG_OK) status = lg__args_identify(workspace, key, mode, name, name_len, &read, projection, out_digest);
  lg__workspace_trim(workspace);
  return status;
}

/* The arguments as JSON text in workspace->text. */
static lg_status print_args(lg_workspace *workspace, lg_order order, lg_args_kind kind, const char *args, size_t len) {
  lg_args read;
  lg_status status = lg__args_read(workspace, kind, args, len, &read);
  if (status != LG_OK) return status;
  if (read.kind == LG_ARGS_RAW) return LG_EJSON;
  if (kind == LG_ARGS_PACKED && len == 0) return LG_EINVAL;
  if (kind == LG_ARGS_PACKED) read.order.verbatim = false; /* nobody has checked it */
  lg_value value;
  status = lg__args_arrange(workspace, &read, order, NULL, NULL, &value);
  return status == LG_OK ? lg__json_print(workspace, value.bytes, value.len) : status;
}

lg_status lg_canonicalize(lg_workspace *workspace, lg_identity_mode mode, lg_args_kind kind, const char *args,
                          size_t args_len, const char **out_text, size_t *out_len) {
  if (workspace == NULL || out_text == NULL || out_len == NULL || kind == LG_ARGS_NONE) return LG_EINVAL;
  if (mode != LG_VERBATIM && mode != LG_CANONICAL) return LG_EINVAL;
  lg_order order = mode == LG_VERBATIM ? LG_ORDER_VERBATIM : LG_ORDER_UTF16;
  lg_status status = print_args(workspace, order, kind, args, args_len);
  if (status == LG_OK) {
    lg__buf_swap(&workspace->text, &workspace->given);
    *out_text = workspace->given.data;
    *out_len = workspace->given.len;
  }
  lg__workspace_trim(workspace);
  return status;
}

lg_status lg_json_read(lg_workspace *workspace, const char *text, size_t len, const uint8_t **out_packed,
                       size_t *out_len) {
  if (workspace == NULL || out_packed == NULL || out_len == NULL) return LG_EINVAL;
  lg_args read;
  lg_status status = lg__args_read(workspace, LG_ARGS_RAW, text, len, &read);
  if (status == LG_OK && read.kind == LG_ARGS_RAW) status = LG_EJSON;
  lg_value packed;
  if (status == LG_OK) status = lg__args_arrange(workspace, &read, LG_ORDER_VERBATIM, NULL, NULL, &packed);
  if (status == LG_OK) {
    bool moved = packed.bytes == (const uint8_t *)workspace->arranged.data;
    lg__buf_swap(moved ? &workspace->arranged : &workspace->packed, &workspace->given);
    *out_packed = packed.bytes;
    *out_len = packed.len;
  }
  lg__workspace_trim(workspace);
  return status;
}
