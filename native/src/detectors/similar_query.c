/* similar_query: the query is similar to one that the same tool got in an earlier round. */
#include "run/run.h"

/* How many queries of earlier rounds it is like, and which is the newest of them. */
static lg_status compare(const lg_run *run, const lg_detector_spec *spec, const lg_candidate *candidate,
                         uint32_t *out_similar, uint32_t *out_newest) {
  const lg_request *request = candidate->request;
  return lg__queries_similar(&run->queries, run->guard->workspace, &request->name_digest, candidate->round,
                             spec->similarity, request->query, request->query_len, out_similar, out_newest);
}

static lg_status find_before(const lg_run *run, const lg_detector_spec *spec, lg_candidate *candidate, lg_finding *out,
                             bool *out_found) {
  if (!candidate->query || candidate->lost) return LG_OK;
  uint32_t similar, newest;
  lg_status status = compare(run, spec, candidate, &similar, &newest);
  if (status != LG_OK) return status;
  out->threshold = 1;
  out->repeats = similar + 1;
  *out_found = similar != 0;
  return LG_OK;
}

static void explain(const lg_run *run, const lg_detector_slot *slot, const lg_candidate *candidate,
                    const lg_profile *profile, lg_explained *out) {
  (void)profile;
  out->threshold = 2;
  out->why = LG_WHY_NO_QUERY;
  uint32_t similar;
  if (!candidate->query || candidate->request->query_len == 0) return;
  if (compare(run, &slot->spec, candidate, &similar, &out->like) != LG_OK)
    return; /* there is room: it was asked before */
  out->count = similar + 1;
  out->why = similar == 0 ? LG_WHY_FIRST : LG_WHY_COUNTED;
}

const lg_detector_record lg__detector_similar_query = {
    .name = "similar_query", .tracks = LG_TRACK_QUERIES, .find_before = find_before, .explain = explain};
