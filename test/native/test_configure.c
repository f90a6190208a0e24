/* Guards out of JSON text: each member, each error, tools and their profiles. test/rules/configure compares with lib.
 */
#include "configured.h"
#include "failing_alloc.h"

LG_TEST(nothing_said_is_the_recommended_preset) {
  lg_guard *guard = configured(" {} ");
  const lg_guard_options *options;
  CHECK_EQ_INT(lg_guard_settings(guard, &options), LG_OK);
  CHECK_EQ_INT(options->max_entries, 10000);
  CHECK(!options->shadow && memcmp(options->key, KEY, sizeof KEY) == 0);
  lg_guard *named = configured("{\"preset\":\"recommended\"}");
  CHECK(lg__guard_options_hash(guard) == lg__guard_options_hash(named));
  CHECK(guard->profile_hashes[0] == named->profile_hashes[0]);
  CHECK((guard->profiles[0].volatile_classes & LG_VOLATILE_DIGITS) == 0);
  CHECK((guard->profiles[0].failure_classes & LG_VOLATILE_DIGITS) != 0);
  lg_guard_free(named);
  lg_guard_free(guard);
}

LG_TEST(presets_differ) {
  static const char *const texts[] = {"{\"preset\":\"recommended\"}", "{\"preset\":\"strict\"}",
                                      "{\"preset\":\"lenient\"}", "{\"preset\":\"observe\"}"};
  uint64_t hashes[4];
  for (int i = 0; i < 4; i++) {
    lg_guard *guard = configured(texts[i]);
    hashes[i] = lg__guard_options_hash(guard);
    CHECK(guard->options.shadow == (i == 3));
    lg_guard_free(guard);
  }
  CHECK(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
  CHECK(hashes[0] == hashes[3]);
}

LG_TEST(a_ladder_of_ones_own_takes_the_place_of_those_that_refuse) {
  lg_guard *guard = configured("{\"action\":\"warn\",\"ladder\":{\"ask\":3,\"abort\":9}}");
  check_ladder(guard->options.ladder, 1, 0, 3, 9);
  check_ladder(guard->detectors[0].spec.ladder, 0, 0, 0, 0);
  check_ladder(guard->detectors[5].spec.ladder, 1, 0, 0, 100); /* it only warns */
  lg_guard_free(guard);
}

LG_TEST(max_repeats_is_a_count) {
  lg_guard *guard = configured("{\"maxRepeats\":2,\"maxEntries\":5,\"shadow\":true}");
  CHECK_EQ_INT(guard->detector_count, 1);
  CHECK_EQ_INT(guard->detectors[0].spec.type, LG_COUNT);
  CHECK_EQ_INT(guard->detectors[0].spec.threshold, 2);
  CHECK_EQ_INT(guard->options.max_entries, 5);
  CHECK(guard->options.shadow);
  check_ladder(guard->options.ladder, 0, 1, 0, 4);
  lg_guard_free(guard);
  guard = configured("{\"maxRepeats\":null}");
  CHECK_EQ_INT(guard->detectors[0].spec.threshold, LG_NO_LIMIT);
  lg_guard_free(guard);
}

LG_TEST(detectors_have_names_types_and_ladders) {
  lg_guard *guard = configured("{\"detectors\":[{\"type\":\"no_news\",\"times\":4,\"name\":\"n\303\244\"},"
                               "{\"type\":\"duplicate\",\"replay\":true},{\"type\":\"custom\",\"name\":\"own\"},"
                               "{\"type\":\"stall\",\"action\":\"abort\"}]}");
  const lg_detector_spec *spec;
  const char *name;
  size_t len;
  CHECK_EQ_INT(lg_guard_detector(guard, 0, &spec, &name, &len), LG_OK);
  CHECK_EQ_STR(name, len, "n\303\244", 3);
  CHECK_EQ_INT(spec->threshold, 4);
  check_ladder(guard->detectors[1].spec.ladder, 0, 1, 0, 5); /* a warning would run the call again */
  CHECK_EQ_INT(lg_guard_detector(guard, 2, &spec, &name, &len), LG_OK);
  CHECK_EQ_STR(name, len, "own", 3);
  CHECK_EQ_INT(lg_guard_detector(guard, 3, &spec, &name, &len), LG_OK);
  CHECK_EQ_STR(name, len, "stall", 5);
  check_ladder(spec->ladder, 0, 0, 0, 1);
  CHECK_EQ_INT(lg_guard_detector(guard, 4, &spec, &name, &len), LG_EINVAL);
  lg_ladder ladder;
  CHECK_EQ_INT(lg_guard_ladder(guard, 3, 0, &ladder), LG_OK);
  check_ladder(ladder, 0, 0, 0, 1);
  CHECK_EQ_INT(lg_guard_ladder(guard, 4, 0, &ladder), LG_OK); /* the rule of polls */
  check_ladder(ladder, 1, 2, 0, 5);
  CHECK_EQ_INT(lg_guard_ladder(guard, 5, 0, &ladder), LG_EINVAL);
  CHECK_EQ_INT(lg_guard_ladder(guard, 0, guard->profile_count, &ladder), LG_EINVAL);
  lg_guard_free(guard);
}

LG_TEST(tools_have_the_profile_of_their_policy) {
  lg_guard *guard = configured(
      "{\"volatile\":[\"uuids\"],\"tools\":{\"read_*\":{\"poll\":{\"minIntervalMs\":5},\"identity\":[\"path\",\"/a\"]},"
      "\"read_one\":{\"maxRepeats\":7,\"mutates\":true,\"volatile\":[\"space\"],\"ignore\":[\"t\"]},\"shell\":false,"
      "\"wait\":{\"retryable\":true,\"poll\":true},\"?\":{\"limit\":2,\"action\":\"hint\",\"ladder\":{\"abort\":3}}}}");
  lg_profile profile = profile_of(guard, "read_two");
  CHECK(profile.poll && profile.poll_min_interval_ms == 5 && profile.poll_max_wait_ms == 1800000);
  CHECK_EQ_INT(profile.projection.keep_count, 2);
  CHECK_EQ_STR(profile.projection.keep[1], profile.projection.keep_len[1], "/a", 2);
  CHECK_EQ_INT(profile.volatile_classes, LG_VOLATILE_UUIDS);
  CHECK_EQ_INT(profile.failure_classes, LG_VOLATILE_UUIDS);
  profile = profile_of(guard, "read_one"); /* the name itself comes before any glob */
  CHECK(!profile.poll && profile.mutates && profile.max_repeats == 7 && profile.projection.ignore_count == 1);
  CHECK_EQ_INT(profile.volatile_classes, LG_VOLATILE_SPACE);
  CHECK(profile_of(guard, "shell").exempt);
  CHECK(profile_of(guard, "wait").exempt); /* never counted */
  profile = profile_of(guard, "x");
  CHECK_EQ_INT(profile.limit, 2);
  check_ladder(profile.ladder, 0, 1, 0, 3);
  uint32_t number;
  CHECK_EQ_INT(lg_guard_tool_profile(guard, "none", 4, &number), LG_OK);
  CHECK_EQ_INT(number, 0);
  CHECK_EQ_INT(lg_guard_tool_profile(guard, "", 0, &number), LG_OK);
  CHECK_EQ_INT(number, 0);
  CHECK_EQ_INT(lg_guard_tool_profile(guard, NULL, 1, &number), LG_EINVAL);
  lg_guard_free(guard);
}

LG_TEST(limits_and_queries_go_by_name) {
  lg_guard *guard =
      configured("{\"detectors\":[{\"type\":\"limit\",\"limits\":{\"a*\":2,\"ab\":null},\"default\":9},"
                 "{\"type\":\"similar_query\",\"tools\":[\"*b\",\"q\"]}],\"tools\":{\"a?\":{\"limit\":5}}}");
  CHECK_EQ_INT(profile_of(guard, "axx").limit, 2);
  CHECK_EQ_INT(profile_of(guard, "ax").limit, 5); /* the policy's own */
  CHECK_EQ_INT(profile_of(guard, "z").limit, 0);
  CHECK(profile_of(guard, "q").similar && profile_of(guard, "axb").similar && !profile_of(guard, "axx").similar);
  uint32_t before = guard->profile_count;
  for (int i = 0; i < 1000; i++) { /* however many names there are */
    char name[16];
    snprintf(name, sizeof name, "a%d%s", i, i % 2 ? "b" : "");
    (void)profile_of(guard, name);
  }
  CHECK(guard->profile_count <= before + 4);
  lg_guard_free(guard);
}

LG_TEST(globs_count_utf_16_units) {
  lg_guard *guard =
      configured("{\"tools\":{\"x?\":{\"limit\":1},\"x??\":{\"limit\":2},\"*\360\237\230\200\":{\"limit\":3}}}");
  CHECK_EQ_INT(profile_of(guard, "x\303\244").limit, 1);
  CHECK_EQ_INT(profile_of(guard, "x\360\237\230\201").limit, 2);
  CHECK_EQ_INT(profile_of(guard, "long \360\237\230\200").limit, 3);
  CHECK_EQ_INT(profile_of(guard, "\360\237\230\201").limit, 0);
  CHECK_EQ_INT(profile_of(guard, "x\377\376\360").limit, 0); /* what is no text is harmless */
  lg_guard_free(guard);
}

LG_TEST(detectors_of_ones_own_take_the_place_of_those_of_their_type) {
  lg_guard *preset = configured("{}"),
           *guard = configured("{\"preset\":\"recommended\",\"detectors\":[{\"type\":\"stall\",\"threshold\":9}]}");
  uint32_t stalls = 0;
  CHECK_EQ_INT(guard->detector_count, preset->detector_count);
  for (uint32_t i = 0; i < guard->detector_count; i++) stalls += guard->detectors[i].spec.type == LG_STALL;
  CHECK_EQ_INT(stalls, 1);
  CHECK_EQ_INT(guard->detectors[0].spec.type, LG_STALL);
  CHECK_EQ_INT(guard->detectors[0].spec.threshold, 9);
  lg_guard_free(guard);
  lg_guard_free(preset);
}

LG_TEST(a_tool_may_be_in_several_budgets) {
  lg_guard *guard = configured("{\"detectors\":[{\"type\":\"budget\",\"calls\":5,\"tools\":[\"a\",\"b\"]},"
                               "{\"type\":\"budget\",\"seconds\":9,\"tools\":[\"a\",\"a\"]},"
                               "{\"type\":\"budget\",\"tokens\":9}]}");
  CHECK(profile_of(guard, "a").outside == 0);
  CHECK(profile_of(guard, "b").outside == 2);
  CHECK(profile_of(guard, "c").outside == 3);
  lg_guard_free(guard);
}

LG_TEST(of_duplicate_keys_the_last_counts) {
  lg_guard *guard = configured("{\"maxEntries\":1,\"max\\u0045ntries\":7}");
  CHECK_EQ_INT(guard->options.max_entries, 7);
  lg_guard_free(guard);
}

LG_TEST(results_and_failures_may_differ) {
  lg_guard *guard = configured("{\"volatile\":{\"results\":[\"ansi\"],\"failures\":[]}}");
  CHECK_EQ_INT(guard->profiles[0].volatile_classes, LG_VOLATILE_ANSI);
  CHECK_EQ_INT(guard->profiles[0].failure_classes, 0);
  lg_guard_free(guard);
}

LG_TEST(what_is_no_configuration_is_said) {
  check_wrong("", LG_EJSON, "The configuration is not JSON");
  check_wrong("{\"a\":01}", LG_EJSON, "The configuration is not JSON");
  check_wrong("{} x", LG_EJSON, "The configuration is not JSON");
  check_wrong("[]", LG_EINVAL, "Option \"options\" must be an object of options, got an array of 0");
  check_wrong("{\"\\u0000\":1}", LG_EINVAL, "The configuration has U+0000 in a string");
  check_wrong("{\"tools\":{\"\\\\u0000\":1}}", LG_EINVAL,
              "Option \"tools[\"\\\\u0000\"]\" must be a policy, or false to exempt the tool, got 1 (number)");
  check_wrong("{\"preset\":\"\\ud800\"}", LG_EINVAL, "The configuration has half of a surrogate pair in a string");
  char deep[4096];
  memset(deep, '[', sizeof deep / 2);
  memset(deep + sizeof deep / 2, ']', sizeof deep / 2);
  deep[sizeof deep - 1] = '\0';
  check_wrong(deep, LG_EJSON, "The configuration is not JSON");
  deep[0] = ' ';
  check_wrong(deep, LG_EINVAL, "The configuration is nested too deep");
}

LG_TEST(what_is_wrong_is_named) {
  check_option("{\"shado\":true}", "shado", "a known option (did you mean \"shadow\"?), got true (boolean)");
  check_option("{\"zzzzzzzz\":1}", "zzzzzzzz",
               "a known option (there are: preset, maxRepeats, volatile, shadow, maxEntries, price, detectors, budget, "
               "action, ladder, "
               "tools), got 1 (number)");
  check_option("{\"preset\":7}", "preset", "one of recommended, strict, lenient, observe, got 7 (number)");
  check_option("{\"preset\":\"strict\",\"maxRepeats\":1}", "preset",
               "absent where maxRepeats is given, got \"strict\" (string)");
  check_option("{\"maxRepeats\":1,\"detectors\":[]}", "maxRepeats",
               "absent where detectors are given: put one of type count among them, got 1 (number)");
  check_option("{\"maxEntries\":0}", "maxEntries", "an integer from 1 to 1,073,741,824, got 0 (number)");
  check_option("{\"maxEntries\":1.5}", "maxEntries", "an integer from 1 to 1,073,741,824, got 1.5 (number)");
  check_option("{\"shadow\":null}", "shadow", "true or false, got null");
  check_option("{\"ladder\":{}}", "ladder", "an object with at least one of warn, hint, ask, abort, got an object");
  check_option("{\"ladder\":{\"hint\":3,\"abort\":2}}", "ladder.abort",
               "at least 3, where hint starts, got 2 (number)");
  check_option("{\"action\":\"ask\"}", "action", "\"warn\", \"hint\" or \"abort\", got \"ask\" (string)");
  check_option("{\"volatile\":[\"dates\"]}", "volatile[0]",
               "one of timestamps, durations, uuids, hexIds, counters, pids, tempPaths, ansi, digits, space, envelope, "
               "frames, unlessAll, got \"dates\" (string)");
  check_option("{\"detectors\":{}}", "detectors", "an array of 1 to 64 detectors, got an object");
  check_option("{\"detectors\":[{\"type\":\"poll\"}]}", "detectors[0].type",
               "one of count, repeat, stall, ping_pong, cycle, duplicate, similar_query, limit, no_progress, "
               "error_streak, unknown_tool, custom, no_news, text_repeat, near_repeat, budget, delegation, got "
               "\"poll\" (string)");
  check_option("{\"detectors\":[{\"type\":\"count\",\"maxRepeat\":1}]}", "detectors[0].maxRepeat",
               "a known option (did you mean \"maxRepeats\"?), got 1 (number)");
  check_option("{\"detectors\":[{\"type\":\"custom\",\"name\":\"count\"}]}", "detectors[0].name",
               "a name that no built-in detector has, got \"count\" (string)");
  check_option("{\"detectors\":[{\"type\":\"limit\"},{\"type\":\"limit\"}]}", "detectors[1]",
               "the only detector of type limit, got an object");
  check_option("{\"detectors\":[{\"type\":\"no_progress\",\"threshold\":40}]}", "detectors[0].threshold",
               "at most windowSize (32), got 40 (number)");
  check_option("{\"detectors\":[{\"type\":\"cycle\",\"minCycleLen\":9}]}", "detectors[0].minCycleLen",
               "at most maxCycleLen (8), got 9 (number)");
  check_option("{\"budget\":{\"calls\":9,\"ask\":0.5}}", "budget.ask", "at least warn (0.8), got 0.5 (number)");
  check_option("{\"budget\":{\"calls\":9,\"warn\":0.9,\"abort\":0.5}}", "budget.abort",
               "at least warn (0.9), got 0.5 (number)");
  check_option("{\"budget\":{\"calls\":9,\"ask\":0.9,\"abort\":0.85}}", "budget.abort",
               "at least ask (0.9), got 0.85 (number)");
  check_option("{\"price\":{\"input\":1}}", "price.output", "a number from 0 to 1,000,000,000, got undefined");
  check_option("{\"volatile\":\"uuids\"}", "volatile",
               "an array, each entry one of timestamps, durations, uuids, hexIds, counters, pids, tempPaths, ansi, "
               "digits, space, envelope, frames, unlessAll, got \"uuids\" (string)");
  check_option("{\"tools\":{\"a \\\"b\":{\"poll\":{\"maxWaitMs\":-1}}}}", "tools[\"a \\\"b\"].poll.maxWaitMs",
               "a number from 0 to 9,007,199,254,740,991, got -1 (number)");
  check_option("{\"tools\":{\"a\":{\"identity\":[]}}}", "tools[\"a\"].identity",
               "a non-empty array of non-empty strings, got an array of 0");
  check_option("{\"tools\":{\"a\":{\"ignore\":\"b\"}}}", "tools[\"a\"].ignore",
               "a non-empty array of non-empty strings, got \"b\" (string)");
  check_option("{\"tools\":[]}", "tools", "an object from tool names to policies, got an array of 0");
}

LG_TEST(a_long_pointer_is_refused) {
  char text[512] = "{\"tools\":{\"a\":{\"ignore\":[\"";
  memset(text + strlen(text), '/', LG_POINTER_MAX + 1);
  memcpy(text + strlen(text), "\"]}}}", sizeof "\"]}}}");
  lg_guard *guard = NULL;
  lg_config_error error;
  CHECK_EQ_INT(lg_guard_configure(NULL, KEY, text, strlen(text), &guard, &error), LG_EINVAL);
  CHECK(strstr(error.message, "must be a JSON pointer of 127 tokens at most, got \"////") != NULL);
}

LG_TEST(a_long_message_is_cut_between_characters) {
  char text[2048] = "{\"tools\":{\"";
  for (int i = 0; i < 300; i++) memcpy(text + strlen(text), "\303\244", 3);
  memcpy(text + strlen(text), "\":7}}", sizeof "\":7}}");
  lg_guard *guard = NULL;
  lg_config_error error;
  CHECK_EQ_INT(lg_guard_configure(NULL, KEY, text, strlen(text), &guard, &error), LG_EINVAL);
  CHECK(strlen(error.message) < sizeof error.message);
  CHECK(((uint8_t)error.message[strlen(error.message) - 1] & 0xC0) != 0xC0);
}

LG_TEST(a_policy_is_added_as_the_last) {
  static const char text[] = "{\"g*\":{\"mutates\":true,\"poll\":true,\"maxRepeats\":3,\"limit\":null,\"exact\":true,"
                             "\"volatile\":[\"ansi\",\"took\"],\"ladder\":{\"hint\":1},\"ignore\":[\"a\"]}}";
  lg_guard *guard = configured("{\"tools\":{\"get\":false}}");
  lg_tool before, tool;
  CHECK_EQ_INT(lg_guard_tool(guard, "go", 2, &before), LG_OK);
  CHECK_EQ_INT(before.policy, 0);
  CHECK_EQ_INT(lg_guard_configure_tool(guard, text, sizeof text - 1, NULL), LG_OK);
  CHECK_EQ_INT(lg_guard_tool(guard, "go", 2, &tool), LG_OK);
  CHECK_EQ_INT(tool.policy, 2);
  const lg_profile *profile = &guard->profiles[tool.profile];
  CHECK(profile->mutates && profile->poll && profile->exact && profile->limit == LG_NO_LIMIT);
  CHECK(profile->poll_max_wait_ms == 1800000 && profile->failure_classes == LG_VOLATILE_ANSI);
  CHECK_EQ_INT(profile->answer.ignore_count, 1);
  CHECK_EQ_INT(lg_guard_configure_tool(guard, "{\"g*\":false}", 12, NULL), LG_OK); /* the first one stays */
  CHECK_EQ_INT(lg_guard_tool(guard, "go", 2, &before), LG_OK);
  CHECK(before.policy == 2 && before.profile == tool.profile);
  CHECK_EQ_INT(lg_guard_tool(guard, "get", 3, &before), LG_OK);
  CHECK(before.policy == 1 && guard->profiles[before.profile].exempt);
  lg_config_error error;
  static const char wrong[] = "{\"o\":{\"ignore\":[\"a\",1]}}";
  CHECK_EQ_INT(lg_guard_configure_tool(guard, wrong, sizeof wrong - 1, &error), LG_EINVAL);
  static const char said[] = "Option \"tools[\"o\"].ignore[1]\" must be a non-empty string, got 1 (number)";
  CHECK_EQ_STR(error.message, strlen(error.message), said, sizeof said - 1);
  CHECK_EQ_INT(lg_guard_tool(guard, "o", 1, &tool), LG_OK);
  CHECK_EQ_INT(tool.policy, 0);
  static const char again[] = "{\"o\":{\"retryable\":true}}"; /* the first one of this guard */
  CHECK_EQ_INT(lg_guard_configure_tool(guard, again, sizeof again - 1, &error), LG_OK);
  CHECK_EQ_INT(lg_guard_tool(guard, "o", 1, &tool), LG_OK);
  CHECK(guard->profiles[tool.profile].exempt);
  CHECK_EQ_INT(lg_guard_configure_tool(guard, "{}", 2, &error), LG_EINVAL);
  CHECK_EQ_INT(lg_guard_configure_tool(guard, "{\"a\":false,\"b\":false}", 21, &error), LG_EINVAL);
  lg_guard_free(guard);
}

LG_TEST(null_is_refused) {
  lg_guard *guard;
  lg_run *run;
  CHECK_EQ_INT(lg_guard_configure(NULL, NULL, "{}", 2, &guard, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_guard_configure(NULL, KEY, NULL, 0, &guard, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_guard_configure(NULL, KEY, "{}", 2, NULL, NULL), LG_EINVAL);
  guard = configured("{}");
  const char *text;
  size_t len;
  CHECK_EQ_INT(lg_run_new(guard, &run), LG_OK);
  CHECK_EQ_INT(lg_run_report_json(run, &text, &len), LG_EINVAL); /* there is none */
  CHECK_EQ_INT(lg_run_report_json(NULL, &text, &len), LG_EINVAL);
  lg_run_free(run);
  lg_guard_free(guard);
}

/* ---- reports ---- */

static void ask_and_answer(lg_run *run, const char *name, size_t len, const char *args, lg_verdict *verdict) {
  lg_call call = {.name = name, .name_len = len, .args_kind = LG_ARGS_RAW, .args = args, .args_len = strlen(args)};
  lg_outcome outcome = {.result_kind = LG_RESULT_TEXT, .result = "x", .result_len = 1};
  lg_verdict after;
  CHECK_EQ_INT(lg_run_before(run, &call, verdict), LG_OK);
  if (verdict->action <= LG_WARN) CHECK_EQ_INT(lg_run_after(run, verdict->ticket, &outcome, &after), LG_OK);
}

LG_TEST(a_report_is_json) {
  lg_guard *guard = configured("{\"detectors\":[{\"type\":\"count\",\"maxRepeats\":1,\"name\":\"my \\\"count\"}],"
                               "\"ladder\":{\"hint\":1}}");
  static const char name[] = "a\0\"\xED\xA0\x80\303\244"; /* U+0000 and half of a pair */
  lg_run *run;
  lg_verdict verdict;
  const char *text;
  size_t len;
  CHECK_EQ_INT(lg_run_new(guard, &run), LG_OK);
  for (int i = 0; i < 2; i++) ask_and_answer(run, name, sizeof name - 1, "{}", &verdict);
  CHECK(verdict.detected);
  CHECK_EQ_INT(lg_run_report_json(run, &text, &len), LG_OK);
  static const char front[] =
      "{\"detector\":\"my \\\"count\",\"type\":\"count\",\"toolName\":\"a\xEF\xBF\xBD\\\"\xEF\xBF\xBD\xEF\xBF\xBD"
      "\xEF\xBF\xBD\303\244\",\"repeats\":2,\"threshold\":1,\"cycleLength\":1,\"pattern\":[\"a";
  CHECK_EQ_STR(text, len < sizeof front - 1 ? len : sizeof front - 1, front, sizeof front - 1);
  CHECK(strstr(text, "\"evidence\":\"weak\",\"strikes\":1,\"again\":false,\"transient\":false,\"fingerprint\":\"") !=
        NULL);
  CHECK(strstr(text, "\"waitMs\":0,\"waitedMs\":0}") != NULL);
  CHECK_EQ_INT(text[len], '\0');
  lg_run_free(run);
  lg_guard_free(guard);
}

LG_TEST(a_report_of_a_cycle_has_its_steps) {
  lg_guard *guard =
      configured("{\"detectors\":[{\"type\":\"cycle\",\"repeats\":2,\"minCycleLen\":40,\"maxCycleLen\":70,"
                 "\"windowSize\":200}]}");
  lg_run *run;
  lg_verdict verdict;
  const char *text;
  size_t len;
  char name[300];
  memset(name, '\x01', sizeof name); /* six bytes each in JSON */
  CHECK_EQ_INT(lg_run_new(guard, &run), LG_OK);
  for (int i = 0; i < 140; i++) {
    char args[16];
    snprintf(args, sizeof args, "%d", i % 70);
    ask_and_answer(run, name, sizeof name, args, &verdict);
  }
  CHECK_EQ_INT(lg_run_report_json(run, &text, &len), LG_OK);
  CHECK(strstr(text, "\"cycleLength\":70,\"pattern\":[\"\\u0001") != NULL);
  CHECK(strstr(text, "\\u0001#") != NULL);
  lg_run_free(run);
  lg_guard_free(guard);
}
