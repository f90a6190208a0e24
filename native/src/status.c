#include "internal.h"

const char *lg_status_name(lg_status status) {
  switch (status) {
#define XX(name, message)                                                                                              \
  case LG_##name:                                                                                                      \
    return "LG_" #name;
    LG_STATUS_MAP(XX)
#undef XX
  }
  return "LG_UNKNOWN";
}

const char *lg_status_message(lg_status status) {
  switch (status) {
#define XX(name, message)                                                                                              \
  case LG_##name:                                                                                                      \
    return message;
    LG_STATUS_MAP(XX)
#undef XX
  }
  return "unknown status";
}
