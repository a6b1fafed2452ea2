import { globSync, readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { addClientCommands } from '../../src/cli/commands.ts'
import { addServerCommands, isServerCommand, withAliases } from '../../src/roles/commands/commands.ts'

/** Pages that people copy commands from. The reference is generated of the same declarations. */
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('{docs,deploy}/**/*.md')]
  .filter((path) => !path.startsWith('docs/reference/') && !path.startsWith('docs/adr/'))
  .sort()

interface Written {
  readonly place: string
  readonly line: string
}

/** The lines of shell blocks that call the program, continued ones as one. */
function commandsOf(path: string): Written[] {
  const written: Written[] = []
  let language: string | undefined
  let begun = ''
  for (const [at, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    const fence = /^\s*```(\w*)/.exec(text)
    if (fence !== null) language = language === undefined ? fence[1] : undefined
    if (language === undefined || !['sh', 'bash', 'console'].includes(language)) continue
    const line = begun + text.trim().replace(/^\$ /, '')
    begun = line.endsWith('\\') ? line.slice(0, -1) : ''
    if (begun === '' && /^(npx )?headrace /.test(line)) written.push({ place: `${path}:${at + 1}`, line })
  }
  return written
}

/** The words of a line as a shell makes them, up to a comment, a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const words: string[] = []
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (/^(#|[|<>;]|&&|2>)/.test(word)) break
    words.push(
      word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one?: string, other?: string) => one ?? other ?? ''),
    )
  }
  return words.slice(words.indexOf('headrace') + 1)
}

/** The whole command line, of which nothing runs. */
function program(words: readonly string[]): Command {
  const all = new Command('headrace').version('0')
  addServerCommands(all)
  if (!isServerCommand(words[0])) addClientCommands(all)
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    if (command.commands.length === 0) command.action(() => undefined)
    command.commands.forEach(quiet)
  }
  quiet(all)
  return all
}

const written = pages.flatMap(commandsOf)

test('there are commands to check', () => expect(written.length).toBeGreaterThan(80))

test('every command that a page shows has the options that it requires, and no unknown ones', async () => {
  const wrong: string[] = []
  for (const { place, line } of written) {
    const [, , ...words] = withAliases(['node', 'headrace', ...wordsOf(line)])
    try {
      await program(words).parseAsync(words, { from: 'user' })
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error
      if (error.exitCode !== 0) wrong.push(`${place} ${line}: ${error.message}`)
    }
  }
  expect(wrong).toEqual([])
})
