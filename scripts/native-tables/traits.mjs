/** What the scan in C must know of each detector: native/scan/traits.gen.h. */
import { DETECTOR_TYPES } from "../../out/core/layout.gen.js";
import { DETECTOR_RECORDS, loopRecord } from "../../out/rules/table.js";
import { cType, header, must, snake } from "./c-text.mjs";

/** The fields of a detector's record, their names in C, and what they say. */
const TRAITS = {
  ofOneCall: ["of_one_call", "it compares calls with their arguments, not tools"],
  digestsSteps: ["digests_steps", "the steps of its patterns tell calls of one tool apart"],
  judgesNews: ["judges_news", "it depends on everything that happens in a run, and fires only before a call runs"],
  byTime: ["by_time", "it depends on time alone, which records may lack"],
};

function traitLines() {
  return DETECTOR_TYPES.flatMap((type) => {
    const record = loopRecord(type);
    const fields = Object.keys(TRAITS).filter((key) => record[key]);
    if (fields.length === 0) return [];
    return `    [${cType(type)}] = {${fields.map((key) => `.${TRAITS[key][0]} = true`).join(", ")}},`;
  });
}

/** `needsOutcomes` of a detector as a C expression: `() => true` or `({ times }) => times > 1`. */
function needs([type, { needsOutcomes, parameters }]) {
  if (needsOutcomes === undefined) return [];
  const [, given, says] = /^\((?:\{ (\w+) \})?\) => (\w+(?: > \d+)?)$/.exec(String(needsOutcomes)) ?? [];
  must(says !== undefined && (given === undefined ? says === "true" : says.startsWith(given)), String(needsOutcomes));
  const member = given === undefined ? "" : `spec->${parameters[given].place ?? snake(given)}`;
  return [`  case ${cType(type)}: return ${given === undefined ? says : says.replace(given, member)};`];
}

export const traits = header(
  "SCAN_TRAITS_GEN_H",
  "lib/rules",
  `typedef struct scan_traits {
${Object.values(TRAITS)
  .map(([name, what]) => `  bool ${name}; /* ${what} */`)
  .join("\n")}
} scan_traits;

static const scan_traits SCAN_TRAITS[LG_DETECTOR_TYPES] = {
${traitLines().join("\n")}
};

/* Whether the detector finds nothing in calls of which no outcome is recorded. */
static inline bool scan_needs_outcomes(const lg_detector_spec *spec) {
  switch (spec->type) {
${[...DETECTOR_RECORDS].flatMap(needs).join("\n")}
  default: return false;
  }
}
`,
);
