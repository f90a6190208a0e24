/* similar_query: the query is similar to one that the same tool got in an earlier round. */
#include "run/run.h"

/* How many queries of earlier rounds it is like, and which is the newest of them. */
static lg_status compare(const lg_look *look, uint32_t *out_similar, uint32_t *out_newest) {
  const lg_request *request = look->candidate->request;
  return lg__queries_similar(&look->run->queries, look->run->guard->workspace, &request->name_digest,
                             look->candidate->round, look->slot->spec.similarity, request->query, request->query_len,
                             out_similar, out_newest);
}

static lg_status find_before(const lg_look *look, lg_finding *out, bool *out_found) {
  if (!look->candidate->query || look->candidate->lost) return LG_OK;
  uint32_t similar, newest;
  lg_status status = compare(look, &similar, &newest);
  if (status != LG_OK) return status;
  out->threshold = 1;
  out->repeats = similar + 1;
  *out_found = similar != 0;
  return LG_OK;
}

static void explain(const lg_look *look, lg_explained *out) {
  out->threshold = 2;
  out->why = LG_WHY_NO_QUERY;
  uint32_t similar;
  if (!look->candidate->query || look->candidate->request->query_len == 0) return;
  if (compare(look, &similar, &out->like) != LG_OK) return; /* there is room: it was asked before */
  out->count = similar + 1;
  out->why = similar == 0 ? LG_WHY_FIRST : LG_WHY_COUNTED;
}

const lg_detector_record lg__detector_similar_query = {
    .name = "similar_query", .tracks = LG_TRACK_QUERIES, .find_before = find_before, .explain = explain};
