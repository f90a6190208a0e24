#include "columns.h"

#include <string.h>

#include "value.h"

#define XX(NAME, name) #name,
static const char *const FIELDS[SCAN_FIELDS] = {"tool", SCAN_FIELD_MAP(XX)};
#undef XX

static const char KNOWN[] = "; known: " SCAN_FIELD_NAMES;

const char *scan_field_name(scan_field field) { return FIELDS[field]; }

static bool wrong(program_out *why, const char *before, program_text what, const char *after) {
  program_out_text(why, before);
  program_out_string(why, what.s, what.len);
  program_out_text(why, after);
  return false;
}

static bool wrong_field(program_out *why, const char *before, scan_field field, const char *after) {
  program_out_text(why, before);
  program_out_text(why, FIELDS[field]);
  program_out_text(why, after);
  return false;
}

static bool unexpected(program_out *why, const char *at) {
  return wrong(why, "expected field=column at ", (program_text){at, strlen(at)},
               "; a name with , or = or a quote is a JSON string");
}

static const char *skip_space(const char *at) { return at + strspn(at, " \t\n\v\f\r"); }

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t length_of_word(const char *at) {
  size_t len = 0;
  while (is_word(at[len])) len++;
  return len;
}

/* The bytes of the JSON string at `at`, quotes included; 0: it has no end. */
static size_t length_of_string(const char *at) {
  for (size_t len = 1; at[len] != '\0'; len++) {
    if (at[len] == '"') return len + 1;
    if (at[len] == '\\' && at[++len] == '\0') return 0;
  }
  return 0;
}

/* Adds what the JSON string `quoted` stands for. */
static bool unquote(program_text quoted, program_out *out, program_out *why) {
  lg_workspace *workspace;
  const uint8_t *packed;
  size_t len;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) return false;
  lg_status status = lg_json_read(workspace, quoted.s, quoted.len, &packed, &len);
  if (status == LG_OK) {
    program_text text = program_text_of(lg_value_at(packed, len));
    program_out_bytes(out, text.s, text.len);
  } else if (status != LG_ENOMEM) {
    program_out_bytes(why, quoted.s, quoted.len);
    program_out_text(why, " is not a JSON string");
  }
  lg_workspace_free(workspace);
  return status == LG_OK;
}

/* The field with this name; SCAN_FIELDS: there is none. */
static scan_field field_of(program_text name) {
  scan_field field = SCAN_TOOL;
  while (field < SCAN_FIELDS && !program_text_is(name, FIELDS[field])) field++;
  return field;
}

/* Reads one entry and moves `*at` behind it and its comma; `*out_more`: there was a comma. */
static bool read_entry(const char **at, scan_columns *out, size_t ends[SCAN_FIELDS], bool *out_more, program_out *why) {
  const char *begin = *at, *name = skip_space(begin), *value = name + length_of_word(name), *end;
  program_text field = {name, (size_t)(value - name)}, quoted = {NULL, 0};
  value = skip_space(value);
  if (field.len == 0 || *value++ != '=') return unexpected(why, begin);
  if (*value == '"') {
    quoted = (program_text){value, length_of_string(value)};
    end = skip_space(value + quoted.len);
    if (quoted.len == 0) return unexpected(why, begin);
  } else {
    end = value + strcspn(value, ",=");
  }
  if (*end != ',' && *end != '\0') return unexpected(why, begin);
  scan_field known = field_of(field);
  if (known == SCAN_FIELDS) return wrong(why, "no field ", field, KNOWN);
  for (size_t i = 0; i < out->count; i++)
    if (out->given[i] == known) return wrong_field(why, "the field ", known, " is given twice");
  size_t before = out->texts.len;
  if (quoted.s != NULL && !unquote(quoted, &out->texts, why)) return false;
  if (quoted.s == NULL) program_out_bytes(&out->texts, value, (size_t)(end - value));
  if (out->texts.failed) return false;
  if (out->texts.len == before) return wrong_field(why, "the field ", known, " has no column");
  out->given[out->count] = known;
  ends[out->count++] = out->texts.len;
  *out_more = *end == ',';
  *at = *out_more ? end + 1 : end;
  return true;
}

bool scan_columns_read(const char *map, scan_columns *out, program_out *why) {
  size_t ends[SCAN_FIELDS], begin = 0;
  *out = (scan_columns){.count = 0};
  for (bool more = true; more;)
    if (!read_entry(&map, out, ends, &more, why)) return false;
  for (size_t i = 0; i < out->count; begin = ends[i++])
    out->names[out->given[i]] = (program_text){out->texts.s + begin, ends[i] - begin};
  if (out->names[SCAN_TOOL].s != NULL) return true;
  program_out_text(why, "no column for the field tool");
  program_out_text(why, KNOWN);
  return false;
}

void scan_columns_free(scan_columns *columns) { program_out_free(&columns->texts); }

void scan_row_of(lg_value object, scan_columns *columns, scan_row *out_row) {
  *out_row = (scan_row){.of = {{NULL, 0}}};
  for (lg_values members = lg_value_begin(object); lg_value_next(&members);) {
    program_text key = {members.key, members.key_len};
    for (size_t i = 0; i < columns->count; i++) { /* two fields may have the same column */
      scan_field field = columns->given[i];
      if (!program_text_same(key, columns->names[field])) continue;
      columns->seen[field] = true;
      if (lg_value_kind(members.value) != LG_VALUE_NULL) out_row->of[field] = members.value;
    }
  }
}
