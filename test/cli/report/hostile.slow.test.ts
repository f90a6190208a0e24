/** Whatever tools are called, given and say is text: it runs nothing, fetches nothing, and breaks nothing. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ReportRun } from "../../../lib/cli/scan-types.ts";
import { call, type HtmlReport, reportPages, sample } from "./browser.ts";

const open = reportPages();

/** A report in which every text of a trace, and of the one who ran the scan, is `text`. */
function everywhere(text: string): HtmlReport {
  const report = sample({ runs: 4, loops: 1 });
  const runs = report.runs.map(
    (run): ReportRun => ({
      ...run,
      id: text,
      file: text,
      startedAt: text,
      detections: run.detections.map((loop) => ({
        ...loop,
        detector: text,
        toolName: text,
        pattern: loop.pattern.map(() => text),
        message: text,
      })),
      strip: run.strip.map((one) => ({ ...one, name: text, args: text, result: text })),
    }),
  );
  return {
    ...report,
    runs,
    madeAt: text,
    settings: text,
    guard: text,
    errors: [{ file: text, line: 1, reason: text }],
  };
}

/** Everything in the body but the data, as elements. */
function elements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = [...document.body.querySelectorAll("*")].map((element) => element.localName);
    return [...new Set(names)].sort();
  });
}

/** Of a report with ordinary texts, and those of which a hostile one may need more. */
async function ordinaryElements(): Promise<string[]> {
  const page = await open(sample({ runs: 4, loops: 1 }));
  await look(page);
  return [...(await elements(page)), "strong", "li"];
}

async function look(page: Page): Promise<void> {
  await page.locator(".runs a[data-run]").nth(1).click();
  await call(page, 2).click();
}

const word = "w".repeat(100_000);
const HOSTILE: [what: string, text: string][] = [
  ["markup that ends the script", '</script><img src=x onerror="document.title=1"><script>document.title=1</script>'],
  ["a comment and a script", "<!--<script>"],
  ["markup that ends the style", "</style></title></textarea><svg onload=document.title=1>"],
  ["an address", "javascript:document.title=1"],
  ["right-to-left text", "שלום \u202e evil \u2067 عالم"],
  ["a lone surrogate", "a\ud800b\udc00"],
  ["line separators", "a\u2028b\u2029c"],
  ["a NUL and other controls", "a\u0000b\u0007c\u001bd"],
  ["quotes and backslashes", `"'\`\\\\u003c\\`],
  ["the name of an inherited member", "__proto__"],
  ["a template", "${document.title=1} {{constructor}} %s %c"],
  ["a word of 100 KB", word],
  ["nothing", ""],
];

describe("hostile texts", () => {
  let known: string[] | undefined;

  test.each(HOSTILE)("%s is shown as it is", async (_what, text) => {
    const title = "Tool-call loops: loopguard report";
    known ??= await ordinaryElements();
    const page = await open(everywhere(text));
    await look(page);
    expect(await page.title()).toBe(title);
    expect((await elements(page)).filter((name) => !known?.includes(name))).toEqual([]);
    // The parser turns NUL into U+FFFD only in markup, and text nodes are none.
    const shown = await page.locator(".call pre").evaluateAll((all) => all.map((element) => element.textContent));
    expect(shown).toEqual(text === "" ? ["(nothing)", "(nothing)"] : [text, text]);
    expect(await page.locator(".loops li > p bdi").first().textContent()).toBe(text === "" ? "(empty)" : text);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  });

  test("text of one direction turns nothing else round", async () => {
    const page = await open(everywhere("\u202eשלום"));
    await look(page);
    const isolated = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.querySelector("main") as Node, NodeFilter.SHOW_TEXT);
      const loose: string[] = [];
      while (texts.nextNode()) {
        const parent = texts.currentNode.parentElement as Element;
        const alone = getComputedStyle(parent).unicodeBidi;
        const foreign = texts.currentNode.textContent?.includes("\u202e") ?? false;
        if (foreign && !/isolate|plaintext/.test(alone) && parent.localName !== "option") loose.push(parent.outerHTML);
      }
      return loose;
    });
    expect(isolated).toEqual([]);
  });

  test("100 KB names make no labels of 100 KB", async () => {
    const page = await open(everywhere(word));
    await look(page);
    const longest = await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll("[aria-label]")].map((element) => element.ariaLabel?.length ?? 0)),
    );
    expect(longest).toBeLessThan(400);
  });
});
