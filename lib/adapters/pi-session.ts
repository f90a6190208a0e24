/** The run of one session of pi, from the events of an extension. */
import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { piText } from "../text/pi-results.ts";
import { UserWords } from "../text/user-words.ts";
import { shownText } from "../values/value-text.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";
import type { PiBlock, PiContext, PiMessage, PiPart, PiWriting } from "./pi-types.ts";
import { tellUsage } from "./reported-usage.ts";
import { RETELLS_MAX, type TextKind, TextWatch } from "./text-watch.ts";

const KINDS = new Map<string, TextKind>([
  ["text_delta", "text"],
  ["thinking_delta", "reasoning"],
]);

/** A call of the current response. */
interface PiCall {
  readonly call: LoopCall & { id: string };
  /** `undefined`: pi did not ask about it, because the tool is unknown or the arguments are invalid. */
  verdict?: Verdict;
  refused?: true;
}

export class PiSession {
  readonly #run: LoopRun;
  readonly #watch: TextWatch;
  readonly #words = new UserWords();
  #calls = new Map<string, PiCall>();
  /** Messages so far: the number of the one that is being written. */
  #messages = 0;
  /** Why the agent's work ends, until a user speaks. */
  #ended: ToolLoopError | undefined;
  /** The response that is being written was cut; the agent goes on when its work has settled. */
  #cut = false;
  #cuts = 0;

  constructor(run: LoopRun) {
    this.#run = run;
    this.#watch = TextWatch.of(run);
  }

  /** What the model remembers of this session, or of the branch that goes on from here. */
  remember(messages: readonly object[]): void {
    this.#run.reset();
    this.#calls.clear();
    if (messages.length > 0) this.#run.rehydrate(messages);
  }

  compacted(): void {
    this.#run.compacted();
  }

  /** A message is complete; gives what replaces it. */
  message(message: PiMessage, { signal }: Pick<PiContext, "signal">): PiMessage | undefined {
    const number = this.#messages++;
    if (message.role === "user") this.#spoke(message.content, number);
    if (message.role === "assistant") return this.#responded(message, number);
    return message.role === "toolResult" ? this.#came(message, signal?.aborted === true) : undefined;
  }

  /** Judges a call; gives why it does not run. */
  async call(id: string, { hasUI, ui }: Pick<PiContext, "hasUI" | "ui">): Promise<PiBlock | undefined> {
    const known = this.#calls.get(id);
    // A call of another tool, such as of a script: the model neither asked for it nor sees its result.
    if (known === undefined) return undefined;
    if (this.#ended === undefined) {
      const verdict = this.#run.before(known.call);
      known.verdict = verdict;
      if (verdict.allowed) return undefined;
      if (verdict.action === "abort") this.#ended = new ToolLoopError(verdict.detection);
      else {
        if (verdict.action === "ask" && hasUI && (await ui.confirm("loopguard", verdict.message))) return undefined;
        known.refused = true;
        return { block: true, reason: reasonOf(verdict) };
      }
    }
    known.refused = true;
    return { block: true, reason: this.#ended.message };
  }

  /** The model writes; gives whether to stop it. */
  wrote({ type, delta }: PiWriting): boolean {
    const kind = KINDS.get(type);
    if (kind === undefined || delta === undefined || this.#cut || this.#ended !== undefined) return false;
    const { course } = this.#watch.readLong(delta, kind, `${this.#messages}`);
    if (course === "end") this.#ended = this.#watch.error;
    else this.#cut = course === "cut" && this.#cuts++ < RETELLS_MAX;
    return this.#cut || this.#ended !== undefined;
  }

  /** Whether the agent's work is to end. */
  get isEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** What the model is to be told at the end of a response. Nothing if the work ends with it, and then goes on. */
  note(): string | undefined {
    return this.#cut ? undefined : this.#watch.take();
  }

  /** What the agent is to go on with, when its work has settled because a response was cut. */
  resumption(): string | undefined {
    if (!this.#cut) return undefined;
    this.#cut = false;
    return this.#watch.take();
  }

  #spoke(content: unknown, number: number): void {
    this.#ended = undefined;
    this.#cut = false;
    this.#cuts = 0;
    if (this.#words.beginTurn(content, number)) this.#run.beginTurn();
  }

  #responded(message: PiMessage, number: number): PiMessage | undefined {
    for (const kind of KINDS.values())
      if (this.#watch.end(kind, `${number}`) === "end") this.#ended ??= this.#watch.error;
    const { usage, stopReason } = message;
    if (usage !== undefined)
      tellUsage(this.#run, usage.input + usage.cacheRead + usage.cacheWrite, usage.output, usage.cost?.total);
    this.#run.beginRound();
    this.#calls = callsOf(message);
    return this.#ended !== undefined && stopReason === "aborted"
      ? { ...message, errorMessage: this.#ended.message }
      : undefined;
  }

  #came(message: PiMessage, aborted: boolean): PiMessage | undefined {
    const known = this.#calls.get(message.toolCallId ?? "");
    if (known === undefined || known.refused === true) return undefined;
    const { call, verdict } = known;
    const text = piText(message.content);
    const outcome = aborted ? {} : message.isError === true ? { error: text } : { result: text };
    const after = verdict === undefined ? this.#run.invalid(call, text) : this.#run.after(call, outcome);
    if (after.action === "abort") this.#ended ??= new ToolLoopError(after.detection);
    const warning = warningOf(verdict ?? ALLOW, after);
    return warning === undefined ? undefined : { ...message, content: withText(message.content, warning) };
  }
}

function callsOf({ content }: PiMessage): Map<string, PiCall> {
  const parts = Array.isArray(content) ? (content as PiPart[]) : [];
  const calls = parts.flatMap(({ type, id, name, arguments: args }) =>
    type === "toolCall" && id !== undefined && name !== undefined ? [{ id, name, arguments: args }] : [],
  );
  return new Map(calls.map((call) => [call.id, { call }]));
}

/** The reason for a refusal, with the earlier result of the same call if the guard replays it. */
function reasonOf(verdict: Verdict): string {
  return "replay" in verdict ? withParagraph(verdict.message, shownText(verdict.replay)) : verdict.message;
}

/** Another paragraph of the last text: sessions that are read later have the warning apart from the result then. */
export function withText(content: unknown, warning: string): PiPart[] {
  const parts = Array.isArray(content) ? (content as PiPart[]) : [];
  const last = parts.at(-1);
  return last?.type === "text" && last.text !== undefined
    ? [...parts.slice(0, -1), { ...last, text: withParagraph(last.text, warning) }]
    : [...parts, { type: "text", text: warning }];
}
