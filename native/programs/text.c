#include "text.h"

#include <stdlib.h>
#include <string.h>

bool program_text_is(program_text text, const char *words) { return program_text_same(text, program_words(words)); }

bool program_text_begins(program_text text, const char *words) {
  size_t len = strlen(words);
  return text.len >= len && program_text_same((program_text){text.s, len}, (program_text){words, len});
}

bool program_text_ends(program_text text, const char *words) {
  size_t len = strlen(words);
  return text.len >= len && memcmp(text.s + text.len - len, words, len) == 0;
}

program_text program_unmarked(program_text text) {
  static const char mark[] = "\xEF\xBB\xBF";
  size_t skip = program_text_begins(text, mark) ? sizeof mark - 1 : 0;
  return (program_text){text.s + skip, text.len - skip};
}

bool program_text_any(program_text text, bool (*fits)(program_text text, const char *words), const char *const *list,
                      size_t count) {
  size_t i = 0;
  while (i < count && !fits(text, list[i])) i++;
  return i < count;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static void (*on_end)(const char *why);

void program_on_end(void (*how)(const char *why)) { on_end = how; }

void program_must(lg_status status) {
  if (status == LG_OK) return;
  if (on_end != NULL) on_end(lg_status_message(status));
  abort();
}

void *program_memory(void *block) {
  program_must(block == NULL ? LG_ENOMEM : LG_OK);
  return block;
}

/* What is in use, in a ring: behind `ring` the newest. */
typedef struct block {
  struct block *before, *behind;
} block;

static block ring = {&ring, &ring};

static void *put_in(block *one) {
  if (one == NULL) return NULL;
  *one = (block){&ring, ring.behind};
  one->before->behind = one->behind->before = one;
  return one + 1;
}

static block *take_out(void *ptr) {
  block *one = (block *)ptr - 1;
  one->before->behind = one->behind;
  one->behind->before = one->before;
  return one;
}

static void *ring_malloc(void *ctx, size_t size) {
  (void)ctx;
  return put_in(malloc(sizeof(block) + size));
}

static void *ring_realloc(void *ctx, void *ptr, size_t old_size, size_t size) {
  (void)ctx, (void)old_size;
  block *one = take_out(ptr), *moved = realloc(one, sizeof(block) + size);
  if (moved == NULL) (void)put_in(one);
  return put_in(moved);
}

static void ring_free(void *ctx, void *ptr, size_t size) {
  (void)ctx, (void)size;
  free(take_out(ptr));
}

const lg_allocator program_allocator = {ring_malloc, ring_realloc, ring_free, NULL};

const void *program_mark(void) { return ring.behind; }

void program_forget(const void *mark) {
  while (ring.behind != &ring && ring.behind != mark) free(take_out(ring.behind + 1));
}

lg_workspace *program_workspace(void) {
  lg_workspace *workspace;
  program_must(lg_workspace_new(&program_allocator, &workspace));
  return workspace;
}

bool program_ok(lg_status status) {
  if (status == LG_ENOMEM) program_must(status);
  return status == LG_OK;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

void program_out_reserve(program_out *out, size_t more) {
  if (out->allocator == NULL) out->allocator = &program_allocator;
  program_must(lg__buf_reserve(out, more) == LG_OK ? LG_OK : LG_ENOMEM);
}

void program_out_bytes(program_out *out, const char *s, size_t len) {
  if (len == 0) return;
  program_out_reserve(out, len);
  memcpy(out->data + out->len, s, len);
  out->len += len;
}

void program_out_text(program_out *out, const char *text) { program_out_bytes(out, text, strlen(text)); }

void program_out_hex(program_out *out, const uint8_t *bytes, size_t len) {
  program_out_reserve(out, 2 * len);
  lg__hex(bytes, len, out->data + out->len);
  out->len += 2 * len;
}

/* The digits are not printed by snprintf: that of the WebAssembly build knows few formats. */
void program_out_number(program_out *out, unsigned long long number) {
  char digits[24];
  size_t at = sizeof digits;
  do digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  program_out_bytes(out, digits + at, sizeof digits - at);
}

void program_out_utf8(program_out *out, const char *s, size_t len) {
  size_t begin = out->len;
  program_out_bytes(out, s, len);
  for (size_t i = begin; i < out->len; i++) {
    uint8_t *at = (uint8_t *)out->data + i;
    if (lg__is_half(at, at + (out->len - i))) memcpy(at, "\xEF\xBF\xBD", 3);
  }
}

/* Of a text that is no WTF-8, what is none stays as it is. */
void program_out_string(program_out *out, const char *s, size_t len) {
  program_out_reserve(out, len + 2);
  lg_writer writer = {out, LG_OK};
  lg__json_put_string(&writer, (const uint8_t *)(len > 0 ? s : ""), len);
  if (writer.status != LG_EINVAL) program_must(writer.status);
}

void program_put_key(program_out *out, const char *key) {
  if (out->len > 0 && out->data[out->len - 1] != '{') program_out_text(out, ",");
  program_out_string(out, key, strlen(key));
  program_out_text(out, ":");
}

void program_put_text(program_out *out, const char *key, program_text value) {
  program_put_key(out, key);
  program_out_string(out, value.s, value.len);
}

void program_put_number(program_out *out, const char *key, unsigned long long value) {
  program_put_key(out, key);
  program_out_number(out, value);
}

const char *program_action_name(lg_action action) {
  static const char *const names[] = {
      [LG_ALLOW] = "allow", [LG_WARN] = "warn", [LG_HINT] = "hint", [LG_ASK] = "ask", [LG_ABORT] = "abort"};
  return names[action];
}

/* ---- packed values ----------------------------------------------------------------------------------------------- */

lg_value program_json_read(program_text text, lg_workspace *workspace) {
  const uint8_t *packed;
  size_t len;
  bool read = program_ok(lg_json_read(workspace, text.s, text.len, &packed, &len));
  return read ? lg_value_at(packed, len) : (lg_value){NULL, 0};
}

program_text program_text_of(lg_value value) {
  program_text text = {NULL, 0};
  if (lg_value_kind(value) == LG_VALUE_STRING) (void)lg_value_text(value, &text.s, &text.len);
  return text;
}

lg_outcome program_outcome_of(lg_value value) {
  program_text text = program_text_of(value);
  lg_result_kind kind = text.s != NULL ? LG_RESULT_TEXT : LG_RESULT_PACKED;
  if (value.bytes == NULL) kind = LG_RESULT_NONE;
  if (text.s == NULL) text = (program_text){(const char *)value.bytes, value.len};
  return (lg_outcome){.result_kind = kind, .result = text.s, .result_len = text.len};
}

lg_value program_member(lg_value object, const char *name) { return lg_value_member(object, name, strlen(name)); }

program_text program_json_of(lg_value value, lg_workspace *workspace) {
  program_text text;
  const char *bytes = (const char *)value.bytes;
  program_must(lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_PACKED, bytes, value.len, &text.s, &text.len));
  return text;
}

bool program_identify(lg_identity_mode mode, program_text name, lg_args_kind kind, program_text args, lg_digest *out) {
  static const uint8_t key[LG_KEY_SIZE] = {0};
  lg_workspace *workspace = program_workspace();
  lg_status status = lg_identify(workspace, key, mode, name.s, name.len, kind, args.s, args.len, NULL, out);
  lg_workspace_free(workspace);
  return program_ok(status);
}

void program_pack_head(lg_value_type type, size_t size, char *to) {
  to[0] = (char)type;
  lg__store_u32((uint8_t *)to + 1, (uint32_t)size);
}
