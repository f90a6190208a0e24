/* The operations on detectors (lg_detector, LoopDetector in JavaScript). */
#include "door_request.h"

#define CYCLE_LENGTH_UNIT 1048576.0 /* see LG_DOOR_PUSH */

/* To be called after lg__door_handles_reserve. */
static lg_status say_handle(lg_door_request *request, lg_detector *detector) {
  lg_door_handles *handles = &request->door->handles;
  lg_door_slot *slot = lg__door_handles_take(handles, LG_DOOR_A_DETECTOR);
  slot->of.detector = detector;
  request->number = lg__door_handles_number(handles, slot);
  return LG_OK;
}

lg_status lg__door_detector(lg_door_request *request) {
  const uint8_t *key = lg__door_take(request, LG_KEY_SIZE);
  lg_detector_options options;
  if (key == NULL || !lg__door_take_u32(request, &options.window_size) ||
      !lg__door_take_u32(request, &options.min_cycle_len) || !lg__door_take_u32(request, &options.max_cycle_len) ||
      !lg__door_take_u32(request, &options.repeats) || request->left > 0)
    return LG_EINVAL;
  lg_status status = lg__door_handles_reserve(&request->door->handles);
  if (status != LG_OK) return status;
  lg_detector *detector;
  status = lg_detector_new(&request->door->allocator, key, &options, &detector);
  return status == LG_OK ? say_handle(request, detector) : status;
}

lg_status lg__door_detector_restore(lg_door_request *request) {
  lg_status status = lg__door_handles_reserve(&request->door->handles);
  if (status != LG_OK) return status;
  lg_detector *detector;
  status = lg_detector_restore(&request->door->allocator, request->at, request->left, &detector);
  return status == LG_OK ? say_handle(request, detector) : status;
}

lg_status lg__door_push(lg_door_request *request) {
  lg_cycle cycle;
  lg_status status = lg_detector_push(request->slot->of.detector, (const char *)request->at, request->left, &cycle);
  if (status == LG_OK && cycle.cycle_length > 0)
    request->number = cycle.cycle_length * CYCLE_LENGTH_UNIT + cycle.repeats;
  return status;
}

lg_status lg__door_at(lg_door_request *request) {
  uint32_t back;
  if (!lg__door_take_u32(request, &back) || request->left > 0) return LG_EINVAL;
  lg_digest digest;
  lg_status status = lg_detector_at(request->slot->of.detector, back, &digest);
  return status == LG_OK ? lg__door_say_copy(request, &digest, sizeof digest) : status;
}

lg_status lg__door_forget(lg_door_request *request) { return lg_detector_reset(request->slot->of.detector); }

lg_status lg__door_detector_snapshot(lg_door_request *request) {
  const uint8_t *bytes;
  size_t len;
  lg_status status = lg_detector_snapshot(request->slot->of.detector, &bytes, &len);
  return status == LG_OK ? lg__door_say(request, bytes, len) : status;
}
