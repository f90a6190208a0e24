/** The report in Chromium: what it shows, and what happens when somebody clicks. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { HtmlReport, ReportRun } from "../../../lib/cli/scan-types.ts";
import { call, openRun, reportPages, runLink, sample, shownRuns } from "./browser.ts";

const open = reportPages();
const report = sample({ runs: 120 });

const wasted = (run: ReportRun) => run.detections.reduce((sum, loop) => sum + loop.wastedTokens, 0);
const byWaste = [...report.runs].sort((a, b) => wasted(b) - wasted(a)); // sort is stable, as the list is
const worst = byWaste[0] as ReportRun;
const ids = (runs: ReportRun[]) => runs.map((run) => run.id);

/** Label and figure of each total. */
async function totals(page: Page): Promise<Record<string, string>> {
  const names = await page.locator("#totals dt").allTextContents();
  const values = await page.locator("#totals dd strong").allTextContents();
  return Object.fromEntries(names.map((name, index) => [name, values[index] as string]));
}

/** Rows of a table of bars: name and number of loops. */
async function bars(page: Page, id: string): Promise<Record<string, number>> {
  const rows = await page
    .locator(`#${id} tbody tr`)
    .evaluateAll((found) =>
      found.map((row) => [row.querySelector("th")?.textContent, Number(row.querySelector(".bars")?.textContent)]),
    );
  return Object.fromEntries(rows);
}

function tally(keys: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

describe("the overview", () => {
  test("has the totals, the loops by detector and by tool, and what could not be read", async () => {
    const page = await open(report);
    const number = new Intl.NumberFormat("en").format;
    expect(await totals(page)).toMatchObject({
      Runs: number(report.totals.runs),
      "Runs with loops": number(report.totals.runsWithLoops),
      Calls: number(report.totals.calls),
      "Calls wasted": number(report.totals.wastedCalls),
      "Cost wasted": (report.totals.wastedCost as number).toFixed(2),
    });
    const loops = report.runs.flatMap((run) => run.detections);
    expect(await bars(page, "by-detector")).toEqual(tally(loops.map((loop) => loop.detector)));
    expect(await bars(page, "by-tool")).toEqual(tally(loops.map((loop) => loop.toolName)));
    expect(await page.locator("#errors tbody tr").allTextContents()).toEqual(
      report.errors.map(({ file, line, reason }) => `${file}${line > 0 ? `:${line}` : ""}${reason}`),
    );
    expect(await page.locator("#made").textContent()).toBe(
      'Judged by preset "recommended", 2026-03-02 09:15 UTC, 24 files',
    );
  });

  test("a detector's name shows its runs, a tool's name those that called it", async () => {
    const page = await open(report);
    await page.locator("#by-detector").getByRole("button", { name: "stall" }).click();
    const stalled = byWaste.filter((run) => run.detections.some((loop) => loop.detector === "stall"));
    expect(await shownRuns(page)).toEqual(ids(stalled));
    await page.locator("#by-tool").getByRole("button", { name: "browser_search" }).click();
    const searched = byWaste.filter((run) => run.strip.some(({ name }) => name === "browser_search"));
    expect(await shownRuns(page)).toEqual(ids(searched));
  });

  test("draws tokens over time, and gives the same numbers as a table", async () => {
    const page = await open(report);
    expect(await page.locator("#timeline canvas").count()).toBe(1);
    await page.getByText("The same as a table").click();
    const cells = await page.locator("#timeline tbody td:last-child").allTextContents();
    const sum = cells.reduce((total, cell) => total + Number(cell.replaceAll(",", "")), 0);
    expect(sum).toBe(report.totals.wastedTokens);
    await page.locator("#timeline .u-over").hover({ position: { x: 200, y: 60 } });
    expect(await page.locator(".readout").textContent()).toMatch(/^2026-02-\d\d: [\d,]+ tokens? wasted/);
  });

  test("draws them by order of runs, and says so, when the traces have no times", async () => {
    const page = await open(sample({ runs: 30, timed: false }));
    expect(await page.locator("#timeline .quiet").first().textContent()).toMatch(/^By order of runs/);
    await page.getByText("The same as a table").click();
    expect(await page.locator("#timeline tbody th").first().textContent()).toBe("run 1");
  });

  test("tells the time of each run in UTC, or that it is unknown", async () => {
    const timed = await open({ ...report, runs: [{ ...worst, startedAt: "2026-03-01T23:30:00-02:00" }] });
    expect(await timed.locator(".began").textContent()).toBe("2026-03-02 01:30 UTC");
    const { startedAt: _, ...untimed } = worst;
    expect(await (await open({ ...report, runs: [untimed] })).locator(".began").textContent()).toBe("unknown");
  });
});

describe("the list of runs", () => {
  test("begins with the most waste, fifty at a time", async () => {
    const page = await open(report);
    expect(await shownRuns(page)).toEqual(ids(byWaste.slice(0, 50)));
    expect(await page.getByRole("button", { name: "Previous page" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByRole("button", { name: "Next page" }).click();
    expect(await shownRuns(page)).toEqual(ids(byWaste.slice(100)));
    expect(await page.getByText("Runs 101 to 120 of 120").isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
  });

  test("is filtered by text, by detector, and to runs with loops, one after the other", async () => {
    const page = await open(report);
    const status = page.locator("#runs [role=status]");
    await page.getByLabel("Find a run, file or tool").fill("CODING");
    const coding = byWaste.filter((run) => run.id.includes("coding"));
    expect(await shownRuns(page)).toEqual(ids(coding.slice(0, 50)));
    expect(await status.textContent()).toBe(`${coding.length} of 120 runs`);
    await page.getByLabel("Only runs with loops").check();
    const looping = coding.filter((run) => run.detections.length > 0);
    expect(looping.length).toBeLessThan(coding.length);
    expect(await shownRuns(page)).toEqual(ids(looping));
    await page.getByLabel("Loops of detector").selectOption("cycle");
    expect(await shownRuns(page)).toEqual(ids(looping.filter((run) => run.detections[0]?.detector === "cycle")));
    await page.getByLabel("Find a run, file or tool").fill("no such thing");
    expect(await page.getByText("No run matches.").isVisible()).toBe(true);
    expect(await status.textContent()).toBe("0 of 120 runs");
  });

  test.each([
    ["most calls", (a: ReportRun, b: ReportRun) => b.calls - a.calls],
    ["newest first", (a: ReportRun, b: ReportRun) => Date.parse(b.startedAt ?? "") - Date.parse(a.startedAt ?? "")],
    ["as read", () => 0],
  ])("is ordered by %s", async (order, compare) => {
    const page = await open(report);
    await page.getByLabel("Order").selectOption(order);
    expect(await shownRuns(page)).toEqual(ids([...report.runs].sort(compare)).slice(0, 50));
  });

  test("draws the strip of each run that is in sight, with a line under its loop", async () => {
    const page = await open(report);
    const strip = page.locator(".runs tbody tr").first().locator("svg");
    await strip.waitFor();
    const cells = (path: string | null) => (path ?? "").split("M").length - 1;
    const paths = await strip
      .locator("path:not(.loop)")
      .evaluateAll((all) => all.map((path) => path.getAttribute("d")));
    expect(paths.reduce((sum, path) => sum + cells(path), 0)).toBe(worst.calls);
    expect(cells(await strip.locator(".loop").getAttribute("d"))).toBe(worst.detections[0]?.calls.length);
    const drawn = await page.locator(".runs svg").count();
    expect(drawn).toBeLessThan(50); // those further down wait
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await page.locator(".runs svg").count()).toBe(50);
  });
});

describe("an opened run", () => {
  test("shows its loops and its calls; equal calls have one letter and one colour", async () => {
    const page = await open(report);
    await openRun(page, worst.id);
    const detail = page.getByRole("region", { name: `Run ${worst.id}` });
    expect(await detail.locator(".loops li").count()).toBe(worst.detections.length);
    expect(await detail.locator(".loops").textContent()).toContain(worst.detections[0]?.message);
    const cells = await detail.getByRole("option").evaluateAll((all) =>
      all.map((cell) => ({
        letter: cell.textContent,
        colour: getComputedStyle(cell).backgroundColor,
        loop: cell.classList.contains("loop"),
        label: cell.getAttribute("aria-label") ?? "",
      })),
    );
    expect(cells).toHaveLength(worst.calls);
    const looping = new Set(worst.detections.flatMap((loop) => loop.calls));
    for (const [a, one] of cells.entries()) {
      expect(one.loop).toBe(looping.has(a));
      expect(one.label.includes("loop, ")).toBe(looping.has(a));
      expect(one.label).toContain(`Call ${a + 1}: ${worst.strip[a]?.name}`);
      const twins = worst.strip.filter((other) => other.same === worst.strip[a]?.same).length;
      expect(one.letter === "").toBe(twins === 1);
      for (const [b, other] of cells.entries())
        if (worst.strip[a]?.same === worst.strip[b]?.same)
          expect([other.letter, other.colour]).toEqual([one.letter, one.colour]);
        else if (one.letter !== "") expect(other.letter).not.toBe(one.letter);
    }
  });

  test("a click on a call shows what it was and what came back", async () => {
    const page = await open(report);
    await openRun(page, worst.id);
    await call(page, 3).click();
    const panel = page.getByRole("region", { name: "The chosen call" });
    const third = worst.strip[2];
    expect(await panel.locator("h4").textContent()).toBe(`Call 3: ${third?.name}`);
    expect(await panel.locator("pre").allTextContents()).toEqual([third?.args, third?.result]);
    expect(await call(page, 3).getAttribute("aria-selected")).toBe("true");
  });

  test("leads from a loop to its first call, and from a call to its equals", async () => {
    const page = await open(report);
    await openRun(page, worst.id);
    const loop = worst.detections[0] as ReportRun["detections"][0];
    await page.locator(".loops button").first().click();
    const heading = page.locator(".call h4");
    expect(await heading.textContent()).toContain(`Call ${loop.callIndex + 1}:`);
    const twin = worst.strip.findIndex((other) => other.same === worst.strip[loop.callIndex]?.same);
    expect(twin).toBeLessThan(loop.callIndex);
    await page.getByRole("button", { name: `Go to call ${twin + 1}`, exact: true }).click();
    expect(await heading.textContent()).toContain(`Call ${twin + 1}:`);
  });

  test("is closed by its link; only one is open", async () => {
    const page = await open(report);
    await openRun(page, worst.id);
    await openRun(page, byWaste[1]?.id as string);
    expect(await page.locator(".detail").count()).toBe(1);
    expect(await page.locator("[aria-expanded=true]").allTextContents()).toEqual([byWaste[1]?.id]);
    await runLink(page, byWaste[1]?.id as string).click();
    expect(await page.locator(".detail").count()).toBe(0);
    await openRun(page, byWaste[1]?.id as string);
    expect(await page.locator(".detail").count()).toBe(1);
  });

  test("has an address: the link opens it in a new window, at its call, and Back goes back", async () => {
    const page = await open(report);
    const last = byWaste.at(-1) as ReportRun; // on the last page
    await openRun(page, worst.id);
    await call(page, 2).click();
    const href = await page.getByRole("link", { name: "Link to this call" }).getAttribute("href");
    const again = await open(report, { hash: href as string });
    expect(await again.locator(".call h4").textContent()).toBe(`Call 2: ${worst.strip[1]?.name}`);
    expect(await call(again, 2).evaluate((cell) => cell === document.activeElement)).toBe(true);
    await again.evaluate((id) => (location.hash = `#run=${id}`), last.id);
    await again.getByRole("region", { name: `Run ${last.id}` }).waitFor();
    await again.goBack();
    await again.getByRole("region", { name: `Run ${worst.id}` }).waitFor();
  });

  test("is found although a filter hides it", async () => {
    const page = await open(report);
    const healthy = byWaste.find((run) => run.detections.length === 0) as ReportRun;
    await page.getByLabel("Only runs with loops").check();
    await page.evaluate((id) => (location.hash = `#run=${id}`), healthy.id);
    await page.getByRole("region", { name: `Run ${healthy.id}` }).waitFor();
    expect(await page.getByLabel("Only runs with loops").isChecked()).toBe(false);
    expect(await page.locator(".detail h3").first().textContent()).toBe("No loops");
  });
});

describe("a report with little in it", () => {
  const empty: HtmlReport = {
    ...report,
    runs: [],
    errors: [],
    totals: { files: 1, runs: 0, runsWithLoops: 0, calls: 0, tokens: 0, wastedCalls: 0, wastedTokens: 0 },
  };
  const visible = (page: Page) => page.locator("main h2:visible").allTextContents();

  test("without loops says so, and still lists the runs", async () => {
    const healthy = sample({ runs: 5, loops: 0 });
    const page = await open({ ...healthy, errors: [] });
    expect(await page.locator("#verdict").textContent()).toBe(
      "No loops: none of 5 runs repeated itself without progress.",
    );
    expect(await visible(page)).toEqual(["Totals", "Runs"]);
    expect(await shownRuns(page)).toHaveLength(5);
  });

  test("without runs says so", async () => {
    const page = await open(empty);
    expect(await page.locator("#verdict").textContent()).toMatch(/^No runs:/);
    expect(await visible(page)).toEqual(["Totals"]);
  });

  test("with nothing but errors leads to them, and shows no more than can be read", async () => {
    const errors = Array.from({ length: 5_000 }, (_, line) => ({
      file: "a.jsonl",
      line: line + 1,
      reason: "not JSON",
    }));
    const page = await open({ ...empty, errors });
    expect(await page.locator("#verdict").textContent()).toMatch(/^No run could be read/);
    expect(await visible(page)).toEqual(["Totals", "What could not be read"]);
    expect(await page.locator("#errors tbody tr").count()).toBe(200);
    expect(await page.locator("#errors > p").textContent()).toBe("4,800 more are in the output of --json.");
  });

  test("a run that made no calls can be opened", async () => {
    const page = await open({ ...report, runs: [{ ...worst, calls: 0, strip: [], detections: [] }] });
    await openRun(page, worst.id);
    expect(await page.getByText("This run made no calls.").isVisible()).toBe(true);
  });
});
