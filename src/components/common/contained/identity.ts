import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from './means.ts'

/**
 * Numbers of accounts that systems leave alone: the first where every number exists, the second in small
 * namespaces.
 */
const ranges = [
  { first: 1_900_000_000, count: 100_000_000 },
  { first: 60_706, count: 478 },
]

/**
 * As root each environment of a project gets a number of its own, always the same one: its files stay its
 * own, and its processes count against no other limit.
 */
export function identityFor(project: string, environment: string): Identity {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const range = ranges.find(({ first, count }) => isMapped(first + count - 1)) ?? ranges[1]!
  const hash = createHash('sha256').update(`${project}\n${environment}`).digest()
  return { kind: 'account', uid: range.first + (hash.readUInt32BE() % range.count) }
}

/** Whether the account exists in our namespace of users. */
function isMapped(uid: number): boolean {
  try {
    const lines = readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n')
    return lines.some((line) => {
      const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number)
      return uid >= first && uid < first + count
    })
  } catch {
    return false
  }
}

/** Makes `folder` and everything in it the identity's, unless it is already. */
export async function giveFolder(identity: Identity, folder: string): Promise<void> {
  if (identity.kind === 'self') return
  const { uid } = identity
  if ((await lstat(folder)).uid === uid) return
  const entries = await readdir(folder, { recursive: true })
  await Promise.all(entries.map((entry) => lchown(join(folder, entry), uid, uid)))
  await lchown(folder, uid, uid)
}
