export interface Entry {
  readonly name: string;
  readonly module: string;
  readonly ofItsOwn?: boolean;
}
export const ENTRIES: readonly Entry[];
export const MODULES: readonly Entry[];
export const PROGRAMS: readonly string[];
