/* The table of detectors: what holds for every one of them. */
#include <math.h>

#include "policy/detector_record.h"
#include "policy/guard.h"
#include "lg_test.h"

static lg_guard *guard_new(void) {
  lg_guard_options options = {.key = {1}, .max_entries = 10};
  lg_guard *guard = NULL;
  CHECK_EQ_INT(lg_guard_new(NULL, &options, &guard), LG_OK);
  return guard;
}

/* Whether a guard with this detector, and a run of it, can be made. */
static lg_status try_spec(const lg_detector_spec *spec) {
  lg_guard *guard = guard_new();
  lg_run *run = NULL;
  lg_status status = lg_guard_add_detector(guard, spec);
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
    CHECK_EQ_INT((record->continues != NULL) + (record->is_step != NULL), arms);
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
    CHECK_EQ_INT(spec.type, type);
    for (size_t i = 0; i < fields->kept; i++) {
      CHECK(lg__field_allows(&fields->list[i], fields->list[i].fallback));
      CHECK(lg__field_get(&fields->list[i], &spec) == fields->list[i].fallback);
    }
    CHECK_EQ_INT(try_spec(&spec), record->is_rule ? LG_EINVAL : LG_OK);
  }
}

/* All defaults but for one, which has this value. */
static lg_detector_spec with(int type, const lg_field *field, double value) {
  lg_detector_spec spec = lg__detector_defaults((lg_detector_type)type);
  lg__field_set(field, &spec, value);
  return spec;
}

static void check_refused(int type, const lg_field *field, double value) {
  CHECK(!lg__field_allows(field, value));
  lg_detector_spec spec = with(type, field, value);
  bool refused = try_spec(&spec) == LG_EINVAL;
  if (!refused) fprintf(stderr, "%s.%s = %g\n", record_of(type)->name, field->name, value);
  CHECK(refused);
}

/* Both ends of a range are allowed; whether they go with the other defaults is for the record's check. */
static void check_range(int type, const lg_field *field) {
  CHECK(lg__field_allows(field, field->min));
  CHECK(lg__field_allows(field, field->max));
  lg_detector_spec least = with(type, field, field->min);
  CHECK(lg__field_get(field, &least) == field->min);
  switch (field->kind) {
  case LG_FIELD_BOOL:
    CHECK(!lg__field_allows(field, 0.5));
    CHECK(!lg__field_allows(field, 2));
    return;
  case LG_FIELD_DOUBLE:
    check_refused(type, field, nextafter(field->min, -INFINITY));
    check_refused(type, field, nextafter(field->max, INFINITY));
    check_refused(type, field, NAN);
    check_refused(type, field, INFINITY);
    return;
  case LG_FIELD_UNITS:
    check_refused(type, field, 1.5);
    /* fall through */
  case LG_FIELD_AMOUNT:
    CHECK(lg__field_allows(field, INFINITY));
    check_refused(type, field, -INFINITY);
    check_refused(type, field, field->min - 1);
    check_refused(type, field, field->max + 1);
    check_refused(type, field, NAN);
    return;
  case LG_FIELD_PERIOD:
  case LG_FIELD_TEXTS:
  case LG_FIELD_LIMITS:
  case LG_FIELD_OTHER: break;
  case LG_FIELD_LIMIT:
    CHECK(lg__field_allows(field, LG_NO_LIMIT));
    least = with(type, field, LG_NO_LIMIT);
    CHECK_EQ_INT(try_spec(&least), LG_OK);
    break;
  case LG_FIELD_OPTIONAL:
    CHECK(lg__field_allows(field, 0));
    least = with(type, field, 0);
    CHECK_EQ_INT(try_spec(&least), LG_OK);
    break;
  case LG_FIELD_U32: check_refused(type, field, UINT32_MAX); break;
  }
  CHECK(!lg__field_allows(field, field->min + 0.5));
  CHECK(!lg__field_allows(field, NAN));
  CHECK(!lg__field_allows(field, -1));
  CHECK(!lg__field_allows(field, 4294967296.0));
  if (field->min > 0 && !(field->kind == LG_FIELD_OPTIONAL && field->min == 1))
    check_refused(type, field, field->min - 1);
  check_refused(type, field, field->max + 1);
}

LG_TEST(values_beyond_a_range_are_refused) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const lg_fields *fields = lg__detector_fields((lg_detector_type)type);
    for (size_t i = 0; i < fields->kept; i++) check_range(type, &fields->list[i]);
  }
}

LG_TEST(values_that_make_no_sense_together_are_refused) {
  lg_detector_spec spec = lg__detector_defaults(LG_NO_PROGRESS);
  spec.threshold = spec.window_size;
  CHECK_EQ_INT(try_spec(&spec), LG_OK);
  spec.threshold++;
  CHECK_EQ_INT(try_spec(&spec), LG_EINVAL);
  spec.threshold = 2;
  spec.error_threshold = spec.window_size + 1;
  CHECK_EQ_INT(try_spec(&spec), LG_EINVAL);

  spec = lg__detector_defaults(LG_CYCLE);
  spec.min_cycle_len = spec.max_cycle_len + 1;
  CHECK_EQ_INT(try_spec(&spec), LG_EINVAL);
  spec.min_cycle_len = spec.max_cycle_len = 4;
  spec.threshold = 8;
  CHECK_EQ_INT(try_spec(&spec), LG_OK);
  spec.window_size = 31;
  CHECK_EQ_INT(try_spec(&spec), LG_EINVAL);
}

LG_TEST(what_is_no_detector_is_refused) {
  lg_detector_spec none = {.type = LG_DETECTOR_TYPES}, wild = {.type = (lg_detector_type)1000};
  CHECK_EQ_INT(try_spec(&none), LG_EINVAL);
  CHECK_EQ_INT(try_spec(&wild), LG_EINVAL);
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
