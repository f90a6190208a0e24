/** Requests of LangChain's agents that are changed to get the model out of a loop, and the last one of a run. */
import { type AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { AgentMiddleware } from "langchain";
import type { AgentRun } from "../adapter/agent-run.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { endMessage } from "./langchain-text.ts";

type Hook = NonNullable<AgentMiddleware<undefined, undefined>["wrapModelCall"]>;
type Request = Parameters<Hook>[0];
type Handler = Parameters<Hook>[1];

/** Asks the model with the request that it is to get. */
export async function askEdited(
  run: AgentRun,
  edit: RequestEdit,
  request: Request,
  handler: Handler,
): Promise<AIMessage> {
  const { answers: end, model, temperature } = edit;
  const tools = edit.tools(request.tools, ({ name }) => String(name));
  const asked: Request = {
    ...request,
    messages: edit.messages<BaseMessage>(request.messages, (content) => new HumanMessage({ content })),
    tools,
    ...(model === undefined ? {} : { model: model as Request["model"] }),
    ...(temperature === undefined ? {} : { modelSettings: { ...request.modelSettings, temperature } }),
  };
  if (tools.length !== request.tools.length) delete asked.toolChoice;
  try {
    const response = await handler(asked);
    if (typeof response.getType !== "function") return response; // a command of other middleware
    if (end === undefined && (response.tool_calls ?? []).length > 0) return response;
    run.answered();
    return end === undefined ? response : endMessage(end, run.endText(end), response);
  } catch (error) {
    if (end === undefined) throw error;
    run.answered();
    return endMessage(end, run.endText(end));
  }
}
