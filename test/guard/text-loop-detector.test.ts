import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextLoopDetector, type TextLoopMatch } from "../../lib/guard/text-loop-detector.ts";
import { size, tries } from "../effort.ts";
import { askedTexts } from "../text/asked-texts.ts";

type Found = Extract<TextLoopMatch, { detected: true }>;

/** The first match when `text` comes one character at a time, and how many characters it took. */
function firstMatch(detector: TextLoopDetector, text: string): { match: Found; end: number } | undefined {
  for (let end = 1; end <= text.length; end++) {
    const match = detector.push(text[end - 1] as string);
    if (match.detected) return { match, end };
  }
  return undefined;
}

/** Pushes all of it; the matches. */
function matches(text: string, options = {}): Found[] {
  using detector = new TextLoopDetector(options);
  const found: Found[] = [];
  for (let at = 0; at < text.length; at += 50) {
    const match = detector.push(text.slice(at, at + 50));
    if (match.detected) found.push(match);
  }
  return found;
}

const word = fc.stringMatching(/^[a-z]{2,9}$/);
const sentence = fc.array(word, { minLength: 4, maxLength: 12 }).map((words) => `${words.join(" ")}. `);
const block = fc.array(sentence, { minLength: 1, maxLength: 12 }).map((sentences) => sentences.join(""));
const numbered = (length: number, line: (i: number) => string): string =>
  Array.from({ length }, (_, i) => line(i)).join("");

describe("TextLoopDetector finds", () => {
  it("each block of prose that repeats, soon, and says truly what repeats", () => {
    fc.assert(
      fc.property(block, block, (before, repeated) => {
        using detector = new TextLoopDetector();
        const text = before + repeated.repeat(Math.ceil(1000 / repeated.length) + 5);
        const found = firstMatch(detector, text);
        expect(found).toBeDefined();
        const { match, end } = found as NonNullable<typeof found>;
        // Not too late: four of them, or 300 characters, and what it takes until chunks repeat.
        expect(end - before.length).toBeLessThanOrEqual(Math.max(4 * repeated.length, 300) + repeated.length + 250);
        if (match.kind !== "period") return;
        const part = text.slice(match.start, end);
        expect(hasPeriod(part, match.period)).toBe(true);
        expect(shortestPeriod(text.slice(0, end), part.length, 2000)).toBe(match.period);
        expect(part.length / match.period).toBeGreaterThanOrEqual(match.repeats - 0.5);
        expect(match.repeats).toBeGreaterThanOrEqual(4);
        expect(part.length).toBeGreaterThanOrEqual(300 - 48);
      }),
      { numRuns: tries(300) },
    );
  });

  it("a loop whose lines are numbered", () => {
    const found = matches(
      numbered(30, (i) => `${i + 1}. Open the file and read what it says about the missing option.\n`),
    );
    expect(found).toMatchObject([{ kind: "period" }]);
  });

  it("code that repeats, when it has gone on for longer", () => {
    const line = 'if (value === undefined) throw new Error("no value");\n';
    expect(matches(line.repeat(10))).toEqual([]);
    expect(matches(line.repeat(60))).toMatchObject([{ kind: "period", period: line.length }]);
  });

  it("loops in other scripts", () => {
    for (const said of [
      "我再试一次，看看测试是否通过。",
      "Я попробую ещё раз запустить тесты. ",
      "मैं फिर से कोशिश करूँगा। ",
      "سأحاول مرة أخرى الآن. ",
    ])
      expect(matches(said.repeat(80)), said).toMatchObject([{ kind: "period", period: said.length }]);
  });

  it("the third message that says the same, once", () => {
    using detector = new TextLoopDetector();
    const say = (message: string): boolean => detector.push(message).detected || detector.endMessage().detected;
    const same = "The tests fail because the database is not there. I will start it and run them again.";
    expect(say(same)).toBe(false);
    expect(say("The schema has a field that no reader knows, so I add a default for it in the loader.")).toBe(false);
    expect(say(same)).toBe(false);
    detector.push(same);
    expect(detector.endMessage()).toMatchObject({ detected: true, kind: "message", repeats: 3, start: 0 });
    expect(say("Nothing that was said before comes here, so that it is not taken for one block of text.")).toBe(false);
    expect(say(same)).toBe(false);
  });
});

describe("TextLoopDetector is quiet on", () => {
  const quiet: Record<string, string> = {
    "a table": numbered(100, (i) => `| ${1900 + i} | ${i * 7} | ok | ${i}.5 |\n`),
    "test output": numbered(200, (i) => `  ✓ handles case ${"abcdefghij"[i % 10]}${i} of the parser (${i} ms)\n`),
    "a progress bar": numbered(
      100,
      (i) => `Downloading ${i}% [${"=".repeat(i / 4)}>${" ".repeat(25 - i / 4)}] ${i} of 100 MB\n`,
    ),
    "a log": numbered(100, (i) => `2024-05-16T11:05:${10 + (i % 50)}Z GET /health 200 ${i} ms\n`),
    "a list with one word changed": numbered(
      26,
      (i) => `- Add a test for the ${String.fromCharCode(97 + i).repeat(6)} module of the new parser.\n`,
    ),
    "a rule": "-".repeat(400),
    base64: "A".repeat(2000),
    "rows of zeros": "0, ".repeat(400),
    "a JSON array": numbered(100, (i) => `    { "id": ${i}, "name": "item ${i}", "tags": ["a", "b"], "ok": true },\n`),
    "a diff": numbered(80, (i) => `-  const old${i} = read("${i}");\n+  const new${i} = parse("${i}");\n`),
    "a refrain": numbered(
      6,
      (i) =>
        `${"abcdef"[i]} line that nobody has sung before ${"xyzuvw"[i]} comes here\nand another one which tells of ${"mnopqr"[i]} and the sea\nRow, row, row your boat,\ngently down the stream.\n\n`,
    ),
  };
  for (const [name, text] of Object.entries(quiet)) it(name, () => expect(matches(text)).toEqual([]));

  it("its own source, and its documents", () => {
    for (const file of [
      "native/src/text_loop.c",
      "lib/guard/text-loop-detector.ts",
      "docs/design.md",
      "package-lock.json",
      "LICENSE",
    ])
      expect(matches(readFileSync(file, "utf8")), file).toEqual([]);
  });
});

describe("TextLoopDetector", () => {
  const loop = "I will try to read the file once more. ";

  it("reports a loop once, and the next one too", () => {
    const other = "Now the other file says something else, which I will write down. ";
    expect(matches(loop.repeat(200) + other.repeat(20))).toMatchObject([
      { kind: "period", period: loop.length },
      { kind: "period", period: other.length },
    ]);
  });

  it("answers an untroubled push with one frozen object", () => {
    using detector = new TextLoopDetector();
    expect(detector.push("a")).toBe(detector.push("b"));
    expect(Object.isFrozen(detector.endMessage())).toBe(true);
  });

  it("forgets all text when it is reset", () => {
    using detector = new TextLoopDetector();
    detector.push(loop.repeat(6));
    detector.reset();
    expect(detector.push(loop.repeat(6))).toEqual({ detected: false });
    expect(detector.push(loop.repeat(6))).toMatchObject({ detected: true });
  });

  it("goes on from its snapshot, options included", () => {
    using detector = new TextLoopDetector({ repeats: 20 });
    detector.push(loop.repeat(10));
    using restored = TextLoopDetector.restore(detector.snapshot());
    expect(restored.push(loop.repeat(3))).toEqual({ detected: false });
    expect(restored.push(loop.repeat(12))).toEqual(detector.push(loop.repeat(15)));
  });

  it("refuses what is no snapshot of it", () => {
    using detector = new TextLoopDetector();
    const bytes = detector.snapshot();
    bytes[100] = (bytes[100] as number) ^ 1;
    for (const wrong of [bytes, new Uint8Array(0), "text" as never])
      expect(() => TextLoopDetector.restore(wrong)).toThrow(
        expect.objectContaining({ code: "ERR_LOOPGUARD_SNAPSHOT" }),
      );
  });

  it("refuses options that are none, and chunks that are no strings", () => {
    const wrong = [
      { repeats: 1 },
      { repeats: 2.5 },
      { minLength: 0 },
      { maxPeriod: 2001 },
      { messages: 9 },
      { reapets: 3 },
      7,
    ];
    for (const options of wrong)
      expect(() => new TextLoopDetector(options as never), JSON.stringify(options)).toThrow(
        expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }),
      );
    using detector = new TextLoopDetector({ repeats: undefined as never });
    expect(() => detector.push(7 as never)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
  });

  it("is of no use once it is closed", () => {
    const detector = new TextLoopDetector();
    detector.close();
    detector.close();
    for (const act of [
      () => detector.push("a"),
      () => detector.endMessage(),
      () => detector.reset(),
      () => detector.snapshot(),
    ])
      expect(act).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
  });

  it("keeps its size, however long the text is", () => {
    using detector = new TextLoopDetector();
    const length = detector.snapshot().length;
    let word = 7;
    for (let i = 0; i < size(10_000_000) / 1000; i++) {
      let text = "";
      for (let j = 0; j < 120; j++) {
        word = (word * 1103515245 + 12345) % 2147483648;
        text += `${word.toString(36)} `;
      }
      detector.push(text);
    }
    expect(detector.snapshot().length).toBe(length);
    expect(length).toBeLessThan(12 * 1024);
  });
});
