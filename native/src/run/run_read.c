/* From the texts of calls and outcomes to their digests. No later step of a verdict reads them again. */
#include "identity/identity.h"

#include "json/json.h"
#include "run/run.h"
#include "text/envelope.h"

/* Mixed into the digest of a result, so that the text "1", the number 1 and the error "1" stay different. */
enum { FAILURE_TAG = 0xE0, JSON_TAG = 0x4A };

static unsigned signs_of(const uint8_t *name, size_t len, unsigned as) {
  (void)as;
  return lg__name_signs((const char *)name, len);
}

/* meaning.h: what the call's name says, and how long it waits. An agent has few tools, so their names are known. */
static lg_status read_signs(lg_guard *guard, const lg_args *args, lg_request *out) {
  lg_scan name = {.s = (const uint8_t *)out->name, .len = out->name_len, .words = guard->workspace->words};
  out->signs = lg__known_word(&name, 0, name.len, LG_AS_TOOL, signs_of);
  if ((out->signs & ~(uint32_t)(LG_SIGN_THINK | LG_SIGN_DOES)) == 0) return LG_OK;
  lg_value value = {NULL, 0};
  lg_status status = LG_OK;
  if (args->kind == LG_ARGS_PACKED)
    status = lg__args_arrange(guard->workspace, args, LG_ORDER_VERBATIM, NULL, NULL, &value);
  if (status == LG_OK) out->wait_ms = lg__call_wait_ms(out->signs, value);
  return status;
}

/* near.h: the sketch of the arguments that count. */
static lg_status read_sketch(lg_guard *guard, const lg_args *args, const lg_projection *projection, lg_sketch *out) {
  const uint8_t *key = guard->options.key;
  lg_value value;
  if (args->kind == LG_ARGS_RAW) lg__sketch_text(key, args->len != 0 ? (const char *)args->bytes : "", args->len, out);
  if (args->kind == LG_ARGS_NONE) *out = (lg_sketch){.flags = LG_SKETCH_MADE};
  if (args->kind != LG_ARGS_PACKED) return LG_OK;
  lg_status status = lg__args_arrange(guard->workspace, args, LG_ORDER_VERBATIM, projection, NULL, &value);
  if (status == LG_OK) lg__sketch_value(key, lg_value_at(value.bytes, value.len), out);
  return status;
}

/* The identities, signs and, where there is room for it, the sketch of the call. */
static lg_status read_args(lg_guard *guard, const lg_call *call, bool canonical, lg_sketch *sketch, lg_request *out) {
  lg_workspace *workspace = guard->workspace;
  const uint8_t *key = guard->options.key;
  const lg_profile *profile = &guard->profiles[call->profile];
  const lg_projection *projection = &profile->projection;
  lg_identity_mode mode = profile->exact ? LG_CANONICAL : LG_COMPARED;
  lg_args args;
  lg_status status = lg__args_read(workspace, call->args_kind, call->args, call->args_len, &args);
  if (status == LG_OK && canonical)
    status = lg__args_identify(workspace, key, mode, call->name, call->name_len, &args, projection, &out->identity);
  if (status == LG_OK && lg__guard_keeps(guard, LG_TRACK_VERBATIM))
    status =
        lg__args_identify(workspace, key, LG_VERBATIM, call->name, call->name_len, &args, projection, &out->verbatim);
  out->signs = 0;
  out->wait_ms = 0;
  if (status == LG_OK && lg__guard_keeps(guard, LG_TRACK_NEWS)) status = read_signs(guard, &args, out);
  out->sketch = sketch;
  if (status == LG_OK && sketch != NULL) status = read_sketch(guard, &args, projection, sketch);
  lg__workspace_trim(workspace);
  return status;
}

lg_status lg__run_read_call(lg_run *run, const lg_call *call, lg_request *out) {
  lg_guard *guard = run->guard;
  const uint8_t *key = guard->options.key;
  if (call->profile >= guard->profile_count || (call->name == NULL && call->name_len != 0)) return LG_EINVAL;
  const lg_profile *profile = &guard->profiles[call->profile];
  out->profile = call->profile;
  if (profile->exempt) return LG_OK;
  bool verbatim = lg__guard_keeps(guard, LG_TRACK_VERBATIM);
  bool canonical = lg__guard_keeps(guard, LG_TRACK_IDENTITY) || !verbatim || profile->poll;
  out->name = call->name_len != 0 ? call->name : "";
  out->name_len = call->name_len;
  lg_status status = read_args(guard, call, canonical, run->sketches.asked, out);
  if (status != LG_OK) return status;
  if (!canonical) out->identity = out->verbatim;
  if (!verbatim) out->verbatim = out->identity;
  out->has_verbatim = verbatim;
  out->name_digest = lg_digest_bytes(key, call->name, call->name_len);
  out->has_id = call->id != NULL;
  if (out->has_id) out->id = lg_digest_bytes(key, call->id, call->id_len);
  out->query = call->query;
  out->query_len = call->query_len;
  out->now_ms = call->now_ms;
  return LG_OK;
}

/* The text as JSON, printed without the values that pointers of the policy name; a text that is no JSON as it is. */
static lg_status without_pointed(lg_guard *guard, const lg_projection *answer, lg_args_kind kind, const char **text,
                                 size_t *len) {
  lg_workspace *workspace = guard->workspace;
  lg_args read;
  lg_value value;
  lg_status status = lg__args_read(workspace, kind, *text, *len, &read);
  if (status != LG_OK || read.kind != LG_ARGS_PACKED) return status;
  status = lg__args_arrange(workspace, &read, LG_ORDER_VERBATIM, answer, NULL, &value);
  if (status == LG_OK) status = lg__json_print(workspace, value.bytes, value.len);
  if (status != LG_OK) return status;
  *text = workspace->text.data;
  *len = workspace->text.len;
  return LG_OK;
}

static bool has_pointer(const lg_projection *answer) {
  for (size_t i = 0; i < answer->ignore_count; i++)
    if (answer->ignore_len[i] != 0 && answer->ignore[i][0] == '/') return true;
  return false;
}

/* Of a short result: whether it is in vain, and its kind. Apart, so that what every call goes through stays small. */
LG_COLD static void read_vain(const lg_guard *guard, lg_piece said, lg_reply *out) {
  char unasked[LG_IN_VAIN_MAX];
  if (!lg__is_in_vain(said.s, said.len, unasked, &said)) return;
  out->silence = LG_SILENCE_VAIN;
  out->declared = false;
  lg_digest digest = lg_digest_bytes(guard->options.key, said.s, said.len);
  out->family = lg__load_u32(digest.bytes) | 1;
}

static lg_status read_outcome(lg_run *run, const lg_profile *profile, const lg_outcome *outcome, bool recorded,
                              lg_reply *out) {
  lg_guard *guard = run->guard;
  const char *text = outcome->result;
  size_t len = outcome->result_len;
  bool from_error = outcome->failed && outcome->error != NULL && outcome->error_len != 0;
  if (from_error) {
    text = outcome->error;
    len = outcome->error_len;
  }
  lg_result_kind kind = from_error ? LG_RESULT_TEXT : outcome->result_kind;
  bool nothing = kind == LG_RESULT_NONE, packed = kind == LG_RESULT_PACKED;
  const lg_projection *answer = &profile->answer;
  if (has_pointer(answer) && text != NULL && len != 0) {
    lg_status status = without_pointed(guard, answer, packed ? LG_ARGS_PACKED : LG_ARGS_RAW, &text, &len);
    if (status != LG_OK) return status;
  } else if (packed) {
    lg_status status = lg__json_print(guard->workspace, (const uint8_t *)text, text != NULL ? len : 0);
    if (status != LG_OK) return status;
    text = guard->workspace->text.data;
    len = guard->workspace->text.len;
  }
  if (text == NULL || nothing) {
    text = "";
    len = 0;
  }
  bool news = lg__guard_keeps(guard, LG_TRACK_NEWS), asks = news && !outcome->failed;
  /* Many tools report failures as results. A failure's own text was looked at by the host. */
  uint32_t asked = (asks ? LG_PASSES_FAILURE : 0) | (news ? LG_PASSES_NOT_YET : 0);
  uint32_t passes = lg__result_passes(text, len, asked);
  uint32_t classes = outcome->failed ? profile->failure_classes : profile->volatile_classes;
  out->numbers = 0;
  lg_own_names own = {answer->ignore, answer->ignore_len, answer->ignore_count};
  if ((classes != 0 || own.count != 0) && len != 0) {
    const lg_own_names *named = own.count != 0 ? &own : NULL;
    uint32_t with_numbers = classes & ~(uint32_t)LG_VOLATILE_DIGITS;
    if (with_numbers != classes && outcome->failed && lg__guard_keeps(guard, LG_TRACK_FRESH)) {
      const char *numbered;
      size_t numbered_len;
      lg_status status = lg__normalize(guard->workspace, with_numbers, named, text, len, &numbered, &numbered_len);
      if (status != LG_OK) return status;
      lg_digest digest = lg_digest_bytes(guard->options.key, numbered, numbered_len);
      out->numbers = lg__load_u32(digest.bytes);
    }
    lg_status status = lg__normalize(guard->workspace, classes, named, text, len, &text, &len);
    if (status != LG_OK) return status;
  }
  bool sketches = lg__guard_keeps(guard, LG_TRACK_SKETCHES);
  char room[LG_SHORT_REPORT];
  lg_piece said = len <= LG_SHORT_REPORT ? lg__only_text(text, len, room) : (lg_piece){text, len};
  out->ack = asks || (sketches && !outcome->failed) ? lg__acknowledges(said.s, said.len) : LG_ACK_NONE;
  out->words = sketches ? lg__words_sum(guard->options.key, text, len) : 0;
  out->result = lg_digest_bytes(guard->options.key, text, len);
  bool fails = lg__guard_keeps(guard, LG_TRACK_FAMILY) && (outcome->failed || lg__says_failed(said.s, said.len));
  out->declared = fails && !outcome->failed;
  lg_piece failure = outcome->failed ? (lg_piece){text, len} : said;
  out->family = fails ? lg__failure_family(guard->options.key, failure.s, failure.len) : 0;
  if (outcome->failed) out->result.bytes[13] ^= FAILURE_TAG;
  if (packed || kind == LG_RESULT_JSON) out->result.bytes[13] ^= JSON_TAG;
  bool speaks = lg__guard_keeps(guard, LG_TRACK_SILENCE) && !outcome->failed && !nothing;
  const lg_observation *before = lg__history_at(&run->history, 0); /* only stall asks, of what equals it */
  bool asks_silence = speaks && (recorded || (before != NULL && lg__digest_equal(&before->result, &out->result)));
  out->silence = asks_silence ? lg__silence_of(said.s, said.len) : LG_SILENCE_NONE;
  if (speaks && out->silence != LG_SILENCE_DONE && said.len <= LG_IN_VAIN_MAX) read_vain(guard, said, out);
  out->comparable = outcome->failed || !nothing;
  out->failed = outcome->failed;
  out->refused = outcome->refused;
  out->transient = outcome->transient || (passes & LG_PASSES_FAILURE) != 0;
  out->pending = (passes & LG_PASSES_NOT_YET) != 0;
  out->now_ms = outcome->now_ms;
  if (profile->poll && lg__is_final(outcome->now_ms)) { /* a final answer does not pass by itself, whatever it says */
    out->transient = out->pending = false;
    out->ack = LG_ACK_NONE;
  }
  return LG_OK;
}

lg_status lg__run_read_outcome(lg_run *run, uint32_t number, const lg_outcome *outcome, bool recorded, lg_reply *out) {
  lg_guard *guard = run->guard;
  if (number >= guard->profile_count) return LG_EINVAL;
  lg_status status = read_outcome(run, &guard->profiles[number], outcome, recorded, out);
  lg__workspace_trim(guard->workspace);
  lg__buf_trim(&guard->workspace->result, LG_WORKSPACE_KEEP);
  return status;
}
