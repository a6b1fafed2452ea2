import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createGatheredRows } from './gathered-rows.ts'

/** Of files below `folder`. */
async function openFiles(folder: string): Promise<number> {
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(links.map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => '')))
  return targets.filter((target) => target.startsWith(folder)).length
}

test('rows that are not read to their end, as of a load that fails, leave no file open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-rows-'))
  const gathered = await createGatheredRows(folder)
  for (let row = 0; row < 50_000; row++) await gathered.add([{ kind: 'number', value: row }])
  const columns = gathered.columns(['a'], false)
  for await (const element of gathered.elements(columns)) {
    expect(element).toBe('{"c0":0}')
    break
  }
  await gathered.close()
  await vi.waitFor(async () => expect(await openFiles(folder)).toBe(0))
  await rm(folder, { recursive: true })
})
