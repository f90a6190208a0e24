/* Projections: the members of the arguments that make the identity. */
#include "canon_check.h"

static const uint8_t zero_key[LG_KEY_SIZE];

/* Lists of pointers as one string each, separated by spaces; NULL: none. */
typedef struct lists {
  lg_projection projection;
  const char *texts[2][16];
  size_t lens[2][16];
} lists;

static size_t split(const char *list, const char **texts, size_t *lens) {
  size_t count = 0;
  while (list != NULL) {
    const char *space = strchr(list, ' ');
    texts[count] = list;
    lens[count++] = space != NULL ? (size_t)(space - list) : strlen(list);
    list = space != NULL ? space + 1 : NULL;
  }
  return count;
}

static lg_status identify(const char *keep, const char *ignore, lg_identity_mode mode, lg_args_kind kind,
                          const char *args, lg_digest *out) {
  lists l;
  l.projection =
      (lg_projection){.keep = l.texts[0], .keep_len = l.lens[0], .ignore = l.texts[1], .ignore_len = l.lens[1]};
  l.projection.keep_count = split(keep, l.texts[0], l.lens[0]);
  l.projection.ignore_count = split(ignore, l.texts[1], l.lens[1]);
  lg_workspace *workspace = new_workspace();
  const uint8_t *packed = (const uint8_t *)args;
  size_t len = strlen(args);
  if (kind == LG_ARGS_PACKED) CHECK_EQ_INT(lg_json_read(workspace, args, len, &packed, &len), LG_OK);
  char *copy = exact_copy((const char *)packed, len);
  lg_status status = lg_identify(workspace, zero_key, mode, "t", 1, kind, copy, len, &l.projection, out);
  free(copy);
  lg_workspace_free(workspace);
  return status;
}

/* The projection of `args` is what `want`, a canonical text, is without one: packed and raw, in both modes. */
static void check(const char *keep, const char *ignore, const char *args, const char *want, int line) {
  for (int mode = LG_VERBATIM; mode <= LG_CANONICAL; mode++) {
    for (int kind = LG_ARGS_PACKED; kind <= LG_ARGS_RAW; kind++) {
      lg_digest got = {{0}}, wanted = {{1}};
      lg_status status = identify(keep, ignore, (lg_identity_mode)mode, (lg_args_kind)kind, args, &got);
      lg_test_eq_int(status, LG_OK, __FILE__, line, "status");
      status = identify(NULL, NULL, (lg_identity_mode)mode, LG_ARGS_RAW, want, &wanted);
      lg_test_eq_int(status, LG_OK, __FILE__, line, "status without a projection");
      lg_test_eq_str((char *)got.bytes, 16, (char *)wanted.bytes, 16, __FILE__, line, args);
    }
  }
}

#define KEEP(list, args, want) check(list, NULL, args, want, __LINE__)
#define IGNORE(list, args, want) check(NULL, list, args, want, __LINE__)

LG_TEST(ignored_members_are_left_out) {
  IGNORE("b", "{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"c\":3}");
  IGNORE("a b", "{\"a\":1,\"b\":2}", "{}");
  IGNORE("x", "{\"a\":1}", "{\"a\":1}");
  IGNORE("A", "{\"a\":1}", "{\"a\":1}");
  IGNORE("b", "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1}}");
  IGNORE("/a/b", "{\"a\":{\"b\":1,\"c\":2},\"b\":3}", "{\"a\":{\"c\":2},\"b\":3}");
  IGNORE("/a /a/b", "{\"a\":{\"b\":1},\"b\":3}", "{\"b\":3}");
  IGNORE("/a/b /a", "{\"a\":{\"b\":1},\"b\":3}", "{\"b\":3}");
  IGNORE("a", "[1,2]", "[1,2]");
  IGNORE("a", "\"a\"", "\"a\"");
}

LG_TEST(elements_of_arrays) {
  IGNORE("/a/0 /a/2", "{\"a\":[10,11,12,13]}", "{\"a\":[11,13]}");
  IGNORE("/a/4", "{\"a\":[10,11,12,13]}", "{\"a\":[10,11,12,13]}");
  IGNORE("/a/- /a/00 /a/x /a/", "{\"a\":[10,11]}", "{\"a\":[10,11]}");
  IGNORE("/1/a", "[{\"a\":1},{\"a\":1,\"b\":2}]", "[{\"a\":1},{\"b\":2}]");
  IGNORE("1", "[1,2]", "[1,2]");
  IGNORE("/0 /1", "[1,2]", "[]");
  KEEP("/a/1", "{\"a\":[10,11]}", "{\"/a/1\":11}");
  KEEP("/0", "[10,11]", "{\"/0\":10}");
}

LG_TEST(kept_members_are_an_object_of_pointers) {
  KEEP("a", "{\"a\":1,\"b\":2}", "{\"a\":1}");
  KEEP("c a", "{\"a\":1,\"b\":2,\"c\":[3]}", "{\"a\":1,\"c\":[3]}");
  KEEP("/c /a/b", "{\"a\":{\"b\":{\"z\":1}},\"c\":[3]}", "{\"/a/b\":{\"z\":1},\"/c\":[3]}");
  KEEP("a x", "{\"a\":1,\"b\":2}", "{\"a\":1}");
  KEEP("a a", "{\"a\":1,\"b\":2}", "{\"a\":1}");
  KEEP("a /a", "{\"a\":{\"y\":1},\"b\":2}", "{\"/a\":{\"y\":1},\"a\":{\"y\":1}}");
  KEEP("/a a /a/b", "{\"a\":{\"b\":{\"d\":1}},\"b\":2}",
       "{\"/a\":{\"b\":{\"d\":1}},\"/a/b\":{\"d\":1},\"a\":{\"b\":{\"d\":1}}}");
}

/* A node that is written in two places is put in order for the first; the second must still be whole. */
LG_TEST(a_node_kept_twice_is_whole_twice) {
  lg_digest got, wanted;
  CHECK_EQ_INT(identify("a /a", NULL, LG_CANONICAL, LG_ARGS_RAW, "{\"a\":{\"z\":1,\"y\":2,\"x\":3,\"z\":4}}", &got),
               LG_OK);
  CHECK_EQ_INT(identify(NULL, NULL, LG_CANONICAL, LG_ARGS_RAW,
                        "{\"/a\":{\"x\":3,\"y\":2,\"z\":4},\"a\":{\"x\":3,\"y\":2,\"z\":4}}", &wanted),
               LG_OK);
  CHECK_EQ_STR((char *)got.bytes, 16, (char *)wanted.bytes, 16);
}

LG_TEST(when_none_is_present_everything_counts) {
  KEEP("x", "{\"a\":1}", "{\"a\":1}");
  KEEP("x y /z", "[1,2]", "[1,2]");
  KEEP("x", "\"x\"", "\"x\"");
  check("a", "a", "{\"a\":1,\"b\":2}", "{\"b\":2}", __LINE__);
}

LG_TEST(what_is_ignored_is_not_kept) {
  check("a b", "b", "{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1}", __LINE__);
  check("a", "/a/t", "{\"a\":{\"t\":1,\"u\":2},\"b\":2}", "{\"a\":{\"u\":2}}", __LINE__);
  check("/a/t b", "a", "{\"a\":{\"t\":1,\"u\":2},\"b\":2}", "{\"b\":2}", __LINE__);
}

LG_TEST(tokens_are_unescaped_and_compared_exactly) {
  IGNORE("/a~1b", "{\"a/b\":1,\"c\":2}", "{\"c\":2}");
  IGNORE("/m~0n /~01", "{\"m~n\":1,\"~1\":2,\"c\":3}", "{\"c\":3}");
  IGNORE("m~0n", "{\"m~0n\":1,\"m~n\":2}", "{\"m~n\":2}");
  IGNORE("/~", "{\"~\":1,\"c\":2}", "{\"c\":2}");
  IGNORE("/~2", "{\"~2\":1,\"c\":2}", "{\"c\":2}");
  IGNORE("/", "{\"\":1,\"c\":2}", "{\"c\":2}");
  IGNORE("/a/", "{\"a\":{\"\":1,\"b\":2}}", "{\"a\":{\"b\":2}}");
  IGNORE("", "{\"\":1,\"c\":2}", "{\"c\":2}");
  IGNORE("/\xc3\xa9", "{\"\\u00e9\":1,\"e\":2}", "{\"e\":2}");
  IGNORE("\xf0\x9f\x98\x80", "{\"\\ud83d\\ude00\":1,\"e\":2}", "{\"e\":2}");
  IGNORE("\"\\", "{\"\\\"\\\\\":1,\"e\":2}", "{\"e\":2}");
  IGNORE("\x01", "{\"\\u0001\":1,\"\\u0000\":2}", "{\"\\u0000\":2}");
  KEEP("\"\\", "{\"\\\"\\\\\":1,\"e\":2}", "{\"\\\"\\\\\":1}");
}

LG_TEST(of_repeated_keys_the_last_is_meant) {
  IGNORE("a", "{\"a\":1,\"b\":2,\"a\":3}", "{\"b\":2}");
  IGNORE("/a/x", "{\"a\":{\"x\":1,\"z\":0},\"a\":{\"x\":1,\"y\":2}}", "{\"a\":{\"y\":2}}");
  KEEP("a", "{\"a\":1,\"a\":3}", "{\"a\":3}");
  KEEP("/a/x", "{\"a\":{\"x\":1},\"a\":{\"x\":2}}", "{\"/a/x\":2}");
  KEEP("/a/x b", "{\"a\":{\"x\":1},\"a\":{\"y\":2},\"b\":1}", "{\"b\":1}");
}

LG_TEST(text_that_is_not_json_has_no_members) {
  lg_digest projected, plain;
  CHECK_EQ_INT(identify("a", "b", LG_CANONICAL, LG_ARGS_RAW, "{\"a\":1", &projected), LG_OK);
  CHECK_EQ_INT(identify(NULL, NULL, LG_CANONICAL, LG_ARGS_RAW, "{\"a\":1", &plain), LG_OK);
  CHECK_EQ_STR((char *)projected.bytes, 16, (char *)plain.bytes, 16);
}

/* A container below the folding depth is a leaf of the tree: it can be named, what is in it cannot. */
LG_TEST(pointers_end_where_folding_starts) {
  char args[4096], pointer[4096], want[4096];
  lg_digest got, wanted;
  for (size_t tokens = 126; tokens <= 128; tokens++) {
    args[0] = pointer[0] = want[0] = '\0';
    for (size_t i = 0; i < tokens; i++) {
      strcat(args, "{\"b\":1,\"a\":");
      strcat(pointer, "/a");
      strcat(want, i + 1 < tokens ? "{\"b\":1,\"a\":" : "{\"b\":1");
    }
    strcat(args, "[[0]]");
    for (size_t i = 0; i < tokens; i++) strcat(args, "}"), strcat(want, "}");
    lg_status status = identify(NULL, pointer, LG_CANONICAL, LG_ARGS_RAW, args, &got);
    CHECK_EQ_INT(status, tokens <= 127 ? LG_OK : LG_ETOOBIG);
    if (status != LG_OK) continue;
    CHECK_EQ_INT(identify(NULL, NULL, LG_CANONICAL, LG_ARGS_RAW, want, &wanted), LG_OK);
    CHECK_EQ_STR((char *)got.bytes, 16, (char *)wanted.bytes, 16);
  }
}
