/** The scan in C judges by a configuration as the scan in TypeScript does, and says it in the same words. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readColumns } from "../../lib/traces/columns.ts";
import { tries } from "../effort.ts";
import { cProgram } from "../left-out.ts";
import { scanBytes } from "./scan-bytes.ts";

const program = cProgram();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loopguard-scan-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const few = (min: number, max = min + 3) => fc.integer({ min, max });
const flag = fc.boolean();
const NONE = Number.POSITIVE_INFINITY; // null in JSON
const ladder = fc.constantFrom({ warn: 1 }, { hint: 1 }, { warn: 1, hint: 2, abort: 4 }, { warn: 2, ask: 3, abort: 5 });

const DETECTORS: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  count: { maxRepeats: few(0), canonical: flag },
  repeat: { threshold: few(2), failures: flag },
  stall: { threshold: few(2) },
  ping_pong: { cycleLength: few(2), repetitions: few(2) },
  cycle: { windowSize: fc.constant(30), maxCycleLen: few(1), repeats: few(2), sameResults: flag },
  duplicate: {},
  limit: { default: few(0), limits: fc.constantFrom({}, { read: 2, "w*": NONE }) },
  no_progress: { threshold: few(2), windowSize: few(8), settled: flag },
  error_streak: { threshold: few(2), transientThreshold: few(2), alike: flag },
  unknown_tool: { threshold: few(1), any: few(1) },
  no_news: { times: few(1), ackTimes: few(1), settled: flag, maxWaitMs: fc.constantFrom(0, 10_000, 60_000) },
  near_repeat: { threshold: few(2) },
};
const detector = fc.oneof(
  ...Object.entries(DETECTORS).map(([type, options]) =>
    fc.record(
      { type: fc.constant(type), ...options, ladder, name: fc.constant(`my ${type}`) },
      { requiredKeys: ["type"] },
    ),
  ),
);
const POLICIES = [
  ...[false, { poll: true }, { poll: { minIntervalMs: 2000, maxWaitMs: 20_000 } }, { mutates: true }, { limit: 3 }],
  ...[{ retryable: true }, { ignore: ["p"] }, { identity: ["/p"] }, { limit: NONE }, { volatile: ["took"] }],
];
const policy = fc.constantFrom(...POLICIES);
const config = fc.record(
  {
    detectors: fc.uniqueArray(detector, { minLength: 1, maxLength: 2, selector: (one) => one.type }),
    ...{ ladder, shadow: flag, maxEntries: few(1) },
    volatile: fc.constantFrom([], ["digits"], { results: ["timestamps"], failures: [] }),
    tools: fc.record({ read: policy, "w*": policy }, { requiredKeys: [] }),
  },
  { requiredKeys: ["detectors"] },
);

const ERRORS = ["No such file: /a/1", "No such file: /a/2", "rate limit exceeded", { status: 500, message: "x" }, true];
const RESULTS = [
  "same",
  "ok",
  "",
  "in progress",
  { took: 5, n: 1 },
  { took: 6, n: 1 },
  [],
  3,
  "at 11:05:30",
  "at 11:05:31",
];
const ARGUMENTS = [{ p: 1 }, { p: 2 }, {}, "no JSON", { command: "sleep 5" }, { command: "ls", description: "a" }];
const made = fc.record({
  t: fc.constantFrom("read", "write", "bash", "it's \u0001"),
  a: fc.constantFrom(...ARGUMENTS),
});
const returned = fc.oneof(
  fc.record({ r: fc.constantFrom(...RESULTS) }),
  fc.record({ e: fc.constantFrom(...ERRORS) }),
  fc.constant({}),
);
/** A few calls that come again and again, with a few outcomes. */
const rows = fc
  .tuple(
    fc.array(made, { minLength: 1, maxLength: 3 }),
    fc.oneof(fc.array(returned, { minLength: 1, maxLength: 3 }), fc.constant(ERRORS.slice(0, 2).map((e) => ({ e })))),
    fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.constantFrom(0, 1000, 5000, 200_000, -3000), flag), {
      minLength: 9,
      maxLength: 40,
    }),
  )
  .map(([calls, outcomes, steps]) => {
    let at = 1_700_000_000_000;
    return steps.map(([call, outcome, passed, alone], index) => {
      at += passed;
      const place = call > 20 ? call : index;
      const row = { ...calls[place % calls.length], ...outcomes[outcome % outcomes.length] };
      return { ...row, at, o: alone ? null : index >> 1, n: index >> 4 };
    });
  });
const columns = fc.constantFrom(
  "tool=t,arguments=a,result=r,error=e",
  "tool=t,arguments=a,result=r,error=e,time=at,round=o,turn=n",
);

it.skipIf(program === undefined)("judges as the scan in TypeScript, whatever the configuration", async () => {
  const file = join(folder, "config.json");
  await fc.assert(
    fc.asyncProperty(config, rows, columns, async (guard, list, map) => {
      const input = list.map((row) => `${JSON.stringify(row)}\n`).join("");
      writeFileSync(file, JSON.stringify(guard));
      const { stdout } = spawnSync(program as string, ["scan", "--columns", map, "--config", file], { input });
      const { lines } = await scanBytes(input, { guard: guard as object, columns: readColumns(map) });
      expect(stdout.toString().split("\n").slice(0, -1)).toEqual(lines);
    }),
    { numRuns: tries(1000) },
  );
});
