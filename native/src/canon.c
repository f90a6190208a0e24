#include "canon.h"

#include "json_scan.h"
#include "json_text.h"
#include "json_tree.h"
#include "members.h"
#include "project.h"

/*
 * A folded container in the text of the one around it: this byte, which no JSON text has, and the number of its leaf.
 * Texts of folds are put together at the very end, so that a text nested N times is not copied N times.
 */
#define FOLD_MARK '\xff'

typedef struct canonizer {
  lg_workspace *workspace;
  lg_identity_mode mode;
  const char *source;
  lg_writer out;
} canonizer;

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static const lg_leaf *leaf_at(const lg_workspace *workspace, size_t number) {
  return (const lg_leaf *)(const void *)workspace->leaves.data + number;
}

static void write_leaf(canonizer *job, size_t number) {
  const lg_leaf *leaf = leaf_at(job->workspace, number);
  switch ((lg_leaf_place)leaf->place) {
  case LG_LEAF_SOURCE:
    lg__put(&job->out, job->source + leaf->start, leaf->len);
    return;
  case LG_LEAF_SETTLED:
    lg__put(&job->out, job->workspace->settled.data + leaf->start, leaf->len);
    return;
  case LG_LEAF_FOLDED: {
    uint32_t mark = (uint32_t)number;
    lg__put_byte(&job->out, FOLD_MARK);
    lg__put(&job->out, &mark, sizeof mark);
  }
  }
}

static void write_value(canonizer *job, cJSON *node);

/* The children that are left, between brackets; recursion ends at LG_FOLD_DEPTH. */
static void write_children(canonizer *job, const cJSON *parent, bool object) {
  char separator = object ? '{' : '[';
  for (cJSON *child = parent->child; child != NULL; child = child->next) {
    if (child->type == cJSON_Invalid) continue;
    lg__put_byte(&job->out, separator);
    separator = ',';
    if (object) {
      lg__put_string(&job->out, child->string, strlen(child->string));
      lg__put_byte(&job->out, ':');
    }
    write_value(job, child);
  }
  if (separator != ',') lg__put_byte(&job->out, separator);
  lg__put_byte(&job->out, object ? '}' : ']');
}

static void write_value(canonizer *job, cJSON *node) {
  switch (node->type) {
  case cJSON_NULL:
    lg__put(&job->out, "null", 4);
    return;
  case cJSON_False:
    lg__put(&job->out, "false", 5);
    return;
  case cJSON_True:
    lg__put(&job->out, "true", 4);
    return;
  case cJSON_String:
    write_leaf(job, lg__leaf_number(node->valuestring));
    return;
  case cJSON_Array:
    write_children(job, node, false);
    return;
  case cJSON_Object:
    lg__order_members(node, job->mode);
    write_children(job, node, true);
    return;
  case cJSON_IsReference:
    write_value(job, node->child);
    return;
  default:
    job->out.status = LG_EJSON; /* cJSON has no other type for a skeleton */
  }
}

/* ---- folds ------------------------------------------------------------------------------------------------------ */

static lg_status parse(canonizer *job, size_t start, size_t values, size_t extra, cJSON **out_root) {
  lg_workspace *workspace = job->workspace;
  return lg__tree_parse(&workspace->tree, &workspace->allocator, workspace->skeleton.data + start,
                        workspace->skeleton.len - start, values, extra, out_root);
}

static lg_status fold(void *ctx, size_t start, size_t values) {
  canonizer *job = ctx;
  cJSON *root;
  lg_status status = parse(job, start, values, 0, &root);
  if (status != LG_OK) return status;
  job->out = (lg_writer){&job->workspace->folds, LG_OK};
  write_value(job, root);
  return job->out.status;
}

/* A part of workspace->folds that is still to be copied. */
typedef struct span {
  size_t start, end;
} span;

/* Copies the text from `start` to the end of workspace->folds into workspace->text, with the folds in their places. */
static lg_status unfold(lg_workspace *workspace, size_t start) {
  const char *folds = workspace->folds.data;
  lg_writer text = {&workspace->text, LG_OK}, stack = {&workspace->stack, LG_OK};
  span now = {start, workspace->folds.len};
  stack.buf->len = 0;
  for (;;) {
    const char *mark = memchr(folds + now.start, FOLD_MARK, now.end - now.start);
    size_t plain_end = mark != NULL ? (size_t)(mark - folds) : now.end;
    lg__put(&text, folds + now.start, plain_end - now.start);
    if (text.status != LG_OK) return text.status;
    if (mark == NULL) {
      if (stack.buf->len == 0) return LG_OK;
      stack.buf->len -= sizeof now;
      memcpy(&now, stack.buf->data + stack.buf->len, sizeof now);
      continue;
    }
    uint32_t number;
    memcpy(&number, mark + 1, sizeof number);
    now.start = plain_end + 1 + sizeof number;
    lg__put(&stack, &now, sizeof now);
    if (stack.status != LG_OK) return stack.status;
    const lg_leaf *leaf = leaf_at(workspace, number);
    now = (span){leaf->start, (size_t)leaf->start + leaf->len};
  }
}

lg_status lg__canon(lg_workspace *workspace, lg_identity_mode mode, const char *source, size_t len,
                    const lg_projection *projection) {
  lg__buf_trim(&workspace->text, LG_WORKSPACE_KEEP); /* what the last result left */
  canonizer job = {.workspace = workspace, .mode = mode, .source = source};
  size_t values;
  lg_status status = lg__json_scan(workspace, source, len, fold, &job, &values);
  if (status != LG_OK) return status;
  cJSON *root;
  status = parse(&job, 0, values, projection != NULL ? lg__project_room(projection) : 0, &root);
  if (status == LG_OK && projection != NULL) status = lg__project(workspace, projection, &root);
  if (status != LG_OK) return status;

  size_t folds = workspace->folds.len;
  job.out = (lg_writer){folds != 0 ? &workspace->folds : &workspace->text, LG_OK};
  workspace->text.len = 0;
  status = lg__buf_reserve(&workspace->text, len + 64); /* few texts grow, so that this is most often enough */
  if (status != LG_OK) return status;
  write_value(&job, root);
  if (job.out.status != LG_OK) return job.out.status;
  return folds != 0 ? unfold(workspace, folds) : LG_OK;
}
