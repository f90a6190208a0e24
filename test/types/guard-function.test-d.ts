/** A refusal is a text, so the type of a guarded function has one; with a run in a store, it gives promises. */
import { describe, expectTypeOf, test } from "vitest";
import { guardFunction, LoopGuard } from "../../lib/index.ts";
import { memoryStore } from "../../lib/memory.ts";

interface Doc {
  title: string;
}

const run = new LoopGuard().storedRun("session", memoryStore());

declare function find(q: string): Promise<Doc[]>;

describe("what a guarded function gives", () => {
  test("a refusal beside its own results", () => {
    expectTypeOf(guardFunction("find", find)).toBeCallableWith("q");
    expectTypeOf(guardFunction("find", find)("q")).toEqualTypeOf<Promise<Doc[] | string>>();
    expectTypeOf(guardFunction("add", (a: number, b: number) => a + b, { maxRepeats: 3 })(1, 2)).toEqualTypeOf<
      number | string
    >();
    const flag = guardFunction("flag", (): boolean => true, new LoopGuard(), { argumentsOf: () => 1 });
    expectTypeOf(flag()).toEqualTypeOf<boolean | string>();
    // @ts-expect-error: nothing says that it was not refused
    const _docs: Promise<Doc[]> = guardFunction("find", find)("q");
  });

  test("a generator yields the refusal", () => {
    const pages = guardFunction("pages", function* (_: string): Generator<Doc, number> {
      yield { title: "a" };
      return 1;
    });
    for (const page of pages("q")) expectTypeOf(page).toEqualTypeOf<Doc | string>();
    const stream = async function* (): AsyncGenerator<Doc, number, undefined> {
      yield { title: "a" };
      return 1;
    };
    type Stream = AsyncGenerator<Doc | string, number | string, undefined>;
    expectTypeOf(guardFunction("stream", stream)()).toEqualTypeOf<Stream>();
    expectTypeOf(guardFunction("stream", stream, run)()).toEqualTypeOf<Stream>();
  });

  test("a function whose results are texts, unknown or unused has its own type", () => {
    const say = async (q: string) => `No results for ${q}.`;
    expectTypeOf(guardFunction("say", say)).toEqualTypeOf(say);
    const pick = <T>(of: T): T | string => of;
    expectTypeOf(guardFunction("pick", pick)(1 as 1 | 2)).toEqualTypeOf<1 | 2 | string>();
    const save = async (_: Doc): Promise<void> => {};
    expectTypeOf(guardFunction("save", save)).toEqualTypeOf(save);
    const parse = (text: string): unknown => JSON.parse(text);
    expectTypeOf(guardFunction("parse", parse)).toEqualTypeOf(parse);
    const first = guardFunction("first", ([a]) => a); // without types, as a beginner writes it
    expectTypeOf(first).returns.toBeAny();
  });

  test("a promise, with a run in a store", () => {
    expectTypeOf(guardFunction("add", (a: number) => a + 1, run)(1)).toEqualTypeOf<Promise<number | string>>();
    expectTypeOf(guardFunction("find", find, run)("q")).toEqualTypeOf<Promise<Doc[] | string>>();
    expectTypeOf(guardFunction("say", (q: string) => q, run)("q")).toEqualTypeOf<Promise<string>>();
  });

  test("its own this and its own members", () => {
    const counter = Object.assign(
      function add(this: { total: number }, n: number) {
        return this.total + n;
      },
      { description: "Adds" },
    );
    const guarded = guardFunction("add", counter);
    expectTypeOf(guarded.description).toBeString();
    expectTypeOf(guarded).thisParameter.toEqualTypeOf<{ total: number }>();
    expectTypeOf(guarded.call({ total: 1 }, 2)).toEqualTypeOf<number | string>();
  });
});
