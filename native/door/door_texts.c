/* The operations on texts, which need no handle. */
#include "door_request.h"

static const char *text_of(const uint8_t *bytes) { return (const char *)bytes; }

lg_status lg__door_status(lg_door_request *request) {
  uint32_t status;
  if (!lg__door_take_u32(request, &status) || request->left > 0) return LG_EINVAL;
  const char *name = lg_status_name((lg_status)status), *message = lg_status_message((lg_status)status);
  size_t name_len = strlen(name), message_len = strlen(message);
  uint8_t *out = lg__door_scratch(request->door, name_len + 1 + message_len);
  if (out == NULL) return LG_ENOMEM;
  memcpy(out, name, name_len);
  out[name_len] = '\n';
  memcpy(out + name_len + 1, message, message_len);
  return lg__door_say(request, out, name_len + 1 + message_len);
}

lg_status lg__door_identify(lg_door_request *request) {
  uint32_t mode, kind, name_len;
  const uint8_t *key = lg__door_take(request, LG_KEY_SIZE), *name = NULL;
  if (key == NULL || !lg__door_take_choice(request, LG_COMPARED, &mode) ||
      !lg__door_take_choice(request, LG_ARGS_NONE, &kind) || !lg__door_take_u32(request, &name_len) ||
      (name = lg__door_take(request, name_len)) == NULL)
    return LG_EINVAL;
  lg_digest digest;
  lg_status status = lg_identify(request->door->workspace, key, (lg_identity_mode)mode, text_of(name), name_len,
                                 (lg_args_kind)kind, text_of(request->at), request->left, NULL, &digest);
  return status == LG_OK ? lg__door_say_copy(request, &digest, sizeof digest) : status;
}

lg_status lg__door_normalize(lg_door_request *request) {
  uint32_t classes;
  if (!lg__door_take_u32(request, &classes)) return LG_EINVAL;
  const char *out;
  size_t len;
  lg_status status =
      lg_normalize_volatile(request->door->workspace, classes, text_of(request->at), request->left, &out, &len);
  return status == LG_OK ? lg__door_say(request, out, len) : status;
}

lg_status lg__door_canonicalize(lg_door_request *request) {
  uint32_t mode, kind;
  if (!lg__door_take_choice(request, LG_CANONICAL, &mode) || !lg__door_take_choice(request, LG_ARGS_RAW, &kind))
    return LG_EINVAL;
  const char *out;
  size_t len;
  lg_status status = lg_canonicalize(request->door->workspace, (lg_identity_mode)mode, (lg_args_kind)kind,
                                     text_of(request->at), request->left, &out, &len);
  return status == LG_OK ? lg__door_say(request, out, len) : status;
}

lg_status lg__door_similarity(lg_door_request *request) {
  uint32_t len;
  const uint8_t *first = NULL;
  if (!lg__door_take_u32(request, &len) || (first = lg__door_take(request, len)) == NULL) return LG_EINVAL;
  return lg_similarity(request->door->workspace, text_of(first), len, text_of(request->at), request->left,
                       &request->number);
}

lg_status lg__door_snapshot_key(lg_door_request *request) {
  uint8_t key[LG_KEY_SIZE];
  lg_status status = lg_snapshot_key(request->at, request->left, key);
  return status == LG_OK ? lg__door_say_copy(request, key, sizeof key) : status;
}

/* ---- loops in text ----------------------------------------------------------------------------------------------- */

/* The operations on text detectors (lg_text_loop, TextLoopDetector in JavaScript). */
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
