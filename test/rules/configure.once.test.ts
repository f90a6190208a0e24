/** A guard that C makes of JSON text is the guard that JavaScript makes of the same options; what is wrong, is to both. */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { readSteps, STEPS } from "../../lib/base/action-ladder.ts";
import type { Ladder, VolatileClass } from "../../lib/base/types.ts";
import { DETECTOR_TYPES, PERIODS, VOLATILE_BITS } from "../../lib/core/layout.gen.ts";
import type { DetectorType } from "../../lib/rules/detector-record.ts";
import { limit as limitBy, similarQuery } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { readOptions } from "../../lib/rules/options.ts";
import { PRESET_NAMES } from "../../lib/rules/presets.ts";
import { DETECTOR_RECORDS, readDetector, recordOf } from "../../lib/rules/table.ts";
import { tries } from "../effort.ts";
import { type ToolProfile, ToolProfiles } from "../oracles/tool-profiles.ts";

const native = fileURLToPath(new URL("../../native", import.meta.url));
const NAMES = ["read_a", "read_b", "b", "read_", "shell", "x😀y", "12", "z"];

let program: string;
beforeAll(() => {
  const build = `BUILD=${join(tmpdir(), `loopguard-asked-${process.getuid?.() ?? 0}-${native.replaceAll("/", "_")}`)}`;
  const { status, stdout, stderr } = spawnSync("make", ["--silent", "-C", native, build, "T=configure_dump", "asked"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  program = stdout.trim().split("\n").at(-1) as string;
}, 600_000);

type Dump = Record<string, unknown> & { profiles: object[]; numbers: number[]; detectors: Record<string, unknown>[] };

/** What C makes of configurations, given as JSON: what the guard is made of, or the error. */
function inC(configs: readonly string[], names: readonly string[] = NAMES): (Dump | string)[] {
  const input = configs.map((config) => `${[config, ...names].join("\t")}\n`).join("");
  const { status, stdout, stderr } = spawnSync(program, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  expect([status, stderr]).toEqual([0, ""]);
  const lines = stdout.trimEnd().split("\n");
  return lines.map((line) => (line.startsWith("{") ? (JSON.parse(line) as Dump) : line));
}

const number = (value: unknown) => {
  if (value === Number.POSITIVE_INFINITY) return 0xffffffff;
  const period = (PERIODS as readonly unknown[]).indexOf(value);
  return period < 0 ? Number(value) : period;
};
const ladderInC = (ladder: Ladder = {}) => STEPS.map((step) => ladder[step] ?? 0);
const steps = (of: { action?: unknown; ladder?: unknown }) => ladderInC(readSteps(of.action, of.ladder, "")?.ladder);

const bitsOf = (classes: readonly VolatileClass[]) => classes.reduce((bits, name) => bits | VOLATILE_BITS[name], 0);

/** In the numbers of C. */
function plainProfile({ exempt, mutates, similar, poll, volatile, failures, ...own }: ToolProfile): object {
  return {
    exempt: Number(exempt),
    mutates: Number(mutates),
    poll: Number(typeof poll === "object"),
    similar: Number(similar),
    pollMinIntervalMs: poll ? poll.minIntervalMs : 0,
    pollMaxWaitMs: poll ? poll.maxWaitMs : 0,
    maxRepeats: own.maxRepeats ?? 0,
    limit: own.limit === undefined ? 0 : number(own.limit),
    volatileClasses: bitsOf(volatile),
    failureClasses: bitsOf(failures),
    ladder: ladderInC(own.ladder),
    keep: own.keep,
    outside: own.outside.reduce((bits, place) => bits + 2 ** place, 0),
    ignore: own.ignore,
  };
}

/** The same of what JavaScript makes. `profiles`: those that the options give; `tools`: those of the names. */
function inJs(options: LoopGuardOptions) {
  const config = readOptions(options);
  const policies = new ToolProfiles(config.tools, config.detectors, config.volatile);
  const mentioned = policies.profiles.map(plainProfile);
  const tools = NAMES.map((name) => {
    const profile = policies.of(name);
    const counted = policies.policy(name)?.retryable !== true;
    return counted ? plainProfile(policies.profiles[profile] as ToolProfile) : "uncounted";
  });
  const detectors = config.detectors.map((detector) => {
    const parameters = Object.entries(recordOf(detector).parameters).filter(([, { local }]) => local !== true);
    const values = detector as unknown as Record<string, unknown>;
    const numbers = Object.fromEntries(parameters.map(([key]) => [key, number(values[key])]));
    return { type: detector.type, name: detector.name, steps: steps(detector), ...numbers };
  });
  const { maxEntries, shadow } = config;
  return {
    settings: { maxEntries, shadow: Number(shadow), ladder: ladderInC(config.steps.ladder), detectors },
    mentioned,
    tools,
  };
}

function expectSame(options: LoopGuardOptions, dump: Dump | string): void {
  const text = JSON.stringify(options);
  if (typeof dump === "string") throw new Error(`${text}: ${dump}`);
  const { profiles, numbers, ...settings } = dump;
  const wanted = inJs(options);
  expect(settings, text).toEqual(wanted.settings);
  expect(profiles.slice(0, wanted.mentioned.length), text).toEqual(wanted.mentioned);
  wanted.tools.forEach((tool, at) => {
    const own = profiles[numbers[at] as number];
    if (tool === "uncounted") expect(own, text).toMatchObject({ exempt: 1 });
    else expect(own, `${text} ${NAMES[at]}`).toEqual(tool);
  });
}

/* ---- random configurations ---- */

const count = (max = 9) => fc.integer({ min: 1, max });
const limit = fc.oneof(count(), fc.constant(Number.POSITIVE_INFINITY));
const some = <T>(arbs: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(arbs, { requiredKeys: [] });
const ladder = fc
  .tuple(fc.integer({ min: 1, max: 15 }), fc.array(count(), { minLength: 4, maxLength: 4 }))
  .map(([which, starts]) => {
    const sorted = [...starts].sort((a, b) => a - b);
    const all = ["warn", "hint", "ask", "abort"].map((rung, at) => [rung, sorted[at]]);
    return Object.fromEntries(all.filter((_, at) => (which >> at) & 1)) as Record<string, number>;
  });
/** `action` and `ladder` of one place that go together. */
const actions = fc.oneof(
  fc.constant({}),
  fc.record({ ladder }),
  fc.record({ action: fc.constantFrom("warn", "hint", "abort") }),
  fc.constant({ action: "hint", ladder: { warn: 1, abort: 7 } }),
);
const patterns = fc.constantFrom("read_*", "read_a", "*", "b", "?", "x??y", "x?y", "12", "7", "shell", "sh?ll*");
const patternList = fc.uniqueArray(patterns, { minLength: 1, maxLength: 3 });
const volatile = fc.subarray(Object.keys(VOLATILE_BITS));
const flag = fc.boolean();

const PARAMETERS: Record<Exclude<DetectorType, "poll" | "custom" | "stop_loop">, fc.Arbitrary<object>> = {
  count: some({ maxRepeats: fc.oneof(limit, fc.constant(0)), canonical: flag }),
  repeat: some({ threshold: fc.integer({ min: 2, max: 65536 }), failures: flag }),
  stall: some({ threshold: fc.integer({ min: 2, max: 9 }) }),
  near_repeat: some({ threshold: fc.integer({ min: 2, max: 16_384 }) }),
  ping_pong: some({ cycleLength: fc.integer({ min: 2, max: 64 }), repetitions: fc.integer({ min: 2, max: 1024 }) }),
  cycle: some({
    windowSize: fc.integer({ min: 27, max: 99 }),
    minCycleLen: count(3),
    maxCycleLen: fc.integer({ min: 3, max: 9 }),
    repeats: fc.integer({ min: 2, max: 9 }),
    sameResults: flag,
  }),
  delegation: some({ depth: count(), threshold: fc.integer({ min: 2, max: 9 }) }),
  duplicate: some({ replay: flag }),
  similar_query: fc
    .tuple(
      fc.record({ tools: patternList }),
      some({ keys: patternList, threshold: fc.constantFrom(0, 0.5, 1), dangerousTokens: fc.constant([]) }),
    )
    .map(([a, b]) => ({ ...a, ...b })),
  limit: some({ limits: fc.dictionary(patterns, limit), default: fc.oneof(limit, fc.constant(0)) }),
  no_progress: some({
    threshold: fc.integer({ min: 2, max: 9 }),
    errorThreshold: fc.integer({ min: 2, max: 9 }),
    windowSize: fc.integer({ min: 9, max: 99 }),
    settled: flag,
  }),
  error_streak: some({
    threshold: fc.integer({ min: 2, max: 9 }),
    transientThreshold: fc.integer({ min: 2, max: 16384 }),
  }),
  unknown_tool: some({ threshold: count() }),
  no_news: some({
    times: count(65535),
    ackTimes: count(),
    transientTimes: count(),
    settled: flag,
    maxWaitMs: fc.constantFrom(0, 31_536_000_000, 1e-3),
  }),
  text_repeat: some({
    minRepeats: fc.integer({ min: 2, max: 1000 }),
    minLength: count(1_000_000),
    maxPeriod: count(2000),
    messages: fc.integer({ min: 2, max: 8 }),
  }),
  budget: fc
    .tuple(
      fc.oneof(
        fc.record({ calls: limit, seconds: fc.constantFrom(0, 0.5, 1e9), tools: patternList }),
        fc.record({ tokens: fc.constantFrom(1, Number.MAX_SAFE_INTEGER), cost: fc.constantFrom(0, 2.5) }),
        fc.record({ refusals: count() }),
      ),
      some({
        per: fc.constantFrom("run", "turn", "key"),
        warn: fc.constantFrom(0, 0.1),
        ask: fc.constantFrom(0, 0.9),
        abort: fc.constantFrom(0, 1, 10),
      }),
    )
    .map(([a, b]) => ({ ...a, ...b })),
};
const detector = fc
  .oneof(...Object.entries(PARAMETERS).map(([type, own]) => fc.tuple(fc.constant(type), own)))
  .chain(([type, own]) =>
    fc
      .tuple(some({ name: fc.constantFrom("mine", "größer") }), type === "budget" ? fc.constant({}) : actions)
      .map((rest) => ({ type, ...own, ...rest[0], ...rest[1] })),
  );
const detectors = fc.uniqueArray(detector, {
  minLength: 1,
  maxLength: 5,
  selector: (it: { type: string }) => (DETECTOR_RECORDS.get(it.type)?.single === true ? it.type : it),
});
const names = fc.array(fc.constantFrom("path", "/a/b", "ä", "'"), { minLength: 1, maxLength: 3 });
const policy = fc.oneof(
  fc.constant(false as const),
  fc
    .tuple(
      some({
        identity: names,
        ignore: names,
        volatile,
        poll: fc.oneof(
          flag,
          some({ minIntervalMs: fc.constantFrom(0, 0.25, 500), maxWaitMs: fc.constantFrom(0, 60_000) }),
        ),
        mutates: flag,
        retryable: fc.constantFrom(false, false, false, true),
        maxRepeats: count(),
        limit,
      }),
      actions,
    )
    .map(([own, rest]) => ({ ...own, ...rest })),
);
const options = fc
  .tuple(
    fc.oneof(
      some({ preset: fc.constantFrom(...PRESET_NAMES) }),
      fc.record({ maxRepeats: limit }),
      fc.record({ detectors }),
      fc.record({ detectors, preset: fc.constantFrom(...PRESET_NAMES) }),
    ),
    some({
      volatile,
      shadow: flag,
      maxEntries: count(1 << 30),
      tools: fc.dictionary(patterns, policy),
      budget: PARAMETERS.budget,
      price: fc.constantFrom({ input: 3, output: 15 }, { input: 0, output: 1, cached: 0.5 }),
    }),
    actions,
  )
  .map((parts) => Object.assign({}, ...parts) as LoopGuardOptions);

it("is the guard that JavaScript makes", () => {
  const many = fc.sample(options, tries(3000));
  inC(many.map((it) => JSON.stringify(it))).forEach((dump, at) => {
    expectSame(many[at] as LoopGuardOptions, dump);
  });
});

it.each(DETECTOR_TYPES.filter((type) => !["poll", "custom", "stop_loop"].includes(type)))(
  "has the defaults of %s",
  (type) => {
    const least = { similar_query: { tools: ["q"] }, budget: { calls: 5 } }[type as string] ?? {};
    const given = { detectors: [readDetector({ type, ...least }, type)] };
    const [own] = inC([JSON.stringify({ detectors: [{ type, ...least }] })]);
    expectSame(given as unknown as LoopGuardOptions, own as Dump);
  },
);

/* ---- faults ---- */

const JUNK: readonly unknown[] = [
  null,
  true,
  "",
  "warn",
  "x".repeat(70),
  0,
  -1,
  1.5,
  2e9,
  [],
  {},
  [""],
  ["a"],
  { a: 1 },
];

/** Every place in a configuration: containers, with the keys to set. */
function places(value: unknown): [object, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [[value, key] as [object, string], ...places(item)]);
}

/** What C does not say of functions, regular expressions and the like. */
function withoutJs(message: string): string {
  return message
    .replace('"warn", "hint", "abort" or a function', '"warn", "hint" or "abort"')
    .replace(", or a RegExp", "")
    .replace("JSON pointers, or a function", "JSON pointers")
    .replace("{ minIntervalMs, maxWaitMs, final }", "{ minIntervalMs, maxWaitMs }")
    .replace("made by count(), cycle() and the like", 'such as { "type": "count" }')
    .replace("put count({ maxRepeats })", "put one of type count")
    .replace(/\(there are: [^)]*\)/, "(there are)");
}

function faultOf(config: unknown): string | undefined {
  try {
    readOptions(config as LoopGuardOptions);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it("refuses what JavaScript refuses, in the same words", () => {
  const faulty = fc
    .tuple(options, fc.nat(), fc.constantFrom(...JUNK), fc.constantFrom("set", "set", "add"))
    .map(([config, at, junk, how]) => {
      const copy = structuredClone(config);
      const all = places(copy);
      const [container, key] = all.length === 0 ? [copy, "shadow"] : (all[at % all.length] as [object, string]);
      Reflect.set(container, how === "add" && !Array.isArray(container) ? `${key}e` : key, junk);
      return copy;
    });
  const many = fc.sample(faulty, tries(3000));
  const seen = new Set<string>();
  inC(many.map((it) => JSON.stringify(it))).forEach((dump, at) => {
    const config = many[at] as LoopGuardOptions;
    const fault = faultOf(config);
    const text = JSON.stringify(config);
    if (!Array.isArray(config.volatile ?? [])) return; // in C it may be two lists
    // What JSON calls null is Infinity in JavaScript.
    if (typeof dump !== "string") {
      if (fault === undefined) expectSame(config, dump);
      else expect(fault, text).toMatch(/got null$/);
      return;
    }
    if (fault === undefined) throw new Error(`${text}: ${dump}`);
    // So too where it was the only limit of a budget.
    if (fault.endsWith("got null") && dump.includes("a budget with a limit")) return;
    seen.add(withoutJs(fault).replace(/".*?"/g, "").replace(/\d+/g, ""));
    expect(dump.replace(/\(there are: [^)]*\)/, "(there are)"), text).toBe(`LG_EINVAL ${withoutJs(fault)}`);
  });
  expect(seen.size).toBeGreaterThan(15);
});

describe("a policy that is added", () => {
  it("is as the last of the tools", () => {
    const added = { "read_*": { mutates: true, maxRepeats: 4, exact: false, volatile: ["uuids"] } };
    const tools = { read_a: false };
    const [own, all] = inC([
      `${JSON.stringify({ tools })}\t\t${JSON.stringify(added)}`,
      JSON.stringify({ tools: { ...tools, ...added } }),
    ]) as Dump[];
    expect(own).toEqual(all);
    expect(own?.profiles[2]).toMatchObject({ mutates: 1, maxRepeats: 4, volatileClasses: VOLATILE_BITS.uuids });
  });

  it("names what is wrong", () => {
    const wrong = ['{"a":{"mutate":true}}', '{"a":{"limit":0}}', "[]", "{}", '{"a":false,"b":false}'];
    expect(
      inC(
        wrong.map((text) => `{}\t\t${text}`),
        [],
      ),
    ).toEqual([
      'LG_EINVAL Option "tools["a"].mutate" must be a known option (did you mean "mutates"?), got true (boolean)',
      'LG_EINVAL Option "tools["a"].limit" must be an integer from 1 to 1,000,000,000, got 0 (number)',
      'LG_EINVAL Option "tools" must be an object from a tool\'s name to its policy, got an array of 0',
      'LG_EINVAL Option "tools" must be an object from a tool\'s name to its policy, got an object',
      'LG_EINVAL Option "tools" must be an object from a tool\'s name to its policy, got an object',
    ]);
  });
});

it("bounds globs and names of arguments, in the same words", () => {
  const glob = (length: number) => `*ä${"a".repeat(length - 2)}`;
  const globs = (count: number) => Array.from({ length: count }, (_, index) => `g${index}*`);
  const tools = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { mutates: true }]));
  const path = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);
  const right: LoopGuardOptions[] = [
    { tools: tools([glob(256)]) },
    { tools: tools(globs(256)) },
    { detectors: [similarQuery({ tools: globs(200) }), limitBy({ limits: { "a*": 1 } })], tools: tools(globs(50)) },
    { tools: { a: { ignore: path(256), volatile: path(256) } } },
    {
      tools: tools(path(4000)),
      detectors: [limitBy({ limits: Object.fromEntries(path(4000).map((a) => [`${a}b`, 1])) })],
    },
  ];
  const wrong: LoopGuardOptions[] = [
    { tools: tools([glob(257)]) },
    { detectors: [similarQuery({ tools: ["a", glob(257)] })] },
    { detectors: [limitBy({ limits: { [glob(257)]: 1 } })] },
    { tools: tools(globs(257)) },
    { budget: { calls: 1, tools: globs(200) }, tools: tools(globs(57)) },
    { tools: { a: { identity: path(257) } } },
    { tools: { a: { volatile: path(257) } } },
  ];
  const inJs = (options: LoopGuardOptions) => {
    const config = readOptions(options);
    return new ToolProfiles(config.tools, config.detectors, config.volatile);
  };
  for (const options of right) inJs(options);
  for (const dump of inC(right.map((it) => JSON.stringify(it)))) expect(typeof dump).toBe("object");
  inC(wrong.map((it) => JSON.stringify(it))).forEach((dump, at) => {
    expect(dump).toBe(`LG_EINVAL ${withoutJs(faultOf(wrong[at]) ?? "")}`);
    expect(dump).toMatch(/256/);
  });
});
