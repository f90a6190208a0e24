/* Configurations that are large, and a locale that writes numbers otherwise. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, setenv */
#include <locale.h>

#include "configured.h"

/* A locale whose decimal point has two bytes (U+066B), made where `localedef` is: no machine has to have it. */
static bool with_two_byte_point(void) {
  char folder[] = "/tmp/loopguard-locale-XXXXXX", command[600];
  if (mkdtemp(folder) == NULL) return false;
  snprintf(command, sizeof command,
           "cd %s && cat > source <<'EOF'\n"
           "LC_NUMERIC\ndecimal_point \"<U066B>\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n"
           "LC_CTYPE\ncopy \"POSIX\"\nEND LC_CTYPE\nEOF\n"
           "localedef -c -f UTF-8 -i source ./two_bytes.UTF-8 > /dev/null 2>&1; test -f two_bytes.UTF-8/LC_NUMERIC",
           folder);
  bool made = system(command) == 0;
  setenv("LOCPATH", folder, 1);
  if (made) made = setlocale(LC_NUMERIC, "two_bytes.UTF-8") != NULL && strlen(localeconv()->decimal_point) == 2;
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  CHECK_EQ_INT(system(command), 0);
  return made;
}

LG_TEST(a_decimal_point_of_two_bytes_changes_nothing) {
  if (!with_two_byte_point()) {
    puts("test_configure: localedef cannot make a locale here; the rest is tested with the locale that there is");
  }
  lg_guard *guard = configured("{\"detectors\":[{\"type\":\"similar_query\",\"tools\":[\"s\"],\"threshold\":0.625}],"
                               "\"budget\":{\"cost\":0.5},\"price\":{\"input\":1.5e0,\"output\":25e-1}}");
  CHECK(guard->detectors[0].spec.similarity == 0.625);
  lg_run *run;
  const char *text;
  size_t len;
  lg_verdict verdict;
  lg_usage usage = {.cost = 0.75};
  CHECK_EQ_INT(lg_run_new(guard, &run), LG_OK);
  CHECK_EQ_INT(lg_run_usage(run, &usage, &verdict), LG_OK);
  CHECK_EQ_INT(lg_run_report_json(run, &text, &len), LG_OK);
  CHECK(strstr(text, "\"used\":0.75,\"limit\":0.5}") != NULL);
  lg_run_free(run);
  lg_guard_free(guard);
  check_option("{\"detectors\":[{\"type\":\"count\",\"maxRepeats\":1.5}]}", "detectors[0].maxRepeats",
               "an integer from 0 to 1,000,000,000, got 1.5 (number)");
  setlocale(LC_ALL, "C");
}

/* Each of these took seconds to minutes: under a sanitizer they would time out. */
LG_TEST(large_configurations_take_no_longer_than_they_are_large) {
  enum { TOOLS = 16000, BIG = 300000, ROOM = 4000000 };
  char *text = malloc(ROOM);
  size_t len = 0;
  /* Limits of tools that have no policy, beside as many policies, and globs of budgets. */
  len += (size_t)snprintf(text + len, ROOM - len, "{\"detectors\":[{\"type\":\"limit\",\"limits\":{");
  for (int i = 0; i < TOOLS; i++)
    len += (size_t)snprintf(text + len, ROOM - len, "%s\"a_%d\":%d", i == 0 ? "" : ",", i, 1 + i % 7);
  len += (size_t)snprintf(text + len, ROOM - len, "}},{\"type\":\"budget\",\"calls\":9,\"tools\":[");
  for (int i = 0; i < TOOLS; i++) len += (size_t)snprintf(text + len, ROOM - len, "%s\"c_%d\"", i == 0 ? "" : ",", i);
  len += (size_t)snprintf(text + len, ROOM - len, "]}],\"tools\":{");
  for (int i = 0; i < TOOLS; i++)
    len += (size_t)snprintf(text + len, ROOM - len, "%s\"b_%d%s\":{\"mutates\":true}", i == 0 ? "" : ",", i,
                            i < LG_GLOBS_MAX ? "*" : "");
  len += (size_t)snprintf(text + len, ROOM - len, "}}");
  CHECK(len < ROOM);
  lg_guard *guard = configured(text);
  CHECK_EQ_INT(profile_of(guard, "a_15").limit, 2);
  CHECK(profile_of(guard, "b_15999").mutates && profile_of(guard, "b_15_and_more").mutates);
  CHECK(profile_of(guard, "b_16000").outside == 2 && profile_of(guard, "c_15999").outside == 0);
  /* A name of 300 KB. */
  memset(text, 'a', BIG);
  uint32_t number;
  for (int i = 0; i < 20; i++) CHECK_EQ_INT(lg_guard_tool_profile(guard, text, BIG, &number), LG_OK);
  lg_guard_free(guard);
  free(text);
}

LG_TEST(globs_are_bounded) {
  char text[20000], glob[LG_GLOB_UNITS_MAX + 8];
  memset(glob, 'a', sizeof glob);
  glob[0] = '*';
  glob[LG_GLOB_UNITS_MAX] = '\0';
  snprintf(text, sizeof text, "{\"tools\":{\"%s\":false}}", glob);
  lg_guard_free(configured(text));
  glob[LG_GLOB_UNITS_MAX] = 'a';
  glob[LG_GLOB_UNITS_MAX + 1] = '\0';
  snprintf(text, sizeof text, "{\"detectors\":[{\"type\":\"similar_query\",\"tools\":[\"x\",\"%s\"]}]}", glob);
  lg_config_error error;
  lg_guard *guard = NULL;
  CHECK_EQ_INT(lg_guard_configure(NULL, KEY, text, strlen(text), &guard, &error), LG_EINVAL);
  static const char front[] = "Option \"detectors[0].tools[1]\" must be a glob of 256 characters at most, got \"*aaa";
  CHECK_EQ_STR(error.message, sizeof front - 1, front, sizeof front - 1);
  for (int count = LG_GLOBS_MAX; count <= LG_GLOBS_MAX + 1; count++) {
    size_t len = (size_t)snprintf(text, sizeof text, "{\"tools\":{");
    for (int i = 0; i < count; i++)
      len += (size_t)snprintf(text + len, sizeof text - len, "%s\"g%d*\":false", i == 0 ? "" : ",", i);
    snprintf(text + len, sizeof text - len, "}}");
    if (count == LG_GLOBS_MAX)
      lg_guard_free(configured(text));
    else
      check_option(text, "tools[\"g256*\"]", "one of 256 globs at most in all options, got false (boolean)");
  }
}

LG_TEST(names_of_arguments_are_bounded) {
  char text[4000];
  for (int count = LG_PROJECTION_MAX; count <= LG_PROJECTION_MAX + 1; count++) {
    size_t len = (size_t)snprintf(text, sizeof text, "{\"tools\":{\"t\":{\"ignore\":[");
    for (int i = 0; i < count; i++)
      len += (size_t)snprintf(text + len, sizeof text - len, "%s\"n%d\"", i == 0 ? "" : ",", i);
    snprintf(text + len, sizeof text - len, "]}}}");
    if (count == LG_PROJECTION_MAX)
      lg_guard_free(configured(text));
    else
      check_option(text, "tools[\"t\"].ignore", "an array of 256 entries at most, got an array of 257");
  }
}
