import type { AgentRun } from "../adapter/agent-run.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { type CallOptions } from "./ai-sdk-model.ts";
/** A message of a user, for `RequestEdit.messages`. */
export declare const userMessage: (content: string) => object;
/**
 * For hosts that let no hook change what is sent: the model of a step, whose texts are looked at, and whose request is changed if
 * that helps.
 */
export declare function steppedModel(model: unknown, run: AgentRun): unknown;
/**
 * The model for one request, which tells the run how it went; anything else, such as a model's name, is returned unchanged.
 * `changed`: the request, if nothing else changes it.
 */
export declare function editedModel(model: unknown, run: AgentRun, edit: RequestEdit, changed?: (options: CallOptions) => CallOptions): unknown;
