/** Each link of the README that npm shows leads somewhere: to a file that travels, or to the repository. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { publishedReadme } from "../../scripts/published-readme.mjs";
import { Packed, root } from "./packed.ts";

const source = readFileSync(`${root}README.md`, "utf8");
const linksOf = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to as string);

test("links of the packed one resolve", () => {
  using packed = new Packed();
  const text = packed.text("README.md");
  const links = linksOf(text).filter((to) => !to.startsWith("https://"));
  expect(links).toContain("LICENSE");
  for (const to of links) {
    const [path, anchor] = to.split("#");
    if (path !== "") expect(packed.paths).toContain(path);
    else expect(text).toMatch(new RegExp(`^#+ ${anchor?.replaceAll("-", " ")}$`, "im"));
  }
  expect(text).not.toMatch(/!\[/);
  // Nothing else is changed.
  const words = (markdown: string) =>
    markdown
      .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
      .replaceAll(/\]\([^)]*\)|\[/g, "")
      .replaceAll("]", "");
  expect(words(text)).toBe(words(source));
});

test.each(["https://example.org/x", { url: "git+https://example.org/x.git" }])(
  "with the repository %j",
  (repository) => {
    const text = publishedReadme(source, { repository, version: "1.2.3" }, ["LICENSE"]);
    expect(text).toContain("[formats](https://example.org/x/blob/v1.2.3/docs/cli/formats.md)");
    expect(text).toContain("[one function](https://example.org/x/blob/v1.2.3/docs/api.md#guardfunction)");
    expect(text).toContain("](https://example.org/x/raw/v1.2.3/docs/images/report.png)");
    expect(linksOf(text).filter((to) => !/^(https:|#|LICENSE$)/.test(to))).toEqual([]);
  },
);
