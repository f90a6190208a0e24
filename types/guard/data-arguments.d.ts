/**
 * The value by which calls are compared: the one object or list among the arguments that are data, or else a list of these.
 *
 * A text, a number, a date, a map, a list, an instance whose fields can be compared are data. So is the first plain object
 * or list, whatever is in it. Left out are functions and symbols; and objects that have, at any depth, what cannot be compared (a
 * function, private fields, a signal), or a member that names one call or request: a context, which may change with each call.
 */
export declare function dataOf(args: readonly unknown[]): unknown;
