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

test('the README lists exactly the commands that the program has', () => {
  const program = new Command()
  addServerCommands(program)
  addClientCommands(program)
  const listed = readme
    .split('\n')
    .filter((line) => line.startsWith('| `headrace '))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`(?:headrace )?([a-z-]+)[^`]*`/g)])
    .map(([, name]) => name)
  expect(listed.sort()).toEqual(program.commands.map((command) => command.name()).sort())
})
