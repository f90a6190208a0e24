/** Sees what a trace leaves out of a run: then a scan that finds nothing says nothing. */
import type { LoopOutcome } from "../../base/types.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { ScannedRun } from "../scan-types.ts";

export class RecordedParts {
  #unrecorded = 0;
  #rounds = 0;
  #inRound = false;
  #arguments = false;
  #outcome = false;
  #result = false;
  #time = false;

  round(): void {
    this.#inRound = false;
  }

  call({ unrecorded, arguments: args, at }: TraceCall): void {
    if (at !== undefined) this.#time = true;
    if (!this.#inRound) this.#rounds++;
    this.#inRound = true;
    if (unrecorded === true) this.#unrecorded++;
    else if (args !== undefined) this.#arguments = true;
  }

  outcome({ result }: LoopOutcome): void {
    this.#outcome = true;
    if (result !== undefined) this.#result = true;
  }

  /** Without calls there is nothing to time. */
  get isTimed(): boolean {
    return this.#time || this.#rounds === 0;
  }

  /**
   * A tool may take no arguments and return nothing, so one call without both shows nothing of the others; and a run may
   * have ended before the results of its only response came. An error is recorded by spans that record nothing else.
   */
  missing(needsOutcomes: boolean): Pick<ScannedRun, "unrecordedCalls" | "unrecorded"> {
    const calls = this.#unrecorded === 0 ? {} : { unrecordedCalls: this.#unrecorded };
    if (this.#unrecorded > 0 && !this.#arguments && !this.#result) return { ...calls, unrecorded: "all" };
    return !needsOutcomes || this.#outcome || this.#rounds < 2 ? calls : { ...calls, unrecorded: "results" };
  }
}
