import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addClientCommands } from '../../src/cli/commands.ts'
import { addServerCommands } from '../../src/roles/commands/commands.ts'
import type { Setting } from '../../src/roles/settings/setting-kinds.ts'
import { declarations } from '../../src/roles/settings/settings.ts'

const readme = readFileSync('README.md', 'utf8')

test('the README names settings as they are declared', () => {
  const section = /## Settings\n([\s\S]*?)\n## /.exec(readme)![1]!
  const declared = Object.values<Setting<unknown>>(declarations)
  const names = declared.flatMap(({ env, flag, secret }) => [
    env,
    ...(secret === undefined ? [] : [`${env}_FILE`]),
    ...(secret === 'whole' ? [] : [`--${flag}`]),
  ])
  const named = [...section.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(names).toEqual(expect.arrayContaining(named))
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
