/** `TextLoopDetector.push` against content chanting, in chunks of 20 and of 4,096 characters: time of one character. */
import { readFileSync } from "node:fs";
import { TextLoopDetector } from "../../dist/node/index.cjs";
import { measure } from "../lib/measure.mjs";
import { finish, mustBeEqual, timing } from "../lib/row.mjs";
import { contentChanting } from "../rivals/text-rules.mjs";

/** Texts that every checkout has. */
const TEXTS = {
  prose: ["CONTRIBUTING.md", "docs/design.md", "docs/accuracy.md", "docs/guides/text-loops.md"],
  code: [
    "lib/guard/loop-guard.ts",
    "lib/run/run-texts.ts",
    "native/src/text/text_loop.c",
    "native/src/identity/identity.c",
  ],
};
const LENGTH = 65_536;
const LOOP = "I will now try to run the tests again and see what they say. ".repeat(40);

const textOf = (files) => {
  const text = files.map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")).join("\n");
  return text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
};

function cut(text, size) {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}

/** Each operation is a chunk; what it tells is how many loops were found. */
function pushing(makePush, chunks) {
  let push = makePush();
  let at = 0;
  return (n) => {
    let found = 0;
    for (let i = 0; i < n; i++) {
      if (push(chunks[at])) found++;
      if (++at < chunks.length) continue;
      at = 0;
      push = makePush();
    }
    return found;
  };
}

const detector = new TextLoopDetector();
const ours = () => {
  detector.reset();
  return (chunk) => detector.push(chunk).detected;
};
/** The rule looks at each character, as where it is in use. */
const rival = () => {
  const push = contentChanting();
  return (chunk) => {
    let found = false;
    for (const character of chunk) if (push(character)) found = true;
    return found;
  };
};

for (const make of [ours, rival]) mustBeEqual(cut(LOOP, 20).some(make()), true, "a loop");

for (const [name, files] of Object.entries(TEXTS)) {
  const text = textOf(files);
  for (const size of [20, 4096]) {
    const chunks = cut(text, size);
    const samples = await measure({ ours: pushing(ours, chunks), rival: pushing(rival, chunks) });
    const each = (values) => values.map((value) => value / size);
    timing(`${name} in chunks of ${size}, a character, against content chanting`, {
      ours: each(samples.ours),
      rival: each(samples.rival),
    });
  }
}
detector.close();
finish();
