/** `fingerprint` against a sorted stringify and a SHA-256. */
import { fingerprint } from "../../dist/node/index.cjs";
import { argumentsOf } from "../lib/arguments.mjs";
import { measure, net } from "../lib/measure.mjs";
import { finish, mustBeEqual, timing } from "../lib/row.mjs";
import { hashOfCopy, hashOfStable, oneShotOfStable } from "../rivals/sorted-hash.mjs";

const rivals = {
  "sorted text + createHash": hashOfStable,
  "sorted copy + createHash": hashOfCopy,
  ...(oneShotOfStable === undefined ? {} : { "sorted text + crypto.hash": oneShotOfStable }),
};

/** The same value with every object's keys the other way round. */
function reversed(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

/** The identities differ, so what is compared is which calls each takes for the same. */
function checkEqual(size) {
  const make = argumentsOf(size);
  const calls = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? reversed(make(i % 10)) : make(i % 20)));
  const groups = (identity) => {
    const ids = calls.map((args) => identity("write_file", args));
    return ids.map((id) => ids.indexOf(id));
  };
  const ours = groups(fingerprint);
  for (const [name, rival] of Object.entries(rivals)) mustBeEqual(ours, groups(rival), `${name} of ${size} B`);
}

/** `target`: the greatest part of the time of each. */
async function row(label, size, target) {
  checkEqual(size);
  const make = argumentsOf(size);
  const over = (identity) => (n) => {
    let made = 0;
    for (let i = 0; i < n; i++) made += identity("write_file", make(i)).length;
    return made;
  };
  const contenders = {
    build: (n) => {
      let made = 0;
      for (let i = 0; i < n; i++) made += make(i).path.length;
      return made;
    },
    ours: over(fingerprint),
  };
  for (const [name, rival] of Object.entries(rivals)) contenders[name] = over(rival);
  const samples = await measure(contenders);
  for (const name of Object.keys(rivals)) {
    const [ours, rival] = [net(samples.ours, samples.build), net(samples[name], samples.build)];
    timing(`${label}: fingerprint against ${name}`, { ours, rival, target });
  }
}

await row("200 B", 200, 0.4);
await row("4 KB", 4096, 0.15);
await row("64 KB", 65536, 0.1);
finish();
