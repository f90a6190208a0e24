/* similar_query: the query is similar to one that the same tool got in an earlier round. */
#include "../run.h"

static const lg_field FIELDS[] = {LG_FIELD(DOUBLE, "threshold", similarity, 0.75, 0, 1)};

static lg_status find_before(const lg_run *run, const lg_detector_spec *spec, lg_asked *asked, lg_finding *out,
                             bool *out_found) {
  if (!asked->query) return LG_OK;
  const lg_request *request = asked->request;
  uint32_t similar;
  lg_status status = lg__queries_similar(&run->queries, run->guard->workspace, &request->name_digest, asked->round,
                                         spec->similarity, request->query, request->query_len, &similar);
  if (status != LG_OK) return status;
  out->threshold = 1;
  out->repeats = similar + 1;
  *out_found = similar != 0;
  return LG_OK;
}

const lg_detector_record lg__detector_similar_query = {
    .name = "similar_query", LG_FIELDS(FIELDS), .facts = LG_FACT_QUERIES, .find_before = find_before};
