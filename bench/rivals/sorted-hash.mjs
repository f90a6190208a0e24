/** What people write for an identity in which the order of keys does not count: sort, stringify, hash. */
import { createHash, hash } from "node:crypto";

/** As the packages for stable stringification do it: the text is put together on the way through the sorted keys. */
export function stableStringify(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    let text = "[";
    for (let i = 0; i < value.length; i++) {
      if (i > 0) text += ",";
      text += stableStringify(value[i]) ?? "null";
    }
    return `${text}]`;
  }
  const keys = Object.keys(value).sort();
  let text = "{";
  let comma = "";
  for (const key of keys) {
    const member = stableStringify(value[key]);
    if (member === undefined) continue;
    text += `${comma}${JSON.stringify(key)}:${member}`;
    comma = ",";
  }
  return `${text}}`;
}

/** The other way: a sorted copy first, which JSON.stringify then writes in one go. */
export function sortedCopy(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortedCopy);
  const copy = {};
  for (const key of Object.keys(value).sort()) copy[key] = sortedCopy(value[key]);
  return copy;
}

export function hashOfStable(name, args) {
  return createHash("sha256")
    .update(`${name}::${stableStringify(args)}`)
    .digest("hex");
}

export function hashOfCopy(name, args) {
  return createHash("sha256")
    .update(`${name}::${JSON.stringify(sortedCopy(args))}`)
    .digest("hex");
}

/** With the one-shot function of newer Nodes; `undefined` where there is none. */
export const oneShotOfStable =
  hash === undefined ? undefined : (name, args) => hash("sha256", `${name}::${stableStringify(args)}`);
