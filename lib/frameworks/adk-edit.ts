/** Requests of ADK's agents that are changed to get the model out of a loop, and the last one of a run. */
import type { BasePlugin, LlmResponse } from "@google/adk";
import type { AgentRun } from "../adapter/agent-run.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { publishError } from "../rules/diagnostics.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";

type Request = Parameters<BasePlugin["beforeModelCallback"]>[0]["llmRequest"];
type Group = { functionDeclarations?: { name?: string }[] };

/** ADK's tool by which a model gives an object; its call becomes a text. */
const OBJECT = "set_model_response";

export function editRequest(request: Request, edit: RequestEdit): void {
  const groups = (request.config?.tools ?? []) as object[] as Group[];
  const declared = groups.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const offered = new Set([
    ...edit.tools(declared, ({ name = "" }) => name),
    ...declared.filter(({ name }) => name === OBJECT),
  ]);
  const own = [{ functionDeclarations: [...offered] }].filter(() => offered.size > 0);
  const others = edit.answers === undefined ? groups.filter((group) => group.functionDeclarations === undefined) : [];
  request.contents = edit.messages(request.contents, (text) => ({ role: "user", parts: [{ text }] }));
  request.config = { ...request.config, tools: [...own, ...others] };
  if (offered.size < declared.length) delete request.config.toolConfig;
  if (edit.temperature !== undefined) request.config.temperature = edit.temperature;
  if (typeof edit.model === "string") request.model = edit.model;
}

/** A `BaseLlm`, as far as it is used here. */
interface OtherModel {
  readonly model: string;
  generateContentAsync(request: Request, stream: boolean, signal?: AbortSignal): AsyncIterable<LlmResponse>;
}

/** What another model responds, in place of the agent's; `undefined`: there is none, or it is the name of one. */
export async function askOther(
  model: unknown,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<LlmResponse | undefined> {
  const other = model as Partial<OtherModel> | undefined;
  if (typeof other?.generateContentAsync !== "function") return undefined;
  let last: LlmResponse | undefined;
  const asked = { ...request, ...(other.model === undefined ? {} : { model: other.model }) };
  try {
    for await (const response of other.generateContentAsync(asked, false, signal)) last = response;
  } catch (error) {
    if (!signal?.aborted) publishError(error, "recover"); // thrown in a callback it would end the run; so the agent's own model answers
    return undefined;
  }
  return last;
}

/** What is in the place of the last response: it calls nothing, and says something. */
export function concluded(run: AgentRun, end: ToolLoopError, response: LlmResponse): LlmResponse {
  const { content, partial, usageMetadata } = response;
  const all = content?.parts ?? [];
  const parts = all.filter(({ functionCall }) => functionCall === undefined || functionCall.name === OBJECT);
  if (partial === true) return { ...response, content: { role: "model", parts } };
  if (!parts.some(({ text, functionCall }) => functionCall !== undefined || text?.trim()))
    parts.push({ text: run.endText(end) });
  return {
    content: { role: "model", parts },
    customMetadata: { loopguard: errorAsJson(end) },
    ...(usageMetadata === undefined ? {} : { usageMetadata }),
  };
}
