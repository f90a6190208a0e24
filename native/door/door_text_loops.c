/* The operations on text detectors (lg_text_loop, TextLoopDetector in JavaScript). */
#include "door_request.h"

/* To be called after lg__door_handles_reserve. */
static lg_status say_handle(lg_door_request *request, lg_text_loop *text) {
  lg_door_handles *handles = &request->door->handles;
  lg_door_slot *slot = lg__door_handles_take(handles, LG_DOOR_A_TEXT);
  slot->of.text = text;
  request->number = lg__door_handles_number(handles, slot);
  return LG_OK;
}

static lg_status say_match(lg_door_request *request, const lg_text_match *match) {
  if (match->kind == LG_TEXT_NONE) return LG_OK;
  uint8_t *out = lg__door_scratch(request->door, LG_MATCH_AT_END);
  if (out == NULL) return LG_ENOMEM;
  lg__door_put_f64(out + LG_MATCH_AT_START, (double)match->start);
  lg__door_put_u32(out + LG_MATCH_AT_KIND, match->kind);
  lg__door_put_u32(out + LG_MATCH_AT_PERIOD, match->period);
  lg__door_put_u32(out + LG_MATCH_AT_REPEATS, match->repeats);
  lg__door_put_u32(out + LG_MATCH_AT_SURE, match->sure);
  return lg__door_say(request, out, LG_MATCH_AT_END);
}

lg_status lg__door_text(lg_door_request *request) {
  const uint8_t *key = lg__door_take(request, LG_KEY_SIZE);
  lg_text_loop_options options;
  if (key == NULL || !lg__door_take_u32(request, &options.repeats) ||
      !lg__door_take_u32(request, &options.min_length) || !lg__door_take_u32(request, &options.max_period) ||
      !lg__door_take_u32(request, &options.messages) || request->left > 0)
    return LG_EINVAL;
  lg_status status = lg__door_handles_reserve(&request->door->handles);
  if (status != LG_OK) return status;
  lg_text_loop *text;
  status = lg_text_loop_new(&request->door->allocator, key, &options, &text);
  return status == LG_OK ? say_handle(request, text) : status;
}

lg_status lg__door_text_restore(lg_door_request *request) {
  lg_status status = lg__door_handles_reserve(&request->door->handles);
  if (status != LG_OK) return status;
  lg_text_loop *text;
  status = lg_text_loop_restore(&request->door->allocator, request->at, request->left, &text);
  return status == LG_OK ? say_handle(request, text) : status;
}

/* The scratch is asked for first: with LG_ENOMEM the text must not have been added. */
lg_status lg__door_text_push(lg_door_request *request) {
  if (lg__door_scratch(request->door, LG_MATCH_AT_END) == NULL) return LG_ENOMEM;
  lg_text_match match;
  lg_status status = lg_text_loop_push(request->slot->of.text, (const char *)request->at, request->left, &match);
  return status == LG_OK ? say_match(request, &match) : status;
}

lg_status lg__door_text_end_message(lg_door_request *request) {
  if (lg__door_scratch(request->door, LG_MATCH_AT_END) == NULL) return LG_ENOMEM;
  lg_text_match match;
  lg_status status = lg_text_loop_end_message(request->slot->of.text, &match);
  return status == LG_OK ? say_match(request, &match) : status;
}

lg_status lg__door_text_forget(lg_door_request *request) { return lg_text_loop_reset(request->slot->of.text); }

lg_status lg__door_text_snapshot(lg_door_request *request) {
  const uint8_t *bytes;
  size_t len;
  lg_status status = lg_text_loop_snapshot(request->slot->of.text, &bytes, &len);
  return status == LG_OK ? lg__door_say(request, bytes, len) : status;
}
