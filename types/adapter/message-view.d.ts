type Fields = Record<string, unknown>;
/**
 * What `edit` makes of the messages. `known`: a message in a form that `pruneLoop` reads, or any object if it need not be read.
 * `back`: the message with what was changed in its known form, which are results. A message that is not changed stays the same object.
 *
 * @example
 * editedAs(items, toKnown, fromKnown, (known, wrap) => edit.messages(known, (text) => wrap(userItem(text))));
 */
export declare function editedAs<M>(messages: readonly M[], known: (message: M) => object, back: (message: M, changed: Fields) => M, edit: (messages: readonly object[], wrap: (message: M) => object) => readonly object[]): M[];
export {};
