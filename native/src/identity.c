#include "canon.h"

/*
 * The layout of an identity's digest, frozen: fingerprints without a key are the same in every version.
 *
 *   inner = H(text of the arguments)
 *   outer = H(tag | length of the name, 8 bytes, little-endian | name | inner, 16 bytes)
 *
 *   tag 'v'  verbatim text       'n'  no arguments (the text is empty)
 *       'c'  canonical text      'r'  raw text that is not JSON, byte by byte
 *
 * The length before the name and the fixed length of the rest make it impossible to read one message in two ways.
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
    lg_buf *large = &workspace->unescaped;
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

/* The digest of the arguments' text, and which text that is. */
static lg_status digest_args(lg_workspace *workspace, const uint8_t *key, lg_identity_mode mode, lg_args_kind kind,
                             const char *args, size_t args_len, const lg_projection *projection, char *out_tag,
                             lg_digest *out_inner) {
  if (kind == LG_ARGS_NONE) {
    *out_tag = 'n';
    *out_inner = lg_digest_bytes(key, NULL, 0);
    return LG_OK;
  }
  if (args_len > LG_BUF_MAX) return LG_ETOOBIG;
  *out_tag = mode == LG_VERBATIM ? 'v' : 'c';
  lg_status status = LG_OK;
  if (kind != LG_ARGS_JSON || mode != LG_VERBATIM || projection != NULL) {
    status = lg__canon(workspace, mode, args, args_len, projection);
    args = status == LG_OK ? workspace->text.data : args;
    args_len = status == LG_OK ? workspace->text.len : args_len;
  }
  if (status == LG_EJSON)
    *out_tag = 'r';
  else if (status != LG_OK)
    return status;
  *out_inner = lg_digest_bytes(key, args, args_len);
  return LG_OK;
}

lg_status lg_canonicalize(lg_workspace *workspace, lg_identity_mode mode, const char *text, size_t len,
                          const char **out_text, size_t *out_len) {
  if (workspace == NULL || out_text == NULL || out_len == NULL || (text == NULL && len != 0)) return LG_EINVAL;
  if (mode != LG_VERBATIM && mode != LG_CANONICAL) return LG_EINVAL;
  lg_status status = lg__canon(workspace, mode, text, len, NULL);
  if (status == LG_OK) {
    *out_text = workspace->text.data;
    *out_len = workspace->text.len;
  }
  lg__workspace_trim(workspace, status != LG_OK);
  return status;
}

lg_status lg_identify(lg_workspace *workspace, const uint8_t key[LG_KEY_SIZE], lg_identity_mode mode, const char *name,
                      size_t name_len, lg_args_kind kind, const char *args, size_t args_len,
                      const lg_projection *projection, lg_digest *out_digest) {
  if (workspace == NULL || key == NULL || out_digest == NULL || (name == NULL && name_len != 0)) return LG_EINVAL;
  if (mode != LG_VERBATIM && mode != LG_CANONICAL) return LG_EINVAL;
  if (kind != LG_ARGS_JSON && kind != LG_ARGS_RAW && kind != LG_ARGS_NONE) return LG_EINVAL;
  if (args == NULL && args_len != 0 && kind != LG_ARGS_NONE) return LG_EINVAL;
  if (projection != NULL && projection->keep_count == 0 && projection->ignore_count == 0) projection = NULL;
  char tag;
  lg_digest inner;
  lg_status status = digest_args(workspace, key, mode, kind, args, args_len, projection, &tag, &inner);
  if (status == LG_OK) status = digest_call(workspace, key, tag, name, name_len, &inner, out_digest);
  lg__workspace_trim(workspace, true);
  return status;
}
