/*
 * What one identity costs, by size of the arguments: packed (verbatim is one hash, canonical puts the members in order)
 * and as text (read, order, hash), of arguments shaped like those of file editing, search and database tools. Run by
 * `make bench`.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "loopguard.h"

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void must(lg_status status) {
  if (status == LG_OK) return;
  fprintf(stderr, "%s\n", lg_status_message(status));
  exit(1);
}

/* An edit of one file: a few short members and a long text full of escaped newlines and quotes. */
static size_t make_edit(char *out, size_t size) {
  static const char head[] = "{\"path\":\"src/server/handlers/session.ts\",\"command\":\"str_replace\",\"line\":128,"
                             "\"dry_run\":false,\"new_str\":\"";
  static const char line[] =
      "    if (session === undefined) return reply.code(404).send({ error: \\\"no session\\\" });\\n";
  size_t len = sizeof head - 1;
  memcpy(out, head, len);
  while (len + sizeof line + 2 < size) {
    memcpy(out + len, line, sizeof line - 1);
    len += sizeof line - 1;
  }
  while (len + 2 < size) out[len++] = 'x';
  memcpy(out + len, "\"}", 2);
  return len + 2;
}

/* A query: nested objects, short strings and numbers only, the dearest text per byte. */
static size_t make_query(char *out, size_t size) {
  static const char item[] =
      "{\"field\":\"created_at\",\"op\":\"gte\",\"value\":1700000000,\"boost\":1.5,\"not\":null},";
  size_t len = (size_t)sprintf(out, "{\"index\":\"orders\",\"size\":50,\"where\":[");
  while (len + sizeof item + 20 < size) {
    memcpy(out + len, item, sizeof item - 1);
    len += sizeof item - 1;
  }
  len -= out[len - 1] == ',';
  return len + (size_t)sprintf(out + len, "],\"from\":%d}", 100);
}

static double measure(lg_workspace *workspace, lg_identity_mode mode, lg_args_kind kind, const char *args, size_t len) {
  static const uint8_t key[LG_KEY_SIZE] = {1, 2, 3};
  lg_digest digest;
  double best = 1e300;
  size_t rounds = 4000000 / (len + 400) + 10;
  for (int repeat = 0; repeat < 15; repeat++) {
    double start = now_ns();
    for (size_t i = 0; i < rounds; i++) {
      must(lg_identify(workspace, key, mode, "search_orders", 13, kind, args, len, NULL, &digest));
    }
    double each = (now_ns() - start) / (double)rounds;
    if (each < best) best = each;
  }
  return best;
}

static double measure_read(lg_workspace *workspace, const char *args, size_t len) {
  double best = 1e300;
  size_t rounds = 4000000 / (len + 400) + 10;
  for (int repeat = 0; repeat < 15; repeat++) {
    double start = now_ns();
    for (size_t i = 0; i < rounds; i++) {
      const uint8_t *packed;
      size_t packed_len;
      must(lg_json_read(workspace, args, len, &packed, &packed_len));
    }
    double each = (now_ns() - start) / (double)rounds;
    if (each < best) best = each;
  }
  return best;
}

int main(void) {
  static const size_t sizes[] = {200, 1024, 8192, 65536};
  lg_workspace *workspace;
  must(lg_workspace_new(NULL, &workspace));
  char *args = malloc(70000);
  if (args == NULL) return 1;
  printf("%-8s %8s %10s %10s %10s %10s %10s   (ns, best of 15)\n", "args", "bytes", "packed", "canonical", "text",
         "canonical", "read");
  for (int shape = 0; shape < 2; shape++) {
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
      size_t len = shape == 0 ? make_edit(args, sizes[i]) : make_query(args, sizes[i]);
      const uint8_t *packed;
      size_t packed_len;
      must(lg_json_read(workspace, args, len, &packed, &packed_len));
      char *copy = malloc(packed_len);
      if (copy == NULL) return 1;
      memcpy(copy, packed, packed_len);
      printf("%-8s %8zu %10.0f %10.0f %10.0f %10.0f %10.0f\n", shape == 0 ? "edit" : "query", len,
             measure(workspace, LG_VERBATIM, LG_ARGS_PACKED, copy, packed_len),
             measure(workspace, LG_CANONICAL, LG_ARGS_PACKED, copy, packed_len),
             measure(workspace, LG_VERBATIM, LG_ARGS_RAW, args, len),
             measure(workspace, LG_CANONICAL, LG_ARGS_RAW, args, len), measure_read(workspace, args, len));
      free(copy);
    }
  }
  free(args);
  lg_workspace_free(workspace);
  return 0;
}
