/* Made by scripts/build-hook-dialects.mjs from dialects.json. Not to be edited. */
/* clang-format off */
#ifndef HOOK_DIALECTS_GEN_H
#define HOOK_DIALECTS_GEN_H

#include <stdbool.h>
#include <stdint.h>

typedef enum hook_dialect {
  HOOK_AUTO, /* not told */
  HOOK_CLAUDE, /* Claude Code */
  HOOK_CODEX, /* Codex */
  HOOK_GEMINI, /* Gemini CLI */
  HOOK_COPILOT, /* Copilot CLI */
  HOOK_CURSOR, /* Cursor */
  HOOK_DROID, /* Factory droid */
  HOOK_KIMI, /* Kimi Code */
  HOOK_KIRO, /* Kiro */
  HOOK_QWEN, /* Qwen Code */
  HOOK_VSCODE, /* VS Code */
} hook_dialect;
enum { HOOK_DIALECTS = 11 };

typedef enum hook_kind {
  HOOK_BEFORE,
  HOOK_AFTER,
  HOOK_FAILURE,
  HOOK_BATCH,
  HOOK_REQUEST,
  HOOK_PROMPT,
  HOOK_START,
  HOOK_COMPACT,
  HOOK_STOP,
} hook_kind;

typedef enum hook_error_in {
  HOOK_ERROR_IN_EVENT, /* the event of a failure */
  HOOK_ERROR_IN_RESULT, /* the result */
} hook_error_in;

typedef enum hook_ends {
  HOOK_ENDS_EVERY, /* of every call */
  HOOK_ENDS_SOME, /* not of calls that are not permitted, or fail: such a call is known by name and arguments */
} hook_ends;

typedef enum hook_empty_prompt {
  HOOK_EMPTY_PROMPT_TURN, /* a turn like any other */
  HOOK_EMPTY_PROMPT_NOTHING, /* nothing */
  HOOK_EMPTY_PROMPT_REQUEST, /* a request to the model within the turn */
} hook_empty_prompt;

typedef enum hook_refusal {
  HOOK_REFUSAL_SPECIFIC, /* `hookSpecificOutput` with `permissionDecision` and `permissionDecisionReason` */
  HOOK_REFUSAL_PERMISSION_DECISION, /* the same two at the top */
  HOOK_REFUSAL_DECISION, /* `decision` and `reason` */
  HOOK_REFUSAL_PERMISSION, /* `permission`, `user_message` and `agent_message` */
  HOOK_REFUSAL_EXIT_2, /* exit code 2, and the text on stderr */
} hook_refusal;

typedef enum hook_context {
  HOOK_CONTEXT_NONE, /* not at all */
  HOOK_CONTEXT_SPECIFIC, /* `hookSpecificOutput.additionalContext` */
  HOOK_CONTEXT_ADDITIONAL_CONTEXT, /* `additionalContext` */
  HOOK_CONTEXT_ADDITIONAL_CONTEXT_SNAKE, /* `additional_context` */
  HOOK_CONTEXT_PLAIN, /* the text itself */
  HOOK_CONTEXT_USER, /* `systemMessage`, which only the user sees */
  HOOK_CONTEXT_REASON, /* `decision: "deny"` whose `reason` replaces the error, so it begins with it */
} hook_context;

typedef enum hook_abort_after {
  HOOK_ABORT_AFTER_STOP, /* `continue: false` and `stopReason` */
  HOOK_ABORT_AFTER_CONTEXT, /* as a warning is */
} hook_abort_after;

typedef enum hook_turn_ends {
  HOOK_TURN_ENDS_AT_A_CALL, /* one about a call */
  HOOK_TURN_ENDS_AT_A_REQUEST, /* one about a request */
  HOOK_TURN_ENDS_NEVER, /* none, but one about its end (`stop`) */
} hook_turn_ends;

typedef enum hook_person {
  HOOK_PERSON_SYSTEM_MESSAGE, /* `systemMessage` */
  HOOK_PERSON_STDERR, /* on stderr, which the agent shows or keeps in its log */
} hook_person;

/* What is special to an agent. */
typedef struct hook_facts {
  const char *option; /* of the command line, "--claude" */
  const char *name[2]; /* Members with the event's name; the first that is there. */
  const char *session[2]; /* Members with the session's id; the first that is there. */
  const char *tool; /* Member with the tool's name. */
  const char *arguments; /* Member with the arguments: an object, or its JSON text. */
  const char *id[2]; /* Members with the call's id; the first that is there. */
  const char *result; /* Member with the result. */
  const char *result_part; /* Member of the result that the model reads; null: all of it. */
  hook_error_in error_in; /* What has the member with the error. */
  const char *error; /* Member with the error. */
  const char *error_part; /* Member of the error with its text; null: the error is a text, or all of it counts. */
  const char *sign; /* A member that every event of this agent has, and no event of another; null: there is none. */
  uint32_t also; /* Agents that run hooks from this one's settings too; their sign tells them. */
  hook_ends ends; /* Whether the end of a call is told. */
  const char *ends_of; /* With `ends: some`: a tool whose every call's end is told. */
  hook_empty_prompt empty_prompt; /* What a prompt without text means. */
  hook_refusal refusal; /* How a call is refused. */
  bool asks; /* Whether it can ask the user about a call. */
  hook_context context_before; /* How a warning is told before a call; if not to the model, it is repeated after it. */
  hook_context context_after; /* The same after a call. */
  hook_context context_failure; /* The same after a call that failed. */
  hook_abort_after abort_after; /* How the end of the turn is told after a call. */
  hook_turn_ends turn_ends; /* Which answer with `continue: false` ends a turn. Unless at a call, every call is refused after an abort. */
  hook_person person; /* How the person is told something that the model is not. */
} hook_facts;

/* Rows of hook_facts, by dialect. */
#define HOOK_DIALECT_ROWS                                                                                              \
  [HOOK_CLAUDE] = {.option = "--claude", .name = {"hook_event_name"}, .session = {"session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_use_id"}, .result = "tool_response", .result_part = NULL, .error_in = HOOK_ERROR_IN_EVENT, .error = "error", .error_part = NULL, .sign = NULL, .also = 1u << HOOK_VSCODE, .ends = HOOK_ENDS_EVERY, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_TURN, .refusal = HOOK_REFUSAL_SPECIFIC, .asks = true, .context_before = HOOK_CONTEXT_SPECIFIC, .context_after = HOOK_CONTEXT_SPECIFIC, .context_failure = HOOK_CONTEXT_SPECIFIC, .abort_after = HOOK_ABORT_AFTER_STOP, .turn_ends = HOOK_TURN_ENDS_AT_A_CALL, .person = HOOK_PERSON_SYSTEM_MESSAGE}, \
  [HOOK_CODEX] = {.option = "--codex", .name = {"hook_event_name"}, .session = {"session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_use_id"}, .result = "tool_response", .result_part = NULL, .error_in = HOOK_ERROR_IN_EVENT, .error = "error", .error_part = NULL, .sign = "turn_id", .also = 0, .ends = HOOK_ENDS_SOME, .ends_of = "Bash", .empty_prompt = HOOK_EMPTY_PROMPT_TURN, .refusal = HOOK_REFUSAL_SPECIFIC, .asks = false, .context_before = HOOK_CONTEXT_SPECIFIC, .context_after = HOOK_CONTEXT_SPECIFIC, .context_failure = HOOK_CONTEXT_SPECIFIC, .abort_after = HOOK_ABORT_AFTER_STOP, .turn_ends = HOOK_TURN_ENDS_NEVER, .person = HOOK_PERSON_SYSTEM_MESSAGE}, \
  [HOOK_GEMINI] = {.option = "--gemini", .name = {"hook_event_name"}, .session = {"session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_use_id"}, .result = "tool_response", .result_part = "llmContent", .error_in = HOOK_ERROR_IN_RESULT, .error = "error", .error_part = "message", .sign = NULL, .also = 0, .ends = HOOK_ENDS_SOME, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_NOTHING, .refusal = HOOK_REFUSAL_DECISION, .asks = false, .context_before = HOOK_CONTEXT_USER, .context_after = HOOK_CONTEXT_SPECIFIC, .context_failure = HOOK_CONTEXT_REASON, .abort_after = HOOK_ABORT_AFTER_STOP, .turn_ends = HOOK_TURN_ENDS_AT_A_CALL, .person = HOOK_PERSON_SYSTEM_MESSAGE}, \
  [HOOK_COPILOT] = {.option = "--copilot", .name = {"hook_event_name"}, .session = {"session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_use_id"}, .result = "tool_result", .result_part = "text_result_for_llm", .error_in = HOOK_ERROR_IN_EVENT, .error = "error", .error_part = NULL, .sign = NULL, .also = 1u << HOOK_VSCODE, .ends = HOOK_ENDS_SOME, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_TURN, .refusal = HOOK_REFUSAL_PERMISSION_DECISION, .asks = true, .context_before = HOOK_CONTEXT_ADDITIONAL_CONTEXT, .context_after = HOOK_CONTEXT_ADDITIONAL_CONTEXT, .context_failure = HOOK_CONTEXT_ADDITIONAL_CONTEXT, .abort_after = HOOK_ABORT_AFTER_CONTEXT, .turn_ends = HOOK_TURN_ENDS_NEVER, .person = HOOK_PERSON_STDERR}, \
  [HOOK_CURSOR] = {.option = "--cursor", .name = {"hook_event_name"}, .session = {"conversation_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_use_id"}, .result = "tool_output", .result_part = NULL, .error_in = HOOK_ERROR_IN_EVENT, .error = "error_message", .error_part = NULL, .sign = "cursor_version", .also = 0, .ends = HOOK_ENDS_EVERY, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_TURN, .refusal = HOOK_REFUSAL_PERMISSION, .asks = false, .context_before = HOOK_CONTEXT_NONE, .context_after = HOOK_CONTEXT_ADDITIONAL_CONTEXT_SNAKE, .context_failure = HOOK_CONTEXT_NONE, .abort_after = HOOK_ABORT_AFTER_CONTEXT, .turn_ends = HOOK_TURN_ENDS_NEVER, .person = HOOK_PERSON_STDERR}, \
  [HOOK_DROID] = {.option = "--droid", .name = {"hook_event_name"}, .session = {"session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_use_id"}, .result = "tool_response", .result_part = NULL, .error_in = HOOK_ERROR_IN_EVENT, .error = "error", .error_part = NULL, .sign = NULL, .also = 0, .ends = HOOK_ENDS_SOME, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_TURN, .refusal = HOOK_REFUSAL_SPECIFIC, .asks = false, .context_before = HOOK_CONTEXT_NONE, .context_after = HOOK_CONTEXT_SPECIFIC, .context_failure = HOOK_CONTEXT_SPECIFIC, .abort_after = HOOK_ABORT_AFTER_STOP, .turn_ends = HOOK_TURN_ENDS_AT_A_CALL, .person = HOOK_PERSON_SYSTEM_MESSAGE}, \
  [HOOK_KIMI] = {.option = "--kimi", .name = {"hook_event_name"}, .session = {"session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_call_id"}, .result = "tool_output", .result_part = NULL, .error_in = HOOK_ERROR_IN_EVENT, .error = "error", .error_part = "message", .sign = "client_type", .also = 0, .ends = HOOK_ENDS_EVERY, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_TURN, .refusal = HOOK_REFUSAL_SPECIFIC, .asks = false, .context_before = HOOK_CONTEXT_NONE, .context_after = HOOK_CONTEXT_NONE, .context_failure = HOOK_CONTEXT_NONE, .abort_after = HOOK_ABORT_AFTER_CONTEXT, .turn_ends = HOOK_TURN_ENDS_NEVER, .person = HOOK_PERSON_STDERR}, \
  [HOOK_KIRO] = {.option = "--kiro", .name = {"hook_event_name"}, .session = {"session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_use_id"}, .result = "tool_response", .result_part = NULL, .error_in = HOOK_ERROR_IN_EVENT, .error = "error", .error_part = NULL, .sign = NULL, .also = 0, .ends = HOOK_ENDS_SOME, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_TURN, .refusal = HOOK_REFUSAL_EXIT_2, .asks = false, .context_before = HOOK_CONTEXT_NONE, .context_after = HOOK_CONTEXT_PLAIN, .context_failure = HOOK_CONTEXT_PLAIN, .abort_after = HOOK_ABORT_AFTER_CONTEXT, .turn_ends = HOOK_TURN_ENDS_NEVER, .person = HOOK_PERSON_STDERR}, \
  [HOOK_QWEN] = {.option = "--qwen", .name = {"hook_event_name"}, .session = {"session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_call_id", "tool_use_id"}, .result = "tool_response", .result_part = "llmContent", .error_in = HOOK_ERROR_IN_EVENT, .error = "error", .error_part = NULL, .sign = NULL, .also = 0, .ends = HOOK_ENDS_EVERY, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_REQUEST, .refusal = HOOK_REFUSAL_SPECIFIC, .asks = true, .context_before = HOOK_CONTEXT_NONE, .context_after = HOOK_CONTEXT_SPECIFIC, .context_failure = HOOK_CONTEXT_SPECIFIC, .abort_after = HOOK_ABORT_AFTER_STOP, .turn_ends = HOOK_TURN_ENDS_AT_A_REQUEST, .person = HOOK_PERSON_SYSTEM_MESSAGE}, \
  [HOOK_VSCODE] = {.option = "--vscode", .name = {"hookEventName", "hook_event_name"}, .session = {"sessionId", "session_id"}, .tool = "tool_name", .arguments = "tool_input", .id = {"tool_use_id"}, .result = "tool_response", .result_part = NULL, .error_in = HOOK_ERROR_IN_EVENT, .error = "error", .error_part = NULL, .sign = "hookEventName", .also = 0, .ends = HOOK_ENDS_SOME, .ends_of = NULL, .empty_prompt = HOOK_EMPTY_PROMPT_TURN, .refusal = HOOK_REFUSAL_SPECIFIC, .asks = true, .context_before = HOOK_CONTEXT_SPECIFIC, .context_after = HOOK_CONTEXT_SPECIFIC, .context_failure = HOOK_CONTEXT_SPECIFIC, .abort_after = HOOK_ABORT_AFTER_STOP, .turn_ends = HOOK_TURN_ENDS_AT_A_CALL, .person = HOOK_PERSON_SYSTEM_MESSAGE},

/* Rows of hook_event_row. */
#define HOOK_EVENT_ROWS                                                                                                \
  {HOOK_CLAUDE, HOOK_BEFORE, "PreToolUse"},                                                                            \
  {HOOK_CLAUDE, HOOK_AFTER, "PostToolUse"},                                                                            \
  {HOOK_CLAUDE, HOOK_FAILURE, "PostToolUseFailure"},                                                                   \
  {HOOK_CLAUDE, HOOK_BATCH, "PostToolBatch"},                                                                          \
  {HOOK_CLAUDE, HOOK_REQUEST, "PreModelRequest"},                                                                      \
  {HOOK_CLAUDE, HOOK_PROMPT, "UserPromptSubmit"},                                                                      \
  {HOOK_CLAUDE, HOOK_START, "SessionStart"},                                                                           \
  {HOOK_CLAUDE, HOOK_COMPACT, "PreCompact"},                                                                           \
  {HOOK_CLAUDE, HOOK_COMPACT, "PostCompact"},                                                                          \
  {HOOK_CLAUDE, HOOK_STOP, "Stop"},                                                                                    \
  {HOOK_CLAUDE, HOOK_STOP, "SubagentStop"},                                                                            \
  {HOOK_CODEX, HOOK_BEFORE, "PreToolUse"},                                                                             \
  {HOOK_CODEX, HOOK_AFTER, "PostToolUse"},                                                                             \
  {HOOK_CODEX, HOOK_FAILURE, "PostToolUseFailure"},                                                                    \
  {HOOK_CODEX, HOOK_BATCH, "PostToolBatch"},                                                                           \
  {HOOK_CODEX, HOOK_REQUEST, "PreModelRequest"},                                                                       \
  {HOOK_CODEX, HOOK_PROMPT, "UserPromptSubmit"},                                                                       \
  {HOOK_CODEX, HOOK_START, "SessionStart"},                                                                            \
  {HOOK_CODEX, HOOK_COMPACT, "PreCompact"},                                                                            \
  {HOOK_CODEX, HOOK_COMPACT, "PostCompact"},                                                                           \
  {HOOK_CODEX, HOOK_STOP, "Stop"},                                                                                     \
  {HOOK_CODEX, HOOK_STOP, "SubagentStop"},                                                                             \
  {HOOK_GEMINI, HOOK_REQUEST, "BeforeModel"},                                                                          \
  {HOOK_GEMINI, HOOK_BEFORE, "BeforeTool"},                                                                            \
  {HOOK_GEMINI, HOOK_AFTER, "AfterTool"},                                                                              \
  {HOOK_GEMINI, HOOK_PROMPT, "BeforeAgent"},                                                                           \
  {HOOK_COPILOT, HOOK_BEFORE, "PreToolUse"},                                                                           \
  {HOOK_COPILOT, HOOK_AFTER, "PostToolUse"},                                                                           \
  {HOOK_COPILOT, HOOK_FAILURE, "PostToolUseFailure"},                                                                  \
  {HOOK_COPILOT, HOOK_PROMPT, "UserPromptSubmit"},                                                                     \
  {HOOK_COPILOT, HOOK_START, "SessionStart"},                                                                          \
  {HOOK_COPILOT, HOOK_COMPACT, "PreCompact"},                                                                          \
  {HOOK_CURSOR, HOOK_BEFORE, "preToolUse"},                                                                            \
  {HOOK_CURSOR, HOOK_AFTER, "postToolUse"},                                                                            \
  {HOOK_CURSOR, HOOK_FAILURE, "postToolUseFailure"},                                                                   \
  {HOOK_CURSOR, HOOK_PROMPT, "beforeSubmitPrompt"},                                                                    \
  {HOOK_CURSOR, HOOK_COMPACT, "preCompact"},                                                                           \
  {HOOK_DROID, HOOK_BEFORE, "PreToolUse"},                                                                             \
  {HOOK_DROID, HOOK_AFTER, "PostToolUse"},                                                                             \
  {HOOK_DROID, HOOK_PROMPT, "UserPromptSubmit"},                                                                       \
  {HOOK_DROID, HOOK_START, "SessionStart"},                                                                            \
  {HOOK_DROID, HOOK_COMPACT, "PreCompact"},                                                                            \
  {HOOK_DROID, HOOK_STOP, "Stop"},                                                                                     \
  {HOOK_KIMI, HOOK_BEFORE, "PreToolUse"},                                                                              \
  {HOOK_KIMI, HOOK_AFTER, "PostToolUse"},                                                                              \
  {HOOK_KIMI, HOOK_FAILURE, "PostToolUseFailure"},                                                                     \
  {HOOK_KIMI, HOOK_PROMPT, "UserPromptSubmit"},                                                                        \
  {HOOK_KIMI, HOOK_START, "SessionStart"},                                                                             \
  {HOOK_KIMI, HOOK_COMPACT, "PreCompact"},                                                                             \
  {HOOK_KIMI, HOOK_COMPACT, "PostCompact"},                                                                            \
  {HOOK_KIRO, HOOK_BEFORE, "PreToolUse"},                                                                              \
  {HOOK_KIRO, HOOK_BEFORE, "preToolUse"},                                                                              \
  {HOOK_KIRO, HOOK_AFTER, "PostToolUse"},                                                                              \
  {HOOK_KIRO, HOOK_AFTER, "postToolUse"},                                                                              \
  {HOOK_KIRO, HOOK_PROMPT, "UserPromptSubmit"},                                                                        \
  {HOOK_KIRO, HOOK_PROMPT, "userPromptSubmit"},                                                                        \
  {HOOK_QWEN, HOOK_BEFORE, "PreToolUse"},                                                                              \
  {HOOK_QWEN, HOOK_AFTER, "PostToolUse"},                                                                              \
  {HOOK_QWEN, HOOK_FAILURE, "PostToolUseFailure"},                                                                     \
  {HOOK_QWEN, HOOK_PROMPT, "UserPromptSubmit"},                                                                        \
  {HOOK_QWEN, HOOK_START, "SessionStart"},                                                                             \
  {HOOK_QWEN, HOOK_COMPACT, "PreCompact"},                                                                             \
  {HOOK_QWEN, HOOK_COMPACT, "PostCompact"},                                                                            \
  {HOOK_VSCODE, HOOK_BEFORE, "PreToolUse"},                                                                            \
  {HOOK_VSCODE, HOOK_AFTER, "PostToolUse"},                                                                            \
  {HOOK_VSCODE, HOOK_PROMPT, "UserPromptSubmit"},                                                                      \
  {HOOK_VSCODE, HOOK_START, "SessionStart"},                                                                           \
  {HOOK_VSCODE, HOOK_COMPACT, "PreCompact"},                                                                           \
  {HOOK_VSCODE, HOOK_STOP, "Stop"},                                                                                    \
  {HOOK_VSCODE, HOOK_STOP, "SubagentStop"},

#endif
