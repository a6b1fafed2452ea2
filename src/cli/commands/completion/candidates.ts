import type { Command } from 'commander'

/**
 * What may stand where the last of `words` is being typed behind `headrace`: subcommands, options, or the
 * values of an option that knows its values. Names of things on a server are not completed: that would ask it
 * at every Tab.
 */
export function candidates(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? ''
  let command = program
  let option = undefined as Command['options'][number] | undefined
  for (const word of words.slice(0, -1)) {
    if (option !== undefined) option = undefined
    else if (word.startsWith('-')) option = valued(command, word)
    else command = subcommand(command, word) ?? command
  }
  return choices(command, option, typed)
    .filter((one) => one.startsWith(typed))
    .sort()
}

function choices(command: Command, option: Command['options'][number] | undefined, typed: string): string[] {
  if (option !== undefined) return option.argChoices ?? []
  if (!typed.startsWith('-')) return visible(command).map((one) => one.name())
  const known = [command, ...visible(command).filter(isDefault(command))].flatMap(({ options }) => [
    ...options,
  ])
  return [...known.flatMap(({ long }) => (long === undefined || long === null ? [] : [long])), '--help']
}

/** The option of that name that is followed by a value; in `--name=value` the value is there already. */
const valued = (command: Command, word: string) =>
  [command, ...visible(command).filter(isDefault(command))]
    .flatMap(({ options }) => [...options])
    .find(
      ({ short, long, required, optional }) => (short === word || long === word) && (required || optional),
    )

const subcommand = (command: Command, word: string): Command | undefined =>
  visible(command).find((one) => one.name() === word || one.aliases().includes(word))

const visible = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help')

/** Whether a subcommand runs when none is named. */
const isDefault = (command: Command) => {
  const name = (command as Command & { readonly _defaultCommandName?: string | null })._defaultCommandName
  return (one: Command) => one.name() === name
}
