import type { AgentRun } from "../adapter/agent-run.ts";
import { type Model } from "./openai-agents-items.ts";
/** The tool, for one request of a run. */
export declare function toolOfRun(tool: object, run: AgentRun): object;
/** The model, whose requests are changed where that helps. */
export declare function editedModel(model: Model): Model;
