#include "policy/option.h"

#include "policy/options.gen.h"

/* Of polls that do not say for how long they may give one result: real waits of 26 minutes were seen. */
#define POLL_MAX_WAIT_MS 1800000.0

/* The profile of a policy that is being read, with the lists of its projections. */
typedef struct lg_profile_draft {
  lg_profile profile;
  lg_name_list keep, ignore, answer;
} lg_profile_draft;

static void read_poll(const lg_option *option, lg_profile *profile) {
  static const lg_field list[] = {LG_POLL_FIELDS};
  static const lg_fields fields = LG_ALL(list);
  lg_option poll = lg__option_member(option, "poll");
  profile->never_polls = cJSON_IsFalse(poll.value);
  profile->poll = poll.value != NULL && !profile->never_polls;
  if (profile->poll) profile->poll_max_wait_ms = POLL_MAX_WAIT_MS;
  if (!cJSON_IsBool(poll.value))
    lg__option_members(&poll, "true, false or { minIntervalMs, maxWaitMs }", &fields, profile);
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
  static const lg_field list[] = {LG_POLICY_FIELDS,
                                  {"retryable", LG_FIELD_BOOL, LG_NO_PLACE, 0, 0, 1, NULL},
                                  /* Of a host's, where a function gives the identity: */
                                  {"exact", LG_FIELD_BOOL, offsetof(lg_profile, exact), 0, 0, 1, NULL}};
  static const lg_fields fields = LG_ALL(list);
  const lg_name_list *keep = &draft->keep, *lost = &draft->ignore, *answer = &draft->answer;
  lg_profile *profile = &draft->profile;
  lg__option_members(option, "a policy, or false to exempt the tool", &fields, profile);
  lg_option identity = lg__option_member(option, "identity"), ignore = lg__option_member(option, "ignore");
  lg_option spans = lg__option_member(option, "volatile");
  if (identity.value != NULL && !cJSON_IsArray(identity.value))
    lg__option_wrong(&identity, "an array of argument names or JSON pointers");
  enum { NOT_GIVEN = 1 << 30 }; /* no set of classes */
  uint32_t classes = NOT_GIVEN;
  lg__option_names(&identity, 1, &draft->keep);
  lg__option_names(&ignore, 1, &draft->ignore);
  lg__option_volatile(&spans, &classes, &draft->answer);
  read_poll(option, profile);
  (void)lg__option_ladder(option, &profile->ladder);
  profile->projection = (lg_projection){keep->texts, keep->lens, keep->count, lost->texts, lost->lens, lost->count};
  profile->answer = (lg_projection){.ignore = answer->texts, .ignore_len = answer->lens, .ignore_count = answer->count};
  policy->retryable = cJSON_IsTrue(lg__option_member(option, "retryable").value);
  if (classes != NOT_GIVEN) profile->volatile_classes = profile->failure_classes = classes;
  policy->limited = profile->limit != 0;
}

static void add_policy(lg_guard *guard, const lg_option *option) {
  lg_tools *tools = &guard->tools;
  lg_tool_policy policy = {0};
  lg_profile_draft draft = {.keep = {.count = 0}};
  lg_profile *profile = &draft.profile;
  size_t len = strlen(option->name);
  profile->volatile_classes = guard->profiles[0].volatile_classes;
  profile->failure_classes = guard->profiles[0].failure_classes;
  profile->exempt = cJSON_IsFalse(option->value);
  if (!profile->exempt) read_policy(option, &draft, &policy);
  lg__config_tool_name(guard, option, option->name);
  lg__tools_complete(tools, option->name, len, policy.limited, profile);
  LG_TRY(option->reading, number_of(guard, profile, &policy.profile));
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
  lg__option_object(option, "an object from tool names to policies");
  LG_EACH(item, option) add_policy(guard, &item);
  for (int of = LG_TOOL_LIMITS; of < LG_TOOL_MAPS; of++)
    number_names(guard, &guard->tools.maps[of].names, option->reading);
}

/* ---- one more policy, and the tools ---- */

lg_status lg_guard_configure_tool(lg_guard *guard, const char *text, size_t len, lg_config_error *out_error) {
  lg_config_error unheard;
  lg_reading reading = lg__config_begin(out_error != NULL ? out_error : &unheard);
  if (guard == NULL || text == NULL) return LG_EINVAL;
  cJSON *root = lg__config_read(&guard->allocator, text, len, &reading);
  lg_option config = {.name = "options", .reading = &reading};
  lg_option tools = {.value = root, .above = &config, .name = "tools", .reading = &reading};
  lg_option policy = lg__option_first(&tools);
  if (!cJSON_IsObject(root) || policy.value == NULL || policy.value->next != NULL)
    lg__option_wrong(&tools, "an object from a tool's name to its policy");
  else
    add_policy(guard, &policy);
  cJSON_Delete(root);
  return reading.status;
}

lg_status lg_guard_tool(lg_guard *guard, const char *name, size_t name_len, lg_tool *out_tool) {
  static const lg_profile uncounted = {.exempt = true};
  if (guard == NULL || out_tool == NULL || (name == NULL && name_len != 0)) return LG_EINVAL;
  const lg_tools *tools = &guard->tools;
  const lg_tool_policy *policy = lg__tools_find(tools, LG_TOOL_POLICIES, name, name_len);
  bool counted = policy == NULL || !policy->retryable;
  uint32_t number;
  lg_status status = counted ? prepare(guard, name, name_len, &number) : number_of(guard, &uncounted, &number);
  if (status != LG_OK) return status;
  const lg_tool_policy *first = (const lg_tool_policy *)(const void *)tools->maps[LG_TOOL_POLICIES].values.data;
  *out_tool = (lg_tool){number, policy == NULL ? 0 : (uint32_t)(policy - first) + 1, guard->profiles[number].similar};
  return LG_OK;
}

lg_status lg_guard_tool_profile(lg_guard *guard, const char *name, size_t name_len, uint32_t *out_profile) {
  lg_tool tool;
  if (out_profile == NULL) return LG_EINVAL;
  lg_status status = lg_guard_tool(guard, name, name_len, &tool);
  if (status == LG_OK) *out_profile = tool.profile;
  return status;
}
