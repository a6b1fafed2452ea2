import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeScratchFolder, removeLeftScratch } from './scratch-folders.ts'

/** One that has ended by now. */
const endedProcess = () =>
  Number(
    execFileSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))'], { encoding: 'utf8' }),
  )

test('what steps of a killed runner left is removed, also of one that had the same process id; nothing else is', async () => {
  const root = await mkdtemp(join(tmpdir(), 'headrace-scratch-'))
  const own = basename(await makeScratchFolder(root, 'step'))
  const [, machine, pid, began] = own.split('-')
  const ended = endedProcess()
  const left = [`step-${machine}-${ended}-${began}-AbCdEf`, `server-${machine}-${pid}-0-AbCdEf`]
  const others = [`step-000000000000-${ended}-0-AbCdEf`, `step-${machine}-${process.ppid}-0-AbCdEf`, '.root']
  for (const name of [...left, ...others]) {
    await mkdir(join(root, name))
    await writeFile(join(root, name, 'workbook.xlsx'), 'large')
  }
  await removeLeftScratch(root)
  expect((await readdir(root)).sort()).toEqual([own, ...others].sort())
  await rm(root, { recursive: true })
  await removeLeftScratch(root)
})
