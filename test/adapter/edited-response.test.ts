/** The last response of a run, as every adapter that asks once more makes it; and objects that are as they were but for some members. */
import { describe, expect, it, vi } from "vitest";
import { lastChunks, lastParts } from "../../lib/adapter/edited-response.ts";
import { withMethods } from "../../lib/adapter/guarded-objects.ts";
import { editedMessages, type RequestEdit } from "../../lib/adapter/recovery.ts";
import { desk } from "../../lib/adapter.ts";
import { withMessageOrText } from "../../lib/guard/with-message.ts";
import { LoopGuard } from "../../lib/index.ts";
import { repeat } from "../../lib/rules/factories.ts";

const ENDS = new LoopGuard({ detectors: [repeat({ threshold: 2 })], ladder: { abort: 1 } });
const call = { name: "search", arguments: { q: "x" } };

/** A run that is over, and its last request. */
function ended() {
  const run = desk(ENDS.run({}), { onAbort: "answer" }, { answers: true }).run();
  for (let step = 0; step < 2; step++) {
    run.round();
    run.call(call, () => "found", { refused: ({ message }) => message });
  }
  return { run, edit: run.edit() as RequestEdit };
}

type Part = { readonly call?: string; readonly text?: string };
const parts = {
  isCall: (part: Part) => part.call !== undefined,
  says: ({ text = "" }: Part) => text.trim() !== "",
  say: (text: string): Part => ({ text }),
};

describe("the last response of a run", () => {
  it("calls nothing, and says what the model said", () => {
    const { run, edit } = ended();
    expect(lastParts(run, edit, [{ text: "Partly." }, { call: "search" }], parts)).toEqual([{ text: "Partly." }]);
  });

  it("says something of ours where the model said nothing", () => {
    const { run, edit } = ended();
    const [own, ...more] = lastParts(run, edit, [{ text: " " }, { call: "search" }], parts).slice(1);
    expect([own?.text, more]).toEqual([run.endText(edit.answers as never), []]);
  });

  it("does not fail where it streams", async () => {
    const { run, edit } = ended();
    async function* broken(): AsyncGenerator<Part> {
      yield { call: "search" };
      yield { text: "Par" };
      throw new Error("The model is down");
    }
    const chunks: Part[] = [];
    const form = {
      ...parts,
      keeps: (chunk: Part) => !parts.isCall(chunk),
      last: (_: unknown, text: string | undefined) => [{ text: text ?? "." }],
    };
    for await (const chunk of lastChunks(run, edit, broken(), form)) chunks.push(chunk);
    expect(chunks).toEqual([{ text: "Par" }, { text: "." }]);
  });

  it("any other response is what the model gave, with its calls and its error", async () => {
    const run = desk(new LoopGuard().run({})).run();
    const edit = { answers: undefined } as RequestEdit;
    const given = [{ call: "search" }, { text: "" }];
    expect(lastParts(run, edit, given, parts)).toBe(given);
    async function* broken(): AsyncGenerator<Part> {
      yield* given;
      throw new Error("The model is down");
    }
    const all = lastChunks(run, edit, broken(), { ...parts, keeps: () => false, last: () => [] });
    expect([(await all.next()).value, (await all.next()).value]).toEqual(given);
    await expect(all.next()).rejects.toThrow("The model is down");
  });

  it("a response that nobody reads to its end says nothing of the run, nor ends with more", async () => {
    const run = desk(new LoopGuard().run({})).run();
    const answered = vi.spyOn(run, "answered");
    async function* begun(): AsyncGenerator<Part> {
      yield { text: "So" };
    }
    const last = () => [{ text: "of ours" }];
    const all = lastChunks(run, { answers: undefined } as RequestEdit, begun(), {
      ...parts,
      keeps: () => true,
      last,
      cancelled: () => true,
    });
    expect((await all.next()).value).toEqual({ text: "So" });
    expect((await all.next()).done).toBe(true);
    expect(answered).not.toHaveBeenCalled();
  });
});

it("messages that are not changed stay the same objects, and those that are come back in the framework's form", () => {
  const messages = [{ says: "Go." }, { gave: "old" }];
  const edit = {
    messages: (views: { content: string }[], user: (text: string) => unknown) => [
      ...views.map((view) => (view.content === "old" ? { ...view, content: "new" } : view)),
      user("On."),
    ],
  } as unknown as RequestEdit;
  const edited = editedMessages<{ says?: string; gave?: unknown }>(edit, messages, {
    known: ({ says, gave }) => ({ content: says ?? gave }),
    back: (message, { content }) => ({ ...message, gave: content }),
    user: (says) => ({ says }),
  });
  expect(edited).toEqual([{ says: "Go." }, { gave: "new" }, { says: "On." }]);
  expect(edited[0]).toBe(messages[0]);
});

describe("an object with other members", () => {
  class Counter {
    #count = 0;
    next(): number {
      return ++this.#count;
    }
    set start(count: number) {
      this.#count = count;
    }
  }

  it.each([
    ["as it is", (counter: Counter) => counter],
    ["frozen", (counter: Counter): Counter => Object.freeze(counter) as Counter],
  ])("has its private fields, %s", (_, made) => {
    const counter = withMethods(made(new Counter()), { name: "ours" });
    counter.start = 4;
    const { next } = counter;
    expect([next(), counter.next, "name" in counter]).toEqual([5, next, true]);
    expect(counter).toBeInstanceOf(Counter);
  });

  it("of its own in the place of one of the object's", () => {
    expect(withMethods(Object.freeze({ next: () => 1 }), { next: () => 2 }).next()).toBe(2);
  });
});

it("a result without room for a message becomes a text, and nothing becomes the message", () => {
  expect(withMessageOrText(4, "Stop.")).toBe("4\n\nStop.");
  expect(withMessageOrText(undefined, "Stop.")).toBe("Stop.");
  expect(withMessageOrText({ a: 1 }, "Stop.")).toEqual({ a: 1, loopguard: "Stop." });
});
