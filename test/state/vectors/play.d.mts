interface Played {
  // biome-ignore lint/suspicious/noExplicitAny: the vectors' guard, of whichever copy of the package
  subject: any;
  clock: { now: number };
}
export function guardOf(loopguard: object, options: object, clock: { now: number }, bytes?: Uint8Array): Played;
export function play(played: Played, steps: object[], lone?: string | null): unknown[];
