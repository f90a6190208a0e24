/*
 * What the build's profile is taken from (scripts/profile.mjs): an agent under the recommended preset that reads
 * the standard input in pieces, as text, inside a log and inside JSON; now and then it does the same again, or fails.
 * Through the door, as JavaScript does. No clock and nothing random: the same input gives the same profile.
 */
#include "door_driver.h"
#include "loopguard.h"

#define PIECE 1024

typedef struct agent {
  door_driver door;
  double run;
  lg_workspace *args, *results;
  unsigned calls;
} agent;

static double must(double answer) {
  if (answer >= 0) return answer;
  (void)fprintf(stderr, "training: the core answers %.0f\n", answer);
  exit(1);
}

/* What JavaScript writes of a JSON value; in the workspace. */
static const char *packed(lg_workspace *in, const char *json, size_t *out_len) {
  const uint8_t *bytes;
  if (lg_json_read(in, json, strlen(json), &bytes, out_len) != LG_OK) must(-1);
  return (const char *)bytes;
}

/* `after` has the outcome. */
static void act(agent *self, const char *tool, const char *json_args, door_event after) {
  char id[24];
  (void)snprintf(id, sizeof id, "call_%u", self->calls);
  door_event before = {.tag = LG_EVENT_BEFORE, .flags = LG_ARGS_PACKED, .name = tool, .id = id};
  before.now_ms = 1e12 + 8e3 * self->calls++;
  before.body = packed(self->args, json_args, &before.body_len);
  double verdict = must(judge(&self->door, self->run, before));
  if (action_of(verdict) > LG_WARN) return;
  after.tag = LG_EVENT_AFTER;
  after.number = ticket_of(verdict);
  after.now_ms = before.now_ms + 2e3;
  (void)must(judge(&self->door, self->run, after));
}

static door_event text_of(const char *text, size_t len) {
  return (door_event){.flags = LG_RESULT_TEXT * LG_EVENT_FLAG_RESULT_KIND, .body = text, .body_len = len};
}

static void read_piece(agent *self, unsigned number, const char *text, size_t len) {
  char args[512];
  (void)snprintf(args, sizeof args,
                 "{\"query\":\"what is said of %u\",\"path\":\"src/rules-%u.ts\",\"filters\":{\"recursive\":true,"
                 "\"types\":[\"ts\",\"md\"],\"maxResults\":50},\"offset\":%u,\"reason\":\"find where it is defined\"}",
                 number, number, number);
  act(self, "read_file", args, text_of(text, len));
}

/* Lines of a log, each with a time, a process, an id and a duration around words of `text`. */
static void read_log(agent *self, unsigned number, const char *text, size_t len) {
  char log[2 * PIECE], args[64];
  size_t at = 0, words = len / 16;
  for (unsigned i = 0; i < 8; i++) {
    unsigned n = number * 8 + i;
    at += (size_t)snprintf(log + at, sizeof log - at,
                           "2026-03-0%uT1%u:4%u:0%u.%03uZ [pid %u] request=%08x-12ab-4cde-a123-%012x %.*s took %u ms\n",
                           1 + n % 9, n % 10, n / 10 % 10, n / 100 % 10, n % 1000, 4000 + n % 900, n * 2654435761u,
                           n * 40503u, (int)words, text + i * words, n % 700);
  }
  (void)snprintf(args, sizeof args, "{\"command\":\"tail -n 8 app-%u.log\"}", number);
  act(self, "bash", args, text_of(log, at));
}

/* Appends `text` to a JSON string that is open. */
static size_t quote(char *to, size_t room, const char *text, size_t len) {
  size_t at = 0;
  for (size_t i = 0; i < len && at + 3 < room; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\') to[at++] = '\\';
    if (c >= ' ' && c < 0x7f) to[at++] = (char)c;
  }
  return at;
}

static void list_items(agent *self, unsigned number, const char *text, size_t len) {
  char json[6 * PIECE], args[64];
  size_t at = (size_t)snprintf(json, sizeof json, "{\"total\":12,\"next\":\"cursor_%u\",\"items\":[", number);
  size_t words = len / 16;
  for (unsigned i = 0; i < 12; i++) {
    at += (size_t)snprintf(json + at, sizeof json - at,
                           "%s{\"id\":%u,\"ok\":%s,\"score\":%u.5,\"tags\":[\"a\"],\"name\":\"", i == 0 ? "" : ",",
                           number * 12 + i, i % 2 == 0 ? "true" : "null", i);
    at += quote(json + at, 2 * words + 4, text + i * words, words);
    at += (size_t)snprintf(json + at, sizeof json - at, "\"}");
  }
  (void)snprintf(json + at, sizeof json - at, "]}");
  (void)snprintf(args, sizeof args, "{\"page\":%u}", number);
  door_event after = text_of(json, strlen(json));
  if (number % 4 == 1) {
    after.flags = LG_RESULT_PACKED * LG_EVENT_FLAG_RESULT_KIND;
    after.body = packed(self->results, json, &after.body_len);
  }
  act(self, "list_items", args, after);
}

static void fail(agent *self, unsigned number) {
  char error[PIECE], args[64];
  (void)snprintf(error, sizeof error, "Error: ENOENT: no such file or directory, open '/tmp/run-%u/rules.ts'", number);
  (void)snprintf(args, sizeof args, "{\"command\":\"make test T=%u\"}", number);
  act(self, "bash", args, (door_event){.flags = LG_EVENT_FLAG_FAILED, .tail = error});
}

LG_TEST(an_agent_reads_the_standard_input) {
  agent self = {.door = open_door(NULL)};
  share_block(&self.door, 64 * PIECE);
  self.run = must(ask(&self.door, LG_DOOR_RUN, must(ask_guard(&self.door, "{}"))));
  CHECK_EQ_INT(lg_workspace_new(NULL, &self.args), LG_OK);
  CHECK_EQ_INT(lg_workspace_new(NULL, &self.results), LG_OK);
  char text[PIECE];
  size_t len;
  for (unsigned number = 0; (len = fread(text, 1, sizeof text, stdin)) > 0; number++) {
    read_piece(&self, number, text, len);
    if (number % 2 == 1) list_items(&self, number, text, len);
    if (number % 4 == 1) read_log(&self, number, text, len);
    if (number % 8 == 3) read_piece(&self, number, text, len);
    if (number % 8 == 7) fail(&self, number);
  }
  CHECK(self.calls > 1000);
  lg_workspace_free(self.results);
  lg_workspace_free(self.args);
  close_door(&self.door);
}
