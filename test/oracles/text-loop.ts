/**
 * What `TextLoopDetector` must report, from the whole text: every symbol is kept, and each rule counts from scratch
 * whenever it is asked. The numbers are those of native/src/text_loop.c.
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

/** A rule: for so many letters and signs, the least length and repeats, and when it is sure. */
type Rule = readonly [letters: number, signs: number, length: number, repeats: number, sure: number];
const NEVER = 2 ** 32 - 1;
const EXACT: readonly Rule[] = [
  [0.65, 0.27, 96, 125, 400],
  [0.55, 0.4, 200, 175, 1200],
  [0.3, 1, 300, 200, 2400],
  [0.12, 1, 500, 250, 6000],
  [0, 1, 900, 275, 12000],
];
const NUMBERED: readonly Rule[] = [
  [0.63, 0.27, 92, 178, 4000],
  [0.55, 0.31, 92, 205, 6000],
  [0.44, 0.42, 92, 320, 6000],
  [0.1, 1, 800, 335, 10000],
  [0.02, 1, 900, 400, 12000],
  [0, 1, NEVER, NEVER, 0],
];
const RING = 8192;
const GRAM = 16;

interface Symbol {
  /** "number" for a number, " ", "。" for a stop, a letter, a digit, a mark, "x17" for what is beyond ASCII. */
  readonly name: string;
  /** Its number in the core, of which a hash is made. */
  readonly code: number;
  /** Characters before its end. */
  end: number;
  width: number;
  /** A digest of a number's digits, of which 4 bits count. */
  digest: number;
}

const isLetter = (name: string): boolean => /^([A-Za-z]|x\d+)$/.test(name);
/** Quarters of a letter. */
const letterOf = (name: string): number =>
  isLetter(name) ? 4 : name === "number" || /^[\d ,.:;()[\]{}|]$/.test(name) ? 0 : 1;
/** Halves of a sign that prose has seldom. */
const signOf = (name: string): number =>
  /^[A-Z]$/.test(name) ? 1 : isLetter(name) || /^[ .,'!?;:\-。]$/.test(name) ? 0 : 2;

function randomOf(code: number): number {
  let random = Math.imul(code, 0x9e3779b1);
  random = Math.imul(random ^ (random >>> 15), 0x85ebca6b);
  return (random ^ (random >>> 13)) >>> 0;
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
  #numberOpen = false;
  #held = "";
  #match: { distance: number; begin: number; from: number; born: number } | undefined;
  /** The matches before, from symbol to symbol, as long as they are one mosaic. */
  #pieces: { from: number; to: number; distance: number }[] = [];
  #end = 0;
  #start = 0;
  #score = 0;
  #told: { said: Said; sure: number; since: number; fresh: number; isSure: boolean } | undefined;

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
    if (this.#held !== "" && this.#hold(unit)) return;
    if (/\d/.test(unit) && unit < "\x80") this.#digit(unit);
    else if (this.#numberOpen && /[:.\-/]/.test(unit)) this.#held = unit;
    else this.#other(unit);
  }

  /** Whether the unit is held back, behind what is. */
  #hold(unit: string): boolean {
    const held = this.#held;
    if (this.#numberOpen) {
      // A joint within a number: "12:30", "3.5".
      const number = this.#symbols.at(-1) as Symbol;
      if (/[0-9]/.test(unit) && number.width < 32) {
        this.#held = "";
        this.#widen(number);
        this.#number(unit);
        return true;
      }
      this.#release(false);
      return false;
    }
    const marked = held.endsWith(".");
    if (!marked && held.length < 8 && /[0-9.]/.test(unit)) {
      this.#held += unit;
      return true;
    }
    this.#release(marked && unit <= " ");
    return false;
  }

  /** What was held is a numbering, "k2. ", or what it looks like. */
  #release(numbering: boolean): void {
    const held = this.#held;
    this.#held = "";
    for (const [i, unit] of [...held].entries()) {
      if (numbering && i + 1 < held.length) this.#number(unit);
      else this.#add(unit, unit.charCodeAt(0));
    }
  }

  #widen(symbol: Symbol): void {
    symbol.width++;
    symbol.end = ++this.#chars;
  }

  #number(digit: string): void {
    const last = this.#symbols.at(-1);
    if (this.#numberOpen && last !== undefined && last.width < 32) this.#widen(last);
    else {
      this.#add("number", 16);
      this.#numberOpen = true;
    }
    const number = this.#symbols.at(-1) as Symbol;
    const before = number.digest;
    number.digest = (Math.imul(before + digit.charCodeAt(0), 0x9e3779b1) | 1) >>> 0;
  }

  #digit(digit: string): void {
    if (this.#numberOpen) return this.#number(digit);
    const names = this.#symbols.slice(-GRAM).map(({ name }) => name);
    const word = names.slice(names.findLastIndex((name) => name === " " || /^x/.test(name)) + 1);
    // "T" within a time, "2026-11-24T12:30".
    const joins = names.at(-1) === "T" && names.at(-2) === "number";
    if ((joins ? word.slice(0, -1) : word).some(isLetter)) this.#held = digit;
    else if (names.length === GRAM && names.every((name) => letterOf(name) === 0))
      this.#add(digit, digit.charCodeAt(0));
    else this.#number(digit);
  }

  #other(unit: string): void {
    const code = unit.charCodeAt(0);
    const last = this.#symbols.at(-1);
    if (code >= 0x80) {
      if ("。！？।".includes(unit)) this.#add("。", 15);
      else if ((code >= 0xa0 && code < 0xc0) || (code >= 0x2000 && code < 0x2600) || (code >= 0x3000 && code < 0x3040))
        this.#add(`s${1 + (code % 14)}`, 1 + (code % 14));
      else {
        const folded = 128 | ((code ^ (code >> 7)) & 127);
        this.#add(`x${folded}`, folded);
      }
    } else if (code > 32) this.#add(unit, code);
    else if (last?.name === " " && last.width < 64) {
      this.#numberOpen = false;
      this.#widen(last);
    } else this.#add(" ", 32);
  }

  #add(name: string, code: number): void {
    this.#numberOpen = false;
    this.#chars++;
    const n = this.#symbols.length;
    this.#symbols.push({ name, code, end: this.#chars, width: 1, digest: 0 });
    const match = this.#match;
    if (match !== undefined && !this.#alike(n, n - match.distance)) {
      const piece = { from: match.from, to: n, distance: match.distance };
      this.#pieces.push(piece);
      this.#score += n - match.from;
      this.#end = n;
      this.#match = undefined;
    }
    let hash = 0;
    for (const symbol of this.#symbols.slice(-GRAM)) hash = ((hash << 2) + randomOf(symbol.code)) >>> 0;
    const slot = hash >>> 20;
    const tag = (hash >>> 4) & 0xffff;
    const place = this.#places.get(slot);
    if (this.#match === undefined && place?.tag === tag) this.#look(n, n - place.at);
    this.#places.set(slot, { tag, at: n });
    if (this.#match !== undefined && (n - this.#match.born) % 4 === 0) this.#judge(n + 1);
  }

  #alike(a: number, b: number): boolean {
    return this.#symbols[a]?.name === this.#symbols[b]?.name;
  }

  /** A match of this distance may end with symbol `n`. */
  #look(n: number, distance: number): void {
    if (distance > this.#options.maxPeriod) return;
    let begin = n + 1;
    while (begin - 1 - distance >= 0 && n + 1 - begin < RING - distance && this.#alike(begin - 1, begin - 1 - distance))
      begin--;
    if (n + 1 - begin < GRAM) return;
    const from = Math.max(begin, this.#end);
    this.#match = { distance, begin, from, born: n };
    const fresh = from - this.#end;
    const told = this.#told;
    if (told !== undefined) {
      told.fresh += fresh;
      if (fresh >= 64 || told.fresh > 64 + Math.floor((from - told.since) / 4)) this.#told = undefined;
    }
    this.#score -= fresh * 4 + 12;
    if (fresh < 64 && this.#score > 0) return;
    this.#score = 0;
    this.#pieces = [];
    this.#start = this.#charsBefore(begin);
  }

  #charsBefore(index: number): number {
    return index === 0 ? 0 : (this.#symbols[index - 1]?.end ?? 0);
  }

  /** The shares of letters and signs of the symbols from here to there. */
  #shares(parts: readonly { from: number; to: number }[]): [letters: number, signs: number, count: number] {
    const names = parts.flatMap(({ from, to }) => this.#symbols.slice(from, to).map(({ name }) => name));
    const sum = (of: (name: string) => number) => names.reduce((all, name) => all + of(name), 0);
    return [sum(letterOf) / (4 * names.length), sum(signOf) / (2 * names.length), names.length];
  }

  #inLongWord(index: number): boolean {
    const names = this.#symbols.slice(Math.max(0, index - 96), index).map(({ name }) => name);
    return names.length === 96 && names.every((name) => name !== " " && name !== "。" && !/^x/.test(name));
  }

  /** `count`: symbols so far. */
  #judge(count: number): void {
    const told = this.#told;
    if (told !== undefined) {
      if (told.isSure || this.#chars < told.sure) return;
      told.isSure = true;
      const repeats = Math.floor((this.#chars - told.said.start) / told.said.period);
      this.said.push({ ...told.said, at: this.#read, repeats, sure: true });
      return;
    }
    const { distance, begin } = this.#match as { distance: number; begin: number };
    // The newest number may go on.
    let same = begin;
    for (let i = begin; i < count - 1; i++) {
      const [a, b] = [this.#symbols[i], this.#symbols[i - distance]];
      if (a?.name === "number" && (a.digest === 0 ? 0 : a.digest >>> 28) !== (b?.digest ?? 0) >>> 28) same = i + 1;
    }
    const numbered = same > begin ? NUMBERED : [];
    const sure = this.#period(count, same, EXACT) ?? this.#period(count, begin, numbered) ?? this.#mosaic(count, same);
    if (sure === undefined) return;
    const said = this.said.at(-1) as Said;
    const length = this.#chars - said.start;
    const least = Math.floor((this.#options.minLength * sure) / 100);
    this.#told = { said, sure: said.start + Math.max(least, 2 * length), since: count, fresh: 0, isSure: false };
  }

  #period(count: number, from: number, rules: readonly Rule[]): number | undefined {
    const { minRepeats, minLength, maxPeriod } = this.#options;
    const { distance, begin } = this.#match as { distance: number; begin: number };
    const symbols = count - from;
    const chars = this.#chars - this.#charsBefore(from);
    if (symbols === 0 || rules.length === 0) return undefined;
    const period = Math.floor((chars * distance) / symbols);
    const length = chars + period;
    const repeats = Math.floor(((symbols + distance) * 100) / distance);
    const [letters, signs] = this.#shares([{ from: begin, to: count }]);
    const first = rules[0] as Rule;
    const rule = rules.find(([least, most]) => letters >= least && signs <= most) as Rule;
    if (repeats < minRepeats * 100 || length * 100 < minLength * Math.max(first[2], rule[2])) return undefined;
    if (period === 0 || period > maxPeriod) return undefined;
    const isMuch = repeats >= minRepeats * 200 && length * 100 >= minLength * 600;
    if (repeats < minRepeats * rule[3] && !isMuch) return undefined;
    if (length * 100 < minLength * 1400 && this.#inLongWord(from)) return undefined;
    const start = Math.max(0, this.#chars - length);
    this.said.push({
      at: this.#read,
      kind: "period",
      period,
      repeats: Math.floor(repeats / 100),
      start,
      sure: false,
    });
    return rule[4];
  }

  #mosaic(count: number, same: number): number | undefined {
    const { minRepeats, minLength } = this.#options;
    const { distance, from, begin } = this.#match as { distance: number; from: number; begin: number };
    const parts = [...this.#pieces, { from, to: count, distance }];
    const score = this.#score + count - from;
    const weighed = parts.reduce((sum, part) => sum + (part.to - part.from) * part.distance, 0);
    const [letters, signs, length] = this.#shares(parts);
    if (score * 100 < minLength * 160 || length === 0) return undefined;
    const mean = Math.floor(weighed / length);
    const alone = this.#pieces.every((part) => part.from === part.to);
    if (mean === 0 || score * 100 < minRepeats * (alone ? 75 : 50) * mean) return undefined;
    if (letters < 0.7 || signs > 0.04 || this.#inLongWord(count)) return undefined;
    const start = Math.max(0, this.#start - mean);
    const repeats = Math.floor(length / mean) + 1;
    const kind = alone ? "period" : "mosaic";
    this.said.push({ at: this.#read, kind, period: mean, repeats, start, sure: false });
    return same > begin ? 4000 : kind === "period" ? 400 : 2000;
  }
}
