/** Messages on `node:diagnostics_channel`. */

import type { Channel } from "node:diagnostics_channel";
import { describeValue, whyOf } from "../base/errors.ts";
import { builtin } from "../base/platform.ts";
import { getOrAdd } from "../base/property.ts";
import type { LoopDetection, LoopRecovery, Verdict } from "../base/types.ts";
import type { CoreRestoreReport } from "../core/types.ts";

/** What a restored run lacks of its snapshot, because the guard's detectors or policies have changed since. */
export interface RestoreReport {
  /** The same detectors with the same parameters, in the same order. Ladders and messages may differ. */
  readonly sameOptions: boolean;
  readonly dropped: {
    /** Loops, with their strikes, of detectors that the guard no longer has. */
    readonly loops: number;
    /** Armed patterns of such detectors: the next call could have continued them. */
    readonly armed: number;
    /** Detections by such detectors of calls that were in progress. */
    readonly detections: number;
    /** Completed calls that no detector looks back on any more, oldest first. */
    readonly observations: number;
    /** Counted calls beyond `maxEntries`, least recently used first. */
    readonly counts: number;
    /**
     * Policies, which no tool has any more, of calls that were in progress; such a call continues under the default
     * policy.
     */
    readonly policies: number;
  };
}

/** The report for several runs together: the sums. */
export function restoreReport(runs: readonly CoreRestoreReport[]): RestoreReport {
  const sum = (of: Exclude<keyof CoreRestoreReport, "sameOptions">): number =>
    runs.reduce((all, run) => all + run[of], 0);
  return {
    sameOptions: runs.every((run) => run.sameOptions),
    dropped: {
      loops: sum("loops"),
      armed: sum("armed"),
      detections: sum("detections"),
      observations: sum("observations"),
      counts: sum("counts"),
      policies: sum("profiles"),
    },
  };
}

/** A message on `loopguard:detection`. It may come from another version of the package in the same process. */
export interface DetectionMessage {
  detection: LoopDetection;
  verdict: Verdict;
  runId?: string;
  /** The call had already run when the loop was found: its result stands, and a refusal acts as a warning. */
  ran?: true;
  /** The guard is in shadow mode: the verdict is not acted on. */
  shadow?: true;
}

/** A message on `loopguard:error`: something failed inside the guard, which allowed the call. */
export interface ErrorMessage {
  error: unknown;
  /** What failed, such as `"before"` or `"onDetection"`. */
  where: string;
  toolName?: string;
}

/** A message on `loopguard:restore`: a run was restored under other options than those of its snapshot. */
export interface RestoreMessage {
  report: RestoreReport;
  runId?: string;
}

/** A message on `loopguard:recovery`: what was done to a request, and, in a second message, what became of it. */
export interface RecoveryMessage {
  recovery: LoopRecovery;
  runId?: string;
}

/** A channel. Where the platform has none, nobody can listen. */
function channel(name: string): Pick<Channel, "hasSubscribers" | "publish"> {
  return builtin("node:diagnostics_channel")?.channel(name) ?? { hasSubscribers: false, publish() {} };
}

const detections = channel("loopguard:detection");
const errors = channel("loopguard:error");
const restores = channel("loopguard:restore");
const recoveries = channel("loopguard:recovery");

export function publishDetection(detection: LoopDetection, verdict: Verdict, ran: boolean, shadow: boolean): void {
  if (!detections.hasSubscribers) return;
  const { runId } = detection;
  const more = { ...(runId !== undefined && { runId }), ...(ran && { ran }), ...(shadow && { shadow }) };
  detections.publish({ detection, verdict, ...more } satisfies DetectionMessage);
}

/** Whether `loopguard:error` has subscribers. */
export function hearsErrors(): boolean {
  return errors.hasSubscribers;
}

/** Gives whether the channel has subscribers. */
export function publishError(error: unknown, where: string, toolName?: string): boolean {
  if (!errors.hasSubscribers) return false;
  errors.publish({ error, where, ...(toolName !== undefined && { toolName }) } satisfies ErrorMessage);
  return true;
}

/** Publishes a report that says anything; gives whether it does. */
export function publishRestore(report: RestoreReport, runId?: string): boolean {
  if (report.sameOptions && Object.values(report.dropped).every((count) => count === 0)) return false;
  restores.publish({ report, ...(runId !== undefined && { runId }) } satisfies RestoreMessage);
  return true;
}

export function publishRecovery(recovery: LoopRecovery): void {
  const { runId } = recovery.detection;
  recoveries.publish({ recovery, ...(runId !== undefined && { runId }) } satisfies RecoveryMessage);
}

/** Codes of warnings; `NODE_NO_WARNINGS=1` turns them off, as it does those of Node.js. */
type MisuseCode =
  `LOOPGUARD_${"APPROVAL" | "AWAIT" | "CALL" | "DECISION" | "FAILED" | "HIDDEN" | "MESSAGES" | "OUTCOME" | "NO_AFTER" | "NO_COST" | "NO_USAGE" | "REFUSED" | "RETURN" | "SCOPE" | "STORE" | "USAGE"}`;

interface Warner {
  emitWarning?: (text: string, options: { type: string; code: string }) => void;
}

const warned = new WeakMap<object, Set<MisuseCode>>();

/** Tells it once for `owner`, a guard or what stands for it. Where there is no process, nobody can hear it. */
export function tellMisuse(owner: object, code: MisuseCode, text: string): void {
  const codes = warned.get(owner) ?? new Set();
  if (codes.has(code)) return;
  warned.set(owner, codes.add(code));
  const { process } = globalThis as { process?: Warner };
  process?.emitWarning?.(text, { type: "LoopGuardWarning", code });
}

/**
 * Publishes the errors of one guard's functions, once for each function: one fix is needed, however often it is called.
 */
export class CallbackErrors {
  readonly #reported = new Map<string, WeakSet<object>>();

  /** `where`: the option that the function was given for; the same function may be given for several. */
  tell(callback: object, error: unknown, where: string, toolName?: string): void {
    // Where nobody listens, too.
    const threw = WRONG.has(error as object) ? "" : `The function ${where} threw, and the guard goes on without it: `;
    tellMisuse(callback, "LOOPGUARD_RETURN", threw + whyOf(error));
    const reported = getOrAdd(this.#reported, where, () => new WeakSet());
    if (!reported.has(callback) && publishError(error, where, toolName)) reported.add(callback);
  }

  /** What the function says of `given`; `undefined`, which is told, if it throws or says anything that is not `wanted`. */
  ask<Given, Said>(
    callback: (given: Given) => unknown,
    given: Given,
    { where, wanted, fits }: Question<Said>,
    toolName: string,
  ): Said | undefined {
    try {
      const said = callback(given);
      if (fits(said)) return said;
      throw wrongReturn(`The function ${where}`, wanted, said);
    } catch (error) {
      this.tell(callback, error, where, toolName);
      return undefined;
    }
  }
}

/** Of a function: the option that it was given for, and what it must return. */
export interface Question<Said> {
  readonly where: string;
  readonly wanted: string;
  readonly fits: (said: unknown) => said is Said;
}

const WRONG = new WeakSet<object>();

/** The error for a function that returned a wrong value. If that is a promise, its rejection is handled and dropped. */
export function wrongReturn(what: string, wanted: string, given: unknown): TypeError {
  whenRejected(given, () => {});
  const error = new TypeError(`${what} must return ${wanted}, got ${describeValue(given)}`);
  WRONG.add(error);
  return error;
}

/** Calls `tell` with what `given` rejects with, if it is a promise, or with why it cannot be awaited. */
export function whenRejected(given: unknown, tell: (error: unknown) => void): void {
  if ((typeof given !== "object" || given === null) && typeof given !== "function") return;
  new Promise((resolve) => resolve(given)).catch(tell);
}
