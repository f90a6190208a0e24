/** Turns the reports of the core about one run into verdicts, and notifies listeners. */

import type { Steps } from "../base/action-ladder.ts";
import type { LoopCall, LoopDecision, LoopDetection, LoopRecovery, Verdict, VerdictAction } from "../base/types.ts";
import { ACTIONS } from "../core/layout.gen.ts";
import { packedAction } from "../core/run.ts";
import type { CoreReport, PackedVerdict } from "../core/types.ts";
import { describeLoop, reportType } from "../rules/detection.ts";
import { publishDetection, publishRecovery, type Question, tellMisuse, whenRejected } from "../rules/diagnostics.ts";
import type { GuardConfig } from "../rules/options.ts";
import { loopRecord, replays } from "../rules/table.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { ALLOW, verdictOf } from "../rules/verdict.ts";
import { verdictText, warnedText } from "../rules/verdict-texts.ts";
import { CustomDetectors } from "./custom-detectors.ts";
import type { DelegationFinding } from "./delegations.ts";
import { type GuardEngine, Tally } from "./guard-engine.ts";
import { type Conclude, callId } from "./open-calls.ts";
import { Replays } from "./replay-results.ts";
import { RunTexts, type TextFinding } from "./run-texts.ts";

/** What the core found about a call. */
export interface Found {
  readonly call: LoopCall;
  /** Of its tool; `undefined`: it is about no tool. */
  readonly rules: Pick<ToolRules, "steps"> | undefined;
  readonly report: CoreReport;
  readonly packed: PackedVerdict;
  /** What the host knows of the detection. */
  readonly found?: Partial<LoopDetection>;
}

const NO_DECISION = "decide() got no decision, a no: decide(call, { allow: true }) or { allow: false }";

/** What the host knows of what is found in a text, or in delegations. */
type NoCallFinding = Partial<Pick<TextFinding, "found" | "mild"> & Pick<DelegationFinding, "agent" | "isLimit">>;

/** Changes the core's verdict on a call that has not run yet. `granted`: what a human lets pass. */
export type Resolve = (action: VerdictAction, granted?: number) => void;

export class LoopReporter {
  readonly config: GuardConfig;
  readonly tally: Tally;
  /** Only if the guard has custom detectors. */
  readonly custom: CustomDetectors | undefined;
  /** Only if the guard looks at texts. */
  readonly texts: RunTexts | undefined;
  /** Only if a detector replays results. */
  readonly replays: Replays | undefined;
  tripped: LoopDetection | null = null;
  #struck: LoopDetection | undefined;
  #granted: LoopDetection | null = null;
  /** The user's functions are asked about a detection. */
  #asks = false;
  readonly #engine: GuardEngine;
  readonly #runId: string | undefined;

  constructor(engine: GuardEngine, runId: string | undefined) {
    this.#engine = engine;
    this.config = engine.config;
    this.#runId = runId;
    this.tally = new Tally(engine.tally);
    this.custom = engine.custom.length > 0 ? new CustomDetectors(engine) : undefined;
    this.texts = engine.textRepeat && new RunTexts(...engine.textRepeat, () => engine.key);
    this.replays = engine.replay ? new Replays(engine) : undefined;
  }

  /** A new turn, or a reset: what happened before is not reported any more. */
  forget(): void {
    this.tripped = null;
    this.#struck = undefined;
    this.#granted = null;
    this.custom?.clear();
    this.texts?.clear();
    this.replays?.clear();
  }

  /** The last refusal of a call since this was asked; for what gets a run out of a loop. */
  takeStruck(): LoopDetection | undefined {
    const struck = this.#struck;
    this.#struck = undefined;
    return struck;
  }

  /** What a human said of a refused call: the verdict that it has now, and what is granted (LG_GRANTED_MAX of loopguard.h). */
  decide(asked: Verdict, { allow, more = 0, words }: Partial<LoopDecision>): { verdict: Verdict; granted: number } {
    if (typeof allow !== "boolean") tellMisuse(this.#engine, "LOOPGUARD_DECISION", NO_DECISION);
    if (allow !== true) {
      const message = typeof words === "string" && words !== "" ? words : asked.message;
      return { verdict: Object.freeze({ ...asked, action: "hint", message } as Verdict), granted: 0 };
    }
    if (this.#struck === asked.detection) this.#struck = undefined;
    this.#granted = asked.detection;
    return { verdict: ALLOW, granted: Math.min(1 + Math.max(0, Math.floor(more) || 0), 2 ** 31) };
  }

  /**
   * The verdict on a call that has not run yet; see `conclude`. `runs`: a result will come, so a warning waits for it, that of
   * the user's function too: the core says with the result whether it is given.
   */
  judge(found: Found, characters: number, resolve: Resolve, runs: boolean, earlier: Verdict = ALLOW): Verdict {
    const concluded = this.conclude(found, earlier, resolve);
    const waits = runs && concluded.action === "warn" && !loopRecord(reportType(found.report)).countsRuns;
    const verdict = waits ? Object.freeze({ ...concluded, action: "allow" as const, message: "" }) : concluded;
    if (!verdict.allowed) this.#struck = verdict.detection;
    this.tally.judged(verdict, characters);
    return verdict;
  }

  /**
   * The verdict on a call with a detection. If the user's function decides otherwise than the core, the core is informed
   * through `resolve`. Without `resolve`, the call has run: its result stands, and a refusal is only a warning. `earlier`: the
   * verdict that the call had before; in shadow mode the same strike is found again, and the call that would not have run is
   * found by other detectors, too: only stronger evidence is reported once more.
   */
  conclude(given: Found, earlier: Verdict, resolve?: Resolve): Verdict {
    if (this.#asks) throw new Error("called by its callback"); // and would be so without end
    this.#asks = true;
    try {
      return this.#conclude(given, earlier, resolve);
    } finally {
      this.#asks = false;
    }
  }

  #conclude({ call, rules, report, packed, found }: Found, earlier: Verdict, resolve?: Resolve): Verdict {
    const engine = this.#engine;
    const steps = engine.stepsOf(rules, report);
    const own = found ?? this.custom?.found.get(report.detector);
    const detection = describeLoop(report, engine.detectorOf(report), call, callId(call), this.#runId, own);
    let action = packedAction(packed);
    const ran = resolve === undefined;
    // Of what has waited for the result, the function decided before; and it is not asked of what is not told.
    const decided = report.held && earlier.detection !== null;
    const unreported = (report.held || report.mild) && action === "allow";
    // Strike 0: a human has granted it.
    if (steps.decide !== undefined && report.strikes !== 0 && !(ran && (decided || unreported))) {
      const { callbackErrors } = engine.config;
      const wanted = callbackErrors.ask(steps.decide, detection, ACTION, detection.toolName) ?? "allow";
      const chosen = report.mild && wanted !== "allow" ? "warn" : wanted;
      if (chosen !== action && !engine.shadow) resolve?.(chosen);
      action = chosen;
    }
    if (ran && !engine.shadow && earlier.action !== "warn" && (action === "warn" || isRefused(action)))
      this.tally.warned();
    const verdict = verdictOf(action, {
      message: this.#messageFor(ran && isRefused(action) ? "warn" : action, detection, report, steps),
      detection,
      ...this.#replay(report, action),
      ...(report.waitMs > 0 ? { waitMs: report.waitMs } : {}),
    });
    if (action === "abort" && !engine.shadow) this.tripped = detection;
    const before = earlier.detection;
    const same = before?.detector === detection.detector && before.strikes === detection.strikes;
    const isStronger = detection.evidence === "strong" && before?.evidence === "weak";
    const again = same || (engine.shadow && before !== null && !isStronger);
    if (!again) {
      const granted = this.#granted;
      const known = granted?.detector === detection.detector && granted.fingerprint === detection.fingerprint;
      // A sibling of the round had the same strike, or a human granted it: the loop is counted already.
      if (detection.strikes === 1 && !report.again && !known) this.tally.loop(detection);
      this.#report(detection, verdict, ran);
    }
    return engine.shadow ? verdictOf("allow", { message: "", detection }) : verdict;
  }

  /** The verdict where a detection is about no call, but about what the model writes or uses, or about a delegation. */
  aboutNoCall({ agent = "", found, mild = false, isLimit = false }: NoCallFinding = {}): Conclude {
    return (packed, report) => {
      const place = packed & 7;
      const moved = mild ? Math.min(place, WARN) : isLimit ? Math.max(place, HINT) : place;
      const judged = { report: mild ? { ...report, mild } : report, packed: packed - place + moved };
      const about = { call: { name: agent }, rules: undefined, ...judged, ...(found && { found }) };
      // A verdict of the user's function need not be told to the core, for which no call depends on it.
      return this.conclude(about, ALLOW, () => {});
    };
  }

  #replay(report: CoreReport, action: VerdictAction): { replay?: unknown } {
    const detector = this.#engine.detectorOf(report);
    if (detector === undefined || !replays(detector) || !isRefused(action)) return {};
    return this.replays?.of(report.fingerprint) ?? {};
  }

  /** The text for the model. */
  #messageFor(action: VerdictAction, detection: LoopDetection, report: CoreReport, steps: Steps): string {
    if (action === "allow") return "";
    const { message, callbackErrors } = this.config;
    const { toolName } = detection;
    const own = typeof message === "function" ? callbackErrors.ask(message, detection, MESSAGE, toolName) : message;
    if (own !== undefined) return own;
    const abort = loopRecord(reportType(report)).givesVerdict === true ? Infinity : (steps.ladder.abort ?? Infinity);
    const last = steps.decide === undefined && detection.strikes + 1 >= abort;
    const type = reportType(report);
    const warned = warnedText(type, detection.toolName, report);
    return verdictText(action, type, detection.message, last, report.transient, warned);
  }

  /** Notifies listeners. `ran`: the call had run when the loop was found. */
  #report(detection: LoopDetection, verdict: Verdict, ran: boolean): void {
    if (this.#engine.silent) return;
    const { onDetection } = this.config;
    if (onDetection !== undefined) this.#notify(onDetection, "onDetection", detection, verdict);
    publishDetection(detection, verdict, ran, this.#engine.shadow);
  }

  /** Counts what was done to a request, and notifies listeners. */
  recovered(recovery: LoopRecovery): void {
    this.tally.recovered(recovery);
    const { onRecovery } = this.config;
    if (onRecovery !== undefined) this.#notify(onRecovery, "onRecovery", recovery);
    publishRecovery(recovery);
  }

  #notify<T extends readonly unknown[]>(listener: (...given: T) => unknown, option: string, ...given: T): void {
    const { toolName } = given[0] as { toolName?: string };
    const fail = (error: unknown): void => this.config.callbackErrors.tell(listener, error, option, toolName);
    try {
      whenRejected(listener(...given), fail);
    } catch (error) {
      fail(error);
    }
  }
}

const ACTION: Question<VerdictAction> = {
  where: "action",
  wanted: `one of ${ACTIONS.join(", ")}`,
  fits: (said): said is VerdictAction => (ACTIONS as readonly unknown[]).includes(said),
};
const MESSAGE: Question<string> = { where: "message", wanted: "a string", fits: (said) => typeof said === "string" };
const WARN = ACTIONS.indexOf("warn");
const HINT = ACTIONS.indexOf("hint");

/** `abort` is not a refusal: it ends the run, whether the call ran or not. */
function isRefused(action: VerdictAction): boolean {
  return action === "hint" || action === "ask";
}
