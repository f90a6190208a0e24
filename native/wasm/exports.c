/*
 * What the WebAssembly build exports: the core's functions with their structs flattened, so that JavaScript passes
 * numbers and pointers only. lib/wasm.ts is the one caller. Functions whose arguments are plain already are exported
 * as they are, by scripts/build-wasm.sh.
 *
 * Text is a pointer and a length; a null pointer is "none". `out` points to what the caller allocated for results.
 * No function keeps what it is given. A status is lg_status.
 */
#include <stdlib.h>

#include "loopguard.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

_Static_assert(sizeof(void *) == 4 && sizeof(size_t) == 4, "lib/wasm.ts reads pointers and sizes as 32 bits");

void *EXPORT(lg_wasm_alloc)(size_t size);
void EXPORT(lg_wasm_free)(void *ptr);
lg_status EXPORT(lg_wasm_workspace_new)(lg_workspace **out);
lg_status EXPORT(lg_wasm_identify)(lg_workspace *workspace, const uint8_t *key, uint32_t mode, const char *name,
                                   size_t name_len, uint32_t args_kind, const char *args, size_t args_len,
                                   lg_digest *out);
double EXPORT(lg_wasm_detector_push)(lg_detector *detector, const char *signature, size_t len);
lg_status EXPORT(lg_wasm_detector_new)(const uint8_t *key, uint32_t window_size, uint32_t min_cycle_len,
                                       uint32_t max_cycle_len, uint32_t repeats, lg_detector **out);
lg_status EXPORT(lg_wasm_detector_restore)(const uint8_t *bytes, size_t len, lg_detector **out);
lg_status EXPORT(lg_wasm_guard_new)(const uint8_t *key, size_t max_entries, uint32_t warn, uint32_t hint, uint32_t ask,
                                    uint32_t abort, uint32_t shadow, lg_guard **out);
lg_status EXPORT(lg_wasm_guard_add_detector)(lg_guard *guard, uint32_t type, uint32_t threshold, uint32_t min_cycle_len,
                                             uint32_t max_cycle_len, uint32_t window_size, uint32_t transient_threshold,
                                             uint32_t error_threshold, uint32_t ack_threshold, double similarity,
                                             double poll_after_ms, double max_wait_ms, uint32_t flags, uint32_t warn,
                                             uint32_t hint, uint32_t ask, uint32_t abort);
lg_status EXPORT(lg_wasm_guard_add_profile)(lg_guard *guard, uint32_t replace_default, uint32_t flags,
                                            double poll_min_interval_ms, double poll_max_wait_ms, uint32_t max_repeats,
                                            uint32_t limit, uint32_t volatile_classes, uint32_t failure_classes,
                                            uint32_t warn, uint32_t hint, uint32_t ask, uint32_t abort,
                                            const void *texts, size_t keep_count, size_t ignore_count, uint32_t *out);
double EXPORT(lg_wasm_run_before)(lg_run *run, const char *name, size_t name_len, uint32_t args_kind, const char *args,
                                  size_t args_len, const char *id, size_t id_len, const char *query, size_t query_len,
                                  uint32_t profile, double now_ms);
double EXPORT(lg_wasm_run_after)(lg_run *run, uint32_t ticket, uint32_t result_kind, const char *result,
                                 size_t result_len, uint32_t flags, const char *error, size_t error_len, double now_ms);
double EXPORT(lg_wasm_run_invalid)(lg_run *run, const char *name, size_t name_len, uint32_t args_kind, const char *args,
                                   size_t args_len, const char *id, size_t id_len, uint32_t profile, const char *error,
                                   size_t error_len, double now_ms);
double EXPORT(lg_wasm_run_detect)(lg_run *run, uint32_t detector, const char *name, size_t name_len, const char *key,
                                  size_t key_len, uint32_t repeats);
lg_status EXPORT(lg_wasm_run_resolve)(lg_run *run, uint32_t ticket, uint32_t action);
double EXPORT(lg_wasm_run_apply)(lg_run *run, const uint8_t *record, size_t len);
/* Bytes that are made: where they are, and how many. */
typedef struct made_bytes {
  const uint8_t *bytes;
  size_t len;
} made_bytes;
lg_status EXPORT(lg_wasm_run_record_before)(lg_run *run, const char *name, size_t name_len, uint32_t args_kind,
                                            const char *args, size_t args_len, const char *id, size_t id_len,
                                            const char *query, size_t query_len, uint32_t profile, double now_ms,
                                            made_bytes *out);
lg_status EXPORT(lg_wasm_run_record_after)(lg_run *run, const char *id, size_t id_len, uint32_t profile,
                                           uint32_t result_kind, const char *result, size_t result_len, uint32_t flags,
                                           const char *error, size_t error_len, double now_ms, made_bytes *out);
lg_status EXPORT(lg_wasm_run_record_invalid)(lg_run *run, const char *name, size_t name_len, uint32_t args_kind,
                                             const char *args, size_t args_len, const char *id, size_t id_len,
                                             uint32_t profile, const char *error, size_t error_len, double now_ms,
                                             made_bytes *out);

/* What was dropped, laid out as u32s. */
typedef struct restore_report {
  uint32_t version, same_options, loops, armed, detections, observations, counts, profiles;
} restore_report;
lg_status EXPORT(lg_wasm_run_restore)(lg_run *run, const uint8_t *bytes, size_t len, restore_report *out);

/* A report, laid out for a DataView. */
typedef struct report_head {
  double wait_ms, waited_ms;
  uint32_t detector, type, repeats, threshold, cycle_length, strikes, strong, again, pattern_count, transient;
  lg_digest fingerprint;
} report_head;

typedef struct report_step {
  const char *name;
  size_t name_len;
  lg_digest signature;
} report_step;

_Static_assert(offsetof(report_head, fingerprint) == 56 && sizeof(report_head) == 72, "as lib/wasm.ts reads it");
_Static_assert(offsetof(report_step, signature) == 8 && sizeof(report_step) == 24, "as lib/wasm.ts reads it");

lg_status EXPORT(lg_wasm_run_report)(const lg_run *run, report_head *out);
lg_status EXPORT(lg_wasm_run_report_step)(const lg_run *run, uint32_t index, report_step *out);

/* ---- memory ---- */

void *lg_wasm_alloc(size_t size) { return malloc(size); }
void lg_wasm_free(void *ptr) { free(ptr); }

/* ---- without a handle ---- */

lg_status lg_wasm_workspace_new(lg_workspace **out) { return lg_workspace_new(NULL, out); }

lg_status lg_wasm_identify(lg_workspace *workspace, const uint8_t *key, uint32_t mode, const char *name,
                           size_t name_len, uint32_t args_kind, const char *args, size_t args_len, lg_digest *out) {
  return lg_identify(workspace, key, (lg_identity_mode)mode, name, name_len,
                     args_kind == LG_ARGS_NONE ? LG_ARGS_NONE : LG_ARGS_RAW, args, args_len, NULL, out);
}

/* ---- detector ---- */

lg_status lg_wasm_detector_new(const uint8_t *key, uint32_t window_size, uint32_t min_cycle_len, uint32_t max_cycle_len,
                               uint32_t repeats, lg_detector **out) {
  const lg_detector_options options = {window_size, min_cycle_len, max_cycle_len, repeats};
  return lg_detector_new(NULL, key, &options, out);
}

lg_status lg_wasm_detector_restore(const uint8_t *bytes, size_t len, lg_detector **out) {
  return lg_detector_restore(NULL, bytes, len, out);
}

/* 0: no cycle; cycle_length * 2^20 + repeats; or -status. */
double lg_wasm_detector_push(lg_detector *detector, const char *signature, size_t len) {
  lg_cycle cycle;
  lg_status status = lg_detector_push(detector, signature, len, &cycle);
  if (status != LG_OK) return -(double)status;
  return cycle.cycle_length == 0 ? 0 : cycle.cycle_length * 1048576.0 + cycle.repeats;
}

/* ---- guard ---- */

lg_status lg_wasm_guard_new(const uint8_t *key, size_t max_entries, uint32_t warn, uint32_t hint, uint32_t ask,
                            uint32_t abort, uint32_t shadow, lg_guard **out) {
  lg_guard_options options = {.max_entries = max_entries, .ladder = {warn, hint, ask, abort}, .shadow = shadow != 0};
  __builtin_memcpy(options.key, key, LG_KEY_SIZE);
  return lg_guard_new(NULL, &options, out);
}

/* `flags`: 1 canonical, 2 settled, 4 strong_only, 8 failures_only. */
lg_status lg_wasm_guard_add_detector(lg_guard *guard, uint32_t type, uint32_t threshold, uint32_t min_cycle_len,
                                     uint32_t max_cycle_len, uint32_t window_size, uint32_t transient_threshold,
                                     uint32_t error_threshold, uint32_t ack_threshold, double similarity,
                                     double poll_after_ms, double max_wait_ms, uint32_t flags, uint32_t warn,
                                     uint32_t hint, uint32_t ask, uint32_t abort) {
  const lg_detector_spec spec = {.type = (lg_detector_type)type,
                                 .threshold = threshold,
                                 .min_cycle_len = min_cycle_len,
                                 .max_cycle_len = max_cycle_len,
                                 .window_size = window_size,
                                 .transient_threshold = transient_threshold,
                                 .error_threshold = error_threshold,
                                 .ack_threshold = ack_threshold,
                                 .similarity = similarity,
                                 .poll_after_ms = poll_after_ms,
                                 .max_wait_ms = max_wait_ms,
                                 .canonical = (flags & 1) != 0,
                                 .settled = (flags & 2) != 0,
                                 .strong_only = (flags & 4) != 0,
                                 .failures_only = (flags & 8) != 0,
                                 .ladder = {warn, hint, ask, abort}};
  return lg_guard_add_detector(guard, &spec);
}

/* `texts`: the pointers to keep, their lengths, the pointers to ignore, their lengths. `flags`: 1 exempt, 2 mutates,
 * 4 poll, 8 similar. */
lg_status lg_wasm_guard_add_profile(lg_guard *guard, uint32_t replace_default, uint32_t flags,
                                    double poll_min_interval_ms, double poll_max_wait_ms, uint32_t max_repeats,
                                    uint32_t limit, uint32_t volatile_classes, uint32_t failure_classes, uint32_t warn,
                                    uint32_t hint, uint32_t ask, uint32_t abort, const void *texts, size_t keep_count,
                                    size_t ignore_count, uint32_t *out) {
  const char *const *keep = texts;
  const size_t *keep_len = (const size_t *)(keep + keep_count);
  const char *const *ignore = (const char *const *)(keep_len + keep_count);
  const size_t *ignore_len = (const size_t *)(ignore + ignore_count);
  const lg_profile profile = {.exempt = (flags & 1) != 0,
                              .mutates = (flags & 2) != 0,
                              .poll = (flags & 4) != 0,
                              .similar = (flags & 8) != 0,
                              .poll_min_interval_ms = poll_min_interval_ms,
                              .poll_max_wait_ms = poll_max_wait_ms,
                              .max_repeats = max_repeats,
                              .limit = limit,
                              .volatile_classes = volatile_classes,
                              .failure_classes = failure_classes,
                              .ladder = {warn, hint, ask, abort},
                              .projection = {keep, keep_len, keep_count, ignore, ignore_len, ignore_count}};
  if (replace_default == 0) return lg_guard_add_profile(guard, &profile, out);
  lg_status status = lg_guard_set_default_profile(guard, &profile);
  if (status == LG_OK) *out = 0;
  return status;
}

/* ---- run ---- */

#define ANY_TICKET 0x0fffffffu /* NO_TICKET of binding.ts */

static uint32_t core_ticket(uint32_t ticket) { return ticket == ANY_TICKET ? LG_NO_TICKET : ticket; }

/* PackedVerdict of binding.ts. */
static double packed(lg_status status, const lg_verdict *verdict) {
  if (status != LG_OK) return -(double)status;
  double ticket = verdict->ticket == LG_NO_TICKET ? ANY_TICKET : verdict->ticket;
  return ticket * 16 + (verdict->detected ? 8 : 0) + (double)verdict->action;
}

double lg_wasm_run_before(lg_run *run, const char *name, size_t name_len, uint32_t args_kind, const char *args,
                          size_t args_len, const char *id, size_t id_len, const char *query, size_t query_len,
                          uint32_t profile, double now_ms) {
  const lg_call call = {name,    name_len, args_kind == LG_ARGS_NONE ? LG_ARGS_NONE : LG_ARGS_RAW,
                        args,    args_len, id,
                        id_len,  query,    query_len,
                        profile, now_ms};
  lg_verdict verdict;
  return packed(lg_run_before(run, &call, &verdict), &verdict);
}

double lg_wasm_run_after(lg_run *run, uint32_t ticket, uint32_t result_kind, const char *result, size_t result_len,
                         uint32_t flags, const char *error, size_t error_len, double now_ms) {
  const lg_outcome outcome = {
      (lg_result_kind)result_kind, result, result_len, (flags & 1) != 0, (flags & 2) != 0, error, error_len, now_ms};
  lg_verdict verdict;
  return packed(lg_run_after(run, core_ticket(ticket), &outcome, &verdict), &verdict);
}

double lg_wasm_run_invalid(lg_run *run, const char *name, size_t name_len, uint32_t args_kind, const char *args,
                           size_t args_len, const char *id, size_t id_len, uint32_t profile, const char *error,
                           size_t error_len, double now_ms) {
  const lg_call call = {
      name,    name_len, args_kind == LG_ARGS_NONE ? LG_ARGS_NONE : LG_ARGS_RAW, args, args_len, id, id_len, NULL, 0,
      profile, now_ms};
  const lg_outcome outcome = {.failed = true, .error = error, .error_len = error_len, .now_ms = now_ms};
  lg_verdict verdict;
  return packed(lg_run_invalid(run, &call, &outcome, &verdict), &verdict);
}

double lg_wasm_run_detect(lg_run *run, uint32_t detector, const char *name, size_t name_len, const char *key,
                          size_t key_len, uint32_t repeats) {
  lg_verdict verdict;
  return packed(lg_run_detect(run, detector, name, name_len, key, key_len, repeats, &verdict), &verdict);
}

lg_status lg_wasm_run_resolve(lg_run *run, uint32_t ticket, uint32_t action) {
  return lg_run_resolve(run, core_ticket(ticket), (lg_action)action);
}

/* AppliedVerdict of binding.ts. */
double lg_wasm_run_apply(lg_run *run, const uint8_t *record, size_t len) {
  lg_verdict verdict;
  lg_status status = lg_run_apply(run, record, len, &verdict);
  if (status != LG_OK) return -(double)status;
  return (verdict.ticket == LG_NO_TICKET ? 32 : 0) + (verdict.known ? 16 : 0) + (verdict.detected ? 8 : 0) +
         (double)verdict.action;
}

lg_status lg_wasm_run_record_before(lg_run *run, const char *name, size_t name_len, uint32_t args_kind,
                                    const char *args, size_t args_len, const char *id, size_t id_len, const char *query,
                                    size_t query_len, uint32_t profile, double now_ms, made_bytes *out) {
  const lg_call call = {name,    name_len, args_kind == LG_ARGS_NONE ? LG_ARGS_NONE : LG_ARGS_RAW,
                        args,    args_len, id,
                        id_len,  query,    query_len,
                        profile, now_ms};
  return lg_run_record_before(run, &call, &out->bytes, &out->len);
}

lg_status lg_wasm_run_record_after(lg_run *run, const char *id, size_t id_len, uint32_t profile, uint32_t result_kind,
                                   const char *result, size_t result_len, uint32_t flags, const char *error,
                                   size_t error_len, double now_ms, made_bytes *out) {
  const lg_outcome outcome = {
      (lg_result_kind)result_kind, result, result_len, (flags & 1) != 0, (flags & 2) != 0, error, error_len, now_ms};
  return lg_run_record_after(run, id, id_len, profile, &outcome, &out->bytes, &out->len);
}

lg_status lg_wasm_run_record_invalid(lg_run *run, const char *name, size_t name_len, uint32_t args_kind,
                                     const char *args, size_t args_len, const char *id, size_t id_len, uint32_t profile,
                                     const char *error, size_t error_len, double now_ms, made_bytes *out) {
  const lg_call call = {
      name,    name_len, args_kind == LG_ARGS_NONE ? LG_ARGS_NONE : LG_ARGS_RAW, args, args_len, id, id_len, NULL, 0,
      profile, now_ms};
  const lg_outcome outcome = {.failed = true, .error = error, .error_len = error_len, .now_ms = now_ms};
  return lg_run_record_invalid(run, &call, &outcome, &out->bytes, &out->len);
}

lg_status lg_wasm_run_restore(lg_run *run, const uint8_t *bytes, size_t len, restore_report *out) {
  lg_restore_report report;
  lg_status status = lg_run_restore_report(run, bytes, len, &report);
  if (status != LG_OK) return status;
  *out = (restore_report){report.version,    report.same_options, report.loops,  report.armed,
                          report.detections, report.observations, report.counts, report.profiles};
  return LG_OK;
}

lg_status lg_wasm_run_report(const lg_run *run, report_head *out) {
  const lg_report *report;
  lg_status status = lg_run_report(run, &report);
  if (status != LG_OK) return status;
  *out = (report_head){.wait_ms = report->wait_ms,
                       .waited_ms = report->waited_ms,
                       .detector = report->detector,
                       .type = report->type,
                       .repeats = report->repeats,
                       .threshold = report->threshold,
                       .cycle_length = report->cycle_length,
                       .strikes = report->strikes,
                       .strong = report->strong,
                       .again = report->again,
                       .transient = report->transient,
                       .pattern_count = report->pattern_count,
                       .fingerprint = report->fingerprint};
  return LG_OK;
}

lg_status lg_wasm_run_report_step(const lg_run *run, uint32_t index, report_step *out) {
  const lg_report *report;
  lg_status status = lg_run_report(run, &report);
  if (status != LG_OK) return status;
  if (index >= report->pattern_count) return LG_EINVAL;
  *out = (report_step){report->pattern[index].name, report->pattern[index].name_len, report->pattern[index].signature};
  return LG_OK;
}
