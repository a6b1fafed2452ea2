import { orAbsent } from '../../../api/absent.ts'
import { client } from '../../../api/client.ts'
import type { FileKey, Saved, StoredText } from './stored.ts'

const contentPath = '/v1/projects/{projectId}/drafts/{branchName}/files/content'
const filesPath = '/v1/projects/{projectId}/drafts/{branchName}/files'

/** The user's draft of a file; undefined when there is none. A file that is drafted to be deleted has no text. */
export async function readDraft(
  { projectId, branch, path }: FileKey,
  signal?: AbortSignal,
): Promise<StoredText | undefined> {
  const answer = await client.GET(contentPath, {
    params: { path: { projectId, branchName: branch }, query: { path } },
    ...(signal !== undefined && { signal }),
  })
  const file = orAbsent(answer, undefined)
  if (file === undefined || file.deleted || file.encoding === 'base64') return undefined
  const etag = answer.response.headers.get('etag') ?? undefined
  return { text: file.content ?? '', baseCommit: file.baseCommit, etag }
}

/** The file as the branch has it; undefined when it does not have it, or there is no such branch. */
export async function readCommitted(
  { projectId, branch, path }: FileKey,
  signal?: AbortSignal,
): Promise<StoredText | undefined> {
  const answer = await client.GET('/v1/projects/{projectId}/repositories/files/content', {
    params: { path: { projectId }, query: { ref: branch, path } },
    ...(signal !== undefined && { signal }),
  })
  if (answer.error !== undefined && isEmptyRepository(answer.error)) return undefined
  const file = orAbsent(answer, undefined)
  if (file === undefined) return undefined
  if (file.encoding === 'base64') throw new Error('The file is not text')
  return { text: file.content, baseCommit: file.commitHash, etag: undefined }
}

/** A repository without a commit has no branch that could be read; a draft may be the first file of it. */
const isEmptyRepository = ({ status }: { readonly status: number }): boolean => status === 409

/**
 * Keeps a text as the draft. `conflict`: the same user saved another text meanwhile, in another window; undefined
 * when the draft was discarded or committed there. Throws other problems.
 */
export async function saveDraft(key: FileKey, { text, baseCommit, etag }: StoredText): Promise<Saved> {
  if (etag === undefined) {
    const other = await readDraft(key)
    if (other !== undefined) return { conflict: other }
  }
  const { data, error, response } = await client.PUT(filesPath, {
    params: { path: { projectId: key.projectId, branchName: key.branch } },
    body: { path: key.path, content: text, ...(baseCommit !== undefined && { baseCommit }) },
    ...(etag !== undefined && { headers: { 'if-match': etag } }),
  })
  if (data !== undefined) return { etag: response.headers.get('etag') ?? undefined }
  if (error.status === 412) return { conflict: await readDraft(key) }
  throw error
}

/** Throws problems; that there is no draft any more is none. */
export async function discardDraft({ projectId, branch, path }: FileKey): Promise<void> {
  const answer = await client.DELETE(filesPath, {
    params: { path: { projectId, branchName: branch }, query: { path } },
  })
  if (answer.error !== undefined && answer.error.status !== 404) throw answer.error
}
