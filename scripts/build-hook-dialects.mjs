/**
 * Makes the table of the agents' dialects from native/hook/dialects.json: native/hook/dialects.gen.h, and of it what the
 * command line and `loopguard init` need: lib/cli/hook/dialects.gen.ts. `--check` writes nothing and fails when a file is
 * out of date.
 */
import { read } from "./findings.mjs";
import { writeOrCheck } from "./generated.mjs";

const SOURCE = "native/hook/dialects.json";
const HEADER = "native/hook/dialects.gen.h";
const MODULE = "lib/cli/hook/dialects.gen.ts";

/** What an event may be. */
const KINDS = ["before", "after", "failure", "batch", "request", "prompt", "start", "compact", "stop"];

/** How a text for the model is told. */
const CONTEXTS = [
  ["none", "not at all"],
  ["specific", "`hookSpecificOutput.additionalContext`"],
  ["additionalContext", "`additionalContext`"],
  ["additional_context", "`additional_context`"],
  ["plain", "the text itself"],
  ["user", "`systemMessage`, which only the user sees"],
  ["reason", '`decision: "deny"` whose `reason` replaces the error, so it begins with it'],
];

/** The fields of a row: what they mean, and either the words that they may have or the kind of their value. */
const FIELDS = {
  name: { about: "Members with the event's name; the first that is there.", names: 2 },
  session: { about: "Members with the session's id; the first that is there.", names: 2 },
  tool: { about: "Member with the tool's name.", text: true },
  arguments: { about: "Member with the arguments: an object, or its JSON text.", text: true },
  id: { about: "Members with the call's id; the first that is there.", names: 2 },
  result: { about: "Member with the result.", text: true },
  resultPart: { about: "Member of the result that the model reads; null: all of it.", text: true },
  errorIn: {
    about: "What has the member with the error.",
    words: [
      ["event", "the event of a failure"],
      ["result", "the result"],
    ],
  },
  error: { about: "Member with the error.", text: true },
  errorPart: {
    about: "Member of the error with its text; null: the error is a text, or all of it counts.",
    text: true,
  },
  sign: {
    about: "A member that every event of this agent has, and no event of another; null: there is none.",
    text: true,
  },
  also: { about: "Agents that run hooks from this one's settings too; their sign tells them.", dialects: true },
  ends: {
    about: "Whether the end of a call is told.",
    words: [
      ["every", "of every call"],
      ["some", "not of calls that are not permitted, or fail: such a call is known by name and arguments"],
    ],
  },
  endsOf: { about: "With `ends: some`: a tool whose every call's end is told.", text: true },
  emptyPrompt: {
    about: "What a prompt without text means.",
    words: [
      ["turn", "a turn like any other"],
      ["nothing", "nothing"],
      ["request", "a request to the model within the turn"],
    ],
  },
  refusal: {
    about: "How a call is refused.",
    words: [
      ["specific", "`hookSpecificOutput` with `permissionDecision` and `permissionDecisionReason`"],
      ["permissionDecision", "the same two at the top"],
      ["decision", "`decision` and `reason`"],
      ["permission", "`permission`, `user_message` and `agent_message`"],
      ["exit 2", "exit code 2, and the text on stderr"],
    ],
  },
  asks: { about: "Whether it can ask the user about a call.", flag: true },
  contextBefore: {
    about: "How a warning is told before a call; if not to the model, it is repeated after it.",
    words: CONTEXTS,
  },
  contextAfter: { about: "The same after a call.", words: CONTEXTS },
  contextFailure: { about: "The same after a call that failed.", words: CONTEXTS },
  abortAfter: {
    about: "How the end of the turn is told after a call.",
    words: [
      ["stop", "`continue: false` and `stopReason`"],
      ["context", "as a warning is"],
    ],
  },
  turnEnds: {
    about: "Which answer with `continue: false` ends a turn. Unless at a call, every call is refused after an abort.",
    words: [
      ["at a call", "one about a call"],
      ["at a request", "one about a request"],
      ["never", "none, but one about its end (`stop`)"],
    ],
  },
  person: {
    about: "How the person is told something that the model is not.",
    words: [
      ["systemMessage", "`systemMessage`"],
      ["stderr", "on stderr, which the agent shows or keeps in its log"],
    ],
  },
};

const source = JSON.parse(read(SOURCE));
const names = Object.keys(source.dialects);

function must(condition, what) {
  if (!condition) throw new Error(`${SOURCE}: ${what}`);
}

/** A row with all its fields. */
function whole(name) {
  const { title, like, ...own } = source.dialects[name];
  must(typeof title === "string", `${name} has no title`);
  must(like === undefined || names.indexOf(like) < names.indexOf(name), `${name} is like a row that is not before it`);
  const row = { ...source.default, ...(like === undefined ? {} : whole(like)), ...own, title };
  for (const field of Object.keys(row))
    must(Object.hasOwn(FIELDS, field) || field === "events" || field === "title", `${name} has a field "${field}"`);
  for (const [field, { words, names: most, text, flag, dialects }] of Object.entries(FIELDS)) {
    const value = row[field];
    const fits = words
      ? words.some(([word]) => word === value)
      : most
        ? Array.isArray(value) && value.length > 0 && value.length <= most
        : dialects
          ? Array.isArray(value) && value.every((other) => names.includes(other) && source.dialects[other].sign)
          : flag
            ? typeof value === "boolean"
            : text && (value === null || typeof value === "string");
    must(fits, `"${field}" of ${name} cannot be ${JSON.stringify(value)}`);
  }
  for (const [event, kind] of Object.entries(row.events))
    must(KINDS.includes(kind), `${event} of ${name} is "${kind}"`);
  return row;
}

const rows = Object.fromEntries(names.map((name) => [name, whole(name)]));

/** The types of words in C, by field; several fields may have one. */
const TYPES = {
  errorIn: "error_in",
  ends: "ends",
  emptyPrompt: "empty_prompt",
  refusal: "refusal",
  contextBefore: "context",
  contextAfter: "context",
  contextFailure: "context",
  abortAfter: "abort_after",
  turnEnds: "turn_ends",
  person: "person",
};

const snake = (field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const upper = (word) => snake(word).replaceAll(/[ -]/g, "_").toUpperCase();
/** `additionalContext` and `additional_context` are two words, but one name in capitals. */
const constant = (type, word) =>
  `HOOK_${type.toUpperCase()}_${word.includes("_") ? `${word.toUpperCase()}_SNAKE` : upper(word)}`;
const dialectOf = (name) => `HOOK_${name.toUpperCase()}`;

function cEnum(type, members) {
  return `typedef enum hook_${type} {\n${members
    .map(([name, about]) => `  ${name},${about ? ` /* ${about} */` : ""}`)
    .join("\n")}\n} hook_${type};`;
}

function cValue(field, value) {
  const { words, names: most, dialects, flag } = FIELDS[field];
  if (words) return constant(TYPES[field], value);
  if (most) return `{${value.map((name) => JSON.stringify(name)).join(", ")}}`;
  if (dialects) return value.length === 0 ? "0" : value.map((other) => `1u << ${dialectOf(other)}`).join(" | ");
  if (flag) return String(value);
  return value === null ? "NULL" : JSON.stringify(value);
}

/** The struct's member for a field. */
function cMember(field) {
  const { about, names: most, dialects, flag } = FIELDS[field];
  const type = TYPES[field] ? `hook_${TYPES[field]} ` : dialects ? "uint32_t " : flag ? "bool " : "const char *";
  return `  ${type}${snake(field)}${most ? `[${most}]` : ""}; /* ${about} */`;
}

const macro = (name, lines) =>
  [`#define ${name}`, ...lines]
    .map((line) => line.padEnd(118))
    .join(" \\\n")
    .trimEnd();

const header = `/* Made by scripts/build-hook-dialects.mjs from dialects.json. Not to be edited. */
/* clang-format off */
#ifndef HOOK_DIALECTS_GEN_H
#define HOOK_DIALECTS_GEN_H

#include <stdbool.h>
#include <stdint.h>

${cEnum("dialect", [["HOOK_AUTO", "not told"], ...names.map((name) => [dialectOf(name), rows[name].title])])}
enum { HOOK_DIALECTS = ${names.length + 1} };

${cEnum(
  "kind",
  KINDS.map((kind) => [dialectOf(kind)]),
)}

${[...new Map(Object.entries(TYPES).map(([field, type]) => [type, FIELDS[field].words])).entries()]
  .map(([type, words]) =>
    cEnum(
      type,
      words.map(([word, about]) => [constant(type, word), about]),
    ),
  )
  .join("\n\n")}

/* What is special to an agent. */
typedef struct hook_facts {
  const char *option; /* of the command line, "--claude" */
${Object.keys(FIELDS).map(cMember).join("\n")}
} hook_facts;

/* Rows of hook_facts, by dialect. */
${macro(
  "HOOK_DIALECT_ROWS",
  names.map(
    (name) =>
      `  [${dialectOf(name)}] = {.option = "--${name}", ${Object.keys(FIELDS)
        .map((field) => `.${snake(field)} = ${cValue(field, rows[name][field])}`)
        .join(", ")}},`,
  ),
)}

/* Rows of hook_event_row. */
${macro(
  "HOOK_EVENT_ROWS",
  names.flatMap((name) =>
    Object.entries(rows[name].events).map(
      ([event, kind]) => `  {${dialectOf(name)}, ${dialectOf(kind)}, ${JSON.stringify(event)}},`,
    ),
  ),
)}

#endif
`;

const module = `// Made by scripts/build-hook-dialects.mjs from native/hook/dialects.json. Not to be edited.

export type Dialect = ${names.map((name) => JSON.stringify(name)).join(" | ")};

/** The agents, in the order of the table in C: their names for people, and the events that the hook handles. */
export const DIALECTS: Readonly<Record<Dialect, { readonly title: string; readonly events: readonly string[] }>> = {
${names.map((name) => `  ${name}: ${JSON.stringify({ title: rows[name].title, events: Object.keys(rows[name].events) })},`).join("\n")}
};
`;

writeOrCheck(HEADER, header, "dialects.json", "build-hook-dialects.mjs");
writeOrCheck(MODULE, module, "dialects.json", "build-hook-dialects.mjs");
