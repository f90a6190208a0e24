/** One scenario under observation: what the model asked for, what ran, and how it ended. */
import type { LoopGuardOptions } from "../config/guard-options.ts";
import { repeat } from "../detectors/factories.ts";
import type { ToolLoopError } from "../report/tool-loop-error.ts";
import { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
import type { Agent, Driver, Mode, Scenario, ScriptedCall, ScriptedRequest } from "./driver.ts";

export const REPEAT: ReturnType<typeof repeat> = repeat({ threshold: 2 });
/** 2 executions, 2 refusals, the end at the fifth call. */
export const STUCK: LoopGuardOptions = {
  detectors: [REPEAT],
  ladder: { warn: 1, hint: 2, abort: 4 },
};
export const WARNING = "repetitive pattern";
export const REFUSAL = "was not run";
/** After so many steps the model stops, so that with a broken guard a check fails and does not hang. */
export const PATIENCE = 12;

/** How a run ended: rejected, or with a result. */
export type Ending = { readonly error: unknown } | { readonly result: unknown };

/** Counts what a scenario does. */
export class Watch {
  readonly requests: ScriptedRequest[] = [];
  executions = 0;
  #ids = 0;

  /** Asks for `names` with one and the same argument at every step, until `steps` are over. */
  repeating(
    names: readonly string[],
    steps: number = PATIENCE,
    args: ScriptedCall["arguments"] = { q: "x" },
  ): Scenario["script"] {
    return this.script((step) => (step < steps ? names.map((name) => this.call(name, args)) : "I give up."));
  }

  /** A text ends the run. */
  script(respond: (step: number) => ScriptedCall[] | string): Scenario["script"] {
    return (request) => {
      const response = respond(this.requests.length);
      this.requests.push(request);
      return typeof response === "string" ? { text: response } : { calls: response };
    };
  }

  call(name: string, args: ScriptedCall["arguments"]): ScriptedCall {
    return { id: `call_${++this.#ids}`, name, arguments: args };
  }

  tool(run: (args: { q: string }) => string): (args: { q: string }) => string {
    return (args) => {
      this.executions++;
      return run(args);
    };
  }

  get modelCalls(): number {
    return this.requests.length;
  }

  /** The tool results that the model saw last. */
  get results(): string[] {
    return this.requests.at(-1)?.results ?? [];
  }
}

/** The driver, run in one way. */
export class Trial {
  readonly driver: Driver;
  readonly #mode: Mode;

  constructor(driver: Driver, mode: Mode) {
    this.driver = driver;
    this.#mode = mode;
  }

  scenario(scenario: Scenario): Promise<Ending> {
    return this.run(this.driver.makeAgent(scenario));
  }

  async run(agent: Agent): Promise<Ending> {
    const run = agent[this.#mode];
    if (run === undefined) throw new TypeError(`${this.driver.name}: an agent without ${this.#mode}()`);
    try {
      return { result: await run.call(agent) };
    } catch (error) {
      return { error };
    }
  }
}

/** The ways in which the driver's agents can be run. */
export function modesOf(driver: Driver): Mode[] {
  const probe = driver.makeAgent({ script: () => ({ text: "" }), tools: {}, guard: "off" });
  return (["generate", "stream"] as const).filter((mode) => probe[mode] !== undefined);
}

export function loopOf(ending: Ending): ToolLoopError | undefined {
  return "error" in ending ? findToolLoopError(ending.error) : undefined;
}

export function noResults(): string {
  return "No results.";
}

export function throwing(): never {
  throw new Error("The index is being rebuilt.");
}
