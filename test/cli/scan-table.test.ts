/** The table of loops, in terminals of any width. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FoundLoop, loopTable } from "../../lib/cli/scan/loop-table.ts";
import { widthOf } from "../../lib/cli/terminal.ts";
import { picocolors } from "../../lib/traces/libraries.ts";
import { tries } from "../effort.ts";

const plain = picocolors.createColors(false);
const colored = picocolors.createColors(true);
// biome-ignore lint/suspicious/noControlCharactersInRegex: what colours are made of
const ANSI = /\u001b\[\d+m/g;

function found(id: string, file: string, tool = "search", more: Partial<FoundLoop["loop"]> = {}): FoundLoop {
  const loop: FoundLoop["loop"] = {
    detector: "no_news",
    toolName: tool,
    callIndex: 2,
    repeats: 5,
    cycleLength: 1,
    evidence: "strong",
    action: "abort",
    wastedCalls: 1_234,
    wastedTokens: 98_765,
    pattern: [tool],
    message: "",
    fingerprint: "0".repeat(32),
  };
  return { run: { id, file, line: 1 }, loop: { ...loop, ...more } };
}

const UUID = "0b5e7e9c-3b0a-4b7c-9d51-000000000001";

function table(width: number, loops: readonly FoundLoop[], { files = 2, colors = plain, priced = false } = {}): string {
  const pricing = priced ? { price: 3, currency: "EUR" } : undefined;
  return loopTable(loops, { pricing, colors, width, files });
}

const head = (text: string): string[] => (text.split("\n")[0] ?? "").trim().split(/\s{2,}/);
const ALL = ["run", "file", "tool", "pattern", "first", "repeats", "evidence", "would have", "calls", "tokens"];

describe("the table of loops", () => {
  const loops = [found(UUID, "/data/traces/a/sessions.jsonl"), found("r2", "/data/traces/b.jsonl")];

  it("in a pipe has everything; calls are numbered from 1, files without the folder that all are in", () => {
    const text = table(Number.POSITIVE_INFINITY, loops);
    expect(head(text)).toEqual(ALL);
    expect(text).toMatch(
      new RegExp(`^ ${UUID}   a/sessions\\.jsonl +search +no_news: nothing new came back +#3 +5 `, "m"),
    );
    expect(text).toMatch(/^ r2 {37}b\.jsonl /m);
  });

  it("does not name the only file in each row", () => {
    expect(head(table(200, loops, { files: 1 }))).toEqual(ALL.filter((name) => name !== "file"));
  });

  it("leaves columns out of narrow terminals, and lists ids below where they take too much", () => {
    expect(head(table(128, loops))).toEqual([
      "run",
      "file",
      "tool",
      "pattern",
      "repeats",
      "would have",
      "calls",
      "tokens",
    ]);
    const narrow = table(80, loops, { priced: true });
    expect(head(narrow)).toEqual(["#", "tool", "pattern", "first", "would have", "calls", "tokens", "cost"]);
    expect(narrow).toMatch(new RegExp(`\n#1 {2}${UUID} {2}a/sessions\\.jsonl\n#2 {2}r2 {2}b\\.jsonl$`));
    expect(head(table(44, loops))).toEqual(["#", "tool", "would have", "calls", "tokens"]);
  });

  it("counts a character that takes two columns as two", () => {
    const text = table(40, [found("r", "", "漢".repeat(7), { wastedTokens: 1, wastedCalls: 0, callIndex: 0 })], {
      colors: colored,
      priced: true,
    }).replace(ANSI, "");
    for (const line of text.split("\n")) expect(widthIn(line)).toBeLessThanOrEqual(40);
  });

  it("has no number of a call for a loop in text", () => {
    const text = { kind: "period", message: 0, period: 9, saved: 0, passage: "again and" } as const;
    expect(table(200, [found("r", "f", "(text)", { text })])).not.toContain("#3");
  });

  it("is never wider than the terminal from 40 columns on, with ids whole, in colours and without", () => {
    const word = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: fc.constantFrom("漢", "a", "é", "😀", "✅", "⚡"), maxLength: 60 }),
    );
    const loop = fc
      .tuple(word, word, word, fc.nat(1e9), fc.nat(1e5), fc.nat(1e5))
      .map(([id, file, tool, wastedTokens, wastedCalls, callIndex]) =>
        found(`r${id}`, file, tool, { wastedTokens, wastedCalls, callIndex }),
      );
    fc.assert(
      fc.property(
        fc.array(loop, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 40, max: 200 }),
        fc.boolean(),
        fc.boolean(),
        (loops, width, isColored, priced) => {
          const text = table(width, loops, { colors: isColored ? colored : plain, priced }).replace(ANSI, "");
          const lines = text.split("\n").filter((line) => !/^#\d/.test(line));
          for (const line of lines) expect(widthIn(line)).toBeLessThanOrEqual(width);
          for (const { run } of loops)
            expect(text).toContain(run.id.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim());
        },
      ),
      { numRuns: tries(500) },
    );
  });
});

/** Columns that a terminal takes for a line. */
function widthIn(line: string): number {
  return [...line].reduce((sum, character) => sum + (/[漢😀✅⚡]/u.test(character) ? 2 : 1), 0);
}

describe("the width", () => {
  it("is that of the terminal, 80 if that is not known, and none for a pipe", () => {
    expect(widthOf({ isTTY: true, columns: 132 })).toBe(132);
    expect(widthOf({ isTTY: true })).toBe(80);
    expect(widthOf({ isTTY: true, columns: 0 })).toBe(80);
    expect(widthOf({ columns: 20 })).toBe(Number.POSITIVE_INFINITY);
  });
});
