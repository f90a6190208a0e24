/* The table of statuses, and what a workspace makes of bad allocators. */
#include "failing_alloc.h"
#include "lg_test.h"

LG_TEST(every_status_has_a_name_and_a_message) {
  static const struct {
    lg_status status;
    const char *name;
  } all[] = {
#define XX(name, message) {LG_##name, "LG_" #name},
      LG_STATUS_MAP(XX)
#undef XX
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    const char *name = lg_status_name(all[i].status), *message = lg_status_message(all[i].status);
    CHECK_EQ_INT(all[i].status, i);
    CHECK_EQ_STR(name, strlen(name), all[i].name, strlen(all[i].name));
    CHECK(strlen(message) > 5 && message[strlen(message) - 1] != '.');
    for (size_t j = 0; j < i; j++) CHECK(strcmp(message, lg_status_message(all[j].status)) != 0);
  }
}

LG_TEST(an_unknown_status_has_a_name_too) {
  CHECK_EQ_STR(lg_status_name((lg_status)999), 10, "LG_UNKNOWN", 10);
  CHECK_EQ_STR(lg_status_message((lg_status)999), 14, "unknown status", 14);
}

LG_TEST(an_allocator_with_a_hole_is_refused) {
  failing_alloc memory = {0};
  lg_workspace *workspace = NULL;
  for (int hole = 0; hole < 3; hole++) {
    lg_allocator allocator = failing_allocator(&memory);
    if (hole == 0) allocator.malloc = NULL;
    if (hole == 1) allocator.realloc = NULL;
    if (hole == 2) allocator.free = NULL;
    CHECK_EQ_INT(lg_workspace_new(&allocator, &workspace), LG_EINVAL);
  }
  CHECK_EQ_INT(lg_workspace_new(NULL, NULL), LG_EINVAL);
  CHECK(workspace == NULL);
  CHECK_EQ_INT(memory.requests, 0);
}
