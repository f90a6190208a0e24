#include "policy/option.h"

#include "policy/options.gen.h"
#include "policy/presets.gen.h"

/* A profile that is being read, with the lists of its projection. */
typedef struct lg_profile_draft {
  lg_profile profile;
  lg_name_list keep, ignore, answer;
} lg_profile_draft;

/* What policies and profiles have beside their fields and lists, which are read. */
static void read_common(const lg_option *option, lg_profile_draft *draft) {
  static const lg_field list[] = {LG_POLL_FIELDS};
  static const lg_fields fields = LG_ALL(list);
  const lg_name_list *keep = &draft->keep, *ignore = &draft->ignore, *answer = &draft->answer;
  lg_profile *profile = &draft->profile;
  lg_option poll = lg__option_member(option, "poll");
  profile->never_polls = cJSON_IsFalse(poll.value);
  profile->poll = poll.value != NULL && !profile->never_polls;
  if (profile->poll) profile->poll_max_wait_ms = LG_POLL_MAX_WAIT_MS;
  if (!cJSON_IsBool(poll.value))
    lg__option_members(&poll, "true, false or { minIntervalMs, maxWaitMs }", &fields, profile);
  (void)lg__option_ladder(option, &profile->ladder);
  profile->projection =
      (lg_projection){keep->texts, keep->lens, keep->count, ignore->texts, ignore->lens, ignore->count};
  profile->answer = (lg_projection){.ignore = answer->texts, .ignore_len = answer->lens, .ignore_count = answer->count};
}

/* ---- the profile of a tool --------------------------------------------------------------------------------------- */

/* The number of an equal profile of the guard; a copy is added when there is none. Errors as lg__guard_add_profile. */
static lg_status number_of(lg_guard *guard, const lg_profile *profile, uint32_t *out_profile) {
  bool known;
  uint32_t number = lg__guard_profile(guard, lg__guard_profile_hash(profile), &known);
  if (!known) return lg__guard_add_profile(guard, profile, false, out_profile);
  *out_profile = number;
  return LG_OK;
}

/* Adds the profile of this tool when it is new, disregarding `retryable`, and gives its number. */
static lg_status prepare(lg_guard *guard, const char *name, size_t len, uint32_t *out_profile) {
  const lg_tools *tools = &guard->tools;
  if (lg__tools_none(tools)) { /* of a guard that the host made: its default profile is its own */
    *out_profile = 0;
    return LG_OK;
  }
  const lg_tool_policy *policy = lg__tools_find(tools, LG_TOOL_POLICIES, name, len);
  lg_profile profile = guard->profiles[policy != NULL ? policy->profile : 0];
  lg__tools_complete(tools, name, len, policy != NULL && policy->limited, &profile);
  return number_of(guard, &profile, out_profile);
}

/* ---- policies ---- */

static void read_policy(const lg_option *option, lg_profile_draft *draft, lg_tool_policy *policy) {
  static const lg_field list[] = {LG_TOOL_FIELDS, LG_POLICY_FIELDS};
  static const lg_fields fields = LG_ALL(list);
  lg__option_members(option, "a policy, or false to exempt the tool", &fields, &draft->profile);
  lg_option identity = lg__option_member(option, "identity"), ignore = lg__option_member(option, "ignore");
  lg_option spans = lg__option_member(option, "volatile");
  if (identity.value != NULL && !cJSON_IsArray(identity.value))
    lg__option_wrong(&identity, "an array of argument names or JSON pointers");
  enum { NOT_GIVEN = 1 << 30 }; /* no set of classes */
  uint32_t classes = NOT_GIVEN;
  lg__option_names(&identity, 1, &draft->keep);
  lg__option_names(&ignore, 1, &draft->ignore);
  lg__option_volatile(&spans, &classes, &draft->answer);
  read_common(option, draft);
  policy->retryable = cJSON_IsTrue(lg__option_member(option, "retryable").value);
  if (classes != NOT_GIVEN) draft->profile.volatile_classes = draft->profile.failure_classes = classes;
  policy->limited = draft->profile.limit != 0;
}

static void add_policy(lg_guard *guard, const lg_option *option, lg_profile_draft *draft) {
  lg_tools *tools = &guard->tools;
  lg_tool_policy policy = {0};
  size_t len = strlen(option->name);
  draft->profile.volatile_classes = guard->profiles[0].volatile_classes;
  draft->profile.failure_classes = guard->profiles[0].failure_classes;
  draft->profile.exempt = cJSON_IsFalse(option->value);
  if (!draft->profile.exempt) read_policy(option, draft, &policy);
  lg__config_tool_name(guard, option, option->name);
  if (policy.retryable) tools->retryable = true;
  lg__tools_complete(tools, option->name, len, policy.limited, &draft->profile);
  LG_TRY(option->reading, number_of(guard, &draft->profile, &policy.profile));
  LG_TRY(option->reading, lg__tools_add(tools, LG_TOOL_POLICIES, option->name, len, &policy));
}

/* Adds the profiles of these names now, so that their numbers do not depend on the order in which they are called. */
static void number_names(lg_guard *guard, const lg_texts *names, lg_reading *reading) {
  for (size_t i = 0; i < lg__texts_count(names); i++) {
    size_t len;
    const char *name = lg__texts_at(names, i, &len);
    uint32_t number;
    LG_TRY(reading, prepare(guard, name, len, &number));
  }
}

void lg__config_tools(lg_guard *guard, const lg_option *option) {
  static const lg_profile uncounted = {.exempt = true};
  lg__option_object(option, "an object from tool names to policies");
  LG_EACH(item, option) {
    lg_profile_draft draft = {.keep = {.count = 0}};
    add_policy(guard, &item, &draft);
  }
  for (int of = LG_TOOL_LIMITS; of < LG_TOOL_MAPS; of++)
    number_names(guard, &guard->tools.maps[of].names, option->reading);
  if (guard->tools.retryable) LG_TRY(option->reading, number_of(guard, &uncounted, &guard->tools.uncounted));
}

/* ---- profiles ---- */

/* Indices of budgets, as bits. */
static uint64_t read_outside(const lg_option *option) {
  static const lg_field index = {.kind = LG_FIELD_U32, .max = LG_DETECTORS_MAX - 1};
  uint64_t bits = 0;
  if (option->value != NULL && !cJSON_IsArray(option->value))
    lg__option_wrong(option, "an array of indices of budgets");
  LG_EACH(item, option) {
    uint32_t place = 0;
    lg__option_field(&item, &index, &place);
    bits |= (uint64_t)1 << place;
  }
  return bits;
}

static void read_profile(const lg_option *option, lg_profile_draft *draft) {
#define FLAG(name)                                                                                                     \
  { #name, LG_FIELD_BOOL, offsetof(lg_profile, name), 0, 0, 1, NULL }
#define OTHER(name)                                                                                                    \
  { name, LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL }
  static const lg_field list[] = {LG_TOOL_FIELDS,    FLAG(exempt),  FLAG(similar),    FLAG(exact),
                                  OTHER("failures"), OTHER("keep"), OTHER("outside"), OTHER("answer")};
  static const lg_fields fields = LG_ALL(list);
  lg__option_members(option, "an object", &fields, &draft->profile);
  lg_option failures = lg__option_member(option, "failures"), outside = lg__option_member(option, "outside");
  lg_option keep = lg__option_member(option, "keep"), ignore = lg__option_member(option, "ignore");
  lg_option spans = lg__option_member(option, "volatile"), answer = lg__option_member(option, "answer");
  lg__option_volatile(&spans, &draft->profile.volatile_classes, NULL);
  lg__option_volatile(&failures, &draft->profile.failure_classes, NULL);
  lg__option_names(&answer, 0, &draft->answer);
  draft->profile.outside = read_outside(&outside);
  lg__option_names(&keep, 0, &draft->keep);
  lg__option_names(&ignore, 0, &draft->ignore);
  read_common(option, draft);
}

lg_status lg_guard_configure_profile(lg_guard *guard, const char *text, size_t len, bool replace_default,
                                     uint32_t *out_profile, lg_config_error *out_error) {
  lg_config_error unheard;
  lg_reading reading = lg__config_begin(out_error != NULL ? out_error : &unheard);
  if (guard == NULL || text == NULL || out_profile == NULL) return LG_EINVAL;
  cJSON *root = lg__config_read(&guard->allocator, text, len, &reading);
  lg_option option = {.value = root, .name = "profile", .reading = &reading};
  lg_profile_draft draft = {.keep = {.count = 0}};
  read_profile(&option, &draft);
  LG_TRY(&reading, lg__guard_add_profile(guard, &draft.profile, replace_default, out_profile));
  cJSON_Delete(root);
  return reading.status;
}

lg_status lg_guard_tool_profile(lg_guard *guard, const char *name, size_t name_len, uint32_t *out_profile) {
  if (guard == NULL || out_profile == NULL || (name == NULL && name_len != 0)) return LG_EINVAL;
  const lg_tool_policy *policy = lg__tools_find(&guard->tools, LG_TOOL_POLICIES, name, name_len);
  if (policy == NULL || !policy->retryable) return prepare(guard, name, name_len, out_profile);
  *out_profile = guard->tools.uncounted;
  return LG_OK;
}
