/** The recipes of CONTRIBUTING.md, each done to a copy: it changes the files of its list and no others, and the copy holds. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProjectCopy } from "./copy.ts";
import { RECIPES } from "./recipes.ts";

const page = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
/** What scripts write into a checkout, whatever was changed: a recipe need not name it. */
const GENERATED = /^types\/|\.gen\.|^native\/wasm\/loopguard\.wasm$/;

/** The files of a recipe's list: its lines begin with one or more names; `<name>` is the name of what is added. */
function listed(title: string): string[] {
  const [, text] = page.split(`\n### ${title}\n`);
  if (text === undefined) throw new Error(`CONTRIBUTING.md has no recipe "${title}"`);
  const [recipe = ""] = text.split(/\n##/);
  const lines = recipe.split("\n").filter((line) => line.startsWith("- `"));
  return lines.flatMap((line) =>
    [...(line.split(": ")[0] as string).matchAll(/`([^`]+)`/g)].map(([, path]) => path as string),
  );
}

function pattern(path: string): RegExp {
  const parts = path.split("<name>").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\w-]+")}$`);
}

describe("a recipe", () => {
  let copy: ProjectCopy;
  beforeAll(() => {
    copy = new ProjectCopy();
  });
  afterAll(() => copy.remove());

  it("stands in CONTRIBUTING.md for each of ten things", () => {
    expect(RECIPES.map(({ title }) => title)).toEqual([...page.matchAll(/^### (An? .+)$/gm)].map(([, title]) => title));
    expect(RECIPES).toHaveLength(10);
  });

  it.each(RECIPES)(
    "$title",
    ({ title, add, checks }) => {
      try {
        add(copy);
        const changed = copy.changed().filter((path) => !GENERATED.test(path));
        const files = listed(title).map((path) => ({ path, is: pattern(path) }));
        expect(
          changed.filter((path) => !files.some(({ is }) => is.test(path))),
          "changed, and not listed",
        ).toEqual([]);
        expect(
          files.filter(({ is }) => !changed.some((path) => is.test(path))).map(({ path }) => path),
          "listed, and not changed",
        ).toEqual([]);
        for (const check of checks) copy.run(check);
      } finally {
        copy.reset();
      }
    },
    600_000,
  );
});
