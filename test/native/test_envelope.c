/* Values of envelopes, frames of hosts, and texts that are spared: what lg_normalize_volatile leaves of them. */
#include <stdio.h>

#include "check_normalized.h"
#include "text/envelope.h"
#include "failing_alloc.h"
#include "random64.h"

static void check(uint32_t classes, const char *text, const char *want) {
  check_normalized(classes, text, strlen(text), want, strlen(want));
}

LG_TEST(values_of_the_envelope_are_left_out) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE;
  check(classes, "{\"took\":5,\"n\":0}", "{\"took\":\x0e,\"n\":0}");
  check(classes, "{ \"took\" : 5, \"n\" : 0 }", "{ \"took\" : \x0e, \"n\" : 0 }");
  check(classes, "{\"a\":\"{\\\"took\\\":5,\\\"n\\\":0}\"}", "{\"a\":\"{\\\"took\\\":\x0e,\\\"n\\\":0}\"}");
  check(classes, "{\"usage\":{\"in\":[1,\"}\"]},\"n\":0}", "{\"usage\":\x0e,\"n\":0}");
  check(classes, "{\"X-Request-ID\":\"a1\",\"n\":0}", "{\"X-Request-ID\":\x0e,\"n\":0}");
  check(classes, "{'request_id': 'a1b2c3', 'n': 0}", "{'request_id': \x0e, 'n': 0}");
  check(classes, "no key (Request ID: 7F3A)", "no key (Request ID: \x0e)");
  check(classes, "<E>x<RequestId>7F3A</RequestId></E>", "<E>x<RequestId>\x0e</RequestId></E>");
  check(classes, "- OK [ref=s3e12]", "- OK [ref=\x0e]");
  check(classes, "uid=3_12 button", "uid=\x0e button");
  check(classes, "{\"model_ms\":5,\"tookMillis\":7,\"n\":0}", "{\"model_ms\":\x0e,\"tookMillis\":\x0e,\"n\":0}");
  check(classes, "{\"_request\":{\"id\":7},\"n\":0}", "{\"_request\":\x0e,\"n\":0}");
  check(classes, "{\"avgLogprobs\":-0.1,\"n\":0}", "{\"avgLogprobs\":\x0e,\"n\":0}");
  check(classes, "{\"ts\":1773480413,\"timeWindow\":{\"end\":5},\"n\":0}", "{\"ts\":\x0e,\"timeWindow\":\x0e,\"n\":0}");
  check(classes, "{\"operationTime\":{\"$timestamp\":{\"t\":1}},\"n\":0}", "{\"operationTime\":\x0e,\"n\":0}");
}

/* What is left of a quota, what a call used of it, and what a part of the work took, in whatever words. */
LG_TEST(words_of_names_say_what_is_of_the_envelope) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE;
  static const char *const anywhere[] = {
      "tokens_used",  "retryAfterSeconds", "openai-processing-ms",         "promptTokenCount",
      "credits-used", "ProcessingTimeMS",  "processingTimeInMilliseconds",
  };
  static const char *const beside[] = {
      "remaining_api_calls", "remainingCallsPerDay", "creditsLeft",   "search.credits.remaining", "quotaTokensLeft",
      "query_cost",          "api_calls_made",       "requests_used", "llm_tokens_used",          "credits-consumed",
  };
  static const char *const news[] = {
      "avgPreviousExecutionMs",
      "next_execution_millis",
      "refused_requests",
      "remaining_stock",
      "seats_left",
      "delivery_cost",
      "calls",
      "query_timeout",
      "max_query_seconds",
      "requested_cost",
      "retry_after_days",
      "fire_response_seconds",
      "nombre_processus",
      "document_token_count",
  };
  char text[120], want[120];
  for (size_t i = 0; i < sizeof anywhere / sizeof *anywhere; i++) {
    (void)snprintf(text, sizeof text, "{\"%s\":41,\"n\":0}", anywhere[i]);
    (void)snprintf(want, sizeof want, "{\"%s\":\x0e,\"n\":0}", anywhere[i]);
    check(classes, text, want);
  }
  for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
    (void)snprintf(text, sizeof text, "{\"data\":[{\"n\":0}],\"%s\":41}", beside[i]);
    (void)snprintf(want, sizeof want, "{\"data\":[{\"n\":0}],\"%s\":\x0e}", beside[i]);
    check(classes, text, want);
    (void)snprintf(text, sizeof text, "{\"courses\":[{\"n\":0}],\"%s\":41}", beside[i]); /* of whoever has the list */
    check(classes, text, text);
    (void)snprintf(text, sizeof text, "{\"n\":0,\"%s\":41}", beside[i]); /* what is asked for */
    check(classes, text, text);
  }
  for (size_t i = 0; i < sizeof news / sizeof *news; i++) {
    (void)snprintf(text, sizeof text, "{\"data\":[{\"n\":0}],\"%s\":41}", news[i]);
    check(classes, text, text);
  }
  static const char *const boxes[] = {
      "{\"token_details\":{\"holders\":4},\"n\":0}",
      "{\"results\":[{\"n\":0}],\"interest_rate\":{\"fixed\":4}}",
      "{\"data\":{\"n\":0},\"fuel_costs\":{\"diesel\":4}}",
  };
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) check(classes, boxes[i], boxes[i]);
  check(classes, "{\"results\":[{\"n\":0}],\"rate\":{\"remaining\":4}}", "{\"results\":[{\"n\":0}],\"rate\":\x0e}");
  check(classes, "{\"completion_tokens_details\":{\"audio\":4},\"n\":0}",
        "{\"completion_tokens_details\":\x0e,\"n\":0}");
}

/* Whole minutes and hours behind a label are planned, not measured. */
LG_TEST(planned_times_are_news) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE | LG_VOLATILE_DURATIONS | LG_VOLATILE_UNLESS_ALL;
  static const char *const kept[] = {
      "a walk along the river to the old harbour **Duration:** 40 min in all",
      "a soup of fish for four people of the old town\nPrep time: 10 minutes",
  };
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) check(classes, kept[i], kept[i]);
  check(classes, "the service of the old harbour is running\nUptime: 3 hours",
        "the service of the old harbour is running\nUptime: \x0e");
  check(classes, "a build of the harbour and of the old town\nDuration: 2 min 5 s",
        "a build of the harbour and of the old town\nDuration: \x0e");
  check(classes, "the lamp at the harbour of the old town is in service again\nSeen: 5 minutes ago",
        "the lamp at the harbour of the old town is in service again\nSeen: \2 ago");
}

LG_TEST(names_of_members_count_in_xml_and_labels_in_markdown) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE;
  check(classes, "<int name=\"QTime\">45</int><int name=\"n\">4</int>",
        "<int name=\"QTime\">\x0e</int><int name=\"n\">4</int>");
  check(classes, "<r QTime=\"45\" total='12'><QTime>5</QTime><page>3</page></r>",
        "<r QTime=\"\x0e\" total='12'><QTime>\x0e</QTime><page>3</page></r>");
  check(classes, "<testcase name=\"adds\" time=\"1.174\"/>", "<testcase name=\"adds\" time=\"\x0e\"/>");
  check(classes, "**Request ID:** `7f3a` of **Order:** `7f3a`", "**Request ID:** `\x0e` of **Order:** `7f3a`");
  /* news: what has another name, another form, or a value of another kind */
  static const char *const same[] = {
      "<runner time=\"61.174\"/>",  "Credits used: 120", "<ttl>300</ttl>",           "<int name=\"total\">45</int>",
      "<a id=\"QTime\">45</a>",     "QTime>45<",         "<p time=\"12:30\">x</p>",  "<p time=\"12.5\">x</p>",
      "<credits>45</credits> left", "QTime is 45 here",  "<node>n3</node> holds it",
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) check(classes, same[i], same[i]);
}

/* A page that says "error" has references of elements too, which are short. */
LG_TEST(references_are_left_out_of_pages_with_errors) {
  check(LG_VOLATILE_ENVELOPE, "1 errors - box [ref=f1e8] ref=f1e8", "1 errors - box [ref=\x0e] ref=f1e8");
}

/* Which request a failure was of; of what else there are many, each may be the news. */
LG_TEST(ids_of_requests_are_left_out_of_failures) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE | LG_VOLATILE_HEX_IDS;
  static const char *const cut[] = {
      "5677:3DD87E:567365C:E8F779A",
      "EDAB:3DD87E:567365C:E8F779A",
      "8566318995-446243",
  };
  static const char *const kept[] = {
      "4711000012-12",
      "00:1b:44:11:3a:b7:20:30:40:50",
      "2001:db8:85a3:8d3:1319:8a2e:370:7348",
      "490154203237518",
      "12:30:45",
      "10.0.0.7",
      "5677:3DD87E:567365C",
      "8566318995",
  };
  char text[120];
  for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
    (void)snprintf(text, sizeof text, "error: no answer (%s) here", cut[i]);
    check(classes, text, "error: no answer (\4) here");
    (void)snprintf(text, sizeof text, "the answer is (%s) here", cut[i]);
    check(classes, text, text); /* of what went well they may be the answer */
  }
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    (void)snprintf(text, sizeof text, "error: no answer (%s) here", kept[i]);
    check(classes, text, text);
  }
}

/* The digit leads to the value before it, which may end in an earlier block, and is looked at again. */
LG_TEST(what_stands_behind_a_value_without_digits_is_found) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE | LG_VOLATILE_TIMESTAMPS;
  char text[300], want[300];
  for (int shift = 0; shift < 2 * LG_BLOCK; shift++) {
    (void)snprintf(text, sizeof text, "%*s Request ID: nil, 2026-11-28T12:00:07Z at 12:00:08", shift, "-");
    (void)snprintf(want, sizeof want, "%*s Request ID: \x0e, \1 at \1", shift, "-");
    check(classes, text, want);
  }
}

LG_TEST(content_stays) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE;
  static const char *const texts[] = {
      "{\"id\":5,\"job\":\"a1\",\"token\":\"b2\",\"name\":\"c3\",\"next\":4}",
      "{\"usage\":\"find [path] 1\",\"n\":0}",
      "{\"duration\":\"about 5\",\"n\":0}",
      "{\"meta\":{\"n\":1}}",
      "{\"date\":\"2026-11-24\",\"n\":0}",
      "{\"x-total-count\":57,\"n\":0}",
      "{\"pull_request_id\":57,\"n\":0}",
      "{\"pull-request-id\":57,\"n\":0}",
      "{\"departure_time\":57,\"n\":0}",
      "{\"items\":57,\"total_travel_time\":5,\"n\":0}",
      "{\"p95_latency_ms\":57,\"avgDuration\":5,\"avg_time_ms\":6,\"median_tokens_per_second\":7,\"n\":0}",
      "{\"ts\":\"1773480413.123456\",\"n\":0}", /* Slack: the id of a message */
      "Usage: find 5",
      "uid=1000(x) gid=1000(x)",
      "href=s3e12 n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check(classes, texts[i], texts[i]);
}

LG_TEST(names_have_any_bytes) {
  static const char text[] = "{\"cpu\0 and further than that list, time\":5,\"n\":0}";
  check_normalized(LG_VOLATILE_ENVELOPE, text, sizeof text - 1, text, sizeof text - 1);
}

LG_TEST(an_envelope_stays_where_there_is_nothing_else) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE | LG_VOLATILE_UNLESS_ALL | LG_VOLATILE_DURATIONS;
  static const char *const texts[] = {"{\"took\":5}", "{\"usage\":{\"total_tokens\":5}}",
                                      "[{\"type\":\"text\",\"text\":\"{\\\"took\\\":5}\"}]", "Request ID: 7F3A",
                                      "1.25s"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check(classes, texts[i], texts[i]);
  check(classes, "{\"took\":5,\"rows\":[]}", "{\"took\":\x0e,\"rows\":[]}");
}

LG_TEST(frames_are_left_out) {
  const uint32_t classes = LG_VOLATILE_FRAMES | LG_VOLATILE_SPACE;
  static const char head[] = "Chunk ID: 3f2a1b\nWall time: 0.12 seconds\n";
  char text[400];
  snprintf(text, sizeof text, "%sProcess exited with code 0\nOriginal token count: 9\nOutput:\nhi\n", head);
  check(classes, text, "hi");
  snprintf(text, sizeof text, "%sProcess exited with code 2\nOutput:\nhi\n", head);
  check(classes, text, "Process exited with code 2 hi");
  snprintf(text, sizeof text, "%sProcess running with session ID 7\nOutput:\n", head);
  check(classes, text, "Process running with session ID 7");
  check(classes, "hi\nProcess Group PGID: 12", "hi");
  check(classes, "Out[3]: 7", "Out[]: 7");
  check(classes, "hi\n<shellId: 4 completed with exit code 3>", "hi <shellId: completed with exit code 3>");
  check(classes, "hi\n\nENVIRONMENT REMINDER: You have 14 turns left to complete the task.", "hi");
  check(classes, "hi\nYou have 9 tool calls remaining.", "hi");
  check(classes, "hi\n<system_warning>Token usage: 35000/200000; 165000 remaining</system_warning>", "hi");
  check(classes, "hi\n<system_warning>disk full</system_warning>", "hi <system_warning>disk full</system_warning>");
  static const char *const texts[] = {"see Chunk ID: 3f2a1b",
                                      "Process Group PGID: 3 of many",
                                      "Output: x",
                                      "Exit code: 0",
                                      "hi You have 3 lives left.",
                                      "You have 2 new mails.",
                                      "hi You have some turns left",
                                      "You have 5 turns left."};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check(classes, texts[i], texts[i]);
}

/* Room is made for all that follows, not only up to where the frame begins. */
LG_TEST(long_texts_beside_frames_fit) {
  enum { LONG = 20000 };
  static const char *const heads[] = {"Chunk ID: 3f2a1b\nWall time: 0.12 seconds\nOutput:\n", "Out[12]: ", ""};
  static const char *const tails[] = {"", "\n<shellId: 4 completed with exit code 3>", "\nProcess Group PGID: 12"};
  for (size_t h = 0; h < sizeof heads / sizeof *heads; h++)
    for (size_t t = 0; t < sizeof tails / sizeof *tails; t++) {
      lg_workspace *workspace;
      CHECK_EQ_INT(lg_workspace_new(NULL, &workspace), LG_OK); /* nothing is allocated yet */
      char *text = malloc(LONG + 200);
      if (text == NULL) abort();
      strcpy(text, heads[h]);
      size_t len = strlen(text);
      memset(text + len, 'x', LONG);
      strcpy(text + len + LONG, tails[t]);
      const char *out;
      size_t out_len;
      CHECK_EQ_INT(lg_normalize_volatile(workspace, LG_VOLATILE_FRAMES | LG_VOLATILE_ENVELOPE | LG_VOLATILE_SPACE, text,
                                         strlen(text), &out, &out_len),
                   LG_OK);
      CHECK(out_len >= LONG);
      lg_workspace_free(workspace);
      free(text);
    }
}

LG_TEST(a_text_that_says_little_keeps_its_ids) {
  const uint32_t classes = LG_VOLATILE_UNLESS_ALL | LG_VOLATILE_UUIDS | LG_VOLATILE_COUNTERS | LG_VOLATILE_SPACE;
  check(classes, "task  #101", "task #101");
  check(classes, "abcdefghijklmnopqrstuvwxyzabcdefghijklmno #1", "abcdefghijklmnopqrstuvwxyzabcdefghijklmno #\5");
  check(classes, "abcdefghijklmnopqrstuvwxyzabcdefghijklm #1", "abcdefghijklmnopqrstuvwxyzabcdefghijklm #1");
  /* names of members say nothing */
  check(classes, "{\"abcdefghijklmnopqrstuvwxyzabcdefghijklmno\":\"#1\"}",
        "{\"abcdefghijklmnopqrstuvwxyzabcdefghijklmno\":\"#1\"}");
}

/* What is never what a text says is left out of the shortest, unless nothing else is there. */
LG_TEST(times_of_logs_and_processes_are_left_out_of_short_texts_too) {
  const uint32_t classes = LG_VOLATILE_ALL & ~(uint32_t)LG_VOLATILE_DIGITS;
  check(classes, "2026-11-28 12:00:07,123 INFO closed", "\x0e INFO closed");
  check(classes, "[28/Nov/2026:12:00:07 +0000] closed", "[\x0e] closed");
  check(classes, "INFO 2026-11-28T12:00:07Z closed", "INFO \x0e closed");
  check(classes, "Nov 28 12:00:07 host cart[1234]: closed", "\x0e host cart[\x0e]: closed");
  check(classes, "2026/11/28 12:00:07 [info] 31#30: *45 closed", "\x0e [info] \x0e#\x0e: *\x0e closed");
  check(classes, "queue <0.123.0> closed", "queue <0.\x0e.0> closed");
  check(classes, "closed\nreal\t0m12.345s", "closed real \2");
  check(classes, "real\t0m1.345s\nuser\t0m0.913s", "real 0m1.345s user 0m0.913s");
  check(classes, "took 120 ms", "took 120 ms");
  check(classes, "No such intent: req_aB1cD2eF3gH4iJ", "No such intent: req_\x0e");
  check(classes, "[2026-11-28T12:00:07Z] request_id=7f3a", "[2026-11-28T12:00:07Z] request_id=\x0e");
  check(classes, "Elapsed: 00:00:07.49 closed", "Elapsed: \x0e closed");
  check(classes, "12:00:07 INFO imported [1500] of [20000]", "\x0e INFO imported [1500] of [20000]");
  static const char *const texts[] = {
      "2026-11-28T12:00:07Z",
      "Next flight: 2026-11-28 12:00:07 from gate B",
      "2026-11-28 12:00 closed",
      "{\"slot\":\"free\",\"start\":\"2026-11-28 12:00:07\"}",
      "Thread 7 has new replies",
      "items[123]: missing",
      "the msg_aB1cD2eF3gH4iJ",
      "Sat Nov 28 12:11:00 IST 2026",
      "2026-11-28 12:11:00 JST",
      "{\"now\":\"2026-11-28 12:11:00 Europe/Berlin\"}",
      "Sat Nov 28 2026 12:11:00 GMT+0100 (Central European Standard Time)",
      "ETA 2026-11-28 12:11:00 at depot",
      "Not available before 2026-12-01",
      "Build not done, about 12 minutes left",
      "{'error': None, 'made': 'order', 'at': '2026-12-01'}",
      "Orders in process: 12",
      "Earthquake: 120 killed",
      "the p is <0.05.",
      "PORT[8080]",
      "Sunrise: 07:45:12.0",
      "Only 30 \xE7\xA7\x92 left",
      "Tokens: 42",
      "<system-reminder>five left</system-reminder>",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check(classes, texts[i], texts[i]);
}

LG_TEST(what_is_said_in_vain_needs_fewer_letters) {
  const uint32_t classes = LG_VOLATILE_UUIDS | LG_VOLATILE_UNLESS_ALL;
  check(classes, "No such order: 550e8400-e29b-41d4-a716-446655440000", "No such order: \3");
  check(classes, "A new order: 550e8400-e29b-41d4-a716-446655440000",
        "A new order: 550e8400-e29b-41d4-a716-446655440000");
  check(classes, "{\"error\":null,\"made\":\"order and bill\",\"id\":\"550e8400-e29b-41d4-a716-446655440000\"}",
        "{\"error\":null,\"made\":\"order and bill\",\"id\":\"550e8400-e29b-41d4-a716-446655440000\"}");
}

LG_TEST(blocks_at_the_end_are_left_out) {
  const uint32_t classes = LG_VOLATILE_FRAMES | LG_VOLATILE_SPACE;
  check(classes, "no\n<environment_details>\n# Time\n12:00\n</environment_details>\n", "no");
  check(classes, "no\n###PS1JSON###\n{}\n###PS1END###", "no");
  check(classes, "# Time\n</environment_details>", "# Time </environment_details>");
}

LG_TEST(labels_may_have_two_words_or_a_blank) {
  const uint32_t classes = LG_VOLATILE_ENVELOPE;
  check(classes, "quote the request ID 7F3A:1B and wait", "quote the request ID \x0e and wait");
  check(classes, "Connection id \"0HN7\" closed", "Connection id \"\x0e\" closed");
  check(classes, "Elapsed time: 12 none", "Elapsed time: \x0e none");
  check(classes, "set-cookie: a=b1; path=/\nno", "set-cookie: \x0e\nno");
  check(classes, "no 0.12user 0.03system 45%CPU", "no \2 \2 \2");
  check(classes, "INFO[0012] closed", "INFO[\2] closed");
  check(classes, "{\"fetched_at\":5,\"n\":0}", "{\"fetched_at\":\x0e,\"n\":0}");
  check(classes, "a=\\\"HTTP 200\\r\\nSet-Cookie: a=1\\r\\nfive", "a=\\\"HTTP 200\\r\\nSet-Cookie: \x0e\\r\\nfive");
  static const char *const texts[] = {"the user id 7 and", "{\"updated_at\":5,\"n\":0}", "{\"created_at\":5,\"n\":0}",
                                      "12users 3minors", "45% CPU"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check(classes, texts[i], texts[i]);
}

/* Any text of any pieces: no read past its end, no more than twice its length, and the same again. */
LG_TEST(random_texts_are_read_within_their_bounds) {
  static const char *const pieces[] = {"{",
                                       "}",
                                       "[",
                                       "]",
                                       "\"",
                                       "\\\"",
                                       "\\\\\\\"",
                                       ":",
                                       ": ",
                                       " : ",
                                       ",",
                                       "took",
                                       "usage",
                                       "request_id",
                                       "5",
                                       "a1",
                                       "\n",
                                       "\\n",
                                       " ",
                                       "'",
                                       "=",
                                       ">",
                                       "<",
                                       "Request ID",
                                       "[ref=",
                                       "Chunk ID: ",
                                       "3f2a1b",
                                       "Wall time: ",
                                       "0.1 seconds",
                                       "Output:",
                                       "Process Group PGID: ",
                                       "<shellId: ",
                                       "agentId: ",
                                       "\x0e",
                                       "null",
                                       "false",
                                       "text",
                                       "type",
                                       "x-a",
                                       "Tue, 24 Nov 2026 12:20:14 GMT",
                                       "date",
                                       "2026-11-28 12:00:07 ",
                                       "[123]",
                                       "<task_metadata>",
                                       "</task_metadata>",
                                       "###PS1JSON###",
                                       "###PS1END###",
                                       "error ",
                                       "id "};
  lg_workspace *workspace = new_workspace();
  for (uint64_t seed = 1; seed <= 20000; seed++) {
    uint64_t random = seed;
    char text[600];
    size_t len = 0;
    for (uint32_t left = 1 + random_below(&random, 14); left > 0; left--) {
      const char *piece = pieces[random_below(&random, sizeof pieces / sizeof *pieces)];
      memcpy(text + len, piece, strlen(piece));
      len += strlen(piece);
    }
    uint32_t classes = random_below(&random, LG_VOLATILE_ALL + 1);
    char *copy = exact_copy(text, len), first[1300];
    const char *got;
    size_t got_len, first_len;
    CHECK_EQ_INT(lg_normalize_volatile(workspace, classes, copy, len, &got, &first_len), LG_OK);
    CHECK(first_len <= 2 * len);
    memcpy(first, got, first_len);
    CHECK_EQ_INT(lg_normalize_volatile(workspace, classes, copy, len, &got, &got_len), LG_OK);
    CHECK_EQ_STR(got, got_len, first, first_len);
    free(copy);
  }
  lg_workspace_free(workspace);
}

/* Whether two texts are the same, as results or, with `failed`, as failures. */
static bool are_same(const char *a, const char *b, bool failed) {
  uint32_t classes = LG_VOLATILE_ALL & ~(uint32_t)(failed ? LG_VOLATILE_UNLESS_ALL : LG_VOLATILE_DIGITS);
  lg_workspace *workspace = new_workspace();
  char first[1200];
  const char *got;
  size_t first_len, len;
  CHECK_EQ_INT(lg_normalize_volatile(workspace, classes, a, strlen(a), &got, &first_len), LG_OK);
  memcpy(first, got, first_len);
  CHECK_EQ_INT(lg_normalize_volatile(workspace, classes, b, strlen(b), &got, &len), LG_OK);
  bool same = len == first_len && memcmp(got, first, len) == 0;
  lg_workspace_free(workspace);
  return same;
}

typedef struct pair {
  const char *a, *b;
} pair;

#define MUGS "{\"items\":[{\"name\":\"Blue mug\"}],"
#define EXPORT "Download the export of your order here, it is valid for fifteen minutes: https://e.example/r.csv?"

#define UUID_A "550e8400-e29b-41d4-a716-446655440000"
#define UUID_B "650e8400-e29b-41d4-a716-446655440001"

LG_TEST(the_same_is_said_in_another_envelope) {
  static const pair results[] = {
      /* tokens of base64 and base64url */
      {EXPORT "sig=URcqrUBIwAvNTaOZ-FODrM9qoML%2FgXgeHc", EXPORT "sig=7Bk-x2LqPz_w0RtYvK5mHn3dJ%2BfUaWc"},
      {MUGS "\"nextToken\":\"M+b4EhzMv60CEX2i39ltK6OXGP/\"}", MUGS "\"nextToken\":\"6dsAN1W+RaVsyZEaY0BEU4DcuT+\"}"},
      {MUGS "\"etag\":\"JlB6WN76n8fMkO7j\"}", MUGS "\"etag\":\"N8eklTRtSlUksEuA\"}"},
      /* in a short text that says that something was in vain: ids, readings of clocks, ports, labels of references */
      {"Permission denied (ref 4F7KQ1ZB)", "Permission denied (ref THZ50ZTG)"},
      {"{\"error\":\"not found\",\"at\":1773480413}", "{\"error\":\"not found\",\"at\":1773480430}"},
      {"{\"error\":\"not found\",\"date\":\"2026-03-14T09:26:53\"}",
       "{\"error\":\"not found\",\"date\":\"2026-03-14T09:27:10\"}"},
      {"Connection reset by peer [local port 36095], it failed",
       "Connection reset by peer [local port 51070], it failed"},
      {"Auftrag 4711 wurde nicht gefunden. Vorgangsnummer: XQ0MAR34I9",
       "Auftrag 4711 wurde nicht gefunden. Vorgangsnummer: RQPM9RGN7W"},
      {"\xE8\xAE\xA2\xE5\x8D\x95\xE4\xB8\x8D\xE5\xAD\x98\xE5\x9C\xA8 550e8400-e29b-41d4-a716-446655440000",
       "\xE8\xAE\xA2\xE5\x8D\x95\xE4\xB8\x8D\xE5\xAD\x98\xE5\x9C\xA8 650e8400-e29b-41d4-a716-446655440001"},
      /* numbers of the moment */
      {"Done in 0.12s", "Done in 0.34s"},
      {"2 of 3 passed (12 ms)", "2 of 3 passed (14 ms)"},
      {"(0 rows)\nTime: 0.312 ms", "(0 rows)\nTime: 0.298 ms"},
      {"[pid 1234] read(3)", "[pid 1240] read(3)"},
      {"read tcp 10.0.0.7:54321->10.0.0.5:443: i/o timeout, the request failed",
       "read tcp 10.0.0.7:54399->10.0.0.5:443: i/o timeout, the request failed"},
      {"ok  \texample.com/pkg\t0.012s", "ok  \texample.com/pkg\t0.015s"},
      {"web | 2026-03-14 09:27:00,101 listens on port 3000 and waits for the connections of clients",
       "web | 2026-03-14 09:28:13,002 listens on port 3000 and waits for the connections of clients"},
      {"  PID %CPU COMMAND\n 8123 3.2 node", "  PID %CPU COMMAND\n 9124 1.7 node"},
      {"09:26:53 up 12 days,  load average: 0.21, 1.06", "09:27:10 up 12 days,  load average: 0.42, 1.11"},
      {"No such product. Made in 0.12 s with 29 queries, 8.54 MB",
       "No such product. Made in 0.34 s with 24 queries, 6.53 MB"},
      {"[42585.440705] eth0: link is not ready", "[42590.112233] eth0: link is not ready"},
      {"close(3) = -1 EBADF (Bad file descriptor) <0.000083>", "close(3) = -1 EBADF (Bad file descriptor) <0.000091>"},
      {"Executed 1 test, with 1 failure in 0.224 (0.683) seconds",
       "Executed 1 test, with 1 failure in 0.3 (0.701) seconds"},
      /* numbers between known texts */
      {"Back-off restarting the container (x12 over 5m)", "Back-off restarting the container (x14 over 5m)"},
      {"BUILD FAILED\n5 actionable tasks: 1 executed, 4 up-to-date",
       "BUILD FAILED\n5 actionable tasks: 2 executed, 3 up-to-date"},
      {"    Tasks: 5 (limit: 4915)\nnginx is dead", "    Tasks: 6 (limit: 4915)\nnginx is dead"},
      {"Memory Size: 128 MB\tMax Memory Used: 52 MB\tTask failed",
       "Memory Size: 128 MB\tMax Memory Used: 53 MB\tTask failed"},
      {"[12]<a>Log in</a> is the only link", "[14]<a>Log in</a> is the only link"},
      /* headers, ids of messages, what Python prints of an object */
      {"{\"X-Request-Id\":[\"4f7ka1\"],\"body\":\"no such user\"}",
       "{\"X-Request-Id\":[\"9b2cd3\"],\"body\":\"no such user\"}"},
      {"HTTP/1.1 404 Not Found\nAge: 41\n\nNo such order", "HTTP/1.1 404 Not Found\nAge: 57\n\nNo such order"},
      {"HTTP/2 404\r\nvia: 1.1 b\r\nx-server: web-cnqq\r\n\r\nNo such order",
       "HTTP/2 404\r\nvia: 1.1 e\r\nx-server: web-pbuj\r\n\r\nNo such order"},
      {"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"message\":\"Method not found\"}}",
       "{\"jsonrpc\":\"2.0\",\"id\":8,\"error\":{\"message\":\"Method not found\"}}"},
      {"<Order object at 0x7f3a4c001230>", "<Order object at 0x7f3a4c0045f0>"},
      /* a page's last comment */
      {"<html><body><p>No slots</p>\n<!-- 41 ms web-6 --></body></html>\n",
       "<html><body><p>No slots</p>\n<!-- 238 ms web-4 --></body></html>\n"},
      {"<html><body><p>No slots</p></body></html>\n<!-- by web-6 -->\n",
       "<html><body><p>No slots</p></body></html>\n<!-- by web-4 -->\n"},
      /* traces of failures as members; other languages */
      {"{\"trace\":\"4F7KQ1ZB\",\"message\":\"Permission denied\"}",
       "{\"trace\":\"7HZ50ZTG\",\"message\":\"Permission denied\"}"},
      {"Ordine non trovato 550e8400-e29b-41d4-a716-446655440000",
       "Ordine non trovato 650e8400-e29b-41d4-a716-446655440001"},
      /* two blanks before a value, ids behind their time, hosts, what it cost */
      {"{\"detail\":\"Method Not Allowed\"}\ntime_connect:  0.071898",
       "{\"detail\":\"Method Not Allowed\"}\ntime_connect:  0.080383"},
      {"Query 20260314_092653_61518_2wa2b, of the table of all regions, has FINISHED on 1 node with 25 rows",
       "Query 20260314_092711_43145_ugmme, of the table of all regions, has FINISHED on 1 node with 25 rows"},
      {"{\"message\":\"There are no promotions today\",\"pod\":\"promo-7d9f8b6c5d-x2x4z\"}",
       "{\"message\":\"There are no promotions today\",\"pod\":\"promo-5f7e391cf4-qtwsx\"}"},
      {"lookup_policy ok (212 ms, 1062 tokens, $0.0029): refunds are accepted",
       "lookup_policy ok (98 ms, 1223 tokens, $0.0097): refunds are accepted"},
      {"opcode: QUERY, status: NXDOMAIN, id: 53102\n;; QUESTION",
       "opcode: QUERY, status: NXDOMAIN, id: 678\n;; QUESTION"},
      {"Using --randomly-seed=1773480413: the second assertion of test_sum in tests/test_a.py failed",
       "Using --randomly-seed=423948133: the second assertion of test_sum in tests/test_a.py failed"},
      /* processes, peers and long numbers in what says that it failed */
      {"[12668] ! Unable to load application: LoadError: cannot load such file -- rack/handler/puma",
       "[25951] ! Unable to load application: LoadError: cannot load such file -- rack/handler/puma"},
      {"sshd[1234]: error: the connection was not closed by what the client had sent to it",
       "sshd[4471]: error: the connection was not closed by what the client had sent to it"},
      {"closing connection of nobody@10.0.0.7:40252 because no more connections are allowed here",
       "closing connection of nobody@10.0.0.7:36395 because no more connections are allowed here"},
      {"{\"response_ns\":812345,\"total_query_ms\":41,\"served_in_us\":912,\"sqlQueryId\":\"4f7kq1zb\",\"rows\":[]}",
       "{\"response_ns\":798123,\"total_query_ms\":39,\"served_in_us\":877,\"sqlQueryId\":\"7hz50ztg\",\"rows\":[]}"},
      /* ids, hosts, quotas and headers beside what the answer is about, which may be a list, none, a text, or in MCP's
       */
      {"{\"id\":\"" UUID_A "\",\"results\":[{\"index\":3}],\"took\":4}",
       "{\"id\":\"" UUID_B "\",\"results\":[{\"index\":3}],\"took\":9}"},
      {"{\"hits\":[],\"run\":{\"id\":\"" UUID_A "\",\"server\":\"db-11\"}}",
       "{\"hits\":[],\"run\":{\"id\":\"" UUID_B "\",\"server\":\"db-12\"}}"},
      {"{\"answer\":\"Paris is the capital\",\"sandbox_id\":\"4cdbl03xz5oyp9vg\",\"creditsRemaining\":990}",
       "{\"answer\":\"Paris is the capital\",\"sandbox_id\":\"28u9olcll4w03l7z\",\"creditsRemaining\":989}"},
      {"{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"rows\\\":[[7]],\\\"sessionId\\\":\\\"" UUID_A "\\\"}\"}]}",
       "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"rows\\\":[[7]],\\\"sessionId\\\":\\\"" UUID_B "\\\"}\"}]}"},
      /* a list of objects that says something, whatever its name */
      {"{\"users\":[{\"name\":\"Sales\"}],\"headers\":{\"lb\":\"main-56-lb\"}}",
       "{\"users\":[{\"name\":\"Sales\"}],\"headers\":{\"lb\":\"main-50-lb\"}}"},
      {"{\"data\":[{\"name\":\"Ada\"}],\"meta\":{\"load\":3,\"total_ms\":7}}",
       "{\"data\":[{\"name\":\"Ada\"}],\"meta\":{\"load\":4,\"total_ms\":9}}"},
      {"{\"headers\":{\"lb\":\"main-56-lb\",\"age\":5},\"response\":{\"name\":\"Ana\"}}",
       "{\"headers\":{\"lb\":\"main-50-lb\",\"age\":7},\"response\":{\"name\":\"Ana\"}}"},
      {"{\"message\":\"no route\",\"server-timing\":\"total;dur=59.7\"}",
       "{\"message\":\"no route\",\"server-timing\":\"total;dur=212\"}"},
      {"{\"message\":\"no route\"}\nX-Timer: S1773480413.041,VS0,VE13",
       "{\"message\":\"no route\"}\nX-Timer: S1773480430.9,VS0,VE7"},
  };
  static const pair no_failures[] = {
      {"You do not have permission to see it on this server.\nReference #18.cb871b69.1773480413.0bc7476",
       "You do not have permission to see it on this server.\nReference #18.238fdba5.1773480430.3702a0c"},
      {"The deployment could not be found on any of the regions. ID: fra1::ofsky-1773480413325-5f2d17023b1c",
       "The deployment could not be found on any of the regions. ID: fra1::aum9h-1773480430747-0b1c17023b1c"},
  };
  /* an object that says that it failed: ids without a digit, too; of what a queue gave they stay */
  static const pair declared[] = {
      {"{\"error\":{\"request_log_url\":\"https://a.example/req_kJxgmT\",\"message\":\"no such thing\"}}",
       "{\"error\":{\"request_log_url\":\"https://a.example/req_TbeAyK\",\"message\":\"no such thing\"}}"},
      {"{\"successful\":false,\"error\":\"no account\",\"logId\":\"log_GLHGCSUf\"}",
       "{\"successful\":false,\"error\":\"no account\",\"logId\":\"log_KTlkqWxz\"}"},
      {"[{\"message\":\"Session expired\",\"errorCode\":\"INVALID\",\"errorId\":\"23-57 (28)\"}]",
       "[{\"message\":\"Session expired\",\"errorCode\":\"INVALID\",\"errorId\":\"82-18 (82)\"}]"},
      {"rsync: nothing was transferred\n\nsent 18 bytes  received 11 bytes  58.00 bytes/sec",
       "rsync: nothing was transferred\n\nsent 20 bytes  received 12 bytes  64.00 bytes/sec"},
      {"{\"ok\":false,\"reason\":\"no seat\",\"served_in\":0.0047,\"requestId\":41}",
       "{\"ok\":false,\"reason\":\"no seat\",\"served_in\":0.0083,\"requestId\":42}"},
      {"{\"status\": \"failed\", \"reason\": \"no seat\", \"collector_ms\": 41}",
       "{\"status\": \"failed\", \"reason\": \"no seat\", \"collector_ms\": 38}"},
      {"{\"rate\":{\"limit\":60,\"remaining\":41},\"results\":[\"none\"]}",
       "{\"rate\":{\"limit\":60,\"remaining\":40},\"results\":[\"none\"]}"},
      {"{\"result\":{\"kind\":\"full\",\"resultId\":\"" UUID_A "\",\"items\":[{\"at\":\"none\"}]}}",
       "{\"result\":{\"kind\":\"full\",\"resultId\":\"" UUID_B "\",\"items\":[{\"at\":\"none\"}]}}"},
      {"MCP error -32602: no such zone (request 325)", "MCP error -32602: no such zone (request 28)"},
      {"WARN [groupId=console-consumer-44523] Error while metadata of orders was fetched",
       "WARN [groupId=console-consumer-62570] Error while metadata of orders was fetched"},
  };
  for (size_t i = 0; i < sizeof declared / sizeof *declared; i++) CHECK(are_same(declared[i].a, declared[i].b, false));
  static const pair tools[] = {
      {"3 orders are open\n\nProcess 4711 has finished execution",
       "3 orders are open\n\nProcess 93 has finished execution"},
      {"100+0 records out\n105 MB copied, 0.327965 s, 1.1 GB/s",
       "100+0 records out\n105 MB copied, 0.0912 s, 987 MB/s"},
      {"a.mp3: size=64kB bitrate=132.0kbits/s speed=41.7x", "a.mp3: size=64kB bitrate=132.0kbits/s speed=38.2x"},
      {"shop is active\n  Memory: 60.5M\n     CPU: 2s", "shop is active\n  Memory: 61.4M\n     CPU: 2s"},
      {"upgrade.go:144: m=+0.312602584 preparing it", "upgrade.go:144: m=+0.546819748 preparing it"},
      {"{\"status\": \"ok\", \"up\": [\n  1790000000.123,\n  \"1\"\n]}",
       "{\"status\": \"ok\", \"up\": [\n  1790000009.4,\n  \"1\"\n]}"},
      {"\"up: [\\n  1790000000.123,\\n  \\\"1\\\"\\n]\"", "\"up: [\\n  1790000009.4,\\n  \\\"1\\\"\\n]\""},
      {"Task exception was never retrieved\nfuture: <Task finished name='Task-62' coro=<main()>",
       "Task exception was never retrieved\nfuture: <Task finished name='Task-79' coro=<main()>"},
      {"{\"rows\":[[1]],\"running_time\":41}", "{\"rows\":[[1]],\"running_time\":97}"},
      {"{\"answer\":\"yes\",\"response_cost\":0.00002154}", "{\"answer\":\"yes\",\"response_cost\":0.00005442}"},
  };
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) CHECK(are_same(tools[i].a, tools[i].b, false));
  static const pair failures[] = {
      {"No page\nID: fra1::9rh58-1773480413783-0a1b2c3d4e5f", "No page\nID: fra1::11yl8-1773480430897-9a1b2c3d4e5f"},
      {"job 'p:bqjob_r2a37274fbdf771c2_26e114ccf5d1_1' failed",
       "job 'p:bqjob_r66929df10eab9404_658e1b7c7686_1' failed"},
      {"see /s/0kcstgcx69uzy", "see /s/sp9zkl1xxhfy3"},
  };
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
    CHECK(are_same(results[i].a, results[i].b, false));
    CHECK(are_same(results[i].a, results[i].b, true));
  }
  for (size_t i = 0; i < sizeof no_failures / sizeof *no_failures; i++)
    CHECK(are_same(no_failures[i].a, no_failures[i].b, false));
  for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) CHECK(are_same(failures[i].a, failures[i].b, true));
}

LG_TEST(what_stands_beside_an_envelope_is_news) {
  static const pair results[] = {
      {"shop is active\n  Memory: 60.5M\n", "shop is active\n  Memory: 61.4M\n"},
      {"the lens has zoom=41.7x", "the lens has zoom=38.2x"},
      {"task-62 of the plan is done", "task-79 of the plan is done"},
      {"blocked by 'Task-62', which must be closed first", "blocked by 'Task-79', which must be closed first"},
      {"drive sr0 has write speed=8x with this medium", "drive sr0 has write speed=16x with this medium"},
      {"limits of the shop\n  Memory: 512M\n  CPU: 250m", "limits of the shop\n  Memory: 900M\n  CPU: 250m"},
      {"the line that fits has m=+0.312602584 and c=2", "the line that fits has m=+0.546819748 and c=2"},
      {"{\"commit\":[\n 1790000000,\n \"fix the parser\"]}", "{\"commit\":[\n 1790000300,\n \"fix the parser\"]}"},
      {"{\"exercise\":\"plank\",\"timeInSec\":60}", "{\"exercise\":\"plank\",\"timeInSec\":75}"},
      {"retries: 4\nretryDelay: 30\nurl of the shop", "retries: 4\nretryDelay: 60\nurl of the shop"},
      {"{\"service\":\"shop\",\"serviceLoad\":10}", "{\"service\":\"shop\",\"serviceLoad\":90}"},
      {"{\"up\": [\n  1790000000.123,\n  \"1\"\n]}", "{\"up\": [\n  1790000009.4,\n  \"0\"\n]}"},
      {"{\"runner\":\"Ana\",\"running_time\":41}", "{\"runner\":\"Ana\",\"running_time\":97}"},
      {"No seats before 2026-03-14 12:30:00", "No seats before 2026-03-14 12:31:00"},
      {"{\"items\":[],\"cursor\":5}", "{\"items\":[],\"cursor\":6}"},
      {"{\"token\":\"M+b4EhzMv60CEX2i39ltK6OXGP\"}", "{\"token\":\"6dsAN1W+RaVsyZEaY0BEU4DcuT\"}"},
      {"Order THZ50ZTG is the next one of the queue that waits for you",
       "Order ZXK41PQR is the next one of the queue that waits for you"},
      {"The handler that comes next in the chain is onOpenFile2Loaded",
       "The handler that comes next in the chain is onSavePage3Opened"},
      {"elapsed 12.3 s, 45.2 MB of 100 MB of the model were loaded so far",
       "elapsed 13.4 s, 55.9 MB of 100 MB of the model were loaded so far"},
      {"  PID CMD\n 8123 node", "  PID CMD\n 8123 java"},
      {"The checker of the configuration says that one should use 0.25 here",
       "The checker of the configuration says that one should use 0.75 here"},
      {"Port 8080 of the machine is open to everybody who is in the network",
       "Port 9090 of the machine is open to everybody who is in the network"},
      {"The newest of the snapshots that were made of the disk is snap-v2-1",
       "The newest of the snapshots that were made of the disk is snap-v3-1"},
      /* numbers of a series beside a label of references, in a text that says "not" */
      {"No errors. Next event: 41", "No errors. Next event: 42"},
      {"N\xC3\xA4"
       "chste Rechnungsnummer: 4711, noch nicht bezahlt",
       "N\xC3\xA4"
       "chste Rechnungsnummer: 4712, noch nicht bezahlt"},
      {"Reference: INV-00041 not paid", "Reference: INV-00042 not paid"},
      {"Support thread 12 has no reply", "Support thread 13 has no reply"},
      {"No messages for orders-consumer-10 yet", "No messages for orders-consumer-11 yet"},
      /* ports that are found or reserved */
      {"Reserved port 40001 on the load balancer for your service; it is yours until you release it",
       "Reserved port 40002 on the load balancer for your service; it is yours until you release it"},
      {"{\"port\":49152,\"state\":\"open\",\"service\":\"unknown, the scanner saw no banner\"}",
       "{\"port\":50051,\"state\":\"open\",\"service\":\"unknown, the scanner saw no banner\"}"},
      {"Dev server listens on http://127.0.0.1:54321 and reloads whenever a source file changes",
       "Dev server listens on http://127.0.0.1:54399 and reloads whenever a source file changes"},
      /* long numbers: amounts, parcels */
      {"The balance of the account that you asked for is 1523400000000000000 wei at the latest block",
       "The balance of the account that you asked for is 1523400000000000007 wei at the latest block"},
      /* files named by their dates */
      {"Not captioned yet: IMG_20260314_092653.jpg", "Not captioned yet: IMG_20260315_101112.jpg"},
      {"Next recording to be transcribed for the minutes of the meeting: rec-2026-03-14_09-26-53.wav",
       "Next recording to be transcribed for the minutes of the meeting: rec-2026-03-15_10-11-12.wav"},
      /* a leak, and queries too many */
      {"after 10.2 s: heap memory 120 MB", "after 20.4 s: heap memory 180 MB"},
      {"Rendered the list in 0.2 s, 29 queries", "Rendered the list in 0.2 s, 5 queries"},
      {"  PID   RSS COMMAND\n 8123 120400 node", "  PID   RSS COMMAND\n 8123 180400 node"},
      {"top - 09:26:53 up 12 days,  load average: 0.21\nMiB Mem : 1234.5 free",
       "top - 09:26:53 up 12 days,  load average: 0.21\nMiB Mem : 834.5 free"},
      {"COMMAND  PID SIZE/OFF NODE NAME\nnode 8123 0t0 TCP *:3000",
       "COMMAND  PID SIZE/OFF NODE NAME\nnode 8123 0t0 TCP *:3001"},
      {"PID controller gains: Kp=1.2 Ki=0.4", "PID controller gains: Kp=1.4 Ki=0.4"},
      /* boards, routes, identifiers */
      {"It is your turn; the board is r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R, and time goes by",
       "It is your turn; the board is r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R, and time goes by"},
      {"The route of the robot through the maze begins with N3-E2-s4-W1-n2-E5-S2-w7-N1 and ends",
       "The route of the robot through the maze begins with N2-E4-s1-W7-n3-E1-S6-w2-N8 and ends"},
      {"The next function that needs a comment in the file is convertUtf8ToUtf16String here",
       "The next function that needs a comment in the file is convertRgb565ToRgb888Color here"},
      {"40 of 120 tests of the parser failed, and the others did not run",
       "39 of 120 tests of the parser failed, and the others did not run"},
      /* what was measured, where it does not stand as in "in 0.12 s" or "(12 ms)" */
      {"rtt min/avg/max = 1.234/10.5/20.1 ms", "rtt min/avg/max = 1.235/11.5/21.1 ms"},
      {"Lap time: 62.12 s", "Lap time: 63.45 s"},
      {"64 bytes from 10.0.0.1: time=1.2 ms", "64 bytes from 10.0.0.1: time=3.4 ms"},
      {"Your reaction time: 212 ms", "Your reaction time: 318 ms"},
      {"{\"exercise\":\"run\",\"took_seconds\":5}", "{\"exercise\":\"run\",\"took_seconds\":6}"},
      {"{\"vertrag\":\"Strom\",\"dauer\":12}", "{\"vertrag\":\"Strom\",\"dauer\":24}"},
      /* processes that were started, or are looked for */
      {"Started worker with pid 1234", "Started worker with pid 1240"},
      {"{\"pid\":1234,\"started\":true}", "{\"pid\":1240,\"started\":true}"},
      /* days, and times that are planned for full minutes, in long texts too */
      {"backup-2026-03-14.tar.gz is the latest of the backups that are kept on the server here",
       "backup-2026-03-15.tar.gz is the latest of the backups that are kept on the server here"},
      {"Planned maintenance of the database cluster begins 2026-03-14 22:00:00 UTC and ends at midnight",
       "Planned maintenance of the database cluster begins 2026-03-15 23:00:00 UTC and ends at midnight"},
      {"The next meeting of the whole team that has a room with a screen is 2026-03-14T22:00:00.000Z",
       "The next meeting of the whole team that has a room with a screen is 2026-03-15T23:00:00.000Z"},
      {"lap 1\t62.12 s", "lap 1\t63.45 s"},
      /* when something happened, and what is left behind */
      {"No backup since 2026-03-14 09:26:53", "No backup since 2026-03-15 10:11:12"},
      {"Failed login at 2026-03-14 09:26:53 by root", "Failed login at 2026-03-14 09:31:22 by root"},
      {"Not imported: /tmp/upload_8f3a1c22/data.csv", "Not imported: /tmp/upload_1b2c3d4e/data.csv"},
      {"Open 10.0.0.5:50051 and nothing else in the network answers to the probes of the scanner",
       "Open 10.0.0.5:49152 and nothing else in the network answers to the probes of the scanner"},
      /* cursors, versions and searches that are all that differs */
      {"{\"items\":[],\"nextToken\":\"M+b4EhzMv60CEX2i39ltK6OXGP/\"}",
       "{\"items\":[],\"nextToken\":\"6dsAN1W+RaVsyZEaY0BEU4DcuT+\"}"},
      {"{\"etag\":\"JlB6WN76n8fMkO7j\",\"done\":true}", "{\"etag\":\"N8eklTRtSlUksEuA\",\"done\":true}"},
      {"{\"name\":\"doc.txt\",\"etag\":\"v41\"}", "{\"name\":\"doc.txt\",\"etag\":\"v42\"}"},
      {"HTTP/1.1 200 OK\nETag: \"JlB6WN76n8fMkO7j\"", "HTTP/1.1 200 OK\nETag: \"N8eklTRtSlUksEuA\""},
      /* headers that count, that point to it or have nothing below, and no headers */
      {"HTTP/1.1 200 OK\nX-Total-Count: 41\n\n[]", "HTTP/1.1 200 OK\nX-Total-Count: 42\n\n[]"},
      {"HTTP/1.1 202 Accepted\nLocation: /jobs/7\n\nWait", "HTTP/1.1 202 Accepted\nLocation: /jobs/8\n\nWait"},
      {"HTTP/1.1 200 OK\nServer: a\n\n", "HTTP/1.1 200 OK\nServer: b\n\n"},
      {"HTTP/1.1 200 OK\nServer: a\n\n\n[exit code: 0]", "HTTP/1.1 200 OK\nServer: b\n\n\n[exit code: 0]"},
      {"HTTP/2 200\r\nX-Site: a\r\n\r\n\n[The command completed with exit code 0.]",
       "HTTP/2 200\r\nX-Site: b\r\n\r\n\n[The command completed with exit code 0.]"},
      {"HTTP/1.1 206 Partial Content\nContent-Range: items 0-9/99\n\n[]",
       "HTTP/1.1 206 Partial Content\nContent-Range: items 10-19/99\n\n[]"},
      {"HTTP/1.1 404 Not Found\nVia: 1\n\nNo x", "HTTP/1.1 403 Forbidden\nVia: 1\n\nNo x"},
      {"HTTP/1.1 200 OK\nRoom b is free\n\nBye", "HTTP/1.1 200 OK\nRoom e is free\n\nBye"},
      {"HTTP/1.1 200 OK\nServer: a\n\nb", "HTTP/1.1 200 OK\nServer: a\n\ne"},
      {"{\"searchId\":\"4711\",\"name\":\"x\"}", "{\"searchId\":\"4712\",\"name\":\"x\"}"},
      /* of what it is the id, in a text that says "not" */
      {"{\"job_id\":\"550e8400-e29b-41d4-a716-446655440000\",\"reason\":\"the message was not delivered\"}",
       "{\"job_id\":\"650e8400-e29b-41d4-a716-446655440001\",\"reason\":\"the message was not delivered\"}"},
      {"{\"jobId\":\"dd92cba6d5e4aebff85fa2b6\",\"reason\":\"not delivered\"}",
       "{\"jobId\":\"0392cba6d5e4aebff85fa2c7\",\"reason\":\"not delivered\"}"},
      {"{\"session_id\":\"4f7kq1zb\",\"status\":\"not started\"}",
       "{\"session_id\":\"7hz50ztg\",\"status\":\"not started\"}"},
      {"{\"reference\":\"4f7kq1zb\",\"status\":\"not paid\"}", "{\"reference\":\"7hz50ztg\",\"status\":\"not paid\"}"},
      /* a signed URL that is all, a planned moment, a repetition of no event, indexes */
      {"https://bucket.s3.amazonaws.com/in/a.bin?X-Amz-Date=20260314T092653Z&X-Amz-Signature=33513d39597237aa0e6a8f21",
       "https://bucket.s3.amazonaws.com/in/a.bin?X-Amz-Date=20260314T092711Z&X-Amz-Signature=6f13d39597237aa0e6a8f2aa"},
      {"{\"upload_url\":\"https://bucket.s3.amazonaws.com/in/a.bin?X-Amz-Signature=33513d39597237aa0e6a8f21\"}",
       "{\"upload_url\":\"https://bucket.s3.amazonaws.com/in/a.bin?X-Amz-Signature=6f13d39597237aa0e6a8f2aa\"}"},
      {"{\"slot\":1773480000,\"reason\":\"the slot is not available\"}",
       "{\"slot\":1773481800,\"reason\":\"the slot is not available\"}"},
      {"Runs fast (x3 over base)", "Runs fast (x4 over base)"},
      {"items[123]: the property name is missing in what was sent to the endpoint",
       "items[124]: the property name is missing in what was sent to the endpoint"},
      {"orders[41234]: the property address is missing in what was sent to the endpoint",
       "orders[41235]: the property address is missing in what was sent to the endpoint"},
      {"Page load time: 1.22 s", "Page load time: 2.31 s"},
      {"{\"event\":\"100 m\",\"time\":\"51.22\"}", "{\"event\":\"100 m\",\"time\":\"52.03\"}"},
      {"{\"hostname\":\"web-1\",\"state\":\"up\"}", "{\"hostname\":\"web-2\",\"state\":\"up\"}"},
      /* what looks like numbers between known texts, messages, headers */
      {"p99 latency: 403 ms", "p99 latency: 412 ms"},
      {"The average latency: 403 ms", "The average latency: 412 ms"},
      {"if (a[3]<b) swap the two", "if (a[4]<b) swap the two"},
      {"Tasks: 5 (limit: 40)", "Tasks: 6 (limit: 40)"},
      {"Feed: 3 up-to-date", "Feed: 4 up-to-date"},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"id\":3,\"state\":\"not started yet\"}}",
       "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"id\":4,\"state\":\"not started yet\"}}"},
      {"{\"name\":\"Bob\",\"age\":\"41\"}", "{\"name\":\"Bob\",\"age\":\"42\"}"},
      {"The patient is ill\nAge: 41", "The patient is ill\nAge: 42"},
      {"Next non-empty bucket of the index: 550e8400-e29b-41d4-a716-446655440000",
       "Next non-empty bucket of the index: 650e8400-e29b-41d4-a716-446655440001"},
      /* what is handed out beside nothing, beside what was asked for, and in what the answer is about */
      {"{\"id\":\"" UUID_A "\",\"messages\":[]}", "{\"id\":\"" UUID_B "\",\"messages\":[]}"},
      {"{\"id\":\"" UUID_A "\",\"outputs\":[]}", "{\"id\":\"" UUID_B "\",\"outputs\":[]}"},
      {"{\"id\":\"evt-500\",\"data\":{\"zone\":\"hall\"}}", "{\"id\":\"evt-501\",\"data\":{\"zone\":\"hall\"}}"},
      {"{\"order_id\":7,\"items\":[{\"sku\":\"A-1\"}]}", "{\"order_id\":8,\"items\":[{\"sku\":\"A-1\"}]}"},
      {"{\"results\":[{\"id\":7,\"title\":\"Lamp\"}]}", "{\"results\":[{\"id\":8,\"title\":\"Lamp\"}]}"},
      {"{\"results\":[\"ok\"],\"paid\":40}", "{\"results\":[\"ok\"],\"paid\":41}"},
      {"{\"results\":[\"ok\"],\"remaining\":57}", "{\"results\":[\"ok\"],\"remaining\":56}"},
      {"{\"pid\":4100,\"output\":\"Server started\"}", "{\"pid\":4101,\"output\":\"Server started\"}"},
      {"{\"plan\":\"professional\",\"credits\":900}", "{\"plan\":\"professional\",\"credits\":889}"},
      {"{\"server\":\"db-10\",\"error\":\"disk failing\"}", "{\"server\":\"db-11\",\"error\":\"disk failing\"}"},
      {"{\"status\":201,\"headers\":{\"location\":\"/orders/7\"}}",
       "{\"status\":201,\"headers\":{\"location\":\"/orders/8\"}}"},
      {"{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"job_id\\\":\\\"" UUID_A "\\\"}\"}]}",
       "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"job_id\\\":\\\"" UUID_B "\\\"}\"}]}"},
      {"{\"data\":[{\"name\":\"Ada\"}],\"meta\":{\"total\":41}}",
       "{\"data\":[{\"name\":\"Ada\"}],\"meta\":{\"total\":42}}"},
      {"{\"items\":[{\"name\":\"Ada\"}],\"next_run\":\"2026-03-14T09:26:53Z\"}",
       "{\"items\":[{\"name\":\"Ada\"}],\"next_run\":\"2026-03-14T09:27:11Z\"}"},
      {"{\"items\":[{\"name\":\"lamp\"}],\"order_id\":\"" UUID_A "\"}",
       "{\"items\":[{\"name\":\"lamp\"}],\"order_id\":\"" UUID_B "\"}"},
      /* what an order or a chart is of, what a tool that measures was asked for */
      {"{\"id\":\"" UUID_A "\",\"status\":\"to pack\",\"items\":[{\"sku\":\"A-1\"}]}",
       "{\"id\":\"" UUID_B "\",\"status\":\"to pack\",\"items\":[{\"sku\":\"A-1\"}]}"},
      {"{\"server\":\"web-10\",\"records\":[{\"type\":\"A\"}]}",
       "{\"server\":\"web-11\",\"records\":[{\"type\":\"A\"}]}"},
      {"{\"id\":\"" UUID_A "\",\"points\":[{\"x\":1}]}", "{\"id\":\"" UUID_B "\",\"points\":[{\"x\":1}]}"},
      {"{\"host\":\"db-1\",\"memory_mb\":4000,\"data\":[{\"name\":\"postgres\"}]}",
       "{\"host\":\"db-1\",\"memory_mb\":4007,\"data\":[{\"name\":\"postgres\"}]}"},
      {"{\"data\":[{\"name\":\"web\"}],\"cpu_usage\":40}", "{\"data\":[{\"name\":\"web\"}],\"cpu_usage\":41}"},
      {"{\"files\":[{\"path\":\"a.ts\"}],\"diagnostics\":{\"errors\":30}}",
       "{\"files\":[{\"path\":\"a.ts\"}],\"diagnostics\":{\"errors\":29}}"},
      {"{\"server_info\":{\"players\":30},\"maps\":[{\"name\":\"dust\"}]}",
       "{\"server_info\":{\"players\":29},\"maps\":[{\"name\":\"dust\"}]}"},
      {"{\"perf\":{\"score\":50},\"audits\":[{\"name\":\"fonts\"}]}",
       "{\"perf\":{\"score\":51},\"audits\":[{\"name\":\"fonts\"}]}"},
      {"{\"execution_info\":{\"step\":1},\"steps\":[{\"name\":\"load\"}]}",
       "{\"execution_info\":{\"step\":2},\"steps\":[{\"name\":\"load\"}]}"},
      {"{\"employee\":\"Ana Berg\",\"in_time\":\"08:10\"}", "{\"employee\":\"Ana Berg\",\"in_time\":\"08:11\"}"},
      {"{\"employee\":\"Ana Berg\",\"request_date\":\"2026-12-10\"}",
       "{\"employee\":\"Ana Berg\",\"request_date\":\"2026-12-11\"}"},
      {"{\"replica\":\"fra\",\"replication_index\":500}", "{\"replica\":\"fra\",\"replication_index\":501}"},
      {"{\"policy\":\"mail delivery\",\"retry_delay\":5}", "{\"policy\":\"mail delivery\",\"retry_delay\":10}"},
      {"{\"peer\":\"fra\",\"rtt\":40}", "{\"peer\":\"fra\",\"rtt\":41}"},
      {"{\"columns\":[\"to do\",\"doing\"],\"board_id\":\"" UUID_A "\"}",
       "{\"columns\":[\"to do\",\"doing\"],\"board_id\":\"" UUID_B "\"}"},
      {"{\"team\":\"Lyon\",\"stats\":{\"goals\":1}}", "{\"team\":\"Lyon\",\"stats\":{\"goals\":2}}"},
      /* under a name of no list: it may be what one asks for, whatever stands beside it */
      {"{\"Id\":\"" UUID_A "\",\"accounts\":[{\"name\":\"Sales\"}]}",
       "{\"Id\":\"" UUID_B "\",\"accounts\":[{\"name\":\"Sales\"}]}"},
      {"{\"taken\":\"2026-03-14T09:26:53.354Z\",\"value\":{\"city\":\"Copenhagen\"}}",
       "{\"taken\":\"2026-03-14T09:27:11.171Z\",\"value\":{\"city\":\"Copenhagen\"}}"},
      {"{\"data\":{\"ref_id\":\"4f7kq1zb\",\"jobs\":[{\"name\":\"nightly\"}]}}",
       "{\"data\":{\"ref_id\":\"7hz50ztg\",\"jobs\":[{\"name\":\"nightly\"}]}}"},
      {"{\"results\":[{\"name\":\"alpha\"}],\"winner\":\"" UUID_A "\"}",
       "{\"results\":[{\"name\":\"alpha\"}],\"winner\":\"" UUID_B "\"}"},
      {"{\"services\":[{\"name\":\"alpha\"}],\"deployment_id\":\"" UUID_A "\"}",
       "{\"services\":[{\"name\":\"alpha\"}],\"deployment_id\":\"" UUID_B "\"}"},
      {"{\"response\":{\"job_id\":\"" UUID_A "\",\"steps\":[{\"name\":\"alpha\"}]}}",
       "{\"response\":{\"job_id\":\"" UUID_B "\",\"steps\":[{\"name\":\"alpha\"}]}}"},
      {"{\"stop\":{\"name\":\"Hauptbahnhof\"},\"departs\":\"2026-03-14T09:26:53Z\"}",
       "{\"stop\":{\"name\":\"Hauptbahnhof\"},\"departs\":\"2026-03-14T09:27:11Z\"}"},
      {"{\"repository\":{\"name\":\"acme/website\"},\"main\":\"4f7c91d2ab03\"}",
       "{\"repository\":{\"name\":\"acme/website\"},\"main\":\"7e50ab3c9d21\"}"},
      {"{\"project\":{\"title\":\"The grand one\"},\"created_at\":\"2026-03-14T09:26:53Z\"}",
       "{\"project\":{\"title\":\"The grand one\"},\"created_at\":\"2026-03-14T09:27:11Z\"}"},
      {"{\"player\":{\"name\":\"Ada Lovelace\"},\"stats\":{\"goals\":4}}",
       "{\"player\":{\"name\":\"Ada Lovelace\"},\"stats\":{\"goals\":5}}"},
      {"{\"fund\":{\"name\":\"Global equity\"},\"performance\":{\"today\":0.4}}",
       "{\"fund\":{\"name\":\"Global equity\"},\"performance\":{\"today\":0.7}}"},
      {"{\"users\":[{\"name\":\"Ada\"}],\"credits\":410}", "{\"users\":[{\"name\":\"Ada\"}],\"credits\":420}"},
      {"/srv/releases.1773480413.bak", "/srv/releases.1773480430.bak"},
      /* comments without a number, or in the midst, or alone */
      {"<p>No slots</p>\n<!-- call web-six -->", "<p>No slots</p>\n<!-- call web-four -->"},
      {"<p>No slots</p>\n<!-- call web-6 --><p>2</p>", "<p>No slots</p>\n<!-- call web-4 --><p>2</p>"},
      {"<!-- version 41 -->", "<!-- version 42 -->"},
      /* numbers of a series, also beside what the answer is about: how far a job is, what a queue gives, whose turn it
       * is
       */
      {"{\"last_id\":48210,\"output\":\"Backfill in progress\"}",
       "{\"last_id\":48710,\"output\":\"Backfill in progress\"}"},
      {"{\"task_id\":\"task-4\",\"rows\":[[\"open\"]]}", "{\"task_id\":\"task-5\",\"rows\":[[\"open\"]]}"},
      {"{\"pull_request_id\":\"" UUID_A "\",\"rows\":[]}", "{\"pull_request_id\":\"" UUID_B "\",\"rows\":[]}"},
      {"{\"server\":\"web-1\",\"output\":\"nginx was restarted there\"}",
       "{\"server\":\"web-2\",\"output\":\"nginx was restarted there\"}"},
      {"{\"records_created\":120,\"rows\":[[\"import\"]]}", "{\"records_created\":180,\"rows\":[[\"import\"]]}"},
      {"{\"snow\":12,\"results\":[{\"unit\":\"cm\"}]}", "{\"snow\":15,\"results\":[{\"unit\":\"cm\"}]}"},
      {"{\"credits\":{\"director\":\"Ana\"},\"rows\":[1]}", "{\"credits\":{\"director\":\"Eve\"},\"rows\":[1]}"},
      {"{\"x_pos\":12,\"arm\":\"left\"}", "{\"x_pos\":15,\"arm\":\"left\"}"},
      {"{\"balance\":1042,\"rows\":[[\"EUR\"]]}", "{\"balance\":987,\"rows\":[[\"EUR\"]]}"},
      {"The bucket to be looked at next is arn:aws:s3:::logs1-123456789012-prod12",
       "The bucket to be looked at next is arn:aws:s3:::logs1-123456790123-prod12"},
  };
  static const pair said[] = {
      /* what an object that failed is about, how far it came, and one that does not say so */
      {"{\"success\":false,\"error\":\"Delivery failed\",\"job_id\":\"" UUID_A "\"}",
       "{\"success\":false,\"error\":\"Delivery failed\",\"job_id\":\"" UUID_B "\"}"},
      {"{\"ok\":false,\"next\":\"item-one\"}", "{\"ok\":false,\"next\":\"item-two\"}"},
      {"{\"status\":\"failed\",\"failed\":40}", "{\"status\":\"failed\",\"failed\":39}"},
      {"{\"error\":\"too early\",\"wait_ms\":4000}", "{\"error\":\"too early\",\"wait_ms\":3000}"},
      {"{\"error\":null,\"ok\":true,\"requestId\":\"abcdefgh\",\"n\":1}",
       "{\"error\":null,\"ok\":true,\"requestId\":\"ijklmnop\",\"n\":1}"},
      {"{\"currency\":\"euro\",\"rate\":{\"usd\":1.08}}", "{\"currency\":\"euro\",\"rate\":{\"usd\":1.09}}"},
      {"Error: could not handle (order 4100)", "Error: could not handle (order 4101)"},
      /* what names the item of a queue, beside its error, its part of a film, its route, what it costs */
      {"{\"errorCode\":1006,\"message\":\"Not Found\",\"refId\":\"wo42oe6civne\"}",
       "{\"errorCode\":1006,\"message\":\"Not Found\",\"refId\":\"nbhgm0syrajd\"}"},
      {"{\"error\":\"parcel returned\",\"tracking_id\":\"1ZA52B7C9D13E5F7G9\"}",
       "{\"error\":\"parcel returned\",\"tracking_id\":\"1ZB61C8D0E24F6G8H0\"}"},
      {"{\"error\":\"cannot deliver\",\"event_id\":\"4f7c91d2ab037e50ab3c9d21\"}",
       "{\"error\":\"cannot deliver\",\"event_id\":\"5a7c91d2ab037e50ab3c9d33\"}"},
      {"{\"ok\":false,\"frame_ms\":412}", "{\"ok\":false,\"frame_ms\":452}"},
      {"{\"start_ms\":4000,\"transcript\":\"the audience applauds\"}",
       "{\"start_ms\":8000,\"transcript\":\"the audience applauds\"}"},
      {"{\"end_ms\":4000,\"transcript\":\"the audience applauds\"}",
       "{\"end_ms\":8000,\"transcript\":\"the audience applauds\"}"},
      {"{\"build_id\":\"" UUID_A "\",\"summary\":\"all tests have passed\"}",
       "{\"build_id\":\"" UUID_B "\",\"summary\":\"all tests have passed\"}"},
      {"{\"id\":\"" UUID_A "\",\"routes\":[{\"name\":\"north loop\"}]}",
       "{\"id\":\"" UUID_B "\",\"routes\":[{\"name\":\"north loop\"}]}"},
      {"{\"messages\":[],\"resultSizeEstimate\":201}", "{\"messages\":[],\"resultSizeEstimate\":202}"},
      {"{\"carrier\":\"UPS\",\"shipping_cost\":12.0525}", "{\"carrier\":\"UPS\",\"shipping_cost\":9.4081}"},
      /* requests that wait for somebody */
      {"{\"requestId\":401,\"type\":\"leave\",\"employee\":\"Ana\"}",
       "{\"requestId\":402,\"type\":\"leave\",\"employee\":\"Ana\"}"},
      {"{\"request_id\":\"APR-401\",\"state\":\"to be approved\"}",
       "{\"request_id\":\"APR-402\",\"state\":\"to be approved\"}"},
      {"Request ID: 401, to be approved by you", "Request ID: 402, to be approved by you"},
      {"**Request ID:** APR-401\n**Summary:** a laptop", "**Request ID:** APR-402\n**Summary:** a laptop"},
      {"<a><RequestId>APR-401</RequestId><summary>a laptop</summary></a>",
       "<a><RequestId>APR-402</RequestId><summary>a laptop</summary></a>"},
      {"Next taxon to review\nTID: 4100\nFamily: Rosaceae", "Next taxon to review\nTID: 4101\nFamily: Rosaceae"},
      {"Error: could not ship order 8566318995-446243: address missing",
       "Error: could not ship order 8566318995-446250: address missing"},
      {"The next invoice is of the supplier whose VAT number is DE811907980, have a look at it",
       "The next invoice is of the supplier whose VAT number is DE136695976, have a look at it"},
      {"Error: could not deliver to the mailbox, which is full (event 17)",
       "Error: could not deliver to the mailbox, which is full (event 18)"},
  };
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) CHECK(!are_same(said[i].a, said[i].b, false));
  static const pair failures[] = {
      {"order A1B2C3D4 not found", "order K7L8M9N0 not found"},
      {"undefined reference to 'mat4x4inverse'", "undefined reference to 'vec3tovec4'"},
      {"use of undeclared identifier 'GL_R8G8B8A8_UNORM'", "use of undeclared identifier 'GL_B5G6R5A1_UNORM'"},
      {"use of undeclared identifier 'USART2EN'", "use of undeclared identifier 'TIMER3EN'"},
      {"Cannot find name 'convertUtf8ToUtf16String'", "Cannot find name 'convertRgb565ToRgb888Color'"},
      {"Cannot find module './part1section2'", "Cannot find module './page3chapter4'"},
      {"Cannot find module 'log4j'", "Cannot find module 'slf4j'"},
      {"ENOENT: no such file, open '/srv/alpha.json'", "ENOENT: no such file, open '/srv/beta.json'"},
  };
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) CHECK(!are_same(results[i].a, results[i].b, false));
  for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) CHECK(!are_same(failures[i].a, failures[i].b, true));
}

/* Whether any recogniser takes the run of digits at `at`. */
static bool is_taken(lg_scan *text, size_t at) {
  lg_envelope envelope = {.listed = true};
  lg_member_span member;
  lg_span span;
  lg_digits run = lg__digits_at(text, at);
  return lg__span_member(text, at, false, &envelope, &member) || lg__span_uuid(text, &run, &span) ||
         lg__span_hex_id(text, &run, &span) || lg__span_random_id(text, &run, &span) ||
         (run.begins && (lg__span_timestamp(text, &run, &span) || lg__span_duration(text, &run, &span) ||
                         lg__span_epoch(text, &run, &span) || lg__span_measured(text, &run, &span) ||
                         lg__span_numbered(text, &run, LG_VOLATILE_COUNTERS | LG_VOLATILE_PIDS, &span) != 0));
}

LG_TEST(plain_numbers_are_those_that_no_recogniser_takes) {
  static const char *const parts[] = {
      "\"",      "\\\"",   "'",      ":",       ": ",      ", ",   ",",       "}",      "]",    "\n",  "-",
      " ",       "[",      "{",      "12",      "<0.",     "2024", "1,234",   "total",  "line", "id ", "my-line",
      "my_line", "a line", "pid",    "took",    "elapsed", "x-id", "(node",   "time",   "x=",   "y:",  "\xC3\xA9line",
      "line (",  "Tue, ",  "tokens", "li\\nne", "attempt", "ms",   "\033[0m", "rows/s",
  };
  static const char *const words[] = {
      "sec",
      "Ms",
      "minutes",
      "n",
      "see",
      "thousand",
      "million",
      "queries",
      "mb",
      "gb/s",
      "rows/s",
      "M=0s",
      "jan",
      "Dec",
      "may",
      "2008",
      "11:05:30",
      "x.go:7]",
      "Killed",
      "--- [",
      "+",
      "//",
      "k",
      "-",
      "--:--:-",
      "#5678:",
      "(",
      "\xC2\xB5s",
      "the",
      "parse",
      "true,",
      "when:",
      "port",
      "tid",
      "Id",
      "request",
      "local port",
      "\xE7\xA7\x92",
      "\n",
      "\\n",
      "=",
      "x",
      "Tue,",
      "steps",
      "step",
      "error",
      "s/x",
      "\t",
      "at",
      "item",
      "task",
      "tasks",
      "executed",
      "took",
      "Elapsed",
      "time",
      "Final Memory",
      "(limit: ",
      "from cache",
      "up-to-date",
      "nil",
      "request_id: nil",
      "**took:**",
      "took: `",
      "Request ID",
      "Date: Tue",
      "result",
      "value)",
      "'a'",
      "is:",
      "Max Memory Used",
      "MB",
      "id",
      "over ",
      "(x",
      "count",
  };
  static const char *const forms[] = {"%s %s ",  "%s %s,",  "%s: %s ",    "%s: %s\n",
                                      "%s, %s ", "%s\n%s ", "%s\n   %s ", "%s  %s "};
  static const char *const values[] = {"7", "41", "0.25", "1700000000", "2024.05", "1.50000", "12345"};
  uint64_t random = 7;
  size_t plain[2] = {0, 0};
  lg_workspace *workspace = new_workspace();
  for (int i = 0; i < 50000; i++) {
    char bytes[512];
    size_t len = 0;
    bool prose = i % 2 == 1;
    for (uint32_t left = 1 + random_below(&random, 12); left > 0; left--) {
      const char *name = prose ? words[random_below(&random, sizeof words / sizeof *words)]
                               : parts[random_below(&random, sizeof parts / sizeof *parts)];
      const char *value = values[random_below(&random, sizeof values / sizeof *values)];
      const char *form = prose                           ? forms[random_below(&random, COUNT_OF(forms))]
                         : random_below(&random, 3) == 0 ? "%s%s"
                         : random_below(&random, 3)      ? "\"%s\":%s,"
                                                         : "\"%s\": %s}";
      len += (size_t)sprintf(bytes + len, form, name, value);
    }
    lg_scan text = {.s = (const uint8_t *)bytes, .len = len, .words = workspace->words};
    text.took = random_below(&random, 2);
    text.failure = random_below(&random, 2) ? LG_YES : LG_NO;
    for (size_t at = 0; at < len; at++) {
      if (!lg__is_digit(text.s[at]) || (at > 0 && lg__is_digit(text.s[at - 1]))) continue;
      lg_digits run = lg__digits_at(&text, at);
      size_t end = lg__plain_end(&text, &run);
      plain[prose] += end != 0;
      for (size_t k = at; k < end; k++)
        if (lg__is_digit(text.s[k]) && !lg__is_digit(text.s[k - 1])) CHECK(!is_taken(&text, k));
    }
  }
  CHECK(plain[false] > 5000 && plain[true] > 5000);
  lg_workspace_free(workspace);
}

/* Boxes that never end, quotes and backslashes without end: at 1 MB a second look at everything would take minutes. */
LG_TEST(hostile_envelopes_take_linear_time) {
  static const char *const texts[] = {
      "\"usage\":{", "\\\"usage\\\":{", "\\\\\"took\":5",    "\"took\":\"5", "Request ID: ",           "a1",
      "\\",          "\"5\":{\"",       "'usage':{'",        "[ref=5",       "Wall time: 1 seconds\n", "aB1-",
      "aB1/Word-",   "ref a1 ",         "\"cursor\":\"aB1-", "0.5ms,"};
  lg_workspace *workspace = new_workspace();
  size_t len = 1u << 20;
  char *text = malloc(len);
  if (text == NULL) abort();
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    for (size_t i = 0; i < len; i++) text[i] = texts[k][i % strlen(texts[k])];
    memcpy(text, "one two ", 8); /* a text that says little is looked at again */
    const char *got;
    size_t got_len;
    CHECK_EQ_INT(lg_normalize_volatile(workspace, LG_VOLATILE_ALL, text, len, &got, &got_len), LG_OK);
  }
  static const char *const boxes[] = {"{\"rate\":", "{\"total\":1,\"meta\":", "{\"count\":1,\"headers\":"};
  for (size_t k = 0; k < sizeof boxes / sizeof *boxes; k++) { /* that end */
    size_t one = strlen(boxes[k]), opened = len / (one + 1) * one;
    for (size_t i = 0; i < len; i++) text[i] = i < opened ? boxes[k][i % one] : '}';
    const char *got;
    size_t got_len;
    CHECK_EQ_INT(lg_normalize_volatile(workspace, LG_VOLATILE_ALL, text, len, &got, &got_len), LG_OK);
  }
  free(text);
  lg_workspace_free(workspace);
}

LG_TEST(memory_may_be_short_at_any_request) {
  static const char text[] = "{\"took\":5,\"usage\":{\"a\":1},\"job\":\"550e8400-e29b-41d4-a716-446655440000\"}";
  for (size_t fail_at = 1;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    lg_allocator allocator = failing_allocator(&memory);
    lg_workspace *workspace;
    if (lg_workspace_new(&allocator, &workspace) != LG_OK) continue;
    const char *got = text;
    size_t len = 1;
    lg_status status = lg_normalize_volatile(workspace, LG_VOLATILE_ALL, text, sizeof text - 1, &got, &len);
    if (status != LG_OK) CHECK(status == LG_ENOMEM && got == text && len == 1);
    lg_workspace_free(workspace);
    CHECK_EQ_INT(memory.live_blocks, 0);
    if (status == LG_OK) return;
  }
}
