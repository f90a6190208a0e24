/** The settings of the page, and the lines with them. */
import { transformSync } from "esbuild";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LoopGuard } from "../../lib/index.ts";
import { noNews } from "../../lib/rules/factories.ts";
import { frameworks } from "../../site/make/content.mjs";
import { hashOf, placeIn } from "../../site/page/address.ts";
import { type Lines, snippet } from "../../site/page/snippet.ts";
import {
  isDefault,
  optionsCode,
  optionsOf,
  type Settings,
  settingsFrom,
  settingsOf,
  settingsToParameters,
} from "../../site/shared/settings.ts";
import { tries } from "../effort.ts";

const settings: fc.Arbitrary<Settings> = fc.record({
  preset: fc.constantFrom("recommended", "strict", "lenient", "observe"),
  times: fc.integer({ min: 1, max: 12 }),
  refuse: fc.integer({ min: 1, max: 12 }),
  end: fc.integer({ min: 1, max: 24 }),
  price: fc.double({ min: 0, max: 1_000, noNaN: true }),
});
const all = (await frameworks()) as Lines[];
const own: Settings = { ...settingsOf("strict"), times: 4, refuse: 2 };

describe("settings", () => {
  test("are those of the preset, until somebody changes them", () => {
    expect(optionsOf(settingsOf("strict"))).toEqual({ preset: "strict" });
    expect(isDefault(settingsOf("recommended"))).toBe(true);
    expect(optionsOf({ ...settingsOf("recommended"), times: 3 })).toMatchObject({
      preset: "recommended",
      detectors: [{ type: "no_news", times: 3, settled: true, ladder: { hint: 1, abort: 5 } }],
    });
  });

  test("make a guard, and the code that is shown makes the same one", () => {
    fc.assert(
      fc.property(settings, (one) => {
        const options = optionsOf(one);
        new LoopGuard(options).close();
        const shown = new Function("noNews", `return ${optionsCode(one)}`)(noNews) as typeof options;
        expect(shown.preset).toBe(options.preset);
        expect(shown.detectors?.map((detector) => ({ ...detector, name: undefined }))).toEqual(
          options.detectors?.map((detector) => ({ ...detector, name: undefined })),
        );
      }),
      { numRuns: tries(300) },
    );
  });

  test("come back from the address", () => {
    fc.assert(
      fc.property(settings, (one) => {
        expect(settingsFrom(settingsToParameters(one))).toEqual(one);
        expect(placeIn(hashOf({ settings: one, example: "edits", run: 3, call: 0 }))).toEqual({
          settings: one,
          example: "edits",
          run: 3,
          call: 0,
        });
      }),
      { numRuns: tries(300) },
    );
  });

  test("of an address that anybody wrote are those of the preset", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("preset", "times", "refuse", "end", "price", "run"), fc.string()),
        (given) => {
          const { preset } = settingsFrom(new URLSearchParams(given));
          new LoopGuard(optionsOf(settingsFrom(new URLSearchParams(given)))).close();
          expect(["recommended", "strict", "lenient", "observe"]).toContain(preset);
        },
      ),
      { numRuns: tries(300) },
    );
    expect(settingsFrom(new URLSearchParams("times=1e9&refuse=-1&end=x&price=Infinity&preset=__proto__"))).toEqual(
      settingsOf("recommended"),
    );
  });
});

describe("the lines to paste", () => {
  test("are those of the document for the preset as it comes", () => {
    for (const lines of all) expect(snippet(lines, settingsOf("recommended")), lines.name).toBe(lines.code);
    expect(all.length).toBeGreaterThan(20);
  });

  test.each(
    all.filter(({ kind }) => kind === "guard" || kind === "options").map((lines) => [lines.name, lines] as const),
  )("%s: with settings they are code that makes such a guard", (_, lines) => {
    const code = snippet(lines, own) as string;
    expect(code).toContain(optionsCode(own));
    expect(code).toContain('from "loopguard";');
    transformSync(code, { loader: "ts", format: "esm" });
    if (lines.kind === "guard") expect(code).toMatch(/[(,] ?guard\)/);
    // A preset needs no detector of its own.
    expect(snippet(lines, settingsOf("strict"))).not.toContain("noNews");
  });

  test("put the guard behind what is given, also over nested brackets", () => {
    const lines = all.find(({ name }) => name === "mastra") as Lines;
    expect(snippet(lines, settingsOf("strict"))?.split("\n")).toEqual([
      'import { LoopGuard } from "loopguard";',
      'import { withLoopGuard } from "loopguard/mastra";',
      "",
      'const guard = new LoopGuard({ preset: "strict" });',
      "",
      'const agent = new Agent(withLoopGuard({ id: "support", name: "support", instructions, model, tools }, guard));',
    ]);
  });

  test("of a CLI agent have a flag, or a file of their own", () => {
    const lines = all.find(({ name }) => name === "init-claude") as Lines;
    expect(snippet(lines, settingsOf("lenient"))).toBe("npx loopguard init claude --preset lenient");
    const [, json = ""] = /EOF'\n([\s\S]*?)\nEOF\n/.exec(snippet(lines, own) ?? "") ?? [];
    new LoopGuard(JSON.parse(json)).close();
    expect(snippet(lines, own)).toMatch(/init claude --config loopguard\.json$/);
  });

  test("that take no settings say so", () => {
    expect(
      all
        .filter((lines) => snippet(lines, own) === undefined)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["opencode", "pi"]);
  });
});
