/* The operations that make guards, tools and runs, and those on the reports and snapshots of runs. */
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
  lg_config_error error = {{0}};
  lg_status status = lg_guard_configure(&request->door->allocator, key, (const char *)request->at, request->left,
                                        &request->made.guard, &error);
  return status == LG_OK ? LG_OK : refuse(request, status, &error);
}

lg_status lg__door_tool(lg_door_request *request) {
  lg_guard *guard = request->slot->of.guard;
  uint32_t adds;
  if (!lg__door_take_choice(request, 1, &adds)) return LG_EINVAL;
  const char *text = (const char *)request->at;
  lg_config_error error = {{0}};
  lg_tool tool = {0};
  lg_status status = adds != 0 ? lg_guard_configure_tool(guard, text, request->left, &error)
                               : lg_guard_tool(guard, text, request->left, &tool);
  if (status != LG_OK) return refuse(request, status, &error);
  request->number = (double)tool.policy * (1 << 17) + (tool.similar ? 1 << 16 : 0) + tool.profile;
  return LG_OK;
}

lg_status lg__door_run(lg_door_request *request) { return lg_run_new(request->slot->of.guard, &request->made.run); }

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
  uint8_t *at = lg__door_answer(request, size);
  if (at == NULL) return LG_ENOMEM;
  at = lg__door_put_fields(at, fields, LG_DOOR_COUNT(fields), report);
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    size_t len = report->pattern[i].name_len;
    memcpy(at + LG_STEP_AT_SIGNATURE, &report->pattern[i].signature, sizeof report->pattern[i].signature);
    lg__store_u32(at + LG_STEP_AT_NAME_LEN, (uint32_t)len);
    if (len > 0) memcpy(at + LG_STEP_AT_NAME, report->pattern[i].name, len);
    at += LG_STEP_AT_NAME + len;
  }
  return LG_OK;
}

lg_status lg__door_snapshot(lg_door_request *request) {
  lg_door_object *of = &request->slot->of;
  switch ((lg_door_kind)request->slot->kind) {
  case LG_DOOR_A_DETECTOR: return lg_detector_snapshot(of->detector, &request->bytes, &request->len);
  case LG_DOOR_A_TEXT: return lg_text_loop_snapshot(of->text, &request->bytes, &request->len);
  default: return lg_run_snapshot(of->run, &request->bytes, &request->len);
  }
}

lg_status lg__door_restore(lg_door_request *request) {
  static const lg_door_field fields[] = {LG_RESTORED_FIELDS};
  lg_restore_report report;
  lg_status status = lg__door_reserve(request, LG_RESTORED_AT_END); /* first, since a restore cannot be undone */
  if (status == LG_OK) status = lg_run_restore(request->slot->of.run, request->at, request->left, &report);
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

/* ---- why the detectors of a run fired or kept silent ------------------------------------------------------------- */

lg_status lg__door_explain(lg_door_request *request) { return lg_run_explain(request->slot->of.run); }

lg_status lg__door_explanation(lg_door_request *request) {
  static const lg_door_field fields[] = {LG_EXPLANATION_FIELDS}, of_one[] = {LG_EXPLAINED_FIELDS};
  const lg_explanation *explanation;
  lg_status status = lg_run_explanation(request->slot->of.run, &explanation);
  if (status != LG_OK) return status;
  size_t size = LG_EXPLANATION_AT_DETECTORS + (size_t)explanation->count * LG_EXPLAINED_AT_END;
  uint8_t *at = lg__door_answer(request, size);
  if (at == NULL) return LG_ENOMEM;
  at = lg__door_put_fields(at, fields, LG_DOOR_COUNT(fields), explanation);
  for (uint32_t i = 0; i < explanation->count; i++)
    at = lg__door_put_fields(at, of_one, LG_DOOR_COUNT(of_one), &explanation->detectors[i]);
  return LG_OK;
}
