/**
 * What `noNews` goes by, told from plain lists: everything that came back or happened in a run, in its order, and whenever
 * a call was asked for. Only for tests.
 */

import type { LoopCall, LoopOutcome } from "../../lib/base/types.ts";
import type { NoNewsDetector } from "../../lib/rules/factories.ts";

/** Something that came back, or happened. Its place in the list, from 1, is its time in the run. */
interface Event {
  /** Its time, or, told late, that of the beginning of the round in which it was asked for. */
  readonly at: number;
  /** The first of this call since a person spoke. */
  readonly afresh: boolean;
  readonly identity: string | undefined;
  /** `null`: nobody can say what it was. */
  readonly result: string | null;
  /** When it came back, in tenths of a second since the run was first told a time. */
  readonly time: number;
  readonly kind: "transient" | "ack" | "plain";
  /** It says "not yet". */
  readonly pending: boolean;
  /** It was judged by time. */
  readonly polled: boolean;
  /** Nothing had been news since this call last came back, and nothing said that its result would change. */
  readonly moves: boolean;
  /** It says that it waits, and came back at once. */
  readonly skipped: boolean;
  /** Nothing had been news since this call last came back. */
  readonly quiet: boolean;
  readonly news: boolean;
}

/** A wait that came back: what came before it is behind it, when `need` tenths have passed since it was asked for. */
interface Wait {
  readonly place: number;
  readonly asked: number;
  readonly need: number;
}

/** What a call says by its name and arguments. */
interface Signs {
  /** For how long it says that it waits: 0: it does not; -1: it does not say. */
  readonly waitMs: number;
  readonly thinks: boolean;
  readonly shell: boolean;
  /** Each call does something anew. */
  readonly acts: boolean;
}

/** How a poll is judged: asked for so often at least; and at how many it gets a word. Tenths of a second. */
const POLLS_MIN = 10;
const APART = 10;
const IDLE = 1200;
const PAUSES = 15;
/** A wait is believed after half of what it says, or ten seconds. */
const needOf = (waitMs: number) => Math.floor((waitMs > 0 ? Math.min(waitMs / 2, 10_000) : 10_000) / 100);
const POLLS_WORD = [5, 10, 20, 40, 80, 160, 320];

/** For the names and commands that the tests write. */
export function signsOf(call: LoopCall): Signs {
  const words = call.name.split(/[^a-z]+/i);
  const shell = words.includes("bash");
  const { command } = Object(call.arguments) as { command?: unknown };
  const text = shell && typeof command === "string" ? command : "";
  return {
    waitMs: words.includes("wait") ? -1 : 1000 * Number(/^sleep (\d+)$/.exec(text)?.[1] ?? 0),
    thinks: words.includes("think"),
    shell,
    acts: words.includes("send"),
  };
}

const kindOf = (transient: boolean, { result }: LoopOutcome, failed: boolean, { shell }: Signs): Event["kind"] => {
  if (failed) return transient ? "transient" : "plain";
  if (result === undefined || (typeof result === "string" && result.trim() === "")) return shell ? "plain" : "ack";
  const text = JSON.stringify(result) ?? "";
  if (/rate limit|try again later/.test(text)) return "transient";
  return /^("(ok|done)"|true|null|\{"(ok|success)":true\})$/i.test(text) ? "ack" : "plain";
};

const isPending = ({ result, error }: LoopOutcome): boolean => result === "pending" || error === "pending";

export interface CameBack {
  readonly identity: string;
  readonly call: LoopCall;
  readonly outcome: LoopOutcome;
  readonly failed: boolean;
  readonly transient: boolean;
  readonly mutated: boolean;
  readonly result: string | null;
  /** The last that a poll gives, whatever it says. */
  readonly final: boolean;
  readonly polled: boolean;
  /** Its result may well change: it was judged by time, or its policy says `poll`. */
  readonly awaited: boolean;
  readonly askedMs: number;
  readonly returnedMs: number;
  /** How much had come back when its round began. */
  readonly roundAt: number;
  /** Of an earlier round than the present one. */
  readonly late: boolean;
}

export class NewsOracle {
  #events: Event[] = [];
  #asked: { identity: string; time: number }[] = [];
  #origin: number | undefined;
  /** How much had come back when the present round began. */
  roundAt = 0;
  #turnAt = 0;
  /** What came back at this place or before is behind a wait (-1: nothing is); and the newest wait, if nobody believes it yet. */
  #waitedAt = -1;
  #wait: Wait | undefined;
  /** When something came back last, unless something was asked for since; and how long such pauses were. */
  #returned: number | undefined;
  #pauses: number[] = [];
  /** How much had come back when the context was compacted, each time. */
  #compactions: number[] = [];

  clear(): void {
    this.#turnAt = 0;
    this.#waitedAt = -1;
    this.#wait = this.#returned = undefined;
    this.#pauses = [];
    this.#compactions = [];
    this.#events = [];
    this.#asked = [];
    this.#origin = undefined;
    this.roundAt = 0;
  }

  beginRound(): void {
    this.roundAt = this.#events.length;
  }

  /** Something ran that nobody looks at, for nobody knows how long. */
  untracked(): void {
    this.happened();
    this.#returned = undefined;
  }

  /** Something came back that nobody looks at. */
  happened(identity?: string): void {
    const at = this.#events.length + 1;
    this.#events.push({
      at,
      afresh: false,
      identity,
      result: null,
      time: 0,
      kind: "plain",
      pending: false,
      polled: false,
      moves: false,
      skipped: false,
      quiet: true,
      news: true,
    });
  }

  /** A person spoke. */
  turn(): void {
    this.happened();
    this.#turnAt = this.#events.length;
    this.#returned = undefined;
  }

  compacted(): void {
    this.#compactions.push(this.#events.length);
  }

  /**
   * Whether a compaction took the call's last result away: the first one, or one that news came before, since the compaction
   * before it. The result was there already, or, told late, its round had begun before other results came.
   */
  isLost(identity: string): boolean {
    const last = this.#events.findLast((event) => event.identity === identity);
    if (last === undefined || last.result === null) return false;
    const told = this.#events.indexOf(last) + 1;
    return this.#compactions.some((time, i) => {
      const news = this.#events.slice(this.#compactions[i - 1] ?? 0, time).some((event) => event.news);
      return (i === 0 || news) && (told <= time || last.at < time);
    });
  }

  /** Whether the call gave this last time. */
  isSame(identity: string, result: string | null): boolean {
    const last = this.#events.filter((event) => event.identity === identity).at(-1);
    return result !== null && last?.result === result;
  }

  ask(identity: string, now: number): void {
    this.#origin = Math.min(this.#origin ?? now, now);
    const time = this.#time(now);
    this.#asked.push({ identity, time });
    this.#waitedAt = this.#waitedBy(time);
    if (this.#isIdle(time)) this.#waitedAt = this.#events.length;
    if (this.#returned !== undefined && time >= this.#returned) this.#pauses.push(time - this.#returned);
    this.#returned = undefined;
  }

  #waitedBy(time: number): number {
    const wait = this.#wait;
    const believed = wait !== undefined && time >= wait.asked && time - wait.asked >= wait.need;
    return believed ? Math.max(this.#waitedAt, wait.place) : this.#waitedAt;
  }

  /** The agent has done nothing for two minutes, and four times as long as it usually does. */
  #isIdle(time: number): boolean {
    const pauses = this.#pauses.slice(-PAUSES).toSorted((a, b) => a - b);
    const median = pauses[Math.floor(pauses.length / 2)];
    if (median === undefined || this.#returned === undefined) return false;
    const pause = time - this.#returned;
    return pause >= IDLE && Math.floor(pause / 4) >= median;
  }

  #time(now: number): number {
    return this.#origin === undefined ? 0 : Math.max(0, Math.floor((now - this.#origin) / 100));
  }

  /** What this call gave, oldest first; the last of it which is one result since a person spoke; and the last news. */
  #look(identity: string) {
    const own = this.#events.filter((event) => event.identity === identity);
    const last = own.at(-1);
    let first = own.length;
    if (last !== undefined && last.result !== null)
      do first--;
      while (first > 0 && !own[first]?.afresh && own[first - 1]?.result === last.result);
    const lastNews = this.#events.findLastIndex((event) => event.news) + 1;
    return { own, last, streak: own.slice(first), lastNews };
  }

  /** Whether this ends the call's loop: it gave something else, or ran after news. */
  came(back: CameBack): boolean {
    const { identity, call, outcome, failed, transient, mutated, result, final, roundAt, late, polled, awaited } = back;
    const { own, last, streak, lastNews } = this.#look(identity);
    const asked = this.#time(back.askedMs);
    this.#returned = Math.max(asked, this.#time(back.returnedMs));
    if (result === null) {
      this.happened(identity);
      return true;
    }
    const signs = signsOf(call);
    const pending = !final && isPending(outcome);
    const took = back.returnedMs - back.askedMs;
    const skipped = signs.waitMs >= 2000 && took > 0 && took < 1000 && !pending;
    if (signs.waitMs !== 0 && !skipped) {
      this.#waitedAt = this.#waitedBy(this.#returned);
      this.#wait = { place: this.#events.length, asked, need: needOf(signs.waitMs) };
    }
    const same = last?.result === result;
    if (same && streak.length > 0 && (last?.at ?? 0) > roundAt) {
      if (mutated) {
        this.happened();
        this.#events[this.#events.lastIndexOf(last as Event)] = { ...(last as Event), at: this.#events.length };
      }
      return false; // a sibling gave it already
    }
    const quiet = lastNews <= (last?.at ?? 0);
    // What the call gave before its present result. A result that nobody can compare takes no other's place.
    const known = own.some((event, i) => event.result === result && (own[i + 1]?.result ?? result) !== result);
    const isNew = streak.length === 0 || (!same && !known);
    const news = (isNew && !signs.thinks) || mutated;
    const kind = final ? "plain" : kindOf(transient, outcome, failed, signs);
    const afresh = same && (last?.at ?? 0) < this.#turnAt;
    const at = late ? Math.max(last?.at ?? 0, roundAt) : this.#events.length + 1;
    const time = this.#returned;
    const moves = quiet && !awaited && !pending && !last?.pending;
    this.#events.push({ at, afresh, identity, result, time, kind, pending, polled, moves, skipped, quiet, news });
    return !same || afresh || !quiet;
  }

  /** Something shows that it waits, so it is judged by time. */
  isPoll(identity: string, call: LoopCall, now: number): boolean {
    const { streak, last } = this.#look(identity);
    if (streak.length === 0 || last === undefined) return false;
    const time = this.#time(now);
    const asked = this.#asked.findLast((it) => it.identity === identity)?.time ?? 0;
    if (time >= asked && time - asked < APART) return false;
    const { waitMs, acts } = signsOf(call);
    const waits = waitMs !== 0 && !last.skipped && time >= asked && time - asked >= needOf(waitMs);
    return (last.pending && !acts) || waits || last.at <= this.#waitedBy(time) || this.#isIdle(time);
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
      const waitedMs = Math.max(0, (this.#time(now) - (streak[0]?.time ?? 0)) * 100);
      const over = detector.maxWaitMs !== 0 && waitedMs >= detector.maxWaitMs && repeats >= POLLS_MIN;
      if (!over && !POLLS_WORD.includes(repeats)) return undefined;
      return { repeats, waitedMs, mild: !over };
    }
    const changes = all.filter((event, i) => {
      const before = all[i - 1];
      const both = before !== undefined && event.result !== null && before.result !== null;
      return both && event.result !== before.result && event.kind !== "transient" && before.kind !== "transient";
    });
    const moves = changes.some((event) => event.moves);
    const times = own ?? detector.times;
    let wanted = times;
    if (last?.kind === "transient") wanted = Math.max(times, detector.transientTimes);
    else if (last?.kind === "ack") wanted = Math.max(times, detector.ackTimes);
    else if (detector.settled && moves) wanted = 2 * times;
    else if (detector.settled && changes.length > 0) wanted = times + 1;
    // Since the last look that was judged by time, it included; and since the last one after news.
    const hasty =
      repeats -
      Math.max(
        0,
        streak.findLastIndex((event) => event.polled),
      );
    const still =
      repeats -
      Math.max(
        0,
        streak.findLastIndex((event) => event.polled || !event.quiet),
      );
    const lap = at !== this.#events.length && this.#events.length - lastNews > wanted;
    const enough = hasty >= wanted && (!detector.settled || still >= wanted || hasty > wanted || lap);
    return enough ? { repeats, waitedMs: 0, mild: false } : undefined;
  }
}
