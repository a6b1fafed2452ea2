import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeScratchOfDead, scratchName } from './scratch.ts'

test('what processes of this machine left that are gone is removed, and nothing of another machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lake-scratch-'))
  try {
    const { pid: gone } = spawnSync(process.execPath, ['--version'])
    const [machine] = scratchName.split('-')
    const names = [
      scratchName,
      `${machine}-${process.ppid}`,
      `${machine}-${gone}`,
      `${machine}-${gone}-2`,
      `${scratchName}-2`,
      `0123456789ab-${gone}`,
      String(gone),
    ]
    for (const name of names) await mkdir(join(folder, name, 'incoming'), { recursive: true })
    await removeScratchOfDead(join(folder, scratchName))
    expect(await readdir(folder)).toEqual(
      names.filter((name) => !name.startsWith(`${machine}-${gone}`)).sort(),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a folder that is not there yet has nothing to remove', async () => {
  await removeScratchOfDead(join(tmpdir(), 'not-there-at-all', scratchName))
})
