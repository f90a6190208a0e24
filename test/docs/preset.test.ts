/** docs/api.md shows the recommended preset as it is. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Detector } from "../../lib/rules/factories.ts";
import { DEFAULT_LADDER, presetOf } from "../../lib/rules/presets.ts";
import { readDetector } from "../../lib/rules/table.ts";

const api = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const preset = presetOf("recommended");

/** The factory's name: `noProgress` for `no_progress`. */
function factory(type: string): string {
  return type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What differs from the factory's defaults. */
function parameters(detector: Detector): string {
  const defaults: Partial<Record<string, unknown>> = { ...readDetector({ type: detector.type }, "it") };
  const own = Object.entries(detector).filter(([key, value]) => key !== "ladder" && defaults[key] !== value);
  return own.length === 0 ? "" : `\`${own.map(([key, value]) => `${key}: ${value}`).join(", ")}\``;
}

function row(detector: Detector): string {
  const ladder = detector.ladder ?? DEFAULT_LADDER;
  const cells = [`\`${factory(detector.type)}\``, parameters(detector), ladder.warn, ladder.hint, ladder.abort];
  return `| ${cells.map((cell) => cell ?? "").join(" | ")} |`;
}

/** The lines of the table that begins with this one. */
function tableFrom(head: string): string[] {
  const lines = api.slice(api.indexOf(head)).split("\n");
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("|")),
  );
}

test("the table of the recommended preset", () => {
  const head = "| detector | options besides the defaults | warn | hint | abort |";
  expect(tableFrom(head)).toEqual([head, "|---|---|---|---|---|", ...preset.detectors.map(row)]);
});

test("the spans that are no news", () => {
  const { results, failures } = preset.volatile;
  const list = (names: readonly unknown[]) => names.map((name) => `\`"${name}"\``).join(", ");
  const more = failures.filter((name) => !results.includes(name));
  const both = results.filter((name) => name !== "unlessAll");
  expect(failures).toEqual([...both, ...more]);
  expect(api).toContain(`Results are compared without ${list(both)}; failures also without ${list(more)}.`);
});
