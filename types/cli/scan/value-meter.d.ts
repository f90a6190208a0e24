/** The size and a hash of a parsed value, from one walk through it. */
/**
 * Equal values give equal hashes, whatever the order of their keys; nearly all others give different ones. Kept between
 * calls, so that a walk makes no object.
 */
export declare class ValueMeter {
    #private;
    /** Characters of what was walked last, as JSON writes them; escapes count as what they stand for. */
    size: number;
    /** Whether the last arguments could reach a tool: a value, or a text that is JSON. */
    parsed: boolean;
    /** The hash of a call's arguments: text that is JSON gives that of its value. */
    arguments(args: unknown): number;
    /** The hash of a value. */
    value(value: unknown): number;
}
export declare function hashText(text: string): number;
/** Combines two numbers into one of 32 bits. */
export declare function mix(a: number, b: number): number;
