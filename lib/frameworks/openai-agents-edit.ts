/** Requests of the OpenAI Agents SDK that are changed to get the model out of a loop, and the last one of a run. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { editedAs } from "../adapter/message-view.ts";
import { withMembers } from "../adapter/parts.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import {
  assistantItem,
  endedResponse,
  type Item,
  isModel,
  isTyped,
  type Model,
  type Request,
  type StreamEvent,
  userItem,
} from "./openai-agents-items.ts";

/**
 * The SDK tells a model nothing of the run that it works for. But what a tool takes is in the request as the same object, so each
 * run's tools have their own.
 */
const byParameters = new WeakMap<object, AgentRun>();

/** The tool, for one request of a run. */
export function toolOfRun(tool: object, run: AgentRun): object {
  const { parameters } = tool as { parameters?: unknown };
  if (typeof parameters !== "object" || parameters === null) return tool;
  const own = { ...parameters };
  byParameters.set(own, run);
  return withMembers(tool, { parameters: own });
}

/** Of a request that failed. The SDK adds it to its own. */
const NO_USAGE = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
  inputTokensDetails: [],
  outputTokensDetails: [],
  add(): void {},
};

function editOf({ tools = [] }: Request): { run: AgentRun; edit: RequestEdit } | undefined {
  const known = tools.find(({ parameters }) => typeof parameters === "object" && byParameters.has(parameters ?? tools));
  const run = known && byParameters.get(known.parameters as object);
  const edit = run?.edit();
  return run && edit && { run, edit };
}

/** The model, whose requests are changed where that helps. */
export function editedModel(model: Model): Model {
  return {
    async getResponse(request) {
      const own = editOf(request);
      if (own === undefined) return model.getResponse(request);
      const { run, edit } = own;
      try {
        const response = await modelFor(edit, model).getResponse(edited(request, edit));
        return { ...response, output: concluded(response.output, run, edit) };
      } catch (error) {
        if (edit.answers === undefined || isTyped(request)) throw error;
        return { output: concluded([], run, edit), usage: NO_USAGE };
      }
    },
    async *getStreamedResponse(request) {
      const own = editOf(request);
      if (own === undefined) return yield* model.getStreamedResponse(request);
      const { run, edit } = own;
      let done: StreamEvent | undefined;
      try {
        for await (const event of modelFor(edit, model).getStreamedResponse(edited(request, edit))) {
          if (event.type === "response_done") done = event;
          else yield event;
        }
      } catch (error) {
        if (edit.answers === undefined || isTyped(request)) throw error;
      }
      const response = done?.response ?? endedResponse([]);
      yield {
        type: "response_done",
        ...done,
        response: { ...response, output: concluded(response.output, run, edit) },
      };
    },
  };
}

function modelFor({ model }: RequestEdit, own: Model): Model {
  return isModel(model) ? model : own;
}

function edited({ input, ...request }: Request, edit: RequestEdit): Request {
  const { tools = [], modelSettings } = request;
  const offered = edit.tools(tools, ({ name }) => String(name));
  const items = typeof input === "string" ? [userItem(input)] : input;
  const other = {
    ...(edit.temperature === undefined ? {} : { temperature: edit.temperature }),
    ...(offered.length === tools.length ? {} : { toolChoice: undefined }),
  };
  return {
    ...request,
    input: editedAs(items, known, back, (views, wrap) => edit.messages(views, (text) => wrap(userItem(text)))),
    tools: offered,
    modelSettings: { ...modelSettings, ...other },
    ...(edit.answers === undefined ? {} : { handoffs: [] }),
  };
}

/** The output of a response; the last one of a run calls nothing, and says something. */
function concluded(output: readonly Item[], run: AgentRun, { answers: end }: RequestEdit): readonly Item[] {
  const isSaid = ({ type }: Item): boolean => type === "message" || type === "reasoning";
  if (end === undefined) {
    if (output.every(isSaid)) run.answered();
    return output;
  }
  run.answered();
  const kept = output.filter(isSaid);
  return kept.some(({ type }) => type === "message") ? kept : [...kept, assistantItem(run.endText(end))];
}

/** Items of the SDK are those of OpenAI's responses, under other names. */
function known(item: Item): object {
  const { type, callId } = item;
  if (type === "function_call") return { ...item, call_id: callId };
  if (type !== "function_call_result") return item;
  return { type: "function_call_output", call_id: callId, output: textOf(item["output"]) ?? item["output"] };
}

function back(item: Item, { output }: Record<string, unknown>): Item {
  const { output: given } = item;
  return {
    ...item,
    output: typeof given === "object" && textOf(given) !== undefined ? { ...given, text: output } : output,
  };
}

/** The text of `{ type: "text", text }`. */
function textOf(output: unknown): string | undefined {
  const { type, text } = (output ?? {}) as { type?: unknown; text?: unknown };
  return type === "text" && typeof text === "string" ? text : undefined;
}
