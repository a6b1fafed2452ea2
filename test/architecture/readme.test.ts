import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addClientCommands } from '../../src/cli/commands.ts'
import { addServerCommands } from '../../src/roles/commands.ts'
import { declarations, settingsOf } from '../../src/roles/settings.ts'

const readme = readFileSync('README.md', 'utf8')

test('the README lists every setting with its flag, default, meaning and commands', () => {
  const rows = Object.entries(declarations).map(([name, { env, flag, byDefault, summary }]) => {
    const commands = Object.entries(settingsOf).filter(([, names]) =>
      (names as readonly string[]).includes(name),
    )
    const standard = byDefault === undefined ? '' : `\`${byDefault}\``
    return `| \`${env}\` | \`--${flag}\` | ${standard} | ${summary} | ${commands.map(([command]) => command).join(', ')} |`
  })
  const listed = readme.split('\n').filter((line) => /^\| `(HEADRACE_|DATABASE_URL)/.test(line))
  expect(listed).toEqual(rows)
})

test('the README names every command', () => {
  const program = new Command()
  addServerCommands(program)
  addClientCommands(program)
  const table = readme
    .split('\n')
    .filter((line) => line.startsWith('| `headrace '))
    .join('\n')
  const missing = program.commands
    .map((command) => command.name())
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(table))
  expect(missing).toEqual([])
})
