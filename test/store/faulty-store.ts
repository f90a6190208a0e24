/** A store whose weather a test makes. */
import type { StateStore } from "../../lib/store/store-interface.ts";

/** `lost`: does what it is asked and loses the answer. `hangs`: never answers. */
export type Weather = "up" | "down" | "lost" | "hangs" | "throws";

export interface Faulty<Store> {
  readonly store: Store;
  weather: Weather;
  /** Calls of any method so far. */
  asked: number;
}

export function faulty<Store extends StateStore>(inner: Store): Faulty<Store> {
  const face: Faulty<Store> = { weather: "up", asked: 0, store: undefined as unknown as Store };
  const around = async (method: (...args: unknown[]) => Promise<unknown>, args: unknown[]): Promise<unknown> => {
    if (face.weather === "down") throw new Error("connection refused");
    if (face.weather === "hangs") return new Promise(() => {});
    const answer = await method.apply(inner, args);
    if (face.weather === "lost") throw new Error("connection reset");
    return answer;
  };
  const store = new Proxy(inner, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        face.asked++;
        if (face.weather === "throws") throw new Error("not even a promise");
        return around(value as (...args: unknown[]) => Promise<unknown>, args);
      };
    },
  });
  return Object.assign(face, { store });
}
