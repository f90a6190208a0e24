/** A detector of one tool that runs again and again, whatever its arguments and results. */
import { logged, type Recipe } from "./recipes.ts";

const C = `/* same_tool: one tool many times in a row, with any arguments and any results. */
#include "run/run.h"

static uint32_t reach(const lg_detector_spec *spec) { return spec->threshold; }

static uint32_t in_a_row(const lg_look *look) {
  uint32_t count = 0;
  for (const lg_observation *o; (o = lg__history_at(&look->run->history, count)) != NULL; count++)
    if (!lg__digest_equal(&o->name, &look->newest->name)) break;
  return count;
}

static bool find_after(const lg_look *look, lg_finding *out) {
  out->repeats = in_a_row(look);
  out->subject = out->loop = look->newest->name;
  return out->repeats >= out->threshold;
}

static void explain(const lg_look *look, lg_explained *out) {
  out->count = in_a_row(look);
  out->why = LG_WHY_COUNTED;
}

const lg_detector_record lg__detector_same_tool = {.name = "same_tool",
                                                   .tracks = LG_TRACK_IDENTITY,
                                                   .is_broken = true,
                                                   .reach = reach,
                                                   .find_after = find_after,
                                                   .explain = explain};
`;

const TYPESCRIPT = `import type { DetectorActions, DetectorBase, DetectorRecord } from "../detector-record.ts";
import { make, REACH_MAX, whole } from "../detector-record.ts";

export interface SameToolOptions {
  /** How often the tool must run in a row. Default 10. */
  repetitions?: number;
}
export interface SameToolDetector extends DetectorBase<"same_tool">, Readonly<Required<SameToolOptions>> {}

/**
 * Detects one tool that runs again and again, whatever its arguments and results.
 *
 * @example
 * new LoopGuard({ detectors: [sameTool({ repetitions: 20 })] });
 */
export function sameTool(options?: SameToolOptions & DetectorActions): SameToolDetector {
  return make("same_tool", SAME_TOOL, options);
}

/** @internal */
export const SAME_TOOL: DetectorRecord<SameToolDetector> = {
  parameters: { repetitions: whole(10, 2, REACH_MAX, "threshold") },
  readsResults: true,
  text: ({ tool, repeats }) => \`Tool '\${tool}' was called \${repeats} times in a row, and no other.\`,
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats, repetitions: threshold }),
  tried: () => [10, 20, 40].map((repetitions) => sameTool({ repetitions })),
};
`;

const TEST = `import { expect, it } from "vitest";
import { sameTool } from "../../lib/rules/factories.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { found, make, run } from "./one-detector.ts";

it("fires at the repetition, and not one short", () => {
  using guard = make(sameTool({ repetitions: 3 }));
  for (const q of [1, 2]) expect(run(guard, "a", { q }, { result: q })).toBe(ALLOW);
  expect(found(run(guard, "a", { q: 3 }, { result: 3 }))).toBe("same_tool");
});

it("another tool breaks it", () => {
  using guard = make(sameTool({ repetitions: 3 }));
  for (const name of ["a", "a", "b", "a", "a"]) expect(run(guard, name, { name }, { result: 1 })).toBe(ALLOW);
});
`;

export const detector: Recipe = {
  title: "A detector",
  add(copy) {
    copy.replace(
      "native/include/loopguard.h",
      /( {2}XX\(DELEGATION, delegation\))\n/,
      "$1 \\\n  XX(SAME_TOOL, same_tool)\n",
    );
    copy.create("native/src/detectors/same_tool.c", C);
    copy.create("lib/rules/detectors/same-tool.ts", TYPESCRIPT);
    copy.insert(
      "lib/rules/table.ts",
      /^import { REPEAT,/,
      'import { SAME_TOOL, type SameToolDetector } from "./detectors/same-tool.ts";',
    );
    copy.insert("lib/rules/table.ts", "  | PingPongDetector", "  | SameToolDetector");
    copy.insert("lib/rules/table.ts", "  budget: BUDGET,", "  same_tool: SAME_TOOL,");
    copy.insert(
      "lib/rules/factories.ts",
      /RepeatOptions, repeat \} from/,
      'export { type SameToolDetector, type SameToolOptions, sameTool } from "./detectors/same-tool.ts";',
    );
    copy.insert("lib/index.ts", /^ {2}RepeatOptions,/, "  SameToolOptions,");
    copy.insert(
      "lib/rules/why-text.ts",
      /^ {2}ping_pong: /,
      "  same_tool: ({ explained }) => `${explained.count} calls of one tool in a row`,",
    );
    copy.insert("lib/cli/scan/totals-text.ts", /^ {2}ping_pong: /, '  same_tool: "one tool, again and again",');
    copy.create("test/rules/same-tool.test.ts", TEST);
    copy.create("docs/detectors/same-tool.md", "# sameTool\n\nOne tool, `repetitions` times in a row.\n");
    copy.insert(
      "docs/detectors/README.md",
      "| [pingPong]",
      "| [sameTool](same-tool.md) | one tool, 10 times in a row | weak |",
    );
    copy.insert("docs/api.md", "| `pingPong` |", "| `sameTool` | `repetitions` (10) | weak |");
    logged(copy, "`sameTool`: a detector of one tool that runs again and again");
    copy.run(
      "node scripts/build-door-layout.mjs && npm run -s compile && node scripts/build-native-tables.mjs && npm run -s compile",
    );
  },
  checks: [
    "npx vitest run --project native test/rules/same-tool.test.ts",
    "npx vitest run --project once test/rules/table.once.test.ts",
    "node scripts/check-docs.mjs && node scripts/check-rooms.mjs && node scripts/check-includes.mjs",
  ],
};
