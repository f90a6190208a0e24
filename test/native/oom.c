/*
 * Identities with failing memory: each scenario runs once for each of its allocations, which fails. The status must be
 * LG_ENOMEM, nothing written, the workspace usable, and nothing leaked at the end.
 */
#include "failing_alloc.h"
#include "lg_test.h"

static const uint8_t zero_key[LG_KEY_SIZE];

typedef struct scenario {
  const char *args;
  size_t args_len;
  size_t name_len;
  lg_projection projection;
} scenario;

/* The canonical identity of the same arguments in packed form. */
static lg_status identify_packed(lg_workspace *workspace, const scenario *s, lg_digest *out_digest) {
  const uint8_t *packed;
  size_t len;
  lg_status status = lg_json_read(workspace, s->args, s->args_len, &packed, &len);
  if (status != LG_OK) return status;
  char *copy = malloc(len);
  if (copy == NULL) abort();
  memcpy(copy, packed, len);
  status =
      lg_identify(workspace, zero_key, LG_CANONICAL, "t", 1, LG_ARGS_PACKED, copy, len, &s->projection, out_digest);
  free(copy);
  return status;
}

/* Identities and one canonical text; the first status that is not LG_OK. */
static lg_status run(lg_workspace *workspace, const scenario *s, lg_digest *out_digest, const char **out_text,
                     size_t *out_len) {
  static char name[2000];
  lg_status status = lg_identify(workspace, zero_key, LG_VERBATIM, name, s->name_len, LG_ARGS_RAW, s->args, s->args_len,
                                 &s->projection, out_digest);
  if (status != LG_OK) return status;
  lg_digest packed_digest;
  if ((status = identify_packed(workspace, s, &packed_digest)) != LG_OK) return status;
  return lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, s->args, s->args_len, out_text, out_len);
}

static void fail_each_allocation(const scenario *s, size_t at_least) {
  lg_workspace *good;
  lg_digest want = {{0}}, unset = {{0xee}};
  const char *want_text = NULL;
  size_t want_len = 0;
  if (lg_workspace_new(NULL, &good) != LG_OK) abort();
  CHECK_EQ_INT(run(good, s, &want, &want_text, &want_len), LG_OK);
  size_t failures = 0;
  for (bool passed = false; !passed && failures < 1000; failures++) {
    failing_alloc memory = {.fail_at = failures + 1};
    lg_allocator allocator = failing_allocator(&memory);
    lg_workspace *workspace = NULL;
    lg_digest digest = unset;
    const char *text = NULL;
    size_t len = 0;
    lg_status status = lg_workspace_new(&allocator, &workspace);
    if (status != LG_OK) {
      CHECK_EQ_INT(status, LG_ENOMEM);
      CHECK(workspace == NULL);
      CHECK_EQ_INT(memory.live_blocks, 0);
      continue;
    }
    status = run(workspace, s, &digest, &text, &len);
    passed = status == LG_OK;
    if (!passed) {
      CHECK_EQ_INT(status, LG_ENOMEM);
      CHECK(text == NULL && len == 0);
      bool untouched = memcmp(digest.bytes, unset.bytes, sizeof digest.bytes) == 0;
      CHECK(untouched || memcmp(digest.bytes, want.bytes, sizeof digest.bytes) == 0);
      /* The one failure is over: the same workspace now does what it could not. */
      CHECK_EQ_INT(run(workspace, s, &digest, &text, &len), LG_OK);
    }
    CHECK_EQ_STR((char *)digest.bytes, sizeof digest.bytes, (char *)want.bytes, sizeof want.bytes);
    CHECK_EQ_STR(text, len, want_text, want_len);
    lg_workspace_free(workspace);
    CHECK_EQ_INT(memory.live_blocks, 0);
    CHECK_EQ_INT(memory.live_bytes, 0);
  }
  CHECK(failures > at_least && failures < 1000); /* the scenario meets as many allocations as it was made for */
  lg_workspace_free(good);
}

static scenario plain(const char *args, size_t len) { return (scenario){args, len, 4, {0}}; }

LG_TEST(oom_in_small_arguments) {
  static const char args[] = "{\"b\":[1.5,\"\\u0041\"],\"a\\n\":\"x\"}";
  scenario s = plain(args, sizeof args - 1);
  fail_each_allocation(&s, 6);
}

LG_TEST(oom_with_a_projection) {
  static const char args[] = "{\"b\":[1.5,2],\"a\":{\"c\":1}}";
  static const char *const keep[] = {"/a/c", "b"}, *const ignore[] = {"/b/1"};
  static const size_t keep_len[] = {4, 1}, ignore_len[] = {4};
  scenario s = plain(args, sizeof args - 1);
  s.projection = (lg_projection){keep, keep_len, 2, ignore, ignore_len, 1};
  fail_each_allocation(&s, 6);
}

LG_TEST(oom_with_a_long_name) {
  scenario s = plain("{}", 2);
  s.name_len = 2000;
  fail_each_allocation(&s, 4);
}

LG_TEST(oom_in_deep_arguments) {
  enum { DEPTH = 1000 };
  static char args[8 * DEPTH];
  size_t len = 0;
  for (int i = 0; i < DEPTH; i++) memcpy(args + len, "{\"k\":[", 6), len += 6;
  for (int i = 0; i < DEPTH; i++) memcpy(args + len, "]}", 2), len += 2;
  scenario s = plain(args, len);
  fail_each_allocation(&s, 20);
}

LG_TEST(oom_in_many_values) {
  enum { COUNT = 20000 };
  static char args[32 * COUNT];
  size_t len = 0;
  for (int i = 0; i < COUNT; i++) {
    len += (size_t)sprintf(args + len, "%s\"key\\u00e9%d\":%d.50", i == 0 ? "{" : ",", COUNT - i, i);
  }
  args[len++] = '}';
  scenario s = plain(args, len);
  fail_each_allocation(&s, 30);
}
