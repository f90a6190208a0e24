/** Reports of the size of a year: what the page holds at any time stays small, whatever is clicked. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ReportRun } from "../../../lib/cli/scan-types.ts";
import { call, calls, openRun, reportPages, sample, shownRuns } from "./browser.ts";

const open = reportPages();
const MOST_ELEMENTS = 5_000;

function elements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}

test("10,000 runs: a page of them is there, and every one is found", async () => {
  const report = sample({ runs: 10_000 });
  const page = await open(report);
  const status = page.locator("#runs [role=status]");
  expect(await status.textContent()).toBe("10,000 runs");
  expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint"))); // draws every strip of the page
  expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);

  await page.getByLabel("Order").selectOption("as read");
  for (const index of [0, 4_321, 9_999]) {
    const run = report.runs[index] as ReportRun;
    await page.getByLabel("Find a run, file or tool").fill(run.id);
    expect(await shownRuns(page)).toEqual([run.id]);
    await openRun(page, run.id);
    await call(page, run.calls).click();
    expect(await page.locator(".call pre").allTextContents()).toEqual([
      run.strip.at(-1)?.args,
      run.strip.at(-1)?.result,
    ]);
    expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
  }
  await page.getByLabel("Find a run, file or tool").fill("");
  await page.evaluate((id) => (location.hash = `#run=${id}`), report.runs[7_777]?.id);
  await page.getByRole("region", { name: `Run ${report.runs[7_777]?.id}` }).waitFor();
  expect(await page.getByText("Runs 7,751 to 7,800 of 10,000").isVisible()).toBe(true);
  expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
});

test("a run of 5,000 calls: a part of them is there, and the keys walk through all", async () => {
  const report = sample({ runs: 60, calls: 5_000, loops: 1 });
  const page = await open(report);
  const run = report.runs.find(({ id }) => id.endsWith("0001")) as ReportRun;
  await openRun(page, run.id);
  const heading = page.locator(".call h4");
  expect(await calls(page).count()).toBe(1_000);
  await call(page, 1_000).click();
  await page.keyboard.press("ArrowRight");
  expect(await heading.textContent()).toMatch(/^Call 1,001:/);
  expect(await page.locator(".detail .pager span").textContent()).toBe("Calls 1,001 to 2,000 of 5,000");
  await page.keyboard.press("ArrowLeft");
  expect(await heading.textContent()).toMatch(/^Call 1,000:/);
  await page.keyboard.press("End");
  expect(await heading.textContent()).toBe(`Call ${run.calls.toLocaleString("en")}: ${run.strip.at(-1)?.name}`);
  await page.getByRole("button", { name: "Earlier calls" }).click();
  expect(await calls(page).count()).toBe(1_000);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
});
