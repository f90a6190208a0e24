import type { SettingsFormat } from "./init-format.ts";
import { type Reference, type Scope } from "./init-place.ts";
/** A file that exports what it is to load, and nothing else. `agent`: as `init` is told. */
export declare function pluginFile(agent: string): SettingsFormat;
/** Whether `init` wrote the file, in this or another version, and nobody has changed it since. */
export declare function isOurs(text: string): boolean;
/**
 * For a project, which is shared, the package that is installed in it. For a user, this package; out of a place that does
 * not stay, the files of the plugin are copied. `entry`: of the package.
 */
export declare function pluginSource(entry: string, scope: Scope): Reference;
/** Where `init` copies the plugin to. */
export declare function lastingPlugin(entry: string): string;
