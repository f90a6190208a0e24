#include "args.h"

#include "project.h"

lg_status lg__args_read(lg_workspace *workspace, lg_args_kind kind, const char *args, size_t len, lg_args *out_args) {
  *out_args = (lg_args){.kind = kind, .bytes = (const uint8_t *)args, .len = len, .verbatim = true};
  if (kind == LG_ARGS_NONE) return LG_OK;
  if ((kind != LG_ARGS_PACKED && kind != LG_ARGS_RAW) || (args == NULL && len != 0)) return LG_EINVAL;
  if (len > LG_BUF_MAX) return LG_ETOOBIG;
  if (kind == LG_ARGS_PACKED) return LG_OK;
  lg_read_order order;
  lg_status status = lg__json_read(workspace, args, len, &order);
  if (status == LG_EJSON) return LG_OK; /* stays raw text */
  if (status != LG_OK) return status;
  *out_args = (lg_args){LG_ARGS_PACKED, (const uint8_t *)workspace->packed.data, workspace->packed.len, order.verbatim,
                        order.canonical};
  return LG_OK;
}

static lg_status is_arranged(lg_workspace *workspace, const lg_args *args, lg_order order, bool *out_arranged) {
  *out_arranged = order == LG_ORDER_VERBATIM ? args->verbatim : order == LG_ORDER_BYTES && args->canonical;
  if (*out_arranged || order == LG_ORDER_VERBATIM) return LG_OK;
  return lg__is_arranged(workspace, order, args->bytes, args->len, out_arranged);
}

lg_status lg__args_arrange(lg_workspace *workspace, const lg_args *args, lg_order order,
                           const lg_projection *projection, const lg_about *about, const uint8_t **out_bytes,
                           size_t *out_len) {
  lg_arrangement arrangement = {.value = args->bytes, .len = args->len, .order = order};
  if (order == LG_ORDER_VERBATIM && args->verbatim) arrangement.order = LG_ORDER_NONE;
  bool all = true;
  lg_status status = LG_OK;
  bool projects = projection != NULL && (projection->keep_count != 0 || projection->ignore_count != 0);
  if (projects || (about != NULL && about->count != 0))
    status = lg__project(workspace, projection, about, args->bytes, args->len, &arrangement, &all);
  bool arranged = false;
  if (status == LG_OK && all) status = is_arranged(workspace, args, order, &arranged);
  if (status == LG_OK && arranged) {
    *out_bytes = args->bytes;
    *out_len = args->len;
    return LG_OK;
  }
  if (arrangement.kept_count != 0) arrangement.value = NULL;
  if (status == LG_OK) status = lg__arrange(workspace, &arrangement);
  if (status != LG_OK) return status;
  *out_bytes = (const uint8_t *)workspace->arranged.data;
  *out_len = workspace->arranged.len;
  return LG_OK;
}
