/* The hook's configuration: missing, special and wrong files must not make the agent wait. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lg_test.h"
#include "session.h"

/* A folder of its own, which the process is in. */
static void enter_folder(char path[32]) {
  memcpy(path, "/tmp/loopguard-options-XXXXXX", 30);
  if (mkdtemp(path) == NULL || chdir(path) != 0) abort();
}

static void leave_folder(const char *path, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) (void)remove(names[i]);
  CHECK_EQ_INT(chdir("/"), 0);
  CHECK_EQ_INT(rmdir(path), 0);
}

static void put_file(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) abort();
}

static bool reads(const char *config, const char *wanted, const char *why) {
  char program[] = "hook", option[] = "--config", path[64];
  snprintf(path, sizeof path, "%s", config);
  char *arguments[] = {program, option, path, NULL};
  hook_options options;
  lg_config_error error = {{0}};
  hook_ready ready = hook_options_read(3, arguments, &options, &error);
  bool read = ready == HOOK_READY;
  if (!read) CHECK_EQ_INT(ready, HOOK_NEEDS_NODE);
  if (read) CHECK_EQ_STR(options.config.data, options.config.len, wanted, strlen(wanted));
  if (!read) CHECK_EQ_STR(error.message, strlen(error.message), why, strlen(why));
  program_forget(NULL);
  return read;
}

LG_TEST(a_configuration_is_read_from_a_file) {
  static const char *const names[] = {"a.json", "b.json", "mark.json"};
  char folder[32];
  enter_folder(folder);
  put_file("a.json", "{\"preset\":\"strict\"}");
  put_file("mark.json", "\xEF\xBB\xBF{}");
  CHECK_EQ_INT(symlink("a.json", "b.json"), 0);
  CHECK(reads("a.json", "{\"preset\":\"strict\"}", ""));
  CHECK(reads("./b.json", "{\"preset\":\"strict\"}", ""));
  CHECK(reads("mark.json", "   {}", ""));
  leave_folder(folder, names, 3);
}

LG_TEST(what_is_no_file_is_not_waited_for) {
  static const char *const names[] = {"pipe.json", "round.json", "folder.json", "large.json", "device.json"};
  char folder[32];
  enter_folder(folder);
  CHECK_EQ_INT(mkfifo("pipe.json", 0600), 0);
  CHECK_EQ_INT(symlink("round.json", "round.json"), 0);
  CHECK_EQ_INT(mkdir("folder.json", 0700), 0);
  CHECK_EQ_INT(symlink("/dev/zero", "device.json"), 0);
  put_file("large.json", "");
  CHECK_EQ_INT(truncate("large.json", 1 << 30), 0);
  alarm(20);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char why[64];
    snprintf(why, sizeof why, "cannot read %s", names[i]);
    CHECK(!reads(names[i], "", why));
  }
  alarm(0);
  CHECK(!reads("none.json", "", "cannot read none.json"));
  leave_folder(folder, names, 5);
}

LG_TEST(an_option_that_is_unknown_or_has_no_value_is_wrong) {
  static const char *const wrong[] = {"--dry-run", "--claud", "and", "--preset"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char program[] = "hook", argument[16];
    snprintf(argument, sizeof argument, "%s", wrong[i]);
    char *arguments[] = {program, argument, NULL};
    hook_options options;
    lg_config_error why = {{0}};
    CHECK_EQ_INT(hook_options_read(2, arguments, &options, &why), HOOK_WRONG);
    CHECK(strstr(why.message, wrong[i]) != NULL);
    program_forget(NULL);
  }
}

LG_TEST(observing_wins_over_the_configuration) {
  static const char *const texts[] = {"{}", " { }", "{\"shadow\":false}", "\xEF\xBB\xBF{\"preset\":\"strict\"}"};
  static const char *const names[] = {"a.json"};
  char folder[32];
  enter_folder(folder);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char program[] = "hook", observe[] = "--observe", config[] = "--config=a.json";
    char *arguments[] = {program, observe, config, NULL};
    static const uint8_t key[LG_KEY_SIZE] = {0};
    hook_options options;
    lg_config_error why;
    lg_guard *guard;
    const lg_guard_options *settings;
    put_file("a.json", texts[i]);
    CHECK_EQ_INT(hook_options_read(3, arguments, &options, &why), HOOK_READY);
    CHECK_EQ_INT(lg_guard_configure(NULL, key, options.config.data, options.config.len, &guard, NULL), LG_OK);
    CHECK_EQ_INT(lg_guard_settings(guard, &settings), LG_OK);
    CHECK(settings->shadow);
    lg_guard_free(guard);
    program_forget(NULL);
  }
  leave_folder(folder, names, 1);
}
