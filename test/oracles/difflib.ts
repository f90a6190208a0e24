/**
 * A slow, obvious transcription of the algorithm behind Python's `difflib.SequenceMatcher(None, a, b).ratio()`, for
 * tests to compare the core with. Source: CPython 3.11, Lib/difflib.py; Ratcliff and Metzener, Dr. Dobb's Journal, July
 * 1988. Works on code points; a lone surrogate is one.
 */

interface Block {
  a: number;
  b: number;
  size: number;
}

/** Where each code point occurs in `b`, in ascending order, but for those that are popular in a `b` of 200 and more. */
function positionsOf(b: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  b.forEach((point, j) => {
    const list = positions.get(point);
    if (list) list.push(j);
    else positions.set(point, [j]);
  });
  if (b.length >= 200) {
    const allowed = Math.floor(b.length / 100) + 1;
    for (const [point, list] of positions) if (list.length > allowed) positions.delete(point);
  }
  return positions;
}

/** The longest common block of a[alo, ahi) and b[blo, bhi); of several the earliest in `a`, then the earliest in `b`. */
function findLongestMatch(
  a: readonly string[],
  b: readonly string[],
  positions: ReadonlyMap<string, number[]>,
  alo: number,
  ahi: number,
  blo: number,
  bhi: number,
): Block {
  const best: Block = { a: alo, b: blo, size: 0 };
  let above = new Map<number, number>();
  for (let i = alo; i < ahi; i++) {
    const here = new Map<number, number>();
    for (const j of positions.get(a[i] as string) ?? []) {
      if (j < blo) continue;
      if (j >= bhi) break;
      const size = (above.get(j - 1) ?? 0) + 1;
      here.set(j, size);
      if (size > best.size) {
        best.a = i - size + 1;
        best.b = j - size + 1;
        best.size = size;
      }
    }
    above = here;
  }
  while (best.a > alo && best.b > blo && a[best.a - 1] === b[best.b - 1]) {
    best.a--;
    best.b--;
    best.size++;
  }
  while (best.a + best.size < ahi && best.b + best.size < bhi && a[best.a + best.size] === b[best.b + best.size]) {
    best.size++;
  }
  return best;
}

/** The ratio of section 3 of the specification, uncut. */
export function oracleRatio(textA: string, textB: string): number {
  const a = [...textA];
  const b = [...textB];
  if (a.length + b.length === 0) return 1;
  const positions = positionsOf(b);
  const queue: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  let matches = 0;
  for (let range = queue.pop(); range; range = queue.pop()) {
    const [alo, ahi, blo, bhi] = range;
    const found = findLongestMatch(a, b, positions, alo, ahi, blo, bhi);
    if (found.size === 0) continue;
    matches += found.size;
    if (alo < found.a && blo < found.b) queue.push([alo, found.a, blo, found.b]);
    if (found.a + found.size < ahi && found.b + found.size < bhi) {
      queue.push([found.a + found.size, ahi, found.b + found.size, bhi]);
    }
  }
  return (2 * matches) / (a.length + b.length);
}
