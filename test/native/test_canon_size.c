/* Canonical text of large and of deeply nested input: linear, no recursion by depth, nothing lost, memory given back.
 */
#include "canon_check.h"
#include "failing_alloc.h"

typedef struct text {
  char *data;
  size_t len, capacity;
} text;

static void add(text *to, const char *s) {
  size_t len = strlen(s);
  if (to->len + len + 1 > to->capacity) {
    to->capacity = 2 * (to->capacity + len + 64);
    to->data = realloc(to->data, to->capacity);
    if (to->data == NULL) abort();
  }
  memcpy(to->data + to->len, s, len + 1);
  to->len += len;
}

static void add_times(text *to, const char *s, size_t times) {
  for (size_t i = 0; i < times; i++) add(to, s);
}

/* Checks `input` against `want`, and frees both. */
static void check_text(lg_identity_mode mode, text *input, text *want) {
  check_form_bytes(mode, input->data, input->len, want->data, want->len, __FILE__, __LINE__);
  free(input->data);
  free(want->data);
  *input = *want = (text){NULL, 0, 0};
}

LG_TEST(nested_arrays) {
  static const size_t depths[] = {1, 126, 127, 128, 129, 130, 255, 256, 257, 383, 384, 385, 1000, 10000, 200000};
  for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
    text input = {NULL, 0, 0}, want = {NULL, 0, 0};
    add_times(&input, "[ ", depths[i]);
    add_times(&input, "]", depths[i]);
    add_times(&want, "[", depths[i]);
    add_times(&want, "]", depths[i]);
    check_text(LG_CANONICAL, &input, &want);
  }
}

/* Each level has members on both sides of the deeper one, and all have to change places. */
LG_TEST(nested_objects) {
  static const size_t depths[] = {127, 128, 129, 300, 10000, 100000};
  for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
    text input = {NULL, 0, 0}, want = {NULL, 0, 0}, verbatim = {NULL, 0, 0}, again = {NULL, 0, 0};
    for (size_t level = 0; level < depths[i]; level++) add(&input, "{\"z\":1.0,\"m\":[\"\\/\",");
    add(&input, "null");
    for (size_t level = 0; level < depths[i]; level++) add(&input, ",{}],\"a\":\"\\u0000\"}");
    for (size_t level = 0; level < depths[i]; level++) add(&want, "{\"a\":\"\\u0000\",\"m\":[\"/\",");
    add(&want, "null");
    for (size_t level = 0; level < depths[i]; level++) add(&want, ",{}],\"z\":1}");
    for (size_t level = 0; level < depths[i]; level++) add(&verbatim, "{\"z\":1,\"m\":[\"/\",");
    add(&verbatim, "null");
    for (size_t level = 0; level < depths[i]; level++) add(&verbatim, ",{}],\"a\":\"\\u0000\"}");
    add(&again, input.data);
    check_text(LG_CANONICAL, &input, &want);
    check_text(LG_VERBATIM, &again, &verbatim);
  }
}

/* Many containers side by side at exactly the depth where they are folded. */
LG_TEST(many_folds_in_one_container) {
  text input = {NULL, 0, 0}, want = {NULL, 0, 0};
  add_times(&input, "[", 127);
  add_times(&input, "{\"b\":2,\"a\":1},[],", 50000);
  add(&input, "{}");
  add_times(&input, "]", 127);
  add_times(&want, "[", 127);
  add_times(&want, "{\"a\":1,\"b\":2},[],", 50000);
  add(&want, "{}");
  add_times(&want, "]", 127);
  check_text(LG_CANONICAL, &input, &want);
}

LG_TEST(unclosed_and_wrongly_closed_depths) {
  text input = {NULL, 0, 0};
  add_times(&input, "[", 1000000);
  check_not_json(input.data, input.len, __FILE__, __LINE__);
  add_times(&input, "]", 999999);
  check_not_json(input.data, input.len, __FILE__, __LINE__);
  add(&input, "}");
  check_not_json(input.data, input.len, __FILE__, __LINE__);
  input.data[input.len - 1] = ']';
  check_form_bytes(LG_CANONICAL, input.data, input.len, input.data, input.len, __FILE__, __LINE__);
  free(input.data);
}

/* 100,000 keys in a scattered order, each twice; the second value counts. */
LG_TEST(a_hundred_thousand_keys) {
  enum { COUNT = 100000 };
  text input = {NULL, 0, 0}, want = {NULL, 0, 0}, again = {NULL, 0, 0}, verbatim = {NULL, 0, 0};
  char member[64];
  for (unsigned i = 0; i < 2 * COUNT; i++) {
    unsigned key = i % COUNT * 7919u % COUNT;
    snprintf(member, sizeof member, "%s\"attribute%06u\":%u", i == 0 ? "{" : ",", key, i < COUNT ? 0 : key);
    add(&input, member);
    if (i >= COUNT) continue;
    snprintf(member, sizeof member, "%s\"attribute%06u\":%u", i == 0 ? "{" : ",", key, key);
    add(&verbatim, member);
    snprintf(member, sizeof member, "%s\"attribute%06u\":%u", i == 0 ? "{" : ",", i, i);
    add(&want, member);
  }
  add(&input, "}");
  add(&want, "}");
  add(&verbatim, "}");
  add(&again, input.data);
  check_text(LG_CANONICAL, &input, &want);
  check_text(LG_VERBATIM, &again, &verbatim);
}

LG_TEST(strings_of_sixteen_megabytes) {
  size_t len = (size_t)16 << 20;
  char *input = malloc(len + 64), *want = malloc(len + 64);
  if (input == NULL || want == NULL) abort();
  memset(input, 'x', len + 2);
  memcpy(input, "[\"", 2);
  memcpy(input + len, "\"]", 2);
  check_form_bytes(LG_CANONICAL, input, len + 2, input, len + 2, __FILE__, __LINE__);
  /* The same with an escape at each end that has to be written anew. */
  memcpy(want, input, len + 2);
  memcpy(input + 2, "\\u0078", 6);
  memcpy(input + len - 6, "\\u0078", 6);
  memcpy(want + len - 10, "\"]", 2);
  check_form_bytes(LG_CANONICAL, input, len + 2, want, len - 8, __FILE__, __LINE__);
  /* And as a key. */
  memcpy(input, "{\"", 2);
  memcpy(input + len, "\":1}", 4);
  memcpy(want, "{\"", 2);
  memcpy(want + len - 10, "\":1}", 4);
  check_form_bytes(LG_CANONICAL, input, len + 4, want, len - 6, __FILE__, __LINE__);
  free(input);
  free(want);
}

/* After a huge call a workspace keeps little: each buffer is given back above 1 MiB. */
LG_TEST(memory_of_a_huge_call_is_given_back) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_workspace *workspace;
  CHECK_EQ_INT(lg_workspace_new(&allocator, &workspace), LG_OK);
  text input = {NULL, 0, 0};
  add(&input, "[");
  add_times(&input, "{\"key\\n\":1.0,\"a\":\"\\u0041\"},", 200000);
  add(&input, "0]");
  lg_digest digest;
  static const uint8_t key[LG_KEY_SIZE] = {0};
  CHECK_EQ_INT(lg_identify(workspace, key, LG_CANONICAL, "t", 1, LG_ARGS_RAW, input.data, input.len, NULL, &digest),
               LG_OK);
  CHECK(memory.live_bytes < 4u << 20);
  const char *out;
  size_t out_len;
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, input.data, input.len, &out, &out_len), LG_OK);
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, "1", 1, &out, &out_len), LG_OK);
  CHECK(memory.live_bytes < 4u << 20);
  free(input.data);
  lg_workspace_free(workspace);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* Once it has seen texts of a size, a workspace asks for no more memory. */
LG_TEST(a_warm_workspace_allocates_nothing) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_workspace *workspace;
  CHECK_EQ_INT(lg_workspace_new(&allocator, &workspace), LG_OK);
  static const char args[] = "{\"b\":[1.50,\"\\u0041\",{\"k\\n\":null}],\"a\":\"text\"}";
  static const uint8_t key[LG_KEY_SIZE] = {0};
  lg_digest digest;
  for (int i = 0; i < 3; i++) {
    size_t before = memory.requests;
    CHECK_EQ_INT(lg_identify(workspace, key, LG_CANONICAL, "t", 1, LG_ARGS_RAW, args, sizeof args - 1, NULL, &digest),
                 LG_OK);
    if (i > 0) CHECK_EQ_INT(memory.requests, before);
  }
  lg_workspace_free(workspace);
  CHECK_EQ_INT(memory.live_blocks, 0);
}
