import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createScriptServers } from './script-servers.ts'
import type { Scripts } from './scripts.ts'

test('a program that cannot be copied to its folder, as on a full disk, leaves no folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'headrace-servers-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const scripts = { prepareServer: async () => undefined } as unknown as Scripts
  const program = { command: 'none', source: new URL('file:///nowhere/program'), args: () => [], env: {} }
  await expect(createScriptServers(scripts, root).take(program)).rejects.toThrow('/nowhere/program')
  expect(await readdir(root)).toEqual([])
})
