/** `loopguard completion`: scripts that complete the command line, made from the commands as they are. */
import { Argument, type Command } from "./libraries.ts";
import { buildProgram } from "./program.ts";

const EXAMPLES = `
Examples:
  source <(loopguard completion bash)                                    this shell, bash or zsh
  loopguard completion bash > ~/.local/share/bash-completion/completions/loopguard
  loopguard completion zsh > "\${fpath[1]}/_loopguard"
  loopguard completion fish > ~/.config/fish/completions/loopguard.fish`;

/** What can be completed behind one command. */
interface Completions {
  command: string;
  summary: string;
  options: { flag: string; summary: string; takesValue: boolean; choices: readonly string[] }[];
  /** Values of its argument; none: files. */
  values: readonly string[];
}

const SHELLS: Readonly<Record<string, (commands: readonly Completions[]) => string>> = { bash, zsh, fish };

export function registerCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a script that completes commands and options in a shell.")
    .addArgument(new Argument("<shell>", "for which shell").choices(Object.keys(SHELLS)))
    .addHelpText("after", EXAMPLES)
    .action(async (shell: string) => {
      const all = await buildProgram();
      process.stdout.write(
        (SHELLS[shell] as (commands: readonly Completions[]) => string)(all.commands.map(completionsOf)),
      );
    });
}

function completionsOf(command: Command): Completions {
  const options = [...command.options, ...(command.parent?.options ?? [])].filter(({ hidden }) => !hidden);
  return {
    command: command.name(),
    summary: command.description(),
    options: [
      ...options.flatMap(({ long, description, required, optional, argChoices }) =>
        long === undefined || long === null || long === "--version"
          ? []
          : [{ flag: long, summary: description, takesValue: required || optional, choices: argChoices ?? [] }],
      ),
      { flag: "--help", summary: "print the help of this command", takesValue: false, choices: [] },
    ],
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
}

function bash(commands: readonly Completions[]): string {
  const values = commands.flatMap(({ command, options }) =>
    options.flatMap(({ flag, choices, takesValue }) => {
      if (!takesValue) return [];
      const reply = choices.length > 0 ? `compgen -W "${choices.join(" ")}" -- "$word"` : 'compgen -f -- "$word"';
      return [`    ${command},${flag}) COMPREPLY=($(${reply})); return ;;`];
    }),
  );
  const words = commands.map(({ command, options, values }) => {
    const flags = options.map(({ flag }) => flag).join(" ");
    const rest = values.length > 0 ? `compgen -W "${values.join(" ")}" -- "$word"` : 'compgen -f -- "$word"';
    return `    ${command}) if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${flags}" -- "$word")); else COMPREPLY=($(${rest})); fi ;;`;
  });
  return `# bash completion of loopguard; made by: loopguard completion bash
_loopguard() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${commands.map(({ command }) => command).join(" ")} --help --version" -- "$word"))
    return
  fi
  case $command,$before in
${values.join("\n")}
  esac
  case $command in
${words.join("\n")}
  esac
}
complete -o filenames -F _loopguard loopguard
`;
}

/** zsh runs the script of bash. */
function zsh(commands: readonly Completions[]): string {
  return `#compdef loopguard
autoload -Uz bashcompinit && bashcompinit
${bash(commands)}`;
}

function fish(commands: readonly Completions[]): string {
  const lines = ["# fish completion of loopguard; made by: loopguard completion fish"];
  for (const { command, summary, options, values } of commands) {
    lines.push(`complete -c loopguard -n __fish_use_subcommand -a ${command} -d ${quoted(summary)}`);
    const here = `complete -c loopguard -n '__fish_seen_subcommand_from ${command}'`;
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
