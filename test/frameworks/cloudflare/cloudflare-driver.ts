/** Agents of Think in a real workerd, for the conformance suite and for tests of their own. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { LoopGuardOptions } from "loopguard";
import { afterAll, beforeAll } from "vitest";
import type { Driver, Scenario } from "../conformance.ts";
import type { Spec } from "./worker.ts";
import { startWorkerd } from "./workerd.ts";

export interface Ended {
  status: string;
  /** The `ToolLoopError` of the turn's run, as JSON. */
  error?: unknown;
}

type Prompt = { role: string; content: unknown }[];

let workerd: Awaited<ReturnType<typeof startWorkerd>> | undefined;
let server: Server;
let made = 0;
const scenarios = new Map<string, Scenario>();

/** Starts workerd, and the server that it asks, for the tests of a file. */
export function withWorkerd(): void {
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const [, id = "", what = "", name = ""] = (request.url ?? "").split("/");
      try {
        response.end(JSON.stringify(answer(scenarios.get(id) as Scenario, what, name, JSON.parse(text))));
      } catch (error) {
        response.writeHead(500).end((error as Error).message);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    workerd = await startWorkerd();
  }, 60_000);
  afterAll(() => {
    workerd?.stop();
    server.close();
  });
}

function answer({ script, tools }: Scenario, what: string, name: string, body: unknown): unknown {
  if (what === "tool") return (tools[name] as (args: unknown) => string)(body);
  return script({ results: resultsIn(body as Prompt), raw: body });
}

function resultsIn(prompt: Prompt): string[] {
  const parts = prompt.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return parts
    .filter(({ type }) => type === "tool-result")
    .map(({ output: { value } }) => (typeof value === "string" ? value : JSON.stringify(value)));
}

/** One agent, an object of its own; each call is a turn. */
export function agentOf(scenario: Scenario, throws = false): () => Promise<Ended> {
  const id = `${++made}`;
  scenarios.set(id, scenario);
  return async () => {
    const { guard, tools } = scenario;
    const { port } = server.address() as AddressInfo;
    const spec: Spec = {
      origin: `http://127.0.0.1:${port}/${id}`,
      tools: Object.keys(tools),
      guard: typeof guard === "object" && "run" in guard ? "shared" : (guard as LoopGuardOptions | "off" | undefined),
      throws,
    };
    const response = await fetch(`${workerd?.url}/${id}`, { method: "POST", body: JSON.stringify(spec) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Ended;
  };
}

export const driver: Driver = {
  name: "cloudflare",
  makeAgent(scenario) {
    const turn = agentOf(scenario);
    return {
      async stream() {
        const ended = await turn();
        if (ended.error !== undefined) throw ended.error;
        return ended;
      },
    };
  },
  concurrentRuns: false, // an agent has one turn at a time
  delegates: false, // the suite's guard would need a function of its own, and the agents are in another process
  stops: false, // the result of a turn has no room for the reason: the run's `tripped` has it
  sees: { unknownTool: true, invalidArguments: true, brokenJson: true },
};
