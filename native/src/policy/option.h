/*
 * Reading a configuration (configure*.c): the text becomes a tree, whose options are read one by one. An option knows
 * its path (detectors[0].times) for error messages.
 */
#ifndef LG_OPTION_H
#define LG_OPTION_H

#include "json/cjson.h"
#include "json/json.h"
#include "policy/guard.h"

/* How far reading has come. The first error stays; after it every option is as if it was left out, so that who reads
 * several looks once, at the end. */
typedef struct lg_reading {
  lg_status status;
  lg_config_error *error;
} lg_reading;

/* The next step, unless one before it failed. */
#define LG_TRY(reading, step) ((reading)->status == LG_OK ? (void)((reading)->status = (step)) : (void)0)

/* One option of the configuration, present or not. */
typedef struct lg_option {
  const cJSON *value;            /* NULL: it was left out */
  const struct lg_option *above; /* NULL: the whole configuration */
  const char *name;              /* of a member; NULL: of an array, at `index` */
  size_t index;
  bool chosen; /* `name` is the user's, as in tools["read_*"], and no option's name */
  lg_reading *reading;
} lg_option;

/* The members of an lg_fields, of which none or all have places. */
#define LG_ALL(list)                                                                                                   \
  { list, COUNT_OF(list), COUNT_OF(list) }

/* A list of texts for lg_projection, borrowed from the tree. */
typedef struct lg_name_list {
  size_t count;
  const char *texts[LG_PROJECTION_MAX];
  size_t lens[LG_PROJECTION_MAX];
} lg_name_list;

/* Begins to read, without an error yet. */
lg_reading lg__config_begin(lg_config_error *error);
/* Parses a configuration; free the tree with cJSON_Delete. NULL: it failed, with LG_EJSON, LG_EINVAL (JSON that cannot
 * be a configuration, such as one with U+0000 in a name), LG_ENOMEM or LG_ETOOBIG. */
cJSON *lg__config_read(const lg_allocator *allocator, const char *text, size_t len, lg_reading *reading);
/* The object's member with this name; its `value` is NULL if there is none. `name` must outlive it. */
lg_option lg__option_member(const lg_option *object, const char *name);
/* The first value of an array or object, which may be left out, and the one after `option`; `value` is NULL if there is
 * none. */
lg_option lg__option_first(const lg_option *parent);
lg_option lg__option_next(const lg_option *option);

/* The object's member as if it had this value, which may be no option's own; `given` holds it. */
lg_option lg__option_with(const lg_option *object, const char *name, cJSON *given, double value);
/* For each value of an array or object, until something is wrong. */
#define LG_EACH(item, parent)                                                                                          \
  for (lg_option item = lg__option_first(parent); item.value != NULL && item.reading->status == LG_OK;                 \
       item = lg__option_next(&item))

/* Each of these reads one option. If it was left out, nothing is written. If it is wrong, the reading fails with
 * LG_EINVAL and a message. */
/* Checks for an object, `what` in error messages. */
void lg__option_object(const lg_option *option, const char *what);
/* The same, with these members only; those that are there are checked, and put in their places in `to`. */
void lg__option_members(const lg_option *option, const char *what, const lg_fields *fields, void *to);
/* What a field says. In `to`: where the field has a place. */
void lg__option_field(const lg_option *option, const lg_field *field, void *to);
/* A non-empty string. */
void lg__option_text(const lg_option *option, const char **out);
/* An array of at least `min` names of arguments or JSON pointers. */
void lg__option_names(const lg_option *option, size_t min, lg_name_list *out);
/* An array of classes of volatile spans, as bits; `*out` is left if it names none, unless it is empty. With `members`
 * (NULL: classes only) other texts are names of members or JSON pointers. */
void lg__option_volatile(const lg_option *option, uint32_t *out, lg_name_list *members);

/* The ladder from the members `action` and `ladder` of `owner`, as above. False: it has neither. */
bool lg__option_ladder(const lg_option *owner, lg_ladder *out);

/* The reading fails: "Option ... must be <expected>, got <value>", where `expected` is made of texts. */
#define lg__option_wrong(option, ...) lg__option_must(option, (const char *const[]){__VA_ARGS__, NULL})
void lg__option_must(const lg_option *option, const char *const *parts);
/* The number as a text in `out`, which is returned. */
char *lg__config_number(double number, char out[LG_NUMBER_MAX + 1]);
/* The text of a macro that is a number. */
#define LG_TEXT_OF(number) LG_TEXT_OF_(number)
#define LG_TEXT_OF_(number) #number
/* The same; expected is "an integer from <min> to <max>", or "a number". */
void lg__option_out_of_range(const lg_option *option, const lg_field *field);
/* The same for a member that is no option; suggests the most similar of those that are. */
void lg__option_unknown(const lg_option *option, const lg_fields *fields);
/* The same; expected is <before> and a list of `names`. */
void lg__option_none_of(const lg_option *option, const char *before, const char *const *names, size_t count);
/* The reading fails, with this sentence. */
void lg__config_say(lg_reading *reading, lg_status status, const char *sentence);

/* Whether a tool's name or glob, the option's own (`name`) or its value, may be added to the guard's: it is wrong if it
 * is a glob that is too long, or one too many. */
void lg__config_tool_name(const lg_guard *guard, const lg_option *option, const char *name);

/* Reads `tools`: adds a profile for each policy, and for each name in the detectors' options. */
void lg__config_tools(lg_guard *guard, const lg_option *tools);

#endif
