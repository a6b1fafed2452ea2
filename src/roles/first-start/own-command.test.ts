import { expect, test } from 'vitest'
import { installed } from '../../lib/installation.ts'
import { ownCommand } from './own-command.ts'

const clone = installed('.')

test('in a clone, commands are a script of its package', () => {
  expect(ownCommand('.headrace', { cwd: clone })).toBe('npm run --silent headrace --')
})

test('elsewhere, they name the program of the clone', () => {
  expect(ownCommand('/srv/.headrace', { cwd: '/srv' })).toBe(`node '${installed('bin/headrace.mjs')}'`)
})

test('an installation in a folder that commands do not look for is named', () => {
  expect(ownCommand("/srv/o'data", { cwd: clone })).toBe(
    `HEADRACE_DATA_DIR='/srv/o'\\''data' npm run --silent headrace --`,
  )
})
