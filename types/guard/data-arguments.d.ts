/**
 * The value by which calls are compared: the one object or list among the arguments that are data, or else a list of these.
 *
 * A text, a number, a date, a map, a list, an instance whose fields can be compared are data. So is the first plain object
 * or list, whatever is in it. An instance whose state cannot be seen (private fields, a body, a stream) is equal to itself alone.
 * Left out are functions, signals, and objects that have, at any depth, what cannot be compared, or a member that names one call
 * or request: a context, which may change with each call. `onHidden` is told of each instance whose state cannot be seen.
 */
export declare function dataOf(args: readonly unknown[], onHidden?: (instance: object) => void): unknown;
