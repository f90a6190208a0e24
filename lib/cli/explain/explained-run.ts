/** Leads a guard through a recorded run, and writes down what each of its detectors makes of every call. */

import type { LoopOutcome, Verdict, VerdictAction } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { type GuardConfig, readOptions } from "../../config/options.ts";
import { isNoNews } from "../../detectors/no-news.ts";
import { type KnownCalls, type Seen, sameResult } from "../../detectors/sighting.ts";
import { type Detector, recordNamed, recordOf } from "../../detectors/table.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import { isRefusal } from "../../report/verdict.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { isOwnRefusal, withoutWarning } from "../../run/own-words.ts";
import { isFailure } from "../../text/outcome-text.ts";
import type { TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { type AskedCall, AskedCalls } from "./asked.ts";
import { CallReader } from "./call-reader.ts";
import { type AskedOfNews, NewsLog } from "./news.ts";
import type { Observation, Sighting } from "./observation.ts";
import { shortText } from "./short-text.ts";

/** What the guard itself said of a call. */
export interface SaidOfCall {
  /** Before it ran, or of what came back. */
  when: "before" | "after";
  action: VerdictAction;
  detector: string;
  repeats: number;
  cycleLength: number;
  strikes: number;
  evidence: "strong" | "weak";
  message: string;
}

export interface ExplainedCall {
  /** From 0. */
  index: number;
  /** Calls of one model response have one number. */
  round: number;
  /** One more each time a user spoke, from 1. */
  turn: number;
  name: string;
  /** Cut short. */
  args: string;
  /** What came back, cut short; `null`: nothing. */
  outcome: string | null;
  failed: boolean;
  /** The newest earlier call that is the same; `null`: there is none. */
  sameAs: number | null;
  /** What keeps detectors from looking at it, or from counting it; empty: nothing. */
  note: string;
  said: SaidOfCall[];
  /** In the order of the guard's detectors. */
  sightings: Sighting[];
}

/** How many observations a run keeps at least: `HISTORY_MIN` of guard.c. */
const HISTORY_MIN = 32;

interface OpenCall {
  call: TraceCall;
  asked: AskedCall | undefined;
  news: AskedOfNews | undefined;
}

export class ExplainedRun implements TraceRunSink {
  readonly id: string;
  readonly line: number;
  readonly calls: ExplainedCall[] = [];
  readonly #config: GuardConfig;
  readonly #guard: LoopGuard;
  readonly #run: GuardRun;
  readonly #setTime: (ms: number | undefined) => void;
  readonly #words: string | undefined;
  readonly #reader: CallReader;
  readonly #reach: number;
  readonly #asked = new AskedCalls();
  /** Where some detector asks for it. */
  readonly #news: NewsLog | undefined;
  /** By index, until their outcomes come. */
  readonly #open = new Map<number, OpenCall>();
  /** The newest call of each identity, with the turn that it was made in. */
  readonly #newest = new Map<string, { index: number; turn: number }>();
  /** Identities of polls whose last answer in this turn was final. */
  readonly #over = new Set<string>();
  #history: Observation[] = [];
  #round = 0;
  #turn = 1;

  constructor({ id, line }: TraceRun, options: LoopGuardOptions) {
    this.id = id;
    this.line = line;
    this.#config = readOptions(options);
    this.#guard = new LoopGuard(options);
    const { run, message, setTime } = this.#guard.quietRun();
    this.#run = run;
    this.#setTime = setTime;
    this.#words = typeof message === "string" ? message : undefined;
    this.#reader = new CallReader(this.#config);
    const { detectors } = this.#config;
    this.#reach = Math.max(HISTORY_MIN, ...detectors.map((detector) => recordOf(detector).reach?.(detector) ?? 1));
    const news = detectors.find(isNoNews);
    this.#news = news === undefined ? undefined : new NewsLog(this.#config.maxEntries, news);
    run.beginRound(); // from now on rounds are told, and never guessed
  }

  round(): void {
    this.#round++;
    this.#run.beginRound();
    this.#news?.round();
  }

  turn(): void {
    this.#round++;
    this.#turn++;
    this.#run.beginTurn();
    this.#news?.turn();
    this.#history = [];
    this.#over.clear();
    this.#asked.turn();
  }

  call(call: TraceCall): void {
    const index = this.calls.length;
    // Its place in the run is an id that no trace has twice.
    const own: TraceCall = { ...call, id: String(index) };
    const asked = this.#reader.read(own, index, this.#round, (identity) => this.#over.has(identity));
    const explained: ExplainedCall = {
      index,
      round: this.#round,
      turn: this.#turn,
      name: call.name,
      args: shortText(call.arguments),
      outcome: null,
      failed: false,
      sameAs: null,
      note: typeof asked === "string" ? asked : asked.poll ? "a poll: judged by time, which a trace does not tell" : "",
      said: [],
      sightings: [],
    };
    this.calls.push(explained);
    const known = typeof asked === "string" ? undefined : asked;
    const news = known === undefined ? undefined : this.#ask(known, explained, call.at);
    this.#setTime(call.at);
    const verdict = this.#run.before(own);
    this.#say(explained, "before", verdict);
    // The trace goes on with it. This cannot wait for the outcome: by then the core may have forgotten the call.
    if (isRefusal(verdict.action)) this.#run.overrule(own);
    if (known !== undefined) this.#asked.run(known);
    this.#open.set(index, { call: own, asked: known, news });
  }

  outcome(index: number, outcome: LoopOutcome): void {
    const open = this.#open.get(index);
    const explained = this.calls[index];
    if (open === undefined || explained === undefined) return;
    this.#open.delete(index);
    explained.outcome = shortText(outcome.error ?? outcome.result ?? outcome.errorTitle ?? outcome.status);
    explained.failed = isFailure(outcome);
    if (isOwnRefusal(outcome)) {
      this.#note(explained, "refused when it was recorded, so it did not run");
      return;
    }
    const own = withoutWarning(outcome, this.#words);
    if (open.asked === undefined) this.#news?.uncounted(index);
    else this.#complete(open.asked, open.news, own, explained);
    this.#say(explained, "after", this.#run.after(open.call, own));
  }

  end(): void {
    for (const { asked, call } of this.#open.values())
      if (asked !== undefined) this.#note(this.calls[Number(call.id)] as ExplainedCall, "nothing came back");
    this.#run.close();
    this.#guard.close();
    this.#reader.close();
  }

  #ask(asked: AskedCall, explained: ExplainedCall, at: number | undefined): AskedOfNews | undefined {
    const before = this.#newest.get(asked.identity);
    if (before !== undefined) {
      explained.sameAs = before.index;
      if (before.turn !== this.#turn) this.#note(explained, `same call as #${before.index}, but a user spoke between`);
    }
    this.#newest.set(asked.identity, { index: asked.index, turn: this.#turn });
    this.#asked.ask(asked);
    const news = this.#news?.ask(asked, at);
    const known: KnownCalls = {
      ...this.#asked.knownOf(asked),
      news: (detector) => (isNoNews(detector) ? this.#news?.look(detector, asked, at) : undefined),
    };
    this.#look(explained, (detector) => recordOf(detector).lookAtAsked?.(detector, asked, known));
    if (news !== undefined) this.#news?.asked(news, at);
    return news;
  }

  #complete(asked: AskedCall, news: AskedOfNews | undefined, outcome: LoopOutcome, explained: ExplainedCall): void {
    const seen = this.#reader.observe(asked, outcome);
    if (news !== undefined) this.#news?.completed(news, seen);
    if (seen.mutated) this.#asked.mutated(asked);
    this.#over.delete(asked.identity);
    if (seen.poll === "pending") return;
    if (seen.poll === "final" && seen.result !== null) this.#over.add(asked.identity);
    const history = this.#history;
    if (news?.polled) {
      seen.polled = true;
      seen.result = null;
    }
    const sibling = history.find((other) => other.round === seen.round && other.identity === seen.identity);
    if (sibling !== undefined) {
      const agrees = sameResult(sibling, seen);
      if (!agrees) sibling.result = null;
      sibling.mutated ||= seen.mutated;
      const differs = agrees ? "" : ", and their results differ";
      this.#note(explained, `one with #${sibling.index}: equal calls of one round count once${differs}`);
      return;
    }
    seen.fresh = !history.some(({ identity }) => identity === seen.identity);
    history.push(seen);
    if (history.length > this.#reach) history.shift();
    this.#look(explained, (detector) => recordOf(detector).lookAtCompleted?.(detector, history, asked.maxRepeats));
  }

  #look(explained: ExplainedCall, look: (detector: Detector) => Seen | undefined): void {
    for (const [place, detector] of this.#config.detectors.entries()) {
      const seen = look(detector);
      if (seen !== undefined) explained.sightings.push({ detector: detector.name, place, ...seen });
    }
    explained.sightings.sort((a, b) => a.place - b.place);
  }

  #say(explained: ExplainedCall, when: SaidOfCall["when"], { action, detection }: Verdict): void {
    if (detection === null || recordNamed(detection.detector)?.byTime) return;
    const { detector, repeats, cycleLength, strikes, evidence, message } = detection;
    explained.said.push({ when, action, detector, repeats, cycleLength, strikes, evidence, message });
  }

  #note(explained: ExplainedCall, note: string): void {
    explained.note = explained.note === "" ? note : `${explained.note}; ${note}`;
  }
}
