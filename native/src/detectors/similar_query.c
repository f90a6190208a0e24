/* similar_query: the query is similar to one that the same tool got in an earlier round. */
#include "run/run.h"

/* How many queries of earlier rounds it is like, and which is the newest of them. There is room to compare them. */
static uint32_t compare(const lg_look *look, uint32_t *out_newest) {
  const lg_request *request = look->candidate->request;
  uint32_t similar = 0;
  lg_status status = lg__queries_similar(&look->run->queries, look->run->guard->workspace, &request->name_digest,
                                         look->candidate->round, look->slot->spec.similarity, request->query,
                                         request->query_len, &similar, out_newest);
  return status == LG_OK ? similar : 0;
}

static bool find_before(const lg_look *look, lg_finding *out) {
  if (!look->candidate->query || look->candidate->lost) return false;
  uint32_t newest, similar = compare(look, &newest);
  out->threshold = 1;
  out->repeats = similar + 1;
  return similar != 0;
}

static void explain(const lg_look *look, lg_explained *out) {
  out->threshold = 2;
  out->why = LG_WHY_NO_QUERY;
  if (!look->candidate->query || look->candidate->request->query_len == 0) return;
  out->count = compare(look, &out->like) + 1;
  out->why = out->count == 1 ? LG_WHY_FIRST : LG_WHY_COUNTED;
}

const lg_detector_record lg__detector_similar_query = {
    .name = "similar_query", .tracks = LG_TRACK_QUERIES, .find_before = find_before, .explain = explain};
