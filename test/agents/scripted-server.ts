/** A model that is a script: an http server of this machine that records requests, and answers each by the next handler. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a client has asked. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** What the JSON says; `undefined` for an empty body, the text of one that is not JSON. */
  readonly body: unknown;
}

/** Answers one request, and ends the response. */
export type Handler = (request: RecordedRequest, response: ServerResponse) => void;

export interface Script {
  /** Whether the request is a step of the script; all others, such as of model lists, are answered by `aside`. */
  isStep(request: RecordedRequest): boolean;
  /** The answer to step `index`, from 0; without one the step is over the bound, and gets an error. */
  step(index: number, request: RecordedRequest): Handler | undefined;
  /** By default 404. */
  readonly aside?: Handler;
}

/**
 * Calls that come 4.5 seconds or more after the last of their kind are polls for a hook, and not refused. So a run whose
 * steps take nearly as long, on a machine that has too much to do, says nothing of what is tested.
 */
const STEP_MAX_MS = 3500;

export class ScriptedServer implements AsyncDisposable {
  /** The requests that were steps of the script, in order. */
  readonly steps: RecordedRequest[] = [];
  /** When each step was asked for. */
  readonly #times: number[] = [];
  /** The others. */
  readonly asides: RecordedRequest[] = [];
  /** How many steps there was no answer for: of a client that went on beyond the bound. */
  beyond = 0;
  readonly #server: Server;
  readonly #script: Script;

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((message, response) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk: Buffer) => chunks.push(chunk));
      message.on("error", () => {}); // a client that is killed
      message.on("end", () => {
        const { method = "", url: path = "", headers } = message;
        const body = bodyOf(Buffer.concat(chunks).toString("utf8"));
        this.#answer({ method, path, headers, body }, response);
      });
    });
  }

  /** Listens on a port of the system's choice. */
  static async start(script: Script): Promise<ScriptedServer> {
    const made = new ScriptedServer(script);
    await new Promise<void>((resolve, reject) => {
      made.#server.on("error", reject);
      made.#server.listen(0, "127.0.0.1", resolve);
    });
    return made;
  }

  /** Without a slash at its end. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Throws what vitest.config.ts has a test tried again for, where a step after step `from` has taken too long. */
  expectPace(from = 0): void {
    const took = this.#times.slice(from + 1).map((time, index) => time - (this.#times[from + index] as number));
    const longest = Math.round(Math.max(0, ...took));
    if (longest > STEP_MAX_MS) throw new Error(`the machine is too slow now: a step of the agent took ${longest} ms`);
  }

  #answer(request: RecordedRequest, response: ServerResponse): void {
    if (!this.#script.isStep(request)) {
      this.asides.push(request);
      (this.#script.aside ?? notFound)(request, response);
      return;
    }
    this.#times.push(performance.now());
    const handler = this.#script.step(this.steps.push(request) - 1, request);
    if (handler === undefined) this.beyond += 1;
    (handler ?? refused)(request, response);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A script whose steps are listed, for requests that `isStep`. */
export function listed(isStep: Script["isStep"], handlers: readonly Handler[]): Script {
  return { isStep, step: (index) => handlers[index] };
}

/** Answers with server-sent events: each with its name, where it has one, and its data as JSON. */
export function sendEvents(response: ServerResponse, events: readonly { event?: string; data: unknown }[]): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const { event, data } of events)
    response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  response.end();
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function bodyOf(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function notFound(_request: RecordedRequest, response: ServerResponse): void {
  sendJson(response, { error: { message: "not part of the script" } }, 404);
}

/** An error that no client tries again. */
function refused(_request: RecordedRequest, response: ServerResponse): void {
  sendJson(response, { error: { type: "invalid_request_error", message: "the script has ended" } }, 400);
}
