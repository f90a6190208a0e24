/* Each operation's message and answer as in door.h, and malformed messages. */
#include "door_driver.h"

LG_TEST(a_status_has_a_name_and_a_message) {
  door_driver d = open_door(NULL);
  put_u32(&d, LG_ENOMEM);
  double len = ask(&d, LG_DOOR_STATUS, 0);
  CHECK_ANSWER("LG_ENOMEM\nout of memory", len);
  put_u32(&d, 12345);
  len = ask(&d, LG_DOOR_STATUS, 0);
  CHECK_ANSWER("LG_UNKNOWN\nunknown status", len);
  close_door(&d);
}

LG_TEST(identities_are_those_of_the_core) {
  door_driver d = open_door(NULL);
  lg_workspace *workspace;
  CHECK_EQ_INT(lg_workspace_new(NULL, &workspace), LG_OK);
  lg_digest digest;
  CHECK_EQ_INT(
      lg_identify(workspace, door_key, LG_CANONICAL, "read", 4, LG_ARGS_RAW, "{\"b\":1,\"a\":2}", 13, NULL, &digest),
      LG_OK);
  put_bytes(&d, door_key, sizeof door_key);
  put_u32(&d, LG_CANONICAL);
  put_u32(&d, LG_ARGS_RAW);
  put_u32(&d, 4);
  put_text(&d, "read{\"b\":1,\"a\":2}");
  CHECK_EQ_INT(ask(&d, LG_DOOR_IDENTIFY, 0), 16);
  CHECK(memcmp(d.block, &digest, 16) == 0);
  lg_workspace_free(workspace);
  close_door(&d);
}

LG_TEST(texts_are_written_normalised_and_compared) {
  door_driver d = open_door(NULL);
  put_u32(&d, LG_CANONICAL);
  put_u32(&d, LG_ARGS_RAW);
  put_text(&d, " {\"b\":1.0, \"a\":2}");
  double len = ask(&d, LG_DOOR_CANONICALIZE, 0);
  CHECK_ANSWER("{\"a\":2,\"b\":1}", len);

  put_u32(&d, LG_VOLATILE_DIGITS);
  put_text(&d, "took 12 ms");
  len = ask(&d, LG_DOOR_NORMALIZE, 0);
  CHECK_ANSWER("took \x08 ms", len);
  put_u32(&d, LG_VOLATILE_DIGITS);
  put_text(&d, "nothing new"); /* the core says that the text is the result: it lies in the message itself */
  len = ask(&d, LG_DOOR_NORMALIZE, 0);
  CHECK_ANSWER("nothing new", len);

  put_u32(&d, 4);
  put_text(&d, "abcdbcde");
  CHECK(ask(&d, LG_DOOR_SIMILARITY, 0) == 0.75);
  close_door(&d);
}

LG_TEST(what_the_core_refuses_has_its_status) {
  door_driver d = open_door(NULL);
  put_u32(&d, LG_CANONICAL);
  put_u32(&d, LG_ARGS_RAW);
  put_text(&d, "{not JSON");
  CHECK_EQ_INT(ask(&d, LG_DOOR_CANONICALIZE, 0), -LG_EJSON);
  put_text(&d, "no snapshot");
  CHECK_EQ_INT(ask(&d, LG_DOOR_SNAPSHOT_KEY, 0), -LG_ESNAPSHOT);
  put_u32(&d, UINT32_MAX);
  put_text(&d, "text");
  CHECK_EQ_INT(ask(&d, LG_DOOR_NORMALIZE, 0), -LG_EINVAL);
  close_door(&d);
}

LG_TEST(text_detectors_find_loops_and_survive_as_snapshots) {
  door_driver d = open_door(NULL);
  share_block(&d, 65536);
  put_bytes(&d, door_key, sizeof door_key);
  for (uint32_t i = 0; i < 4; i++) put_u32(&d, 0);
  double text = ask(&d, LG_DOOR_TEXT, 0), answer = 0;
  CHECK(text > 0);
  d.len = (size_t)ask(&d, LG_DOOR_TEXT_SNAPSHOT, text);
  double second = ask(&d, LG_DOOR_TEXT_RESTORE, 0);
  CHECK(second > 0 && second != text);
  for (int i = 0; i < 10 && answer == 0; i++) {
    put_text(&d, "I will try again to read the file that is not there, since it may be there now. ");
    answer = ask(&d, LG_DOOR_TEXT_PUSH, text);
  }
  CHECK_EQ_INT(answer, LG_MATCH_AT_END);
  CHECK_EQ_INT(u32_at(&d, LG_MATCH_AT_KIND), LG_TEXT_PERIOD);
  CHECK_EQ_INT(u32_at(&d, LG_MATCH_AT_PERIOD), 80);
  CHECK(u32_at(&d, LG_MATCH_AT_REPEATS) >= 4);
  CHECK_EQ_INT(ask(&d, LG_DOOR_TEXT_END_MESSAGE, second), 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_TEXT_FORGET, text), 0);
  put_bytes(&d, door_key, sizeof door_key);
  put_u32(&d, 1);
  for (uint32_t i = 0; i < 3; i++) put_u32(&d, 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_TEXT, 0), -LG_EINVAL);
  CHECK_EQ_INT(ask(&d, LG_DOOR_TEXT_PUSH, 77), -LG_EINVAL);
  close_door(&d);
}

LG_TEST(detectors_find_cycles_and_survive_as_snapshots) {
  door_driver d = open_door(NULL);
  put_bytes(&d, door_key, sizeof door_key);
  put_u32(&d, 20);
  put_u32(&d, 1);
  put_u32(&d, 5);
  put_u32(&d, 3);
  double detector = ask(&d, LG_DOOR_DETECTOR, 0);
  CHECK(detector > 0);
  for (int i = 0; i < 5; i++) {
    put_text(&d, i % 2 == 0 ? "a" : "b");
    CHECK_EQ_INT(ask(&d, LG_DOOR_PUSH, detector), 0);
  }
  double len = ask(&d, LG_DOOR_DETECTOR_SNAPSHOT, detector);
  d.len = (size_t)len;
  CHECK_EQ_INT(ask(&d, LG_DOOR_SNAPSHOT_KEY, 0), 16);
  CHECK(memcmp(d.block, door_key, 16) == 0);
  d.len = (size_t)ask(&d, LG_DOOR_DETECTOR_SNAPSHOT, detector);
  double second = ask(&d, LG_DOOR_DETECTOR_RESTORE, 0);
  CHECK(second > 0 && second != detector);
  put_text(&d, "b");
  CHECK_EQ_INT(ask(&d, LG_DOOR_PUSH, detector), 2 * 1048576 + 3);
  put_text(&d, "b");
  CHECK_EQ_INT(ask(&d, LG_DOOR_PUSH, second), 2 * 1048576 + 3);

  lg_digest b = lg_digest_bytes(door_key, "b", 1);
  put_u32(&d, 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_AT, second), 16);
  CHECK(memcmp(d.block, &b, 16) == 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FORGET, second), 0);
  put_u32(&d, 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_AT, second), -LG_EINVAL);
  close_door(&d);
}

LG_TEST(a_configuration_that_is_refused_says_why) {
  door_driver d = open_door(NULL);
  CHECK_EQ_INT(ask_guard(&d, "[]"), -LG_EINVAL);
  double len = ask(&d, LG_DOOR_FETCH, 0);
  CHECK(len > 10 && d.block[(size_t)len - 1] != 0);
  double guard = ask_guard(&d, "{\"detectors\":[{\"type\":\"repeat\"}]}");
  CHECK(guard > 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FETCH, 0), -LG_EINVAL);
  put_u32(&d, 1);
  put_text(&d, "{\"a\":{\"maxRepeats\":true}}x");
  CHECK(ask(&d, LG_DOOR_TOOL, guard) < 0);
  share_block(&d, 4); /* the reason is longer: fetched again with a block that has room */
  len = ask(&d, LG_DOOR_FETCH, 0);
  CHECK(len > 10);
  share_block(&d, (size_t)len);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FETCH, 0), len);
  close_door(&d);
}

static double ask_tool(door_driver *d, double guard, uint32_t adds, const char *text) {
  put_u32(d, adds);
  put_text(d, text);
  return ask(d, LG_DOOR_TOOL, guard);
}

LG_TEST(tools_have_a_policy_and_a_profile) {
  door_driver d = open_door(NULL);
  double guard = ask_guard(&d, "{\"detectors\":[{\"type\":\"similar_query\",\"tools\":[\"g*\"]}],"
                               "\"tools\":{\"a\":{},\"b\":false}}");
  enum { POLICY = 1 << 17, SIMILAR = 1 << 16 };
  CHECK_EQ_INT(ask_tool(&d, guard, 0, "other"), 0);
  CHECK_EQ_INT(ask_tool(&d, guard, 0, "a"), 1 * POLICY);
  CHECK_EQ_INT(ask_tool(&d, guard, 0, "b"), 2 * POLICY + 1);
  CHECK_EQ_INT(ask_tool(&d, guard, 0, "get"), SIMILAR + 2);
  CHECK_EQ_INT(ask_tool(&d, guard, 1, "{\"get\":{\"mutates\":true}}"), 0);
  CHECK_EQ_INT(ask_tool(&d, guard, 0, "get"), 3 * POLICY + SIMILAR + 3);
  CHECK_EQ_INT(ask_tool(&d, guard, 2, "get"), -LG_EINVAL);
  close_door(&d);
}

LG_TEST(answers_that_have_no_room_are_kept_until_the_next_operation) {
  door_driver d = open_door(NULL);
  double guard = ask_guard(&d, "{\"detectors\":[{\"type\":\"repeat\"}]}");
  double run = ask(&d, LG_DOOR_RUN, guard);
  share_block(&d, 8);
  memset(d.block, 0x55, 8);
  double len = ask(&d, LG_DOOR_SNAPSHOT, run);
  CHECK(len > 8 && d.block[0] == 0x55 && d.block[7] == 0x55);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FETCH, 0), len); /* still no room */
  share_block(&d, (size_t)len);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FETCH, 0), len);
  d.len = (size_t)len;
  CHECK_EQ_INT(ask(&d, LG_DOOR_SNAPSHOT_KEY, 0), 16);
  CHECK(memcmp(d.block, door_key, 16) == 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FETCH, 0), -LG_EINVAL); /* that had room */

  share_block(&d, 0);
  CHECK(ask(&d, LG_DOOR_SNAPSHOT, run) == len); /* operations without a message need no block */
  CHECK_EQ_INT(ask(&d, LG_DOOR_FORGET, 0), -LG_EINVAL);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FETCH, 0), -LG_EINVAL); /* another operation came in between */
  close_door(&d);
}

LG_TEST(lengths_that_do_not_fit_are_refused) {
  door_driver d = open_door(NULL);
  double run = ask(&d, LG_DOOR_RUN, ask_guard(&d, "{\"detectors\":[{\"type\":\"repeat\"}]}"));
  d.len = d.size + 1; /* beyond the block */
  CHECK_EQ_INT(ask(&d, LG_DOOR_SNAPSHOT_KEY, 0), -LG_EINVAL);
  const door_event call = {.tag = LG_EVENT_BEFORE, .flags = LG_ARGS_RAW, .name = "read", .body = "{}", .id = "1"};
  for (size_t at = LG_EVENT_AT_NAME_LEN; at <= LG_EVENT_AT_ZERO; at += 4) { /* one length too long, or wrapping */
    for (uint32_t by = 0; by < 2; by++) {
      put_event(&d, &call);
      d.block[at + 3] = by == 0 ? 0xff : 0;
      d.block[at] = (uint8_t)(d.block[at] + 1);
      CHECK_EQ_INT(ask(&d, LG_DOOR_JUDGE, run), -LG_EINVAL);
      d.len = LG_EVENT_AT_BYTES + 7;
      CHECK_EQ_INT(ask(&d, LG_DOOR_RECORD, run), -LG_EINVAL);
    }
  }
  for (size_t len = 0; len < LG_EVENT_AT_BYTES + 7; len++) { /* cut at every place */
    put_event(&d, &call);
    d.len = len;
    CHECK_EQ_INT(ask(&d, LG_DOOR_JUDGE, run), -LG_EINVAL);
  }
  for (uint32_t operation = 0; operation < 40; operation++) { /* no operation reads what is not there */
    for (size_t len = 0; len < 40; len++) {
      share_block(&d, len);
      memset(d.block, 0xff, len > 0 ? len : 1);
      d.len = len;
      CHECK(ask(&d, operation, 0) < 0 || operation == LG_DOOR_NORMALIZE || operation == LG_DOOR_STATUS);
    }
  }
  close_door(&d);
}

LG_TEST(events_say_only_what_there_is) {
  door_driver d = open_door(NULL);
  double run = ask(&d, LG_DOOR_RUN, ask_guard(&d, "{\"detectors\":[{\"type\":\"repeat\"}]}"));
  const door_event good = {.tag = LG_EVENT_BEFORE, .flags = LG_ARGS_RAW, .name = "read", .body = "{}"};
  door_event bad[] = {good, good, good, good, good, good, good};
  bad[0].tag = 99;
  bad[1].flags = 256;
  bad[2].flags = 3; /* no kind of arguments */
  bad[3].profile = 99;
  bad[4].tag = LG_EVENT_RESOLVE, bad[4].amount = LG_ABORT + 1;
  bad[5].tag = LG_EVENT_STEP, bad[5].number = LG_END_TURN + 1;
  bad[6].tag = LG_EVENT_DETECT, bad[6].number = 7;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK_EQ_INT(judge(&d, run, bad[i]), -LG_EINVAL);
    put_event(&d, &bad[i]);
    CHECK_EQ_INT(ask(&d, LG_DOOR_RECORD, run), -LG_EINVAL);
  }
  /* usage is three numbers, none of them negative or NaN */
  static const char numbers[24] = {0}, bad_numbers[24] = "\0\0\0\0\0\0\xF0\xBF";
  door_event usage = {.tag = LG_EVENT_USAGE, .body = numbers, .body_len = sizeof numbers};
  CHECK_EQ_INT(judge(&d, run, usage), LG_DOOR_NO_TICKET * 16.0);
  usage.body_len--;
  CHECK_EQ_INT(judge(&d, run, usage), -LG_EINVAL);
  usage = (door_event){.tag = LG_EVENT_USAGE, .body = bad_numbers, .body_len = sizeof bad_numbers};
  CHECK_EQ_INT(judge(&d, run, usage), -LG_EINVAL);
  put_event(&d, &usage);
  CHECK_EQ_INT(ask(&d, LG_DOOR_RECORD, run), -LG_EINVAL);
  put_event(&d, &good);
  d.block[LG_EVENT_AT_ID_LEN] = 2; /* an id without its flag, in the place of the arguments */
  d.block[LG_EVENT_AT_BODY_LEN] = 0;
  CHECK_EQ_INT(ask(&d, LG_DOOR_JUDGE, run), -LG_EINVAL);
  CHECK(judge(&d, run, good) >= 0);
  close_door(&d);
}

LG_TEST(no_door_no_answer) {
  lg_door_share(NULL, NULL, 0);
  lg_door_free(NULL);
  CHECK_EQ_INT(lg_door_call(NULL, LG_DOOR_FETCH, 0, 0), -LG_EINVAL);
  CHECK_EQ_INT(lg_door_new(NULL, NULL), LG_EINVAL);
  lg_allocator holes = {0};
  lg_door *door;
  CHECK_EQ_INT(lg_door_new(&holes, &door), LG_EINVAL);
}
