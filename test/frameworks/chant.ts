/** What a model writes in the tests of texts: one sentence for ever, or prose that says something new each time. */

export const CHANT = "Let me check once more whether the file is there now. ";

/** Characters after which a chanting model gives up, so that with a broken guard a test fails and does not hang. */
export const CHANT_MAX = 20_000;

/** Before so many characters a chant is cut: when its loop is sure, at 1,200, and its sentence has ended. */
export const CUT = 1_400;

/** The model is told in these words. */
export const TOLD = "Do not write the same again";

const SUBJECTS = ["The parser", "A worker", "Our cache", "The second test", "Each request", "The old index"];
const VERBS = ["rejects", "copies", "counts", "forgets", "renames", "measures"];
const OBJECTS = [
  "empty headers",
  "the last row",
  "a stale token",
  "every third page",
  "two open sockets",
  "long names",
];
const REASONS = ["since the upgrade", "under load", "when the disk is full", "on Windows", "after a timeout"];

/** Sentences that differ, long enough for any detector of loops to look at them. */
export function prose(sentences = 120): string[] {
  return Array.from({ length: sentences }, (_, at) => {
    const word = (list: readonly string[], every: number): string => list[Math.floor(at / every) % list.length] ?? "";
    return `${word(SUBJECTS, 1)} ${word(VERBS, 6)} ${word(OBJECTS, 5)} ${word(REASONS, 7)}, as line ${at} of the log says. `;
  });
}
