/** What `TextLoopDetector` may and must report, from the whole text. */

/** Whether each character of `text` is the one that stands `period` before it. */
export function hasPeriod(text: string, period: number): boolean {
  for (let i = period; i < text.length; i++) if (text[i] !== text[i - period]) return false;
  return true;
}

/** The shortest period, up to `longest`, that the end of the text has over at least `length` characters. */
export function shortestPeriod(text: string, length: number, longest: number): number | undefined {
  const tail = text.slice(-length);
  if (tail.length < length) return undefined;
  for (let period = 1; period <= Math.min(longest, length - 1); period++) if (hasPeriod(tail, period)) return period;
  return undefined;
}

/** Whether less than 85 % of what is no white space are letters. */
function isCode(sentence: string): boolean {
  return sentence.replace(/[^A-Za-z]/g, "").length < 0.85 * sentence.replace(/\s/g, "").length;
}

/** Whether it has no letters, or is a word of up to five and one mark: "Wait." is no code. */
function saysNothing(sentence: string): boolean {
  const letters = sentence.replace(/[^A-Za-z]/g, "").length;
  return letters === 0 || (letters <= 5 && !/\d/.test(sentence) && sentence.replace(/\s/g, "").length === letters + 1);
}

/** What two sentences have in common that are the same: all but the number before their words. */
function withoutNumbering(sentence: string): string {
  return sentence.replace(/^[^A-Za-z]*/, (before) => before.replace(/\d+/g, "0"));
}

/**
 * After how many sentences, each with its trailing white space, the same ones have come too often; -1: never. A sentence
 * that came within 1,500 characters adds its length to what was said again, one that is new takes away twice that, and
 * one of code takes away all, and one that says nothing nothing. `minLength` must be reached, and `repeats - 2` times the distance after which sentences come again: the mean of the last
 * few, each new one counting a sixteenth, in sixteenths of a character. The same sentence in a row is a period.
 */
export function sentencesUntilLoop(sentences: readonly string[], repeats = 4, minLength = 300): number {
  const earlier: { sentence: string; end: number }[] = [];
  let again = 0;
  let sixteenths = 0;
  let end = 0;
  for (const [i, text] of sentences.entries()) {
    const sentence = withoutNumbering(text);
    end += text.length;
    if (saysNothing(text)) continue;
    const before = earlier.slice(-128).filter((one) => one.sentence === sentence && end - one.end <= 1500);
    earlier.push({ sentence, end });
    const distance = end - (before.at(-1)?.end ?? 0);
    if (before.length === 0 || isCode(text)) {
      again = isCode(text) ? 0 : Math.max(0, again - 2 * text.length);
      continue;
    }
    if (again === 0) sixteenths = 16 * distance;
    sixteenths += distance - Math.floor(sixteenths / 16);
    again += text.length;
    const wanted = Math.max(minLength, (repeats - 2) * Math.floor(sixteenths / 16));
    if (again >= wanted && distance > text.length) return i + 1;
    again = Math.min(again, wanted);
  }
  return -1;
}
