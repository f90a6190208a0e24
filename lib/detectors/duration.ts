/** Minutes from two minutes on, whole ones: nobody counts the seconds of a long wait. */
export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes >= 2 ? `${minutes} minutes` : `${Math.round(ms / 1000)} seconds`;
}
