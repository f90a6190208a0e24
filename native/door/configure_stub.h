/* Stands in for lg_guard_configure until it is there. */
#ifndef LG_CONFIGURE_STUB_H
#define LG_CONFIGURE_STUB_H
#include "loopguard.h"
typedef struct lg_config_error {
  char message[200];
} lg_config_error;
LG_NODISCARD lg_status lg_guard_configure(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE],
                                          const char *text, size_t len, lg_guard **out_guard,
                                          lg_config_error *out_error);
LG_NODISCARD lg_status lg_guard_configure_profile(lg_guard *guard, const char *text, size_t len, bool replace_default,
                                                  uint32_t *out_profile, lg_config_error *out_error);
#endif
