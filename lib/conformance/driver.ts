/** What an adapter's author hands to the conformance suite. */
import type { LoopGuardOptions } from "../config/guard-options.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";

/** A tool call that the model requests. A string in `arguments` is the raw text, which need not be JSON. */
export interface ScriptedCall {
  id: string;
  name: string;
  arguments: Record<string, unknown> | string;
}

/** One response of the model: calls (with ids that no other response uses), or a text that ends the run. */
export interface ScriptedResponse {
  calls?: ScriptedCall[];
  text?: string;
}

/** What the model is asked. */
export interface ScriptedRequest {
  /** The texts of all tool results in the request, oldest first, as the model sees them; of an object its JSON text. */
  results: string[];
  /** Everything that the model receives, without random ids and times: a guard must not change it. */
  raw: unknown;
  /** The names of the tools that the request offers, if the driver tells. */
  tools?: string[];
}

/** What one agent is made of. */
export interface Scenario {
  /** The model: the framework's mock model calls it once for each request and plays back the answer. */
  script: (request: ScriptedRequest) => ScriptedResponse;
  /** By name. Each takes `{ q: string }`, and returns a text or throws. */
  tools: Record<string, (args: { q: string }) => string>;
  /** `"off"`: the framework alone, without the adapter. `undefined`: the adapter's default. */
  guard: LoopGuard | LoopGuardOptions | undefined | "off";
  /** Default `"throw"`. */
  onAbort?: "throw" | "stop" | "answer";
}

/** An agent of the framework, made from a scenario. At least one of the two. */
export interface Agent {
  /** One run. Rejects or throws as the framework does. */
  generate?: () => Promise<unknown>;
  /** One run, streamed to its end. Rejects with an error that a reader of the stream would get. */
  stream?: () => Promise<unknown>;
}

/** A framework with the adapter that is tested. */
export interface Driver {
  /** Of the framework, with its version if several are tested. */
  name: string;
  /** An agent that runs for at least 20 steps unless it is stopped. */
  makeAgent(scenario: Scenario): Agent;
  /** Whether one agent object may have two runs at a time. */
  concurrentRuns: boolean;
  /** `onAbort: "stop"` ends quietly, and `findToolLoopError` finds the reason in the result. */
  stops: boolean;
  /** There is the option `onAbort`. Not so where a run ends in one way, or a function beside it says how. Default: as `stops`. */
  hasOnAbort?: boolean;
  /** `duplicate({ replay: true })` can show earlier results. Not so where a run's state has no results. Default `true`. */
  replays?: boolean;
  /** Whether the adapter knows which calls are of one response. Not so where nothing tells it, as in MCP. Default `true`. */
  rounds?: boolean;
  /** Whether invalid calls reach the guard, and the framework continues the run after one. */
  sees: { unknownTool: boolean; invalidArguments: boolean; brokenJson: boolean };
}

/** How an agent is run. */
export type Mode = "generate" | "stream";
