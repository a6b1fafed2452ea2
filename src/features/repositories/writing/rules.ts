import type { TreeEntry } from '../../../git/content.ts'
import type { StatedRevisions } from '../../../http/conditional.ts'

/**
 * What the author of an edit knows of the file: revisions it may have, or its blob in the commit it was made
 * on.
 */
export type Seen = { readonly stated: StatedRevisions } | { readonly blob: string | undefined }

/** One file as somebody wants it. */
export interface Edit {
  readonly path: string
  /** Undefined: the file is to be deleted. */
  readonly content: Buffer | undefined
  /** Of a merge: the side that has the file as it is to be, instead of a content. */
  readonly keep?: 'SOURCE' | 'TARGET' | undefined
  readonly seen: Seen
}

/** An edit with its content as Git names it. */
export interface NamedEdit extends Edit {
  readonly blob: string | undefined
}

/** The state of a branch that edits are compared with. */
export interface BranchState {
  readonly head: string | undefined
  readonly entries: ReadonlyMap<string, TreeEntry>
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The bytes of a content as a client sends it; undefined when it is not base64 although it should be. */
export function contentOf(content: string, encoding: 'utf-8' | 'base64' = 'utf-8'): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(content, 'utf8')
  return base64.test(content) ? Buffer.from(content, 'base64') : undefined
}

/** The tag of a file that is read: of the commit it was read at, and of the file. */
export const fileRevision = (commitHash: string, blobHash: string): string => `${commitHash}.${blobHash}`

/** The tag of a branch. */
export const branchRevision = ({ commitHash, isDefault }: { commitHash: string; isDefault: boolean }) =>
  isDefault ? `${commitHash}.default` : commitHash

/**
 * Whether the author of an edit knows the file as it is now: by a tag of the file, or of the branch. Who
 * states nothing knows files that do not exist.
 */
export function isKnown(seen: Seen, current: string | undefined, head: string | undefined): boolean {
  if ('blob' in seen) return seen.blob === current
  const { stated } = seen
  if (stated === 'any') return true
  if (stated === 'nothing') return current === undefined
  return stated.some((revision) => {
    const [first, second] = revision.split('.')
    if (second !== undefined && second !== 'default') return second === current
    return first !== undefined && (first === head || first === current)
  })
}

/** The edits that would take back what their author has not seen. Two that agree are no conflict. */
export const conflictingEdits = (edits: readonly NamedEdit[], { head, entries }: BranchState): NamedEdit[] =>
  edits.filter(({ path, blob, seen }) => {
    const current = entries.get(path)?.oid
    return current !== blob && !isKnown(seen, current, head)
  })

/** Why a conflicting edit is one, in a sentence. */
export function conflictSentence({ path, content, seen }: NamedEdit, { entries }: BranchState): string {
  if (!entries.has(path)) return `${path} has been deleted since it was read`
  if ('stated' in seen && seen.stated === 'nothing')
    return content === undefined
      ? `${path} exists: send the ETag of the state to delete in If-Match`
      : `${path} already exists: send the ETag of the state to replace in If-Match`
  return `${path} has changed since it was read`
}

/**
 * What keeps edits from being a tree, one sentence each: files where folders are needed, and contents of
 * links, of which only a side can be kept.
 */
export function placeFaults(edits: readonly NamedEdit[], { entries }: BranchState): string[] {
  const after = new Set(entries.keys())
  for (const { path, blob } of edits) blob === undefined ? after.delete(path) : after.add(path)
  const folders = new Set([...after].flatMap(foldersOf))
  return edits.flatMap(({ path, blob, keep }) => {
    const kind = entries.get(path)?.kind ?? 'file'
    if (kind !== 'file' && keep === undefined) return [`${path} is a ${kind}; change it with Git`]
    if (blob === undefined) return []
    if (folders.has(path)) return [`${path} is a folder`]
    const file = foldersOf(path).find((folder) => after.has(folder))
    return file === undefined ? [] : [`${file} is a file, so ${path} cannot be in it`]
  })
}

function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('/'))
}
