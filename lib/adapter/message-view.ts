/** Messages of a framework that has a form of its own, edited as messages that `pruneLoop` reads. */

/** Where a message in the known form has the one that it stands for; a copy has it, too. */
const ORIGINAL: unique symbol = Symbol("original");

type Fields = Record<string, unknown>;

/**
 * What `edit` makes of the messages. `known`: a message in a form that `pruneLoop` reads, or any object if it need not be read.
 * `back`: the message with what was changed in its known form, which are results. A message that is not changed stays the same object.
 *
 * @example
 * editedAs(items, toKnown, fromKnown, (known, wrap) => edit.messages(known, (text) => wrap(userItem(text))));
 */
export function editedAs<M>(
  messages: readonly M[],
  known: (message: M) => object,
  back: (message: M, changed: Fields) => M,
  edit: (messages: readonly object[], wrap: (message: M) => object) => readonly object[],
): M[] {
  const views = new Set<object>();
  const view = (message: M, form: object): object => {
    const made = { ...form, [ORIGINAL]: message };
    views.add(made);
    return made;
  };
  const edited = edit(
    messages.map((message) => view(message, known(message))),
    (message) => view(message, message as object),
  );
  return edited.map((made) => {
    const original = (made as { [ORIGINAL]: M })[ORIGINAL];
    return views.has(made) ? original : back(original, made as Fields);
  });
}
