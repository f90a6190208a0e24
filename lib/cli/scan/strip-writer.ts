/** The calls of a run, cut short, for the report. */

import type { LoopOutcome } from "../../base/types.ts";
import { comparedFingerprint } from "../../text/identity.ts";
import { errorText, isFailure } from "../../text/outcome-text.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import { jsonText } from "../../values/json-text.ts";
import type { StripCall } from "../scan-types.ts";

const ARGUMENTS_MAX = 200;
const RESULT_MAX = 400;

export class StripWriter {
  readonly calls: StripCall[] = [];
  readonly #numbers = new Map<string, number>();
  #round = 0;

  round(): void {
    this.#round++;
  }

  call({ name, arguments: args }: TraceCall): void {
    const key = identity(name, args);
    const same = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, same);
    this.calls.push({ name, args: short(args, ARGUMENTS_MAX), result: "", error: false, same, round: this.#round });
  }

  outcome(index: number, outcome: LoopOutcome): void {
    const call = this.calls[index];
    if (call === undefined) return;
    call.error = isFailure(outcome);
    const { error, result } = outcome;
    call.result =
      error === undefined || error === null ? short(result, RESULT_MAX) : short(errorText(error), RESULT_MAX);
  }
}

function identity(name: string, args: unknown): string {
  try {
    return comparedFingerprint(name, args);
  } catch {
    return name;
  }
}

function short(value: unknown, max: number): string {
  const text = typeof value === "string" ? value : (jsonText(value) ?? "");
  if (text.length <= max) return text;
  // A copy, since a slice would keep the whole text.
  return Buffer.from(`${text.slice(0, max - 1)}…`, "utf16le").toString("utf16le");
}
