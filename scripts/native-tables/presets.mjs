/** The presets and defaults of guards that are configured in C: native/src/policy/presets.gen.h. */

import { VOLATILE_BITS } from "../../out/core/layout.gen.js";
import { POLICY_LIMIT_LADDER } from "../../out/rules/detectors/limit.js";
import { readOptions } from "../../out/rules/options.js";
import { DEFAULT_LADDER, PRESET_NAMES, presetOf, REPLAY_LADDER, SHORTHAND_LADDER } from "../../out/rules/presets.js";
import { cString, header, must } from "./c-text.mjs";

const config = readOptions({});

/** The presets as JSON texts, as a user would write them: the base of configurations in C. */
function presetLines() {
  return PRESET_NAMES.map((name) => `    {${cString(name)}, ${cString(JSON.stringify(presetOf(name)))}},`);
}

function volatileNames() {
  Object.values(VOLATILE_BITS).forEach(
    (bit, index) => void must(bit === 1 << index, "a class without a bit of its own"),
  );
  return Object.keys(VOLATILE_BITS).map(cString).join(", ");
}

const ladder = (steps) =>
  `{.${Object.entries(steps)
    .map(([rung, start]) => `${rung} = ${start}`)
    .join(", .")}}`;

export const presets = header(
  "LG_PRESETS_GEN_H",
  "lib/",
  `/* Of guards that are not told how many entries they may have. */
#define LG_MAX_ENTRIES ${config.maxEntries}u
/* Of guards with detectors and without a ladder, of those with maxRepeats, and of duplicate with replay. */
#define LG_DEFAULT_LADDER ${ladder(DEFAULT_LADDER)}
#define LG_SHORTHAND_LADDER ${ladder(SHORTHAND_LADDER)}
#define LG_REPLAY_LADDER ${ladder(REPLAY_LADDER)}
/* Of the limit of a policy where no detector reads it. */
#define LG_POLICY_LIMIT_LADDER ${ladder(POLICY_LIMIT_LADDER)}

/* What is not told goes by this one. */
#define LG_PRESET_DEFAULT "recommended"
static const struct {
  const char *name, *json;
} LG_PRESETS[] = {
${presetLines().join("\n")}
};

/* The classes of volatile spans, by bit. */
static const char *const LG_VOLATILE_NAMES[] = {${volatileNames()}};
`,
);
