/// <reference lib="dom" />
/** The page in Chromium: what it says is what the command says, and nothing leaves it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { examples, frameworks } from "../../site/make/content.mjs";
import { callCommand } from "../command.ts";
import { bare, drop, openExample, type Row, read, root, rows, site, told } from "./site.ts";

const EXAMPLES = examples() as { name: string; file: string; text: string; note: string }[];
/** A loaded machine takes its time. */
const SOON = { timeout: 30_000 };
const own = site();
const fixtures = join(root, "test", "traces", "fixtures");
const scratch = mkdtempSync(join(tmpdir(), "loopguard-site-test-"));
afterAll(() => rmSync(scratch, { recursive: true }));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function command(...args: string[]): Promise<string> {
  return (await callCommand({ args, env: { ...process.env, NO_COLOR: "1" } })).stdout;
}

/** As the page's list has them, the most tokens first. */
async function scanned(path: string, ...flags: string[]): Promise<Row[]> {
  const { runs } = JSON.parse(await command("scan", path, "--json", ...flags)) as ScanReport;
  const wasted = (run: (typeof runs)[number]) => ({
    wastedCalls: run.detections.reduce((sum, loop) => sum + loop.wastedCalls, 0),
    wastedTokens: run.detections.reduce((sum, loop) => sum + loop.wastedTokens + (loop.wastedResentTokens ?? 0), 0),
  });
  return runs
    .map((run) => ({ id: run.id, calls: run.calls, ...wasted(run) }))
    .sort((a, b) => b.wastedTokens - a.wastedTokens);
}

/** A page of more runs than this is not compared run by run: see corpus.slow.test.ts. */
async function same(page: Page, name: string, bytes: Buffer, path: string): Promise<void> {
  await drop(page, name, bytes);
  expect(await rows(page), name).toEqual(await scanned(path));
}

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

describe("try it", () => {
  const files = readdirSync(fixtures).filter((name) => /\.(?:jsonl?|log)$/.test(name));
  test("says of a trace of each format what scan says", async () => {
    const page = await own.visit();
    for (const name of files) await same(page, name, readFileSync(join(fixtures, name)), join(fixtures, name));
    expect(files.length).toBeGreaterThan(50);
  });

  test("reads gzip and Zstandard", async () => {
    const page = await own.visit();
    for (const name of ["claude-code.jsonl", "otel.json"]) {
      const bytes = gzipSync(readFileSync(join(fixtures, name)));
      const path = join(scratch, `${name}.gz`);
      writeFileSync(path, bytes);
      await same(page, `${name}.gz`, bytes, path);
    }
    for (const name of ["one-frame.jsonl.zst", "two-frames.jsonl.zst"])
      await same(page, name, readFileSync(join(fixtures, "compressed", name)), join(fixtures, "compressed", name));
  });

  test.each(EXAMPLES)("says of the example $name what scan and explain say", async ({ name, file, text, note }) => {
    const page = await own.visit();
    await openExample(page, name);
    const path = join(scratch, file);
    writeFileSync(path, text);
    expect(note).toMatch(/MIT|Apache/);
    expect(await rows(page)).toEqual(await scanned(path, "--price", "3"));
    const [verdict = ""] = (await command("scan", path, "--price", "3")).trim().split("\n").slice(-1);
    if (!verdict.startsWith("No loop")) expect(await page.locator("#headline").textContent()).toContain(verdict);
    else expect(await page.locator("#headline").textContent()).toMatch(/^No loops/);
    const lines = (await command("explain", path, "--all")).split("\n").map(bare);
    const calls = lines
      .slice(lines.findIndex((line) => line.startsWith("#1 ")))
      .filter((line) => line !== "" && !line.startsWith("════"));
    expect(await told(page)).toEqual(calls);
  });

  test("takes what is pasted", async () => {
    const page = await own.visit();
    await page.getByText("Paste one instead").click();
    await page.getByLabel("A trace as text").fill(readFileSync(join(fixtures, "openai-chat.jsonl"), "utf8"));
    await read(page, () => page.getByRole("button", { name: "Look for loops" }).click());
    expect((await rows(page)).map(({ calls }) => calls)).toEqual(
      (await scanned(join(fixtures, "openai-chat.jsonl"))).map(({ calls }) => calls),
    );
  });

  test("takes a file that is dropped anywhere", async () => {
    const page = await own.visit();
    const data = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "anthropic.jsonl"));
        return transfer;
      },
      readFileSync(join(fixtures, "anthropic.jsonl"), "utf8"),
    );
    await read(page, () => page.dispatchEvent("body", "drop", { dataTransfer: data }));
    expect(await rows(page)).toEqual(await scanned(join(fixtures, "anthropic.jsonl")));
  });

  test("judges anew with each slider, as a configuration of these options does", async () => {
    const page = await own.visit();
    await openExample(page, "edits");
    await read(page, () => page.getByLabel(/^Refuse a call/).fill("4"));
    await read(page, () => page.getByLabel(/^The refusal comes/).fill("2"));
    await read(page, () => page.getByLabel(/^End the run/).fill("3"));
    const code = await page.locator("#guard").textContent();
    expect(code).toBe(
      'new LoopGuard({ preset: "recommended", detectors: [noNews({ times: 4, settled: true, ladder: { warn: 1, hint: 2, abort: 3 } })] })',
    );
    const config = join(scratch, "guard.json");
    writeFileSync(
      config,
      JSON.stringify({
        preset: "recommended",
        detectors: [{ type: "no_news", times: 4, settled: true, ladder: { warn: 1, hint: 2, abort: 3 } }],
      }),
    );
    const path = join(scratch, "edits.jsonl");
    writeFileSync(path, EXAMPLES.find(({ name }) => name === "edits")?.text ?? "");
    expect(await rows(page)).toEqual(await scanned(path, "--config", config));
    const { runs } = JSON.parse(await command("scan", path, "--json", "--config", config)) as ScanReport;
    const saved = await page.locator("table.saved tbody td").allTextContents();
    expect(saved[0]).toBe(String(runs[0]?.saved?.calls));
    expect(await page.locator("#lines").textContent()).toContain("noNews({ times: 4");
  });

  test("has the settings in its address, the run by its number, and nothing of the trace", async () => {
    const page = await own.visit();
    await drop(
      page,
      "secret-name.jsonl",
      '{"id":"secret-id","calls":[{"name":"secret","args":{},"result":"x"},{"name":"b","args":{},"result":"y"}]}\n',
    );
    await read(page, () => page.getByLabel("Preset").selectOption("strict"));
    await page.getByRole("link", { name: "secret-id" }).focus();
    await page.locator("[data-call='1']").click();
    await page.getByRole("link", { name: "Link to this call" }).click();
    expect(page.url()).toMatch(/#preset=strict&run=1&call=2$/);
    const again = await own.visit({ path: "#preset=lenient&times=6&example=sql&run=1&call=3" });
    await expect.poll(() => again.locator("#result").getAttribute("data-ready"), SOON).not.toBeNull();
    expect(await again.getByLabel("Preset").inputValue()).toBe("lenient");
    expect(await again.getByLabel(/^Refuse a call/).inputValue()).toBe("6");
    expect(await again.locator("#made").textContent()).toContain('preset "lenient"');
  });

  test("shows calls, tokens, money and minutes, by the times of the record and without a clock", async () => {
    const page = await own.visit();
    const call = (at: number) => ({
      name: "build_status",
      args: { id: 1 },
      result: "pending",
      at: new Date(1.7e12 + 60_000 * at).toISOString(),
      batch: at,
    });
    const path = join(scratch, "waits.jsonl");
    writeFileSync(path, `${JSON.stringify({ id: "waits", calls: Array.from({ length: 90 }, (_, at) => call(at)) })}\n`);
    await drop(page, "waits.jsonl", readFileSync(path));
    expect(await page.locator("table.saved thead th").allTextContents()).toEqual([
      "Saved",
      "By the record's times",
      "Without a clock",
    ]);
    const { runs } = JSON.parse(await command("scan", path, "--json")) as ScanReport;
    const cells = await page
      .locator("table.saved tbody tr")
      .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(cells.map(([name]) => name)).toEqual(["Calls", "Tokens", "Money", "Minutes"]);
    expect(cells[0]?.[1]).toBe(String(runs[0]?.saved?.calls ?? 0));
    expect(cells[0]?.[1]).not.toBe(cells[0]?.[2]);
    // A call a minute, and the last of them was the end of the record.
    const [clock, none] = [1, 2].map((column) => Number(cells[0]?.[column]));
    expect([Number(cells[3]?.[1]), Number(cells[3]?.[2])]).toEqual(
      [clock, none].map((calls = 0) => Math.max(0, calls - 1)),
    );
  });
});

describe("the example with times", () => {
  test("shows the minutes saved, and that without a clock its wait would have been taken for a loop", async () => {
    const page = await own.visit();
    await openExample(page, "waiting");
    expect(await page.locator("table.saved thead th").allTextContents()).toEqual([
      "Saved",
      "By the record's times",
      "Without a clock",
    ]);
    const numbers = async (row: string) =>
      (await page.locator("table.saved tbody tr", { hasText: row }).locator("td").allTextContents()).map(Number);
    const [calls = 0, callsWithout = 0] = await numbers("Calls");
    const [minutes = 0, minutesWithout = 0] = await numbers("Minutes");
    expect(calls).toBeGreaterThan(0);
    expect(callsWithout).toBeGreaterThan(calls);
    expect(minutes).toBeGreaterThan(0);
    expect(minutesWithout).toBeGreaterThan(minutes);
  });
});

describe("hostile traces", () => {
  const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const bidi = "\u202egnp.exe\u2066";

  test("are text, whatever they hold", async () => {
    const page = await own.visit();
    const title = await page.title();
    const calls = Array.from({ length: 6 }, () => ({ name: `${evil}${bidi}`, args: { [evil]: evil }, result: evil }));
    await drop(page, `${evil}.jsonl`, `${JSON.stringify({ id: `${evil}${bidi}`, calls })}\n`);
    await page.locator("[data-call='3']").click();
    await page.getByRole("button", { name: /^Show all/ }).click();
    expect(await page.locator("#result img, #result script").count()).toBe(0);
    expect(await page.title()).toBe(title);
    expect(await page.locator(".explained-calls").textContent()).not.toContain("\u202e");
    expect(await page.locator(".runs a[data-run] bdi").count()).toBe(1);
    expect(page.url()).not.toContain("img");
  });

  test("that are deep, broken, empty or no trace are told of, and the page goes on", async () => {
    const page = await own.visit();
    const deep = `{"id":"deep","calls":[{"name":"a","args":${"[".repeat(200_000)}${"]".repeat(200_000)},"result":"x"}]}\n`;
    for (const [name, text] of [
      ["deep.jsonl", deep],
      ["broken.jsonl", '{"id":'],
      ["nul.jsonl", "\0".repeat(1_000_000)],
      ["utf8.jsonl", Buffer.from([0x7b, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80])],
      ["empty.jsonl", ""],
      ["picture.png", "\x89PNG\r\n\x1a\n\0\0"],
      ["cut.jsonl.gz", gzipSync("x".repeat(100)).subarray(0, 20)],
      ["values.json", `[${"{},".repeat(1_100_000)}{}]`],
    ] as const) {
      await drop(page, name, text);
      expect(await page.locator("#result").textContent(), name).toMatch(/No run|No tool calls|could not be read/);
    }
    await openExample(page, "sql");
    expect(await rows(page)).toHaveLength(1);
  });

  test("of ten thousand levels, of NUL and of half characters are read as scan reads them", async () => {
    const page = await own.visit();
    const levels = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const calls = (args: string, result: string) =>
      Array.from({ length: 6 }, () => `{"name":"a\\u0000b","args":${args},"result":"${result}"}`).join();
    for (const [name, text] of [
      ["levels.jsonl", `{"id":"levels","calls":[${calls(levels, "x")}]}\n`],
      ["nul.jsonl", `{"id":"n\\u0000","calls":[${calls('{"__proto__":1e999}', "\\u0000\\ud800")}]}\n`],
      ["half.jsonl", Buffer.from(`{"id":"h\xff\xc0","calls":[${calls("{}", "\xed\xa0")}]}\n`, "latin1")],
    ] as const) {
      writeFileSync(join(scratch, name), text);
      await drop(page, name, text);
      const [row] = await rows(page);
      const [wanted] = await scanned(join(scratch, name));
      expect({ ...row, id: "" }, name).toEqual({ ...wanted, id: "" });
      expect(row?.calls).toBe(6);
    }
  });

  test("that grow when they are decompressed stay small in memory, and can be cancelled", async () => {
    const page = await own.visit();
    const bomb = gzipSync(Buffer.alloc(400e6, 0x20), { level: 1 });
    await page.locator("#file").setInputFiles({ name: "bomb.jsonl.gz", mimeType: "application/gzip", buffer: bomb });
    await page.locator("#reading").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await page.locator("#state").textContent()).toBe("Cancelled.");
    await openExample(page, "sql");
    expect(await rows(page)).toHaveLength(1);
  });
});

describe("step by step", () => {
  test("allows, refuses and ends by the rule, and begins again", async () => {
    const page = await own.visit();
    const press = async (name: string, times = 1) => {
      for (let i = 0; i < times; i++) await page.getByRole("button", { name, exact: true }).click();
    };
    const verdicts = () => page.locator("#step-list .verdict").allTextContents();
    await press("Same call", 3);
    await expect.poll(verdicts, SOON).toEqual(["allowed", "allowed", "refused"]);
    expect(await page.locator("#step-list li").last().textContent()).toMatch(
      /so it was not run again.*no_news, 2 of 2: /,
    );
    await press("Same call, new result");
    await expect.poll(async () => (await verdicts()).at(-1), SOON).toBe("refused");
    await press("Another call");
    await press("Same call", 1);
    await expect.poll(verdicts, SOON).toEqual(["allowed", "allowed", "refused", "refused", "allowed", "allowed"]);
    await press("Begin again");
    expect(await verdicts()).toEqual([]);
    await press("Same call", 7);
    await expect.poll(async () => (await verdicts()).at(-1), SOON).toBe("the run is ended");
    expect(await page.getByRole("button", { name: "Same call", exact: true }).isDisabled()).toBe(true);
    await press("Begin again");
    await page.getByLabel(/the agent waits for something/).check();
    for (let i = 0; i < 5; i++) {
      await press("Same call");
      await press("Wait a minute");
    }
    await expect.poll(async () => (await verdicts()).length, SOON).toBe(5);
    expect(await verdicts()).not.toContain("refused");
  });
});

describe("copy", () => {
  test("has the lines of each framework's document", async () => {
    const page = await own.visit();
    for (const { name, code } of await frameworks()) {
      await page.getByLabel("You use").selectOption(name);
      expect(await page.locator("#lines").textContent()).toBe(code);
    }
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByLabel("You use").selectOption("langchain");
    await page.getByRole("button", { name: "Copy the lines" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("toolLoopMiddleware()");
  });
});

describe("at 360 px", () => {
  test("the lines to paste stand above what a trace shows, within a screen", async () => {
    const page = await own.visit({ width: 360 });
    await openExample(page, "edits");
    const [settings, lines, result] = (await page.evaluate(() =>
      ["settings", "lines", "result"].map((id) => document.getElementById(id)?.getBoundingClientRect().top),
    )) as [number, number, number];
    expect(settings).toBeLessThan(lines);
    expect(lines).toBeLessThan(result);
    expect(result - lines).toBeLessThan(740);
  });
});

describe("numbers and documents", () => {
  test("has accuracy at both clocks, rivals and cost, with the commands", async () => {
    const page = await own.visit();
    const text = (await page.locator("#numbers").textContent()) ?? "";
    for (const words of [
      "npm run accuracy --",
      "no clock",
      "8 s a round",
      "npm run accuracy -- --rivals",
      "OpenHands",
      "npm run bench",
      "Map",
    ])
      expect(text).toContain(words);
    expect(text.replace(/\s/g, "")).toContain(
      /\| (85\.\d %, 95\.\d %)/.exec(readFileSync(join(root, "docs/accuracy.md"), "utf8"))?.[1]?.replace(/\s/g, ""),
    );
  });

  test("finds a document, and leads to its section", async () => {
    const page = await own.visit({ path: "docs/cli/scan.html" });
    await page.getByLabel("Search the documents").fill("errorStreak");
    await page.locator("#hits a").first().click();
    await page.waitForURL(/docs\/detectors\/error-streak\.html/);
    expect(await page.locator("h1").textContent()).toContain("errorStreak");
  });
});

describe("what the browser is told", () => {
  test("nothing is asked for once the engine is there, and neither page nor worker may connect", async () => {
    const page = await own.visit();
    await openExample(page, "sql");
    own.requests();
    await openExample(page, "edits");
    await drop(page, "x.jsonl", readFileSync(join(fixtures, "codex.jsonl")));
    await page.getByRole("button", { name: "Same call", exact: true }).click();
    await page.locator("#step-list li").waitFor();
    expect(own.requests()).toEqual([]);
    const connect = (url: string) =>
      fetch(url).then(
        () => "connected",
        () => "refused",
      );
    const [worker] = page.workers();
    // Chromium tells the console of each.
    const said: string[] = [];
    page.removeAllListeners("console");
    page.on("console", (message) => said.push(message.text()));
    expect(await page.evaluate(connect, own.address())).toBe("refused");
    expect(await worker?.evaluate(connect, own.address())).toBe("refused");
    expect(said.join()).toMatch(/Content Security Policy/);
    expect(own.requests()).toEqual([]);
  });

  test("before a trace is there a visit is light", async () => {
    const page = await own.visit();
    await page.waitForLoadState("networkidle");
    const files = new Set(own.requests().map((url) => new URL(url).pathname));
    let size = 0;
    for (const path of files)
      size += gzipSync(readFileSync(join(own.folder(), path === "/" ? "index.html" : path))).length;
    expect(size).toBeLessThan(150_000);
    expect(await page.evaluate(() => performance.getEntriesByName("interactive").length)).toBe(1);
  });

  test("there is no script and no style in the page itself", () => {
    for (const name of readdirSync(own.folder(), { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".html"),
    )) {
      const html = readFileSync(join(own.folder(), name), "utf8");
      expect(html, name).toMatch(
        /http-equiv="Content-Security-Policy" content="default-src 'none'; [^"]*connect-src 'none'/,
      );
      expect(html.match(/<script(?![^>]*src=)|<style| style=| on\w+=/), name).toBeNull();
    }
  });
});

describe("for everyone", () => {
  describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
    test.each([1440, 360])(
      "axe finds nothing at a width of %i, and nothing is wider than the screen",
      async (width) => {
        const page = await own.visit({ width, colorScheme, reducedMotion: "reduce" });
        expect(await faults(page)).toEqual([]);
        await openExample(page, "edits");
        await page.locator("[data-call='12']").click();
        await page.getByRole("button", { name: /^Show all/ }).click();
        for (let i = 0; i < 7; i++) await page.getByRole("button", { name: "Same call", exact: true }).click();
        await page.getByText("the run is ended", { exact: true }).waitFor();
        expect(await faults(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await page.goto(`${own.address()}docs/accuracy.html`);
        await page.getByLabel("Search the documents").fill("ladder");
        await page.locator("#hits a").first().waitFor();
        expect(await faults(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      },
    );
  });

  test("all can be done by keyboard", async () => {
    const page = await own.visit();
    const focusOn = async (selector: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
      }
      throw new Error(`Tab does not lead to ${selector}`);
    };
    await focusOn("[data-example='edits']");
    await read(page, () => page.keyboard.press("Enter"));
    await focusOn("#times");
    await read(page, () => page.keyboard.press("ArrowRight"));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("times");
    await focusOn("[role=option]");
    await page.keyboard.press("ArrowRight");
    await page.locator(".call h4").waitFor();
    await focusOn("#step-same");
    await page.keyboard.press("Enter");
    await page.locator("#step-list li").waitFor();
  });

  test("says for screen readers what was found", async () => {
    const page = await own.visit();
    await openExample(page, "edits");
    expect(await page.locator("#state[role=status]").textContent()).toMatch(/^The run looped: /);
  });

  test("says what could not be loaded, and goes on when there is a connection again", async () => {
    const page = await own.visit();
    await page.context().setOffline(true);
    page.removeAllListeners("console"); // Chromium tells it of what did not come
    await read(page, () => page.locator("[data-example=sql]").click());
    expect(await page.locator("#result").textContent()).toMatch(/a part of this page could not be loaded/);
    await page.getByRole("button", { name: "Same call", exact: true }).click();
    await page.locator("#step-said", { hasText: "could not be loaded" }).waitFor({ state: "attached" });
    await page.context().setOffline(false);
    await openExample(page, "sql");
    expect(await rows(page)).toHaveLength(1);
  });

  test("works without a network after the first visit", async () => {
    const page = await own.visit({ serviceWorkers: "allow" });
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.context().setOffline(true);
    await page.goto(`${own.address()}docs/guides/own-loop.html`);
    expect(await page.locator("h1").count()).toBe(1);
    await page.goto(own.address());
    await openExample(page, "booking");
    expect(await rows(page)).toHaveLength(1);
  });
});
