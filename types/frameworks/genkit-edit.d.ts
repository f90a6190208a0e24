import type { AgentRun } from "../adapter/agent-run.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { type Ask } from "./genkit-text.ts";
/** Asks the model with the request that it is to get. Another model is an action of Genkit. */
export declare function editedAsk(run: AgentRun, edit: RequestEdit, next: Ask): Ask;
