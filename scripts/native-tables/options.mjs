/** The options of configurations as the reader in C knows them: native/src/policy/options.gen.h. */
import { STEPS, STRIKES } from "../../out/base/action-ladder.js";
import { PERIODS } from "../../out/core/layout.gen.js";
import { CHECKS, PRICE } from "../../out/rules/options.js";
import { DETECTOR_RECORDS } from "../../out/rules/table.js";
import { POLICY_CHECKS, POLL_TIME } from "../../out/rules/tool-policy.js";
import { cString, cType, header, must, snake } from "./c-text.mjs";

const KINDS = {
  integer: "U32",
  number: "DOUBLE",
  cap: "LIMIT",
  units: "UNITS",
  amount: "AMOUNT",
  flag: "BOOL",
  choice: "PERIOD",
  texts: "TEXTS",
  caps: "LIMITS",
};

function number(value) {
  if (value === Number.POSITIVE_INFINITY) return "INFINITY";
  if (PERIODS.includes(value)) return `${PERIODS.indexOf(value)}`;
  return typeof value === "number" || typeof value === "boolean" ? `${Number(value)}` : "0";
}

/** `{"name", LG_FIELD_U32, place, fallback, min, max, atMost}`; `struct` undefined: it is checked and kept nowhere. */
function field(struct, name, { check, fallback, place = snake(name), optional, atMost }) {
  const { kind, min, max } = check.asks ?? { kind: "other" };
  if (kind === "other") return `{${cString(name)}, LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}`;
  const at = struct === undefined ? "LG_NO_PLACE" : `offsetof(${struct}, ${place})`;
  must(min >= 0, `${name} may be below 0`);
  const type = optional ? "OPTIONAL" : KINDS[kind];
  const range = [fallback, min, max].map(number).join(", ");
  return `{${cString(name)}, LG_FIELD_${type}, ${at}, ${range}, ${atMost === undefined ? "NULL" : cString(atMost)}}`;
}

const other = (name) => field(undefined, name, { check: {} });

/** A macro that stands for the fields of an object with these members. */
function fields(macro, struct, checks, names = Object.keys(checks)) {
  const lines = names.map((name) => field(struct, name, { check: checks[name] ?? {}, fallback: 0 }));
  return `#define ${macro} \\\n${lines.map((line) => `  ${line}`).join(", \\\n")}`;
}

/** A parameter that JavaScript alone uses; C checks it where JSON can have it. */
function localFields([name, { check }]) {
  return check.asks === undefined ? [] : [field(undefined, name, { check, fallback: 0 })];
}

function detector([type, { parameters }]) {
  const all = Object.entries(parameters);
  const kept = all
    .filter(([, { local }]) => !local)
    .map(([name, { like, ...parameter }]) =>
      field("lg_detector_spec", name, { ...parameter, fallback: like === undefined ? parameter.fallback : 0 }),
    );
  const known = [...all.filter(([, { local }]) => local).flatMap(localFields), ...COMMON];
  return [
    `static const lg_field ${cType(type)}_FIELDS[] = {\n${[...kept, ...known].map((line) => `    ${line}`).join(",\n")}};`,
    `    [${cType(type)}] = {${cType(type)}_FIELDS, ${kept.length}, ${kept.length + known.length}}`,
  ];
}

const COMMON = ["name", "type", "action", "ladder"].map(other);
const made = [...DETECTOR_RECORDS].map(detector);
const ofProfiles = Object.keys(POLICY_CHECKS).filter((name) => name !== "retryable");
/** Those of CHECKS that JSON can have, and that C has a use for. */
const OPTIONS = ["preset", "maxRepeats", "volatile", "shadow", "maxEntries", "price"];

export const options = header(
  "LG_OPTIONS_GEN_H",
  "lib/",
  `/* Members of lg_setup, lg_profile and lg_ladder. */
${fields("LG_OPTION_FIELDS", "lg_setup", { ...CHECKS, preset: {}, price: {} }, [...OPTIONS, "detectors", "budget", "action", "ladder", "tools"])}
${fields("LG_PRICE_FIELDS", undefined, { input: PRICE, output: PRICE, cached: PRICE })}
${fields("LG_POLICY_FIELDS", "lg_profile", POLICY_CHECKS, ["action", "ladder", ...ofProfiles])}
${fields("LG_LADDER_FIELDS", "lg_ladder", Object.fromEntries(STEPS.map((step) => [step, STRIKES])))}
${["minIntervalMs", "maxWaitMs"]
  .map((name) => field("lg_profile", name, { check: POLL_TIME, fallback: 0, place: `poll_${snake(name)}` }))
  .reduce((text, line, at) => `${text}${at === 0 ? "" : ","} \\\n  ${line}`, "#define LG_POLL_FIELDS")}

/* lg_period, in JSON. */
#define LG_PERIOD_NAMES ${PERIODS.map(cString).join(", ")}

#ifdef LG_DETECTOR_FIELDS
${made.map(([own]) => own).join("\n")}
static const lg_fields LG_DETECTOR_FIELDS[LG_DETECTOR_TYPES] = {
${made.map(([, line]) => line).join(",\n")}};
#endif
`,
);
