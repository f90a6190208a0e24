/**
 * The engine against its oracle: random guards, random streams of calls, rounds, turns, outcomes, refusals, polls and
 * snapshots; every verdict is equal.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopCall, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { enough, tries } from "../effort.ts";
import { type Answer, EngineOracle } from "../oracles/engine.ts";
import { DETECTORS, type DetectorName, guards, type Step, streams } from "../oracles/engine-streams.ts";

/** Of the guards with detectors of all kinds. */
const STREAMS = tries(2000);
const TIMEOUT_MS = 60_000 + STREAMS * 30;

/** What was seen over all streams, so that a generator that never gets to the point is found out. */
type Seen = Map<string, number>;

function said({ action, detection, waitMs = 0 }: Verdict) {
  if (detection === null) return { action };
  const { detector, repeats, cycleLength, strikes, evidence, pattern } = detection;
  const names = pattern.map((step) => step.replace(/#[0-9a-f]{8}$/, ""));
  const waitedMs = detection.details["unchangedMs"] ?? 0;
  return { action, detector, repeats, cycleLength, strikes, evidence, names, waitMs, waitedMs };
}

function expected({ action, finding, strikes }: Answer, shadow: boolean) {
  if (finding === null) return { action };
  const { type, repeats, cycleLength, strong, names } = finding;
  const waitMs = shadow ? 0 : (finding.waitMs ?? 0);
  const waitedMs = finding.waitedMs ?? 0;
  const detector = type === "custom" ? "four_in_a_row" : type;
  return {
    action,
    detector,
    repeats,
    cycleLength,
    strikes,
    evidence: strong ? "strong" : "weak",
    names,
    waitMs,
    waitedMs,
  };
}

/** Both sides of one stream. */
class Play {
  readonly #options: LoopGuardOptions;
  readonly #oracle: EngineOracle;
  readonly #seen: Seen;
  #guard: LoopGuard;
  #now = 1_000_000;
  #ids = 0;
  #restored = false;
  /** Calls with an id, for steps that ask again; those of before a restart may be told otherwise. */
  #named: { call: LoopCall; invalid: boolean }[] = [];
  /** The texts of calls without an id. */
  readonly #unnamed = new Set<string>();

  constructor(options: LoopGuardOptions, seen: Seen) {
    this.#options = { ...options, now: () => this.#now };
    this.#oracle = new EngineOracle(this.#options);
    this.#guard = new LoopGuard(this.#options);
    this.#seen = seen;
  }

  /** What was counted is equal too. Statistics are not in a snapshot. */
  count(): void {
    if (this.#restored) return;
    const { calls, refused, warned, loops } = this.#guard.stats();
    expect({ calls, refused, warned, loops: loops.total }).toEqual(this.#oracle.tally);
  }

  close(): void {
    this.#guard.close();
  }

  step(step: Step): void {
    switch (step.does) {
      case "call":
      case "ask": {
        const call = this.#make(step, false);
        const verdict = this.#both("before", call);
        const runs = verdict.action === "allow" || verdict.action === "warn" || verdict.action === "ask";
        if (step.does === "call" && runs) this.#both("after", call, step.outcome);
        return;
      }
      case "unannounced":
        return void this.#both("after", this.#make(step, undefined), step.outcome);
      case "invalid":
        return this.#invalid(this.#make(step, true));
      case "finish": {
        const call = this.#oracle.open.at(-1 - step.pick)?.call;
        if (call) this.#both("after", call, step.outcome);
        return;
      }
      case "unfit": {
        const call = this.#oracle.open
          .filter((it) => it.call.id !== undefined && it.asked?.ran)
          .at(-1 - step.pick)?.call;
        if (call) this.#invalid(call);
        return;
      }
      case "again": {
        const named = this.#named.at(-1 - step.pick);
        if (named) named.invalid ? this.#invalid(named.call) : this.#both("before", named.call);
        return;
      }
      case "round":
        return this.#each((side) => side.beginRound());
      case "turn":
        return this.#each((side) => side.beginTurn());
      case "compact":
        return this.#each((side) => side.compacted());
      case "reset":
        return this.#each((side) => side.reset());
      case "restore":
        return this.#restore();
      case "wait":
        this.#now += step.ms;
    }
  }

  /** `invalid` undefined: nobody asks for this call again, since nobody asked for it in the first place. */
  #make(step: Extract<Step, { id: boolean }>, invalid: boolean | undefined): LoopCall {
    const call: LoopCall = { name: step.name, arguments: structuredClone(step.args) };
    if (step.retryable) call.retryable = true;
    // An outcome that nobody asked for is not to be taken for that of a call that was: it has an id where one is alike.
    const alike = JSON.stringify([step.name, step.args]);
    if (!step.id && !(invalid === undefined && this.#unnamed.has(alike))) {
      if (invalid !== undefined) this.#unnamed.add(alike);
      return call;
    }
    call.id = `call_${++this.#ids}`;
    if (invalid !== undefined) this.#named.push({ call, invalid });
    return call;
  }

  #both(does: "before" | "after", call: LoopCall, outcome: object = {}): Verdict {
    const answer = this.#oracle[does](call, outcome);
    const verdict = this.#guard[does](call, outcome);
    return this.#compare(verdict, answer);
  }

  #invalid(call: LoopCall): void {
    this.#compare(this.#guard.invalid(call, "no such tool"), this.#oracle.invalid(call, "no such tool"));
  }

  #compare(verdict: Verdict, answer: Answer): Verdict {
    for (const what of [answer.finding?.type ?? "nothing", answer.action])
      this.#seen.set(what, (this.#seen.get(what) ?? 0) + 1);
    expect(said(verdict)).toEqual(expected(answer, this.#options.shadow === true));
    return verdict;
  }

  #each(act: (side: Pick<LoopGuard, "beginRound" | "beginTurn" | "compacted" | "reset">) => void): void {
    act(this.#guard);
    act(this.#oracle);
  }

  /**
   * From a snapshot. A profile belongs to its process, so no call of a tool with a policy may be open; and calls that were
   * open are found by their ids, so these must not stand for several.
   */
  #restore(): void {
    const { tools = {} } = this.#options;
    const open = this.#oracle.open.map(({ call }) => call);
    const ids = open.flatMap(({ id }) => id ?? []);
    if (new Set(ids).size < ids.length || open.some(({ name }) => tools[name] !== undefined)) return;
    this.count();
    this.#restored = true;
    const bytes = this.#guard.snapshot();
    this.#guard.close();
    this.#guard = LoopGuard.restore(bytes, this.#options);
    this.#oracle.restored();
    // The pattern of a cycle is read from the history, which goes on, so what was said of one is not said again. Nor is the
    // question that a human answered: the call was allowed, and of that a function is asked anew.
    const others = this.#oracle.asked.filter(
      ({ answer, ran }) =>
        ["cycle", "ping_pong"].includes(answer.finding?.type ?? "") || (answer.action === "ask" && ran),
    );
    const otherwise = new Set(others.map(({ call }) => call));
    this.#named = this.#named.filter(({ call, invalid }) => !invalid && !open.includes(call) && !otherwise.has(call));
  }
}

function model(streamCount: number, name?: DetectorName): Seen {
  const seen: Seen = new Map();
  fc.assert(
    fc.property(guards(name), streams, (options, steps) => {
      const play = new Play(options, seen);
      try {
        for (const step of steps) play.step(step);
        play.count();
      } finally {
        play.close();
      }
    }),
    { numRuns: streamCount },
  );
  return seen;
}

describe("the engine says what its oracle says", () => {
  const names = Object.keys(DETECTORS) as DetectorName[];
  it.each(names)("%s alone", { timeout: TIMEOUT_MS }, (name) => {
    const seen = model(tries(84), name);
    expect(seen.get(name) ?? 0).toBeGreaterThan(enough(20));
  });

  it("in any company", { timeout: TIMEOUT_MS }, () => {
    const seen = model(STREAMS);
    for (const what of [...names, "poll", "warn", "hint", "ask", "abort"])
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(enough(50));
  });
});
