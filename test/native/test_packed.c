/* The packed form: by hand, against a slow oracle, in depth, and when it is damaged. */
#include "identity/identity.h"
#include "canon_check.h"
#include "oracle_packed.h"

static const uint8_t zero_key[LG_KEY_SIZE];

#define BYTES(literal) literal, sizeof literal - 1

static void check_read(const char *text, const char *want, size_t len, int line) {
  lg_workspace *workspace = new_workspace();
  char *copy = exact_copy(text, strlen(text));
  const uint8_t *packed = NULL;
  size_t packed_len = 0;
  lg_test_eq_int(lg_json_read(workspace, copy, strlen(text), &packed, &packed_len), LG_OK, __FILE__, line, text);
  lg_test_eq_str((const char *)packed, packed_len, want, len, __FILE__, line, text);
  free(copy);
  lg_workspace_free(workspace);
}

#define READ(text, literal) check_read(text, BYTES(literal), __LINE__)

LG_TEST(values_by_hand) {
  READ("null", "\0");
  READ(" false\n", "\1");
  READ("true", "\2");
  READ("1", "\3\0\0\0\0\0\0\xf0\x3f");
  READ("-0.0", "\3\0\0\0\0\0\0\0\0");
  READ("1.50", "\3\0\0\0\0\0\0\xf8\x3f");
  READ("9007199254740993", "\4\x10\0\0\0009007199254740993");
  READ("1e400", "\4\6\0\0\0001e+400");
  READ("\"\"", "\5\0\0\0\0");
  READ("\"h\xc3\xa9\"", "\5\3\0\0\0h\xc3\xa9");
  READ("\"\\ud83d\\ude00\"", "\5\4\0\0\0\xf0\x9f\x98\x80");
  READ("\"\xed\xa0\xbd\\ude00\"", "\5\4\0\0\0\xf0\x9f\x98\x80");
  READ("\"\\ud83d\"", "\5\3\0\0\0\xed\xa0\xbd");
  READ("\"a\\u0000\"", "\5\2\0\0\0a\0");
  READ("[]", "\6\0\0\0\0");
  READ("[1,null]", "\6\x0a\0\0\0\3\0\0\0\0\0\0\xf0\x3f\0");
  READ("{}", "\7\0\0\0\0");
  READ("{\"b\":true,\"a\":[]}", "\7\x10\0\0\0\1\0\0\0b\2\1\0\0\0a\6\0\0\0\0");
  READ("{\"a\":1,\"2\":null,\"1\":false,\"a\":true}", "\7\x12\0\0\0\1\0\0\0001\1\1\0\0\0002\0\1\0\0\0a\2");
}

/* ---- the tables of docs/identity.md --------------------------------------------------------------------------------
 */

static size_t from_hex(const char *hex, const char *end, char *out) {
  size_t digits = 0;
  for (; hex < end; hex++) {
    if (*hex == ' ') continue;
    unsigned value = (unsigned)(*hex <= '9' ? *hex - '0' : *hex - 'a' + 10);
    out[digits / 2] = (char)(digits % 2 == 0 ? value << 4 : (unsigned char)out[digits / 2] | value);
    digits++;
  }
  return digits / 2;
}

/* | `text` | `hex` | */
static bool read_row(const char *line, const char **text, size_t *text_len, char *packed, size_t *packed_len) {
  static const char first[] = "| `", between[] = "` | `", last[] = "` |";
  if (strncmp(line, first, sizeof first - 1) != 0) return false;
  *text = line + sizeof first - 1;
  const char *middle = strstr(*text, between), *end = middle != NULL ? strstr(middle + 5, last) : NULL;
  if (end == NULL) return false;
  *text_len = (size_t)(middle - *text);
  *packed_len = from_hex(middle + sizeof between - 1, end, packed);
  return true;
}

LG_TEST(the_examples_of_the_document_are_true) {
  FILE *file = fopen(LG_VECTORS "/../../docs/identity.md", "rb");
  if (file == NULL) abort();
  lg_workspace *workspace = new_workspace();
  char line[1000], want[200];
  bool canonical = false;
  size_t rows = 0, len, want_len;
  const char *text;
  while (fgets(line, sizeof line, file) != NULL) {
    if (strstr(line, "| canonical order |") != NULL) canonical = true;
    if (strstr(line, "## Words about a call") != NULL) break;
    if (!read_row(line, &text, &len, want, &want_len)) continue;
    lg_args args;
    lg_value got = {NULL, 0};
    lg_order order = canonical ? LG_ORDER_BYTES : LG_ORDER_VERBATIM;
    CHECK_EQ_INT(lg__args_read(workspace, LG_ARGS_RAW, text, len, &args), LG_OK);
    CHECK_EQ_INT(lg__args_arrange(workspace, &args, order, NULL, NULL, &got), LG_OK);
    CHECK_EQ_STR((const char *)got.bytes, got.len, want, want_len);
    rows++;
  }
  CHECK_EQ_INT(rows, 21);
  lg_workspace_free(workspace);
  fclose(file);
}

/* ---- against the oracle --------------------------------------------------------------------------------------------
 */

static void check_digest(lg_workspace *workspace, lg_identity_mode mode, lg_args_kind kind, const bytes *args,
                         const bytes *want, uint64_t seed) {
  lg_digest got = {{0}}, plain = {{1}};
  CHECK_EQ_INT(lg_identify(workspace, zero_key, mode, "t", 1, kind, args->data, args->len, NULL, &got), LG_OK);
  /* Whatever is in order already is hashed as it is. */
  CHECK_EQ_INT(lg_identify(workspace, zero_key, mode, "t", 1, LG_ARGS_PACKED, want->data, want->len, NULL, &plain),
               LG_OK);
  CHECK(memcmp(got.bytes, plain.bytes, sizeof got.bytes) == 0);
  if (memcmp(got.bytes, plain.bytes, sizeof got.bytes) != 0) fprintf(stderr, "  seed %llu\n", (unsigned long long)seed);
}

/* Printed and read again it is the same value. */
static void check_text(lg_workspace *workspace, const bytes *verbatim, uint64_t seed) {
  const char *text;
  const uint8_t *packed = NULL;
  size_t len, packed_len = 0;
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_PACKED, verbatim->data, verbatim->len, &text, &len),
               LG_OK);
  char *copy = exact_copy(text, len);
  CHECK_EQ_INT(lg_json_read(workspace, copy, len, &packed, &packed_len), LG_OK);
  CHECK_EQ_STR((const char *)packed, packed_len, verbatim->data, verbatim->len);
  if (lg_test_failed) fprintf(stderr, "  seed %llu: %.*s\n", (unsigned long long)seed, (int)len, copy);
  free(copy);
}

/* RFC 8785's text does not depend on the order of members. */
static void check_canonical_text(lg_workspace *workspace, const bytes *verbatim, const bytes *canonical) {
  const char *text;
  size_t len;
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_PACKED, verbatim->data, verbatim->len, &text, &len),
               LG_OK);
  char *copy = exact_copy(text, len);
  size_t copy_len = len;
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_PACKED, canonical->data, canonical->len, &text, &len),
               LG_OK);
  CHECK_EQ_STR(text, len, copy, copy_len);
  free(copy);
}

LG_TEST(random_values_are_packed_as_the_oracle_packs_them) {
  lg_workspace *workspace = new_workspace();
  for (uint64_t seed = 1; seed <= 3000 && !lg_test_failed; seed++) {
    uint64_t state = seed;
    node *value = random_value(&state, 4);
    bytes text = {0}, verbatim = {0}, canonical = {0};
    add_json(&text, value, &state);
    add_packed(&verbatim, value, false);
    add_packed(&canonical, value, true);
    char *copy = exact_copy(text.data, text.len);
    const uint8_t *packed = NULL;
    size_t len = 0;
    CHECK_EQ_INT(lg_json_read(workspace, copy, text.len, &packed, &len), LG_OK);
    CHECK_EQ_STR((const char *)packed, len, verbatim.data, verbatim.len);
    check_digest(workspace, LG_VERBATIM, LG_ARGS_RAW, &text, &verbatim, seed);
    check_digest(workspace, LG_CANONICAL, LG_ARGS_RAW, &text, &canonical, seed);
    check_digest(workspace, LG_CANONICAL, LG_ARGS_PACKED, &verbatim, &canonical, seed);
    check_text(workspace, &verbatim, seed);
    check_canonical_text(workspace, &verbatim, &canonical);
    free(copy);
    free(text.data);
    free(verbatim.data);
    free(canonical.data);
    free_value(value);
  }
  lg_workspace_free(workspace);
}

/* The canonical bytes themselves, not only their digest. */
LG_TEST(arranged_values_are_the_oracles) {
  lg_workspace *workspace = new_workspace();
  for (uint64_t seed = 1; seed <= 1000 && !lg_test_failed; seed++) {
    uint64_t state = seed;
    node *value = random_value(&state, 5);
    bytes text = {0}, canonical = {0};
    add_json(&text, value, &state);
    add_packed(&canonical, value, true);
    lg_args args;
    lg_value got = {NULL, 0};
    CHECK_EQ_INT(lg__args_read(workspace, LG_ARGS_RAW, text.data, text.len, &args), LG_OK);
    CHECK_EQ_INT(lg__args_arrange(workspace, &args, LG_ORDER_BYTES, NULL, NULL, &got), LG_OK);
    CHECK_EQ_STR((const char *)got.bytes, got.len, canonical.data, canonical.len);
    CHECK_EQ_INT(lg__args_read(workspace, LG_ARGS_PACKED, canonical.data, canonical.len, &args), LG_OK);
    CHECK_EQ_INT(lg__args_arrange(workspace, &args, LG_ORDER_BYTES, NULL, NULL, &got), LG_OK);
    CHECK_EQ_STR((const char *)got.bytes, got.len, canonical.data, canonical.len);
    free(text.data);
    free(canonical.data);
    free_value(value);
  }
  lg_workspace_free(workspace);
}

/* ---- depth and size -----------------------------------------------------------------------------------------------
 */

/* Each level has its key twice, out of order: copied level by level this would take minutes. */
LG_TEST(deep_values_take_no_stack_and_no_square) {
  enum { DEPTH = 100000 };
  static const char level[] = "{\"b\":0,\"a\":";
  bytes text = {0};
  for (int i = 0; i < DEPTH; i++) add_text(&text, level);
  add_text(&text, "1");
  for (int i = 0; i < DEPTH; i++) add_text(&text, ",\"b\":2}");
  lg_workspace *workspace = new_workspace();
  const uint8_t *packed = NULL;
  size_t len = 0, again_len = 0;
  const char *out = NULL;
  CHECK_EQ_INT(lg_json_read(workspace, text.data, text.len, &packed, &len), LG_OK);
  char *copy = exact_copy((const char *)packed, len);
  lg_digest raw = {{0}}, direct = {{1}};
  CHECK_EQ_INT(lg_identify(workspace, zero_key, LG_CANONICAL, "t", 1, LG_ARGS_PACKED, copy, len, NULL, &direct), LG_OK);
  CHECK_EQ_INT(lg_identify(workspace, zero_key, LG_CANONICAL, "t", 1, LG_ARGS_RAW, text.data, text.len, NULL, &raw),
               LG_OK);
  CHECK(memcmp(raw.bytes, direct.bytes, sizeof raw.bytes) == 0);
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_PACKED, copy, len, &out, &again_len), LG_OK);
  CHECK(again_len > 3 && memcmp(out, "{\"a\"", 4) == 0);
  free(copy);
  free(text.data);
  lg_workspace_free(workspace);
}

LG_TEST(many_members_with_repeated_keys) {
  enum { MEMBERS = 50000 };
  bytes text = {0}, want = {0};
  char member[32];
  for (int i = 0; i < MEMBERS; i++) {
    snprintf(member, sizeof member, "%c\"k%05d\":%d", i == 0 ? '{' : ',', (i * 7919) % (MEMBERS / 2), i);
    add_text(&text, member);
  }
  add_text(&text, "}");
  /* 7919 and MEMBERS / 2 have no common factor, so that the second half says each key of the first once more. */
  for (int i = 0; i < MEMBERS / 2; i++) {
    snprintf(member, sizeof member, "%c\"k%05d\":%d", i == 0 ? '{' : ',', (i * 7919) % (MEMBERS / 2), i + MEMBERS / 2);
    add_text(&want, member);
  }
  add_text(&want, "}");
  lg_workspace *workspace = new_workspace();
  const char *out = NULL;
  size_t len = 0;
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_RAW, text.data, text.len, &out, &len), LG_OK);
  CHECK_EQ_STR(out, len, want.data, want.len);
  free(text.data);
  free(want.data);
  lg_workspace_free(workspace);
}

/* ---- damaged bytes ------------------------------------------------------------------------------------------------
 */

static void visit(lg_value value, int depth) {
  const char *text;
  size_t len;
  double number;
  (void)lg_value_text(value, &text, &len);
  (void)lg_value_number(value, &number);
  (void)lg_value_member(value, "a", 1);
  lg_values inside = lg_value_begin(value);
  while (depth < 50 && lg_value_next(&inside)) visit(inside.value, depth + 1);
}

/* Each function reads within bounds (ASan) and says LG_OK or LG_EINVAL. */
static void use_all(lg_workspace *workspace, const char *packed, size_t len) {
  static const char *const pointers[] = {"a", "/b/0", "/c/a"};
  static const size_t lens[] = {1, 4, 4};
  const lg_projection both = {pointers, lens, 1, pointers + 1, lens + 1, 2};
  char *copy = exact_copy(packed, len);
  const char *out;
  size_t out_len;
  lg_digest digest;
  for (int mode = LG_VERBATIM; mode <= LG_CANONICAL; mode++) {
    for (int projected = 0; projected < 2; projected++) {
      lg_status status = lg_identify(workspace, zero_key, (lg_identity_mode)mode, "t", 1, LG_ARGS_PACKED, copy, len,
                                     projected ? &both : NULL, &digest);
      CHECK(status == LG_OK || status == LG_EINVAL);
    }
    lg_status status = lg_canonicalize(workspace, (lg_identity_mode)mode, LG_ARGS_PACKED, copy, len, &out, &out_len);
    CHECK(status == LG_OK || status == LG_EINVAL);
  }
  visit(lg_value_at((const uint8_t *)copy, len), 0);
  visit((lg_value){(const uint8_t *)copy, len}, 0);
  free(copy);
}

LG_TEST(damaged_bytes_are_read_within_their_bounds) {
  static const char text[] = "{\"c\":{\"b\":\"x\\ud83d\",\"a\":1e400},\"b\":[true,[],{\"\":null}],\"a\":1.5}";
  lg_workspace *workspace = new_workspace();
  const uint8_t *packed = NULL;
  size_t len = 0;
  CHECK_EQ_INT(lg_json_read(workspace, text, sizeof text - 1, &packed, &len), LG_OK);
  char *good = exact_copy((const char *)packed, len);
  for (size_t cut = 0; cut <= len; cut++) use_all(workspace, good, cut);
  for (size_t at = 0; at < len; at++) {
    static const unsigned char bytes_put[] = {0, 1, 3, 4, 5, 6, 7, 8, 0x7f, 0x80, 0xff};
    for (size_t i = 0; i < sizeof bytes_put; i++) {
      char *bad = exact_copy(good, len);
      bad[at] = (char)bytes_put[i];
      use_all(workspace, bad, len);
      free(bad);
    }
  }
  free(good);
  lg_workspace_free(workspace);
}

LG_TEST(nothing_at_all_is_no_value) {
  static const char *const pointer = "a";
  static const size_t pointer_len = 1;
  const lg_projection projection = {NULL, NULL, 0, &pointer, &pointer_len, 1};
  lg_workspace *workspace = new_workspace();
  lg_digest digest;
  const char *out = NULL;
  size_t len = 0;
  for (int mode = LG_VERBATIM; mode <= LG_CANONICAL; mode++) {
    lg_identity_mode as = (lg_identity_mode)mode;
    CHECK_EQ_INT(lg_identify(workspace, zero_key, as, "t", 1, LG_ARGS_PACKED, NULL, 0, &projection, &digest),
                 LG_EINVAL);
    CHECK_EQ_INT(lg_canonicalize(workspace, as, LG_ARGS_PACKED, NULL, 0, &out, &len), LG_EINVAL);
  }
  CHECK_EQ_INT(lg_identify(workspace, zero_key, LG_CANONICAL, "t", 1, LG_ARGS_PACKED, NULL, 0, NULL, &digest),
               LG_EINVAL);
  lg_workspace_free(workspace);
}

LG_TEST(malformed_bytes_are_refused) {
  static const struct {
    const char *data;
    size_t len;
  } rows[] = {{BYTES("")},
              {BYTES("\x08")},
              {BYTES("\0\0")},
              {BYTES("\3\0\0")},
              {BYTES("\3\0\0\0\0\0\0\xf0\x7f")}, /* infinite */
              {BYTES("\5\1\0\0\0")},
              {BYTES("\5\xff\xff\xff\xff")},
              {BYTES("\4\3\0\0\0abc")},
              {BYTES("\6\1\0\0\0\x09")},
              {BYTES("\7\4\0\0\0\0\0\0\0")}, /* a key without a value */
              {BYTES("\7\6\0\0\0\2\0\0\0a\0")}};
  lg_workspace *workspace = new_workspace();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *out = NULL;
    size_t len = 0;
    for (int mode = LG_VERBATIM; mode <= LG_CANONICAL; mode++) {
      CHECK_EQ_INT(
          lg_canonicalize(workspace, (lg_identity_mode)mode, LG_ARGS_PACKED, rows[i].data, rows[i].len, &out, &len),
          LG_EINVAL);
    }
    CHECK(out == NULL && len == 0);
  }
  lg_workspace_free(workspace);
}

/* ---- the cursor ---------------------------------------------------------------------------------------------------
 */

LG_TEST(a_value_is_walked) {
  static const char text[] = "{\"a\":[1,\"x\",2.5],\"b\":{\"c\":null},\"d\":1e400}";
  lg_workspace *workspace = new_workspace();
  const uint8_t *packed = NULL;
  size_t len = 0;
  CHECK_EQ_INT(lg_json_read(workspace, text, sizeof text - 1, &packed, &len), LG_OK);
  lg_value root = lg_value_at(packed, len);
  CHECK_EQ_INT(lg_value_kind(root), LG_VALUE_OBJECT);
  CHECK(root.len == len);
  lg_value list = lg_value_member(root, "a", 1);
  CHECK_EQ_INT(lg_value_kind(list), LG_VALUE_ARRAY);
  lg_values items = lg_value_begin(list);
  double number = 0;
  const char *s = NULL;
  CHECK(lg_value_next(&items) && lg_value_number(items.value, &number) && number == 1 && items.key == NULL);
  CHECK(!lg_value_text(items.value, &s, &len));
  CHECK(lg_value_next(&items) && lg_value_text(items.value, &s, &len));
  CHECK_EQ_STR(s, len, "x", 1);
  CHECK(lg_value_next(&items) && lg_value_number(items.value, &number) && number == 2.5);
  CHECK(!lg_value_next(&items) && !lg_value_next(&items));
  CHECK_EQ_INT(lg_value_kind(lg_value_member(lg_value_member(root, "b", 1), "c", 1)), LG_VALUE_NULL);
  CHECK(lg_value_text(lg_value_member(root, "d", 1), &s, &len));
  CHECK_EQ_STR(s, len, "1e+400", 6);
  CHECK_EQ_INT(lg_value_kind(lg_value_member(root, "c", 1)), LG_VALUE_NONE);
  CHECK_EQ_INT(lg_value_kind(lg_value_member(list, "0", 1)), LG_VALUE_NONE);
  static const char keys[] = "abd";
  lg_values members = lg_value_begin(root);
  for (size_t i = 0; i < 3; i++) {
    CHECK(lg_value_next(&members));
    CHECK_EQ_STR(members.key, members.key_len, keys + i, 1);
  }
  CHECK(!lg_value_next(&members));
  lg_workspace_free(workspace);
}

LG_TEST(where_there_is_no_value_there_is_nothing_to_read) {
  const char *text;
  size_t len;
  double number;
  lg_value none = lg_value_at(NULL, 0);
  CHECK_EQ_INT(lg_value_kind(none), LG_VALUE_NONE);
  CHECK(!lg_value_text(none, &text, &len) && !lg_value_number(none, &number));
  lg_values inside = lg_value_begin(none);
  CHECK(!lg_value_next(&inside));
  CHECK_EQ_INT(lg_value_kind(lg_value_member(none, "a", 1)), LG_VALUE_NONE);
}
