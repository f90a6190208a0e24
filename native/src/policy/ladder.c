/* The ladder: from strikes to verdicts. */
#include "policy/configure.h"
#include "policy/options.gen.h"

const lg_ladder *lg__guard_ladder(const lg_guard *guard, const lg_detector_spec *spec, const lg_profile *profile) {
  if (!lg__ladder_empty(&profile->ladder)) return &profile->ladder;
  if (spec != NULL && !lg__ladder_empty(&spec->ladder)) return &spec->ladder;
  return &guard->options.ladder;
}

lg_action lg__ladder_action(const lg_ladder *ladder, uint32_t strikes) {
  if (LG_IS_GRANTED(strikes)) return LG_ALLOW;
  if (ladder->abort != 0 && strikes >= ladder->abort) return LG_ABORT;
  if (ladder->ask != 0 && strikes >= ladder->ask) return LG_ASK;
  if (ladder->hint != 0 && strikes >= ladder->hint) return LG_HINT;
  if (ladder->warn != 0 && strikes >= ladder->warn) return LG_WARN;
  return LG_ALLOW;
}

lg_status lg_guard_ladder(const lg_guard *guard, uint32_t detector, uint32_t profile, lg_ladder *out_ladder) {
  if (guard == NULL || out_ladder == NULL || detector > guard->detector_count || profile >= guard->profile_count)
    return LG_EINVAL;
  const lg_detector_spec *spec = detector < guard->detector_count ? &guard->detectors[detector].spec : NULL;
  *out_ladder = *lg__guard_ladder(guard, spec, &guard->profiles[profile]);
  return LG_OK;
}

static const lg_field RUNGS[] = {LG_LADDER_FIELDS}; /* milder ones first */

/* A milder rung that starts after a harsher one would never be reached. */
static lg_status check_order(const lg_option *option, const lg_ladder *ladder) {
  const lg_field *before = NULL;
  for (const lg_field *rung = RUNGS; rung < RUNGS + LG_COUNT_OF(RUNGS); rung++) {
    double start = lg__field_get(rung, ladder), least = before == NULL ? 0 : lg__field_get(before, ladder);
    if (start == 0) continue;
    if (start < least) {
      cJSON told; /* the rung may come from `action` */
      char number[LG_NUMBER_MAX + 1];
      lg_option wrong = lg__option_with(option, rung->name, &told, start);
      return lg__option_wrong(&wrong, "at least ", lg__config_number(least, number), ", where ", before->name,
                              " starts");
    }
    before = rung;
  }
  return LG_OK;
}

lg_status lg__option_ladder(const lg_option *owner, lg_ladder *out, bool *out_given) {
  static const lg_fields rungs = LG_ALL(RUNGS);
  lg_option action = lg__option_member(owner, "action"), ladder = lg__option_member(owner, "ladder");
  lg_ladder read = {0};
  *out_given = action.value != NULL || ladder.value != NULL;
  if (!*out_given) return LG_OK;
  lg_status status = lg__option_members(&ladder, "an object such as { warn: 1, hint: 2, abort: 5 }", &rungs, &read);
  if (status == LG_OK && ladder.value != NULL && ladder.value->child == NULL)
    return lg__option_wrong(&ladder, "an object with at least one of warn, hint, ask, abort");
  if (status != LG_OK) return status;
  if (action.value != NULL) {
    const char *name = cJSON_GetStringValue(action.value);
    const lg_field *rung = RUNGS, *end = RUNGS + LG_COUNT_OF(RUNGS);
    while (name != NULL && rung < end && strcmp(rung->name, name) != 0) rung++;
    if (name == NULL || rung == end || strcmp(name, "ask") == 0)
      return lg__option_wrong(&action, "\"warn\", \"hint\" or \"abort\"");
    if (lg__field_get(rung, &read) == 0) lg__field_set(rung, &read, 1);
  }
  if (ladder.value != NULL) status = check_order(&ladder, &read);
  *out = read;
  return status;
}
