// Made by scripts/build-hook-dialects.mjs from native/hook/dialects.json. Not to be edited.

export type Dialect = "claude" | "codex" | "gemini" | "copilot" | "cursor" | "droid" | "kimi" | "kiro" | "qwen" | "vscode";

/** The agents, in the order of the table in C: their names for people, and the events that the hook handles. */
export const DIALECTS: Readonly<Record<Dialect, { readonly title: string; readonly events: readonly string[] }>> = {
  claude: {"title":"Claude Code","events":["PreToolUse","PostToolUse","PostToolUseFailure","PostToolBatch","PreModelRequest","UserPromptSubmit","SessionStart","PreCompact","PostCompact","Stop","SubagentStop"]},
  codex: {"title":"Codex","events":["PreToolUse","PostToolUse","PostToolUseFailure","PostToolBatch","PreModelRequest","UserPromptSubmit","SessionStart","PreCompact","PostCompact","Stop","SubagentStop"]},
  gemini: {"title":"Gemini CLI","events":["BeforeModel","BeforeTool","AfterTool","BeforeAgent"]},
  copilot: {"title":"Copilot CLI","events":["PreToolUse","PostToolUse","PostToolUseFailure","UserPromptSubmit","SessionStart","PreCompact"]},
  cursor: {"title":"Cursor","events":["preToolUse","postToolUse","postToolUseFailure","beforeSubmitPrompt","preCompact"]},
  droid: {"title":"Factory droid","events":["PreToolUse","PostToolUse","UserPromptSubmit","SessionStart","PreCompact","Stop"]},
  kimi: {"title":"Kimi Code","events":["PreToolUse","PostToolUse","PostToolUseFailure","UserPromptSubmit","SessionStart","PreCompact","PostCompact"]},
  kiro: {"title":"Kiro","events":["PreToolUse","preToolUse","PostToolUse","postToolUse","UserPromptSubmit","userPromptSubmit"]},
  qwen: {"title":"Qwen Code","events":["PreToolUse","PostToolUse","PostToolUseFailure","UserPromptSubmit","SessionStart","PreCompact","PostCompact"]},
  vscode: {"title":"VS Code","events":["PreToolUse","PostToolUse","UserPromptSubmit","SessionStart","PreCompact","Stop","SubagentStop"]},
};
