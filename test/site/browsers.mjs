/**
 * The site in Firefox and WebKit: `npm run site:browsers`, after `npm run site`; Chromium is in the tests. It runs what is installed
 * (Debian: firefox-esr; webkit2gtk-driver and xvfb) and says so. Both speak WebDriver, Firefox its own framing of it.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "./serve.mjs";

const root = join(import.meta.dirname, "..", "..");
const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const PATIENCE = 60_000;

async function until(what, read) {
  for (let waited = 0; waited < PATIENCE; waited += 100) {
    const found = await read();
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error(`${what}: nothing after ${PATIENCE / 1000} s`);
}

/** Marionette, the protocol of geckodriver: JSON behind its length, `[0, id, command, parameters]` and `[1, id, error, value]`. */
async function firefox(scratch, stop) {
  writeFileSync(join(scratch, "user.js"), 'user_pref("marionette.port", 0);\n');
  stop(spawn("firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", scratch], { stdio: "ignore" }));
  const port = await until("Firefox", () => {
    const file = join(scratch, "MarionetteActivePort");
    return existsSync(file) ? Number(readFileSync(file, "utf8")) || undefined : undefined;
  });
  const socket = connect(port, "127.0.0.1");
  const open = new Map();
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let colon = bytes.indexOf(":"); colon > 0; colon = bytes.indexOf(":")) {
      const end = colon + 1 + Number(bytes.subarray(0, colon));
      if (bytes.length < end) return;
      const message = JSON.parse(bytes.subarray(colon + 1, end).toString());
      bytes = bytes.subarray(end);
      if (!Array.isArray(message)) continue; // its greeting
      const [, id, error, value] = message;
      if (error) open.get(id).reject(new Error(`${error.error}: ${error.message}`));
      else open.get(id).resolve(value);
    }
  });
  const send = (command, parameters) =>
    new Promise((resolve, reject) => {
      const id = open.size + 1;
      open.set(id, { resolve, reject });
      const text = JSON.stringify([0, id, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  const { capabilities } = await send("WebDriver:NewSession", { timeouts: { script: PATIENCE } });
  return {
    version: capabilities.browserVersion,
    goTo: (url) => send("WebDriver:Navigate", { url }),
    run: async (script) => (await send("WebDriver:ExecuteAsyncScript", { script, args: [] })).value,
    close: () => socket.destroy(),
  };
}

async function webkit(_scratch, stop) {
  const screen = stop(
    spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1200x900x24"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    }),
  );
  const [display] = await new Promise((found) =>
    screen.stdio[3].once("data", (data) => found(String(data).split("\n"))),
  );
  // Its language is the system's, and "C" is none.
  const env = { ...process.env, DISPLAY: `:${display}`, LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8" };
  const port = 20_000 + (process.pid % 10_000);
  stop(spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore", env }));
  const send = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await until("WebKitWebDriver", () => send("GET", "/status").catch(() => undefined));
  const options = { binary: MINI_BROWSER, args: ["--automation"] };
  const { sessionId, capabilities } = await send("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options, timeouts: { script: PATIENCE } } },
  });
  const session = `/session/${sessionId}`;
  return {
    version: capabilities.browserVersion,
    goTo: (url) => send("POST", `${session}/url`, { url }),
    run: (script) => send("POST", `${session}/execute/async`, { script, args: [] }),
    close: () => send("DELETE", session),
  };
}

/** Runs in the page. Gives what its body gives, or the error; `violations`: what the Content-Security-Policy refused meanwhile. */
const inPage = (body) => `
  const done = arguments[arguments.length - 1];
  const violations = [];
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + " " + blockedURI));
  addEventListener("error", ({ message }) => violations.push(message));
  const $ = (selector) => document.querySelector(selector);
  const until = async (what, test) => {
    for (let waited = 0; waited < 30000; waited += 50) {
      const found = test();
      if (found) return found;
      await new Promise((later) => setTimeout(later, 50));
    }
    throw new Error("never: " + what);
  };
  const ready = (before) => until("the trace is read", () => $("#result").dataset.ready !== before && $("#result").dataset.ready);
  const act = async (what) => { const before = $("#result").dataset.ready; what(); await ready(before); };
  (async () => { ${body} })().then(
    (value) => done({ value, violations }),
    (error) => done({ error: String(error), violations }),
  );`;

const TRACE = `${JSON.stringify({ id: "<img src=x onerror=alert(1)>\u202e", calls: Array.from({ length: 6 }, () => ({ name: "<b>", args: { a: 1 }, result: "x" })) })}\n`;

/** `[what, script of the page, what its answer must look like]` */
const PARTS = [
  [
    "the page opens",
    `await until("it can be used", () => performance.getEntriesByName("interactive").length); return $("h1").textContent;`,
    /circles/,
  ],
  [
    "an example is read and explained",
    `await act(() => $("[data-example=edits]").click());
     await until("it is explained", () => $(".explained-calls li")); return $("#headline").textContent;`,
    /looped/,
  ],
  [
    "a slider judges anew",
    `await act(() => { $("#times").value = "4"; $("#times").dispatchEvent(new Event("input")); }); return $("#guard").textContent + location.hash;`,
    /times: 4.*#times=4&example=edits/,
  ],
  [
    "a file is dropped, compressed, and is text whatever it holds",
    `const packed = await new Response(new Blob([${JSON.stringify(TRACE)}]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
     const transfer = new DataTransfer(); transfer.items.add(new File([packed], "x.jsonl.gz"));
     await act(() => document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer })));
     return $("#result").querySelectorAll("img").length + " " + $("#runs a[data-run]").textContent;`,
    /^0 <img/,
  ],
  [
    "step by step",
    `await act(() => $("#reset").click());
     for (let i = 0; i < 3; i++) $("#step-same").click();
     await until("three verdicts", () => document.querySelectorAll("#step-list .verdict").length === 3);
     return [...document.querySelectorAll("#step-list .verdict")].map((one) => one.textContent).join();`,
    /^allowed,allowed,refused$/,
  ],
  [
    "the lines of a framework",
    `$("#framework").value = "langchain"; $("#framework").dispatchEvent(new Event("change")); return $("#lines").textContent;`,
    /toolLoopMiddleware/,
  ],
  [
    "the documents are searched",
    `$("#search").value = "errorStreak"; $("#search").dispatchEvent(new Event("input"));
     return (await until("a hit", () => $("#hits a"))).href;`,
    /error-streak/,
  ],
  ["nothing is wider than the screen", `return document.documentElement.scrollWidth - innerWidth <= 0;`, /true/],
];

/** Runs last, since it is refused on purpose. */
const CONNECT = [
  "nobody can be connected to",
  `return await fetch("/index.html").then(() => "connected", () => "refused");`,
  /^refused$/,
];

async function check(name, start) {
  const scratch = mkdtempSync(join(tmpdir(), "loopguard-browser-"));
  const children = [];
  const stop = (child) => {
    children.push(child);
    return child;
  };
  let host = await serve(join(root, "site", "dist"));
  const { address } = host;
  let browser;
  const counts = { passed: 0, failed: 0 };
  const told = (what, fault) => {
    counts[fault === undefined ? "passed" : "failed"]++;
    console.log(`${fault === undefined ? "ok  " : "FAIL"} ${name}: ${what}${fault === undefined ? "" : `: ${fault}`}`);
  };
  const runPart = async ([what, script, wanted], violationsWanted = 0) => {
    const { value, error, violations } = await browser.run(inPage(script));
    if (error !== undefined) told(what, error);
    else if (!wanted.test(String(value))) told(what, `says ${JSON.stringify(value)}`);
    else if (violations.length !== violationsWanted) told(what, `refused: ${violations.join("; ")}`);
    else told(what);
  };
  try {
    browser = await start(scratch, stop);
    console.log(`${name} ${browser.version}`);
    await browser.goTo(address);
    for (const part of PARTS) await runPart(part);
    await runPart(CONNECT, 1);
    await runPart(["all is kept for later", `return (await navigator.serviceWorker.ready).active !== null;`, /true/]);
    await host.close();
    host = undefined;
    await browser.goTo(`${address}docs/guides/own-loop.html`);
    await runPart(["a document opens without a network", `return $("h1").textContent;`, /./]);
    await browser.goTo(address);
    await runPart(["an example is read without a network", PARTS[1][1], /looped/]);
  } catch (error) {
    told("goes on", error.message);
  } finally {
    await browser?.close();
    for (const child of children) child.kill();
    await host?.close();
    await Promise.all(
      children.map((child) => child.exitCode ?? child.signalCode ?? new Promise((gone) => child.once("exit", gone))),
    );
    rmSync(scratch, { recursive: true, force: true });
  }
  return counts;
}

const BROWSERS = [
  ["Firefox", firefox, ["/usr/bin/firefox-esr"]],
  ["WebKit", webkit, ["/usr/bin/WebKitWebDriver", MINI_BROWSER, "/usr/bin/Xvfb"]],
];
let passed = 0;
let failed = 0;
const ran = [];
for (const [name, start, needs] of BROWSERS) {
  const missing = needs.filter((path) => !existsSync(path));
  if (missing.length > 0) {
    console.log(`${name}: not installed (${missing.join(", ")})`);
    continue;
  }
  ran.push(name);
  const counts = await check(name, start);
  passed += counts.passed;
  failed += counts.failed;
}
console.log(ran.length === 0 ? "No browser was run." : `Run in ${ran.join(" and ")}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || ran.length === 0 ? 1 : 0;
