/** Calls on their way through the protocol of a run, and those that wait for their outcome. */

import { describeValue } from "../base/errors.ts";
import { jsonText } from "../base/json-text.ts";
import { isPlainObject, orElse, property } from "../base/property.ts";
import type { LoopCall, LoopOutcome, Verdict } from "../base/types.ts";
import { NO_TICKET } from "../core/layout.gen.ts";
import type { AppliedVerdict, CoreNewest, CoreReport, PackedVerdict } from "../core/types.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { ALLOW } from "../rules/verdict.ts";
import type { Tally } from "./guard-engine.ts";

/** A value, or, in a store, the promise of one. */
export type Later<T> = T | Promise<T>;

/** What is made of it. */
export type Use<T, Judged> = (value: T) => Verdict | Judged;

/** A call on its way through the protocol. */
export interface Asked<Link> {
  readonly link: Link;
  readonly call: LoopCall;
  readonly rules: ToolRules;
  readonly id: string | undefined;
  /** In a store: the number of the call, see `nextNumber`. */
  readonly ticket: number;
}

/** A call that has come back. `verdict`: the verdict that it had before it ran. */
export type Completed<Link> = [
  link: Link,
  call: LoopCall,
  outcome: LoopOutcome,
  rules: ToolRules,
  id: string | undefined,
  ticket: number,
  verdict: Verdict,
];

/** Makes the verdict of what the core found. */
export type Conclude = (packed: PackedVerdict, report: CoreReport) => Verdict;

/** What the core answers to an event. */
export interface Applied {
  readonly packed: AppliedVerdict;
  readonly report: CoreReport | undefined;
  /** What its call returned, if that is compared with calls of other runs. */
  readonly newest?: CoreNewest | undefined;
  /** Of a call in memory. */
  readonly ticket?: number;
}

/** What only the host knows of a call that came back. */
export interface Returned {
  /** Of `EventFlag`. */
  readonly flags: number;
  readonly comparable: boolean;
  readonly characters: number;
  readonly verdict: Verdict;
}

/**
 * Calls remembered for each run. Beyond it the older half is forgotten, so that a host that never calls `after` does not pay
 * for it with every call; the core still knows the ids of forgotten calls.
 */
const OPEN_MAX = 128;
/** Completed calls that are remembered: as many as the core has tickets, by the place of their ticket. */
const DONE_MAX = 256;

/**
 * The id of a call as text, or `undefined`. Some frameworks use numbers, and some providers an empty text for every call.
 * @throws {TypeError} If it is an object, whose text could throw or be endless.
 */
export function callId(call: LoopCall): string | undefined {
  const id: unknown = call.id;
  if (id === undefined || id === null || id === "") return undefined;
  if (typeof id === "object" || typeof id === "function")
    throw new TypeError(`The id of a call is a string, got ${describeValue(id)}`);
  return String(id);
}

const isSame = (open: LoopCall, call: LoopCall): boolean => open === call;
/** It could be read when it was added, but a proxy may have been revoked since. */
const isAlike = (open: LoopCall, call: LoopCall): boolean =>
  property(open, "name") === call.name && property(open, "arguments") === call.arguments;
/** With arguments that the host has made anew, as from a text. */
const isEqual = (open: LoopCall, call: LoopCall): boolean =>
  orElse(() => open.name === call.name && isSameText(open.arguments, call.arguments), false);

/** Whether values have one JSON text. Ends at the first difference: texts of 128 calls with a megabyte each take half a second. */
function isSameText(one: unknown, other: unknown): boolean {
  const areLists = Array.isArray(one) && Array.isArray(other);
  if (!(areLists || (isPlainObject(one) && isPlainObject(other))))
    return one === other || (typeof one === "object" && jsonText(one) === jsonText(other));
  // Values first: of a call that differs no list of names is made.
  for (const name in one) if (!isSameText(one[name as keyof object], other[name as keyof object])) return false;
  const namesIn = (value: object) => Object.keys(value).filter((name) => value[name as keyof object] !== undefined);
  return jsonText(namesIn(one)) === jsonText(namesIn(other)); // those of the one are among those of the other
}

interface OpenCall {
  ticket: number;
  id: string | undefined;
  /** Of a call without an id. */
  call: LoopCall | undefined;
  verdict: Verdict;
  /** Of its arguments. */
  characters: number;
  isInvalid: boolean;
  /** Nothing more is to come of an invalid call, unless a human lets it run. */
  isOver: boolean;
}

/**
 * Calls between `before` and `after`, oldest first, in objects that are used again, so that a call allocates nothing. A call
 * with an id is found by it. A call without one is found by its object, or by its name and the identical arguments, or, if one
 * alone may run, equal ones; so its object is kept. The newest call is compared first.
 */
export class OpenCalls {
  /** Those from `count` on are free. */
  readonly #open: OpenCall[] = [];
  count = 0;
  /** Calls that were let run, and forgotten before they came back, less those that came back and were unknown. */
  lost = 0;
  /** Completed calls with an id, by place: the same id again in the same round is the same call. */
  readonly #doneTickets: number[] = [];
  readonly #doneVerdicts: Verdict[] = [];

  add(
    ticket: number,
    id: string | undefined,
    call: LoopCall,
    verdict: Verdict,
    characters = 0,
    isInvalid = false,
  ): void {
    if (this.count === OPEN_MAX) {
      const oldest = this.#open.splice(0, OPEN_MAX / 2);
      this.lost += oldest.filter((one) => one.verdict.allowed && one.ticket !== NO_TICKET && !one.isOver).length;
      this.#open.push(...oldest);
      this.count = OPEN_MAX / 2;
    }
    this.#open[this.count] ??= { ticket, id, call: undefined, verdict, characters, isInvalid, isOver: isInvalid };
    const open = this.at(this.count++);
    open.ticket = ticket;
    open.id = id;
    open.call = id === undefined ? call : undefined;
    open.verdict = verdict;
    open.characters = characters;
    open.isInvalid = open.isOver = isInvalid;
  }

  /**
   * The newest call with this id that `before` let run was invalid, and judged anew: it is taken off `tally`. Gives the verdict
   * that it had, if there is one.
   */
  takeBack(id: string | undefined, tally: Tally): Verdict | undefined {
    for (let at = this.count - 1; at >= 0; at--) {
      const { id: own, ticket, verdict, characters, isInvalid, isOver } = this.at(at);
      if (id === undefined || own !== id || ticket === NO_TICKET || isOver) continue;
      if (isInvalid || verdict.action === "ask") return undefined; // it was invalid before, or no human has answered
      if (!verdict.allowed) continue;
      this.remove(at);
      tally.judged(verdict, characters, -1);
      return verdict;
    }
    return undefined;
  }

  at(place: number): OpenCall {
    return this.#open[place] as OpenCall;
  }

  /** The place of a call, or -1. */
  find(call: LoopCall, id: string | undefined): number {
    for (let at = this.count - 1; id !== undefined && at >= 0; at--) if (this.at(at).id === id) return at;
    if (id !== undefined) return -1;
    const own = this.#findBy(isSame, call);
    const alike = own < 0 ? this.#findBy(isAlike, call) : own;
    return alike < 0 ? this.#findBy(isEqual, call, true) : alike;
  }

  /** A refused one has no result, so it is the last choice. `alone`: only one that may run, where no other is found. */
  #findBy(matches: typeof isSame, call: LoopCall, alone = false): number {
    let refused = -1;
    let found = -1;
    for (let at = this.count - 1; at >= 0; at--) {
      const { call: open, verdict, characters } = this.at(at);
      // Arguments without characters could not be read to their end.
      if (open === undefined || (alone && characters === 0) || !matches(open, call)) continue;
      if (!verdict.allowed && verdict.action !== "ask") {
        if (refused < 0) refused = at;
      } else if (!alone) return at;
      else if (found >= 0) return -1;
      else found = at;
    }
    return alone ? found : refused;
  }

  /** The verdict on the call with this ticket, if it is remembered: then it is the same call again. */
  verdictOf(ticket: number): Verdict | undefined {
    if (ticket === NO_TICKET) return undefined;
    const place = ticket % DONE_MAX;
    if (this.#doneTickets[place] === ticket) return this.#doneVerdicts[place];
    const at = this.placeOf(ticket);
    return at < 0 ? undefined : this.at(at).verdict; // V8 takes long to find nothing at -1
  }

  /** The place of the call with this ticket, or -1. */
  placeOf(ticket: number): number {
    let at = this.count - 1;
    while (at >= 0 && this.at(at).ticket !== ticket) at--;
    return at;
  }

  /** A call came back, whether or not it had been asked about. */
  done(ticket: number, id: string | undefined, verdict: Verdict): void {
    const place = ticket % DONE_MAX;
    // A call that was invalid waits for no outcome, and may be removed late. Tickets have 28 bits.
    const isNewest = (ticket - (this.#doneTickets[place] as number)) << 4 >= 0;
    if (id === undefined || ticket === NO_TICKET || !isNewest) return;
    this.#doneTickets[place] = ticket;
    this.#doneVerdicts[place] = verdict;
  }

  remove(at: number): void {
    const gone = this.at(at);
    this.done(gone.ticket, gone.id, gone.verdict);
    const last = --this.count;
    for (let i = at; i < last; i++) this.#open[i] = this.at(i + 1); // `splice` would allocate
    this.#open[last] = gone;
    gone.id = gone.call = undefined;
    gone.verdict = ALLOW;
  }

  clear(): void {
    this.#open.length = this.count = this.lost = this.#doneTickets.length = this.#doneVerdicts.length = 0;
  }
}
