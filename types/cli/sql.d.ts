import { type Command } from "../traces/libraries.ts";
export declare function registerSql(program: Command): void;
