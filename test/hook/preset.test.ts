/** What the C program was given of lib: the generated header, and the expressions that were made literals. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { lineDiff } from "../../lib/cli/init.ts";
import { literalsOf } from "../../scripts/regex-literals.mjs";

const script = fileURLToPath(new URL("../../scripts/build-native-tables.mjs", import.meta.url));

it("the generated headers match lib", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  const files = [
    "native/hook/words.gen.h",
    "native/programs/messages.gen.h",
    "native/programs/own_words.gen.h",
    "native/scan/characters.gen.h",
    "native/scan/fields.gen.h",
    "native/scan/traits.gen.h",
    "native/scan/words.gen.h",
    "native/src/identity/ignored_members.gen.h",
    "native/src/policy/options.gen.h",
    "native/src/policy/presets.gen.h",
    "native/src/state/word_bytes.gen.h",
    "native/src/text/beside_numbers.gen.h",
    "native/src/text/byte_kinds.gen.h",
    "native/src/text/call_names.gen.h",
    "native/src/text/envelope_names.gen.h",
    "native/src/text/frames.gen.h",
    "native/src/text/not_yet_context.gen.h",
    "native/src/text/passing_words.gen.h",
    "native/src/text/result_words.gen.h",
    "native/src/text/shell_programs.gen.h",
    "native/src/text/times.gen.h",
  ];
  expect([status, stdout, stderr]).toEqual([0, files.map((file) => `${file}: ok\n`).join(""), ""]);
});

describe("literalsOf", () => {
  const texts = (expression: RegExp) => literalsOf(expression).map(({ text }) => text);

  it("lists what an expression matches", () => {
    expect(texts(/a\d|\[b\]\\/)).toEqual([...Array.from("0123456789", (digit) => `a${digit}`), "[b]\\"]);
    expect(texts(/a[ -]?b|c/)).toEqual(["ab", "a b", "a-b", "c"]);
    expect(texts(/^(?:x)?(?:y|z) /)).toEqual(["y ", "z ", "xy ", "xz "]);
    expect(literalsOf(/\bin\b(?! (?:a|b))/)).toEqual([
      { text: "in", wordBefore: true, wordAfter: true, notBefore: [" a", " b"] },
    ]);
  });

  it.each([/a*/, /a+/, /./, /\w/, /\n/, /[a-z]/, /(a)/, /a$/, /a(?=b)/, /a{2}/])("throws for %s", (expression) => {
    expect(() => literalsOf(expression)).toThrow("does not know");
  });
});

describe("lineDiff", () => {
  /** All common subsequences, tried one by one. */
  function mostInCommon(a: readonly string[], b: readonly string[]): number {
    if (a.length === 0 || b.length === 0) return 0;
    if (a[0] === b[0]) return 1 + mostInCommon(a.slice(1), b.slice(1));
    return Math.max(mostInCommon(a.slice(1), b), mostInCommon(a, b.slice(1)));
  }

  it("contains both texts, with as many common lines as possible", () => {
    const words = ["a", "b", "c"];
    for (let i = 0; i < 729; i++) {
      const pick = (n: number) => words[Math.floor(i / 3 ** n) % 3] as string;
      const [a, b] = [[pick(0), pick(1), pick(2)], [pick(3), pick(4), pick(5), "a"].slice(i % 3)];
      const diff = lineDiff(a.join("\n"), `${b.join("\n")}\n`);
      const side = (sign: string) => diff.flatMap((line) => (line.startsWith(sign) ? [] : [line.slice(1)]));
      expect(side("+")).toEqual(a);
      expect(side("-")).toEqual(b);
      expect(diff.filter((line) => line.startsWith(" "))).toHaveLength(mostInCommon(a, b));
    }
  });

  it("of a long text, what is not changed costs next to nothing", () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `${i}`); // the whole square of them does not fit into memory
    const changed = lines.with(50_000, "new");
    expect(lineDiff(lines.join("\n"), changed.join("\n")).filter((line) => !line.startsWith(" "))).toEqual([
      "-50000",
      "+new",
    ]);
  });

  it("an empty text has no lines", () => {
    expect(lineDiff("", "a\n")).toEqual(["+a"]);
    expect(lineDiff("a", "")).toEqual(["-a"]);
  });
});
