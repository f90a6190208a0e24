import type { SettingsFormat } from "./init-format.ts";
/** One table; the values are texts and integers. */
export type HookTable = Readonly<Record<string, string | number>>;
export declare function hookTables(tables: (command: string) => readonly HookTable[]): SettingsFormat;
