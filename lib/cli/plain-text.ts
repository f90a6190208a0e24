/** Texts of a trace on one line of a terminal: without anything that would move its cursor, or turn its text around. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
