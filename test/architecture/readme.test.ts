import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { readmeWithSettings } from '../../scripts/readme-settings.ts'
import { addClientCommands } from '../../src/cli/commands.ts'
import { addServerCommands } from '../../src/roles/commands/commands.ts'

const readme = readFileSync('README.md', 'utf8')

test('the README lists every setting as it is declared (npm run generate)', async () => {
  expect(await readmeWithSettings()).toBe(readme)
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
