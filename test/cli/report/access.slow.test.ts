/** The report for those who use the keyboard, a screen reader, a dark screen, a phone, or paper. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ReportRun, ScanDetection } from "../../../lib/cli/scan-types.ts";
import { call, calls, type HtmlReport, openRun, reportPages, sample, shownRuns } from "./browser.ts";

const open = reportPages();
const report = sample({ runs: 60 });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** What has the focus, as a screen reader would name it, roughly. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : undefined;
    return label ?? element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const text = await focused(page);
    if (typeof name === "string" ? text === name : name.test(text)) return;
  }
  throw new Error(`Sixty times Tab does not lead to ${name}`);
}

describe("axe", () => {
  const widths = [1280, 375];
  describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
    test.each(widths)("finds nothing at a width of %i, closed and with a run and a call open", async (width) => {
      const page = await open(report, { colorScheme, width });
      expect(await faults(page)).toEqual([]);
      if (width < 620) for (const fold of [/^Where:/, "Find and order"]) await page.getByText(fold).click();
      await page.getByText("The same as a table").click();
      const worst = (await shownRuns(page))[0] as string;
      await openRun(page, worst);
      await call(page, 4).click();
      expect(await faults(page)).toEqual([]);
    });

    test("finds every colour of calls readable, and the letters of loops", async () => {
      const strip = Array.from({ length: 60 }, (_, index) => ({
        name: "search",
        args: "",
        result: "",
        error: index % 5 === 0,
        same: index % 20,
        round: index,
      }));
      const found = report.runs.flatMap(({ detections }) => detections);
      const detections = [0, 1, 2].map((at) => ({
        ...(found[at] as ScanDetection),
        callIndex: 20 * at,
        calls: [20 * at],
      }));
      const run = { ...(report.runs[0] as ReportRun), calls: strip.length, strip, detections };
      const page = await open({ ...report, runs: [run] }, { colorScheme });
      await openRun(page, run.id);
      const colours = await calls(page).evaluateAll((cells) =>
        cells.map((cell) => getComputedStyle(cell).backgroundColor),
      );
      expect(new Set(colours).size).toBe(12);
      expect(await faults(page)).toEqual([]);
    });

    test("finds nothing in a report without runs, with errors only", async () => {
      const page = await open({ ...report, runs: [] }, { colorScheme });
      expect(await faults(page)).toEqual([]);
    });
  });
});

describe("the keyboard alone", () => {
  test("filters, opens a run, walks its calls, and closes it", async () => {
    const page = await open(report);
    await tabTo(page, "Skip to the runs");
    await page.keyboard.press("Enter");
    await tabTo(page, "Find a run, file or tool");
    await page.keyboard.type("coding");
    const [first] = await shownRuns(page);
    expect(first).toContain("coding");
    const run = report.runs.find(({ id }) => id === first) as ReportRun;
    await tabTo(page, run.id);
    await page.keyboard.press("Enter");
    await page.locator(".detail").waitFor();
    await tabTo(page, /^Call 1:/);
    const heading = page.locator(".call h4");
    expect(await heading.count()).toBe(0);
    await page.keyboard.press("Enter");
    expect(await heading.textContent()).toBe(`Call 1: ${run.strip[0]?.name}`);
    const walk: [key: string, to: number][] = [
      ["ArrowRight", 2],
      ["ArrowRight", 3],
      ["ArrowLeft", 2],
      ["End", run.calls],
      ["ArrowRight", run.calls],
      ["Home", 1],
      ["ArrowLeft", 1],
      ["ArrowUp", 1],
    ];
    for (const [key, to] of walk) {
      await page.keyboard.press(key);
      expect([key, await heading.textContent()]).toEqual([key, `Call ${to}: ${run.strip[to - 1]?.name}`]);
      expect(await focused(page)).toMatch(new RegExp(`^Call ${to}:`));
    }
    expect(await page.locator("[role=option][tabindex='0']").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.locator(".detail").count()).toBe(0);
    expect(await focused(page)).toBe(run.id);
  });

  test("ArrowDown and ArrowUp go to the cell below and above", async () => {
    const page = await open(sample({ runs: 3, calls: 200 }), { width: 700 });
    await openRun(page, (await shownRuns(page))[0] as string);
    await call(page, 5).click();
    const box = async () => (await page.locator("[aria-selected=true]").boundingBox()) as { x: number; y: number };
    const before = await box();
    await page.keyboard.press("ArrowDown");
    const below = await box();
    expect([below.x, below.y > before.y]).toEqual([before.x, true]);
    await page.keyboard.press("ArrowUp");
    expect(await page.locator(".call h4").textContent()).toMatch(/^Call 5:/);
  });

  test("shows where it is", async () => {
    const page = await open(report);
    const outline = () => page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    for (const name of ["Skip to the runs", "Find a run, file or tool", "Order"]) {
      await tabTo(page, name);
      expect([name, await outline()]).toEqual([name, "solid"]);
    }
  });
});

describe("colours", () => {
  const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test("are those of the system, until the button says otherwise", async () => {
    const page = await open(report, { colorScheme: "dark" });
    const toggle = page.getByRole("button", { name: /^Colours/ });
    const dark = await paper(page);
    expect(await toggle.textContent()).toBe("Colours: as the system");
    await toggle.click();
    const light = await paper(page);
    expect([await toggle.textContent(), light]).toEqual(["Colours: light", "rgb(255, 255, 255)"]);
    expect(light).not.toBe(dark);
    await toggle.click();
    expect([await toggle.textContent(), await paper(page)]).toEqual(["Colours: dark", dark]);
    await toggle.click();
    await page.emulateMedia({ colorScheme: "light" });
    expect(await paper(page)).toBe(light);
  });

  test("on paper are light, and what can only be clicked is left out", async () => {
    const page = await open(report, { colorScheme: "dark" });
    await page.getByRole("button", { name: /^Colours/ }).click();
    await page.getByRole("button", { name: /^Colours/ }).click();
    const bars = () =>
      page
        .locator("#timeline .bar")
        .first()
        .evaluate((bar) => getComputedStyle(bar).backgroundColor);
    const darkBars = await bars();
    await page.emulateMedia({ media: "print" });
    expect(await bars()).not.toBe(darkBars);
    expect(await paper(page)).toBe("rgb(255, 255, 255)");
    expect(await page.getByRole("button", { name: "Next page" }).isVisible()).toBe(false);
    expect(await page.getByLabel("Order").isVisible()).toBe(false);
    expect(await page.locator("#by-tool").getByRole("button").first().isVisible()).toBe(true); // the tools' names
  });
});

test("where a system forces its colours, calls and bars can still be seen", async () => {
  const page = await open(report);
  await page.emulateMedia({ forcedColors: "active" });
  await openRun(page, (await shownRuns(page))[0] as string);
  const unseen = await page.evaluate(() => {
    const paper = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll(".cell, .bar")]
      .filter((shape) => ["rgba(0, 0, 0, 0)", paper].includes(getComputedStyle(shape).backgroundColor))
      .map((shape) => shape.outerHTML);
  });
  expect(await page.locator(".cells .cell").count()).toBeGreaterThan(1);
  expect(unseen).toEqual([]);
});

test("nothing moves by itself", async () => {
  const page = await open(report);
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element);
        return animationName !== "none" || transitionDuration !== "0s" || scrollBehavior === "smooth";
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(moving).toEqual([]);
});

test.each([320, 375, 768])("at a width of %i nothing has to be scrolled sideways", async (width) => {
  const long: HtmlReport = structuredClone(report);
  Object.assign(long.runs[0] as ReportRun, { id: "x".repeat(300), file: `${"folder/".repeat(40)}a.jsonl` });
  const page = await open(long, { width });
  await openRun(page, (await shownRuns(page))[0] as string);
  await call(page, 1).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

describe("the first screen", () => {
  test.each([
    ["a phone", 390, 844],
    ["a desk", 1440, 900],
  ])("of %s has the sentence, the totals and the first runs with their loops", async (_what, width, height) => {
    const page = await open(report, { width });
    await page.setViewportSize({ width, height });
    const bottom = (at: number) =>
      page
        .locator(".runs tbody tr")
        .nth(at)
        .evaluate((row) => row.getBoundingClientRect().bottom);
    await page.locator(".runs .called bdi").first().waitFor();
    expect(await bottom(1)).toBeLessThan(height);
    expect(await page.locator(".runs .line").first().isVisible()).toBe(true);
  });

  test("on a phone what is folded can be opened, and is open elsewhere and on paper", async () => {
    const page = await open(report, { width: 390 });
    const shown = async () => [await page.locator("#by-tool").isVisible(), await page.locator("#find").isVisible()];
    expect(await shown()).toEqual([false, false]);
    await page.getByText(/^Where:/).click();
    expect(await shown()).toEqual([true, false]);
    expect(await page.locator("#timeline .bar").first().isVisible()).toBe(true);
    await page.locator("#by-tool").getByRole("button", { name: "browser_search" }).click();
    expect(await page.getByLabel("Find a run, file or tool").inputValue()).toBe("browser_search");
    expect(await shown()).toEqual([true, true]); // it says what the list is limited to
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await shown()).toEqual([true, true]);
    expect(await page.getByText(/^Where:/).isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(shown).toEqual([false, false]);
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => page.locator("#by-tool").isVisible()).toBe(true);
  });
});
