/**
 * The worker. Its script is loaded when it is first needed, as text: a worker of a blob has the page's Content-Security-Policy,
 * so that it can connect to nobody either, whatever headers the host sends.
 */
import type { Answer, Question } from "../shared/messages.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
type Listener = (answer: Answer) => void;

/** Of a part of the page that did not come. */
export function unavailable(cause: Error): never {
  const message = `a part of this page could not be loaded (${cause.message}). Load the page again when there is a connection.`;
  throw new Error(message, { cause });
}

async function start(): Promise<Worker> {
  const { text } = await import("made:worker").catch(unavailable);
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return new Worker(url, { name: "loopguard" });
}

export class Engine {
  #worker: Promise<Worker> | undefined;
  #id = 0;
  readonly #listeners = new Map<number, Listener>();

  /** `listener` takes all answers to this question. */
  ask(question: WithoutId<Question>, listener: Listener): void {
    const id = ++this.#id;
    this.#listeners.set(id, listener);
    this.prepare().then(
      (worker) => this.#listeners.has(id) && worker.postMessage({ ...question, id }),
      (error: Error) => this.#answer({ kind: "failed", id, message: error.message }),
    );
  }

  /** Has it ready for the first question, which is about to come. */
  prepare(): Promise<Worker> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.catch(() => {
      if (this.#worker === worker) this.#worker = undefined; // the next question asks for it again
    });
    return worker;
  }

  /** Ends whatever is under way, at once; questions that are open are never answered. */
  stop(): void {
    this.#listeners.clear();
    this.#worker?.then((worker) => worker.terminate()).catch(() => undefined);
    this.#worker = undefined;
  }

  async #start(): Promise<Worker> {
    const worker = await start();
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => this.#answer(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const message = event.message || "the worker ended";
      for (const id of [...this.#listeners.keys()]) this.#answer({ kind: "failed", id, message });
      this.stop();
    });
    return worker;
  }

  #answer(answer: Answer): void {
    const listener = this.#listeners.get(answer.id);
    if (answer.kind !== "progress" && answer.kind !== "runs") this.#listeners.delete(answer.id);
    listener?.(answer);
  }
}
