/**
 * `difflib.SequenceMatcher(None, a, b).ratio()` as one would carry it over from Python: the same steps, with a Map for
 * each of its dictionaries.
 */
export function ratio(textA, textB) {
  const a = Array.from(textA);
  const b = Array.from(textB);
  if (a.length + b.length === 0) return 1;
  const positions = positionsIn(b);
  const queue = [[0, a.length, 0, b.length]];
  let matches = 0;
  while (queue.length > 0) {
    const [alo, ahi, blo, bhi] = queue.pop();
    const [i, j, size] = longestMatch(a, b, positions, alo, ahi, blo, bhi);
    if (size === 0) continue;
    matches += size;
    if (alo < i && blo < j) queue.push([alo, i, blo, j]);
    if (i + size < ahi && j + size < bhi) queue.push([i + size, ahi, j + size, bhi]);
  }
  return (2 * matches) / (a.length + b.length);
}

function positionsIn(b) {
  const positions = new Map();
  for (let j = 0; j < b.length; j++) {
    const list = positions.get(b[j]);
    if (list === undefined) positions.set(b[j], [j]);
    else list.push(j);
  }
  if (b.length >= 200) {
    const most = Math.floor(b.length / 100) + 1;
    for (const [element, list] of positions) if (list.length > most) positions.delete(element);
  }
  return positions;
}

const NOWHERE = [];

function longestMatch(a, b, positions, alo, ahi, blo, bhi) {
  let [bestI, bestJ, bestSize] = [alo, blo, 0];
  let lengths = new Map();
  for (let i = alo; i < ahi; i++) {
    const next = new Map();
    for (const j of positions.get(a[i]) ?? NOWHERE) {
      if (j < blo) continue;
      if (j >= bhi) break;
      const length = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > bestSize) [bestI, bestJ, bestSize] = [i - length + 1, j - length + 1, length];
    }
    lengths = next;
  }
  while (bestI > alo && bestJ > blo && a[bestI - 1] === b[bestJ - 1]) {
    bestI--;
    bestJ--;
    bestSize++;
  }
  while (bestI + bestSize < ahi && bestJ + bestSize < bhi && a[bestI + bestSize] === b[bestJ + bestSize]) bestSize++;
  return [bestI, bestJ, bestSize];
}
