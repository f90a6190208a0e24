/* The table of detectors: what holds for every one of them. */
#include <math.h>

#include "configured.h"

/* Whether a guard with a detector of this type and option, and a run of it, can be made. `why` says what is wrong. */
static lg_status try_option(int type, const char *option, const char *value, lg_config_error *why) {
  char text[200];
  lg_guard *guard = NULL;
  lg_run *run = NULL;
  /* a budget needs a limit; of equal members the last counts */
  snprintf(text, sizeof text, "{\"detectors\":[{\"type\":\"%s\",%s\"%s\":%s}]}", lg__detector_records[type]->name,
           type == LG_BUDGET ? "\"calls\":5," : "", option, value);
  lg_status status = lg_guard_configure(NULL, KEY, text, strlen(text), &guard, why);
  if (status == LG_OK) status = lg_run_new(guard, &run);
  lg_run_free(run);
  lg_guard_free(guard);
  return status;
}

static const lg_detector_record *record_of(int type) { return lg__detector_records[type]; }

LG_TEST(every_type_has_a_record_and_a_name_of_its_own) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const char *name = record_of(type)->name;
    CHECK(name != NULL && name[0] != 0);
    lg_detector_type found = LG_DETECTOR_TYPES;
    CHECK(lg__detector_named(name, strlen(name), &found));
    CHECK_EQ_INT(found, type); /* no other has it */
    CHECK(!lg__detector_named(name, strlen(name) - 1, &found));
  }
  lg_detector_type none;
  CHECK(!lg__detector_named("", 0, &none));
  CHECK(!lg__detector_named("countess", 8, &none));
  CHECK(lg__detector_named("countess", 5, &none) && none == LG_COUNT);
}

/* The names of types are the names of files and of the option `type`. */
LG_TEST(a_record_has_the_name_of_its_type) {
#define XX(TYPE, id) CHECK_EQ_STR(record_of(LG_##TYPE)->name, strlen(record_of(LG_##TYPE)->name), #id, strlen(#id));
  LG_DETECTOR_MAP(XX)
#undef XX
}

LG_TEST(every_detector_can_find_something) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const lg_detector_record *record = record_of(type);
    int ways = (record->find_before != NULL) + (record->find_after != NULL) + record->by_host;
    CHECK_EQ_INT(ways, type == LG_STOP_LOOP ? 0 : 1); /* lg_run_stopped finds it */
    CHECK(record->is_rule || record->explain != NULL);
    /* what is found of completed calls arms: the next call goes on with it, or does not */
    bool arms = record->find_after != NULL || (record->by_host && !record->of_run);
    CHECK(record->by_host || !record->of_run);
    CHECK(arms || (record->is_step == NULL && record->resembles == NULL));
    CHECK(arms || (record->is_over == NULL && !record->is_broken && !record->counts_calls));
    CHECK(!arms || !record->strikes_each_call);
  }
}

LG_TEST(fields_have_names_and_places_of_their_own) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const lg_fields *fields = lg__detector_fields((lg_detector_type)type);
    for (size_t i = 0; i < fields->kept; i++) {
      const lg_field *field = &fields->list[i];
      CHECK(field->min <= field->max);
      for (size_t j = 0; j < i; j++) {
        CHECK(strcmp(field->name, fields->list[j].name) != 0);
        CHECK(field->offset != fields->list[j].offset);
      }
    }
  }
}

LG_TEST(defaults_are_in_range_and_make_a_guard) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const lg_detector_record *record = record_of(type);
    const lg_fields *fields = lg__detector_fields((lg_detector_type)type);
    lg_detector_spec spec = lg__detector_defaults((lg_detector_type)type);
    lg_config_error why;
    CHECK_EQ_INT(spec.type, type);
    for (size_t i = 0; i < fields->kept; i++) {
      const lg_field *field = &fields->list[i];
      bool lacks = field->kind == LG_FIELD_OPTIONAL ? field->fallback == 0 : isinf(field->fallback);
      CHECK(lacks || lg__field_has(field, field->fallback));
      CHECK(lg__field_get(field, &spec) == field->fallback);
    }
    CHECK_EQ_INT(try_option(type, "action", "\"warn\"", &why),
                 record->is_rule || type == LG_BUDGET ? LG_EINVAL : LG_OK);
  }
}

/* All defaults but for one, which has this value. */
static lg_detector_spec with(int type, const lg_field *field, double value) {
  lg_detector_spec spec = lg__detector_defaults((lg_detector_type)type);
  lg__field_set(field, &spec, value);
  return spec;
}

static void check_text(int type, const lg_field *field, const char *value, bool allowed) {
  lg_config_error why = {""};
  char option[80];
  snprintf(option, sizeof option, "Option \"detectors[0].%s\" must be ", field->name);
  lg_status status = try_option(type, field->name, value, &why);
  bool right = allowed ? status == LG_OK : status == LG_EINVAL && strncmp(why.message, option, strlen(option)) == 0;
  if (!right) fprintf(stderr, "%s.%s = %s: %s\n", record_of(type)->name, field->name, value, why.message);
  CHECK(right);
}

static void check_refused(int type, const lg_field *field, double value) {
  char text[32];
  snprintf(text, sizeof text, "%.17g", value);
  CHECK(!lg__field_has(field, value));
  check_text(type, field, text, false);
}

/* Both ends of a range are in it; whether they go with the other defaults is said beside. */
static void check_range(int type, const lg_field *field) {
  CHECK(!lg__field_has(field, NAN));
  CHECK(lg__field_has(field, field->min));
  CHECK(lg__field_has(field, field->max));
  lg_detector_spec least = with(type, field, field->min);
  CHECK(lg__field_get(field, &least) == field->min);
  check_text(type, field, "\"?\"", false);
  if (field->kind == LG_FIELD_PERIOD) return;
  bool whole = lg__field_is_whole(field);
  if (whole) check_refused(type, field, field->min + 0.5);
  check_refused(type, field, whole ? field->min - 1 : nextafter(field->min, -1e300));
  check_refused(type, field, whole ? field->max + 1 : nextafter(field->max, 1e300));
  check_refused(type, field, 1e300);
  bool may_lack = field->kind == LG_FIELD_LIMIT || field->kind == LG_FIELD_UNITS || field->kind == LG_FIELD_AMOUNT;
  if (strcmp(field->name, "calls") != 0) check_text(type, field, "null", may_lack); /* else the budget has no limit */
}

LG_TEST(values_beyond_a_range_are_refused) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const lg_fields *fields = lg__detector_fields((lg_detector_type)type);
    for (size_t i = 0; i < fields->kept; i++) check_range(type, &fields->list[i]);
  }
}

LG_TEST(values_that_make_no_sense_together_are_refused) {
  static const struct {
    int type;
    const char *options; /* "windowSize": and what is behind */
    lg_status status;
  } tries[] = {{LG_NO_PROGRESS, "16,\"threshold\":16", LG_OK},
               {LG_NO_PROGRESS, "16,\"threshold\":17", LG_EINVAL},
               {LG_NO_PROGRESS, "16,\"threshold\":2,\"errorThreshold\":17", LG_EINVAL},
               {LG_CYCLE, "32,\"minCycleLen\":9,\"maxCycleLen\":8", LG_EINVAL},
               {LG_CYCLE, "32,\"minCycleLen\":4,\"maxCycleLen\":4,\"repeats\":8", LG_OK},
               {LG_CYCLE, "31,\"minCycleLen\":4,\"maxCycleLen\":4,\"repeats\":8", LG_EINVAL}};
  for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
    CHECK_EQ_INT(try_option(tries[i].type, "windowSize", tries[i].options, &(lg_config_error){""}), tries[i].status);
}

/* The guard's own, with those of presets, budgets and policies. */
LG_TEST(detectors_are_64_at_most) {
  static const char *const more[] = {"", ",\"budget\":{\"calls\":5}", ",\"preset\":\"strict\"",
                                     ",\"tools\":{\"f\":{\"limit\":3}}"};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    char text[2000] = "{\"detectors\":[";
    size_t len = strlen(text);
    for (int count = 0; count < 64; count++)
      len += (size_t)snprintf(text + len, sizeof text - len, "%s{\"type\":\"repeat\"}", count > 0 ? "," : "");
    snprintf(text + len, sizeof text - len, "]%s}", more[i]);
    lg_guard *guard = NULL;
    lg_config_error why;
    CHECK_EQ_INT(lg_guard_configure(NULL, KEY, text, strlen(text), &guard, &why), i == 0 ? LG_OK : LG_EINVAL);
    CHECK(i == 0 || strstr(why.message, "Option \"detectors\" must be up to 64 ") == why.message);
    lg_guard_free(guard);
  }
}

/* The history is made as long as the furthest-sighted detector asks for. */
LG_TEST(no_detector_looks_further_back_than_a_history_goes) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const lg_detector_record *record = record_of(type);
    const lg_fields *fields = lg__detector_fields((lg_detector_type)type);
    if (record->reach == NULL) continue;
    lg_detector_spec spec = lg__detector_defaults((lg_detector_type)type);
    CHECK(record->reach(&spec) >= 2);
    for (size_t i = 0; i < fields->kept; i++) lg__field_set(&fields->list[i], &spec, fields->list[i].max);
    CHECK(record->reach(&spec) <= LG_REACH_MAX);
    CHECK(record->reach(&spec) >= LG_REACH_MAX / 2); /* no wrap */
  }
}

/* A snapshot knows its detectors by their hashes: each parameter is in them, ladders are not. */
LG_TEST(every_parameter_is_in_the_hash) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const lg_fields *fields = lg__detector_fields((lg_detector_type)type);
    lg_detector_spec spec = lg__detector_defaults((lg_detector_type)type), same = spec;
    same.ladder.hint = 7;
    CHECK(lg__guard_detector_hash(&same) == lg__guard_detector_hash(&spec));
    for (int other = 0; other < type; other++) {
      lg_detector_spec another = lg__detector_defaults((lg_detector_type)other);
      CHECK(lg__guard_detector_hash(&another) != lg__guard_detector_hash(&spec));
    }
    for (size_t i = 0; i < fields->kept; i++) {
      const lg_field *field = &fields->list[i];
      lg_detector_spec changed = with(type, field, field->fallback == field->max ? field->min : field->max);
      CHECK(lg__guard_detector_hash(&changed) != lg__guard_detector_hash(&spec));
    }
  }
}
