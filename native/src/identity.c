#include "args.h"
#include "json_print.h"

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

static void put_message(char *message, char tag, const char *name, size_t name_len, const lg_digest *inner) {
  message[0] = tag;
  for (size_t i = 0; i < 8; i++) message[1 + i] = (char)((uint64_t)name_len >> (8 * i) & 0xff);
  if (name_len != 0) memcpy(message + HEAD_LEN, name, name_len);
  memcpy(message + HEAD_LEN + name_len, inner->bytes, sizeof inner->bytes);
}

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
  put_message(message, tag, name, name_len, inner);
  *out_digest = lg_digest_bytes(key, message, HEAD_LEN + name_len + sizeof inner->bytes);
  return LG_OK;
}

lg_status lg__args_identify(lg_workspace *workspace, const uint8_t key[LG_KEY_SIZE], lg_identity_mode mode,
                            const char *name, size_t name_len, const lg_args *args, const lg_projection *projection,
                            lg_digest *out_digest) {
  char tag = 'n';
  const uint8_t *bytes = args->bytes;
  size_t len = args->len;
  if (args->kind == LG_ARGS_NONE) {
    len = 0;
  } else if (args->kind == LG_ARGS_RAW) {
    tag = 'r';
  } else {
    tag = mode == LG_VERBATIM ? 'v' : 'c';
    lg_order order = mode == LG_VERBATIM ? LG_ORDER_VERBATIM : LG_ORDER_BYTES;
    lg_about about;
    about.count = 0;
    bool chosen = projection != NULL && projection->keep_count != 0;
    if (mode == LG_COMPARED && !chosen) lg__about_find(name, name_len, bytes, len, &about);
    lg_status status = lg__args_arrange(workspace, args, order, projection, &about, &bytes, &len);
    if (status != LG_OK) return status;
  }
  lg_digest inner = lg_digest_bytes(key, bytes, len);
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
  if (kind == LG_ARGS_PACKED) read.verbatim = false; /* nobody has checked it */
  const uint8_t *bytes;
  status = lg__args_arrange(workspace, &read, order, NULL, NULL, &bytes, &len);
  return status == LG_OK ? lg__json_print(workspace, bytes, len) : status;
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
  const uint8_t *packed;
  if (status == LG_OK) status = lg__args_arrange(workspace, &read, LG_ORDER_VERBATIM, NULL, NULL, &packed, &len);
  if (status == LG_OK) {
    bool moved = packed == (const uint8_t *)workspace->arranged.data;
    lg__buf_swap(moved ? &workspace->arranged : &workspace->packed, &workspace->given);
    *out_packed = packed;
    *out_len = len;
  }
  lg__workspace_trim(workspace);
  return status;
}
