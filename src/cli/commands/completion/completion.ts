import { Argument, type Command } from 'commander'
import { examples } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { candidates } from './candidates.ts'

const scripts = {
  bash: `_headrace() {
  local IFS=$'\\n'
  COMPREPLY=($(headrace completion --candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _headrace headrace`,
  zsh: `#compdef headrace
_headrace() {
  local -a found
  found=(\${(f)"$(headrace completion --candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -a found; else _files; fi
}
compdef _headrace headrace
if [ "$funcstack[1]" = _headrace ]; then _headrace "$@"; fi`,
  fish: `function __headrace_candidates
  set -l words (commandline -opc) (commandline -ct)
  headrace completion --candidates -- $words[2..-1] 2>/dev/null
end
complete -c headrace -a '(__headrace_candidates)'`,
} as const

type Shell = keyof typeof scripts

/** Adds `headrace completion`. */
export function addCompletion(program: Command, terminal: Terminal): void {
  const print = (text: string) => void (text !== '' && terminal.stdout.write(`${text}\n`))
  program
    .command('completion')
    .description('Prints a script that completes commands and options in a shell')
    .addArgument(new Argument('[shell]', 'the shell').choices(['bash', 'zsh', 'fish']).default('bash'))
    .addHelpText(
      'after',
      examples([
        'source <(headrace completion bash)    # for this shell; put it into ~/.bashrc to keep it',
        'headrace completion zsh > ~/.zfunc/_headrace',
        'headrace completion fish > ~/.config/fish/completions/headrace.fish',
      ]),
    )
    .action((shell: Shell) => print(scripts[shell]))
}

/**
 * The words that complete what a shell has typed so far, for `headrace completion --candidates -- WORD…`;
 * undefined for every other command line. It comes before parsing, because the words are rarely a command
 * line that can be parsed.
 */
export function completed(program: Command, argv: readonly string[]): string | undefined {
  const [, , command, flag, dashes, ...words] = argv
  if (command !== 'completion' || flag !== '--candidates' || dashes !== '--') return undefined
  return candidates(program, words).join('\n')
}
