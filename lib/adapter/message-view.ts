/** Messages of a framework that has a form of its own, edited as messages that `pruneLoop` reads. */
import type { RequestEdit } from "./recovery.ts";

/** Where a message in the known form has the one that it stands for; a copy has it, too. */
const ORIGINAL: unique symbol = Symbol("original");

type Fields = Record<string, unknown>;

/** The messages of a framework. */
export interface MessageForm<M> {
  /** The message in a form that `pruneLoop` reads, or any object if it need not be read. */
  known(message: M): object;
  /** The message with what was changed in its known form, which are results. */
  back(message: M, changed: Fields): M;
  /** A message of a user. */
  user(text: string): M;
}

/** What `edit` makes of the messages. One that is not changed stays the same object. */
export function editedMessages<M>(edit: RequestEdit, messages: readonly M[], form: MessageForm<M>): M[] {
  const views = new Set<object>();
  const view = (message: M, known: object): object => {
    const made = { ...known, [ORIGINAL]: message };
    views.add(made);
    return made;
  };
  const edited = edit.messages(
    messages.map((message) => view(message, form.known(message))),
    (text) => {
      const own = form.user(text);
      return view(own, own as object);
    },
  );
  return edited.map((made) => {
    const original = (made as { [ORIGINAL]: M })[ORIGINAL];
    return views.has(made) ? original : form.back(original, made as Fields);
  });
}
