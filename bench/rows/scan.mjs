/**
 * `loopguard scan` against a loop that only parses: the same reading, cutting and decoding of lines, and `JSON.parse` of
 * each. Every sample is a process of its own, from its start to its end, so that what it takes to start is counted too.
 */
import { fork } from "node:child_process";
import { createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { net, summary } from "../lib/measure.mjs";
import { writeRecordedRuns } from "../lib/recorded-runs.mjs";
import { finish, mustBeEqual, quantity, timing } from "../lib/row.mjs";

const TRIALS = 5;
const LARGE = 220e6;
const SMALL = LARGE / 4;
const CORPUS = process.env.LOOPGUARD_CORPUS ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
/** The corpus is written this many times over, or starting would be most of the time. */
const CORPUS_TIMES = 10;
/** How much more memory a file four times as large may take. */
const GROWTH = 1.2;

async function onlyParse(path) {
  const { isAscii } = await import("node:buffer");
  const { decompressed, fileBytes } = await import("../../out/traces/trace-bytes.js");
  const { TraceSplitter } = await import("../../out/traces/trace-splitter.js");
  let count = 0;
  const lines = new TraceSplitter(({ buffer, byteOffset, length }) => {
    const line = Buffer.from(buffer, byteOffset, length);
    if (length > 0) count += typeof JSON.parse(line.toString(isAscii(line) ? "latin1" : "utf8")) === "object";
  });
  for await (const chunk of decompressed(fileBytes(path))) lines.push(chunk);
  lines.end();
  return count;
}

/** As users run it: the command of the package. */
async function scan(path) {
  const written = [];
  process.stdout.write = (text) => written.push(text) > 0;
  process.argv.splice(2, process.argv.length, "scan", path);
  await import("../../dist/cli/main.js");
  return Number(/^([\d,]+) runs? /m.exec(written.join(""))?.[1].replaceAll(",", ""));
}

/** In the child. */
async function sampled([what, path]) {
  const lines = what === "parse" ? await onlyParse(path) : await scan(path);
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  process.send({ lines, cpu: (user + system) * 1e3, wall: performance.now() * 1e6, memory: maxRSS / 1024 });
}

function sample(...args) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), args, { execArgv: [] });
    let answer;
    child.on("message", (message) => {
      answer = message;
    });
    child.on("exit", (code) =>
      code === 0 ? resolve(answer) : reject(new Error(`${args.join(" ")}: exit code ${code}`)),
    );
  });
}

/** The lines of all files of the corpus in one file, so that it can be cut as any large one. */
async function joinCorpus(path) {
  const { decompressed, fileBytes } = await import("../../out/traces/trace-bytes.js");
  const out = createWriteStream(path);
  for (let time = 0; time < CORPUS_TIMES; time++)
    for (const name of readdirSync(CORPUS).filter((name) => name.endsWith(".jsonl.gz")))
      for await (const chunk of decompressed(fileBytes(join(CORPUS, name)))) out.write(chunk);
  out.end();
  await finished(out);
}

/** Trials of all contenders in turn: `{ cpu, wall, memory }`, each a list. */
async function trials(contenders) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, { cpu: [], wall: [], memory: [] }]));
  let lines;
  for (let trial = 0; trial < TRIALS; trial++) {
    for (const [name, args] of Object.entries(contenders)) {
      const answer = await sample(...args);
      lines ??= answer.lines;
      mustBeEqual(answer.lines, lines, `runs that ${name} read`);
      for (const key of ["cpu", "wall", "memory"]) samples[name][key].push(answer[key]);
    }
  }
  return samples;
}

function contenders(path) {
  return { parse: ["parse", path], scan: ["scan", path] };
}

function compare(label, { parse, scan }) {
  timing(`${label}: scan against JSON.parse, CPU time`, { ours: scan.cpu, rival: parse.cpu, target: 1.3 });
}

/** What a file costs beyond one that is a quarter of it: neither starting nor compiling. */
function further(label, large, small) {
  const beyond = (name) => net(large[name].cpu, small[name].cpu).map((ns) => ns / ((LARGE - SMALL) / 1e6));
  timing(`${label}: each further MB, scan against JSON.parse, CPU time`, {
    ours: beyond("scan"),
    rival: beyond("parse"),
    target: 1.3,
  });
}

function growth(label, large, small) {
  quantity(`${label}: peak memory (theirs: of a quarter of the file)`, {
    ours: large.scan.memory,
    rival: small.scan.memory,
    unit: "MiB",
    target: summary(small.scan.memory).median * GROWTH,
  });
}

if (process.argv.length > 2) {
  await sampled(process.argv.slice(2));
} else {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-scan-"));
  try {
    const path = join(folder, "runs.jsonl");
    for (const format of ["runs", "chats"]) {
      const label = `220 MB of ${format}`;
      writeRecordedRuns(path, SMALL, format);
      const small = await trials(contenders(path));
      writeRecordedRuns(path, LARGE, format);
      const large = await trials(contenders(path));
      compare(label, large);
      further(label, large, small);
      growth(label, large, small);
    }
    if (existsSync(CORPUS)) {
      await joinCorpus(path);
      compare(`${CORPUS_TIMES} × the corpus, where every fifth run is stuck`, await trials(contenders(path)));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  finish();
}
