/** The documents as pages: links, anchors, and text that looks like markup. */
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { documentPages, FILES } from "../../site/make/documents.mjs";
import { htmlOf, sectionOf } from "../../site/make/markdown.mjs";

interface Page {
  path: string;
  text: string;
}
const pages = documentPages(({ body }: { body: string }) => body) as Page[];
const known = new Set(["docs/a.md", "docs/b/README.md"]);

describe("a document", () => {
  test("keeps what looks like markup as text, and drops its remarks", () => {
    const html = htmlOf(
      "<!-- a remark -->\n\nA <script>alert(1)</script> `<b>` <img src=x onerror=y>\n\n```html\n</pre><script>\n```\n",
      { path: "docs/a.md", known },
    );
    expect(html).not.toMatch(/<script|<img|<b>|remark/);
    expect(html).toContain("&lt;script&gt;");
  });

  test("leads to pages, and to nothing that is not there", () => {
    const html = htmlOf("[one](b/README.md#x) [two](../lib/index.ts) [three](https://example.org) [four](b)", {
      path: "docs/a.md",
      known,
    });
    expect(html).toContain('href="b/index.html#x"');
    expect(html).toContain('href="https://example.org"');
    expect(html).toContain('href="b/index.html"');
    expect(html).not.toContain("lib/index");
  });

  test("gives a section without those beside and below it", () => {
    expect(sectionOf("# a\n\n## b\nx\n### c\ny\n## d\nz", "b", true)).toBe("x");
    expect(sectionOf("# a\n\n## b\nx\n### c\ny\n## d\nz", "b")).toBe("x\n### c\ny");
    expect(() => sectionOf("# a", "b")).toThrow('no heading "b"');
  });
});

test("every link of every page leads to a page, and every anchor to a heading", () => {
  const ids = new Map(
    pages.map(({ path, text }) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  const files = new Set<string>([...ids.keys(), ...FILES]);
  const lost: string[] = [];
  for (const { path, text } of pages)
    for (const [, href = ""] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const [file = "", anchor] = href.split("#");
      const target = file === "" ? path : posix.join(posix.dirname(path), file);
      if (!files.has(target)) lost.push(`${path}: ${href}`);
      else if (anchor !== undefined && !ids.get(target)?.has(anchor)) lost.push(`${path}: ${href}`);
    }
  expect(lost).toEqual([]);
  expect(pages.length).toBeGreaterThan(60);
});
