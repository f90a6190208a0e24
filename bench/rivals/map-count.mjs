/** What people write first: a count by name and arguments. */
export class MapCount {
  counts = new Map();

  /** How often this call has come, this time included. */
  add(name, args) {
    const key = `${name}::${JSON.stringify(args)}`;
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count;
  }

  reset() {
    this.counts.clear();
  }
}
