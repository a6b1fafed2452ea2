import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'
import { readTextFile, writeTextFile } from './text-file.ts'

test('a file is written and read from the folder of the command, and what cannot be is named', () => {
  using opened = openTerminal()
  const { folder, terminal } = opened
  writeTextFile(terminal, 'x.yaml', 'a: 1')
  expect(readFileSync(join(folder, 'x.yaml'), 'utf8')).toBe('a: 1')
  expect(readTextFile(terminal, 'x.yaml')).toBe('a: 1')
  const written = () => writeTextFile(terminal, 'no/such/x.yaml', '')
  expect(written).toThrow('The file no/such/x.yaml could not be written')
  expect(() => readTextFile(terminal, 'no.yaml')).toThrow('The file no.yaml could not be read')
})
