/** A duration in words: `90 seconds`, and whole minutes from two minutes on, `12 minutes`. */
export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes >= 2 ? `${minutes} minutes` : `${Math.round(ms / 1000)} seconds`;
}
