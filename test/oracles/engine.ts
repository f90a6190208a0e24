/**
 * The engine, slow and obvious: what docs/detectors and native/include/loopguard.h say, over the whole history of a
 * run. Nothing is incremental; every answer is looked up in lists of what happened. Only for tests.
 */

import type { Ladder, LoopCall, LoopOutcome, ToolPolicy, VerdictAction } from "../../lib/base/types.ts";
import { isLimit } from "../../lib/rules/detectors/limit.ts";
import { type CustomDetector, type Detector, limit, type NoNewsDetector } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { differ, Loops } from "./engine-armed.ts";
import {
  foundSame,
  identityOf,
  type Observation,
  observe,
  queriesAlike,
  queryOf,
  sameResult,
  sketchOfCall,
} from "./engine-calls.ts";
import { NewsOracle } from "./engine-news.ts";
import { type Finding, findPattern, memoryOf } from "./engine-patterns.ts";
import { isFinal, PollOracle } from "./engine-polls.ts";
import { difference } from "./near-repeat.ts";

/** What the engine is to say, of a call or of what came back. */
export interface Answer {
  readonly action: VerdictAction;
  readonly finding: Finding | null;
  readonly strikes: number;
  /** A sibling took this step before. */
  readonly again: boolean;
}

/** A call that the model asked for. */
export interface Asked {
  readonly call: LoopCall;
  readonly policy: ToolPolicy;
  readonly identity: string;
  readonly verbatim: string;
  readonly round: number;
  readonly invalid: boolean;
  readonly query: string | undefined;
  /** How much had come back when its round began. */
  readonly knowing: number;
  readonly askedMs: number;
  /** It is judged by time. */
  readonly polled: boolean;
  /** Its tool's policy has it judged by time, and its last answer was not final. */
  readonly poll: boolean;
  /** The model lost what the call gave last, so asking again is no repetition. */
  readonly lost: boolean;
  answer: Answer;
  /** It is only to be warned of, so that waits for its result. */
  held: boolean;
  /** It ran without being asked about. */
  alone: boolean;
  /** No outcome is to come any more. */
  through: boolean;
  /** It was let through. */
  ran: boolean;
  /** An equal call had run, and nothing has changed since. */
  ranBefore: boolean;
}

/** How far back a sibling is looked for. */
const SIBLINGS_MAX = 256;

const NOTHING: Answer = { action: "allow", finding: null, strikes: 0, again: false };

/** A warning that waits for the result. */
const waiting = (answer: Answer): Answer => ({ ...answer, action: "allow" });

/** Found after a call, in what came back. */
const isPattern = (type: Finding["type"]) =>
  ["repeat", "stall", "error_streak", "near_repeat", "no_progress", "ping_pong", "cycle"].includes(type);

/** What it says is true of a failure, whatever the failure says. */
function isOfFailures(finding: Finding, detector: Detector | undefined, seen: Observation | undefined): boolean {
  if (detector?.type === "repeat") return detector.failures;
  return finding.type === "error_streak" || (finding.type === "no_progress" && seen?.failed === true);
}

/** One result carries one message: of the sterner verdict, else of the stronger evidence, else of what was found last. */
function outranks(held: Answer, own: Answer): boolean {
  if (own.action === "allow") return true;
  const isStronger = held.finding?.strong === true && own.finding?.strong === false;
  return held.action === "warn" && own.action === "warn" && isStronger;
}

export class EngineOracle {
  readonly #options: LoopGuardOptions;
  readonly #detectors: readonly Detector[];
  readonly #loops: Loops;
  readonly #news = new NewsOracle();
  readonly #noNews: NoNewsDetector | undefined;
  /** Every call since the last reset, idempotent ones once. */
  asked: Asked[] = [];
  /** Calls that `after` may still be told of, retryable ones (`undefined`) included. */
  open: { call: LoopCall; asked: Asked | undefined }[] = [];
  #ran: { of: Asked; name: string; turn: number }[] = [];
  /** Identities that ran, and the era in which they did. */
  #known: { identity: string; era: number }[] = [];
  #queries: { name: string; text: string; round: number; turn: number }[] = [];
  #wrong: { name: string; round: number; turn: number }[] = [];
  /** Since a call came back: the rounds in which calls came to nothing, of any name. */
  #row: { round: number; turn: number }[] = [];
  /** Of this turn. */
  #history: Observation[] = [];
  #polls: PollOracle = new PollOracle();
  #completed: { call: LoopCall; outcome: LoopOutcome }[] = [];
  round = 1;
  #turn = 1;
  /** The first round of the turn. */
  #turnRound = 1;
  /** A turn or a mutation starts one: what ran before it may run again. */
  #era = 1;
  #explicit = false;
  /** As `stats()` has them. */
  tally = { calls: 0, refused: 0, warned: 0, loops: 0 };

  constructor(options: LoopGuardOptions) {
    this.#options = options;
    this.#detectors = options.detectors ?? [];
    // A policy's limit is enough by itself.
    const policies = Object.values(options.tools ?? {});
    if (policies.some((it) => it !== false && it.limit !== undefined) && !this.#detectors.some(isLimit))
      this.#detectors = [...this.#detectors, limit({ default: Infinity, ladder: { hint: 1, abort: 5 } })];
    this.#loops = new Loops(memoryOf(this.#detectors));
    this.#noNews = this.#detectors.find((detector) => detector.type === "no_news");
  }

  before(call: LoopCall): Answer {
    const policy = this.policy(call);
    if (policy === undefined) return NOTHING;
    if (call.retryable) {
      this.open.push({ call, asked: undefined });
      return NOTHING;
    }
    const known = this.#sameId(call, this.#roundOfNext());
    if (known) return this.#told(known.held ? waiting(known.answer) : known.answer);
    const asked = this.#judge(call, policy, false);
    this.open.push({ call, asked });
    return this.#judged(asked.held ? waiting(asked.answer) : asked.answer);
  }

  after(call: LoopCall, outcome: LoopOutcome): Answer {
    const policy = this.policy(call);
    if (policy === undefined) return this.#untracked();
    const at = this.open.findLastIndex((it) => (call.id === undefined ? it.call === call : it.call.id === call.id));
    if (at < 0) return this.#afterAlone(call, outcome, policy);
    const { asked } = this.open[at] as (typeof this.open)[number];
    const before = asked === undefined ? NOTHING : this.#told(asked.held ? waiting(asked.answer) : asked.answer);
    if (before.action === "hint" || before.action === "abort") return NOTHING;
    this.open.splice(at, 1);
    if (asked === undefined) return this.#untracked();
    if (asked.invalid) return NOTHING;
    if (before.action === "ask") {
      this.tally.refused--; // a human let it run
      this.#run(asked);
      const { failed } = observe(call, outcome, policy, asked.identity, asked.round);
      if (before.finding !== null && !failed) this.#loops.grant(before.finding.loop, before.strikes);
    }
    return this.#finished(before, this.#complete(asked, outcome));
  }

  invalid(call: LoopCall, error: string): Answer {
    const policy = this.policy(call);
    if (policy === undefined || call.retryable) return NOTHING;
    const known = this.#sameId(call, this.#roundOfNext());
    const open = this.open.findLast(
      ({ call: { id }, asked }) => id === call.id && asked && (known ? known === asked : this.#waits(asked)),
    )?.asked;
    const anew = call.id !== undefined && open?.ran === true && !open.through;
    if (anew) this.#takeBack(open);
    else if (known) return this.#told(known.answer);
    const asked = this.#judge(call, policy, true, false, anew);
    this.open.push({ call, asked });
    if (!this.#refuses(asked.answer)) {
      const late = this.#complete(asked, { error }, false);
      if (asked.answer.finding === null) asked.answer = late;
    }
    return this.#judged(asked.answer, anew ? this.#uncounted(open) : NOTHING);
  }

  /** As if `before` had not been asked. */
  #takeBack(asked: Asked): void {
    this.asked = this.asked.filter((it) => it !== asked);
    this.open = this.open.filter((it) => it.asked !== asked);
    this.#ran = this.#ran.filter((it) => it.of !== asked);
    // An equal sibling that it came before is taken for it.
    if (!asked.ranBefore) this.#known = this.#known.filter((it) => it.identity !== asked.identity);
  }

  /** What was said of a call that is judged anew. */
  #uncounted({ answer, held }: Asked): Answer {
    const told = this.#told(held ? waiting(answer) : answer);
    this.tally.calls--;
    if (told.action === "warn") this.tally.warned--;
    return told;
  }

  beginRound(): void {
    this.#explicit = true;
    this.round++;
    this.#news.beginRound();
  }

  beginTurn(): void {
    this.round++;
    this.#turnRound = this.round;
    this.#news.turn();
    this.#news.beginRound();
    this.#turn++;
    this.#era++;
    this.#history = [];
    this.#polls = new PollOracle();
    this.#completed = [];
    this.#loops.clear();
  }

  compacted(): void {
    this.#news.compacted();
  }

  reset(): void {
    this.beginTurn();
    this.asked = [];
    this.open = [];
    this.#news.clear();
    this.#wrong = [];
    this.#row = [];
    this.#explicit = false;
  }

  /** The run goes on from a snapshot: calls are found by id only, and what custom detectors were shown is gone. */
  restored(): void {
    const stays = (asked: Asked) => this.#waits(asked) || (!asked.ran && asked.answer.action === "ask");
    this.open = this.open.filter(({ call, asked }) => call.id !== undefined && asked && stays(asked));
    this.#completed = [];
  }

  /** Its outcome may still come. */
  #waits({ answer, invalid, through, ran }: Asked): boolean {
    return !invalid && (ran ? !through : answer.action === "ask");
  }

  /** `undefined`: never looked at. */
  policy(call: LoopCall): ToolPolicy | undefined {
    const policy = this.#options.tools?.[call.name] ?? {};
    return policy === false || policy.retryable ? undefined : policy;
  }

  /** A call that nobody counts has come back: whatever it did or gave may be news. */
  #untracked(): Answer {
    this.#news.untracked();
    return NOTHING;
  }

  #now(): number {
    return (this.#options.now as () => number)();
  }

  /** The round that the next call belongs to: one that follows a call which is through starts a round by itself. */
  #roundOfNext(): number {
    const through = this.asked.some((asked) => asked.round === this.round && asked.through);
    return !this.#explicit && through ? this.round + 1 : this.round;
  }

  #sameId(call: LoopCall, round: number): Asked | undefined {
    if (call.id === undefined) return undefined;
    return this.asked.find((asked) => asked.call.id === call.id && asked.round === round);
  }

  /** A call that ran without being asked about. What `before` would have said is not lost. */
  #afterAlone(call: LoopCall, outcome: LoopOutcome, policy: ToolPolicy): Answer {
    if (call.retryable) return this.#untracked();
    if (this.#sameId(call, this.round)) return NOTHING;
    const asked = this.#judge(call, policy, false, true);
    const late = this.#complete(asked, outcome);
    this.#judged(NOTHING);
    return this.#finished(NOTHING, late.finding === null && !asked.held ? this.#told(asked.answer) : late);
  }

  /** `anew`: it was judged before, so it is no further strike. */
  #judge(call: LoopCall, policy: ToolPolicy, invalid: boolean, ranAlready = false, anew = false): Asked {
    const round = this.#roundOfNext();
    if (round !== this.round) this.#news.beginRound();
    this.round = round;
    const similar = this.#detectors.find((detector) => detector.type === "similar_query");
    const identity = identityOf(call, policy, true);
    const asked: Asked = {
      call,
      policy,
      identity,
      verbatim: identityOf(call, policy, false),
      round,
      invalid,
      query: invalid || !similar?.tools.includes(call.name) ? undefined : queryOf(call, similar.keys),
      knowing: this.#news.roundAt,
      poll: this.#polls.isPoll(identity, policy),
      lost: this.#noNews !== undefined && !policy.poll && !policy.mutates && this.#news.isLost(identity),
      polled: policy.poll === undefined && this.#noNews !== undefined && this.#news.isPoll(identity, call, this.#now()),
      askedMs: this.#now(),
      answer: NOTHING,
      held: false,
      alone: false,
      through: false,
      ran: false,
      ranBefore: this.#known.some((it) => it.identity === identity && it.era === this.#era),
    };
    this.asked.push(asked);
    if (invalid) this.#wrong.push({ name: call.name, round, turn: this.#turn });
    if (invalid) this.#row.push({ round, turn: this.#turn });
    const finding = this.#objection(asked);
    if (finding !== undefined) {
      const eachCall = finding.type === "count" || finding.type === "duplicate" || finding.type === "limit";
      const { strikes, again } = this.#loops.strike(finding.loop, round, anew || !eachCall);
      asked.answer = { action: this.#action(asked, finding, strikes), finding, strikes, again };
      // A function is asked before the call runs; of one that ran without, it is asked when that is known.
      const isLate = ranAlready && !finding.mild && typeof this.#steps(asked, finding).action === "function";
      const waits = !invalid && !isLate && !this.#options.shadow && finding.type !== "limit";
      const warns = ranAlready || asked.answer.action === "warn";
      asked.held = waits && warns && this.#coreAction(asked, finding, strikes) === "warn";
      asked.alone = ranAlready;
    }
    this.#news.ask(asked.identity, this.#now());
    if (!asked.poll && !asked.lost)
      this.#loops.step(asked.identity, call.name, round, (finding) => this.#resembles(asked, finding));
    if (ranAlready || !this.#refuses(asked.answer)) this.#run(asked);
    else asked.through = true;
    return asked;
  }

  /** The first detector in order that has something against the call. Polls are judged by time before all others. */
  #objection(asked: Asked): Finding | undefined {
    const { identity, policy, call } = asked;
    const late = asked.poll ? this.#polls.find(identity, policy, call.name, this.#now()) : undefined;
    if (late) return late;
    for (const [place, detector] of this.#detectors.entries()) {
      const resembles = (finding: Finding) => this.#resembles(asked, finding);
      const goesOn = !asked.poll && !asked.lost;
      const step = goesOn ? this.#loops.goesOn(place, identity, call.name, asked.round, resembles) : undefined;
      const found = step ?? this.#fires(detector, place, asked);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Of near_repeat: whether the arguments are nearly those of the tool's last call. */
  #resembles({ call, policy }: Asked, { type }: Finding): boolean {
    const recent = this.#history.slice(-memoryOf(this.#detectors));
    const newest = recent.findLast((seen) => seen.name === call.name);
    if (type !== "near_repeat") return true;
    return newest !== undefined && difference(newest.sketch, sketchOfCall(call, policy)) !== undefined;
  }

  #fires(detector: Detector, place: number, asked: Asked): Finding | undefined {
    const { call, policy, identity } = asked;
    const found = (type: Detector["type"], of: string, repeats: number): Finding => {
      const loop = `${place} ${of}`;
      return { place, type, loop, repeats, cycleLength: 1, strong: false, steps: [of], names: [call.name] };
    };
    switch (detector.type) {
      case "count": {
        const of = (it: Asked) => (detector.canonical ? it.identity : it.verbatim);
        const times = this.asked.filter((other) => of(other) === of(asked)).length;
        if (asked.poll || times <= (policy.maxRepeats ?? detector.maxRepeats)) return undefined;
        return found("count", of(asked), times);
      }
      case "duplicate": {
        return asked.poll || asked.lost || !asked.ranBefore ? undefined : found("duplicate", identity, 2);
      }
      case "limit": {
        const own = policy.limit ?? detector.limits[call.name];
        const times = this.#ran.filter((it) => it.name === call.name && it.turn === this.#turn).length;
        if ((asked.poll && own === undefined) || times < (own ?? detector.default)) return undefined;
        return found("limit", call.name, times + 1);
      }
      case "similar_query": {
        const earlier = this.#queries.filter(
          (it) => it.name === call.name && it.turn === this.#turn && it.round < asked.round,
        );
        const alike = earlier.filter((it) => queriesAlike(it.text, asked.query ?? "", detector));
        return asked.query === undefined || asked.lost || alike.length === 0
          ? undefined
          : found("similar_query", call.name, alike.length + 1);
      }
      case "unknown_tool": {
        const wrong = this.#wrong.filter((it) => it.name === call.name && it.turn === this.#turn);
        const times = new Set(wrong.map((it) => it.round)).size;
        if (!asked.invalid) return undefined;
        if (times >= detector.threshold) return found("unknown_tool", call.name, times);
        const row = new Set(this.#row.filter((it) => it.turn === this.#turn).map((it) => it.round)).size;
        return row >= detector.any ? { ...found("unknown_tool", "", row), steps: [call.name] } : undefined;
      }
      case "no_news": {
        const loop = this.#news.loop(detector, identity, asked.polled, policy.maxRepeats, this.#now());
        // The model chose the call without knowing what its sibling gave.
        const sibling = this.asked.some((it) => it.ran && it.round === asked.round && it.identity === identity);
        if (asked.poll || asked.lost || loop === undefined || sibling) return undefined;
        return { ...found("no_news", loop.mild ? `${identity} mild` : identity, loop.repeats), strong: true, ...loop };
      }
      default:
        return undefined;
    }
  }

  /** The call runs. */
  #run(asked: Asked): void {
    const { call, policy, identity, round, query } = asked;
    asked.ran = true;
    this.#ran.push({ of: asked, name: call.name, turn: this.#turn });
    this.#known.push({ identity, era: this.#era });
    if (query !== undefined) this.#queries.push({ name: call.name, text: query, round, turn: this.#turn });
    if (!this.#polls.isPoll(identity, policy)) this.#loops.breakBy(identity, call.name, round);
  }

  #complete(asked: Asked, outcome: LoopOutcome, told = true): Answer {
    const { call, policy, identity, round } = asked;
    asked.through = true;
    const final = isFinal(policy, outcome);
    const seen = observe(call, outcome, policy, identity, round);
    if (!asked.invalid) this.#row = [];
    if (!seen.failed) this.#wrong = this.#wrong.filter((it) => it.name !== call.name);
    if (seen.mutated) this.#known.push({ identity, era: ++this.#era });
    if (told) this.#completed.push({ call, outcome });
    const { failed, transient, mutated, result } = seen;
    const awaited = asked.polled || (policy.poll !== undefined && policy.poll !== false);
    const times = { polled: asked.polled, awaited, askedMs: asked.askedMs, returnedMs: this.#now() };
    const facts = { identity, call, outcome, failed, transient, mutated, result, final, ...times };
    let old = this.#isOld(seen);
    const readAgain = asked.lost && this.#news.isSame(identity, result);
    if (this.#news.came({ ...facts, roundAt: asked.knowing, late: round !== this.round }))
      for (const place of this.#detectors.keys())
        for (const loop of [`${place} ${identity}`, `${place} ${identity} mild`])
          if (this.#detectors[place]?.type === "no_news") this.#loops.forgive(loop);
    if (round < this.#turnRound) this.#news.happened(); // asked for before the user spoke
    if (asked.polled) seen.result = null; // no repetition for those who count
    const ended = policy.poll ? this.#polls.took(seen, this.#now(), final) : undefined;
    if (ended !== undefined) this.#loops.forgive(ended);
    if (policy.poll) old = ended === undefined;
    const counts = !((policy.poll && !final) || readAgain);
    const { found, observed } = counts ? this.#pattern(seen, policy) : { found: undefined, observed: false };
    const own = found && this.#struck(asked, found, seen);
    const held = asked.held
      ? this.#held(asked, found, observed ? seen : undefined, { old, empty: seen.empty, vain: seen.vain })
      : undefined;
    if (own !== undefined && !(held && outranks(held, own))) return this.#decided(asked, own);
    if (!told) return NOTHING;
    for (const [place, detector] of this.#detectors.entries()) {
      const own = detector.type === "custom" ? this.#custom(detector, place) : undefined;
      const answer = own && this.#struck(asked, own);
      if (answer) return this.#decided(asked, answer);
    }
    return held === undefined ? NOTHING : this.#decided(asked, held, true);
  }

  /** No news: the call gave it before; or its tool did, and this call was not made before. */
  #isOld(seen: Observation): boolean {
    if (seen.result === null) return false;
    if (this.#noNews !== undefined && this.#news.isSame(seen.identity, seen.result)) return true;
    const recent = this.#history.slice(-memoryOf(this.#detectors));
    const own = recent.filter((it) => it.identity === seen.identity);
    return (own.length > 0 ? own : recent.filter((it) => it.name === seen.name)).some((it) => foundSame(it, seen));
  }

  /** What is said of a warning that waited for this result; `undefined`: the result has ended the loop. */
  #held(
    asked: Asked,
    found: Finding | undefined,
    seen: Observation | undefined,
    came: { old: boolean; empty: boolean; vain: boolean },
  ): Answer | undefined {
    const { finding: before, strikes, again } = asked.answer as Answer & { finding: Finding };
    const detector = this.#detectors[before.place];
    let now: Finding | undefined = before;
    if (isPattern(before.type)) {
      const recent = this.#history.slice(-memoryOf(this.#detectors));
      const own = detector && seen && findPattern(detector, before.place, recent, asked.policy.maxRepeats);
      now = found?.loop === before.loop ? found : own;
      if (now?.loop !== before.loop) return undefined;
      if (before.type === "near_repeat" || isOfFailures(now, detector, seen)) came.old = true;
    }
    const tells = came.old && this.#isWorthTelling(asked, now, strikes, again, came);
    return { action: tells ? "warn" : "allow", finding: now, strikes, again };
  }

  /** Weak evidence is told of at first, at the third warning, and whenever there were twice as many. */
  #isWorthTelling(
    asked: Asked,
    finding: Finding,
    strikes: number,
    again: boolean,
    came: Pick<Observation, "empty" | "vain">,
  ): boolean {
    if (finding.strong) return true;
    const vain = finding.type === "stall" && came.vain;
    if (again || (finding.type === "stall" && came.empty && !vain)) return false;
    const { action, ladder } = this.#steps(asked, finding);
    const start = typeof action === "function" ? 1 : (ladder?.warn ?? 1);
    return [1, 3, 6, 12, 24, 48, 96].includes(strikes - start + 1 - (vain ? 25 : 0));
  }

  /** The function of the user has the last word, on what it was not asked of before. */
  #decided(asked: Asked, answer: Answer, held = false): Answer {
    const finding = answer.finding as Finding;
    if (typeof this.#steps(asked, finding).action !== "function") return answer;
    const untold = (held || finding.mild) && answer.action === "allow";
    const asks = (!held || asked.alone) && !untold;
    return asks
      ? { ...answer, action: this.#told({ ...answer, action: this.#action(asked, finding, answer.strikes) }).action }
      : answer;
  }

  /** A finding of a call that completed, unless `before` has struck for the same loop already. */
  #struck(asked: Asked, finding: Finding, seen?: Observation): Answer | undefined {
    if (finding.type !== "error_streak" || seen?.failed === true) this.#loops.arm(finding, asked.round);
    if (asked.answer.finding?.loop === finding.loop && !this.#options.shadow) return undefined;
    const { strikes, again } = this.#loops.strike(finding.loop, asked.round, true);
    const action = this.#coreAction(asked, finding, strikes);
    const untold =
      seen !== undefined && action === "warn" && !this.#isWorthTelling(asked, finding, strikes, again, seen);
    return this.#told({ action: untold ? "allow" : action, finding, strikes, again });
  }

  #pattern(seen: Observation, policy: ToolPolicy): { found: Finding | undefined; observed: boolean } {
    const history = this.#history;
    const memory = memoryOf(this.#detectors);
    const isSibling = (it: Observation) => it.round === seen.round && it.identity === seen.identity;
    const sibling = history.slice(-Math.min(memory, SIBLINGS_MAX)).findLast(isSibling);
    if (sibling !== undefined) {
      const agrees = sameResult(sibling, seen);
      if (!agrees) sibling.result = null;
      if (seen.mutated) sibling.mutated = true;
      if (!agrees || seen.mutated) this.#loops.settle({ ...sibling, mutated: seen.mutated }, history, this.#detectors);
      return { found: undefined, observed: false };
    }
    const earlier = history.slice(-memory).findLast((it) => it.identity === seen.identity);
    seen.fresh = earlier === undefined;
    seen.changed = differ(seen, earlier);
    this.#loops.observe(seen);
    history.push(seen);
    const before = history.slice(-memory, -1).findLast((it) => it.identity === seen.identity);
    seen.news = before === undefined || !sameResult(before, seen);
    this.#loops.settle(seen, history.slice(-memory), this.#detectors);
    const all = this.#detectors.flatMap(
      (it, place) => findPattern(it, place, history.slice(-memory), policy.maxRepeats) ?? [],
    );
    // Failures that are only declared come last.
    const found = all.find(({ type }) => type !== "error_streak" || seen.failed) ?? all[0];
    return { found, observed: true };
  }

  #custom(detector: CustomDetector, place: number): Finding | undefined {
    const recent = this.#completed.slice(-64);
    const calls = recent.map(({ call }) => call);
    const found = detector.detect({ calls, outcomes: recent.map(({ outcome }) => outcome) });
    if (!found) return undefined;
    const name = found.toolName ?? (calls.at(-1) as LoopCall).name;
    const loop = `${place} ${found.fingerprint ?? JSON.stringify([name, found.pattern])}`;
    const facts = { repeats: found.repeats ?? 1, cycleLength: 1, strong: false, steps: [name], names: [name] };
    return { place, type: "custom", loop, ...facts };
  }

  /** What the core says, which takes a function for a refusal at each strike. */
  #coreAction(asked: Asked, finding: Finding, strikes: number): VerdictAction {
    if (typeof this.#steps(asked, finding).action !== "function") return this.#action(asked, finding, strikes);
    if (finding.mild) return "warn";
    // What the function has said of a call before it ran, the core was told.
    return asked.answer.finding === finding ? asked.answer.action : "hint";
  }

  /** Those of the tool, else of the detector, else of the guard. */
  #steps({ policy }: Asked, finding: Finding): Pick<LoopGuardOptions, "action" | "ladder"> {
    const places: Pick<LoopGuardOptions, "action" | "ladder">[] = [
      policy,
      this.#detectors[finding.place] ?? {},
      this.#options,
    ];
    return places.find((it) => it.action !== undefined || it.ladder !== undefined) ?? {};
  }

  #action(asked: Asked, finding: Finding, strikes: number): VerdictAction {
    const { action, ladder } = this.#steps(asked, finding);
    if (typeof action === "function") {
      const said = action({ strikes } as Parameters<typeof action>[0]);
      return finding.mild && said !== "allow" ? "warn" : said;
    }
    const starts: Ladder = { ...(action === undefined ? {} : { [action]: 1 }), ...ladder };
    const reached = (["abort", "ask", "hint", "warn"] as const).find((step) => strikes >= (starts[step] ?? Infinity));
    const untold = finding.atWork && starts.warn && !starts.hint && !starts.ask;
    const isEarly = untold && strikes < 5 * (starts.abort ?? 0);
    if ((finding.mild || isEarly) && reached !== undefined) return "warn";
    const tooSoon = (finding.waitMs ?? 0) > 0 && (reached === undefined || reached === "warn");
    return tooSoon ? "hint" : (reached ?? "allow");
  }

  #refuses({ action }: Answer): boolean {
    return !this.#options.shadow && (action === "hint" || action === "ask" || action === "abort");
  }

  /** A new call was judged. */
  #judged(answer: Answer, before: Answer = NOTHING): Answer {
    const told = this.#told(answer);
    this.tally.calls++;
    if (this.#refuses(told)) this.tally.refused++;
    if (told.action === "warn") this.tally.warned++;
    this.#found(before, told);
    return told;
  }

  /** A call came back: whatever is said of it now can only warn. */
  #finished(before: Answer, after: Answer): Answer {
    const warns = after.action === "warn" || after.action === "hint" || after.action === "ask";
    if (warns && before.action !== "warn") this.tally.warned++;
    this.#found(before, after);
    return after;
  }

  /** A loop is counted once. */
  #found(before: Answer, after: Answer): void {
    const same = before.finding?.type === after.finding?.type && before.strikes === after.strikes;
    // A shadow has told of the call already; it tells more only on stronger evidence.
    const isStronger = after.finding?.strong === true && before.finding?.strong === false;
    const known = this.#options.shadow === true && Boolean(before.finding) && !isStronger;
    if (after.strikes === 1 && !after.again && !same && !known) this.tally.loops++;
  }

  /** A shadow says what it found, and lets everything pass. */
  #told(answer: Answer): Answer {
    return this.#options.shadow ? { ...answer, action: "allow" } : answer;
  }
}
