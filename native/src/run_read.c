/* From the texts of calls and outcomes to their digests: all of a decision that depends on texts. */
#include "run.h"
#include "transient.h"

/* What kind of thing a digest of a result stands for, so that the text "1" and the number 1 stay different. */
enum { FAILURE_TAG = 0xE0, JSON_TAG = 0x4A };

static lg_status identify(lg_guard *guard, const lg_call *call, lg_identity_mode mode, lg_digest *out) {
  return lg_identify(guard->workspace, guard->options.key, mode, call->name, call->name_len, call->args_kind,
                     call->args, call->args_len, &guard->profiles[call->profile].projection, out);
}

lg_status lg__run_read_call(lg_run *run, const lg_call *call, lg_request *out) {
  lg_guard *guard = run->guard;
  const uint8_t *key = guard->options.key;
  if (call->profile >= guard->profile_count || (call->name == NULL && call->name_len != 0)) return LG_EINVAL;
  const lg_profile *profile = &guard->profiles[call->profile];
  out->profile = call->profile;
  if (profile->exempt) return LG_OK;
  bool verbatim = lg__guard_keeps(guard, LG_FACT_VERBATIM);
  bool canonical = lg__guard_keeps(guard, LG_FACT_IDENTITY) || !verbatim || profile->poll;
  if (canonical) {
    lg_status status = identify(guard, call, LG_CANONICAL, &out->identity);
    if (status != LG_OK) return status;
  }
  if (verbatim) {
    lg_status status = identify(guard, call, LG_VERBATIM, &out->verbatim);
    if (status != LG_OK) return status;
  }
  if (!canonical) out->identity = out->verbatim;
  if (!verbatim) out->verbatim = out->identity;
  out->has_verbatim = verbatim;
  out->name = call->name;
  out->name_len = lg__name_cut(call->name, call->name_len);
  out->name_digest = lg_digest_bytes(key, call->name, call->name_len);
  out->has_id = call->id != NULL;
  if (out->has_id) out->id = lg_digest_bytes(key, call->id, call->id_len);
  out->signs = 0;
  if (lg__guard_keeps(guard, LG_FACT_NEWS)) {
    out->signs = lg__name_signs(out->name, out->name_len);
    if ((out->signs & LG_SIGN_SHELL) != 0 && call->args_kind != LG_ARGS_NONE)
      out->signs |= lg__command_signs(call->args, call->args_len);
  }
  out->query = call->query;
  out->query_len = call->query_len;
  out->now_ms = call->now_ms;
  return LG_OK;
}

lg_status lg__run_read_outcome(lg_run *run, uint32_t number, const lg_outcome *outcome, lg_reply *out) {
  lg_guard *guard = run->guard;
  if (number >= guard->profile_count) return LG_EINVAL;
  const lg_profile *profile = &guard->profiles[number];
  const char *text = outcome->result;
  size_t len = outcome->result_len;
  bool from_error = outcome->failed && outcome->error != NULL && outcome->error_len != 0;
  if (from_error) {
    text = outcome->error;
    len = outcome->error_len;
  }
  bool nothing = !from_error && outcome->result_kind == LG_RESULT_NONE;
  if (text == NULL || nothing) {
    text = "";
    len = 0;
  }
  uint32_t classes = outcome->failed ? profile->failure_classes : profile->volatile_classes;
  if (classes != 0) {
    lg_status status = lg_normalize_volatile(guard->workspace, classes, text, len, &text, &len);
    if (status != LG_OK) return status;
  }
  bool asks = lg__guard_keeps(guard, LG_FACT_NEWS) && !outcome->failed;
  out->ack = asks ? lg__acknowledges(text, len) : LG_ACK_NONE;
  out->result = lg_digest_bytes(guard->options.key, text, len);
  if (outcome->failed) out->result.bytes[13] ^= FAILURE_TAG;
  if (!from_error && outcome->result_kind == LG_RESULT_JSON) out->result.bytes[13] ^= JSON_TAG;
  out->comparable = outcome->failed || !nothing;
  out->failed = outcome->failed;
  /* Many tools report their failures as results. */
  out->transient = outcome->transient || (asks && len <= LG_SHORT_REPORT && lg_is_transient(text, len));
  out->now_ms = outcome->now_ms;
  if (profile->poll && lg__is_final(outcome->now_ms)) { /* whatever it says: it does not pass by itself */
    out->transient = false;
    out->ack = LG_ACK_NONE;
  }
  return LG_OK;
}
