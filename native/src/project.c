#include "project.h"

#include "json_scan.h"
#include "json_text.h"
#include "members.h"

/* A tree ends at LG_FOLD_DEPTH: behind that a container is one leaf, and what it holds could not be found. */
_Static_assert(LG_POINTER_MAX == LG_FOLD_DEPTH - 1, "as many tokens as a tree is deep");

/* A pointer and how far it has been followed. A text that does not start with a slash is one token: a member's name. */
typedef struct path {
  const char *at, *end;
  bool pointer;
} path;

static path make_path(const char *text, size_t len) {
  bool pointer = len > 0 && text[0] == '/';
  return (path){text + (pointer ? 1 : 0), text + len, pointer};
}

/* Reads the next token, in key form, into workspace->unescaped; `*last`: no other follows. */
static lg_status next_token(lg_workspace *workspace, path *rest, bool *last) {
  const char *slash =
      rest->pointer && rest->at < rest->end ? memchr(rest->at, '/', (size_t)(rest->end - rest->at)) : NULL;
  const char *token_end = slash != NULL ? slash : rest->end;
  lg_writer token = {&workspace->unescaped, LG_OK};
  token.buf->len = 0;
  lg__put_key_form(&token, rest->at, (size_t)(token_end - rest->at),
                   rest->pointer ? LG_STRING_POINTER : LG_STRING_PLAIN, false);
  lg__put_byte(&token, '\0');
  *last = slash == NULL;
  if (slash != NULL) rest->at = slash + 1;
  return token.status;
}

static bool is_dropped(const cJSON *node) { return node->type == cJSON_Invalid; }

/* The child that a token names: of members with the same key the last, since that one counts. NULL: none. */
static cJSON *find_child(const cJSON *parent, const char *token, bool pointer) {
  cJSON *found = NULL;
  uint32_t index;
  if (parent->type == cJSON_Object) {
    for (cJSON *child = parent->child; child != NULL; child = child->next) {
      if (strcmp(child->string, token) == 0) found = child;
    }
  } else if (parent->type == cJSON_Array && pointer && lg__array_index(token, &index)) {
    found = parent->child;
    while (found != NULL && index-- > 0) found = found->next;
  }
  return found == NULL || is_dropped(found) ? NULL : found;
}

/* The node that a pointer names, or NULL. */
static lg_status follow(lg_workspace *workspace, cJSON *root, const char *text, size_t len, cJSON **out_node) {
  path rest = make_path(text, len);
  *out_node = root;
  bool last = false;
  for (size_t depth = 1; !last; depth++) {
    if (depth > LG_POINTER_MAX) return LG_ETOOBIG;
    lg_status status = next_token(workspace, &rest, &last);
    if (status != LG_OK) return status;
    if (*out_node != NULL) *out_node = find_child(*out_node, workspace->unescaped.data, rest.pointer);
  }
  return LG_OK;
}

/* The node stays in its place, so that earlier members with its key still do not count. */
static lg_status drop(lg_workspace *workspace, cJSON *root, const char *text, size_t len) {
  cJSON *node;
  lg_status status = follow(workspace, root, text, len, &node);
  if (status == LG_OK && node != NULL) node->type = cJSON_Invalid;
  return status;
}

/* Puts a reference to `node` among the members of `kept`, in the order of keys. */
static lg_status keep(lg_workspace *workspace, cJSON *kept, cJSON *node, const char *text, size_t len) {
  lg_writer key = {&workspace->unescaped, LG_OK};
  key.buf->len = 0;
  lg__put_key_form(&key, text, len, LG_STRING_PLAIN, false);
  lg__put_byte(&key, '\0');
  if (key.status != LG_OK) return key.status;
  cJSON *reference = lg__tree_take(&workspace->tree, sizeof *reference);
  char *string = lg__tree_take(&workspace->tree, key.buf->len);
  if (reference == NULL || string == NULL) return LG_ENOMEM;
  memcpy(string, key.buf->data, key.buf->len);
  cJSON **place = &kept->child;
  while (*place != NULL && strcmp((*place)->string, string) <= 0) place = &(*place)->next;
  *reference = (cJSON){.next = *place, .child = node, .type = cJSON_IsReference, .string = string};
  *place = reference;
  return LG_OK;
}

size_t lg__project_room(const lg_projection *projection) {
  size_t room = sizeof(cJSON);
  for (size_t i = 0; i < projection->keep_count; i++) room += sizeof(cJSON) + 2 * projection->keep_len[i] + 16;
  return room;
}

lg_status lg__project(lg_workspace *workspace, const lg_projection *projection, cJSON **root) {
  for (size_t i = 0; i < projection->ignore_count; i++) {
    lg_status status = drop(workspace, *root, projection->ignore[i], projection->ignore_len[i]);
    if (status != LG_OK) return status;
  }
  cJSON *kept = lg__tree_take(&workspace->tree, sizeof *kept);
  if (kept == NULL) return LG_ENOMEM;
  *kept = (cJSON){.type = cJSON_Object};
  for (size_t i = 0; i < projection->keep_count; i++) {
    cJSON *node;
    const char *text = projection->keep[i];
    size_t len = projection->keep_len[i];
    lg_status status = follow(workspace, *root, text, len, &node);
    if (status == LG_OK && node != NULL) status = keep(workspace, kept, node, text, len);
    if (status != LG_OK) return status;
  }
  if (kept->child != NULL) *root = kept;
  return LG_OK;
}
