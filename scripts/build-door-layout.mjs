/**
 * Makes native/door/answers.gen.h from native/door/answers.json, and lib/core/layout.gen.ts, the core's numbers for
 * TypeScript, from that and the enums of native/door/door.h and native/include/loopguard.h, so that each number is written
 * in one place. `--check` writes nothing and fails when a file is out of date.
 */
import { read } from "./findings.mjs";
import { writeOrCheck } from "./generated.mjs";

const OUT = "lib/core/layout.gen.ts";
const DOOR = "native/door/door.h";
const ANSWERS = "native/door/answers.json";
const ANSWERS_OUT = "native/door/answers.gen.h";
const CORE = "native/include/loopguard.h";

/** Enums that become an object of numbers: the enum, the prefix of its names in C, and its name in TypeScript. */
const OBJECTS = [
  [DOOR, "lg_door_operation", "LG_DOOR_", "Operation"],
  [CORE, "lg_event_kind", "LG_EVENT_", "EventTag"],
  [DOOR, "lg_door_event_at", "LG_EVENT_AT_", "EventAt"],
  [DOOR, "lg_door_event_flag", "LG_EVENT_FLAG_", "EventFlag"],
  [DOOR, "lg_door_step_at", "LG_STEP_AT_", "ReportStepAt"],
  [CORE, "lg_text_limit", "LG_TEXT_", "TextLimit"],
  [CORE, "lg_args_kind", "LG_ARGS_", "ArgsKind"],
  [CORE, "lg_identity_mode", "LG_", "IdentityMode"],
  [CORE, "lg_result_kind", "LG_RESULT_", "ResultKind"],
  [CORE, "lg_step", "LG_", "Step"],
  [CORE, "lg_volatile", "LG_VOLATILE_", "VOLATILE_BITS"],
];
/** Enums without gaps that become a list of their names in small letters. */
const LISTS = [
  [CORE, "lg_status", "LG_", "STATUSES"],
  [CORE, "lg_text_kind", "LG_TEXT_", "TEXT_KINDS"],
  [CORE, "lg_why", "LG_WHY_", "WHYS"],
  [CORE, "lg_seen", "LG_SEEN_", "SEEN"],
  [CORE, "lg_news_why", "LG_NEWS_WHY_", "NEWS_WHYS"],
  [CORE, "lg_action", "LG_", "ACTIONS"],
  [CORE, "lg_unit", "LG_UNIT_", "UNITS"],
  [CORE, "lg_period", "LG_PERIOD_", "PERIODS"],
  [CORE, "lg_detector_type", "LG_", "DETECTOR_TYPES"],
];
/** The number of members, which C has as a last member. */
const COUNTS = new Set(["LG_DETECTOR_TYPES", "LG_UNITS"]);

/** A header's text without comments, with its lists (`LG_STATUS_MAP(XX)`) expanded where they are used. */
function expanded(path) {
  const text = read(path).replace(/\/\*[\s\S]*?\*\//g, " ");
  return text.replace(/#define XX\(([^)]*)\) (.*)\n\s*(\w+_MAP)\(XX\)\n#undef XX/g, (_, parameters, template, map) => {
    const lines = new RegExp(`#define ${map}\\(XX\\)((?:.*\\\\\n)+.*)`).exec(text)[1];
    return [...lines.matchAll(/XX\(([^)]*)\)/g)]
      .map(([, list]) => {
        const given = list.split(",").map((word) => word.trim());
        const names = parameters.split(",").map((word) => word.trim());
        return names.reduce((line, name, i) => line.replace(new RegExp(`(##)?\\b${name}\\b`), given[i]), template);
      })
      .join("\n");
  });
}

/** The names in a macro's list of `XX(NAME, name)`, as members of the enum that is made from it. */
function namesOfMap(path, map) {
  const body = new RegExp(`#define ${map}\\(XX\\)((?:.*\\\\\n)*.*)`).exec(read(path))?.[1] ?? "";
  return [...body.matchAll(/XX\((\w+), \w+\)/g)].map(([, name]) => `LG_${name}`).join(",");
}

/** Members of an enum, `[name, number]` each, in order. */
function membersOf(path, name) {
  const body = new RegExp(`typedef enum ${name} \\{([^}]*)\\} ${name};`).exec(expanded(path))?.[1];
  if (body === undefined) throw new Error(`${path} has no enum ${name}`);
  let next = 0;
  return body
    .replace(/^#.*$/gm, "")
    .replace(/(\w+_MAP)\(XX\)/, (_, map) => `${namesOfMap(path, map)},`)
    .split(",")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !COUNTS.has(line))
    .map((line) => {
      const [, member, number, shift] = /^(\w+)(?: = (\d+)u?(?: << (\d+))?)?$/.exec(line) ?? [];
      if (member === undefined) throw new Error(`${path}: ${name}: cannot read "${line}"`);
      const value = number === undefined ? next : Number(number) << Number(shift ?? 0);
      next = value + 1;
      return [member, value];
    });
}

function camel(name) {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

function shortened(path, name, prefix) {
  return membersOf(path, name).map(([member, value]) => {
    if (!member.startsWith(prefix)) throw new Error(`${path}: ${member} does not begin with ${prefix}`);
    return [member.slice(prefix.length), value];
  });
}

/** The width at which the formatter breaks a line. */
const WIDTH = 120;

/** A constant as the formatter writes it: in one line if that is short enough, else with a member a line. */
function constant(comment, name, members, open, close) {
  const inner = open === "{" ? ` ${members.join(", ")} ` : members.join(", ");
  const line = `export const ${name} = ${open}${inner}${close} as const;`;
  const lines = `export const ${name} = ${open}\n${members.map((member) => `  ${member},\n`).join("")}${close} as const;`;
  return `/** ${comment} */\n${line.length <= WIDTH ? line : lines}\n`;
}

function objectOf([path, name, prefix, type]) {
  const members = shortened(path, name, prefix).map(([member, value]) => `${camel(member)}: ${value}`);
  return constant(`\`${name}\`.`, type, members, "{", "}");
}

function listOf([path, name, prefix, type]) {
  const members = shortened(path, name, prefix);
  if (members.some(([, value], i) => value !== i)) throw new Error(`${path}: ${name} has gaps`);
  const names = members.map(([member]) => `"${member.toLowerCase()}"`);
  return constant(`\`${name}\`, by number.`, type, names, "[", "]");
}

/** The fields of each answer: `name`, its offset `at`, and what C is to put there: `puts`, kinds and members of the struct. */
const SIZES = { f64: 8, u64: 8, u32: 4, bool: 4, flags: 4, digest: 16 };
const answers = Object.entries(JSON.parse(read(ANSWERS)))
  .filter(([, answer]) => typeof answer !== "string")
  .map(([name, { of, end, fields }]) => {
    let at = 0;
    const placed = fields.map((field) => {
      const [kind, member, other, ...more] = field.split(" ");
      const flags = kind === "flags" ? [member, ...(other === undefined ? [] : [other, ...more])] : undefined;
      const one = { name: flags ? "flags" : (other ?? member), at, kind, members: flags ?? [member] };
      at += SIZES[kind];
      return one;
    });
    return { name, of, fields: [...placed, { name: end, at, kind: "end", members: [] }] };
  });

/** For TypeScript: where each field is, by how it is read, and of a flag its bit. */
const READ_AS = { f64: "doubles", u64: "doubles", u32: "numbers", bool: "flags", flags: "flags", digest: "digests" };
function answerOf({ name, fields }) {
  const places = { doubles: [], numbers: [], flags: [], digests: [] };
  for (const { name, at, kind, members } of fields.slice(0, -1))
    for (const [bit, flag] of members.entries())
      places[READ_AS[kind]].push(
        READ_AS[kind] === "flags" ? `${camel(flag)}: [${at}, ${1 << bit}]` : `${camel(name)}: ${at}`,
      );
  const members = Object.entries(places).map(([kind, list]) => {
    const line = `${kind}: ${list.length === 0 ? "{}" : `{ ${list.join(", ")} }`}`;
    return line.length <= WIDTH - 3 ? line : `${kind}: {\n${list.map((place) => `    ${place},\n`).join("")}  }`;
  });
  members.push(`end: ${fields.at(-1).at}`);
  return constant(`\`lg_door_${name}_at\`.`, name.toUpperCase(), members, "{", "}");
}

/** The same for C, and the list of what the door puts there. */
function answerInC({ name, of, fields }) {
  const upper = name.toUpperCase();
  const enumOf = (suffix, members) =>
    `typedef enum lg_door_${name}_${suffix} {\n${members.join(",\n")}\n} lg_door_${name}_${suffix};\n`;
  const offsets = fields.map((field) => `  LG_${upper}_AT_${field.name.toUpperCase()} = ${field.at}`);
  const flags = fields.find(({ kind }) => kind === "flags")?.members;
  const puts = fields.flatMap(({ kind, members }) =>
    members.map((member, bit) => `  {LG_PUT_${kind.toUpperCase()}, ${bit}, offsetof(${of}, ${member})}`),
  );
  return [
    enumOf("at", offsets),
    ...(flags
      ? [
          enumOf(
            "flag",
            flags.map((flag, bit) => `  LG_${upper}_FLAG_${flag.toUpperCase()} = ${1 << bit}`),
          ),
        ]
      : []),
    `#define LG_${upper}_FIELDS \\\n${puts.join(", \\\n")}\n`,
  ].join("\n");
}

/** The door's operations, each with what its comment says: the handle that it takes, whether a message, what it makes. */
const NO_ENTRY = ["FETCH", "FREE"];
const KINDS = { "": "NOTHING", guard: "A_GUARD", run: "A_RUN", detector: "A_DETECTOR", text: "A_TEXT" };
const operations = [...read(DOOR).matchAll(/ {2}\/\* ((?:(?!\*\/)[\s\S])*)\*\/\n {2}LG_DOOR_(\w+) = \d+,?\n/g)]
  .filter(([, , name]) => !NO_ENTRY.includes(name))
  .map(([, said, name]) => {
    const [, takes = "", message] = /^(?:\((\w+)\) )?([\s\S]*?) *->/.exec(said);
    const [, made = ""] = /-> handle of a (\w+)/.exec(said) ?? [];
    const work = name.toLowerCase().replace(/^(?:detector|text)_snapshot$/, "snapshot");
    const hasMessage = message !== "nothing" || /; u32/.test(said);
    return {
      work,
      row: `[LG_DOOR_${name}] = {lg__door_${work}, LG_DOOR_${KINDS[takes]}, ${hasMessage}, LG_DOOR_${KINDS[made]}}`,
    };
  });
/** The same for C: their functions, and the rows of their table. */
const operationsInC = `#define LG_DOOR_WORKS \\\n  ${[...new Set(operations.map(({ work }) => `lg__door_${work}`))].join(", \\\n  ")}

#define LG_DOOR_ENTRIES \\\n  ${operations.map(({ row }) => row).join(", \\\n  ")}
`;

const madeInC = `/* Made by scripts/build-door-layout.mjs from ${ANSWERS}. Not to be edited. */
/* clang-format off */
#ifndef LG_ANSWERS_GEN_H
#define LG_ANSWERS_GEN_H

${answers.map(answerInC).join("\n")}
/* ---- door.c: what door.h says of the operations ---- */

${operationsInC}
#endif
`;

/** Numbers by themselves: where, and their names in C and in TypeScript. */
const NUMBERS = [
  [DOOR, "LG_DOOR_NO_TICKET", "NO_TICKET"],
  ["native/src/policy/detector_record.h", "LG_REACH_MAX", "REACH_MAX"],
  [CORE, "LG_GLOB_UNITS_MAX", "GLOB_MAX"],
  [CORE, "LG_GLOBS_MAX", "GLOBS_MAX"],
  [CORE, "LG_DETECTORS_MAX", "DETECTORS_MAX"],
  [CORE, "LG_POINTER_MAX", "POINTER_TOKENS_MAX"],
  [CORE, "LG_PROJECTION_MAX", "NAMES_MAX"],
];

function numberOf([path, name, type]) {
  const number = new RegExp(`#define ${name} (0x[0-9a-f]+|\\d+)u?\\b`).exec(read(path))?.[1];
  if (number === undefined) throw new Error(`${path} has no ${name}`);
  return `/** \`${name}\`. */\nexport const ${type} = ${number};\n`;
}

const made = `/** Made by scripts/build-door-layout.mjs from what native/door and native/include say. Not to be edited. */

${[...OBJECTS.map(objectOf), ...answers.map(answerOf), ...LISTS.map(listOf), ...NUMBERS.map(numberOf)].join("\n")}`;

writeOrCheck(ANSWERS_OUT, madeInC, ANSWERS, "build-door-layout.mjs");
writeOrCheck(OUT, made, "native/", "build-door-layout.mjs");
