/** Another model for one request: when it fails, and when the user aborts. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askEdited, streamOther } from "../../lib/adapter/edited-response.ts";
import type { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";

const errors: unknown[] = [];
const listen = (message: unknown): void => void errors.push((message as { error: unknown }).error);
beforeEach(() => {
  errors.length = 0;
  subscribe("loopguard:error", listen);
});
afterEach(() => void unsubscribe("loopguard:error", listen));

type Other = (controller: AbortController) => AsyncIterable<string>;

const DOWN = new Error("The other model is down");

/** Says this, and then does what `end` does. */
function saying(said: readonly string[], end: (controller: AbortController) => void = () => {}): Other {
  return async function* (controller) {
    yield* said;
    end(controller);
  };
}

const fail = (): never => {
  throw DOWN;
};
const failing = saying([], fail);
const aborted = saying([], (controller) => {
  controller.abort();
  throw controller.signal.reason;
});

async function* own(): AsyncGenerator<string> {
  yield "own";
}

async function read(chunks: AsyncIterable<string>): Promise<string[]> {
  const said: string[] = [];
  for await (const chunk of chunks) said.push(chunk);
  return said;
}

describe("a response that streams", () => {
  it.each<[string, Other | undefined, string[]]>([
    ["without another model", undefined, ["own"]],
    ["of one that fails", failing, ["own"]],
    ["of one that says nothing", saying([]), ["own"]],
    ["of one whose stream was closed by an abort", saying([], (controller) => controller.abort()), []],
  ])("%s", async (_, other, said) => {
    const controller = new AbortController();
    const { signal } = controller;
    expect(await read(streamOther(other && (() => other(controller)), own, (model) => model(), signal))).toEqual(said);
    expect(errors).toEqual(other === failing ? [DOWN] : []);
  });

  it.each<[string, Other, RegExp]>([
    ["one that has said something", saying(["other"], fail), /is down/],
    ["one that the user has aborted", aborted, /abort/i],
  ])("fails with %s, and nobody else is asked", async (_, other, reason) => {
    const controller = new AbortController();
    const asked: string[] = [];
    const mine = () => {
      asked.push("own");
      return own();
    };
    await expect(
      read(
        streamOther(
          () => other(controller),
          mine,
          (model) => model(),
          controller.signal,
        ),
      ),
    ).rejects.toThrow(reason);
    expect([asked, errors]).toEqual([[], []]);
  });
});

describe("a whole response", () => {
  const end = new Error("The run is over") as ToolLoopError;
  const whole = (other: Other | undefined, mine: () => AsyncIterable<string> = own, last?: typeof end) => {
    const controller = new AbortController();
    const models = [other && (() => other(controller)), mine] as const;
    return askEdited(last, ...models, (model) => read(model()), controller.signal);
  };

  it("is the agent's own where the other model fails, which is published", async () => {
    expect(await whole(undefined)).toEqual(["own"]);
    expect(errors).toEqual([]);
    expect(await whole(failing)).toEqual(["own"]);
    expect(errors).toEqual([DOWN]);
  });

  it("is nobody's once the user has aborted, which is no error of ours", async () => {
    await expect(whole(aborted)).rejects.toThrow(/abort/i);
    expect(errors).toEqual([]);
  });

  it("is nothing where the last request of a run fails, and any other request fails with it", async () => {
    const down = () => failing(new AbortController());
    expect(await whole(undefined, down, end)).toBeUndefined();
    await expect(whole(undefined, down)).rejects.toBe(DOWN);
    await expect(whole(aborted, own, end)).rejects.toThrow(/abort/i);
  });
});
