/**
 * How right `TextLoopDetector` is: `node bench/accuracy/text-loops.mjs [--tuning] [--rivals] FOLDER...`. Loops are injected
 * into real files at a random place, 60 a row: a block of a file again and again, as it is, with other white space,
 * numbered, on lines with the number of an attempt, behind a time stamp, with a word that changes, or with its sentences
 * in any order. Alarms are counted on files as they are. A loop is found when it is warned of; "cut" when it is sure.
 *
 * Half of the packages of node_modules (the default folder), by a hash of their names, set the numbers of
 * native/src/text/text_loop_rules.c, with the Google Cloud SDK, Rust's documentation, and what Perl, Vim, CMake and npm install:
 * `--tuning` reads that half. Without it the others are read, and all of any other folder. `--rivals` runs three other
 * rules, too, on some of the loops and files.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { TextLoopDetector } from "../../dist/node/index.cjs";
import { randomNumbers } from "../lib/arguments.mjs";
import { chunkCounts, suffixAutomaton, zlibRatio } from "../rivals/text-rules.mjs";

const FILES = /\.(md|rst|txt|html|[cm]?[jt]s|json|css|c|h|py|p[lm]|csv|log)$|licen[cs]e/i;
const PROSE = /\.(md|rst|txt|html)$|licen[cs]e/i;
const PERIODS = [1, 3, 8, 20, 60, 150, 400, 1200, 2000, 4000];
const LOOPS = 60;
/** Characters of a chunk: those in which loops stream, and those in which files are read. */
const CHUNK = 11;
const FILE_CHUNK = 200;
/** The other rules see so many loops of a row, and so many files, since some are slow. */
const RIVAL_LOOPS = 10;
const RIVAL_FILES = 100;
const WORDS =
  "parser lexer index buffer cache server client router session token cursor widget layout schema column report invoice customer".split(
    " ",
  );

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tuning: { type: "boolean" },
    rivals: { type: "boolean" },
  },
});
const next = randomNumbers(20261124);
const pick = (list) => list[next(list.length)];

function* files(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(path, entry.name);
    if (entry.isDirectory()) yield* files(file);
    else if (entry.isFile() && FILES.test(entry.name)) {
      const { size } = statSync(file);
      if (size > 8000 && size < 200_000) yield file;
    }
  }
}

/** Files of one package are alike, so they are of one half. */
function isTuning(path) {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return name !== undefined && (createHash("md5").update(name).digest()[15] & 1) === 0;
}
const chosen = (path) => isTuning(path) === Boolean(values.tuning);
const seen = new Set();
const texts = [];
for (const folder of positionals.length > 0 ? positionals : ["node_modules"])
  for (const path of files(folder)) {
    if (!chosen(path)) continue;
    const text = readFileSync(path, "utf8");
    const digest = createHash("sha1").update(text).digest("base64");
    if (seen.has(digest)) continue;
    seen.add(digest);
    texts.push({ path, prose: PROSE.test(path), text });
  }

/** Each gives a function that takes a chunk and says 0: nothing, 1: a loop, 2: it is sure. */
const ours = () => {
  const detector = new TextLoopDetector();
  const push = (chunk) => {
    const match = detector.push(chunk);
    return match.detected ? 1 + Number(match.sure) : 0;
  };
  return Object.assign(push, { close: () => detector.close() });
};
const rival = (make) => () => {
  const push = make();
  return (chunk) => Number(push(chunk));
};
const RULES = { TextLoopDetector: ours };
if (values.rivals)
  Object.assign(RULES, {
    "chunks of 50, ten times": rival(chunkCounts),
    "suffix automaton": rival(suffixAutomaton),
    "zlib of the last 4 KB": rival(zlibRatio),
  });

const two = (n) => String(n).padStart(2, "0");
const shuffled = (block) => {
  const parts = block.split(/(?<=[.;:\n]\s)/);
  for (let i = parts.length - 1; i > 0; i--) {
    const j = next(i + 1);
    [parts[i], parts[j]] = [parts[j], parts[i]];
  }
  return parts.join("");
};
const worded = (block, i) => {
  const middle = block.indexOf(" ", block.length >> 1);
  const at = middle < 0 ? block.length : middle;
  return `${block.slice(0, at)} ${WORDS[(i * 7) % WORDS.length]}${block.slice(at)} `;
};
/** The i-th repetition of a block; `least`: shorter blocks have no such row. */
const ROWS = {
  exact: { least: 1, make: (block) => block },
  spaced: { least: 1, make: (block, i) => block.replace(/\s+/g, " ") + (i % 2 ? "\n" : " ") },
  numbered: { least: 1, make: (block, i) => `${i + 1}. ${block}` },
  lines: { least: 1, make: (block, i) => `\nAttempt ${i + 1}: ${block}` },
  stamped: { least: 1, make: (block, i) => `[12:${10 + (i % 50)}:${two((i * 7) % 60)}] ${block}\n` },
  "a word changes": { least: 20, make: worded },
  shuffled: { least: 150, make: shuffled },
};

/** What a rule says of a text with a loop: after how many characters of the loop, and whether it is sure. */
function seenIn(make, text, begin) {
  const push = make();
  let found = -1;
  let sure = false;
  for (let at = 0; at < text.length && !sure; at += CHUNK) {
    const said = push(text.slice(at, at + CHUNK));
    if (said > 0 && found < 0) found = at + CHUNK - begin;
    sure = said > 1;
  }
  push.close?.();
  return { found, sure };
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
const rivals = Object.keys(RULES).slice(1);
console.log(`${texts.length} files: ${values.tuning ? "those that set numbers" : "those that set no numbers"}\n`);
console.log(`| text | period | loop | found | median delay | cut |${rivals.map((name) => ` ${name} |`).join("")}`);
console.log(`|---|--:|---|--:|--:|--:|${rivals.map(() => "--:|").join("")}`);
for (const prose of [true, false]) {
  const some = texts.filter((text) => text.prose === prose).map(({ text }) => text);
  if (some.length === 0) continue;
  for (const period of PERIODS)
    for (const [name, { least, make }] of Object.entries(ROWS)) {
      if (period < least) continue;
      const delays = [];
      const counts = rivals.map(() => 0);
      let loops = 0;
      let sure = 0;
      for (let tries = 0; loops < LOOPS && tries < 20 * LOOPS; tries++) {
        const text = pick(some);
        const before = text.slice(0, 200 + next(3000));
        const from = next(Math.max(1, text.length - period - 1));
        const block = text.slice(from, from + period);
        // Endless spaces, and a row of one sign, are loops of a shorter period.
        if (block.length < period || block.trim().length < Math.min(period, 2)) continue;
        if (new Set(block).size < Math.min(4, period)) continue;
        loops++;
        let whole = before;
        const end = before.length + Math.max(3000, 12 * period);
        for (let i = 0; whole.length < end; i++) whole += make(block, i);
        const said = seenIn(ours, whole, before.length);
        if (said.found > 0) delays.push(said.found / Math.max(100, 3 * period));
        if (said.sure) sure++;
        if (loops <= RIVAL_LOOPS)
          for (const [i, rule] of rivals.entries())
            if (seenIn(RULES[rule], whole, before.length).found > 0) counts[i]++;
      }
      const percent = (n, of) => `${Math.round((100 * n) / of)} %`;
      const cells = counts.map((n) => ` ${percent(n, Math.min(loops, RIVAL_LOOPS))} |`).join("");
      console.log(
        `| ${prose ? "prose" : "code"} | ${period} | ${name} | ${percent(delays.length, loops)} | ${median(delays).toFixed(1)} | ${percent(sure, loops)} |${cells}`,
      );
    }
}

console.log(
  "\n| rule | characters | files with an alarm | for 10 million | cut | for 10 million |\n|---|--:|--:|--:|--:|--:|",
);
for (const [name, make] of Object.entries(RULES)) {
  const read = make === ours ? texts : texts.filter((_, i) => i % Math.ceil(texts.length / RIVAL_FILES) === 0);
  let characters = 0;
  const alarmed = [0, 0, 0];
  for (const { text } of read) {
    const push = make();
    let most = 0;
    for (let at = 0; at < text.length; at += FILE_CHUNK) most = Math.max(most, push(text.slice(at, at + FILE_CHUNK)));
    push.close?.();
    characters += text.length;
    alarmed[most]++;
  }
  const each = (n) => ((n * 1e7) / characters).toFixed(2);
  const [, warned, cut] = alarmed;
  console.log(
    `| ${name} | ${characters.toLocaleString("en")} | ${warned + cut} | ${each(warned + cut)} | ${cut} | ${each(cut)} |`,
  );
}
