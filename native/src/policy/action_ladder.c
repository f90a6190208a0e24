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

static const lg_field STEPS[] = {LG_LADDER_FIELDS}; /* milder ones first */

/* A milder step that starts after a harsher one would never be reached. */
static void check_order(const lg_option *option, const lg_ladder *ladder) {
  const lg_field *before = NULL;
  for (const lg_field *step = STEPS; step < STEPS + LG_COUNT_OF(STEPS); step++) {
    double start = lg__field_get(step, ladder), least = before == NULL ? 0 : lg__field_get(before, ladder);
    if (start == 0) continue;
    if (start < least) {
      cJSON given; /* the step may come from `action` */
      char number[LG_NUMBER_MAX + 1];
      lg_option wrong = lg__option_with(option, step->name, &given, start);
      lg__option_wrong(&wrong, "at least ", lg__config_number(least, number), ", where ", before->name, " starts");
    }
    before = step;
  }
}

bool lg__option_ladder(const lg_option *owner, lg_ladder *out) {
  static const lg_fields steps = LG_ALL(STEPS);
  lg_option action = lg__option_member(owner, "action"), ladder = lg__option_member(owner, "ladder");
  lg_ladder read = {0};
  if (action.value == NULL && ladder.value == NULL) return false;
  lg__option_members(&ladder, "an object such as { warn: 1, hint: 2, abort: 5 }", &steps, &read);
  if (ladder.value != NULL && ladder.value->child == NULL)
    lg__option_wrong(&ladder, "an object with at least one of warn, hint, ask, abort");
  if (action.value != NULL) {
    const char *name = cJSON_GetStringValue(action.value);
    const lg_field *step = name != NULL && strcmp(name, "ask") != 0 ? lg__field_named(&steps, name) : NULL;
    if (step == NULL) lg__option_wrong(&action, "\"warn\", \"hint\" or \"abort\"");
    if (step != NULL && lg__field_get(step, &read) == 0) lg__field_set(step, &read, 1);
  }
  if (ladder.value != NULL) check_order(&ladder, &read);
  *out = read;
  return true;
}
