/* Guards out of JSON text, for the tests of configurations. */
#ifndef CONFIGURED_H
#define CONFIGURED_H

#include "policy/guard.h"
#include "lg_test.h"

static const uint8_t KEY[LG_KEY_SIZE] = {1};

/* The guard of `text`; to be freed. */
static inline lg_guard *configured(const char *text) {
  lg_guard *guard = NULL;
  lg_config_error error;
  lg_status status = lg_guard_configure(NULL, KEY, text, strlen(text), &guard, &error);
  CHECK_EQ_INT(status, LG_OK);
  CHECK_EQ_STR(error.message, strlen(error.message), "", 0);
  if (status != LG_OK) abort();
  return guard;
}

static inline void check_wrong(const char *text, lg_status wanted, const char *message) {
  lg_guard *guard = NULL;
  lg_config_error error;
  CHECK_EQ_INT(lg_guard_configure(NULL, KEY, text, strlen(text), &guard, &error), wanted);
  CHECK_EQ_STR(error.message, strlen(error.message), message, strlen(message));
  CHECK(guard == NULL);
}

static inline void check_option(const char *text, const char *option, const char *expected) {
  char message[LG_CONFIG_MESSAGE_SIZE];
  snprintf(message, sizeof message, "Option \"%s\" must be %s", option, expected);
  check_wrong(text, LG_EINVAL, message);
}

static inline lg_profile profile_of(lg_guard *guard, const char *name) {
  uint32_t number = UINT32_MAX;
  CHECK_EQ_INT(lg_guard_tool_profile(guard, name, strlen(name), &number), LG_OK);
  CHECK(number < guard->profile_count);
  return guard->profiles[number];
}

static inline void check_ladder(lg_ladder got, uint32_t warn, uint32_t hint, uint32_t ask, uint32_t abort_at) {
  CHECK(got.warn == warn && got.hint == hint && got.ask == ask && got.abort == abort_at);
}

#endif
