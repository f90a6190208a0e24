/// <reference lib="dom" />
/** The site, built into a folder of its own, on a plain host, in a real Chromium. A fault of a page, or a request to anybody else, fails its test. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchChromium, NEEDS_CHROMIUM } from "../cli/report/chromium.mjs";
import { serve } from "./serve.mjs";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** What Playwright says where it keeps them away. */
const BLOCKED = "Service Worker registration blocked by Playwright";

export interface Visit {
  path?: string;
  width?: number;
  colorScheme?: "light" | "dark";
  reducedMotion?: "reduce" | "no-preference";
  /** Default: no, so that each request is one of the page. */
  serviceWorkers?: "allow" | "block";
}

export interface Site {
  address: () => string;
  /** The folder that is served. */
  folder: () => string;
  visit: (visit?: Visit) => Promise<Page>;
  /** What pages asked for since the last time. */
  requests: () => string[];
}

/** Call once in a test file. Without a browser its tests are skipped, but not in CI. */
export function site(): Site {
  let browser: Browser | undefined;
  let folder: string;
  let host: Awaited<ReturnType<typeof serve>> | undefined;
  const problems: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    if (NEEDS_CHROMIUM !== "" && !process.env["CI"]) return;
    folder = await mkdtemp(join(tmpdir(), "loopguard-site-"));
    execFileSync(process.execPath, [join(root, "site", "build.mjs"), folder], { cwd: root, stdio: "pipe" });
    host = await serve(folder);
    browser = await launchChromium();
  });
  beforeEach(({ skip }) => skip(browser === undefined, NEEDS_CHROMIUM));
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context: BrowserContext) => context.close()));
    requests.length = 0;
    expect(problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  return {
    address: () => (host as { address: string }).address,
    folder: () => folder,
    requests: () => requests.splice(0),
    async visit({
      path = "",
      width = 1280,
      colorScheme = "light",
      reducedMotion = "no-preference",
      serviceWorkers = "block",
    } = {}) {
      const { address } = host as { address: string };
      const view = { viewport: { width, height: 900 }, colorScheme, reducedMotion, serviceWorkers };
      const context = await (browser as Browser).newContext(view);
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      page.on("request", (request) => {
        const url = request.url();
        if (url.startsWith("blob:")) return;
        requests.push(url);
        if (!url.startsWith(address)) problems.push(`request: ${url}`);
      });
      page.on("console", (message) => {
        if (message.text() === BLOCKED) return;
        if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => problems.push(`exception: ${error.stack}`));
      await page.goto(address + path);
      return page;
    },
  };
}

/** Waits until what `act` leads to has been read and drawn. */
export async function read(page: Page, act: () => Promise<unknown>): Promise<void> {
  const ready = () => page.locator("#result").getAttribute("data-ready");
  const before = await ready();
  await act();
  await expect.poll(ready, { timeout: 60_000 }).not.toBe(before);
}

export function drop(page: Page, name: string, content: string | Buffer): Promise<void> {
  const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
  return read(page, () => page.locator("#file").setInputFiles(file));
}

export const openExample = (page: Page, name: string): Promise<void> =>
  read(page, () => page.locator(`[data-example="${name}"]`).click());

const number = (text: string): number => Number(text.replaceAll(",", ""));

export interface Row {
  id: string;
  calls: number;
  wastedCalls: number;
  wastedTokens: number;
}

/** The runs that the page lists, on all its pages. In one script: clicks from here take a tenth of a second each. */
export async function rows(page: Page): Promise<Row[]> {
  const all = await page.evaluate(() => {
    const texts: string[][] = [];
    const next = document.getElementById("runs-later") as HTMLButtonElement | null;
    for (;;) {
      for (const row of document.querySelectorAll(".runs > tbody > tr:not(.opened):not(.none)")) {
        const cells = [row.querySelector("a[data-run]"), ...row.querySelectorAll("td.number")];
        texts.push(cells.map((cell) => cell?.textContent ?? ""));
      }
      if (next === null || !next.checkVisibility() || next.disabled) return texts;
      next.click();
    }
  });
  return all.map(([id = "", ...numbers]) => {
    const [calls = 0, wastedCalls = 0, wastedTokens = 0] = numbers.map(number);
    return { id, calls, wastedCalls, wastedTokens };
  });
}

/** What the page says of the calls of the open run, a line each, spaces aside. */
export async function told(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: /^Show all \d+ calls/ }).click();
  const lines = await page.locator(".explained-calls p:not(.ended)").allTextContents();
  return lines.map(bare);
}

export const bare = (line: string): string => line.replace(/\s+/g, " ").trim();
