/** Reads times as nearly all traces write them, without regular expressions: each row has one. */

const [ZERO, DASH, COLON, POINT, BLANK, T, Z] = [..."0-:. TZ"].map((character) => character.charCodeAt(0)) as [
  ...[number, number, number, number, number, number, number],
];

/**
 * Milliseconds since 1970 of `2026-11-01T12:00:00.123Z`, also with a blank for the `T`, without the `Z`, and with up to nine
 * digits of a second. `undefined` for everything else, which may be a time nevertheless.
 */
export function plainTime(text: string): number | undefined {
  const { length } = text;
  if (length < 19 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined;
  const between = text.charCodeAt(10);
  if (between !== T && between !== BLANK) return undefined;
  const year = two(text, 0) * 100 + two(text, 2);
  const [month, day] = [two(text, 5), two(text, 8)];
  const [hour, minute, second] = [two(text, 11), two(text, 14), two(text, 17)];
  // Negated, since of what is no digit comes NaN. Date.UTC takes the years before 100 for others.
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return undefined;
  const end = text.charCodeAt(length - 1) === Z ? length - 1 : length;
  const fraction = end === 19 ? 0 : milliseconds(text, end);
  return fraction === undefined ? undefined : Date.UTC(year, month - 1, day, hour, minute, second, fraction);
}

/** Digits of nanoseconds; of more, V8's `Date.parse` reads some as milliseconds. */
const DIGITS_MAX = 9;

/** The point at 19, and what follows up to `end`. Like `Date.parse`, without rounding. */
function milliseconds(text: string, end: number): number | undefined {
  if (text.charCodeAt(19) !== POINT || end === 20 || end - 20 > DIGITS_MAX) return undefined;
  let value = 0;
  for (let at = 20, worth = 100; at < end; at++, worth /= 10) {
    const digit = digitAt(text, at);
    if (Number.isNaN(digit)) return undefined;
    if (worth >= 1) value += digit * worth;
  }
  return value;
}

const two = (text: string, at: number): number => digitAt(text, at) * 10 + digitAt(text, at + 1);

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}
