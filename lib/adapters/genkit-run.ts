/** One generation of Genkit: its turns are rounds, and its tools are judged. */
import type { LoopOutcome, LoopRun } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import type { ToolLoopError } from "../report/tool-loop-error.ts";
import { shownText } from "../values/value-text.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { errorWithMessage, withMessage, withParagraph } from "../wrap/with-message.ts";
import { type ModelContext, type ModelRequest, type ModelResponse, watchedResponse } from "./genkit-text.ts";
import { callOf, endOf } from "./guarded-run.ts";
import { tellUsage } from "./reported-usage.ts";
import { TextWatch } from "./text-watch.ts";

/** A part of a message by which the model requests a call. */
export interface ToolRequestPart {
  readonly toolRequest: { readonly name: string; readonly ref?: string | undefined; readonly input?: unknown };
}

/** The part of a message with a call's answer; tools of Genkit's version 2 also give `content`, a list of parts. */
export interface ToolResponsePart {
  readonly toolResponse: {
    readonly name: string;
    readonly ref?: string | undefined;
    readonly output?: unknown;
    readonly content?: unknown[] | undefined;
  };
}

/** A response, as far as it is read here. */
interface Response {
  readonly usage?:
    | {
        readonly inputTokens?: number | undefined;
        readonly outputTokens?: number | undefined;
        readonly thoughtsTokens?: number | undefined;
      }
    | undefined;
}

/** Goes on with the next middleware, or with Genkit itself. */
type Next<Given, Answer> = (given: Given, context: never) => Promise<Answer>;

/** The hooks of a `GenerateMiddlewareDef`. What they pass on unread is `unknown`. */
export interface GenerateHooks {
  generate(envelope: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
  model(request: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
  tool(part: ToolRequestPart, context: unknown, next: Next<never, ToolResponsePart | undefined>): Promise<never>;
}

export class GenkitRun {
  readonly #newRun: () => LoopRun;
  #run: LoopRun;
  #isOver = false;
  readonly #onAbort: "throw" | "stop";
  /** Genkit calls `generate` for a turn from within that of the turn before. */
  #depth = 0;
  /** Answers with `content`, as the guard was told of them. */
  readonly #multipart = new WeakSet<object>();

  constructor(newRun: () => LoopRun, onAbort: "throw" | "stop") {
    this.#newRun = newRun;
    this.#run = newRun();
    this.#onAbort = onAbort;
  }

  hooks(): GenerateHooks {
    return {
      generate: async (envelope, context, next) =>
        (await this.#turn(() => next(envelope as never, context as never))) as never,
      model: async (request, context, next) =>
        (await this.#model(request as ModelRequest, context as ModelContext, (...asked) =>
          next(...(asked as unknown as [never, never])),
        )) as never,
      tool: async (part, context, next) =>
        (await this.#call(part, () => next(part as never, context as never))) as never,
    };
  }

  async #turn(next: () => Promise<unknown>): Promise<unknown> {
    const error = endOf(this.#run);
    if (error !== undefined) return this.#ended(error, { content: [{ text: error.message }] });
    // A middleware before this one begins the generation again, as after an error.
    if (this.#isOver) this.#run = this.#newRun();
    this.#isOver = false;
    this.#run.beginRound();
    this.#depth++;
    try {
      return await next();
    } finally {
      if (--this.#depth === 0) {
        this.#isOver = true;
        this.#run.close();
      }
    }
  }

  /** What stands for an abort. */
  #ended(error: ToolLoopError, message: object): object {
    if (this.#onAbort === "throw") throw error;
    const { message: finishMessage } = error;
    return {
      message: { role: "model", ...message },
      finishReason: "aborted",
      finishMessage,
      custom: { loopguard: error },
    };
  }

  async #model(
    request: ModelRequest,
    context: ModelContext,
    next: (request: ModelRequest, context: ModelContext) => Promise<unknown>,
  ): Promise<unknown> {
    const watch = TextWatch.of(this.#run);
    const { response, isEnd } = await watchedResponse(request, context, watch, async (...asked) =>
      this.#used((await next(...asked)) as ModelResponse),
    );
    const { error } = watch;
    return isEnd && error !== undefined ? { ...response, ...this.#ended(error, response.message ?? {}) } : response;
  }

  #used<R>(response: R): R {
    const { inputTokens, outputTokens, thoughtsTokens } = (response as Response | undefined)?.usage ?? {};
    const output = thoughtsTokens === undefined ? outputTokens : (outputTokens ?? 0) + thoughtsTokens;
    tellUsage(this.#run, inputTokens, output);
    return response;
  }

  async #call(
    { toolRequest: { name, ref, input } }: ToolRequestPart,
    next: () => Promise<ToolResponsePart | undefined>,
  ): Promise<ToolResponsePart | undefined> {
    const answer = (given: object): ToolResponsePart => ({
      toolResponse: { name, ...(ref === undefined ? {} : { ref }), ...given },
    });
    const run = this.#run;
    // A sibling call has just ended the run.
    if (run.tripped !== null) return answer({ output: run.tripped.message });
    const call = callOf(ref, name, input);
    const before = run.before(call);
    if (!before.allowed) {
      if (!("replay" in before)) return answer({ output: before.message });
      const { replay } = before;
      const whole = typeof replay === "object" && replay !== null && this.#multipart.has(replay);
      return answer(whole ? replay : { output: replay });
    }
    let part: ToolResponsePart | undefined;
    try {
      part = await next();
    } catch (error) {
      // The call waits for a human. Genkit knows the error by its name, too.
      if ((error as Error | undefined)?.name === "ToolInterruptError") throw error;
      const warning = warningOf(before, run.after(call, { error: error ?? String(error) }));
      throw warning === undefined ? error : errorWithMessage(error, warning);
    }
    if (part === undefined) return part;
    const warning = warningOf(before, run.after(call, this.#outcomeOf(part)));
    return warning === undefined ? part : attempt(() => warned(part, warning), part, "result", name);
  }

  #outcomeOf({ toolResponse: { output, content } }: ToolResponsePart): LoopOutcome {
    const error = errorIn(output);
    if (error !== undefined) return { error };
    if (content === undefined) return { result: output };
    const result = { output, content };
    this.#multipart.add(result);
    return { result };
  }
}

/** The error in an output: Genkit's tools of MCP servers report one as `{ error: text }`. */
function errorIn(output: unknown): string | undefined {
  return attempt(
    () => {
      if (typeof output !== "object" || output === null || Object.keys(output).join() !== "error") return undefined;
      const { error } = output as { error?: unknown };
      return typeof error === "string" ? error : undefined;
    },
    undefined,
    "result",
  );
}

function warned({ toolResponse, ...more }: ToolResponsePart, message: string): ToolResponsePart {
  const { output, content } = toolResponse;
  if (content !== undefined) {
    const parts = [...content, { text: message }];
    return { ...more, toolResponse: { ...toolResponse, content: parts } };
  }
  const noted = withMessage(output, message);
  const shown = noted !== output ? noted : withParagraph(output === undefined ? "" : shownText(output), message);
  return { ...more, toolResponse: { ...toolResponse, output: shown } };
}
