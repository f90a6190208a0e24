/** `loopguard hook log`: what the hook found and said, for people. */
export declare function addToLog(line: string): void;
/** Prints the log; `follow`: and what is added to it, until the process is ended. */
export declare function printLog(follow: boolean): Promise<void>;
