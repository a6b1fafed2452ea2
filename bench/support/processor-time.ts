import { readdir, readFile } from 'node:fs/promises'

/** The kernel counts in hundredths of a second. */
const MS_PER_TICK = 10

interface ProcessTimes {
  readonly parent: number
  readonly ms: number
}

/**
 * Milliseconds of processor time that a process took, with all that it started, those included that have
 * ended and whose parent still runs. What else the machine does changes it far less than it changes how much
 * is done in a second.
 */
export async function processorMs(root: number): Promise<number> {
  const processes = new Map<number, ProcessTimes>()
  for (const name of await readdir('/proc'))
    if (/^\d+$/.test(name)) {
      const times = await timesOf(name)
      if (times !== undefined) processes.set(Number(name), times)
    }
  const isOfRoot = (id: number): boolean => {
    const parent = processes.get(id)?.parent
    return id === root || (parent !== undefined && isOfRoot(parent))
  }
  return [...processes].reduce((sum, [id, { ms }]) => (isOfRoot(id) ? sum + ms : sum), 0)
}

/** Undefined of a process that ended meanwhile. */
async function timesOf(id: string): Promise<ProcessTimes | undefined> {
  const line = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined)
  if (line === undefined) return undefined
  // The name, in parentheses, may contain anything.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent, user, system, userOfEnded, systemOfEnded] = [1, 11, 12, 13, 14].map((at) => fields[at]!)
  return { parent: parent!, ms: (user! + system! + userOfEnded! + systemOfEnded!) * MS_PER_TICK }
}
