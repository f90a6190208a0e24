/**
 * Tests of models that repeat themselves in what they write, the same for each framework: the text is cut, the model is
 * told and goes on, and the run ends at the ladder's end. What only one framework has is tested in its own file.
 */
import { detectors, findToolLoopError, type LoopGuardOptions } from "loopguard";
import { expect, test } from "vitest";
import { CHANT, CUT, prose, TOLD } from "./chant.ts";

const { textRepeat } = detectors;

export const HINTS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 3 } })] };
const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };
/** A ladder without an end. */
const ENDLESS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1 } })] };

/** What a model writes in one response. */
export interface Generation {
  /** Sentences; endless ones are of a model that chants. */
  readonly words: readonly string[] | "chant";
  readonly kind?: "text" | "reasoning";
  /** The tool `search` is called, too. */
  readonly call?: boolean;
}

/** A run to its end: its text as it came, and its result. It rejects where the run does. */
export type Run = (guard?: LoopGuardOptions, onAbort?: "throw" | "stop") => Promise<{ text: string; result: unknown }>;

/** A model in an agent of the framework that has the tool `search`. */
export interface Written {
  /** What the model was given, by request. */
  prompts(): readonly unknown[][];
  /** By response: whether it was closed before its end. Undefined: the framework's models do not know. */
  readonly closed?: readonly boolean[];
  /** By response: the characters given away. */
  readonly written?: readonly number[];
  readonly stream: Run;
  /** Without a stream. */
  readonly whole?: Run;
}

export interface TextLoopsOptions {
  /** How many sentences a model may give away after the cut. Default 1. */
  readonly ahead?: number;
  /** Checks what a run gives that was stopped with `onAbort: "stop"`. */
  readonly stopped: (text: string, result: unknown) => void;
  /** Whether responses can have reasoning. Default true. */
  readonly reasoning?: boolean;
  /** What shows a cut. */
  readonly mark?: string;
}

/** `write`: a model that writes these generations, the last one again and again. */
export function textLoops(
  write: (...generations: Generation[]) => Written,
  { ahead = 1, stopped, reasoning = true, mark = " […]" }: TextLoopsOptions,
): void {
  const chant: Generation = { words: "chant" };
  const missing: Generation = { words: ["It is missing."] };
  const call: Generation = { words: [], call: true };
  const last = (prompt: readonly unknown[] | undefined, at: number): string => JSON.stringify(prompt?.at(at));

  test("a chant is cut, and the model is told and goes on in the same text", async () => {
    const model = write(chant, missing);
    const { text } = await model.stream();
    const after = `${mark}\n\nIt is missing.`;
    const before = text.indexOf(after);
    expect([before < CUT, before % CHANT.length, text.slice(before)]).toEqual([true, 0, after]);
    expect((model.written?.[0] ?? before) - before).toBeLessThanOrEqual(ahead * CHANT.length);
    expect(model.closed ?? [true, false]).toEqual([true, false]);
    expect(last(model.prompts()[1], -1)).toContain(TOLD);
    expect(last(model.prompts()[1], -2)).toContain(CHANT);
  });

  test("at the end of the ladder the run rejects with the error", async () => {
    const model = write(chant);
    const error = await model.stream(HINTS).catch((thrown: unknown) => thrown);
    expect(findToolLoopError(error)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
    expect(model.prompts()).toHaveLength(3);
    expect(model.closed ?? [true, true, true]).toEqual([true, true, true]);
    if (model.whole === undefined) return;
    const whole = await model.whole(HINTS).catch((thrown: unknown) => thrown);
    expect(findToolLoopError(whole)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
    expect(model.prompts()).toHaveLength(6);
  });

  test("with onAbort: stop it ends quietly, and the result says why", async () => {
    const model = write(chant);
    const { text, result } = await model.stream(HINTS, "stop");
    expect(findToolLoopError(result)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
    expect(model.prompts()).toHaveLength(3);
    stopped(text, result);
  });

  test("without a stream, a response that repeats itself is followed by another request", async () => {
    const model = write(chant, missing);
    if (model.whole === undefined) return;
    const { text } = await model.whole();
    expect(text).toMatch(/^(Let me check[^.]*\. )+.*\[…\]\n\nIt is missing\.$/s);
    expect(text.length).toBeLessThan(CUT + 200);
    expect(last(model.prompts()[1], -1)).toContain(TOLD);
  });

  test("the strikes count over the requests of a run", async () => {
    const model = write(chant, call, chant, call, chant);
    const error = await model.stream(HINTS).catch((thrown: unknown) => thrown);
    expect(findToolLoopError(error)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
    expect(model.closed ?? [true, false, true, false, true]).toEqual([true, false, true, false, true]);
    expect(model.prompts()).toHaveLength(5);
  });

  test.runIf(reasoning)("reasoning that repeats itself is cut, and is no text", async () => {
    const model = write({ words: "chant", kind: "reasoning" }, missing);
    expect((await model.stream()).text).toBe("It is missing.");
    expect(model.closed ?? [true, false]).toEqual([true, false]);
    expect(last(model.prompts()[1], -1)).toContain(TOLD);
  });

  test("warn: the text goes on, and the model is told with its next request", async () => {
    const model = write({ words: Array(20).fill(CHANT), call: true }, { words: ["Done."] });
    expect((await model.stream(WARNS)).text).toBe(`${CHANT.repeat(20)}Done.`);
    expect(model.closed ?? [false, false]).toEqual([false, false]);
    expect(last(model.prompts()[1], -1)).toContain("You are repeating yourself");
  });

  test("what is not asked again is not cut", async () => {
    const words = Array<string>(20).fill(CHANT);
    const model = write({ words });
    const parts = (await model.stream(ENDLESS)).text.split(`${mark}\n\n`);
    expect([model.prompts().length, parts.length, parts.at(-1)]).toEqual([9, 9, words.join("")]);
    const closed = [...Array<boolean>(8).fill(true), false];
    expect(model.closed ?? closed).toEqual(closed);
    if (model.whole === undefined) return;
    const whole = (await model.whole(ENDLESS)).text.split(`${mark}\n\n`);
    expect([model.prompts().length, whole.length, whole.at(-1)]).toEqual([18, 9, words.join("")]);
  });

  test("long healthy prose comes as it was written, and nothing is added", async () => {
    const words = prose();
    const model = write({ words });
    expect((await model.stream()).text).toBe(words.join(""));
    if (model.whole !== undefined) expect((await model.whole()).text).toBe(words.join(""));
    for (const prompt of model.prompts()) expect(JSON.stringify(prompt)).not.toContain('"assistant"');
    expect(model.prompts()).toHaveLength(model.whole === undefined ? 1 : 2);
  });
}
