#include "workspace.h"

#include "json_tree.h"

lg_status lg_workspace_new(const lg_allocator *allocator, lg_workspace **out_workspace) {
  if (out_workspace == NULL) return LG_EINVAL;
  lg_allocator memory;
  lg_status status = lg__allocator_init(&memory, allocator);
  if (status != LG_OK) return status;
  lg_workspace *workspace = lg__alloc_zeroed(&memory, 1, sizeof *workspace);
  if (workspace == NULL) return LG_ENOMEM;
  workspace->allocator = memory;
  lg_buf *buffers[] = {&workspace->skeleton, &workspace->leaves,  &workspace->settled, &workspace->unescaped,
                       &workspace->stack,    &workspace->folds,   &workspace->text,    &workspace->result,
                       &workspace->points,   &workspace->snapshot};
  for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) lg__buf_init(buffers[i], &workspace->allocator);
  *out_workspace = workspace;
  return LG_OK;
}

void lg_workspace_free(lg_workspace *workspace) {
  if (workspace == NULL) return;
  lg_allocator memory = workspace->allocator;
  lg_buf *buffers[] = {&workspace->skeleton, &workspace->leaves,  &workspace->settled, &workspace->unescaped,
                       &workspace->stack,    &workspace->folds,   &workspace->text,    &workspace->result,
                       &workspace->points,   &workspace->snapshot};
  for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) lg__buf_free(buffers[i]);
  lg__tree_free(&workspace->tree, &memory);
  lg__alloc_free(&memory, workspace, 1, sizeof *workspace);
}

void lg__workspace_trim(lg_workspace *workspace, bool text_too) {
  lg__buf_trim(&workspace->skeleton, LG_WORKSPACE_KEEP);
  lg__buf_trim(&workspace->leaves, LG_WORKSPACE_KEEP);
  lg__buf_trim(&workspace->settled, LG_WORKSPACE_KEEP);
  lg__buf_trim(&workspace->unescaped, LG_WORKSPACE_KEEP);
  lg__buf_trim(&workspace->stack, LG_WORKSPACE_KEEP);
  lg__buf_trim(&workspace->folds, LG_WORKSPACE_KEEP);
  if (workspace->tree.capacity > LG_WORKSPACE_KEEP) lg__tree_free(&workspace->tree, &workspace->allocator);
  if (text_too) lg__buf_trim(&workspace->text, LG_WORKSPACE_KEEP);
}
