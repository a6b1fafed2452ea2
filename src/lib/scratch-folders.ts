import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** On a volume that several machines share. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 12)
/** In containers every runner has the same process id. */
const BEGAN = Math.round(performance.timeOrigin).toString(36)
const OWN = `${MACHINE}-${process.pid}-${BEGAN}-`

/** Whose a folder is: one step's, or that of a program that runs scripts of several. */
type Holder = 'step' | 'server'

/** Where the folders of a runner's steps and scripts are. */
export const scratchRootOf = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'scratch')

/** A new folder below `root`, of this process. */
export async function makeScratchFolder(root: string, holder: Holder): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  return mkdtemp(join(root, `${holder}-${OWN}`))
}

/**
 * Removes the folders that processes of this machine left which are gone: a workbook or a Parquet file has
 * gigabytes.
 */
export async function removeLeftScratch(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const [, own, machine, pid] = /^(?:step|server)-((\w{12})-(\d+)-\w+-)\w+$/.exec(name) ?? []
    if (machine !== MACHINE) continue
    const isLeft = Number(pid) === process.pid ? own !== OWN : !isAlive(Number(pid))
    // What cannot be removed now is tried again at the next start.
    if (isLeft) await rm(join(root, name), { recursive: true, force: true }).catch(() => undefined)
  }
}
