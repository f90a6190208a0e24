/** Polls, slow and obvious: every answer that every poll gave. Part of the engine's oracle. */
import type { LoopOutcome, ToolPolicy } from "../../lib/base/types.ts";
import type { Observation } from "./engine-calls.ts";
import type { Finding } from "./engine-patterns.ts";

interface PollResult {
  readonly identity: string;
  readonly result: string | null;
  readonly at: number;
  readonly final: boolean;
}

/** Of a poll: there is nothing more to wait for. */
export function isFinal({ poll }: ToolPolicy, { result, error, status }: LoopOutcome): boolean {
  if (typeof poll !== "object" || result === undefined || error !== undefined || status !== undefined) return false;
  return poll.final?.(result) ?? false;
}

export class PollOracle {
  readonly #results: PollResult[] = [];

  /** Whether a call is judged by time. */
  isPoll(identity: string, policy: ToolPolicy): boolean {
    return Boolean(policy.poll) && this.#last(identity)?.final !== true;
  }

  /** Too soon after the last poll, or for too long without news. */
  find(identity: string, policy: ToolPolicy, name: string, now: number): Finding | undefined {
    const options = typeof policy.poll === "object" ? policy.poll : {};
    const { minIntervalMs = 0, maxWaitMs = 1_800_000 } = options;
    const own = this.#results.filter((it) => it.identity === identity);
    const result = own.at(-1)?.result ?? null;
    if (result === null) return undefined;
    const same = own.slice(own.findLastIndex((it) => it.result !== result || it.final) + 1);
    const since = now - (same.at(-1) as PollResult).at;
    const over = maxWaitMs > 0 && now - (same[0] as PollResult).at >= maxWaitMs;
    if (!over && since >= minIntervalMs) return undefined;
    const loop = loopOf(identity);
    const place = Number.POSITIVE_INFINITY;
    const waitMs = over ? 0 : minIntervalMs - since;
    const facts = { repeats: same.length + 1, cycleLength: 1, strong: true, steps: [identity], names: [name] };
    return { place, type: "poll", loop, ...facts, waitMs };
  }

  /** The loop that this result ends, if it does. */
  took({ identity, result }: Observation, at: number, final: boolean): string | undefined {
    const isNews = result === null || this.#last(identity)?.result !== result;
    this.#results.push({ identity, result, at, final });
    return isNews ? loopOf(identity) : undefined;
  }

  #last(identity: string): PollResult | undefined {
    return this.#results.findLast((it) => it.identity === identity);
  }
}

const loopOf = (identity: string) => `poll ${identity}`;
