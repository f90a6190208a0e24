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
  lg_guard *guard = NULL;
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
  static const lg_door_field fields[] = {LG_NEWEST_FIELDS};
  lg_newest newest;
  lg_status status = lg_run_newest(request->slot->of.run, &newest);
  if (status != LG_OK) return status;
  return lg__door_say_fields(request, fields, LG_DOOR_COUNT(fields), LG_NEWEST_AT_END, &newest);
}

lg_status lg__door_report(lg_door_request *request) {
  static const lg_door_field fields[] = {LG_REPORT_FIELDS};
  const lg_report *report;
  lg_status status = lg_run_report(request->slot->of.run, &report);
  if (status != LG_OK) return status;
  size_t size = LG_REPORT_AT_STEPS;
  for (uint32_t i = 0; i < report->pattern_count; i++) size += LG_STEP_AT_NAME + report->pattern[i].name_len;
  uint8_t *out = lg__door_scratch(request->door, size);
  if (out == NULL) return LG_ENOMEM;
  uint8_t *at = lg__door_put_fields(out, fields, LG_DOOR_COUNT(fields), report);
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
  static const lg_door_field fields[] = {LG_RESTORED_FIELDS};
  lg_restore_report report;
  /* The scratch is asked for first, since a restore cannot be undone. */
  if (lg__door_scratch(request->door, LG_RESTORED_AT_END) == NULL) return LG_ENOMEM;
  lg_status status = lg_run_restore(request->slot->of.run, request->at, request->left, &report);
  if (status != LG_OK) return status;
  return lg__door_say_fields(request, fields, LG_DOOR_COUNT(fields), LG_RESTORED_AT_END, &report);
}

lg_status lg__door_rounds(lg_door_request *request) {
  lg_run *run = request->slot->of.run;
  if (request->left == 0) {
    bool rounds, ended;
    lg_status status = lg_run_rounds(run, &rounds, &ended);
    if (status == LG_OK) request->number = (ended ? 2 : 0) + (rounds ? 1 : 0);
    return status;
  }
  uint32_t rounds;
  if (!lg__door_take_choice(request, 1, &rounds) || request->left > 0) return LG_EINVAL;
  return lg_run_set_explicit_rounds(run, rounds != 0);
}

/* ---- why nothing was found --------------------------------------------------------------------------------------- */

/* Why the detectors of a run fired or kept silent. */
lg_status lg__door_explain(lg_door_request *request) { return lg_run_explain(request->slot->of.run); }

lg_status lg__door_explanation(lg_door_request *request) {
  static const lg_door_field fields[] = {LG_EXPLANATION_FIELDS}, of_one[] = {LG_EXPLAINED_FIELDS};
  const lg_explanation *explanation;
  lg_status status = lg_run_explanation(request->slot->of.run, &explanation);
  if (status != LG_OK) return status;
  size_t size = LG_EXPLANATION_AT_DETECTORS + (size_t)explanation->count * LG_EXPLAINED_AT_END;
  uint8_t *out = lg__door_scratch(request->door, size);
  if (out == NULL) return LG_ENOMEM;
  uint8_t *at = lg__door_put_fields(out, fields, LG_DOOR_COUNT(fields), explanation);
  for (uint32_t i = 0; i < explanation->count; i++)
    at = lg__door_put_fields(at, of_one, LG_DOOR_COUNT(of_one), &explanation->detectors[i]);
  return lg__door_say(request, out, size);
}
