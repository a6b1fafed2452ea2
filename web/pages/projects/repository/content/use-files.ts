import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../../../api/client.ts'
import type { RepositoryFile } from '../shapes.ts'
import { isEmptyRepository } from './refusal.tsx'

const path = '/v1/projects/{projectId}/repositories/files'
const PAGE_SIZE = 100
const AT_ONCE = 4
/** The most files a tree can usefully show. Larger repositories are better cloned. */
const MAX_FILES = 2_000

/** While the repository is empty, the user is probably pushing to it in a terminal. */
const WAIT_FOR_PUSH_MS = 2_000

export interface FileList {
  readonly files: readonly RepositoryFile[]
  readonly total: number
}

/** The files of a commit, by path, page after page. */
export function useFiles(projectId: string, ref: string | undefined) {
  return useQuery({
    queryKey: ['get', path, projectId, ref],
    queryFn: ({ signal }) => readAll(projectId, ref, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isEmptyRepository(state.error) ? WAIT_FOR_PUSH_MS : false),
  })
}

async function readAll(projectId: string, ref: string | undefined, signal: AbortSignal): Promise<FileList> {
  async function read(page: number) {
    const query = { page, size: PAGE_SIZE, ...(ref !== undefined && { ref }) }
    const { data, error } = await client.GET(path, { params: { path: { projectId }, query }, signal })
    if (data === undefined) throw error
    return data
  }
  const { results: files, total } = await read(0)
  const pages = Math.ceil(Math.min(total, MAX_FILES) / PAGE_SIZE)
  for (let next = 1; next < pages; next += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, pages - next) }, (_, at) => read(next + at))
    for (const { results } of await Promise.all(group)) files.push(...results)
  }
  return { files, total }
}
