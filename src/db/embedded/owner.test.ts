import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../../lib/startup-error.ts'
import { ownFolder } from './owner.ts'

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-owner-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('of many that want a folder at once, one gets it, and the next after that one gave it up', async () => {
  const folder = await aFolder()

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ownFolder(folder)))

  const owners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(owners).toHaveLength(1)
  await expect(ownFolder(folder)).rejects.toThrow(StartupError)
  await owners[0]!.value()
  await ownFolder(folder)
})

test('the owner that ended without a word is followed by one of many', async () => {
  const folder = await aFolder()
  const ended = spawn(process.execPath, ['--version'])
  await once(ended, 'exit')
  await writeFile(join(folder, 'owner'), `${ended.pid}\nlong ago\n`)

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ownFolder(folder)))

  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  expect(await readdir(folder)).toEqual(['owner'])
})

test('the same number at another start is another process: containers count anew each time', async () => {
  const folder = await aFolder()
  const giveUp = await ownFolder(folder)
  const [pid] = (await readFile(join(folder, 'owner'), 'utf8')).split('\n')
  await giveUp()
  await writeFile(join(folder, 'owner'), `${pid}\nbefore the machine was started\n`)

  await ownFolder(folder)
})

test('an owner file without content, as after a power cut, belongs to nobody', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'owner'), '')

  await ownFolder(folder)
})
