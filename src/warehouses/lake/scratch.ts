import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { isAlive } from '../../lib/is-alive.ts'

/** On a volume that several machines share, or containers in which every runner has the same process id. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 12)

/**
 * What the names of this process' folders begin with for what engines of a lake spill and read: DuckDB gives
 * the files there no names that differ.
 */
export const scratchName: string = `${MACHINE}-${process.pid}`

let engines = 0

/**
 * The folder of one engine. There may be several at a time, for example of two environments with one
 * connection but other settings. In one folder, each would read what the other has spilled.
 */
export const scratchOfEngine = (scratch: string): string => `${scratch}-${++engines}`

/** Removes the folders beside `scratch` of this machine's processes that are gone. */
export async function removeScratchOfDead(scratch: string): Promise<void> {
  const folder = dirname(scratch)
  for (const name of await readdir(folder).catch(() => [])) {
    const [, machine, pid] = /^(\w{12})-(\d+)(?:-\d+)?$/.exec(name) ?? []
    if (machine === MACHINE && !isAlive(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
