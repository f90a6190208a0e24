#include "configure_stub.h"

#include <string.h>

/* Every detector whose type stands in the text, with 3 for all its numbers. */
lg_status lg_guard_configure(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE], const char *text,
                             size_t len, lg_guard **out_guard, lg_config_error *out_error) {
  static const char *const names[] = {"count",        "repeat",        "stall",  "ping_pong",   "cycle",
                                      "duplicate",    "similar_query", "limit",  "no_progress", "error_streak",
                                      "unknown_tool", "poll",          "custom", "no_news"};
  if (len == 0 || text[0] != '{' || text[len - 1] != '}') {
    strcpy(out_error->message, "The configuration is not an object.");
    return LG_EINVAL;
  }
  char copy[1000] = {0};
  memcpy(copy, text, len < sizeof copy - 1 ? len : sizeof copy - 1);
  lg_guard_options options = {.max_entries = 10000, .ladder = {.hint = 1, .abort = 3}};
  memcpy(options.key, key, LG_KEY_SIZE);
  lg_status status = lg_guard_new(allocator, &options, out_guard);
  for (uint32_t type = 0; status == LG_OK && type < LG_DETECTOR_TYPES; type++) {
    if (strstr(copy, names[type]) == NULL || type == LG_POLL) continue;
    lg_detector_spec spec = {.type = (lg_detector_type)type, .threshold = 3, .min_cycle_len = 2, .max_cycle_len = 2};
    spec.window_size = 32;
    spec.transient_threshold = spec.error_threshold = spec.ack_threshold = 3;
    spec.similarity = 0.75;
    status = lg_guard_add_detector(*out_guard, &spec);
    if (status != LG_OK) lg_guard_free(*out_guard);
  }
  return status;
}

lg_status lg_guard_configure_profile(lg_guard *guard, const char *text, size_t len, bool replace_default,
                                     uint32_t *out_profile, lg_config_error *out_error) {
  lg_profile profile = {.exempt = false};
  if (len == 0 || text[0] != '{' || text[len - 1] != '}') {
    strcpy(out_error->message, "The profile is not an object.");
    return LG_EINVAL;
  }
  *out_profile = 0;
  return replace_default ? lg_guard_set_default_profile(guard, &profile)
                         : lg_guard_add_profile(guard, &profile, out_profile);
}
