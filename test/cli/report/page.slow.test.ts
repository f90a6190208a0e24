/** The report in Chromium: what it shows, and what happens when somebody clicks. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ReportRun, ScanDetection } from "../../../lib/cli/scan-types.ts";
import { call, type HtmlReport, openRun, reportPages, runLink, sample, shownRuns } from "./browser.ts";

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

/** Rows of a table of bars, top to bottom: name and number of loops. */
async function bars(page: Page, id: string): Promise<[string, number][]> {
  const rows = await page
    .locator(`#${id} tbody tr`)
    .evaluateAll((found) =>
      found.map((row) => [
        row.querySelector("bdi")?.textContent,
        Number(row.querySelector("td:last-child")?.textContent),
      ]),
    );
  return rows as [string, number][];
}

/** The loops by name, the most tokens first. */
function byTokens(loops: ScanDetection[], nameOf: (loop: ScanDetection) => string): [string, number][] {
  const tokens = (name: string) =>
    loops.reduce((sum, loop) => sum + (nameOf(loop) === name ? loop.wastedTokens : 0), 0);
  const counts = Object.entries(tally(loops.map(nameOf)));
  return counts.sort(([a], [b]) => tokens(b) - tokens(a));
}

function tally(keys: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

describe("the overview", () => {
  test("begins with a sentence and the totals, what was wasted largest", async () => {
    const page = await open(report);
    const { totals: all } = report;
    const number = new Intl.NumberFormat("en").format;
    expect(await page.locator("h1").textContent()).toMatch(
      new RegExp(
        `^${all.runsWithLoops} of ${all.runs} runs looped: ${all.wastedCalls} calls and [\\d.]+K tokens \\([\\d.]+ %, [\\d.]+ USD\\) ` +
          'wasted, .* in \\w+\\. new LoopGuard\\({ preset: "recommended" }\\) would have .*\\.$',
      ),
    );
    expect(await totals(page)).toMatchObject({
      "Cost wasted": `${(all.wastedCost as number).toFixed(2)} USD`,
      "Calls wasted": number(all.wastedCalls),
      "Runs with loops": number(all.runsWithLoops),
    });
    expect(await page.locator("#totals dd span").last().textContent()).toMatch(new RegExp(`% of ${all.runs}$`));
    const sizes = await page
      .locator("#totals dt + dd strong")
      .evaluateAll((found) => found.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(3);
  });

  test("leads with the tokens where the cost is next to nothing", async () => {
    const page = await open({ ...report, totals: { ...report.totals, wastedCost: 0.001 } });
    const figures = await totals(page);
    expect(Object.keys(figures)).toEqual(["Tokens wasted", "Calls wasted", "Runs with loops", "Cost wasted"]);
    expect(figures["Cost wasted"]).toBe("0.001 USD");
    const priced = await open({ ...report, price: 3, cachedPrice: 0.3 });
    expect(await priced.locator("#totals").textContent()).toContain("at 3 USD per million, 0.3 from a cache");
  });

  test("has the loops by tool and by detector, the most tokens first, and what could not be read", async () => {
    const page = await open(report);
    const loops = report.runs.flatMap((run) => run.detections);
    expect(await bars(page, "by-detector")).toEqual(byTokens(loops, (loop) => loop.detector));
    expect(await bars(page, "by-tool")).toEqual(byTokens(loops, (loop) => loop.toolName));
    expect(await page.locator("#errors tbody tr").allTextContents()).toEqual(
      report.errors.map(({ file, line, reason }) => `${file}${line > 0 ? `:${line}` : ""}${reason}`),
    );
    expect(await page.locator("#made").textContent()).toBe(
      'Judged by preset "recommended", 2026-03-02 09:15 UTC, 24 files, 2 faults in reading',
    );
    await page.getByRole("link", { name: "2 faults in reading" }).click();
    expect(await page.locator("#errors-title").evaluate((title) => title === document.activeElement)).toBe(true);
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
    expect(await page.locator("#timeline .bar").count()).toBeGreaterThan(5);
    await page.getByText("The same as a table").click();
    const cells = await page.locator("#timeline tbody td:last-child").allTextContents();
    const sum = cells.reduce((total, cell) => total + Number(cell.replaceAll(",", "")), 0);
    expect(sum).toBe(report.totals.wastedTokens);
    await page.locator("#timeline .chart").hover({ position: { x: 200, y: 60 } });
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
    const mixed = await open({ ...report, runs: [worst, untimed] });
    expect(await mixed.locator(".began").last().textContent()).toBe("unknown");
    const none = await open({ ...report, runs: [untimed] });
    expect(await none.getByRole("columnheader").allTextContents()).not.toContain("Began");
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
  test("shows its loops and its calls; equal calls have one colour and the number of the first of them", async () => {
    const page = await open(report);
    await openRun(page, worst.id);
    const detail = page.getByRole("region", { name: `Run ${worst.id}` });
    expect(await detail.locator(".loops li").count()).toBe(worst.detections.length);
    expect(await detail.locator(".loops").textContent()).toContain(worst.detections[0]?.message);
    const cells = await detail.getByRole("option").evaluateAll((all) =>
      all.map((cell) => ({
        number: cell.textContent,
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
      const twins = worst.strip.flatMap(({ same }, index) => (same === worst.strip[a]?.same ? [index] : []));
      expect(one.number).toBe(twins.length === 1 ? "" : String((twins[0] as number) + 1));
      for (const twin of twins) expect(cells[twin]?.colour).toBe(one.colour);
    }
  });

  test("has a letter for each of several loops, in the list, the strip and the cells, and the arguments that differ", async () => {
    const path = "src/a/long/way/down/to/the/folder/of/";
    const names = [...Array(6).fill("cart"), ...Array(6).fill("mailer")];
    const strip = names.map((name, round) => ({
      ...{ name: "read_file", args: `{"path":"${path}${name}.ts"}`, result: "", error: false },
      ...{ same: name === "cart" ? 0 : 1, round },
    }));
    const first = { ...(worst.detections[0] as ScanDetection), cycleLength: 1, callIndex: 2, calls: [2] };
    const run = {
      ...{ ...worst, strip, calls: strip.length },
      detections: [first, { ...first, callIndex: 8, calls: [8, 9] }],
    };
    const page = await open({ ...report, runs: [run] });
    const lines = page.locator(".runs td.found .line");
    await expect.poll(() => lines.last().textContent()).toMatch(/^Loop B.*read_file ….*mailer\.ts/);
    expect(await lines.first().textContent()).toMatch(/^Loop A.*read_file ….*cart\.ts/);
    expect(await page.locator(".runs .under").allTextContents()).toEqual(["A", "B"]);
    await openRun(page, run.id);
    const bands = page.locator(".cells .band");
    const letters = await bands.evaluateAll((all) => all.map((band) => band.getAttribute("data-letters")));
    expect(letters).toEqual(["A", "B", "B"]);
    expect(await call(page, 10).getAttribute("aria-label")).toContain(`loop B, ${first.detector}`);
    expect(await page.locator(".loops .letter").allTextContents()).toEqual(["Loop A", "Loop B"]);
    expect(await page.locator(".loops .steps").last().textContent()).toContain("mailer.ts");
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
    expect(await page.locator("h1").textContent()).toBe("No loops: none of 5 runs repeated itself without progress.");
    expect(await visible(page)).toEqual(["Totals", "Runs"]);
    expect(await shownRuns(page)).toHaveLength(5);
  });

  test("without runs says so", async () => {
    const page = await open(empty);
    expect(await page.locator("h1").textContent()).toMatch(/^No runs:/);
    expect(await visible(page)).toEqual([]);
  });

  test("with nothing but errors leads to them, and shows no more than can be read", async () => {
    const errors = Array.from({ length: 5_000 }, (_, line) => ({
      file: "a.jsonl",
      line: line + 1,
      reason: "not JSON",
    }));
    const page = await open({ ...empty, errors });
    expect(await page.locator("h1").textContent()).toMatch(/^No run could be read/);
    expect(await visible(page)).toEqual(["What could not be read"]);
    expect(await page.locator("#errors tbody tr").count()).toBe(200);
    expect(await page.locator("#errors > p").textContent()).toBe("4,800 more are in the output of --json.");
  });

  test("says how many runs cannot be judged", async () => {
    const totals = { ...report.totals, unrecordedRuns: 2, runsWithoutResults: 5 };
    const page = await open({ ...report, totals });
    expect(await page.locator("#unrecorded").textContent()).toBe(
      "7 of 120 runs cannot be judged: 2 with neither arguments nor results, 5 without results.",
    );
    expect(await (await open(report)).locator("#unrecorded").isVisible()).toBe(false);
  });

  test("a run that made no calls can be opened", async () => {
    const page = await open({ ...report, runs: [{ ...worst, calls: 0, strip: [], detections: [] }] });
    await openRun(page, worst.id);
    expect(await page.getByText("This run made no calls.").isVisible()).toBe(true);
  });
});
