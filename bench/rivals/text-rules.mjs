/**
 * Three other rules for loops in streamed text, written anew from their descriptions. Each is `() => (chunk) => boolean`.
 */
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";

/** A rule of single characters as one of chunks. */
const ofCharacters = (make) => () => {
  const push = make();
  return (chunk) => {
    let found = false;
    for (const character of chunk) found = push(character) || found;
    return found;
  };
};

/**
 * As a known CLI agent does: ten times the same 50 characters, on average no farther apart than 75 characters; code
 * blocks are passed over. To be given single characters.
 */
export function contentChanting() {
  const seen = new Map();
  let text = "";
  let length = 0;
  let fence = false;
  return (character) => {
    text = text.slice(-49) + character;
    length++;
    if (text.endsWith("```")) {
      fence = !fence;
      seen.clear();
    }
    if (fence || text.length < 50) return false;
    const key = createHash("md5").update(text).digest("base64");
    const places = seen.get(key) ?? [];
    places.push(length);
    seen.set(key, places);
    if (places.length < 10) return false;
    const last = places.slice(-10);
    return (last[9] - last[0]) / 9 <= 75;
  };
}
export const chunkCounts = ofCharacters(contentChanting);

/** The last 300 characters came before: by a suffix automaton, whose memory grows with the text. */
export const suffixAutomaton = ofCharacters(() => {
  const links = [-1];
  const lengths = [0];
  const edges = [new Map()];
  let last = 0;
  const add = (character) => {
    const current = lengths.push(lengths[last] + 1) - 1;
    links.push(0);
    edges.push(new Map());
    let at = last;
    for (; at >= 0 && !edges[at].has(character); at = links[at]) edges[at].set(character, current);
    last = current;
    if (at < 0) return;
    const target = edges[at].get(character);
    links[current] = target;
    if (lengths[at] + 1 === lengths[target]) return;
    const copy = lengths.push(lengths[at] + 1) - 1;
    links.push(links[target]);
    edges.push(new Map(edges[target]));
    for (; at >= 0 && edges[at].get(character) === target; at = links[at]) edges[at].set(character, copy);
    links[target] = links[current] = copy;
  };
  return (character) => {
    add(character);
    return lengths[links[last]] >= 300;
  };
});

/** The last 4 KB can be packed to 6 %; looked at after each 256 characters. */
export function zlibRatio() {
  let text = "";
  let due = 0;
  return (chunk) => {
    text = (text + chunk).slice(-4096);
    due += chunk.length;
    if (text.length < 4096 || due < 256) return false;
    due = 0;
    return deflateRawSync(text).length < 0.06 * 4096;
  };
}
