import type { BasePlugin, LlmResponse } from "@google/adk";
import type { AgentRun } from "../adapter/agent-run.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
type Request = Parameters<BasePlugin["beforeModelCallback"]>[0]["llmRequest"];
export declare function editRequest(request: Request, edit: RequestEdit): void;
/** What is in the place of the last response: it calls nothing, and says something. */
export declare function concluded(run: AgentRun, end: ToolLoopError, response: LlmResponse): LlmResponse;
export {};
