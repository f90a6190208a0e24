/** For tests of how runs end: no promise is rejected that nobody waits for. */
import { afterEach, beforeEach, expect } from "vitest";

/** Holds for each test of the `describe`, or of the file, that calls it. */
export function nothingIsUnhandled(): void {
  const unhandled: unknown[] = [];
  const listen = (error: unknown): void => void unhandled.push(error);
  beforeEach(() => {
    unhandled.length = 0;
    process.on("unhandledRejection", listen);
  });
  afterEach(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });
}
