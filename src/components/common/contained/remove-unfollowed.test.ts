import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyUnfollowed, removeUnfollowed } from './remove-unfollowed.ts'

const FILES = 500
const ROUNDS = 10

/** Exchanges a folder and a link to another one, again and again. */
const exchanging = `
import ctypes, sys, time
libc = ctypes.CDLL(None)
one, other = (path.encode() for path in sys.argv[1:])
print("ready", flush=True)
while True: libc.renameat2(-100, one, -100, other, 2); time.sleep(0.001)
`

async function aFolderOfFiles(folder: string): Promise<void> {
  await mkdir(folder)
  await Promise.all(Array.from({ length: FILES }, (_, at) => writeFile(join(folder, `f${at}`), '')))
}

test.runIf(process.platform === 'linux')(
  'nothing is removed beyond a folder that is exchanged for a link meanwhile',
  async () => {
    const top = await mkdtemp(join(tmpdir(), 'headrace-removed-'))
    const theirs = join(top, 'theirs')
    await aFolderOfFiles(theirs)
    for (let round = 0; round < ROUNDS; round++) {
      const [mine, link] = [join(top, 'mine'), join(top, 'link')]
      await mkdir(mine)
      await aFolderOfFiles(join(mine, 'a'))
      await symlink(theirs, link)
      const child = spawn('python3', ['-c', exchanging, join(mine, 'a'), link])
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      await removeUnfollowed(mine).catch(() => undefined)
      child.kill('SIGKILL')
      await ended
      await Promise.all([mine, link].map((path) => rm(path, { recursive: true, force: true })))
      expect(await readdir(theirs)).toHaveLength(FILES)
    }
    await rm(top, { recursive: true })
  },
)

test('what has one of the names stays, and links go without what they lead to', async () => {
  const top = await mkdtemp(join(tmpdir(), 'headrace-removed-'))
  await mkdir(join(top, 'deep/er'), { recursive: true })
  await mkdir(join(top, 'kept'))
  await writeFile(join(top, 'kept/file'), '')
  await symlink(join(top, 'kept'), join(top, 'deep/er/link'))
  await emptyUnfollowed(top, ['kept'])
  expect(await readdir(top, { recursive: true })).toEqual(['kept', 'kept/file'])
  await removeUnfollowed(top)
})
