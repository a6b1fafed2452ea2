import { client } from '../../../api/client.ts'
import { putDrafted, readCommitted } from '../../designer/state/draft-api.ts'
import type { FileKey } from '../../designer/state/stored.ts'
import { forWarehouse } from './for-warehouse.ts'
import type { Template } from './templates.ts'

/**
 * Makes the file of a new pipeline as the user's draft. An empty one is written with its first edit only.
 * Answers why the name cannot be used; undefined when it can. Throws problems.
 */
export async function startFromTemplate(key: FileKey, { load }: Template): Promise<string | undefined> {
  if (load === undefined) return undefined
  const [text, warehouse, committed] = await Promise.all([
    load(),
    readWarehouse(key.projectId),
    readCommitted(key),
  ])
  if (committed !== undefined) return `${key.path} is on ${key.branch} already; choose another name`
  const file = { content: forWarehouse(text, warehouse), baseCommit: null }
  const { error } = await putDrafted(key, file, undefined)
  if (error?.status === 412) return `You have a draft of ${key.path} already; choose another name`
  if (error !== undefined) throw error
  return undefined
}

async function readWarehouse(projectId: string): Promise<string> {
  const { data, error } = await client.GET('/v1/projects/{projectId}', { params: { path: { projectId } } })
  if (error !== undefined) throw error
  return data.warehouse
}
