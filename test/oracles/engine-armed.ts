/** What the engine's oracle knows of loops: their strikes, and which of them wait for their next step. Only for tests. */
import type { Detector } from "../../lib/rules/factories.ts";
import { foundBy, type Observation, sameResult } from "./engine-calls.ts";
import { differsLittle, errorOf, type Finding, tells } from "./engine-patterns.ts";

/** A finding of `after`: a call that goes on with it is the next strike. */
interface Armed {
  finding: Finding;
  /** Rounds in which the loop went on since it was found. */
  rounds: number;
  /** The last of them, or the one in which it was found. */
  round: number;
  /** Steps of a cycle that were asked for since, and those of them that came back, in their order. */
  taken: number;
  done: number;
  /** How many calls came back since the lap that says what the steps are: once something else did, it does not move on. */
  behind: number;
}

/** As docs/design.md says: least recently struck out first, oldest out first. */
const STRUCK_MAX = 64;
const ARMED_MAX = 8;

const isCycle = ({ type }: Finding) => type === "cycle" || type === "ping_pong";
/** The subject is a name, or else an identity. */
const isByName = ({ type }: Finding) => ["stall", "error_streak", "near_repeat", "custom", "ping_pong"].includes(type);
/** A call that is none of the pattern's ends it. The others do not mind what runs in between. */
const isBreakable = ({ type }: Finding) => !["no_progress", "error_streak", "near_repeat"].includes(type);

export class Loops {
  /** The least recently struck first. */
  readonly #strikes = new Map<string, { strikes: number; round: number }>();
  #armed: Armed[] = [];
  /** How many completed calls are remembered. */
  readonly #memory: number;

  constructor(memory: number) {
    this.#memory = memory;
  }

  clear(): void {
    this.#strikes.clear();
    this.#armed = [];
  }

  /** One more strike, and how many there are now. `once`: siblings of a round take one step together, the first of them. */
  strike(loop: string, round: number, once: boolean): { strikes: number; again: boolean } {
    const known = this.#strikes.get(loop);
    // A strike that a human took back leaves none to share.
    const again = known !== undefined && known.strikes !== 0 && once && known.round === round;
    const now = again ? known : { strikes: (known?.strikes ?? 0) + 1, round };
    this.#strikes.delete(loop);
    if (this.#strikes.size === STRUCK_MAX) this.#strikes.delete(this.#strikes.keys().next().value as string);
    this.#strikes.set(loop, now);
    return { strikes: now.strikes, again };
  }

  /** A human let the call run that was this strike: it is none. */
  grant(loop: string, strikes: number): void {
    const known = this.#strikes.get(loop);
    if (known !== undefined && known.strikes >= strikes) this.#strikes.set(loop, { ...known, strikes: strikes - 1 });
  }

  forgive(loop: string): void {
    this.#strikes.delete(loop);
  }

  /** Arms a finding, or renews it. */
  arm(finding: Finding, round: number): void {
    const made: Armed = { finding, rounds: 0, round, taken: 0, done: 0, behind: 0 };
    const at = this.#armed.findIndex((armed) => armed.finding.loop === finding.loop);
    if (at >= 0) this.#armed[at] = made;
    else this.#armed = [...this.#armed, made].slice(-ARMED_MAX);
  }

  /** The finding of one more step, when the call goes on with a pattern that the detector at this place has armed. */
  goesOn(
    place: number,
    identity: string,
    name: string,
    round: number,
    resembles: (finding: Finding) => boolean,
  ): Finding | undefined {
    const armed = this.#armed.find(
      (it) => it.finding.place === place && this.#continues(it, identity, name) && resembles(it.finding),
    );
    if (armed === undefined) return undefined;
    // What is said of results is said of calls that ran; of cycles only whole ones are counted.
    const isOfCalls = armed.finding.type === "repeat" || armed.finding.type === "custom";
    const more = isOfCalls ? armed.rounds + (armed.round === round ? 0 : 1) : 0;
    const names = armed.finding.names.filter((_, place) => this.#step(armed, place) !== undefined);
    return { ...armed.finding, names, repeats: armed.finding.repeats + more };
  }

  /** The call was asked for: every pattern that it goes on with has one more step. */
  step(identity: string, name: string, round: number, resembles: (finding: Finding) => boolean): void {
    for (const armed of this.#armed) {
      if (!this.#continues(armed, identity, name) || !resembles(armed.finding)) continue;
      if (armed.round !== round) armed.rounds++;
      armed.round = round;
      if (isCycle(armed.finding) && this.#step(armed, armed.taken) === subject(armed, identity, name)) armed.taken++;
    }
  }

  /** The call runs: patterns that it is not part of are broken, but not by siblings of their own round. */
  breakBy(identity: string, name: string, round: number): void {
    this.#armed = this.#armed.filter(
      (armed) => !isBreakable(armed.finding) || armed.round === round || this.#continues(armed, identity, name),
    );
  }

  /** A call came back. A cycle moves on with its next step; what is none of its steps leaves it where it is. */
  observe(seen: Observation): void {
    for (const armed of this.#armed.filter((it) => isCycle(it.finding))) {
      const { finding, done, taken } = armed;
      const isNext = done < taken && this.#step(armed, done) === subject(armed, seen.identity, seen.name);
      if (isNext && armed.behind === 0) {
        armed.finding = { ...finding, steps: rotated(finding.steps), names: rotated(finding.names) };
        armed.taken--;
      } else {
        armed.behind++;
        if (isNext) armed.done++;
      }
    }
  }

  /** The step at this place after the lap; of a cycle it is known for as long as that lap's step is remembered. */
  #step({ finding, behind }: Armed, place: number): string | undefined {
    const { steps } = finding;
    const at = (place + steps.length) % steps.length;
    return isCycle(finding) && behind + steps.length - 1 - at >= this.#memory ? undefined : steps[at];
  }

  /** A cycle goes on with its next step, or with the one that was just taken and has not come back, tried again. */
  #continues(armed: Armed, identity: string, name: string): boolean {
    const own = subject(armed, identity, name);
    const { finding, taken, done } = armed;
    return (
      this.#step(armed, taken) === own || (isCycle(finding) && taken > done && this.#step(armed, taken - 1) === own)
    );
  }

  /**
   * A call came back: what its result, or what it changed, has brought to an end. `seen` is the last of `history`, or what it
   * and a sibling of it gave together.
   */
  settle(seen: Observation, history: readonly Observation[], detectors: readonly Detector[]): void {
    this.#armed = this.#armed.filter(({ finding }) => !isOver(finding, seen, history, detectors[finding.place]));
  }
}

/** Both have a result, and not the same one. */
export const differ = (a: Observation, b: Observation | undefined) =>
  b !== undefined && a.result !== null && b.result !== null && !sameResult(a, b);

function isOver(
  finding: Finding,
  seen: Observation,
  history: readonly Observation[],
  detector: Detector | undefined,
): boolean {
  const [step] = finding.steps;
  const isOther = finding.loop !== `${finding.place} ${step} ${seen.result}`;
  const doneAnew = seen.fresh && !seen.failed;
  switch (detector?.type) {
    case "no_progress":
      if (step === seen.identity) return isOther;
      return seen.mutated || (detector.settled && finding.failed === true && doneAnew);
    case "error_streak":
      return step === seen.name ? finding.loop !== `${finding.place} ${step} ${errorOf(detector, seen)}` : doneAnew;
    case "stall":
      return step === seen.name && finding.loop !== `${finding.place} ${step} ${foundBy(seen)}`;
    case "near_repeat": {
      if (seen.result === null || seen.mutated) return true;
      if (step !== seen.name) return seen.news;
      const before = history.slice(0, -1).findLast((it) => it.name === seen.name);
      return before === undefined || !tells(seen) || differsLittle(seen, before) === undefined;
    }
    case "repeat":
      if (step !== seen.identity) return false;
      if (detector.failures) return !seen.failed;
      // The one before may be another call, which came back late.
      return history.at(-2)?.identity === seen.identity && differ(seen, history.at(-2));
    case "cycle": {
      const before = history.at(-1 - finding.cycleLength);
      if (before?.identity !== seen.identity) return false;
      return detector.sameResults ? !sameResult(seen, before) : differ(seen, before);
    }
    default:
      return false;
  }
}

const rotated = ([first, ...rest]: readonly string[]) => [...rest, first as string];

const subject = ({ finding }: Armed, identity: string, name: string) => (isByName(finding) ? name : identity);
