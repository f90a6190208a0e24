import { type AIMessage } from "@langchain/core/messages";
import type { AgentMiddleware } from "langchain";
import type { AgentRun } from "../adapter/agent-run.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
type Hook = NonNullable<AgentMiddleware<undefined, undefined>["wrapModelCall"]>;
type Request = Parameters<Hook>[0];
type Handler = Parameters<Hook>[1];
/** Asks the model with the request that it is to get. */
export declare function askEdited(run: AgentRun, edit: RequestEdit, request: Request, handler: Handler): Promise<AIMessage>;
export {};
