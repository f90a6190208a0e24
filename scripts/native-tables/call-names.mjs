/** What the name of a tool says of a call, for native/src/text/call_signs.c, with whose tools they are. */
import { cString, header } from "./c-text.mjs";

/**
 * By the words of a name. BEGINS: DOES, if it is the first word: elsewhere it names what is asked for, as in
 * `verify_deploy` and `lookup_order`. ASKS: it names what is told, as in `order_summary`, or runs what may ask.
 */
const WORDS = [
  ["WAIT", "wait sleep"],
  ["THINK", "think thinking sequentialthinking"],
  ["SHELL", "bash sh zsh shell terminal powershell pwsh cmd command"],
  ["DOES", "send create submit publish notify pay buy enqueue insert add dispatch trigger"],
  ["BEGINS", "deploy launch start post upload reply invite charge refund transfer order book schedule run"],
  ["BEGINS", "restart delete remove cancel stop reboot approve merge install execute kill retry make set update"],
  [
    "ASKS",
    "get list check status state progress read show view describe fetch query search find poll watch look result results",
  ],
  ["ASKS", "inspect retrieve monitor track tracker tracking info details log logs history is can await until"],
  ["ASKS", "health ready eta phase stage lookup complete verification confirmation report summary position time"],
  ["ASKS", "count history queue stats overview code python script sql"],
];

/**
 * Tools with which agents look at what runs in the background, by their whole names: in lower case, without anything
 * between the words. ACTS: their member "action" says whether they do.
 */
const NAMES = [
  ["LOOK", "writestdin", "Codex, codex-rs/core, unified exec"],
  [
    "LOOK",
    "bashoutput agentoutput agentoutputtool taskoutput bashoutputtool tasklist",
    "Claude Code to 2.0, Qwen, Kimi and dexto; from 2.1, with their aliases; a lead's wait for a team",
  ],
  ["LOOK", "getterminaloutput awaitterminal gettaskoutput", "GitHub Copilot in VS Code; the last: Grok CLI"],
  ["LOOK", "getcommandorsubagentoutput", "Grok CLI"],
  ["LOOK", "readbash readpowershell readagent", "GitHub Copilot CLI"],
  ["LOOK", "readbackgroundoutput listbackgroundprocesses", "Gemini CLI"],
  ["LOOK", "commandstatus checkcommandstatus", "Windsurf, Antigravity, OpenClaw; Trae"],
  ["LOOK", "joboutput readbackgroundjoboutput bashlogs", "Crush; Pochi; Kode"],
  ["LOOK | LG_SIGN_SHELL", "executebash", "OpenHands: an empty command asks for more output"],
  [
    "ACTS",
    "managetask process computer",
    "Antigravity: Action status; OpenClaw and Hermes: poll, log, wait; Anthropic's computer use: wait, duration",
  ],
  ["SHELL", "exec", "OpenClaw"],
  ["WAIT", "delay pause idle", "games and desktops, too; in longer names they may be verbs: pause_video"],
];

/** Names of arguments, and values: with what, and what they say. */
const ARGUMENTS = [
  ["LENGTHS", "for how long a call waits", "time duration delay wait interval length amount"],
  ["LIMITS", "for how long at most", "timeout deadline"],
  ["INPUTS", "with text for it, a look at a process is an answer to it", "chars input text keystrokes command"],
  ["WAITING_ACTIONS", 'what "action" is, of ACTS', "wait sleep poll log output status"],
  ["COMMAND_KEYS", "the command of a shell", "command cmd commandline script input"],
  [
    "BACKGROUND_KEYS",
    "the call returns at once: Claude Code, Gemini CLI and Cursor, VS Code",
    "run_in_background is_background isbackground background",
  ],
];

/** Programs before another one's name, each with those of its options that have a value in the next word. */
const PREFIXES = {
  env: "uCS",
  sudo: "ughpCTrtURD",
  doas: "uC",
  nice: "n",
  ionice: "cnp",
  "time gtime": "fo",
  stdbuf: "ioe",
  caffeinate: "tw",
  "xvfb-run": "ansefpl",
  "npx bunx": "pc",
  exec: "a",
  "command nohup setsid builtin chronic unbuffer": "",
};
/** Command lines of services that have a command for waiting: kubectl wait, aws ec2 wait, gh run watch. */
const WAITERS = "kubectl oc docker podman aws az gh gcloud argocd workmux";

const firsts = [...new Set(WORDS.flatMap(([, words]) => words.split(" ").map((word) => word[0])))];
const wordsOf = (signs) =>
  [...new Set(NAMES.filter(([of]) => of === signs).flatMap(([, names]) => names.split(" ")))].join(" ");

export const callNames = header(
  "LG_CALL_NAMES_GEN_H",
  "call-names.mjs",
  `/* By the words of a name; and the letters, in either case, with which one of these begins. */
static const known WORDS[] = {
${WORDS.map(([signs, words]) => `    {LG_SIGN_${signs}, ${cString(words)}},`).join("\n")}
};
static const char FIRSTS[] = ${cString(firsts.map((first) => first + first.toUpperCase()).join(""))};
/* By whole names. */
static const known NAMES[] = {
${[...new Set(NAMES.map(([signs]) => signs))].map((signs) => `    {LG_SIGN_${signs}, ${cString(wordsOf(signs))}},`).join("\n")}
};
${ARGUMENTS.map(([name, what, words]) => `/* ${what} */\nstatic const char ${name}[] = ${cString(words)};\n`).join("")}`,
);

export const shellPrograms = header(
  "LG_SHELL_PROGRAMS_GEN_H",
  "call-names.mjs",
  `static const struct prefix {
  const char *names, *valued;
} PREFIXES[] = {
${Object.entries(PREFIXES)
  .map(([names, valued]) => `    {${cString(names)}, ${cString(valued)}},`)
  .join("\n")}
};
static const char WAITERS[] = ${cString(WAITERS)};
`,
);
