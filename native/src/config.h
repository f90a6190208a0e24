/*
 * Reading a configuration (configure*.c): the text as a tree, and one option of it at a time. An option knows where it
 * stands, so that an error can say so.
 */
#ifndef LG_CONFIG_H
#define LG_CONFIG_H

#include "cjson.h"
#include "guard.h"

/* One value of the configuration, or the place where one may be. */
typedef struct lg_option {
  const cJSON *value;            /* NULL: it was left out */
  const struct lg_option *above; /* NULL: the whole configuration */
  const char *name;              /* of a member; NULL: of an array, at `index` */
  size_t index;
  bool chosen; /* the name is one that people chose: tools["read_*"] */
  lg_config_error *error;
} lg_option;

/* A list of texts as lg_projection has them; they belong to the tree. */
typedef struct lg_name_list {
  lg_buf items; /* const char *[count], then size_t[count] */
  size_t count;
} lg_name_list;

/* ---- configure_read.c ---- */

/* The tree of a configuration; freed with cJSON_Delete. LG_EJSON, LG_EINVAL (it is JSON, but holds what no
 * configuration does), LG_ENOMEM, LG_ETOOBIG. */
LG_NODISCARD lg_status lg__config_read(const lg_allocator *allocator, const char *text, size_t len,
                                       lg_config_error *error, cJSON **out_root);
/* A member of the object, or the place where it may be. The name must outlive it. */
lg_option lg__option_member(const lg_option *object, const char *name);
/* The first value of an array or object, and the one behind `option`; its `value` is NULL where there is none. */
lg_option lg__option_first(const lg_option *parent);
lg_option lg__option_next(const lg_option *option);

/*
 * Each of these looks at an option that may be there: LG_OK and nothing written where it was left out, LG_EINVAL and
 * the error where it is wrong.
 */
LG_NODISCARD lg_status lg__option_bool(const lg_option *option, bool *out);
LG_NODISCARD lg_status lg__option_integer(const lg_option *option, double min, double max, uint32_t *out);
/* null: LG_NO_LIMIT. */
LG_NODISCARD lg_status lg__option_limit(const lg_option *option, double min, double max, uint32_t *out);
LG_NODISCARD lg_status lg__option_number(const lg_option *option, double min, double max, double *out);
/* An object, `what` in words, none of whose members has a name beside `names`; `names` NULL: any may be. */
LG_NODISCARD lg_status lg__option_object(const lg_option *option, const char *what, const char *const *names,
                                         size_t count);
/* A non-empty string. */
LG_NODISCARD lg_status lg__option_text(const lg_option *option, const char **out);
/* An array of at least `min` non-empty strings. */
LG_NODISCARD lg_status lg__option_texts(const lg_option *option, size_t min);
/* Such an array of names of arguments or JSON pointers; `out` is to be freed with lg__buf_free. */
LG_NODISCARD lg_status lg__option_names(const lg_option *option, size_t min, lg_name_list *out);
/* What `action` and `ladder` of one place ask for. */
LG_NODISCARD lg_status lg__option_ladder(const lg_option *owner, lg_ladder *out, bool *out_given);
/* An array of classes of volatile spans, as bits. */
LG_NODISCARD lg_status lg__option_volatile(const lg_option *option, uint32_t *out);

/* ---- configure_error.c ---- */

/* LG_EINVAL, and the sentence: the option must be `expected`, and what it is instead. */
LG_NODISCARD lg_status lg__option_wrong(const lg_option *option, const char *expected);
/* The same with a range: `what` from `min` to `max`. */
LG_NODISCARD lg_status lg__option_out_of_range(const lg_option *option, const char *what, double min, double max);
/* The same where a number must go with another one: `words`, that number, `end`. */
LG_NODISCARD lg_status lg__option_unpaired(const lg_option *option, const char *words, double number, const char *end);
/* The same for a member that no option is, with the name that is meant, if one is near. */
LG_NODISCARD lg_status lg__option_unknown(const lg_option *option, const char *const *names, size_t count);
/* The same for what is one of a list of words, with more words behind them. */
LG_NODISCARD lg_status lg__option_none_of(const lg_option *option, const char *before, const char *const *names,
                                          size_t count);
void lg__config_say(lg_config_error *error, const char *sentence);

/* ---- configure_detectors.c, configure_profile.c ---- */

/* What detectors say besides their numbers. */
typedef struct lg_detector_draft {
  lg_detector_spec spec;
  const char *name;
  bool replays; /* duplicate */
  bool has_ladder;
} lg_detector_draft;

LG_NODISCARD lg_status lg__config_detector(const lg_option *option, lg_detector_draft *out);
/* Keeps what the guard's detectors say of tools by name: the limits of `limit`, the tools of `similar_query`. */
LG_NODISCARD lg_status lg__config_detector_tools(lg_guard *guard, const lg_option *option);
/* Policies: a profile for each of them, and for each name that the detectors mention. */
LG_NODISCARD lg_status lg__config_tools(lg_guard *guard, const lg_option *tools);

#endif
