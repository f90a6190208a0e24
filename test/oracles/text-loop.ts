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

/**
 * After how many sentences of prose, each with its trailing space, the same ones have come too often; -1: never. A sentence
 * that came `repeats - 2` times or more within 1,500 characters adds its length to a score, up to 200; one that is new takes
 * away five times that. Twice `minLength` is enough.
 */
export function sentencesUntilLoop(sentences: readonly string[], repeats = 4, minLength = 300): number {
  const earlier: { sentence: string; end: number }[] = [];
  let score = 0;
  let end = 0;
  for (const [i, sentence] of sentences.entries()) {
    end += sentence.length;
    const seen = earlier.slice(-128).filter((one) => one.sentence === sentence && end - one.end <= 1500).length;
    earlier.push({ sentence, end });
    const weight = Math.min(sentence.length, 200);
    if (seen === 0) score = Math.max(0, score - 5 * weight);
    else if (seen >= repeats - 2) score += weight;
    if (seen > 0 && score >= 2 * minLength) return i + 1;
  }
  return -1;
}
