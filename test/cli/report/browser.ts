/// <reference lib="dom" />
/// <reference lib="es2024.string" />
/** Reports opened in a real Chromium, as a file. Any request, console error or exception of a page fails its test. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { ReportPage } from "../../../lib/cli/report/render.ts";
import type { PageReport, ReportRun } from "../../../lib/cli/scan-types.ts";
import { launchChromium, NEEDS_CHROMIUM } from "./chromium.mjs";
import { sampleReport } from "./sample-report.mjs";

/** The data of `loopguard scan --html`. */
export interface HtmlReport extends PageReport {
  runs: ReportRun[];
}

export interface SampleOptions {
  runs?: number;
  calls?: number;
  loops?: number;
  timed?: boolean;
}

/** A made-up scan, as in the screenshot of the README. */
export const sample = sampleReport as unknown as (options?: SampleOptions) => HtmlReport;

/** What the file is written in. */
export function pieces({ runs, ...report }: HtmlReport): string[] {
  const page = new ReportPage();
  return [page.begin(), ...runs.map((run) => page.run(run)), page.end(report)];
}

export interface View {
  hash?: string;
  colorScheme?: "light" | "dark";
  width?: number;
}

/** Call once in a test file: gives a function that opens a report. Without a browser the file's tests are skipped, but not in CI. */
export function reportPages(): (report: HtmlReport, view?: View) => Promise<Page> {
  let browser: Browser | undefined;
  let folder: string;
  const problems: string[] = [];

  beforeAll(async () => {
    if (NEEDS_CHROMIUM !== "" && !process.env["CI"]) return;
    browser = await launchChromium();
    folder = await mkdtemp(join(tmpdir(), "loopguard-report-"));
  });
  beforeEach(({ skip }) => skip(browser === undefined, NEEDS_CHROMIUM));
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
    expect(problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  return async (report, { hash = "", colorScheme = "light", width = 1280 } = {}) => {
    const file = join(folder, "report.html");
    await writeFile(file, pieces(report).join(""));
    const context = await (browser as Browser).newContext({ viewport: { width, height: 900 }, colorScheme });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const own = pathToFileURL(file).href;
    page.on("request", (request) => {
      if (request.url().split("#")[0] !== own) problems.push(`request: ${request.url()}`);
    });
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => problems.push(`exception: ${error.stack}`));
    await page.goto(own + hash);
    return page;
  };
}

/** Names of the runs that the list shows, top to bottom. */
export function shownRuns(page: Page): Promise<string[]> {
  return page.locator(".runs tbody a[data-run]").allTextContents();
}

export function runLink(page: Page, id: string) {
  return page.locator(".runs").getByRole("link", { name: id, exact: true });
}

export async function openRun(page: Page, id: string): Promise<void> {
  await runLink(page, id).click();
  await page.locator(".detail").waitFor(); // the address changes first
  await expect.poll(() => runLink(page, id).getAttribute("aria-expanded")).toBe("true");
}

/** The calls of the opened run that are there. */
export function calls(page: Page) {
  return page.locator(".cells [role=option]");
}

export function call(page: Page, number: number) {
  return page.locator(`[role=option][data-call="${number - 1}"]`);
}
