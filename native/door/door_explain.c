/* Why the detectors of a run fired or kept silent. */
#include "door_request.h"

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
