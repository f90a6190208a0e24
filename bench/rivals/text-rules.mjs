/**
 * Three rules for loops in streamed text that are in use elsewhere, written anew from their descriptions. Each is
 * `() => (chunk) => boolean`, to be given single characters.
 */
import { createHash } from "node:crypto";

/** Ten times the same 50 characters, on average no farther apart than 75 characters; code blocks and tables are passed over. */
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

/** The text ends with the same 8 to 400 characters, four times in a row. */
export function tailPeriod() {
  let text = "";
  const runs = new Uint32Array(401);
  return (character) => {
    text = text.slice(-400) + character;
    let found = false;
    for (let period = 1; period <= 400; period++) {
      const before = text.length - 1 - period;
      runs[period] = before >= 0 && text[before] === character ? runs[period] + 1 : 0;
      if (period >= 8 && runs[period] >= 3 * period) found = true;
    }
    return found;
  };
}

/** The same 64 characters, twelve times in the whole text. */
export function longGrams() {
  const seen = new Map();
  let text = "";
  return (character) => {
    text = text.slice(-63) + character;
    if (text.length < 64) return false;
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times >= 12;
  };
}
