/** For Genkit, `genkit`: a generate middleware. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { callOf } from "../adapter/parts.ts";
import { type ResultForm, refusalText } from "../adapter/result-form.ts";
import { property } from "../base/property.ts";
import type { LoopOutcome } from "../base/types.ts";
import { withMessageOrText } from "../guard/with-message.ts";
import { deskFor } from "./framework-versions.ts";
import {
  type Ask,
  editedAsk,
  ended,
  generation,
  type ModelContext,
  type ModelRequest,
  type Part,
  TEXTS,
} from "./genkit-model.ts";

/**
 * How an abort ends a generation. `"throw"`: it rejects with the `ToolLoopError`, and iterating its stream throws it.
 * `"stop"`: it resolves with the `finishReason` `"aborted"`, and `findToolLoopError(response)` gets the error. `"answer"`:
 * as `"stop"`, with the model's response to one last request.
 */
export type GenkitGuardOptions = AdapterOptions;

/** The parts of a message by which the model requests a call, and with the answer. */
type ToolRequestPart = Required<Pick<Part, "toolRequest">>;
type ToolResponsePart = Required<Pick<Part, "toolResponse">>;

/** Goes on with the next middleware, or with Genkit itself. */
type Next<Given, Answer> = (given: Given, context: never) => Promise<Answer>;

/** The hooks of a `GenerateMiddlewareDef`. What they pass on unread is `unknown`. */
export interface GenerateHooks {
  generate(envelope: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
  model(request: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
  tool(part: ToolRequestPart, context: unknown, next: Next<never, ToolResponsePart | undefined>): Promise<never>;
}

/** A middleware for the option `use`, as Genkit's own `generateMiddleware` makes them. */
export interface ToolLoopMiddleware {
  readonly name: string;
  /** Genkit calls it once for each generation. */
  readonly instantiate: () => GenerateHooks;
}

/**
 * Guards the tools of a generation. Each `generate`, `generateStream` or call of a prompt is its own run. Put it last in the
 * list: middleware after it, such as one that retries tools, would hide calls from it.
 *
 * @example
 * await ai.generate({ prompt, tools, use: [toolLoopMiddleware()] });
 */
export function toolLoopMiddleware(guard?: DeskInput, options?: GenkitGuardOptions): ToolLoopMiddleware {
  const { run } = deskFor("genkit", guard, options, { answers: true });
  return { name: "tool-loop", instantiate: () => hooksOf(() => run()) };
}

function hooksOf(newRun: () => AgentRun): GenerateHooks {
  let run = newRun();
  let isOver = false;
  /** Genkit calls `generate` for a turn from within that of the turn before. */
  let depth = 0;

  return {
    async generate(envelope, context, next) {
      const end = run.ended;
      if (end !== undefined && run.over)
        return run.finish(end, { stopped: (_, text) => ended(end, { content: [{ text }] }) as never });
      // A middleware before this one begins the generation again, as after an error.
      if (isOver) run = newRun();
      isOver = false;
      run.round();
      depth++;
      let failed = true;
      try {
        const response = await next(envelope as never, context as never);
        failed = false;
        return response as never;
      } finally {
        if (--depth === 0) {
          isOver = true;
          await run.close(failed);
        }
      }
    },
    async model(request, context, next) {
      const edit = run.edit();
      const asks = edit === undefined ? (next as Ask) : editedAsk(run, edit, next as Ask);
      const ask: Ask = async (asked, own) => {
        const response = await asks(asked, own);
        await run.usage(response?.usage);
        return response;
      };
      const { response, step } = await run.whole(
        request as ModelRequest,
        (asked, mayCut) => generation(asked, context as ModelContext, run.text, mayCut, ask),
        TEXTS,
      );
      const end = run.ended;
      if (step !== "abort" || end === undefined) return response as never;
      return run.finish(end, { stopped: () => ({ ...response, ...ended(end, response.message ?? {}) }) as never });
    },
    async tool(part, context, next) {
      const { name, ref, input } = part.toolRequest;
      const invoke = () => next(part as never, context as never);
      return run.call(callOf(ref, name, input), invoke, formOf(name, ref)) as never;
    },
  };
}

/** Answers with `content`, as the guard was told of them. */
const multipart = new WeakSet<object>();

function formOf(name: string, ref: string | undefined): ResultForm<ToolResponsePart | undefined> {
  const answer = (given: object): ToolResponsePart => ({
    toolResponse: { name, ...(ref === undefined ? {} : { ref }), ...given },
  });
  return {
    refused: (refusal) => answer({ output: refusalText(refusal) }),
    replayed: (earlier) =>
      answer(typeof earlier === "object" && earlier !== null && multipart.has(earlier) ? earlier : { output: earlier }),
    outcome: (part) => (part === undefined ? undefined : outcomeOf(part)),
    // The call waits for a human. Genkit knows the error by its name, too.
    failure: (error) =>
      (error as Error | undefined)?.name === "ToolInterruptError" ? undefined : { error: error ?? String(error) },
    noted: (part, message) => part && warned(part, message),
  };
}

function outcomeOf({ toolResponse: { output, content } }: ToolResponsePart): LoopOutcome {
  const error = errorIn(output);
  if (error !== undefined) return { error };
  if (content === undefined) return { result: output };
  const result = { output, content };
  multipart.add(result);
  return { result };
}

/** The error in an output: Genkit's tools of MCP servers report one as `{ error: text }`. */
function errorIn(output: unknown): string | undefined {
  const error = property(output, "error");
  return typeof error === "string" && Object.keys(output as object).join() === "error" ? error : undefined;
}

function warned({ toolResponse, ...more }: ToolResponsePart, message: string): ToolResponsePart {
  const { output, content } = toolResponse;
  if (content !== undefined)
    return { ...more, toolResponse: { ...toolResponse, content: [...content, { text: message }] } };
  return { ...more, toolResponse: { ...toolResponse, output: withMessageOrText(output, message) } };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
