/*
 * Reading a configuration (configure*.c): the text becomes a tree, whose options are read one by one. An option knows
 * its path (detectors[0].times) for error messages.
 */
#ifndef LG_CONFIGURE_H
#define LG_CONFIGURE_H

#include "json/cjson.h"
#include "json/json.h"
#include "policy/guard.h"

/* One option of the configuration, present or not. */
typedef struct lg_option {
  const cJSON *value;            /* NULL: it was left out */
  const struct lg_option *above; /* NULL: the whole configuration */
  const char *name;              /* of a member; NULL: of an array, at `index` */
  size_t index;
  bool chosen; /* `name` is the user's, as in tools["read_*"], and no option's name */
  lg_config_error *error;
} lg_option;

#define LG_COUNT_OF(list) (sizeof(list) / sizeof *(list))
/* The members of an lg_fields, of which none or all have places. */
#define LG_ALL(list)                                                                                                   \
  { list, LG_COUNT_OF(list), LG_COUNT_OF(list) }

/* A list of texts for lg_projection, borrowed from the tree. */
typedef struct lg_name_list {
  size_t count;
  const char *texts[LG_PROJECTION_MAX];
  size_t lens[LG_PROJECTION_MAX];
} lg_name_list;

/* Parses a configuration; free the tree with cJSON_Delete. LG_EJSON. LG_EINVAL: JSON that cannot be a configuration,
 * such as one with U+0000 in a name. LG_ENOMEM, LG_ETOOBIG. */
LG_NODISCARD lg_status lg__config_read(const lg_allocator *allocator, const char *text, size_t len,
                                       lg_config_error *error, cJSON **out_root);
/* The object's member with this name; its `value` is NULL if there is none. `name` must outlive it. */
lg_option lg__option_member(const lg_option *object, const char *name);
/* The first value of an array or object, which may be left out, and the one after `option`; `value` is NULL if there is
 * none. */
lg_option lg__option_first(const lg_option *parent);
lg_option lg__option_next(const lg_option *option);

/* The object's member as if it had this value, which may be no option's own; `told` holds it. */
lg_option lg__option_with(const lg_option *object, const char *name, cJSON *told, double value);
/* For each value of an array or object, as long as `status` is LG_OK. */
#define LG_EACH(item, parent, status)                                                                                  \
  for (lg_option item = lg__option_first(parent); item.value != NULL && (status) == LG_OK;                             \
       item = lg__option_next(&item))

/* Each of these reads one option. If it was left out: LG_OK, and nothing is written. If it is wrong: LG_EINVAL, and the
 * error message is set. */
/* Checks for an object, `what` in error messages. */
LG_NODISCARD lg_status lg__option_object(const lg_option *option, const char *what);
/* The same, with these members only; those that are there are checked, and put in their places in `to`. */
LG_NODISCARD lg_status lg__option_members(const lg_option *option, const char *what, const lg_fields *fields, void *to);
/* What a field says. In `to`: where the field has a place. */
LG_NODISCARD lg_status lg__option_field(const lg_option *option, const lg_field *field, void *to);
/* A non-empty string. */
LG_NODISCARD lg_status lg__option_text(const lg_option *option, const char **out);
/* An array of at least `min` non-empty strings. */
LG_NODISCARD lg_status lg__option_texts(const lg_option *option, size_t min);
/* An array of at least `min` names of arguments or JSON pointers. */
LG_NODISCARD lg_status lg__option_names(const lg_option *option, size_t min, lg_name_list *out);
/* An array of classes of volatile spans, as bits; `*out` is left if it names none, unless it is empty. With `members`
 * (NULL: classes only) other texts are names of members or JSON pointers. */
LG_NODISCARD lg_status lg__option_volatile(const lg_option *option, uint32_t *out, lg_name_list *members);

/* The ladder from the members `action` and `ladder` of `owner`, as above. */
LG_NODISCARD lg_status lg__option_ladder(const lg_option *owner, lg_ladder *out, bool *out_given);

/* Sets the message "Option ... must be <expected>, got <value>", where `expected` is made of texts, and returns
 * LG_EINVAL. */
#define lg__option_wrong(option, ...) lg__option_must(option, (const char *const[]){__VA_ARGS__, NULL})
LG_NODISCARD lg_status lg__option_must(const lg_option *option, const char *const *parts);
/* The number as a text in `out`, which is returned. */
char *lg__config_number(double number, char out[LG_NUMBER_MAX + 1]);
/* The text of a macro that is a number. */
#define LG_TEXT_OF(number) LG_TEXT_OF_(number)
#define LG_TEXT_OF_(number) #number
/* The same; expected is "an integer from <min> to <max>", or "a number". */
LG_NODISCARD lg_status lg__option_out_of_range(const lg_option *option, const lg_field *field);
/* The same for a member that is no option; suggests the most similar of those that are. */
LG_NODISCARD lg_status lg__option_unknown(const lg_option *option, const lg_fields *fields);
/* The same; expected is <before> and a list of `names`. */
LG_NODISCARD lg_status lg__option_none_of(const lg_option *option, const char *before, const char *const *names,
                                          size_t count);
void lg__config_say(lg_config_error *error, const char *sentence);

/* Whether a tool's name or glob, the option's own (`name`) or its value, may be added to the guard's. LG_EINVAL: it is
 * a glob that is too long, or one too many. */
LG_NODISCARD lg_status lg__config_tool_name(const lg_guard *guard, const lg_option *option, const char *name);

/* A detector of the configuration. */
typedef struct lg_detector_draft {
  lg_detector_spec spec;
  const char *name;
  bool replays; /* duplicate */
  bool has_ladder;
} lg_detector_draft;

LG_NODISCARD lg_status lg__config_detector(const lg_option *option, lg_detector_draft *out);
/* Adds the `limits` of limit and the `tools` of similar_query or budget, the guard's newest detector, to its tools. */
LG_NODISCARD lg_status lg__config_detector_tools(lg_guard *guard, const lg_option *option);
/* Reads `tools`: adds a profile for each policy, and for each name in the detectors' options. */
LG_NODISCARD lg_status lg__config_tools(lg_guard *guard, const lg_option *tools);

#endif
