/**
 * False alarms of `TextLoopDetector` on files that it was not tuned on: `node bench/accuracy/text-alarms.mjs FOLDER...`. Each
 * file is one text, packed ones are unpacked, and of copies one is read. It prints each alarm, with the block that was said
 * to repeat, to judge by eye, and how many there are. docs/accuracy.md has the figures; text-loops.mjs has node_modules.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { TextLoopDetector } from "../../dist/node/index.cjs";

const CODE = /\.([cm]?[jt]s|pyi?|p[lm]|pas|pp|inc|t|c|h|hpp|rs|go|java|rb|sql|sh|cmake|css)$/i;
const DATA = /\.(json|csv|map|xml|ya?ml)$/i;
const DOCUMENTS = /\.(md|txt|html|pod|rst|gz)$|^(licen[cs]e|copying|copyright|notice|readme|changelog|news)/i;

function* files(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(path, entry.name);
    if (entry.isDirectory()) yield* files(file);
    else if (entry.isFile() && [CODE, DATA, DOCUMENTS].some((kind) => kind.test(entry.name))) yield file;
  }
}

/** Undefined: it is none, or too large. */
function textOf(path) {
  if (statSync(path).size >= 2 ** 26) return undefined;
  let bytes = readFileSync(path);
  try {
    if (path.endsWith(".gz")) bytes = gunzipSync(bytes);
  } catch {
    return undefined;
  }
  return bytes.subarray(0, 4096).includes(0) ? undefined : bytes.toString("utf8");
}

const seen = new Set();
let characters = 0;
let alarms = 0;
for (const path of process.argv.slice(2).flatMap((folder) => [...files(folder)])) {
  const text = textOf(path);
  if (text === undefined) continue;
  const digest = createHash("sha256").update(text).digest("base64");
  if (seen.has(digest)) continue;
  seen.add(digest);
  characters += text.length;
  const detector = new TextLoopDetector();
  for (let at = 0; at < text.length; at += 200) {
    const { detected, kind, period, repeats, start } = detector.push(text.slice(at, at + 200));
    if (!detected) continue;
    alarms++;
    const block = JSON.stringify(text.slice(start, start + Math.min(period, 100)));
    console.log(`${path}: ${kind}, ${period} characters, ${repeats} times, from ${start}: ${block}`);
  }
  detector.close();
}
const share = ((alarms * 1e7) / characters).toFixed(2);
console.log(
  `${seen.size} files, ${characters.toLocaleString("en")} characters, ${alarms} alarms: ${share} for 10 million`,
);
