/** Compares two texts line by line. */

export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/**
 * The lines of both texts in order, by their longest common subsequence. O(n * m) in time and memory: meant for
 * settings files.
 *
 * @example
 * lineDiff("a\nb", "a\nc"); // [" a", "-b", "+c"], as objects
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = linesOf(before);
  const b = linesOf(after);
  // common[i][j]: length of the longest common subsequence of a from line i and b from line j.
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (common[i] as Uint32Array)[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const diff: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      diff.push({ sign: " ", line: a[i] as string });
      i++;
      j++;
    } else if (j < b.length && (i === a.length || at(i, j + 1) > at(i + 1, j))) {
      diff.push({ sign: "+", line: b[j++] as string });
    } else if (i < a.length) {
      diff.push({ sign: "-", line: a[i++] as string });
    }
  }
  return diff;
}

/** The lines that differ, with `around` lines before and after; `undefined` marks lines that were left out. */
export function hunks(diff: readonly DiffLine[], around = 3): (DiffLine | undefined)[] {
  const near = diff.map((_, index) =>
    diff.slice(Math.max(0, index - around), index + around + 1).some(({ sign }) => sign !== " "),
  );
  return diff.flatMap((line, index) => {
    if (near[index]) return [line];
    return index === 0 || near[index - 1] ? [undefined] : [];
  });
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}
