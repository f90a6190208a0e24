/**
 * What `noNews` goes by, told from plain lists: everything that came back or happened in a run, in its order, and whenever
 * a call was asked for. Only for tests.
 */
import type { NoNewsDetector } from "../../lib/detectors.ts";
import type { LoopCall, LoopOutcome } from "../../lib/types.ts";

/** Something that came back, or happened. Its place in the list, from 1, is its time in the run. */
interface Event {
  readonly identity: string | undefined;
  /** `null`: nobody can say what it was. */
  readonly result: string | null;
  /** In tenths of a second since the run was first told a time. */
  readonly time: number;
  readonly signs: Signs;
  readonly kind: "transient" | "ack" | "silent" | "plain";
  /** Nothing had been news since this call last came back. */
  readonly quiet: boolean;
  readonly news: boolean;
}

/** What a call says by its name and arguments. */
interface Signs {
  readonly waits: boolean;
  readonly thinks: boolean;
  readonly shell: boolean;
  readonly looks: boolean;
}

/** How a poll is judged: asked for so often at least. */
const POLLS_MIN = 10;

/** For the names and commands that the tests write. */
export function signsOf(call: LoopCall): Signs {
  const words = call.name.split(/[^a-z]+/i);
  const shell = words.includes("bash");
  const { command } = Object(call.arguments) as { command?: unknown };
  const text = shell && typeof command === "string" ? command : "";
  return {
    waits: words.includes("wait") || words.includes("sleep") || /^sleep \d/.test(text),
    thinks: words.includes("think"),
    shell,
    looks: /^(ls|sleep)\b/.test(text),
  };
}

const kindOf = (failed: boolean, transient: boolean, outcome: LoopOutcome, { shell, looks }: Signs): Event["kind"] => {
  if (failed) return transient ? "transient" : "plain";
  if (typeof outcome.result === "string" && outcome.result.trim() === "")
    return shell ? (looks ? "plain" : "silent") : "ack";
  const text = JSON.stringify(outcome.result) ?? "";
  return /^("(ok|done)"|true|null|\{"(ok|success)":true\})$/i.test(text) ? "ack" : "plain";
};

export interface CameBack {
  readonly identity: string;
  readonly call: LoopCall;
  readonly outcome: LoopOutcome;
  readonly failed: boolean;
  readonly transient: boolean;
  readonly mutated: boolean;
  readonly result: string | null;
  /** How much had come back when its round began. */
  readonly roundAt: number;
  readonly now: number;
}

export class NewsOracle {
  #events: Event[] = [];
  #asked: { identity: string; time: number }[] = [];
  #origin: number | undefined;
  /** How much had come back when the present round began. */
  roundAt = 0;

  clear(): void {
    this.#events = [];
    this.#asked = [];
    this.#origin = undefined;
    this.roundAt = 0;
  }

  beginRound(): void {
    this.roundAt = this.#events.length;
  }

  /** A person spoke, or something came back that nobody looks at. */
  happened(identity?: string): void {
    const signs = { waits: false, thinks: false, shell: false, looks: false };
    this.#events.push({ identity, result: null, time: 0, signs, kind: "plain", quiet: true, news: true });
  }

  ask(identity: string, now: number): void {
    this.#origin ??= now;
    this.#asked.push({ identity, time: this.#time(now) });
  }

  #time(now: number): number {
    return this.#origin === undefined ? 0 : Math.max(0, Math.floor((now - this.#origin) / 100));
  }

  /** Places of what this call gave, oldest first; the last ones of them which are one result; and the last news. */
  #look(identity: string) {
    const own = this.#events.flatMap((event, i) => (event.identity === identity ? [{ ...event, at: i + 1 }] : []));
    const last = own.at(-1);
    const row = last === undefined || last.result === null ? [] : own;
    const streak = row.slice(row.findLastIndex((event) => event.result !== last?.result) + 1);
    const lastNews = this.#events.findLastIndex((event) => event.news) + 1;
    return { own, last, streak, lastNews };
  }

  /** Whether this ends the call's loop: it gave something else, or ran after news. */
  came({ identity, call, outcome, failed, transient, mutated, result, roundAt, now }: CameBack): boolean {
    const { own, last, streak, lastNews } = this.#look(identity);
    if (result === null) {
      this.happened(identity);
      return true;
    }
    const same = last?.result === result;
    if (same && streak.length > 0 && (last?.at ?? 0) > roundAt) return false; // a sibling gave it already
    const quiet = lastNews <= (last?.at ?? 0);
    // What the call gave before its present result. A result that nobody can compare takes no other's place.
    const known = own.some((event, i) => event.result === result && (own[i + 1]?.result ?? result) !== result);
    const isNew = streak.length === 0 || (!same && !known);
    const signs = signsOf(call);
    const news = (isNew && !signs.thinks) || mutated;
    const kind = kindOf(failed, transient, outcome, signs);
    this.#events.push({ identity, result, time: this.#time(now), signs, kind, quiet, news });
    return !same || !quiet;
  }

  /** It comes so long after it was last asked for, or behind a wait, that it is judged by time. */
  isPoll(identity: string, call: LoopCall, now: number, detector: NoNewsDetector | undefined): boolean {
    const { streak, last } = this.#look(identity);
    if (detector === undefined || streak.length === 0) return false;
    const lastWait = this.#events.findLastIndex((event) => event.signs.waits) + 1;
    if (signsOf(call).waits || lastWait > (last?.at ?? 0)) return true;
    const asked = this.#asked.findLast((it) => it.identity === identity)?.time ?? 0;
    return detector.pollAfterMs > 0 && (this.#time(now) - asked) * 100 >= detector.pollAfterMs;
  }

  /** What the detector has against the call. */
  loop(
    detector: NoNewsDetector,
    identity: string,
    isPoll: boolean,
    own: number | undefined,
    now: number,
  ): { repeats: number; waitedMs: number; mild: boolean } | undefined {
    const { streak, last, lastNews, own: all } = this.#look(identity);
    const at = last?.at ?? 0;
    const repeats = streak.length;
    if (repeats === 0 || lastNews > at) return undefined;
    if (isPoll) {
      const waitedMs = (this.#time(now) - (streak[0]?.time ?? 0)) * 100;
      const soon = repeats < POLLS_MIN || waitedMs * 2 < detector.maxWaitMs;
      if (detector.maxWaitMs === 0 || soon) return undefined;
      return { repeats, waitedMs, mild: waitedMs < detector.maxWaitMs };
    }
    const changed = all.some((event, i) => {
      const next = all[i + 1];
      const both = next !== undefined && event.result !== null && next.result !== null;
      return both && event.result !== next.result && event.kind !== "transient" && next.kind !== "transient";
    });
    const times = own ?? detector.times;
    let wanted = times;
    if (last?.kind === "transient") wanted = Math.max(times, detector.transientTimes);
    else if (last?.kind === "ack") wanted = Math.max(times, detector.ackTimes);
    else if (detector.settled && (last?.kind === "silent" || changed)) wanted = times + 1;
    const still =
      repeats -
      Math.max(
        0,
        streak.findLastIndex((event) => !event.quiet),
      );
    const lap = at !== this.#events.length && this.#events.length - lastNews > wanted;
    const enough = repeats >= wanted && (!detector.settled || still >= wanted || repeats > wanted || lap);
    return enough ? { repeats, waitedMs: 0, mild: false } : undefined;
  }
}
