/**
 * A run in memory and a run in a store are one protocol: whatever happens to both, they say the same, count the same and publish
 * the same. `stored-model.test.ts` has streams of a stuck agent; here is what hosts do: odd ids, outcomes that another guard
 * wrote, arguments that cannot be read, agents in tools, texts, usage.
 */
import { channel } from "node:diagnostics_channel";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Delegation, LoopCall, LoopDecision, LoopOutcome, LoopRun, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { ErrorMessage } from "../../lib/rules/diagnostics.ts";
import {
  budget,
  count,
  custom,
  delegation,
  duplicate,
  errorStreak,
  limit,
  noNews,
  noProgress,
  repeat,
  textRepeat,
  unknownTool,
} from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { duringCall } from "../../lib/run/agent-work.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { tries } from "../effort.ts";
import { memoryJournal } from "./memory-journal.ts";

const errors: string[] = [];
const hear = (message: unknown): void => {
  const { error, where, toolName } = message as ErrorMessage;
  errors.push(`${where} ${toolName}: ${error instanceof Error ? error.message : String(error)}`);
};
beforeEach(() => channel("loopguard:error").subscribe(hear));
afterEach(() => channel("loopguard:error").unsubscribe(hear));

type Run = LoopRun | StoredLoopRun;

/** What happens to a run. A call is made anew for each run, since hosts tell calls apart by their objects. */
type Happening =
  | { does: "call" | "before" | "invalid"; call: () => LoopCall; outcome: () => LoopOutcome }
  | { does: "after"; call: () => LoopCall; outcome: () => LoopOutcome }
  /** A tool in which another agent begins to work. */
  | { does: "agent"; call: () => LoopCall; outcome: () => LoopOutcome }
  | { does: "finish"; pick: number; outcome: () => LoopOutcome }
  /** A call that was judged before is invalid. */
  | { does: "unfit"; pick: number }
  /** The same call once more, as when a host that waited for a human goes on. */
  | { does: "again"; pick: number }
  | { does: "decide"; pick: number; decision: LoopDecision }
  | { does: "delegate"; to: Delegation }
  | { does: "text"; chunk: string; messageId: string | undefined; end: boolean }
  | { does: "usage"; tokens: number }
  | { does: "round" | "turn" | "compact" | "reset" };

/** A guard with one run, of either kind. The key is the same, so that digests are. */
class Host {
  readonly guard: LoopGuard;
  readonly run: Run;
  readonly open: LoopCall[] = [];
  readonly told: unknown[] = [];

  constructor(options: LoopGuardOptions, run: (guard: LoopGuard) => Run) {
    const told = (what: unknown): void => void this.told.push(what);
    const onDetection: LoopGuardOptions["onDetection"] = (detection, verdict) => told([detection, verdict.action]);
    let now = 1_000_000;
    const tick = (): number => (now += now % 7 === 0 ? -900_000 : 11); // it is set back now and then
    this.guard = new LoopGuard({ ...options, onDetection, now: tick }, new Uint8Array(16));
    this.guard.startsAgents("ask_writer", (args) => ({ agent: "writer", task: args }));
    this.run = run(this.guard);
  }

  async happen(it: Happening): Promise<unknown> {
    const { run } = this;
    switch (it.does) {
      case "call":
      case "before":
      case "agent": {
        const call = it.call();
        const before = await run.before(call);
        if (it.does === "before" || !before.allowed) {
          this.open.push(call);
          return [before];
        }
        // As an agent's own run begins in the tool: a run of the same guard.
        if (it.does === "agent") duringCall(run as LoopRun, call, () => this.guard.agentRun({}));
        return [before, await run.after(call, it.outcome())];
      }
      case "after":
        return run.after(it.call(), it.outcome());
      case "finish": {
        const call = this.open.at(-1 - it.pick);
        return call === undefined ? undefined : run.after(call, it.outcome());
      }
      case "unfit": {
        const call = this.open.at(-1 - it.pick);
        return call === undefined ? undefined : run.invalid(call, "no such argument");
      }
      case "again": {
        const call = this.open.at(-1 - it.pick);
        return call === undefined ? undefined : run.before(call);
      }
      case "decide": {
        const call = this.open.at(-1 - it.pick);
        return call === undefined ? undefined : run.decide(call, it.decision);
      }
      case "invalid":
        this.open.push(it.call());
        return run.invalid(this.open.at(-1) as LoopCall, "no such tool");
      case "delegate":
        return run.delegate(it.to);
      case "text":
        return run.text(it.chunk, { messageId: it.messageId, end: it.end });
      case "usage":
        return run.usage({ inputTokens: it.tokens, outputTokens: 1 });
      case "round":
        return run.beginRound();
      case "turn":
        return run.beginTurn();
      case "compact":
        return run.compacted();
      case "reset":
        return run.reset();
    }
  }

  /** What can be seen of it besides verdicts. */
  seen(): unknown {
    const { runs: _, ...stats } = this.run.stats();
    return { stats, tripped: this.run.tripped, told: this.told, depth: this.run.depth, errors: errors.splice(0) };
  }

  async close(): Promise<void> {
    await this.run.close();
    this.guard.close();
    errors.length = 0;
  }
}

async function compare(
  options: LoopGuardOptions,
  happenings: readonly Happening[],
  makeStore: () => ReturnType<typeof memoryStore> = memoryStore,
): Promise<unknown[]> {
  const all: unknown[] = [];
  const local = new Host(options, (guard) => guard.run("r"));
  const stored = new Host(options, (guard) => guard.storedRun("r", makeStore()));
  for (const it of happenings) {
    const said = await local.happen(it);
    all.push(said);
    const seen = local.seen();
    expect([await stored.happen(it), stored.seen()]).toEqual([said, seen]);
  }
  await local.close();
  await stored.close();
  return all;
}

const always =
  <T>(value: T) =>
  () =>
    structuredClone(value);

const endless = (): LoopCall => {
  const args: Record<string, unknown> = {};
  args["self"] = args;
  return { name: "read", arguments: args };
};
const throwing = (): LoopCall => ({
  id: "t",
  name: "read",
  arguments: {
    get a() {
      throw new Error("no such member");
    },
  },
});

const ids = fc.constantFrom<unknown>(undefined, undefined, "a", "");
const names = fc.constantFrom("read", "read", "search", "ask_writer", "polled", "exempt", "mine");
/** In one round an id is of one call; it comes again in others. */
const idOf = ({ name, arguments: args, retryable }: LoopCall): string =>
  `${name} ${typeof args === "object" ? JSON.stringify(args) : args} ${retryable}`;
const plain = fc
  .record({
    id: ids,
    name: names,
    arguments: fc.constantFrom<unknown>({ n: 1 }, { n: 1 }, '{"n":1}', { n: 2 }, undefined, '{"n":', 1n),
    retryable: fc.constantFrom(undefined, undefined, undefined, true),
  })
  .map((it) => () => ({ ...it, id: it.id === "a" ? idOf(it as LoopCall) : it.id }) as LoopCall);
const calls: fc.Arbitrary<() => LoopCall> = fc.oneof(
  { weight: 12, arbitrary: plain },
  { weight: 1, arbitrary: fc.constantFrom(endless, throwing, () => ({ arguments: {} }) as LoopCall) },
);

const REFUSAL =
  "Tool 'read' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since, so it was not run again. That result is above: use it, change the arguments, use another tool, or answer with what you have.";
const WARNED =
  "ok\n\nTool 'read' called 3 times with identical arguments. You have been calling tools in a repetitive pattern that is not making progress. Step back, reconsider the goal, and try a different approach.";
const outcomes: fc.Arbitrary<() => LoopOutcome> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .constantFrom<LoopOutcome>(
        ...[{ result: "ok" }, { result: "ok" }, { result: "pending" }, { result: undefined }, {}, { result: { n: 1 } }],
        ...[{ error: "boom" }, { error: "it timed out" }, { status: 503, error: "boom" }],
        ...[{ result: REFUSAL }, { error: REFUSAL }, { result: WARNED }, { error: WARNED }],
        { result: { content: [{ text: "ok" }, { text: WARNED.slice(4) }] } },
        { result: { ok: true, loopguard: "again" } },
        { result: { content: [{ type: "text", text: REFUSAL }], isError: true } },
      )
      .map(always),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<() => LoopOutcome>(
      () => undefined as unknown as LoopOutcome,
      () => ({ result: 1n }),
      () => ({ result: new Error("kept") }),
      () => ({ error: new Error(WARNED) }),
      () => ({
        result: {
          get a() {
            throw new Error("no such result");
          },
        },
      }),
    ),
  },
);

const LONG = "The quick brown fox jumps over the lazy dog near the old river bank today. ";
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constantFrom("call", "call", "call", "before", "invalid", "agent", "after"),
      call: calls,
      outcome: outcomes,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("finish" as const), pick: fc.nat(2), outcome: outcomes }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("unfit" as const), pick: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("again" as const), pick: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("decide" as const),
      pick: fc.nat(1),
      decision: fc.constantFrom<LoopDecision>(
        { allow: true },
        { allow: true, more: 2 },
        { allow: false, words: "No." },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("delegate" as const),
      to: fc.record({
        agent: fc.constantFrom("writer", "critic", ""),
        task: fc.constantFrom<unknown>("x", "x", undefined, 1n),
        handoff: fc.boolean(),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("text" as const),
      chunk: fc.constantFrom(LONG.repeat(30), LONG, "Done."),
      messageId: fc.constantFrom(undefined, "m", "n"),
      end: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("usage" as const), tokens: fc.constantFrom(1, 400, -1) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom("round", "round", "turn", "compact", "reset") }) },
) as fc.Arbitrary<Happening>;

/** A stuck host does the same few things again and again. */
const happenings = fc
  .array(fc.tuple(fc.array(happening, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 6 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.flatMap(([part, times]) => Array.from({ length: times }, () => part).flat()).slice(0, 40));

const ladder = fc.constantFrom<LoopGuardOptions["ladder"]>(
  { warn: 1, hint: 2, abort: 4 },
  { hint: 1, abort: 3 },
  { ask: 1, abort: 3 },
  { warn: 1, ask: 2 },
  { abort: 2 },
);
const DETECTORS = () => [
  noNews(),
  delegation({ depth: 2, threshold: 3 }),
  textRepeat(),
  budget({ tokens: 900, refusals: 6, seconds: 0.3 }),
  duplicate({ replay: true }),
  limit({ default: 5 }),
  repeat(),
  noProgress(),
  errorStreak(),
  unknownTool(),
  count({ maxRepeats: 4 }),
  custom("three", ({ calls: all }) => (all.length % 3 === 0 ? { message: `Three: ${all.at(-1)?.name}` } : null)),
];
const options: fc.Arbitrary<LoopGuardOptions> = fc
  .record({
    detectors: fc
      .uniqueArray(fc.nat(DETECTORS().length - 1), { minLength: 1, maxLength: 4 })
      .map((picked) => picked.map((at) => DETECTORS()[at] as ReturnType<typeof noNews>)),
    steps: fc.oneof(
      ladder.map((it) => ({ ladder: it })),
      fc.constant({ action: ({ strikes }: { strikes: number }) => (strikes % 2 === 0 ? "hint" : "allow") }),
    ),
    shadow: fc.constantFrom(false, false, false, true),
    own: ladder,
  })
  .map(({ detectors, steps, shadow, own }) => {
    const tools: LoopGuardOptions["tools"] = {
      polled: { poll: true },
      exempt: false,
      mine: { identity: (args) => (args as { n: number }).n, ladder: own as object, volatile: [/\d+/] },
    };
    return { detectors, ...steps, shadow, tools } as LoopGuardOptions;
  });

it.each([
  ["a store that swaps", memoryStore],
  ["a journal", memoryJournal],
])("a run in %s is a run in memory, whatever happens to both", async (_, makeStore) => {
  await fc.assert(
    fc.asyncProperty(
      options,
      happenings,
      async (guardOptions, all) => void (await compare(guardOptions, all, makeStore)),
    ),
    { numRuns: tries(1000) },
  );
});

const times = <T>(count: number, it: T): T[] => Array.from({ length: count }, () => it);
const call = (name: string, args: unknown = {}): (() => LoopCall) => always({ name, arguments: args });
const gives =
  (result: unknown): (() => LoopOutcome) =>
  () => ({ result });
const round: Happening = { does: "round" };
const step = (name: string, result: unknown): Happening[] => [
  round,
  { does: "call", call: call(name), outcome: gives(result) },
];

it("both refuse a tool that starts agents, at the same call", async () => {
  const ask: Happening = { does: "call", call: call("ask_writer", { task: "x" }), outcome: gives("done") };
  const said = await compare(
    { detectors: [delegation()], ladder: { hint: 1, abort: 2 } },
    times(4, [round, ask]).flat(),
  );
  const actions = said.flatMap((it) => (Array.isArray(it) ? [(it[0] as Verdict).action] : []));
  expect(actions).toEqual(["allow", "allow", "hint", "abort"]);
});

it("both compare no answers of agents, and what a tool returned", async () => {
  const ask: Happening = { does: "delegate", to: { agent: "writer", task: "x" } };
  const options: LoopGuardOptions = { detectors: [delegation()], action: "hint" };
  const after = async (name: string, results: string[]) =>
    (
      (
        await compare(
          options,
          results.flatMap((result) => [...step(name, result), ask]),
        )
      ).at(-1) as Verdict
    ).action;
  expect(await after("ask_writer", ["a", "b", "c", "d"])).toBe("hint");
  expect(await after("read", ["a", "b", "c", "d"])).toBe("allow");
});

it("both leave out what another guard wrote, and count what it refused", async () => {
  const options: LoopGuardOptions = { detectors: [repeat()], action: "warn" };
  const found = async (...results: string[]) =>
    (
      (
        await compare(
          options,
          results.flatMap((result) => step("read", result)),
        )
      ).at(-1) as Verdict[]
    )[1]?.action;
  expect(await found("ok", "ok", "ok")).toBe("warn");
  expect(await found("ok", "ok", WARNED)).toBe("warn");
  expect(await found("ok", "ok", REFUSAL)).toBe("warn");
  expect(await found("ok", REFUSAL, "other")).toBe("warn");
});

it("both take an id for another call in the next round, although nobody was asked since it began", async () => {
  const after: Happening = { does: "after", call: always({ id: "call_0", name: "read" }), outcome: gives("ok") };
  await compare({ detectors: [noNews()], action: "hint" }, [after, round, after, round, after]);
});

it("both wait for no outcome of an invalid call, also where an older one of its id waits", async () => {
  const read = always<LoopCall>({ id: "x", name: "read", arguments: {} });
  const happens = (does: "before" | "invalid" | "after"): Happening => ({ does, call: read, outcome: gives("ok") });
  const taken = [round, happens("before"), round, happens("before"), happens("invalid"), happens("after")];
  const options: LoopGuardOptions = { detectors: [noProgress({ threshold: 2 })], action: "hint" };
  const said = await compare(options, [...taken, ...step("read", "ok"), ...step("read", "ok")]);
  const actions = said.flatMap((it) => (Array.isArray(it) ? [it.map(({ action }: Verdict) => action).join()] : []));
  expect(actions.slice(-2)).toEqual(["allow,allow", "allow,hint"]);
});

it("both say of an invalid call what they said, where its id comes again in the round", async () => {
  const at = always<LoopCall>({ id: "x", name: "read", arguments: {} });
  const happens = (does: "before" | "invalid"): Happening => ({ does, call: at, outcome: gives("ok") });
  const all = times(3, [round, happens("invalid"), happens("invalid"), happens("before")]).flat();
  const said = (await compare({ detectors: [repeat({ threshold: 2 })], ladder: { hint: 1 } }, all)).flat();
  const actions = said.flatMap((it) => (it as Verdict | undefined)?.action ?? []);
  expect(actions).toEqual([..."aaahhhhhh"].map((it) => (it === "a" ? "allow" : "hint")));
});

it("both let an invalid call pass that its own failure showed to be a loop, and complete no older one of its id", async () => {
  const happens = (does: "before" | "invalid", id?: string): Happening => ({
    ...{ does, call: always<LoopCall>({ ...(id && { id }), name: "read", arguments: {} }), outcome: gives("ok") },
  });
  const all = [happens("invalid"), happens("invalid"), happens("before", "y"), round, happens("before", "y")];
  const action: LoopGuardOptions["action"] = ({ strikes }) => (strikes % 2 === 0 ? "hint" : "allow");
  const unfit = (pick: number): Happening => ({ does: "unfit", pick });
  const said = await compare({ detectors: [repeat()], action }, [...all, unfit(1), round, unfit(0)]);
  expect(said.at(-1)).toMatchObject({ action: "hint", detection: { strikes: 2, repeats: 4 } });
});

it("both decide on an invalid call of long ago without a fault", async () => {
  const at = (id?: string) => always<LoopCall>({ ...(id && { id }), name: "read", arguments: {} });
  const ask: Happening[] = [1, 2].map(() => ({ does: "invalid", call: at(), outcome: gives("ok") }));
  const allow: Happening = { does: "decide", pick: 0, decision: { allow: true } };
  const all = [...ask, round, ...step("other", "a"), ...step("other", "b"), allow];
  const said = await compare({ detectors: [repeat({ threshold: 2 })], ladder: { ask: 1 } }, all);
  expect([said[1], said.at(-1)]).toMatchObject([{ action: "ask" }, { action: "allow" }]);
});

it("both judge a delegation by the guard's ladder, whatever tool ran last", async () => {
  const options: LoopGuardOptions = {
    detectors: [delegation()],
    action: "warn",
    tools: { mine: { ladder: { abort: 1 } } },
  };
  const ask: Happening = { does: "delegate", to: { agent: "writer", task: "x" } };
  const said = await compare(options, [...step("mine", "ok"), ask, round, ask, round, ask]);
  expect((said.at(-1) as Verdict).action).toBe("warn");
});

it("both say of a call that a human was asked about what was said, also after it has run", async () => {
  const options: LoopGuardOptions = { detectors: [duplicate()], ladder: { ask: 1 } };
  const read: Happening = { does: "before", call: always({ id: "b", name: "read" }), outcome: gives("ok") };
  const first: Happening = { does: "call", call: always({ id: "a", name: "read" }), outcome: gives("ok") };
  const again: Happening = { does: "again", pick: 0 };
  const finish: Happening = { does: "finish", pick: 0, outcome: gives("ok") };
  const decide = (decision: LoopDecision): Happening => ({ does: "decide", pick: 0, decision });
  const last = async (...more: Happening[]) =>
    ((await compare(options, [round, first, read, ...more, again])).at(-1) as Verdict).action;
  expect(await last()).toBe("ask");
  expect(await last(finish)).toBe("ask");
  expect(await last(decide({ allow: false }))).toBe("hint");
  expect(await last(decide({ allow: true }))).toBe("allow");
  expect(await last(decide({ allow: true }), finish)).toBe("allow");
});

it.each<[string, string[], number, string]>([
  ["that had come back before anybody asked about it", ["round", "after a", "before a"], 1, "allow"],
  [
    "whose id a call had in an earlier round that came to nothing",
    ["invalid a", "round", "before a", "after a", "after a", "before a"],
    2,
    "ask",
  ],
  [
    "that a human let run while an older one with its id still waits",
    ["before b", "round", "before a", "round", "before a", "after a", "before a"],
    3,
    "ask",
  ],
])("both count a call once %s, and is then asked about again", async (_, steps, calls, action) => {
  using guard = new LoopGuard({ detectors: [duplicate()], ladder: { ask: 1 } });
  const stored = guard.storedRun("r", memoryStore());
  for (const run of [guard.run("r"), stored]) {
    let last: Verdict | undefined;
    for (const step of steps) {
      const [does, id] = step.split(" ");
      const one = { id, name: "read", arguments: {} } as LoopCall;
      if (does === "round") run.beginRound();
      else if (does === "after") await run.after(one, { result: "ok" });
      else if (does === "invalid") await run.invalid(one, "no");
      else last = await run.before(one);
    }
    expect([run.stats().calls, last?.action]).toEqual([calls, action]);
  }
  await stored.close();
});
