import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { gitProgramFault } from './program.ts'

const path = process.env['PATH']
afterEach(() => {
  process.env['PATH'] = path
})

test('the git of this machine will do; none, and one that is too old, are named', async () => {
  expect(await gitProgramFault()).toBeUndefined()
  const folder = await mkdtemp(join(tmpdir(), 'headrace-program-'))
  process.env['PATH'] = folder
  expect(await gitProgramFault()).toMatch(/no git program was found/)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'git'), '#!/bin/sh\necho git version 2.25.1\n', { mode: 0o755 })
  expect(await gitProgramFault()).toMatch(/2\.38 or newer.*this is git version 2\.25\.1/)
  await rm(folder, { recursive: true })
})
