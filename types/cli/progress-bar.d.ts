export interface Progress {
    show(done: number, total: number): void;
    stop(): void;
}
/**
 * A bar on `stream` in the `format` of cli-progress, with `{size}` for the total in MiB. It shows nothing if the stream is not a
 * terminal, or one that cannot move its cursor. It does not change the terminal's modes, so nothing has to be restored
 * after an interrupt.
 */
export declare function progressBar(format: string, stream: NodeJS.WriteStream): Progress;
