import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/remembered.ts'

/** Each execution asks for the name of its environment's folder. */
const fileNames = new LRUCache<string, string>(upTo(1_000))

/**
 * A name no other environment gets, also where letter case or a character does not survive in a file name.
 */
export function fileSafe(name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,80}$/.test(name)) return name
  const known = fileNames.get(name) ?? withDigest(name)
  fileNames.set(name, known)
  return known
}

function withDigest(name: string): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40)
  return `${readable || 'environment'}.${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}
