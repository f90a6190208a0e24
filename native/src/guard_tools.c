#include "guard.h"

lg_status lg__tools_number(lg_guard *guard, const lg_profile *profile, uint32_t *out_profile) {
  bool known;
  uint32_t number = lg__guard_profile(guard, lg__guard_profile_hash(profile), &known);
  if (!known) return lg_guard_add_profile(guard, profile, out_profile);
  *out_profile = number;
  return LG_OK;
}

lg_status lg__tools_prepare(lg_guard *guard, const char *name, size_t len, uint32_t *out_profile) {
  const lg_tools *tools = &guard->tools;
  if (lg__tools_none(tools)) { /* of a guard that the host made: its default profile is its own */
    *out_profile = 0;
    return LG_OK;
  }
  const lg_tool_policy *policy = lg__tools_policy(tools, name, len);
  lg_profile profile = guard->profiles[policy != NULL ? policy->profile : 0];
  if (policy == NULL || !policy->limited) profile.limit = lg__tools_limit(tools, name, len);
  profile.similar = lg__tools_similar(tools, name, len);
  profile.outside = lg__tools_outside(tools, name, len);
  return lg__tools_number(guard, &profile, out_profile);
}

lg_status lg_guard_tool_profile(lg_guard *guard, const char *name, size_t name_len, uint32_t *out_profile) {
  if (guard == NULL || out_profile == NULL || (name == NULL && name_len != 0)) return LG_EINVAL;
  const lg_tool_policy *policy = lg__tools_policy(&guard->tools, name, name_len);
  if (policy == NULL || !policy->retryable) return lg__tools_prepare(guard, name, name_len, out_profile);
  *out_profile = guard->tools.uncounted;
  return LG_OK;
}
