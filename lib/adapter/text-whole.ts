/** Loops in whole responses: the model is told that it repeated itself, and asked again. */
import { isFields } from "../history/fields.ts";
import { RETELLS_MAX } from "./result-form.ts";
import type { PartForm, TextMonitor, TextStep } from "./text-monitor.ts";

/** One response, or what there was of it when it was cut. */
export interface Generation<R, P> {
  readonly response: R;
  readonly step: TextStep;
  /** What is kept of it. */
  readonly content: readonly P[];
}

/** Asks the model. `mayCut`: whether it may be asked again. `TextMonitor.readParts` reads the parts of its response. */
export type AskWhole<Q, R, P> = (request: Q, mayCut: boolean) => Promise<Generation<R, P>>;

export interface WholeForm<Q, R, P> extends Pick<PartForm<P>, "textOf"> {
  /** The request with what the model has written since, which may be nothing, and what it is told. */
  again(request: Q, written: string, note: string | undefined): Q;
  /** The last response with the parts of all, and what all have used. */
  joined(response: R, parts: readonly P[], usage: unknown): R;
  usageOf(response: R): unknown;
}

export async function wholeResponse<Q, R, P>(
  monitor: TextMonitor,
  request: Q,
  ask: AskWhole<Q, R, P>,
  form: WholeForm<Q, R, P>,
): Promise<{ response: R; step: TextStep }> {
  const kept: P[] = [];
  let usage: unknown;
  for (let asked = 0; ; asked++) {
    const note = monitor.take();
    const written = kept.map((part) => form.textOf(part)).map((own) => (own?.kind === "text" ? own.text : ""));
    const told = note === undefined && asked === 0 ? request : form.again(request, written.join(""), note);
    const { response, step, content } = await ask(told, asked < RETELLS_MAX);
    await monitor.pending;
    usage = addedUsage(usage, form.usageOf(response));
    if (step === "continue" && asked === 0) return { response, step };
    kept.push(...content);
    if (step !== "cut") return { response: form.joined(response, kept, usage), step };
  }
}

/** The messages with what the model has written since, which may be nothing, and what it is told; `say` makes a message. */
export function appendReply<M>(
  messages: readonly M[],
  written: string,
  note: string | undefined,
  say: (role: "assistant" | "user", text: string) => M,
): M[] {
  const own = written.trim() === "" ? [] : [say("assistant", written)];
  return [...messages, ...own, ...(note === undefined ? [] : [say("user", note)])];
}

/** The sum of two usages, number by number: frameworks and versions have other fields. */
export function addedUsage(a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (!isFields(a) || !isFields(b)) return b ?? a;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, addedUsage(a[name], b[name])]));
}
