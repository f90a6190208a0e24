/**
 * What `TextLoopDetector` must report, from the whole text: every symbol is kept, and each rule counts from scratch
 * whenever it is asked. The numbers are those of native/src/text/text_loop_rules.c.
 */

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

export interface Options {
  readonly minRepeats: number;
  readonly minLength: number;
  readonly maxPeriod: number;
}

export interface Said {
  /** With so many characters it was said. */
  readonly at: number;
  readonly kind: "period" | "mosaic";
  readonly period: number;
  readonly repeats: number;
  readonly start: number;
  readonly sure: boolean;
}

/** Least length and repeats, and when it is sure. */
type Lengths = readonly [length: number, repeats: number, sure: number];
/** For so many letters and signs, and where numbers differ. */
const RULES: readonly (readonly [letters: number, signs: number, exact: Lengths, numbered: Lengths])[] = [
  [0.65, 0.27, [96, 200, 400], [92, 178, 3200]],
  [0.55, 0.4, [200, 200, 1600], [92, 175, 8000]],
  [0.44, 1, [300, 200, 2400], [92, 320, 8000]],
  [0.11, 1, [400, 250, 6000], [800, 335, 10000]],
  [0.02, 1, [900, 275, 12000], [900, 400, 12000]],
  [0, 1, [900, 275, 12000], [2 ** 28, 400, 12000]],
];
const GRAM = 16;
/** Matches are compared over so many symbols. */
const LOOK_BACK = 1024;

interface Symbol {
  /** "number", " ", a letter, a digit, a mark, "s3" or "x17" for a sign or a letter beyond ASCII. */
  readonly name: string;
  /** Its number in the core, of which a hash is made. */
  readonly code: number;
  /** Which number it is. */
  readonly digest: number;
  /** Characters before it, and for which it stands. */
  readonly at: number;
  width: number;
}

const isDigit = (unit: string): boolean => /^[0-9]$/.test(unit);
const isLetter = (name: string): boolean => /^([A-Za-z]|x\d+)$/.test(name);
/** Quarters of a letter. */
const letterOf = (name: string): number =>
  isLetter(name) ? 4 : name === "number" || /^[\d ,.:;[\]|]$/.test(name) ? 0 : 1;
/** Halves of a sign that prose has seldom. */
const signOf = (name: string): number => {
  if (isLetter(name)) return /^[A-Z]$/.test(name) ? 1 : 0;
  return name === "number" || /^(s\d+|[ .,'!?;:-])$/.test(name) ? 0 : 2;
};

function randomOf(code: number): number {
  let random = Math.imul(code, 0x9e3779b1);
  random = Math.imul(random ^ (random >>> 15), 0x85ebca6b);
  return (random ^ (random >>> 13)) >>> 0;
}

function digestOf(digits: string): number {
  const value = [...digits].reduce((sum, digit) => (sum << 8n) | BigInt(digit.charCodeAt(0)), 0n);
  return Number(BigInt.asUintN(64, value * 0x9e3779b97f4a7c15n) >> 60n);
}

/** Reads a text, one UTF-16 unit after the other. */
export class SlowTextLoop {
  readonly said: Said[] = [];
  readonly #options: Options;
  readonly #symbols: Symbol[] = [];
  /** Where each hash of 16 symbols was last. */
  readonly #places = new Map<number, { tag: number; at: number }>();
  /** Characters read, and those that symbols stand for already. */
  #read = 0;
  #chars = 0;
  #held = "";
  #match: { distance: number; begin: number } | undefined;
  /** Those of the matches before it, the newest first. */
  readonly #distances: number[] = [];
  /** The symbols of the run, each with its distance. */
  #run: { index: number; distance: number }[] = [];
  #start = 0;
  #score = 0;
  #told: { said: Said; sure: number; isSure: boolean } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  read(text: string): void {
    for (let i = 0; i < text.length; i++) {
      this.#read++;
      this.#unit(text.charAt(i));
    }
  }

  #unit(unit: string): void {
    if (this.#held.length === 8) this.#release(unit);
    if (isDigit(unit) || (isDigit(this.#held.slice(-1)) && /[:.\-/T]/.test(unit))) {
      this.#held += unit;
      return;
    }
    this.#release(unit);
    this.#other(unit);
  }

  /** What was held is a number, also behind a word as in "k2. ", or digits of a word. */
  #release(before: string): void {
    const [, digits, mark] = /^(.*?)(\D?)$/.exec(this.#held) as unknown as [string, string, string];
    this.#held = "";
    if (digits === "") return;
    const names = this.#symbols.slice(-GRAM).map(({ name }) => name);
    const word = names.slice(names.findLastIndex((name) => name === " " || /^x\d/.test(name)) + 1);
    if ((mark === "." && before <= " ") || !word.some(isLetter))
      this.#add("number", 16, digits.length, digestOf(digits));
    else for (const digit of digits) this.#add(digit, digit.charCodeAt(0));
    if (mark !== "") this.#add(mark, mark.charCodeAt(0));
  }

  #other(unit: string): void {
    const code = unit.charCodeAt(0);
    const last = this.#symbols.at(-1);
    if (code >= 0x80) {
      const isSign =
        (code >= 0xa0 && code < 0xc0) ||
        (code >= 0x2000 && code < 0x2600) ||
        (code >= 0x3000 && code < 0x3040) ||
        (code >= 0xff00 && code < 0xff20);
      const folded = isSign ? 1 + (code % 15) : 128 | ((code ^ (code >> 7)) & 127);
      this.#add(isSign ? `s${folded}` : `x${folded}`, folded);
    } else if (code > 32) this.#add(unit, code);
    else if (last?.name === " " && last.width < 64) {
      last.width++;
      this.#chars++;
    } else this.#add(" ", 32);
  }

  #add(name: string, code: number, width = 1, digest = 0): void {
    const n = this.#symbols.length;
    this.#symbols.push({ name, code, digest, at: this.#chars, width });
    this.#chars += width;
    if (this.#match !== undefined) {
      if (this.#alike(n, n - this.#match.distance)) this.#run.push({ index: n, distance: this.#match.distance });
      else {
        this.#distances.unshift(this.#match.distance);
        this.#match = undefined;
      }
      if (this.#match !== undefined) this.#score++;
    }
    let hash = 0;
    for (const symbol of this.#symbols.slice(-GRAM)) hash = ((hash << 2) + randomOf(symbol.code)) >>> 0;
    const slot = hash >>> 20;
    const tag = (hash >>> 4) & 0xffff;
    const place = this.#places.get(slot);
    if (this.#match === undefined && place?.tag === tag) this.#look(n + 1, n - place.at);
    this.#places.set(slot, { tag, at: n });
    if (this.#match !== undefined && (n + 1 - this.#match.begin) % 4 === 0) this.#judge(n + 1);
  }

  #alike(a: number, b: number): boolean {
    return this.#symbols[a]?.name === this.#symbols[b]?.name;
  }

  /** A match may end with the newest of `count` symbols: of this distance, or of it and those of the last two matches. */
  #look(count: number, nearest: number): void {
    const begin = count - GRAM;
    const [last = 0, before = 0] = this.#distances;
    let longest = { distance: 0, length: GRAM - 1 };
    for (const distance of [nearest, nearest + last, nearest + last + before]) {
      let length = 0;
      while (
        length < LOOK_BACK &&
        count - 1 - length >= distance &&
        this.#alike(count - 1 - length, count - 1 - length - distance)
      )
        length++;
      const isPeriod = distance === nearest || length >= Math.min(distance / 2, LOOK_BACK);
      if (isPeriod && distance <= this.#options.maxPeriod && length > longest.length) longest = { distance, length };
    }
    const { distance } = longest;
    if (distance === 0) return;
    this.#match = { distance, begin };
    const end = (this.#run.at(-1)?.index ?? -1) + 1;
    const fresh = Math.max(0, begin - end);
    this.#score -= 4 * fresh + 12;
    if (fresh >= 64 || this.#score <= 0) {
      this.#score = 0;
      this.#run = [];
      this.#told = undefined;
      this.#start = (this.#symbols[begin] as Symbol).at;
    }
    for (let i = this.#score === 0 ? begin : Math.max(begin, end); i < count; i++) {
      this.#run.push({ index: i, distance });
      this.#score++;
    }
  }

  /** `count`: symbols so far. */
  #judge(count: number): void {
    if (this.#told === undefined) this.#told = this.#seen(count);
    else if (this.#told.said.kind === "mosaic" && !this.#told.isSure) {
      // A mosaic that is a period, too, is sure as soon as that. Nothing else is said of it.
      const heard = this.said.length;
      this.#told.sure = Math.min(this.#told.sure, this.#seen(count, "period")?.sure ?? Number.POSITIVE_INFINITY);
      this.said.length = heard;
    }
    const told = this.#told;
    if (told === undefined || told.isSure || this.#chars < told.sure) return;
    told.isSure = true;
    const repeats = Math.floor((this.#chars - told.said.start) / told.said.period);
    this.said.push({ ...told.said, at: this.#read, repeats, sure: true });
  }

  /** A loop that is complete now, and with how many characters it will be sure. */
  #seen(count: number, only?: "period"): { said: Said; sure: number; isSure: boolean } | undefined {
    const { distance, begin } = this.#match as { distance: number; begin: number };
    const differing: number[] = [];
    for (let i = begin; i < count; i++)
      if (this.#symbols[i]?.digest !== this.#symbols[i - distance]?.digest) differing.push(i);
    const same = differing.length === 0 ? begin : (differing.at(-1) as number) + 1;
    const sure =
      this.#period(count, same, 2, 0) ??
      (differing.length > 0 ? this.#period(count, begin, 3, differing.length) : undefined) ??
      (only === "period" || count - begin > distance ? undefined : this.#mosaic());
    if (sure === undefined) return undefined;
    const said = this.said.at(-1) as Said;
    const least = Math.floor((this.#options.minLength * sure) / 100);
    return { said, sure: said.start + Math.max(least, 2 * (this.#chars - said.start)), isSure: false };
  }

  /** The shares of letters and signs in the run. */
  #shares(): [letters: number, signs: number] {
    const names = this.#run.map(({ index }) => (this.#symbols[index] as Symbol).name);
    const sum = (of: (name: string) => number) => names.reduce((all, name) => all + of(name), 0);
    return [sum(letterOf) / (4 * names.length), sum(signOf) / (2 * names.length)];
  }

  /** `column`: of RULES. */
  #period(count: number, from: number, column: 2 | 3, differing: number): number | undefined {
    const { minRepeats, minLength, maxPeriod } = this.#options;
    const { distance } = this.#match as { distance: number };
    const symbols = count - from;
    if (symbols < distance) return undefined;
    const chars = this.#chars - (this.#symbols[from] as Symbol).at;
    const period = Math.floor((chars * distance) / symbols);
    const length = chars + period;
    const repeats = Math.floor(((symbols + distance) * 100) / distance);
    const [letters, signs] = this.#shares();
    const index = RULES.findIndex(([least, most]) => letters >= least && signs <= most);
    const [, often, sure] = (RULES[index] as (typeof RULES)[number])[column];
    // A block that came that often needs the length of prose, if more than half of it is letters.
    const isOften = index === 1 && repeats >= minRepeats * 825;
    const [needed] = (RULES[isOften ? 0 : index] as (typeof RULES)[number])[column];
    const isList = 2 * differing * distance > 3 * symbols;
    if (length * 100 < minLength * needed * (isList ? 6 : 1)) return undefined;
    if (repeats < minRepeats * (length * 100 >= minLength * 333 ? 125 : often)) return undefined;
    if (period === 0 || period > maxPeriod) return undefined;
    const start = Math.max(0, this.#chars - length);
    this.said.push({
      at: this.#read,
      kind: "period",
      period,
      repeats: Math.floor(repeats / 100),
      start,
      sure: false,
    });
    return sure;
  }

  #mosaic(): number | undefined {
    const { minRepeats, minLength } = this.#options;
    if (this.#start === this.#symbols[(this.#match as { begin: number }).begin]?.at) return undefined;
    const mean = Math.floor(this.#run.reduce((sum, { distance }) => sum + distance, 0) / this.#run.length);
    const [letters, signs] = this.#shares();
    if (this.#score * 100 < minLength * 160 || this.#score * 100 < minRepeats * 50 * mean) return undefined;
    if (letters < 0.72 || signs > 0.04) return undefined;
    const start = Math.max(0, this.#start - mean);
    const repeats = Math.floor(this.#run.length / mean) + 1;
    this.said.push({ at: this.#read, kind: "mosaic", period: mean, repeats, start, sure: false });
    return 4000;
  }
}
