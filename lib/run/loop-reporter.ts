/** From what the core found in one run to a verdict that everybody who asked has been told of. */

import type { LoopCall, LoopDetection, Verdict, VerdictAction } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { ACTIONS, NO_TICKET } from "../core/layout.gen.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport, PackedVerdict } from "../core/types.ts";
import { replays } from "../detectors/table.ts";
import { type CallbackFaults, wrongReturn } from "../report/callbacks.ts";
import { describeLoop } from "../report/detection.ts";
import { Tally } from "../report/tally.ts";
import { ALLOW, packedAction, verdictOf } from "../report/verdict.ts";
import { CustomDetectors } from "./custom-detectors.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { callId } from "./open-calls.ts";
import { Replays } from "./replays.ts";

export class LoopReporter {
  readonly tally: Tally = new Tally();
  /** Only while one is configured. */
  readonly custom: CustomDetectors | undefined;
  /** Only where some detector replays results. */
  readonly replays: Replays | undefined;
  tripped: LoopDetection | null = null;
  readonly #engine: GuardEngine;
  readonly #runId: string | undefined;

  constructor(engine: GuardEngine, runId: string | undefined) {
    this.#engine = engine;
    this.#runId = runId;
    this.custom = engine.custom.length > 0 ? new CustomDetectors(engine.custom, engine.config.faults) : undefined;
    this.replays = engine.replay ? new Replays(engine.key, engine.config.faults) : undefined;
  }

  /** A new turn, or a new start: nothing of the past is told any more. */
  forget(): void {
    this.tripped = null;
    this.custom?.clear();
    this.replays?.clear();
  }

  /** A call that nothing was found of. */
  allow(characters: number): Verdict {
    this.tally.allowed(characters);
    this.#engine.tally.allowed(characters);
    return ALLOW;
  }

  /** The verdict for a call that something was found of before it ran; see `conclude`. */
  judge(
    native: Pick<CoreRun, "resolve">,
    call: LoopCall,
    rules: ToolRules,
    report: CoreReport,
    packed: PackedVerdict,
    ticket: number,
    characters: number,
  ): Verdict {
    const verdict = this.conclude(native, call, rules, report, packed, ticket, ALLOW);
    this.tally.judged(verdict, characters);
    this.#engine.tally.judged(verdict, characters);
    return verdict;
  }

  /** A call has come back. `keep`: its result is one that can be given again. */
  completed(rules: ToolRules, call: LoopCall, result: unknown, characters: number, keep: boolean): void {
    this.tally.completed(characters);
    this.#engine.tally.completed(characters);
    if (keep) this.replays?.keep(rules, call, result);
  }

  /**
   * The verdict for `call`. The user's function has the last word; where it differs from the core's, the core hears of it
   * under `ticket`; without one the call has run already, and whatever the verdict, its result stands and is warned of.
   * `told`: what was said of this call before; a shadow finds it again, and nobody is told or warned twice.
   */
  conclude(
    native: Pick<CoreRun, "resolve">,
    call: LoopCall,
    rules: ToolRules,
    report: CoreReport,
    packed: PackedVerdict,
    ticket: number,
    told: Verdict,
  ): Verdict {
    const engine = this.#engine;
    const rungs = engine.rungsOf(rules, report);
    const found = this.custom?.found(report.detector);
    const detection = describeLoop(report, engine.detectorOf(report), call, callId(call), this.#runId, found);
    let action = packedAction(packed);
    if (rungs.decide !== undefined) {
      const decided = decide(rungs.decide, detection, engine.config.faults);
      if (decided !== action && ticket !== NO_TICKET && !engine.shadow)
        native.resolve(ticket, ACTIONS.indexOf(decided));
      action = decided;
    }
    const ran = ticket === NO_TICKET;
    if (ran && !engine.shadow && told.action !== "warn" && (action === "warn" || isRefused(action))) this.#warned();
    const verdict = verdictOf(action, {
      message: engine.messageFor(ran && isRefused(action) ? "warn" : action, detection, report, rungs),
      detection,
      ...this.#replay(report, action),
      ...(report.waitMs > 0 ? { waitMs: report.waitMs } : {}),
    });
    if (action === "abort" && !engine.shadow) this.tripped = detection;
    const before = told.detection;
    const again = before !== null && before.detector === detection.detector && before.strikes === detection.strikes;
    if (!again) this.#tell(detection, verdict, report.again, ran);
    return engine.shadow ? verdictOf("allow", { message: "", detection }) : verdict;
  }

  #warned(): void {
    this.tally.warned();
    this.#engine.tally.warned();
  }

  /** `again`: a sibling was told of the same step, so the loop is in the books. */
  #tell(detection: LoopDetection, verdict: Verdict, again: boolean, ran: boolean): void {
    if (detection.strikes === 1 && !again) {
      this.tally.loop(detection);
      this.#engine.tally.loop(detection);
    }
    this.#engine.report(detection, verdict, ran);
  }

  #replay(report: CoreReport, action: VerdictAction): { replay?: unknown } {
    const detector = this.#engine.detectorOf(report);
    if (detector === undefined || !replays(detector) || !isRefused(action)) return {};
    if (!this.replays?.has(report.fingerprint)) return {};
    return { replay: this.replays.get(report.fingerprint) };
  }
}

/** Abort is none: it stops the run, whether the call ran or not. */
function isRefused(action: VerdictAction): boolean {
  return action === "hint" || action === "ask";
}

/** What the user's function says; a function that throws, or answers with something else, lets the call pass. */
function decide(
  ask: (detection: LoopDetection) => VerdictAction,
  detection: LoopDetection,
  faults: CallbackFaults,
): VerdictAction {
  try {
    const action: unknown = ask(detection);
    if ((ACTIONS as readonly unknown[]).includes(action)) return action as VerdictAction;
    throw wrongReturn("The function action", `one of ${ACTIONS.join(", ")}`, action);
  } catch (error) {
    faults.tell(ask, error, "action", detection.toolName);
    return "allow";
  }
}
