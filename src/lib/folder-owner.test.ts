import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownFolder } from './folder-owner.ts'
import { StartupError } from './startup-error.ts'

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-owner-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function anOwner(folder: string, content: string) {
  await mkdir(join(folder, 'owner'), { recursive: true })
  await writeFile(join(folder, 'owner', '7'), content)
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
  await anOwner(folder, `${ended.pid}\nlong ago\n`)

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ownFolder(folder)))

  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
})

test('owners that come and go are never two at a time, and leave no heap of files', async () => {
  const folder = await aFolder()
  let present = 0
  let most = 0
  let times = 0
  const comeAndGo = async () => {
    for (let round = 0; round < 20; round++) {
      const giveUp = await ownFolder(folder).catch(() => undefined)
      if (giveUp === undefined) continue
      present++
      times++
      most = Math.max(most, present)
      await readdir(folder)
      present--
      await giveUp()
    }
  }

  await Promise.all(Array.from({ length: 10 }, comeAndGo))

  expect(most).toBe(1)
  expect(times).toBeGreaterThan(1)
  expect((await readdir(join(folder, 'owner'))).length).toBeLessThanOrEqual(2)
})

test('the same number at another start is another process: containers restart their numbering', async () => {
  const folder = await aFolder()
  await anOwner(folder, `${process.pid}\nbefore the machine was started\n`)

  await ownFolder(folder)
})

const canLock = spawnSync('flock', ['--version']).error === undefined

test.runIf(canLock)(
  'an owner in another container, which cannot be seen from here, keeps the folder',
  async () => {
    const folder = await aFolder()
    const giveUp = await ownFolder(folder)
    await writeFile(join(folder, 'owner', '1'), '1\nat a time of its own numbering\n')

    await expect(ownFolder(folder)).rejects.toThrow(
      `The data folder ${folder} is in use by another process, perhaps in another container.`,
    )

    await giveUp()
    await ownFolder(folder)
  },
)

test('an owner file without content, as after a power cut, names no owner', async () => {
  const folder = await aFolder()
  await anOwner(folder, '')

  await ownFolder(folder)
})

test('a folder in which no owner can be named is refused in a sentence', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'owner'), 'no folder')

  const outcome = ownFolder(folder)

  await expect(outcome).rejects.toThrow(StartupError)
  await expect(outcome).rejects.toThrow(`The data folder ${folder} cannot be used: EEXIST`)
})
