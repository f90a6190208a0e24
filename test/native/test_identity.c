/* Identities: which calls are the same, the frozen layout of their digests, and projections. */
#include "canon_check.h"

static const uint8_t zero_key[LG_KEY_SIZE];

typedef struct call {
  lg_identity_mode mode;
  const char *name;
  size_t name_len;
  lg_args_kind kind;
  const char *args;
  size_t args_len;
  const lg_projection *projection;
} call;

static lg_digest identify(const call *c) {
  lg_workspace *workspace = new_workspace();
  char *name = exact_copy(c->name, c->name_len), *args = exact_copy(c->args, c->args_len);
  lg_digest digest = {{0}};
  CHECK_EQ_INT(
      lg_identify(workspace, zero_key, c->mode, name, c->name_len, c->kind, args, c->args_len, c->projection, &digest),
      LG_OK);
  free(name);
  free(args);
  lg_workspace_free(workspace);
  return digest;
}

#define CALL(mode, name, kind, args)                                                                                   \
  (call) { mode, name, sizeof(name) - 1, kind, args, sizeof(args) - 1, NULL }

static bool same(call a, call b) {
  lg_digest x = identify(&a), y = identify(&b);
  return memcmp(x.bytes, y.bytes, sizeof x.bytes) == 0;
}

static bool same_args(lg_identity_mode mode, const char *a, const char *b) {
  return same((call){mode, "t", 1, LG_ARGS_RAW, a, strlen(a), NULL},
              (call){mode, "t", 1, LG_ARGS_RAW, b, strlen(b), NULL});
}

static void check_hex(const lg_digest *digest, const char *want) {
  char hex[33];
  for (size_t i = 0; i < 16; i++) sprintf(hex + 2 * i, "%02x", digest->bytes[i]);
  CHECK_EQ_STR(hex, 32, want, strlen(want));
}

/* ---- the hash --------------------------------------------------------------------------------------------------- */

/* SipHash-1-3 with 128 bits of output, once more and as plainly as can be. */
static void sip_round(uint64_t v[4]) {
#define ROTATE(x, n) ((x) << (n) | (x) >> (64 - (n)))
  v[0] += v[1], v[1] = ROTATE(v[1], 13) ^ v[0], v[0] = ROTATE(v[0], 32);
  v[2] += v[3], v[3] = ROTATE(v[3], 16) ^ v[2];
  v[0] += v[3], v[3] = ROTATE(v[3], 21) ^ v[0];
  v[2] += v[1], v[1] = ROTATE(v[1], 17) ^ v[2], v[2] = ROTATE(v[2], 32);
#undef ROTATE
}

static uint64_t little_endian(const uint8_t *bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; i++) value |= (uint64_t)bytes[i] << (8 * i);
  return value;
}

static lg_digest oracle_hash(const uint8_t key[16], const uint8_t *bytes, size_t len) {
  uint64_t k0 = little_endian(key, 8), k1 = little_endian(key + 8, 8);
  uint64_t v[4] = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d) ^ 0xee,
                   k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
  for (size_t i = 0; i <= len / 8; i++) {
    uint64_t word =
        i < len / 8 ? little_endian(bytes + 8 * i, 8) : little_endian(bytes + 8 * i, len % 8) | (uint64_t)len << 56;
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
  }
  lg_digest digest;
  v[2] ^= 0xee;
  for (size_t half = 0; half < 2; half++) {
    for (int i = 0; i < 3; i++) sip_round(v);
    uint64_t word = v[0] ^ v[1] ^ v[2] ^ v[3];
    for (size_t i = 0; i < 8; i++) digest.bytes[8 * half + i] = (uint8_t)(word >> (8 * i));
    v[1] ^= 0xdd;
  }
  return digest;
}

LG_TEST(digest_is_siphash_1_3_128) {
  uint8_t key[16], bytes[300];
  for (size_t i = 0; i < sizeof key; i++) key[i] = (uint8_t)i;
  for (size_t len = 0; len < sizeof bytes; len++) {
    bytes[len] = (uint8_t)(len * 7);
    char *copy = exact_copy((const char *)bytes, len);
    lg_digest got = lg_digest_bytes(key, copy, len), want = oracle_hash(key, bytes, len);
    CHECK_EQ_STR((const char *)got.bytes, 16, (const char *)want.bytes, 16);
    free(copy);
  }
  lg_digest none = lg_digest_bytes(key, NULL, 0), empty = lg_digest_bytes(key, "", 0);
  CHECK_EQ_STR((const char *)none.bytes, 16, (const char *)empty.bytes, 16);
}

LG_TEST(another_key_is_another_digest) {
  uint8_t key[16] = {0};
  lg_digest first = lg_digest_bytes(key, "text", 4);
  for (size_t i = 0; i < 16; i++) {
    key[i] = 1;
    lg_digest other = lg_digest_bytes(key, "text", 4);
    CHECK(memcmp(first.bytes, other.bytes, 16) != 0);
    key[i] = 0;
  }
}

/* ---- layout ----------------------------------------------------------------------------------------------------- */

static lg_digest oracle_identity(char tag, const char *name, size_t name_len, const char *text, size_t len) {
  uint8_t message[1200];
  lg_digest inner = oracle_hash(zero_key, (const uint8_t *)text, len);
  message[0] = (uint8_t)tag;
  for (size_t i = 0; i < 8; i++) message[1 + i] = (uint8_t)((uint64_t)name_len >> (8 * i));
  memcpy(message + 9, name, name_len);
  memcpy(message + 9 + name_len, inner.bytes, 16);
  return oracle_hash(zero_key, message, 25 + name_len);
}

LG_TEST(layout_of_an_identity) {
  /* {"b":1,"a":2}, and with its members sorted. */
  static const char verbatim[] = "\x07\x1c\0\0\0"
                                 "\1\0\0\0b\3\0\0\0\0\0\0\xf0\x3f"
                                 "\1\0\0\0a\3\0\0\0\0\0\0\0\x40";
  static const char canonical[] = "\x07\x1c\0\0\0"
                                  "\1\0\0\0a\3\0\0\0\0\0\0\0\x40"
                                  "\1\0\0\0b\3\0\0\0\0\0\0\xf0\x3f";
#define BYTES(literal) literal, sizeof literal - 1
  static const struct {
    lg_identity_mode mode;
    lg_args_kind kind;
    const char *args;
    size_t args_len;
    char tag;
    const char *text;
    size_t text_len;
  } rows[] = {
      {LG_VERBATIM, LG_ARGS_PACKED, BYTES(verbatim), 'v', BYTES(verbatim)},
      {LG_VERBATIM, LG_ARGS_RAW, BYTES(" {\"b\":1.0, \"a\":2}"), 'v', BYTES(verbatim)},
      {LG_CANONICAL, LG_ARGS_PACKED, BYTES(verbatim), 'c', BYTES(canonical)},
      {LG_CANONICAL, LG_ARGS_PACKED, BYTES(canonical), 'c', BYTES(canonical)},
      {LG_CANONICAL, LG_ARGS_RAW, BYTES(" {\"b\":1.0, \"a\":2}"), 'c', BYTES(canonical)},
      {LG_CANONICAL, LG_ARGS_RAW, BYTES("{\"b\":"), 'r', BYTES("{\"b\":")},
      {LG_VERBATIM, LG_ARGS_RAW, BYTES("{\"b\":"), 'r', BYTES("{\"b\":")},
      {LG_VERBATIM, LG_ARGS_RAW, BYTES(""), 'r', BYTES("")},
      {LG_VERBATIM, LG_ARGS_NONE, BYTES("ignored"), 'n', BYTES("")},
      {LG_CANONICAL, LG_ARGS_NONE, BYTES(""), 'n', BYTES("")},
  };
  char name[1000];
  memset(name, 'n', sizeof name);
  static const size_t name_lens[] = {0, 1, 16, 255, 256, 257, 1000};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (size_t j = 0; j < sizeof name_lens / sizeof name_lens[0]; j++) {
      call c = {rows[i].mode, name, name_lens[j], rows[i].kind, rows[i].args, rows[i].args_len, NULL};
      lg_digest got = identify(&c);
      lg_digest want = oracle_identity(rows[i].tag, name, name_lens[j], rows[i].text, rows[i].text_len);
      CHECK_EQ_STR((const char *)got.bytes, 16, (const char *)want.bytes, 16);
    }
  }
}

/* These digests must not change: fingerprints are kept outside of the process. */
LG_TEST(fingerprints_are_frozen) {
  lg_digest digest = identify(&CALL(LG_CANONICAL, "search", LG_ARGS_RAW, "{\"q\":\"x\",\"limit\":10}"));
  check_hex(&digest, "898fbb31d13b5c56ee021fbbc6610780");
  digest = identify(&CALL(LG_VERBATIM, "search", LG_ARGS_RAW, "{\"q\":\"x\",\"limit\":10}"));
  check_hex(&digest, "abaf33e0839701c8f035b1e507c6c016");
  digest = identify(&CALL(LG_CANONICAL, "search", LG_ARGS_NONE, ""));
  check_hex(&digest, "fccf335650682b1cf09ff65da9012dad");
}

/* ---- which calls are the same ----------------------------------------------------------------------------------- */

LG_TEST(key_order_counts_only_when_verbatim) {
  CHECK(same_args(LG_CANONICAL, "{\"a\":1,\"b\":[{\"c\":1,\"d\":2}]}", "{\"b\":[{\"d\":2,\"c\":1}],\"a\":1}"));
  CHECK(!same_args(LG_VERBATIM, "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"));
  CHECK(!same_args(LG_CANONICAL, "[1,2]", "[2,1]"));
}

LG_TEST(raw_text_and_packed_value_are_the_same) {
  static const char raw[] = "{ \"b\" : 1.0, \"a\": \"\\u0041\\/\\ud83d\\ude00\", \"b\": 1e0 }",
                    packed[] = "\7\x1e\0\0\0"
                               "\1\0\0\0b\3\0\0\0\0\0\0\xf0\x3f"
                               "\1\0\0\0a\5\6\0\0\0A/\xf0\x9f\x98\x80";
  for (int mode = LG_VERBATIM; mode <= LG_COMPARED; mode++) {
    CHECK(same((call){(lg_identity_mode)mode, "t", 1, LG_ARGS_RAW, raw, sizeof raw - 1, NULL},
               (call){(lg_identity_mode)mode, "t", 1, LG_ARGS_PACKED, packed, sizeof packed - 1, NULL}));
  }
}

LG_TEST(modes_kinds_and_names_stay_apart) {
  CHECK(!same(CALL(LG_VERBATIM, "t", LG_ARGS_RAW, "1"), CALL(LG_CANONICAL, "t", LG_ARGS_RAW, "1")));
  CHECK(!same(CALL(LG_CANONICAL, "t", LG_ARGS_RAW, ""), CALL(LG_CANONICAL, "t", LG_ARGS_NONE, "")));
  CHECK(!same(CALL(LG_CANONICAL, "t", LG_ARGS_RAW, "\"x\""), CALL(LG_CANONICAL, "t", LG_ARGS_RAW, "x")));
  CHECK(!same(CALL(LG_CANONICAL, "t", LG_ARGS_RAW, "null"), CALL(LG_CANONICAL, "t", LG_ARGS_NONE, "")));
  CHECK(!same(CALL(LG_VERBATIM, "a", LG_ARGS_RAW, "{}"), CALL(LG_VERBATIM, "b", LG_ARGS_RAW, "{}")));
  CHECK(!same(CALL(LG_VERBATIM, "", LG_ARGS_RAW, "{}"), CALL(LG_VERBATIM, "\0", LG_ARGS_RAW, "{}")));
  CHECK(!same(CALL(LG_VERBATIM, "a\0b", LG_ARGS_RAW, "{}"), CALL(LG_VERBATIM, "a\0c", LG_ARGS_RAW, "{}")));
  CHECK(same(CALL(LG_CANONICAL, "t", LG_ARGS_RAW, "{bad"), CALL(LG_VERBATIM, "t", LG_ARGS_RAW, "{bad")));
  CHECK(!same(CALL(LG_CANONICAL, "t", LG_ARGS_RAW, "{bad"), CALL(LG_CANONICAL, "t", LG_ARGS_RAW, "{bad ")));
}

LG_TEST(names_cannot_imitate_arguments) {
  CHECK(!same(CALL(LG_VERBATIM, "a::{\"x\":1}", LG_ARGS_RAW, "{}"),
              CALL(LG_VERBATIM, "a", LG_ARGS_RAW, "{\"x\":1}::{}")));
  CHECK(!same(CALL(LG_VERBATIM, "a::1", LG_ARGS_RAW, "2"), CALL(LG_VERBATIM, "a", LG_ARGS_RAW, "1::2")));
  CHECK(!same(CALL(LG_VERBATIM, "a\n", LG_ARGS_RAW, "1"), CALL(LG_VERBATIM, "a", LG_ARGS_RAW, "\n1")));
  CHECK(!same(CALL(LG_VERBATIM, "a\"", LG_ARGS_RAW, "1"), CALL(LG_VERBATIM, "a", LG_ARGS_RAW, "\"1")));
  CHECK(!same(CALL(LG_VERBATIM, "ab", LG_ARGS_RAW, "1"), CALL(LG_VERBATIM, "a", LG_ARGS_RAW, "b1")));
}

LG_TEST(different_values_stay_different) {
  static const char *const values[] = {
      "\"a\\u0000b\"",
      "\"a\\u0000c\"",
      "\"a\"",
      "\"\\ud83d\"",
      "\"\\ude00\"",
      "\"\\ufffd\"",
      "\"\\ud83d\\ude00\"",
      "9007199254740992",
      "9007199254740993",
      "9007199254740994",
      "1e400",
      "1e401",
      "-1e400",
      "0.3",
      "0.30000000000000004",
      "0",
      "\"0\"",
      "null",
      "\"null\"",
      "[]",
      "{}",
      "[[]]",
      "[null]",
      "false",
      "\"\"",
      "{\"a\":1}",
      "{\"a\":1,\"b\":null}",
      "{\"A\":1}",
      "1e999999999999999999999",
      "1e999999999999999999998",
      "\"1e400\"",
      "\"\xc2\xa0\"",
      "\" \"",
  };
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    for (size_t j = 0; j < i; j++) {
      CHECK(!same_args(LG_CANONICAL, values[i], values[j]));
      CHECK(!same_args(LG_VERBATIM, values[i], values[j]));
    }
  }
}

LG_TEST(bad_arguments_are_refused) {
  lg_workspace *w = new_workspace();
  lg_digest out = {{7}};
  CHECK_EQ_INT(lg_identify(NULL, zero_key, LG_CANONICAL, "t", 1, LG_ARGS_RAW, "1", 1, NULL, &out), LG_EINVAL);
  CHECK_EQ_INT(lg_identify(w, NULL, LG_CANONICAL, "t", 1, LG_ARGS_RAW, "1", 1, NULL, &out), LG_EINVAL);
  CHECK_EQ_INT(lg_identify(w, zero_key, (lg_identity_mode)3, "t", 1, LG_ARGS_RAW, "1", 1, NULL, &out), LG_EINVAL);
  CHECK_EQ_INT(lg_identify(w, zero_key, LG_CANONICAL, NULL, 1, LG_ARGS_RAW, "1", 1, NULL, &out), LG_EINVAL);
  CHECK_EQ_INT(lg_identify(w, zero_key, LG_CANONICAL, "t", 1, (lg_args_kind)3, "1", 1, NULL, &out), LG_EINVAL);
  CHECK_EQ_INT(lg_identify(w, zero_key, LG_CANONICAL, "t", 1, LG_ARGS_RAW, NULL, 1, NULL, &out), LG_EINVAL);
  CHECK_EQ_INT(lg_identify(w, zero_key, LG_CANONICAL, "t", 1, LG_ARGS_RAW, "1", 1, NULL, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_identify(w, zero_key, LG_VERBATIM, "t", 1, LG_ARGS_PACKED, "1", SIZE_MAX, NULL, &out), LG_ETOOBIG);
  CHECK_EQ_INT(lg_identify(w, zero_key, LG_VERBATIM, "t", SIZE_MAX, LG_ARGS_PACKED, "1", 1, NULL, &out), LG_ETOOBIG);
  CHECK_EQ_INT(out.bytes[0], 7);
  CHECK_EQ_INT(lg_identify(w, zero_key, LG_VERBATIM, NULL, 0, LG_ARGS_NONE, NULL, 5, NULL, &out), LG_OK);
  lg_workspace_free(w);
}
