#include "workspace.h"

enum { FIRST_GROUP = 8, BUFFERS = 12 };

/* All buffers, those of the first group first. */
static void list_buffers(lg_workspace *w, lg_buf *buffers[BUFFERS]) {
  lg_buf *all[BUFFERS] = {&w->packed,  &w->arranged, &w->stack, &w->members, &w->kept,   &w->dropped,
                          &w->message, &w->text,     &w->given, &w->result,  &w->points, &w->snapshot};
  memcpy(buffers, all, sizeof all);
}

lg_status lg_workspace_new(const lg_allocator *allocator, lg_workspace **out_workspace) {
  if (out_workspace == NULL) return LG_EINVAL;
  lg_allocator memory;
  lg_status status = lg__allocator_init(&memory, allocator);
  if (status != LG_OK) return status;
  lg_workspace *workspace = lg__alloc_zeroed(&memory, 1, sizeof *workspace);
  if (workspace == NULL) return LG_ENOMEM;
  workspace->allocator = memory;
  lg_buf *buffers[BUFFERS];
  list_buffers(workspace, buffers);
  for (size_t i = 0; i < BUFFERS; i++) lg__buf_init(buffers[i], &workspace->allocator);
  *out_workspace = workspace;
  return LG_OK;
}

void lg_workspace_free(lg_workspace *workspace) {
  if (workspace == NULL) return;
  lg_allocator memory = workspace->allocator;
  lg_buf *buffers[BUFFERS];
  list_buffers(workspace, buffers);
  for (size_t i = 0; i < BUFFERS; i++) lg__buf_free(buffers[i]);
  lg__alloc_free(&memory, workspace, 1, sizeof *workspace);
}

void lg__workspace_trim(lg_workspace *workspace) {
  lg_buf *buffers[BUFFERS];
  list_buffers(workspace, buffers);
  for (size_t i = 0; i < FIRST_GROUP; i++) lg__buf_trim(buffers[i], LG_WORKSPACE_KEEP);
}
