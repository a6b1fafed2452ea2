import { isUtf8 } from 'node:buffer'
import type { AddressPolicy } from './address.ts'
import { callOf, type Remote } from './remote.ts'
import { runGit } from './run-git.ts'

/**
 * Refs by name. Names are bytes in Git; here each byte is one character, so that any name survives the round
 * trip.
 */
export type Refs = ReadonlyMap<string, string>

export interface RemoteRefs {
  readonly refs: Refs
  /** The branch that HEAD names, also when it has no commit yet; undefined when the remote does not say. */
  readonly head: string | undefined
}

export interface ListOptions {
  /** Refs to list, as `git ls-remote` takes them; every one by default. */
  readonly patterns?: readonly string[] | undefined
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

/** Every ref a remote lists, without peeled tags. Throws `GitError`, `RemoteAddressError`. */
export async function listRemoteRefs(
  remote: Remote,
  policy: AddressPolicy,
  { patterns = [], ...options }: ListOptions = {},
): Promise<RemoteRefs> {
  const call = await callOf(remote, policy)
  const { stdout } = await runGit({
    args: ['ls-remote', '--symref', '--', call.url, ...patterns],
    config: { ...call.config, 'protocol.version': '2' },
    env: call.env,
    ...options,
  })
  const refs = new Map<string, string>()
  let head: string | undefined
  for (const line of stdout.toString('latin1').split('\n')) {
    const symbolic = /^ref: (.+)\tHEAD$/.exec(line)
    if (symbolic !== null) head = symbolic[1]
    const [, oid, name] = /^([0-9a-f]{40,64})\t(.+)$/.exec(line) ?? []
    if (name !== undefined && name !== 'HEAD' && !name.endsWith('^{}')) refs.set(name, oid!)
  }
  return { refs, head }
}

/** Every ref of a bare repository of ours. */
export async function listLocalRefs(folder: string): Promise<RemoteRefs> {
  const format = '--format=%(objectname) %(refname)'
  const [{ stdout }, head] = await Promise.all([
    runGit({ args: ['for-each-ref', format], cwd: folder }),
    runGit({ args: ['symbolic-ref', '--quiet', 'HEAD'], cwd: folder }).then(
      // No more than the line end: a byte of a name may be a space in Latin-1, such as the last one of à.
      (output) => output.stdout.toString('latin1').replace(/\n$/, ''),
      () => undefined,
    ),
  ])
  const refs = new Map<string, string>()
  for (const line of stdout.toString('latin1').split('\n')) {
    const [, oid, name] = /^([0-9a-f]+) (.+)$/.exec(line) ?? []
    if (name !== undefined) refs.set(name, oid!)
  }
  return { refs, head }
}

/** Refs without those below the prefixes, which a provider creates itself (pull requests and the like). */
export const withoutPrefixes = (refs: Refs, prefixes: readonly string[]): Refs =>
  new Map([...refs].filter(([name]) => !prefixes.some((prefix) => name.startsWith(prefix))))

/**
 * What differs between two sets of refs, one sentence each; empty when they are the same in names and object
 * ids.
 */
export function refDifferences(expected: Refs, actual: Refs): string[] {
  const differences: string[] = []
  for (const [name, oid] of expected) {
    const there = actual.get(name)
    if (there === undefined) differences.push(`${printable(name)} is missing`)
    else if (there !== oid)
      differences.push(`${printable(name)} is ${there.slice(0, 10)} instead of ${oid.slice(0, 10)}`)
  }
  for (const name of actual.keys())
    if (!expected.has(name)) differences.push(`${printable(name)} should not be there`)
  return differences
}

/** Whether a ref name is UTF-8. No other can be given to a provider, or to Git in an argument. */
export const isReadable = (name: string): boolean => isUtf8(Buffer.from(name, 'latin1'))

/** A readable ref name: UTF-8 where it is valid, escapes where it is not. */
export const printable = (name: string): string =>
  isReadable(name)
    ? Buffer.from(name, 'latin1').toString('utf8')
    : name.replaceAll(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`)

const NEVER_IN_REFS = /[ ~^:?*[\\]|\.\.|@\{|\/\/|\.lock(\/|$)|^[-/.]|\/\.|[/.]$|^@$/

/**
 * What is wrong with a branch, tag or commit that a person named, or undefined. Nothing that Git could take
 * for an option, a range or an expression gets through.
 */
export function revisionFault(revision: string): string | undefined {
  if (revision === '' || Buffer.byteLength(revision) > 250) return 'must have 1 to 250 bytes'
  for (const character of revision) {
    if (character < ' ' || character === '\u007f') return 'must not contain control characters'
  }
  if (!NEVER_IN_REFS.test(revision)) return undefined
  return (
    'is not the name of a branch, a tag or a commit: Git allows no spaces, none of ~ ^ : ? * and @{, no backslash, ' +
    'no opening square bracket, no two dots or slashes in a row, and none at the ends'
  )
}
