/** `path` is for error messages. A text that has our part already, or has none to take out, comes back as it was. */
export interface SettingsFormat {
    /** `text` is undefined if there is no file. `ours`: what the file is to say of us, a command line or what to load. */
    add(text: string | undefined, ours: string, path: string): string;
    /** Undefined: nothing is left, and the file goes. */
    remove(text: string, path: string): string | undefined;
}
export type Settings = Readonly<Record<string, unknown>>;
/** A file of the agent's in JSON, of which only our part is changed. */
export declare function jsonSettings(add: (settings: Settings, command: string, path: string) => Settings, remove: (settings: Settings, path: string) => Settings): SettingsFormat;
