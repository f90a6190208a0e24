/**
 * How right `TextLoopDetector` is: `node bench/accuracy/text-loops.mjs [folder]`. False alarms on the files of a folder (by
 * default node_modules), and loops made of their sentences, which begin at a random place in one of them. Three other rules
 * do the same, on a part of the files, since they are slow. docs/accuracy.md has the table.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { TextLoopDetector } from "../../dist/node/index.cjs";
import { randomNumbers } from "../lib/arguments.mjs";
import { contentChanting, longGrams, tailPeriod } from "../rivals/text-rules.mjs";

const KINDS = /\.(md|[cm]?[jt]s|json|css|txt|csv|map|html|py|c|h|yml)$|^(licen[cs]e|copying|notice)/i;
const folder = process.argv[2] ?? "node_modules";
const next = randomNumbers(20261123);
const LOOPS = 300;
/** The other rules see every so manyth file. */
const SHARE = 100;

function* files(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(path, entry.name);
    if (entry.isDirectory()) yield* files(file);
    else if (entry.isFile() && KINDS.test(entry.name) && statSync(file).size < 2 ** 26) yield file;
  }
}

const ours = () => {
  const detector = new TextLoopDetector();
  return Object.assign((chunk) => detector.push(chunk).detected, { close: () => detector.close() });
};
const RULES = {
  TextLoopDetector: ours,
  "content chanting": contentChanting,
  "tail period": tailPeriod,
  "64-grams": longGrams,
};

/** Whether a loop is seen within `text`, and how often: the rules but ours say so again with each character. */
function alarms(make, text, chunk) {
  const push = make();
  let count = 0;
  let quietUntil = 0;
  for (let at = 0; at < text.length; at += chunk)
    if (push(text.slice(at, at + chunk)) && at >= quietUntil) {
      count++;
      quietUntil = make === ours ? 0 : at + 2000;
    }
  push.close?.();
  return count;
}

function sentencesOf(text) {
  return text.match(/[A-Z][a-z]+(?: [a-z]+,?){3,18}\. /g) ?? [];
}

const paths = [...files(folder)];
const sentences = [];
const carriers = [];
const found = Object.fromEntries(Object.keys(RULES).map((name) => [name, { alarms: 0, characters: 0, files: [] }]));
for (const [i, path] of paths.entries()) {
  const text = readFileSync(path, "utf8");
  if (/\.md$/i.test(path) && sentences.length < 5000) sentences.push(...sentencesOf(text));
  if (i % 20 === 0 && text.length > 5000) carriers.push(text);
  for (const [name, make] of Object.entries(RULES)) {
    if (make !== ours && (i % SHARE !== 0 || text.length > 100_000)) continue;
    const count = alarms(make, text, make === ours ? 200 : 1);
    found[name].characters += text.length;
    found[name].alarms += count;
    if (count > 0) found[name].files.push(`${path}${count > 1 ? ` (${count})` : ""}`);
  }
}

const pick = (list) => list[next(list.length)];
const several = (count) => Array.from({ length: count }, () => pick(sentences));
/** Digits and white space differ from one to the next. */
const noisy = (text, i) => `${i + 1}.${" ".repeat(1 + (i % 3))}${text.replace(/\. /g, next(2) ? ".\n" : ".  ")}`;

/** Each gives the i-th piece of a loop, how long its period is, and how many pieces there are at most. */
const LOOP_KINDS = {
  "a sentence": () => fixed(pick(sentences)),
  "a paragraph": () => fixed(several(2 + next(4)).join("")),
  "a page": () =>
    fixed(
      several(8 + next(8))
        .join("")
        .slice(0, 2000),
    ),
  "numbered, with other white space": () => {
    const text = several(1 + next(3)).join("");
    return { piece: (i) => noisy(text, i), period: text.length + 4 };
  },
  "3 to 6 sentences in any order": () => {
    const said = several(3 + next(4));
    return { piece: () => pick(said), period: said.join("").length };
  },
  "the same, one of twelve new": () => {
    const said = several(3 + next(4));
    return { piece: () => (next(12) === 0 ? pick(sentences) : pick(said)), period: said.join("").length };
  },
};

function fixed(text) {
  return { piece: () => text, period: text.length };
}

/** Characters after the first period until it is seen; undefined: not within 30 periods or 6,000 characters. */
function delayOf(make, before, { piece, period }) {
  const push = make();
  try {
    for (let at = 0; at < before.length; at += 50) push(before.slice(at, at + 50));
    const most = Math.max(30 * period, 6000);
    for (let i = 0, said = 0; said < most; i++)
      for (const character of piece(i)) {
        said++;
        if (push(character)) return said - period;
      }
    return undefined;
  } finally {
    push.close?.();
  }
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

console.log("| | characters read | false alarms | for 10 million |\n|---|--:|--:|--:|");
for (const [name, { alarms: count, characters }] of Object.entries(found))
  console.log(
    `| ${name} | ${characters.toLocaleString("en")} | ${count} | ${((count * 1e7) / characters).toFixed(1)} |`,
  );
console.log(`\nFalse alarms: ${found.TextLoopDetector.files.join(", ")}\n`);

console.log("| loop | found | median delay, characters | in periods | content chanting | tail period | 64-grams |");
console.log("|---|--:|--:|--:|--:|--:|--:|");
for (const [name, makeLoop] of Object.entries(LOOP_KINDS)) {
  const row = Object.fromEntries(Object.keys(RULES).map((rule) => [rule, []]));
  const periods = [];
  for (let i = 0; i < LOOPS; i++) {
    const carrier = pick(carriers);
    const before = carrier.slice(0, next(Math.min(carrier.length, 20_000)));
    const loop = makeLoop();
    for (const [rule, make] of Object.entries(RULES)) {
      if (make !== ours && i >= 20) continue;
      const delay = delayOf(make, make === ours ? before : "", loop);
      row[rule].push(delay);
      if (make === ours && delay !== undefined) periods.push(delay / loop.period);
    }
  }
  const recall = (delays) => delays.filter((delay) => delay !== undefined).length / delays.length;
  const { TextLoopDetector: own, ...others } = row;
  const cells = Object.values(others).map((delays) => percent(recall(delays)));
  const delays = own.filter((delay) => delay !== undefined);
  console.log(
    `| ${name} | ${percent(recall(own))} | ${median(delays)} | ${median(periods).toFixed(1)} | ${cells.join(" | ")} |`,
  );
}
