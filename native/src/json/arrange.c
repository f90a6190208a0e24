#include "json/json.h"

/* An open container that is being written. */
typedef struct frame {
  size_t head;               /* where its tag is in the output */
  const uint8_t *at, *end;   /* array: the values that are left */
  size_t first, next, count; /* object: its members in workspace->members; those before `next` are written */
  bool object;
} frame;

typedef struct arranger {
  lg_workspace *workspace;
  const lg_arrangement *what;
  lg_writer out;
} arranger;

static lg_member *member_at(const arranger *job, size_t i) {
  return (lg_member *)(void *)job->workspace->members.data + i;
}

bool lg__is_dropped(const lg_arrangement *what, const uint8_t *value) {
  size_t low = 0, high = what->dropped_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (what->dropped[middle] == value) return true;
    if (what->dropped[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

static void put_head(arranger *job, uint8_t tag) {
  uint8_t head[LG_PACKED_HEAD] = {tag};
  lg__put(&job->out, head, sizeof head);
}

static void put_key(arranger *job, const lg_member *member) {
  uint8_t len[LG_PACKED_KEY];
  lg__store_u32(len, member->key_len);
  lg__put(&job->out, len, sizeof len);
  if (member->key_len != 0) lg__put(&job->out, member->key, member->key_len);
}

/* The members between `at` and `end`, appended to workspace->members. */
static lg_status collect(arranger *job, const uint8_t *at, const uint8_t *end) {
  lg_buf *members = &job->workspace->members;
  while (at < end) {
    const uint8_t *value = lg__packed_skip_key(at, end);
    const uint8_t *next = value != NULL ? lg__packed_skip(value, end) : NULL;
    if (next == NULL) return LG_EINVAL;
    lg_status status = lg__buf_reserve(members, sizeof(lg_member));
    if (status != LG_OK) return status;
    lg_member *member = (lg_member *)(void *)(members->data + members->len);
    member->key = at + LG_PACKED_KEY;
    member->value = value;
    member->key_len = (uint32_t)(value - member->key);
    member->value_len = (uint32_t)(next - value);
    member->place = 0;
    members->len += sizeof *member;
    at = next;
  }
  return LG_OK;
}

/* Orders the members from `first` on and opens an object of them. */
static lg_status open_object(arranger *job, size_t first, lg_order order) {
  lg_buf *members = &job->workspace->members;
  size_t count = members->len / sizeof(lg_member) - first;
  lg_status status = lg__buf_reserve(members, count * sizeof(lg_member)); /* for the sorting */
  if (status != LG_OK) return status;
  if (count > 1) count = lg__order_members(member_at(job, first), member_at(job, first + count), count, order);
  members->len = (first + count) * sizeof(lg_member);
  frame opened = {.head = job->out.buf->len, .first = first, .next = first, .count = count, .object = true};
  put_head(job, LG_VALUE_OBJECT);
  return lg__buf_append(&job->workspace->stack, &opened, sizeof opened);
}

/* Writes the value at `at`; a container is only opened. */
static lg_status put_value(arranger *job, const uint8_t *at, const uint8_t *end) {
  if (!lg__packed_holds(at)) {
    lg__put(&job->out, at, (size_t)(end - at));
    return job->out.status;
  }
  if (*at == LG_VALUE_OBJECT) {
    size_t first = job->workspace->members.len / sizeof(lg_member);
    lg_status status = collect(job, at + LG_PACKED_HEAD, end);
    return status == LG_OK ? open_object(job, first, job->what->order) : status;
  }
  frame opened = {.head = job->out.buf->len, .at = at + LG_PACKED_HEAD, .end = end};
  put_head(job, LG_VALUE_ARRAY);
  return lg__buf_append(&job->workspace->stack, &opened, sizeof opened);
}

static void close_container(arranger *job, const frame *closed) {
  lg_workspace *workspace = job->workspace;
  uint8_t *head = (uint8_t *)workspace->arranged.data + closed->head;
  lg__store_u32(head + 1, (uint32_t)(workspace->arranged.len - closed->head - LG_PACKED_HEAD));
  if (closed->object) workspace->members.len = closed->first * sizeof(lg_member);
  workspace->stack.len -= sizeof *closed;
}

/* Writes the remaining members of the open object, up to and including one that is a container, which is opened. */
static lg_status go_on_object(arranger *job, frame *now) {
  const lg_arrangement *what = job->what;
  bool made = what->value == NULL && now->head == 0; /* from `kept`: a key and its value are not next to each other */
  for (; now->next < now->first + now->count; now->next++) {
    const lg_member *member = member_at(job, now->next);
    const uint8_t *value = member->value, *end = value + member->value_len;
    if (lg__is_dropped(what, value)) continue;
    bool holds = lg__packed_holds(value);
    if (made) {
      put_key(job, member);
      if (!holds) lg__put(&job->out, value, member->value_len);
    } else {
      const uint8_t *start = member->key - LG_PACKED_KEY;
      lg__put(&job->out, start, (size_t)((holds ? value : end) - start));
    }
    if (job->out.status != LG_OK) return job->out.status;
    if (!holds) continue;
    now->next++;
    return put_value(job, value, end); /* `now` may have moved */
  }
  close_container(job, now);
  return LG_OK;
}

/* The same for the values of an open array. */
static lg_status go_on_array(arranger *job, frame *now) {
  while (now->at < now->end) {
    const uint8_t *value = now->at, *end = lg__packed_skip(value, now->end);
    if (end == NULL) return LG_EINVAL;
    now->at = end;
    if (lg__is_dropped(job->what, value)) continue;
    if (lg__packed_holds(value)) return put_value(job, value, end); /* `now` may have moved */
    lg__put(&job->out, value, (size_t)(end - value));
    if (job->out.status != LG_OK) return job->out.status;
  }
  close_container(job, now);
  return LG_OK;
}

/* Continues with the innermost open container. */
static lg_status go_on(arranger *job) {
  lg_buf *stack = &job->workspace->stack;
  frame *now = (frame *)(void *)(stack->data + stack->len - sizeof *now);
  return now->object ? go_on_object(job, now) : go_on_array(job, now);
}

static lg_status begin(arranger *job) {
  const lg_arrangement *what = job->what;
  if (what->value != NULL) {
    const uint8_t *end = what->value + what->len;
    if (lg__packed_skip(what->value, end) != end) return LG_EINVAL;
    lg_status status = lg__buf_reserve(job->out.buf, what->len);
    return status == LG_OK ? put_value(job, what->value, end) : status;
  }
  lg_buf *members = &job->workspace->members;
  size_t count = what->kept_count;
  lg_status status = lg__buf_reserve(members, 2 * count * sizeof(lg_member));
  if (status != LG_OK) return status;
  memcpy(members->data, what->kept, count * sizeof(lg_member));
  /* By their keys first, so that the order in the projection does not matter. */
  count = lg__order_members(member_at(job, 0), member_at(job, count), count, LG_ORDER_BYTES);
  members->len = count * sizeof(lg_member);
  return open_object(job, 0, what->order != LG_ORDER_NONE ? what->order : LG_ORDER_VERBATIM);
}

lg_status lg__arrange(lg_workspace *workspace, const lg_arrangement *arrangement) {
  arranger job = {workspace, arrangement, {&workspace->arranged, LG_OK}};
  workspace->stack.len = workspace->members.len = workspace->arranged.len = 0;
  lg_status status = begin(&job);
  while (status == LG_OK && workspace->stack.len != 0) status = go_on(&job);
  return status;
}
