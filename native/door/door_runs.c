/* The operations that make guards, profiles and runs, and those on the reports and snapshots of runs. */
#include "door_request.h"

/* Keeps what is wrong with the configuration for LG_DOOR_FETCH, if there is memory for it. */
static lg_status refuse(lg_door_request *request, lg_status status, const lg_config_error *error) {
  size_t len = strlen(error->message);
  if (len == 0 || lg__door_say_copy(request, error->message, len) != LG_OK) request->bytes = NULL;
  return status;
}

lg_status lg__door_guard(lg_door_request *request) {
  const uint8_t *key = lg__door_take(request, LG_KEY_SIZE);
  if (key == NULL) return LG_EINVAL;
  lg_guard *guard;
  lg_config_error error = {{0}};
  lg_status status =
      lg_guard_configure(&request->door->allocator, key, (const char *)request->at, request->left, &guard, &error);
  if (status != LG_OK) return refuse(request, status, &error);
  (void)lg__door_say_handle(request, LG_DOOR_A_GUARD, guard);
  return LG_OK;
}

lg_status lg__door_profile(lg_door_request *request) {
  uint32_t replace, number;
  if (!lg__door_take_choice(request, 1, &replace)) return LG_EINVAL;
  lg_config_error error = {{0}};
  lg_status status = lg_guard_configure_profile(request->slot->of.guard, (const char *)request->at, request->left,
                                                replace != 0, &number, &error);
  if (status != LG_OK) return refuse(request, status, &error);
  request->number = number;
  return LG_OK;
}

lg_status lg__door_run(lg_door_request *request) {
  lg_run *run;
  lg_status status = lg_run_new(request->slot->of.guard, &run);
  if (status != LG_OK) return status;
  lg__door_say_handle(request, LG_DOOR_A_RUN, run)->link = (uint32_t)(request->slot - request->door->handles.slots);
  request->slot->link++;
  return LG_OK;
}

lg_status lg__door_newest(lg_door_request *request) {
  lg_newest newest;
  lg_status status = lg_run_newest(request->slot->of.run, &newest);
  if (status != LG_OK) return status;
  uint8_t out[LG_NEWEST_AT_END];
  uint32_t flags = newest.comparable ? LG_NEWEST_FLAG_COMPARABLE : 0;
  if (newest.mutated) flags |= LG_NEWEST_FLAG_MUTATED;
  if (newest.thought) flags |= LG_NEWEST_FLAG_THOUGHT;
  memcpy(out + LG_NEWEST_AT_PAIR, &newest.pair, sizeof newest.pair);
  lg__door_put_u32(out + LG_NEWEST_AT_FLAGS, flags);
  return lg__door_say_copy(request, out, sizeof out);
}

lg_status lg__door_report(lg_door_request *request) {
  const lg_report *report;
  lg_status status = lg_run_report(request->slot->of.run, &report);
  if (status != LG_OK) return status;
  size_t size = LG_REPORT_AT_STEPS;
  for (uint32_t i = 0; i < report->pattern_count; i++) size += LG_STEP_AT_NAME + report->pattern[i].name_len;
  uint8_t *out = lg__door_scratch(request->door, size);
  if (out == NULL) return LG_ENOMEM;
  lg__door_put_f64(out + LG_REPORT_AT_WAIT_MS, report->wait_ms);
  lg__door_put_f64(out + LG_REPORT_AT_WAITED_MS, report->waited_ms);
  lg__door_put_u32(out + LG_REPORT_AT_DETECTOR, report->detector);
  lg__door_put_u32(out + LG_REPORT_AT_TYPE, (uint32_t)report->type);
  lg__door_put_u32(out + LG_REPORT_AT_REPEATS, report->repeats);
  lg__door_put_u32(out + LG_REPORT_AT_THRESHOLD, report->threshold);
  lg__door_put_u32(out + LG_REPORT_AT_CYCLE_LENGTH, report->cycle_length);
  lg__door_put_u32(out + LG_REPORT_AT_STRIKES, report->strikes);
  uint32_t flags = report->strong ? LG_REPORT_FLAG_STRONG : 0;
  if (report->transient) flags |= LG_REPORT_FLAG_TRANSIENT;
  if (report->again) flags |= LG_REPORT_FLAG_AGAIN;
  if (report->mild) flags |= LG_REPORT_FLAG_MILD;
  if (report->failed) flags |= LG_REPORT_FLAG_FAILED;
  if (report->held) flags |= LG_REPORT_FLAG_HELD;
  lg__door_put_u32(out + LG_REPORT_AT_FLAGS, flags);
  lg__door_put_u32(out + LG_REPORT_AT_STEP_COUNT, report->pattern_count);
  lg__door_put_u32(out + LG_REPORT_AT_DIFFERING, report->differing);
  lg__door_put_u32(out + LG_REPORT_AT_SPAN, report->span);
  memcpy(out + LG_REPORT_AT_FINGERPRINT, &report->fingerprint, sizeof report->fingerprint);
  lg__door_put_f64(out + LG_REPORT_AT_USED, report->used);
  lg__door_put_f64(out + LG_REPORT_AT_LIMIT, report->limit);
  lg__door_put_u32(out + LG_REPORT_AT_UNIT, (uint32_t)report->unit);
  lg__door_put_u32(out + LG_REPORT_AT_PERIOD, (uint32_t)report->period);
  uint8_t *at = out + LG_REPORT_AT_STEPS;
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    size_t len = report->pattern[i].name_len;
    memcpy(at + LG_STEP_AT_SIGNATURE, &report->pattern[i].signature, sizeof report->pattern[i].signature);
    lg__door_put_u32(at + LG_STEP_AT_NAME_LEN, (uint32_t)len);
    if (len > 0) memcpy(at + LG_STEP_AT_NAME, report->pattern[i].name, len);
    at += LG_STEP_AT_NAME + len;
  }
  return lg__door_say(request, out, size);
}

lg_status lg__door_snapshot(lg_door_request *request) {
  const uint8_t *bytes;
  size_t len;
  lg_status status;
  switch ((lg_door_kind)request->slot->kind) {
  case LG_DOOR_A_DETECTOR: status = lg_detector_snapshot(request->slot->of.detector, &bytes, &len); break;
  case LG_DOOR_A_TEXT: status = lg_text_loop_snapshot(request->slot->of.text, &bytes, &len); break;
  default: status = lg_run_snapshot(request->slot->of.run, &bytes, &len);
  }
  return status == LG_OK ? lg__door_say(request, bytes, len) : status;
}

lg_status lg__door_restore(lg_door_request *request) {
  uint8_t *out = lg__door_scratch(request->door, LG_RESTORED_AT_END); /* first, since a restore cannot be undone */
  if (out == NULL) return LG_ENOMEM;
  lg_restore_report report;
  lg_status status = lg_run_restore_report(request->slot->of.run, request->at, request->left, &report);
  if (status != LG_OK) return status;
  lg__door_put_u32(out + LG_RESTORED_AT_VERSION, report.version);
  lg__door_put_u32(out + LG_RESTORED_AT_SAME_OPTIONS, report.same_options ? 1 : 0);
  lg__door_put_u32(out + LG_RESTORED_AT_LOOPS, report.loops);
  lg__door_put_u32(out + LG_RESTORED_AT_ARMED, report.armed);
  lg__door_put_u32(out + LG_RESTORED_AT_DETECTIONS, report.detections);
  lg__door_put_u32(out + LG_RESTORED_AT_OBSERVATIONS, report.observations);
  lg__door_put_u32(out + LG_RESTORED_AT_COUNTS, report.counts);
  lg__door_put_u32(out + LG_RESTORED_AT_PROFILES, report.profiles);
  return lg__door_say(request, out, LG_RESTORED_AT_END);
}

lg_status lg__door_rounds(lg_door_request *request) {
  lg_run *run = request->slot->of.run;
  if (request->left == 0) {
    bool rounds, ended;
    lg_status status = lg_run_explicit_rounds(run, &rounds);
    if (status == LG_OK) status = lg_run_turn_ended(run, &ended);
    if (status == LG_OK) request->number = (ended ? 2 : 0) + (rounds ? 1 : 0);
    return status;
  }
  uint32_t rounds;
  if (!lg__door_take_choice(request, 1, &rounds) || request->left > 0) return LG_EINVAL;
  return lg_run_set_explicit_rounds(run, rounds != 0);
}

/* ---- why nothing was found --------------------------------------------------------------------------------------- */

/* Why the detectors of a run fired or kept silent. */
lg_status lg__door_explain(lg_door_request *request) {
  uint32_t on;
  if (!lg__door_take_choice(request, 1, &on) || request->left > 0) return LG_EINVAL;
  return lg_run_explain(request->slot->of.run, on != 0);
}

static void put_explained(uint8_t *at, const lg_explained *one) {
  uint32_t flags = one->fires ? LG_EXPLAINED_FLAG_FIRES : 0;
  if (one->strong) flags |= LG_EXPLAINED_FLAG_STRONG;
  if (one->sibling) flags |= LG_EXPLAINED_FLAG_SIBLING;
  lg__door_put_f64(at + LG_EXPLAINED_AT_SINCE_MS, one->since_ms);
  lg__door_put_f64(at + LG_EXPLAINED_AT_WAITED_MS, one->waited_ms);
  lg__door_put_u32(at + LG_EXPLAINED_AT_WHY, (uint32_t)one->why);
  lg__door_put_u32(at + LG_EXPLAINED_AT_FLAGS, flags);
  lg__door_put_u32(at + LG_EXPLAINED_AT_COUNT, one->count);
  lg__door_put_u32(at + LG_EXPLAINED_AT_THRESHOLD, one->threshold);
  lg__door_put_u32(at + LG_EXPLAINED_AT_CYCLE_LENGTH, one->cycle_length);
  lg__door_put_u32(at + LG_EXPLAINED_AT_STEPS, one->steps);
  lg__door_put_u32(at + LG_EXPLAINED_AT_LIKE, one->like);
  lg__door_put_u32(at + LG_EXPLAINED_AT_AT, one->at);
}

lg_status lg__door_explanation(lg_door_request *request) {
  const lg_explanation *said;
  lg_status status = lg_run_explanation(request->slot->of.run, &said);
  if (status != LG_OK) return status;
  size_t size = LG_EXPLANATION_AT_DETECTORS + (size_t)said->count * LG_EXPLAINED_AT_END;
  uint8_t *out = lg__door_scratch(request->door, size);
  if (out == NULL) return LG_ENOMEM;
  uint32_t flags = said->poll ? LG_EXPLANATION_FLAG_POLL : 0;
  if (said->waits) flags |= LG_EXPLANATION_FLAG_WAITS;
  lg__door_put_u32(out + LG_EXPLANATION_AT_SEEN, (uint32_t)said->seen);
  lg__door_put_u32(out + LG_EXPLANATION_AT_NEWS, (uint32_t)said->news);
  lg__door_put_u32(out + LG_EXPLANATION_AT_FLAGS, flags);
  lg__door_put_u32(out + LG_EXPLANATION_AT_SIBLING, said->sibling);
  memcpy(out + LG_EXPLANATION_AT_IDENTITY, &said->identity, sizeof said->identity);
  memcpy(out + LG_EXPLANATION_AT_VERBATIM, &said->verbatim, sizeof said->verbatim);
  lg__door_put_u32(out + LG_EXPLANATION_AT_TICKET, said->ticket);
  lg__door_put_u32(out + LG_EXPLANATION_AT_COUNT, said->count);
  for (uint32_t i = 0; i < said->count; i++)
    put_explained(out + LG_EXPLANATION_AT_DETECTORS + (size_t)i * LG_EXPLAINED_AT_END, &said->detectors[i]);
  return lg__door_say(request, out, size);
}
