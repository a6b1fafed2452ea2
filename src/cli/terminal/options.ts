import { type Command, InvalidArgumentError } from 'commander'

/** Examples below a command's help, each one line: the command and why. */
export const examples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`

/** Adds `--json`, which every command that shows something has. */
export const withJson = (command: Command): Command => command.option('--json', 'print JSON')

/** A whole number of at least 1, for commander. */
export function positive(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number of at least 1.')
}

/** One of these words in upper or lower case, as the API spells it, for commander. */
export const oneOf =
  <T extends string>(words: readonly T[]) =>
  (text: string): T => {
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase())
    if (found !== undefined) return found
    throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.`)
  }

/** A day such as 2026-01-31, for commander. */
export function day(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new InvalidArgumentError('Expected a date such as 2026-01-31.')
}

/** An instant, sent as ISO 8601 in UTC. */
export function instant(text: string): string {
  const at = Date.parse(text)
  if (!Number.isNaN(at)) return new Date(at).toISOString()
  throw new InvalidArgumentError('Expected a date or time such as 2025-03-01 or 2025-03-01T08:00:00Z.')
}

/** For options that may be given again: all values in order. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text]
