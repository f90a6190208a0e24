/**
 * How long a first visit takes on a phone until the page can be used: `node test/site/interactive.mjs [visits]`, after `npm run site`.
 * Chromium with a processor four times slower and a network of 1.6 Mbit/s and 150 ms, as Lighthouse has it; a host that compresses.
 * Other work on the machine makes the clock's figures worse; the last one does without: the processor's time of the page's main
 * thread, four times, after all waiting for the network, as if nothing of the one went on during the other.
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { launchChromium } from "../cli/report/chromium.mjs";
import { serve } from "./serve.mjs";

const VISITS = Number(process.argv[2] ?? 11);
const SLOWER = 4;
const LATENCY = 150;
const BYTES_PER_MS = 1.6e6 / 8 / 1000;

const folder = join(import.meta.dirname, "..", "..", "site", "dist");
const host = await serve(folder, { gzip: true });
const browser = await launchChromium();
const tracing = await browser.newBrowserCDPSession();

/** A page of its own, with nothing kept. */
async function visit(slower, act) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const throughput = BYTES_PER_MS * 1000;
  const network = { offline: false, latency: LATENCY, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const times = await act(async () => {
    await page.goto(host.address);
    return page.evaluate(async () => {
      const seen = (type, name) =>
        new Promise((done) => {
          const look = (list) => {
            const [entry] = list.getEntriesByName(name);
            if (entry !== undefined) done(entry.startTime);
          };
          new PerformanceObserver(look).observe({ type, buffered: true });
        });
      return {
        paint: await seen("paint", "first-contentful-paint"),
        usable: await seen("mark", "interactive"),
        asked: performance.getEntriesByType("resource").map(({ name, startTime }) => ({ name, startTime })),
      };
    });
  });
  await context.close();
  return times;
}

/** Milliseconds of the processor that the page's main thread took until it could be used. */
async function processorTime(go) {
  const events = [];
  tracing.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const done = new Promise((complete) => tracing.once("Tracing.tracingComplete", complete));
  await tracing.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] },
  });
  const { asked } = await go();
  await tracing.send("Tracing.end");
  await done;
  tracing.removeAllListeners("Tracing.dataCollected");
  const end = events.find(({ name, ph }) => name === "interactive" && ph !== "E");
  const begin = events.findLast(({ name, pid, ts }) => name === "navigationStart" && pid === end.pid && ts < end.ts);
  let sum = 0;
  for (const { name, pid, tid, ts, tdur } of events)
    if (name.endsWith("RunTask") && pid === end.pid && tid === end.tid && ts >= begin.ts && ts <= end.ts)
      sum += tdur ?? 0;
  return { processor: sum / 1000, asked };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const told = (what, all) =>
  console.log(
    `${what}: median ${median(all).toFixed(0)} ms of ${all.length} visits (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)})`,
  );
try {
  const phone = [];
  const own = [];
  for (let at = 0; at < VISITS; at++) {
    phone.push(await visit(SLOWER, (go) => go()));
    own.push(await visit(1, processorTime));
  }
  told(
    "first paint",
    phone.map(({ paint }) => paint),
  );
  told(
    "can be used",
    phone.map(({ usable }) => usable),
  );
  const processor = own.map((one) => one.processor);
  told("the page's own processor time", processor);
  const names = new Set(["index.html", ...own[0].asked.map(({ name }) => new URL(name).pathname.slice(1))]);
  const bytes = [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  // The document, then all that it names at once.
  const network = 2 * LATENCY + bytes / BYTES_PER_MS;
  console.log(
    `${names.size} files, ${(bytes / 1000).toFixed(1)} kB: ${network.toFixed(0)} ms; with ${SLOWER} times the processor's median ${(network + SLOWER * median(processor)).toFixed(0)} ms`,
  );
} finally {
  await browser.close();
  await host.close();
}
console.log(
  `load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
