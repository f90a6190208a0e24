/** The file as text: its data comes back as it was, and nothing in it is markup. */
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { template } from "../../../lib/cli/report/template.ts";
import type { ReportRun } from "../../../lib/cli/scan-types.ts";
import { type HtmlReport, pieces, sample } from "./browser.ts";

const DATA = /<script type="application\/json" data-part="(\w+)" data-first="(\d+)">([\s\S]*?)<\/script>/g;

function dataOf(html: string) {
  return [...html.matchAll(DATA)].map(([, part, first, text]) => ({
    part,
    first: Number(first),
    text: text as string,
  }));
}

function render(report: HtmlReport): string {
  return pieces(report).join("");
}

/** The one script that runs, and the style. */
function inlined(html: string, tag: "script" | "style"): string {
  const [, text, ...more] = html.split(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`));
  expect(more).toHaveLength(1);
  return text as string;
}

/** The report that the blocks hold, put together as the types say. */
function readBack(html: string): HtmlReport {
  const blocks = dataOf(html);
  const of = (part: string) => blocks.filter((block) => block.part === part).map((block) => JSON.parse(block.text));
  const strips = of("strips").flat();
  const runs = of("runs").flat() as (ReportRun & { tools?: string[] })[];
  return {
    ...of("report")[0],
    runs: runs.map(({ tools, ...run }, index) => {
      expect(tools).toEqual([...new Set(strips[index].map((call: { name: string }) => call.name))]);
      return { ...run, strip: strips[index] };
    }),
  };
}

describe("ReportPage", () => {
  test("writes all of the report", () => {
    const report = sample({ runs: 30 });
    expect(readBack(render(report))).toEqual(report);
  });

  test("gives any text back as it was, lone surrogates too, and no text begins a tag", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("</script>", "<!--", "\ud800", "\u2028", "]]>"),
    );
    const withText = fc.tuple(text, text, text, text).map(([id, name, args, result]) => {
      const report = sample({ runs: 1, loops: 1 });
      const run = report.runs[0] as ReportRun;
      run.strip = [{ name, args, result, error: false, same: 0, round: 1 }];
      return { ...report, settings: result, runs: [{ ...run, id, file: name }] };
    });
    fc.assert(
      fc.property(withText, (report) => {
        const html = render(report);
        expect(readBack(html)).toEqual(report);
        expect(Buffer.from(html).toString()).toBe(html); // UTF-8 loses nothing of it
        for (const { text } of dataOf(html)) expect(text).not.toContain("<");
      }),
    );
  });

  test("cuts many runs into blocks that say where they begin, one run a line", () => {
    const report = sample({ runs: 8_000, calls: 6 });
    const html = render(report);
    for (const part of ["runs", "strips"]) {
      const blocks = dataOf(html).filter((block) => block.part === part);
      expect(blocks.length).toBeGreaterThan(1);
      let first = 0;
      for (const block of blocks) {
        expect(block.first).toBe(first);
        const runs = JSON.parse(block.text);
        expect(block.text.trim().split("\n")).toHaveLength(runs.length + 2);
        first += runs.length;
      }
      expect(first).toBe(8_000);
    }
  });

  test("keeps no more than a block", () => {
    const report = sample({ runs: 8_000, calls: 6 });
    const [, ...blocks] = pieces(report); // the first is the page's style
    blocks.pop(); // and the last its script
    const longest = Math.max(...report.runs.map((run) => JSON.stringify(run).length));
    expect(Math.max(...blocks.map((piece) => piece.length))).toBeLessThan((1 << 20) + 2 * longest);
    expect(blocks.filter((piece) => piece !== "").length).toBeGreaterThan(1);
  });

  test("lets only its own script and style work, and fetches nothing", () => {
    const html = render(sample({ runs: 1 }));
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toBe(
      `default-src 'none'; script-src ${hash(inlined(html, "script"))}; style-src ${hash(inlined(html, "style"))}; ` +
        "base-uri 'none'; form-action 'none'",
    );
    expect(html).not.toMatch(/<(link|img|iframe|object|embed|base)\b/);
    expect(html).not.toMatch(/\s(src|style|on\w+)=/);
  });
});

test("the module that dist gets holds the same page, and needs nothing to give it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loopguard-report-"));
  try {
    const builder = new URL("../../../scripts/build-report.mjs", import.meta.url).href;
    const { buildReport } = await import(builder);
    const file = join(folder, "template.mjs");
    buildReport(file);
    expect((await import(pathToFileURL(file).href)).template).toEqual(template);
    expect(await readFile(file, "utf8")).not.toMatch(/^\s*import\b/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});
