/** Formats numbers, times and texts for the page. */

const whole = new Intl.NumberFormat("en");
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** 12345 is "12,345". */
export function count(value: number): string {
  return whole.format(value);
}

/** 12345 is "12.3K". */
export function short(value: number): string {
  return compact.format(value);
}

/** "1 run", "12,345 runs". */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `part` as a percentage of `whole`: "12 %", "0.4 %"; "0 %" if `whole` is 0. */
export function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return "0 %";
  const share = (part / whole) * 100;
  return share < 0.1 ? "under 0.1 %" : `${share < 10 ? Number(share.toFixed(1)) : Math.round(share)} %`;
}

/** A time in milliseconds since 1970 as "2026-03-01 14:05 UTC". */
export function moment(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** At most `length` characters, with "…" if something was cut. */
export function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
