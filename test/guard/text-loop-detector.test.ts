import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextLoopDetector, type TextLoopMatch } from "../../lib/guard/loop-detector.ts";
import { size, tries } from "../effort.ts";
import { hasPeriod, shortestPeriod } from "../oracles/text-loop.ts";
import { askedTexts } from "./asked-texts.ts";

type Found = Extract<TextLoopMatch, { detected: true }>;

/** The first match when `text` comes one character at a time, and how many characters it took. */
function firstMatch(detector: TextLoopDetector, text: string): { match: Found; end: number } | undefined {
  for (let end = 1; end <= text.length; end++) {
    const match = detector.push(text[end - 1] as string);
    if (match.detected) return { match, end };
  }
  return undefined;
}

/** Characters until a loop is sure. */
function sureAfter(text: string): number {
  using detector = new TextLoopDetector();
  for (let at = 0; at < text.length; at++) {
    const match = detector.push(text[at] as string);
    if (match.detected && match.sure) return at + 1;
  }
  return Number.POSITIVE_INFINITY;
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
/** Three words that another number does not give. */
const words = (i: number): string =>
  [i, i * 7 + 1, i * 13 + 5]
    .map((n) => `${"bcdfghklmnprstvz"[n % 16]}${"aeiou"[n % 5]}${"lmnrst"[(n >> 2) % 6]}${"aeiou"[(n >> 3) % 5]}`)
    .join(" ");
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
        // Not too late: 300 characters, and eight of them, or five and 1,000 characters.
        const { length } = repeated;
        const most = Math.max(300, Math.min(8 * length, Math.max(5 * length, 1000)));
        expect(end - before.length).toBeLessThanOrEqual(most + 8);
        if (match.kind !== "period") return;
        const part = text.slice(match.start, end);
        expect(hasPeriod(part, match.period)).toBe(true);
        expect(shortestPeriod(text.slice(0, end), part.length, 4096)).toBe(match.period);
        expect(part.length / match.period).toBeGreaterThanOrEqual(match.repeats - 0.5);
        expect(match.repeats).toBeGreaterThanOrEqual(4);
        expect(part.length).toBeGreaterThanOrEqual(288);
      }),
      { numRuns: tries(300) },
    );
  });

  it("a loop whose lines are numbered", () => {
    const found = matches(
      numbered(30, (i) => `${i + 1}. Open the file and read what it says about the missing option.\n`),
    );
    expect(found).toMatchObject([{ kind: "period", sure: false }]);
  });

  it("a loop whose lines have the time, the number of the attempt, or both", () => {
    const lines = [
      (i: number) => `[12:${10 + (i % 50)}:${10 + ((i * 7) % 50)}] Open the file and read what it says.\n`,
      (i: number) => `2026-11-24T12:${10 + (i % 50)}:10.${i}Z Open the file and read what it says.\n`,
      (i: number) => `Attempt ${i + 1}/100: updating user ${7919 * i} failed, since the database is locked.\n`,
    ];
    for (const line of lines) expect(matches(numbered(30, line)), line(1)).toMatchObject([{ kind: "period" }]);
  });

  it("sentences in any order, and a word that changes each time", () => {
    const said = [
      "Let me look at the file again. ",
      "It may be that the test is wrong. ",
      "I will run it once more now. ",
    ];
    expect(matches(numbered(40, (i) => said[(i * i + (i >> 2)) % 3] as string))).toMatchObject([{ kind: "mosaic" }]);
    const words = "parser lexer index buffer cache server client router session token cursor widget".split(" ");
    const attempt = (i: number) =>
      `I still cannot see why the test fails, so I will now try it again with ${words[(i * 7) % 12]}-${words[(i * 5) % 11]} and see what it says. `;
    expect(matches(numbered(30, attempt))[0]).toMatchObject({ kind: "mosaic" });
  });

  it("blocks of up to 4,000 characters", () => {
    const page = numbered(
      46,
      (i) => `${words(i)} line of the page says that ${words(i * 31 + 7)} comes before ${words(i * 17 + 3)}.\n`,
    );
    expect(page.length).toBeGreaterThan(3600);
    const [found] = matches(page.repeat(6));
    expect(found).toMatchObject({ sure: false });
    expect(found?.start).toBeLessThan(page.length);
  });

  it("a block that holds itself, and is cut as soon as another one", () => {
    const one = "I will check the file again";
    const two = "now the log says something else";
    const held: Record<string, string> = {
      twice: `${one}, and then ${one}. `,
      "three times": `${one}. ${one}, so ${one}, as I said. `,
      "with a block that holds itself": `${one}, ${two}, ${one}; but ${one}, ${two}, ${one}! `,
      "in an order without a place that comes once": [0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0]
        .map((at) => `${[one, two][at]}. `)
        .join(""),
    };
    const prose = Array.from({ length: 40 }, (_, i) => words(i)).join(" ");
    for (const [name, block] of Object.entries(held)) {
      const plain = sureAfter(`${prose.slice(0, block.length - 1)} `.repeat(80));
      expect(sureAfter(block.repeat(80)), name).toBeLessThanOrEqual(plain + block.length);
    }
  });

  it("code that repeats, when it has gone on for longer", () => {
    const line = 'x[i] = y["a"][i] * (z[i] - 1) / n["b"][0];\n';
    expect(matches(line.repeat(6))).toEqual([]);
    expect(matches(line.repeat(40))).toMatchObject([{ kind: "period", period: line.length, sure: false }]);
  });

  it("loops in other scripts", () => {
    for (const said of [
      "我再试一次，看看测试是否通过。",
      "Я попробую ещё раз запустить тесты. ",
      "मैं फिर से कोशिश करूँगा। ",
      "سأحاول مرة أخرى الآن. ",
    ])
      expect(matches(said.repeat(80))[0], said).toMatchObject({ kind: "period", period: said.length });
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
    "a table": numbered(100, (i) => `| ${1900 + i} | ${i * 7} | ${i}.5 |\n`),
    "an empty table": "|  |  |  |\n".repeat(100),
    "test output": numbered(200, (i) => `  ✓ handles case ${"abcdefghij"[i % 10]}${i} of the parser (${i} ms)\n`),
    "a progress bar": numbered(
      100,
      (i) => `Downloading ${i}% [${"=".repeat(i / 4)}>${" ".repeat(25 - i / 4)}] ${i} of 100 MB\n`,
    ),
    "a list with one word changed": numbered(
      26,
      (i) => `- Add a test for the ${String.fromCharCode(97 + i).repeat(6)} module of the new parser.\n`,
    ),
    "a rule": "-".repeat(400),
    base64: `${Array.from({ length: 700 }, (_, i) => Math.trunc(Math.abs(Math.sin(i)) * 36).toString(36)).join("")}${"A".repeat(250)}`,
    "rows of zeros": "0, ".repeat(400),
    "a JSON array": numbered(
      100,
      (i) => `    { "id": ${i}, "name": "${words(i)}", "tags": ["a", "b"], "ok": true },\n`,
    ),
    "a diff": numbered(80, (i) => `-  const old${i} = read("${i}");\n+  const new${i} = parse("${i}");\n`),
    "a refrain": numbered(
      6,
      (i) =>
        `${"abcdef"[i]} line that nobody has sung before ${"xyzuvw"[i]} comes here\nand another one which tells of ${"mnopqr"[i]} and the sea\nRow, row, row your boat,\ngently down the stream.\n\n`,
    ),
  };
  for (const [name, text] of Object.entries(quiet)) it(name, () => expect(matches(text)).toEqual([]));

  it("nearly all of 720 texts that were asked for: it is seldom sure of a loop", () => {
    let warned = 0;
    let sure = 0;
    for (const { text } of askedTexts()) {
      const found = matches(text);
      if (found.length > 0) warned++;
      if (found.some((match) => match.sure)) sure++;
    }
    expect(sure).toBeLessThanOrEqual(40);
    expect(warned).toBeLessThan(180);
  });

  it("its own source, and its documents", () => {
    for (const file of [
      "native/src/text/text_loop.c",
      "lib/guard/loop-detector.ts",
      "docs/design.md",
      "package-lock.json",
      "LICENSE",
    ])
      expect(matches(readFileSync(file, "utf8")), file).toEqual([]);
  });
});

describe("TextLoopDetector", () => {
  const loop = "I will try to read the file once more. ";

  it("reports a loop when it is seen and when it is sure, and the next one too", () => {
    const other = "Now the other file says something else, which I will have to write down before I forget it. ";
    const found = matches(loop.repeat(200) + other.repeat(10));
    expect(found).toMatchObject([
      { kind: "period", period: loop.length, start: 0, sure: false },
      { kind: "period", period: loop.length, start: 0, sure: true },
      { kind: "period", period: other.length, sure: false },
    ]);
    expect(found[1]?.repeats).toBeLessThan(1300 / loop.length);
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
    using detector = new TextLoopDetector({ minRepeats: 20 });
    detector.push(loop.repeat(10));
    using restored = TextLoopDetector.restore(detector.snapshot());
    expect(restored.push(loop.repeat(3))).toEqual({ detected: false });
    expect(detector.push(loop.repeat(3))).toEqual({ detected: false });
    const match = restored.push(loop.repeat(14));
    expect(match.detected).toBe(true);
    expect(detector.push(loop.repeat(14))).toEqual(match);
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
      { minRepeats: 1 },
      { minRepeats: 2.5 },
      { repeats: 4 },
      { minLength: 0 },
      { maxPeriod: 4097 },
      { messages: 9 },
      { reapets: 3 },
      7,
    ];
    for (const options of wrong)
      expect(() => new TextLoopDetector(options as never), JSON.stringify(options)).toThrow(
        expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }),
      );
    using detector = new TextLoopDetector({ minRepeats: undefined as never });
    expect(() => detector.push(7 as never)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
  });

  it("is of no use once it is closed", () => {
    const detector = new TextLoopDetector();
    detector.close();
    detector.close();
    for (const act of [
      () => detector.push("a"),
      () => detector.push(1 as never),
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
    expect(length).toBeLessThan(24 * 1024);
  });
});
