/** docs/errors.md names every warning that is told once, and every `where` of `loopguard:error`. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/errors.md", root), "utf8");
/** What stands in backticks in the first column of a section's table. */
const namesIn = (section: string): string[] =>
  [...(page.split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(
    ([, cell]) => [...(cell as string).matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
  );

const sources = readdirSync(new URL("lib", root), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && path !== "otel.ts")
  .map((path) => readFileSync(new URL(`lib/${path}`, root), "utf8"));
const found = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name as string))),
];

test("warnings that are told once", () => {
  const told = found(/tellMisuse\([^;]*?"(LOOPGUARD_\w+)"/g);
  const otherwise = ["LOOPGUARD_CALL"]; // by a condition
  expect(namesIn("Told once").toSorted()).toEqual([...new Set([...told, ...otherwise])].toSorted());
});

test("where something went wrong", () => {
  const published = found(/(?:publishError|callbackErrors\.tell)\([^;=]*?"([\w.]+)"/g);
  const attempted = found(/\battempt\(.*, "([\w.]+)"(?:, [\w.?]+)?\)/g);
  const missing = [...published, ...attempted].filter((name) => !namesIn("Not thrown").includes(name));
  expect(missing).toEqual([]);
});
