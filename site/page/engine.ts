/**
 * The worker. Its script is loaded when it is first needed, as text: a worker of a blob has the page's Content-Security-Policy,
 * so that it can connect to nobody either, whatever headers the host sends.
 */
import type { Answer, Question } from "../shared/messages.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
type Listener = (answer: Answer) => void;

async function start(): Promise<Worker> {
  const { text } = await import("made:worker");
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
    this.#worker ??= this.#start();
    this.#worker.then(
      (worker) => this.#listeners.has(id) && worker.postMessage({ ...question, id }),
      (error: Error) => this.#answer({ kind: "failed", id, message: error.message }),
    );
  }

  /** Ends whatever is under way, at once; questions that are open are never answered. */
  stop(): void {
    this.#listeners.clear();
    this.#worker?.then((worker) => worker.terminate());
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
