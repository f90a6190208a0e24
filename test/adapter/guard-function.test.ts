import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { detectors, guardFunction, LoopGuard } from "../../lib/index.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

const { count, errorStreak, repeat, stall } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const LOOP = expect.objectContaining({ name: "ToolLoopError", code: "ERR_TOOL_LOOP" });

describe("guardFunction", () => {
  it("lets two calls run, warns with the second, refuses two and throws at the fifth", async () => {
    const search = vi.fn(async (args: { q: string }) => `No results for ${args.q}.`);
    const guarded = guardFunction("search", search, STUCK);
    const ask = () => guarded({ q: "x" });
    expect(await ask()).toBe("No results for x.");
    expect(await ask()).toMatch(/^No results for x\.\n\nTool 'search' called 2 times .* different approach\.$/);
    expect(await ask()).toContain("was not run");
    expect(await ask()).toContain("This is the last refusal");
    await expect(ask()).rejects.toEqual(LOOP);
    expect(search).toHaveBeenCalledTimes(2);
  });

  it.each([
    [[() => 1, "search"], "name"],
    [["", () => 1], "name"],
    [["search"], "fn"],
  ])("refuses the arguments %j", (args, option) => {
    expect(() => guardFunction(...(args as [string, () => number]))).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message: expect.stringContaining(`"${option}"`) }),
    );
  });

  it("keeps a synchronous function synchronous", () => {
    const first = guardFunction("first", ([a]) => a, STUCK); // without types, as a beginner writes it
    expect(first([7])).toBe(7);
    const guarded = guardFunction("add", (a: number, b: number) => a + b, STUCK);
    expect(guarded(1, 2)).toBe(3);
    expect(guarded(1, 2)).toBe(3); // a number has no room for a warning
    expect(guarded(1, 2)).toContain("was not run");
    expect(guarded(2, 2)).toBe(4);
    const strict = guardFunction("add", (a: number) => a, { maxRepeats: 1, action: "abort" });
    expect(strict(1)).toBe(1);
    expect(() => strict(1)).toThrow(LOOP);
  });

  it("gives a promise where the function gives one, also when nobody can see that it will", async () => {
    const declared = guardFunction("a", async (_: string) => "x", { maxRepeats: 0, action: "hint" });
    expect(declared("q")).toBeInstanceOf(Promise);
    const plain = guardFunction("b", (_: string) => Promise.resolve("x"), { maxRepeats: 1, action: "abort" });
    expect(await plain("q")).toBe("x");
    const refused = plain("q");
    expect(refused).toBeInstanceOf(Promise);
    await expect(refused).rejects.toEqual(LOOP);
  });

  it("knows a function that was called under another guard, and one that a compiler made", async () => {
    const plain = (_: string) => Promise.resolve("x");
    await guardFunction("a", plain)("q");
    expect(guardFunction("a", plain, { maxRepeats: 0, action: "hint" })("q")).toBeInstanceOf(Promise);
    const aborted = guardFunction("a", plain, { maxRepeats: 0, action: "abort" })("q");
    await expect(aborted).rejects.toEqual(LOOP);
    const __awaiter = (_: unknown, make: () => string) => Promise.resolve(make());
    const compiled = function (this: unknown, _: string) {
      return __awaiter(this, () => "x");
    };
    expect(guardFunction("b", compiled, { maxRepeats: 0, action: "hint" })("q")).toBeInstanceOf(Promise);
  });

  it("keeps name, length, this and properties", () => {
    const counter = {
      total: 0,
      add: guardFunction(
        "add",
        Object.assign(
          function add(this: { total: number }, n: number) {
            this.total += n;
            return this.total;
          },
          { description: "Adds" },
        ),
      ),
    };
    expect(counter.add(2)).toBe(2);
    expect([counter.add.name, counter.add.length, counter.add.description]).toEqual(["add", 1, "Adds"]);
  });

  it("adds one message, that of the stronger evidence", () => {
    const guarded = guardFunction("f", (_: object) => "x", {
      detectors: [count({ maxRepeats: 1 }), repeat({ threshold: 2 })],
      action: "warn",
    });
    guarded({ q: 1 });
    expect(guarded({ q: 1 })).toMatch(/^x\n\nTool 'f' called 2 times[^\n]*$/);
  });

  it("passes errors on, with the warning in their text", async () => {
    class DiskError extends Error {
      readonly path = "a.txt";
    }
    const failing = guardFunction(
      "read",
      async (_: string): Promise<string> => {
        throw new DiskError("No such file.");
      },
      { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } },
    );
    const fail = (path: string) => failing(path).catch((error: unknown) => error);
    expect(await fail("a")).toMatchObject({ message: "No such file." });
    const second = await fail("b");
    expect(second).toBeInstanceOf(DiskError);
    expect(second).toMatchObject({
      path: "a.txt",
      message: expect.stringMatching(/^No such file\.\n\nTool 'read' failed 2 times/),
    });
    expect(await failing("c")).toContain("was not run");
    await expect(failing("d")).rejects.toEqual(LOOP);
  });

  it("throws what a synchronous function throws, and a string with the warning", () => {
    const failing = guardFunction(
      "read",
      (_: string): string => {
        throw "broken";
      },
      { detectors: [errorStreak({ threshold: 2 })], action: "warn" },
    );
    expect(() => failing("a")).toThrow("broken");
    expect(() => failing("b")).toThrow(/^broken\n\nTool 'read' failed 2 times/);
  });

  it("throws a loop that the last outcome completed, with the result or the cause", async () => {
    const stalled = guardFunction("poll", async (n: number) => `waiting${n * 0}`, {
      detectors: [stall({ threshold: 2 })],
      action: "abort",
    });
    await stalled(1);
    await expect(stalled(2)).rejects.toMatchObject({ code: "ERR_TOOL_LOOP", results: ["waiting0"] });
    const cause = new Error("No.");
    const failing = guardFunction("read", (_: number) => Promise.reject(cause), {
      detectors: [errorStreak({ threshold: 2 })],
      action: "abort",
    });
    await expect(failing(1)).rejects.toBe(cause);
    await expect(failing(2)).rejects.toMatchObject({ code: "ERR_TOOL_LOOP", cause });
  });

  describe("what makes two calls the same", () => {
    const runs = (calls: ((fn: (...args: unknown[]) => unknown) => unknown)[]) => {
      const fn = vi.fn((..._: unknown[]) => "x");
      const guarded = guardFunction("f", fn, {
        detectors: [count({ maxRepeats: 1, canonical: true })],
        action: "hint",
      });
      for (const call of calls) call(guarded);
      return fn.mock.calls.length;
    };

    it("is the first object, whatever context comes along", () => {
      expect(runs([(f) => f({ q: "x" }, { toolCallId: "1" }), (f) => f({ q: "x" }, { toolCallId: "2" })])).toBe(1);
      expect(runs([(f) => f({ q: "x" }), (f) => f({ q: "y" })])).toBe(2);
      expect(runs([(f) => f({ q: "x" }, "up"), (f) => f({ q: "x" }, "down")])).toBe(2);
    });

    it("is every argument that is data, where they come one by one", () => {
      expect(runs([(f) => f("Paris", "C"), (f) => f("Paris", "F")])).toBe(2);
      expect(runs([(f) => f("Paris", { unit: "C" }), (f) => f("Paris", { unit: "F" })])).toBe(2);
      expect(
        runs([(f) => f("Paris", new AbortController().signal), (f) => f("Paris", new AbortController().signal)]),
      ).toBe(1);
      expect(runs([(f) => f("1"), (f) => f(1)])).toBe(2);
      const elsewhere = (q: string) => runInNewContext(`({ q: "${q}" })`);
      expect(runs([(f) => f(elsewhere("x")), (f) => f(elsewhere("y"))])).toBe(2);
    });

    class Page {
      readonly number: number;
      constructor(number: number) {
        this.number = number;
      }
    }
    class Secret {
      #value: number;
      constructor(value: number) {
        this.#value = value;
      }
      get value() {
        return this.#value;
      }
    }
    const formOf = (fields: Record<string, string | Blob>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return form;
    };
    const data: [string, (n: number) => unknown][] = [
      ["a second object", (n) => ({ page: n })],
      ["a list", (n) => [n]],
      ["a date", (n) => new Date(n)],
      ["a map", (n) => new Map([["page", n]])],
      ["a set", (n) => new Set([n])],
      ["bytes", (n) => new Uint8Array([n])],
      ["a URL", (n) => new URL(`http://localhost/${n}`)],
      ["search parameters", (n) => new URLSearchParams({ n: `${n}` })],
      ["headers", (n) => new Headers({ n: `${n}` })],
      ["a form", (n) => formOf({ n: `${n}` })],
      ["an instance", (n) => new Page(n)],
      ["an instance in an object", (n) => ({ page: new Page(n) })],
      ["a bigint", (n) => BigInt(n)],
      ["a date in an object beside a map", (n) => ({ at: new Map([["day", new Date(n)]]), all: undefined })],
    ];

    it.each(data)("is %s, too, first or second", (_, make) => {
      expect(runs([(f) => f({ q: "x" }, make(1)), (f) => f({ q: "x" }, make(2))])).toBe(2);
      expect(runs([(f) => f({ q: "x" }, make(1)), (f) => f({ q: "x" }, make(1))])).toBe(1);
      expect(runs([(f) => f(make(1)), (f) => f(make(2))])).toBe(2);
      expect(runs([(f) => f(make(1)), (f) => f(make(1))])).toBe(1);
    });

    class Empty {}
    const hidden: [string, (n: number) => unknown][] = [
      ["a request", (n) => new Request("http://localhost/", { method: "POST", body: `${n}` })],
      ["a response", (n) => new Response(`${n}`)],
      ["a blob", (n) => new Blob([`${n}`])],
      ["a form with a file", (n) => formOf({ file: new Blob([`${n}`]) })],
      ["a stream", () => new ReadableStream()],
      ["a list of blobs", (n) => [new Blob([`${n}`])]],
      ["a symbol", (n) => Symbol(`${n}`)],
      ["private fields", (n) => new Secret(n)],
      ["no field", () => new Empty()],
      ["a promise", (n) => Promise.resolve(n)],
    ];

    it.each(hidden)("is itself alone: %s", (_, make) => {
      expect(runs([(f) => f({ q: "x" }, make(1)), (f) => f({ q: "x" }, make(2))])).toBe(2);
      expect(runs([(f) => f(make(1)), (f) => f(make(2))])).toBe(2);
      expect(runs([(f) => f({ file: make(1) }), (f) => f({ file: make(2) })])).toBe(2);
      const one = make(1);
      expect(runs([(f) => f({ q: "x" }, one), (f) => f({ q: "x" }, one)])).toBe(1);
      expect(runs([(f) => f(one), (f) => f(one)])).toBe(1);
    });

    it("is what a request without a body asks for", () => {
      const get = (path: string, q: string) => new Request(`http://localhost/${path}`, { headers: { q } });
      expect(runs([(f) => f(get("a", "x")), (f) => f(get("a", "x"))])).toBe(1);
      expect(runs([(f) => f("x", get("a", "x")), (f) => f("x", get("a", "x"))])).toBe(1);
      expect(runs([(f) => f(get("a", "x")), (f) => f(get("b", "x"))])).toBe(2);
      expect(runs([(f) => f(get("a", "x")), (f) => f(get("a", "y"))])).toBe(2);
    });

    const stop = new AbortController();
    const contexts: [string, (n: number) => unknown][] = [
      ["a function", () => () => {}],
      ["a signal", () => new AbortController().signal],
      ["what gives a signal", () => new AbortController()],
      ["an instance that hides its state and has a signal", (n) => Object.assign(new Secret(n), { stop: stop.signal })],
      ["an instance that hides its state and has a function", (n) => Object.assign(new Secret(n), { log: () => {} })],
      ["options with a signal", (n) => ({ page: n, options: { abort: new AbortController().signal } })],
      ["a context with a method", (n) => ({ n, log: () => {} })],
      ["a context with a call's id", (n) => ({ toolCallId: `${n}`, messages: Array.from({ length: n }) })],
      ["an instance with a run's id", (n) => Object.assign(new Page(n), { runId: "r" })],
      ["an endless world", (n) => Object.assign(new Page(n), { all: Array.from({ length: 500 }, () => new Page(n)) })],
    ];

    it.each(contexts)("is not %s", (_, make) => {
      expect(runs([(f) => f({ q: "x" }, make(1)), (f) => f({ q: "x" }, make(2))])).toBe(1);
      expect(runs([(f) => f({ q: "x" }, make(1)), (f) => f({ q: "y" }, make(1))])).toBe(2);
      expect(runs([(f) => f("x", make(1)), (f) => f("y", make(1))])).toBe(2);
    });

    it("is what argumentsOf says", () => {
      const fn = vi.fn((_ctx: object, q: string) => q);
      const guarded = guardFunction("f", fn, { maxRepeats: 1, action: "hint" }, { argumentsOf: (_ctx, q) => ({ q }) });
      guarded({ at: 1 }, "x");
      guarded({ at: 2 }, "x");
      expect(fn).toHaveBeenCalledTimes(1);
    });
  });

  describe("generators", () => {
    const stuck = { detectors: [stall({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } };

    it("pass as they are, and their result is what they return, or their last value", async () => {
      const guarded = guardFunction(
        "stream",
        async function* (n: number) {
          yield n;
          yield "found";
        },
        stuck,
      );
      const read = async (n: number) => {
        const seen = [];
        for await (const value of guarded(n)) seen.push(value);
        return seen;
      };
      expect(await read(1)).toEqual([1, "found"]);
      expect(await read(2)).toEqual([2, "found"]);
      expect(await read(3)).toEqual([expect.stringContaining("was not run")]);
      expect(() => guarded(4)).toThrow(LOOP);
    });

    it("take what is sent and thrown into them, and give what they return", () => {
      const guarded = guardFunction("talk", function* (): Generator<string, string, string> {
        let heard = "";
        try {
          heard = yield "hello";
        } catch (error) {
          heard = String(error);
        }
        yield heard;
        return "bye";
      });
      const talk = guarded();
      expect([talk.next(), talk.next("hi"), talk.next()]).toEqual([
        { value: "hello", done: false },
        { value: "hi", done: false },
        { value: "bye", done: true },
      ]);
      const thrown = guarded();
      thrown.next();
      expect(thrown.throw("stop").value).toBe("stop");
      expect(thrown.return("early")).toEqual({ value: "early", done: true });
      expect(guarded()[Symbol.iterator]().next().value).toBe("hello");
    });

    it("that fail are failures", () => {
      const guarded = guardFunction(
        "lines",
        function* (_: number): Generator<string> {
          yield "one";
          throw new Error("No more.");
        },
        { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } },
      );
      expect(() => [...guarded(1)]).toThrow("No more.");
      expect(() => [...guarded(2)]).toThrow(/No more\.\n\nTool 'lines' failed/);
      expect([...guarded(3)]).toEqual([expect.stringContaining("was not run")]);
    });

    it("that nobody reads to the end came back with nothing", () => {
      const guarded = guardFunction(
        "lines",
        function* () {
          yield "one";
          yield "two";
        },
        stuck,
      );
      for (let i = 0; i < 4; i++) for (const line of guarded()) if (line === "one") break;
      expect([...guarded()]).toEqual(["one", "two"]);
      const same = guardFunction(
        "same",
        function* () {
          yield "one";
          yield "one";
        },
        stuck,
      );
      for (let i = 0; i < 4; i++) {
        const left = same();
        left.next();
        left.return(undefined);
        expect(left.next().done).toBe(true);
      }
      expect([...same()]).toEqual(["one", "one"]);
    });
  });

  it("counts calls that start together as one round", async () => {
    const search = vi.fn(async (_: object) => "none");
    const guarded = guardFunction("search", search, STUCK);
    const three = () => Promise.all([guarded({ q: "x" }), guarded({ q: "x" }), guarded({ q: "x" })]);
    expect(await three()).toEqual(["none", "none", "none"]);
    expect((await three()).some((result) => result.includes("called 2 times"))).toBe(true);
    const refused = await three();
    for (const result of refused) expect(result).toBe(refused[0]); // one step of the loop, not three
  });

  it("is not blinded by a call that never comes back", async () => {
    let first = true;
    const guarded = guardFunction(
      "search",
      (_: object) => {
        const result = first ? new Promise<string>(() => {}) : Promise.resolve("none");
        first = false;
        return result;
      },
      STUCK,
    );
    void guarded({ q: "hangs" });
    await guarded({ q: "x" });
    expect(await guarded({ q: "x" })).toContain("called 2 times");
  });

  it("shares a guard's default run, and keeps apart what has a run of its own", () => {
    const guard = new LoopGuard({ detectors: [count({ maxRepeats: 1 })], action: "hint" });
    const f = (_: string) => "x";
    const [a, b] = [guardFunction("f", f, guard), guardFunction("f", f, guard)];
    expect([a("q"), b("q")]).toEqual(["x", expect.stringContaining("[loop-detected]")]);
    expect(guardFunction("f", f, guard.run("other"))("q")).toBe("x");
  });

  it("replays an earlier result where the guard is told to", async () => {
    const {
      detectors: { duplicate },
    } = await import("../../lib/index.ts");
    const search = vi.fn(async (_: object) => ({ hits: 3 }));
    const guarded = guardFunction("search", search, { detectors: [duplicate({ replay: true })] });
    expect([await guarded({ q: "x" }), await guarded({ q: "x" })]).toEqual([{ hits: 3 }, { hits: 3 }]);
    expect(search).toHaveBeenCalledTimes(1);
  });

  it("adds a warning to objects, texts and content", async () => {
    const { withMessage } = await import("../../lib/guard/with-message.ts");
    const cases: [unknown, unknown][] = [
      ["", "M"],
      ["a", "a\n\nM"],
      [{ a: 1 }, { a: 1, loopguard: "M" }],
      [
        [{ type: "text", text: "a" }],
        [
          { type: "text", text: "a" },
          { type: "text", text: "M" },
        ],
      ],
      [
        { content: "a", isError: true },
        { content: "a\n\nM", isError: true },
      ],
      [
        { content: [{ type: "text", text: "a" }] },
        {
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "M" },
          ],
        },
      ],
      [
        [1, 2],
        [1, 2],
      ],
      [[], []],
      [7, 7],
      [null, null],
      [undefined, undefined],
    ];
    for (const [result, shown] of cases) expect(withMessage(result, "M")).toEqual(shown);
    const date = new Date(0);
    expect(withMessage(date, "M")).toBe(date);
  });
});
