/** `loopguard completion`: scripts that complete the command line, made from the commands as they are. */
import { Argument, type Command } from "../traces/libraries.ts";

const EXAMPLES = `
Examples:
  source <(loopguard completion bash)                                    this shell; in zsh: completion zsh
  loopguard completion bash > ~/.local/share/bash-completion/completions/loopguard
  loopguard completion zsh > "\${fpath[1]}/_loopguard"
  loopguard completion fish > ~/.config/fish/completions/loopguard.fish`;

interface Completions {
  /** With the one that it is a part of: `hook log`. */
  command: string;
  summary: string;
  options: { flag: string; summary: string; takesValue: boolean; choices: readonly string[] }[];
  /** Values of its argument; empty: files. */
  values: readonly string[];
}

const SHELLS: Readonly<Record<string, (commands: readonly Completions[]) => string>> = { bash, zsh, fish };

/** `whole`: builds the program with all its commands. */
export function registerCompletion(program: Command, whole: () => Promise<Command>): void {
  program
    .command("completion")
    .description("Print a script that completes commands and options in a shell.")
    .addArgument(new Argument("<shell>", "for which shell").choices(Object.keys(SHELLS)))
    .addHelpText("after", EXAMPLES)
    .action(async (shell: string) => {
      const all = await whole();
      const commands = all.commands.flatMap((one) => [one, ...one.commands]).map((one) => completionsOf(one, all));
      const help = { command: "help", summary: "Print the help of a command.", options: [] };
      commands.push({ ...help, values: commands.map(({ command }) => command).filter(isWhole) });
      process.stdout.write((SHELLS[shell] as (commands: readonly Completions[]) => string)(commands));
    });
}

/** A command, and not a part of one. */
const isWhole = (command: string): boolean => !command.includes(" ");

function completionsOf(command: Command, all: Command): Completions {
  const options = [...command.options, ...all.options].filter(({ hidden }) => !hidden);
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return {
    command: command.parent === all ? command.name() : `${command.parent?.name()} ${command.name()}`,
    summary: command.description(),
    options: [
      ...options.flatMap(({ long, description, required, optional, argChoices }) =>
        long === undefined || long === null || long === "--version"
          ? []
          : [{ flag: long, summary: description, takesValue: required || optional, choices: argChoices ?? [] }],
      ),
      { flag: "--help", summary: "print the help of this command", takesValue: false, choices: [] },
    ],
    values: [...values, ...command.commands.map((one) => one.name())],
  };
}

/** If no word fits, the shell itself completes files (`-o default`), because it can quote them. */
function bash(commands: readonly Completions[]): string {
  const values = commands.flatMap(({ command, options }) =>
    options.flatMap(({ flag, choices, takesValue }) =>
      takesValue ? [`    "${command},${flag}") words="${choices.join(" ")}" ;;`] : [],
    ),
  );
  const rest = commands.map(({ command, options, values }) => {
    const flags = options.map(({ flag }) => flag).join(" ");
    return `    "${command},"*) if [[ $word == -* ]]; then words="${flags}"; else words="${values.join(" ")}"; fi ;;`;
  });
  const names = commands.map(({ command }) => command);
  const parts = names.filter((name) => !isWhole(name)).map((name) => `"${name}"`);
  return `# bash completion of loopguard; made by: loopguard completion bash
_loopguard() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= words
  [[ $COMP_CWORD -gt 1 ]] && command=\${COMP_WORDS[1]}
  [[ $COMP_CWORD -gt 2 ]] && case "$command \${COMP_WORDS[2]}" in ${parts.join("|")}) command+=" \${COMP_WORDS[2]}" ;; esac
  case "$command,$before" in
    ,*) words="${names.filter(isWhole).join(" ")} --help --version" ;;
${[...values, ...rest].join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _loopguard loopguard
`;
}

/** zsh runs the script for bash. When zsh loads it at the first completion, the script must also answer that one. */
function zsh(commands: readonly Completions[]): string {
  return `#compdef loopguard
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
autoload -Uz bashcompinit && bashcompinit
${bash(commands)}if [[ \${funcstack[1]} == _loopguard ]]; then _bash_complete -o default -F _loopguard; fi
`;
}

function fish(commands: readonly Completions[]): string {
  const lines = [
    "# fish completion of loopguard; made by: loopguard completion fish",
    "complete -c loopguard -n __fish_use_subcommand -f",
    "complete -c loopguard -n __fish_use_subcommand -l help -d 'print the help'",
    "complete -c loopguard -n __fish_use_subcommand -l version -d 'print the version'",
  ];
  for (const { command, summary, options, values } of commands) {
    if (isWhole(command))
      lines.push(`complete -c loopguard -n __fish_use_subcommand -a ${command} -d ${quoted(summary)}`);
    const seen = command.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`);
    const parts = commands.flatMap((one) => (one.command.startsWith(`${command} `) ? one.command.split(" ")[1] : []));
    if (parts.length > 0) seen.push(`not __fish_seen_subcommand_from ${parts.join(" ")}`);
    const here = `complete -c loopguard -n '${seen.join("; and ")}'`;
    if (values.length > 0) lines.push(`${here} -f -a ${quoted(values.join(" "))}`);
    for (const { flag, summary, takesValue, choices } of options) {
      const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : takesValue ? " -r" : "";
      lines.push(`${here} -l ${flag.slice(2)}${value} -d ${quoted(summary)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
