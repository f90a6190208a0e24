/** The messages in a database of opencode (`~/.local/share/opencode/opencode.db`), as JSON lines. */
/** Whether a file of this name in a folder is one. */
export declare function isDatabaseName(name: string): boolean;
/** Whether the file is a database. Only files with the ending are opened: a pipe could not be read again. */
export declare function isDatabase(path: string): Promise<boolean>;
/** Each message with its parts on a line, session by session. Throws for a database that is not opencode's. */
export declare function databaseLines(path: string): Generator<Uint8Array, void, undefined>;
