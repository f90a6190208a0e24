/* Records of single events, in a few words. */
#ifndef RECORDS_H
#define RECORDS_H

#include "loopguard.h"

static inline lg_status record_before(lg_run *run, const lg_call *call, const uint8_t **bytes, size_t *len) {
  lg_event event = {.kind = LG_EVENT_BEFORE};
  if (call != NULL) event.call = *call;
  return lg_run_record(run, &event, bytes, len);
}

static inline lg_status record_invalid(lg_run *run, const lg_call *call, const lg_outcome *outcome,
                                       const uint8_t **bytes, size_t *len) {
  const lg_event event = {.kind = LG_EVENT_INVALID, .call = *call, .outcome = *outcome};
  return lg_run_record(run, &event, bytes, len);
}

static inline lg_status record_after(lg_run *run, const char *id, size_t id_len, uint32_t profile,
                                     const lg_outcome *outcome, const uint8_t **bytes, size_t *len) {
  const lg_event event = {
      .kind = LG_EVENT_AFTER, .call = {.id = id, .id_len = id_len, .profile = profile}, .outcome = *outcome};
  return lg_run_record(run, &event, bytes, len);
}

static inline lg_status record_resolve(lg_run *run, const char *id, size_t id_len, lg_action action, uint32_t granted,
                                       const uint8_t **bytes, size_t *len) {
  const lg_event event = {
      .kind = LG_EVENT_RESOLVE, .call = {.id = id, .id_len = id_len}, .action = action, .granted = granted};
  return lg_run_record(run, &event, bytes, len);
}

static inline lg_status record_detect(lg_run *run, uint32_t detector, uint32_t profile, const char *name,
                                      size_t name_len, const char *key, size_t key_len, uint32_t repeats,
                                      const uint8_t **bytes, size_t *len) {
  const lg_event event = {.kind = LG_EVENT_DETECT,
                          .call = {.name = name, .name_len = name_len, .profile = profile},
                          .detector = detector,
                          .key = key,
                          .key_len = key_len,
                          .repeats = repeats};
  return lg_run_record(run, &event, bytes, len);
}

static inline lg_status record_usage(lg_run *run, const lg_usage *usage, const uint8_t **bytes, size_t *len) {
  const lg_event event = {.kind = LG_EVENT_USAGE, .usage = *usage};
  return lg_run_record(run, &event, bytes, len);
}

static inline lg_status record_step(lg_run *run, lg_step step, const uint8_t **bytes, size_t *len) {
  const lg_event event = {.kind = LG_EVENT_STEP, .step = step};
  return lg_run_record(run, &event, bytes, len);
}

#endif
