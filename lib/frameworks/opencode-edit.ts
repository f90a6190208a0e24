/** Requests of a session of opencode that are changed to get the model out of a loop. */
import { editedMessages, type MessageForm, type RequestEdit } from "../adapter/recovery.ts";
import { isPlainObject } from "../base/property.ts";
import type { Fields } from "../history/fields.ts";
import { callPart, resultPart } from "../history/transcript-shapes.ts";
import type { OpencodeMessage, OpencodePart } from "./opencode-types.ts";

/** A response has its results in itself: it is two messages to a model. */
interface View {
  readonly message: OpencodeMessage;
  readonly role: "user" | "assistant" | "tool";
  /** Results with a line of ours, by call. */
  readonly changed?: ReadonlyMap<unknown, string>;
}

/** Changes the list itself, which opencode sends then. `user`: the newest message of a user, whose settings one of ours has. */
export function editInPlace(edit: RequestEdit, messages: OpencodeMessage[], user: OpencodeMessage): void {
  const views = messages.flatMap((message): View[] =>
    roleOf(message) === "user"
      ? [{ message, role: "user" }]
      : [
          { message, role: "assistant" },
          { message, role: "tool" },
        ],
  );
  const form: MessageForm<View> = { ...VIEWS, user: (text) => ({ message: withText(user, text), role: "user" }) };
  const edited = editedMessages(edit, views, form);
  const results = new Map(edited.map(({ message, changed }) => [message, changed]));
  const kept = edited.filter(({ role }) => role !== "tool").map(({ message }) => message);
  messages.splice(0, messages.length, ...kept.map((message) => withResults(message, results.get(message))));
}

const VIEWS: Omit<MessageForm<View>, "user"> = {
  known({ message: { parts }, role }) {
    if (role === "user") return { role, content: parts.map(partOf) };
    if (role === "assistant") return { role, content: parts.filter(isSent).map(partOf) };
    return { role, content: parts.flatMap(resultOf) };
  },
  back: (view, { content }) => ({
    ...view,
    changed: new Map(
      (content as Fields[]).map(({ toolCallId, output }) => [toolCallId, (output as { value: string }).value]),
    ),
  }),
};

export const roleOf = ({ info }: OpencodeMessage): unknown => (info as Fields)["role"];

/** What opencode keeps for itself is left out with the response. */
const isSent = ({ type }: OpencodePart): boolean => !["step-start", "step-finish", "snapshot", "patch"].includes(type);

/** A part that has no counterpart, such as a file, keeps its message in the request. */
function partOf(part: OpencodePart): Fields {
  const { type, text, callID, tool, state, metadata } = part as OpencodePart & Fields;
  if (type === "text" || type === "reasoning") return { type, text };
  const own = isPlainObject(metadata) && metadata["providerExecuted"] === true;
  return type === "tool" && !own ? callPart(callID, tool, (state as Fields)["input"]) : (part as object as Fields);
}

function resultOf(part: OpencodePart): Fields[] {
  const { type, callID, tool, state } = part as OpencodePart & { state: Fields } & Fields;
  if (type !== "tool") return [];
  const { status, output, error } = state;
  if (status === "error") return [resultPart(callID, tool, error, true)];
  return status === "completed" ? [resultPart(callID, tool, output)] : [];
}

function withResults(message: OpencodeMessage, changed: ReadonlyMap<unknown, string> | undefined): OpencodeMessage {
  if (changed === undefined) return message;
  const parts = message.parts.map((part) => {
    const { callID, state } = part as OpencodePart & { state: Fields } & Fields;
    const text = changed.get(callID);
    if (text === undefined) return part;
    return { ...part, state: { ...state, [state["status"] === "error" ? "error" : "output"]: text } } as OpencodePart;
  });
  return { ...message, parts };
}

function withText({ info, parts: [part] }: OpencodeMessage, text: string): OpencodeMessage {
  return { info, parts: [{ ...(part as OpencodePart), type: "text", text, synthetic: true } as OpencodePart] };
}
