import type { components } from '../../../../openapi/types.generated.ts'
import { orAbsent, unlessAbsent } from '../../../api/absent.ts'
import { client } from '../../../api/client.ts'
import { type Edited, tagged } from '../../../api/edited.ts'
import type { BasedText } from '../model/history.ts'
import type { FileKey, Saved, StoredText } from './stored.ts'

const draftPath = '/v1/projects/{projectId}/drafts/{branchName}'
const contentPath = '/v1/projects/{projectId}/drafts/{branchName}/files/content'
const filesPath = '/v1/projects/{projectId}/drafts/{branchName}/files'

/** A file of a draft as the API keeps it, whether text or not; without content it is to be deleted. */
export type DraftContent = Omit<components['schemas']['PutDraftFile'], 'path'>

/** The paths of the user's draft of a branch; none when there is no draft. */
export async function listDrafted(
  projectId: string,
  branch: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const answer = await client.GET(draftPath, {
    params: { path: { projectId, branchName: branch } },
    ...(signal !== undefined && { signal }),
  })
  return (orAbsent(answer, undefined)?.files ?? []).map(({ path }) => path)
}

/** The user's draft of a file of any kind; undefined when there is none. */
export async function readDrafted(
  { projectId, branch, path }: FileKey,
  signal?: AbortSignal,
): Promise<Edited<DraftContent> | undefined> {
  const drafted = await tagged(
    client.GET(contentPath, {
      params: { path: { projectId, branchName: branch }, query: { path } },
      ...(signal !== undefined && { signal }),
    }),
  ).catch(unlessAbsent(undefined))
  if (drafted === undefined) return undefined
  const { content = null, encoding = 'utf-8', baseCommit } = drafted.value
  return { etag: drafted.etag, value: { content, encoding, ...(baseCommit !== undefined && { baseCommit }) } }
}

/** The user's draft of a text; undefined when there is none, it is no text, or the file is to be deleted. */
export async function readDraft(key: FileKey, signal?: AbortSignal): Promise<StoredText | undefined> {
  const drafted = await readDrafted(key, signal)
  return drafted && textOf(drafted)
}

function textOf({ etag, value: { content, encoding, baseCommit } }: Edited<DraftContent>) {
  if (content === null || encoding === 'base64') return undefined
  return { text: content, baseCommit: baseCommit ?? undefined, etag }
}

/**
 * A file of any kind as the branch has it; undefined when it does not have it, or there is no such branch.
 */
export async function readCommittedFile({ projectId, branch, path }: FileKey, signal?: AbortSignal) {
  const answer = await client.GET('/v1/projects/{projectId}/repositories/files/content', {
    params: { path: { projectId }, query: { ref: branch, path } },
    ...(signal !== undefined && { signal }),
  })
  return orAbsent(answer, undefined)
}

/** The same of a text. Throws when the file is none. */
export async function readCommitted(key: FileKey, signal?: AbortSignal): Promise<StoredText | undefined> {
  const file = await readCommittedFile(key, signal)
  if (file === undefined) return undefined
  if (file.encoding === 'base64') throw new Error('The file is not text')
  return { text: file.content, baseCommit: file.commitHash, etag: undefined }
}

/**
 * Keeps a file of any kind as the draft. With a tag the draft must still be as it was read, without one it
 * must not exist: otherwise the answer is the problem 412.
 */
export const putDrafted = (
  { projectId, branch, path }: FileKey,
  content: DraftContent,
  etag: string | undefined,
) =>
  client.PUT(filesPath, {
    params: { path: { projectId, branchName: branch } },
    body: { path, ...content },
    headers: etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag },
  })

/**
 * Keeps a text as the draft. `conflict`: the same user saved another text meanwhile, in another window;
 * undefined when the draft was discarded or committed there. If the same text is there already, it was saved
 * before and the answer was lost. Throws other problems.
 */
export async function saveDraft(key: FileKey, { text, baseCommit, etag }: StoredText): Promise<Saved> {
  const drafted = etag === undefined ? await readDrafted(key) : undefined
  const present = drafted && textOf(drafted)
  if (present !== undefined) return found(present, { text, baseCommit })
  const file = { content: text, baseCommit: baseCommit ?? null }
  const { data, error, response } = await putDrafted(key, file, etag ?? drafted?.etag)
  if (data !== undefined) return { etag: response.headers.get('etag') ?? undefined }
  if (error.status === 412) return found(await readDraft(key), { text, baseCommit })
  throw error
}

const found = (other: StoredText | undefined, sent: BasedText): Saved =>
  other?.text === sent.text && other.baseCommit === sent.baseCommit
    ? { etag: other.etag }
    : { conflict: other }

/**
 * Deletes a draft; with a tag only if it is still as it was read. Answers whether the draft is gone, also
 * when it was gone before. Throws other problems.
 */
export async function discardDraft({ projectId, branch, path }: FileKey, etag?: string): Promise<boolean> {
  const { error } = await client.DELETE(filesPath, {
    params: { path: { projectId, branchName: branch }, query: { path } },
    ...(etag !== undefined && { headers: { 'if-match': etag } }),
  })
  if (error === undefined || error.status === 404) return true
  if (error.status === 412) return false
  throw error
}
