import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/database.ts'
import { upTo } from '../../../lib/remembered.ts'
import type { VariableDeclaration } from '../../../pipeline/model.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import { readPipelineFile } from '../../artifacts/service.ts'

type Declared = ReadonlyMap<string, VariableDeclaration>

export type DeclaredBy = (artifactId: string, pipelineName: string) => Promise<Declared | undefined>

const MAX_REMEMBERED = 1_000
/** Grids of larger pipelines are read again each time. */
const MAX_REMEMBERED_CHARACTERS = 64 * 1024

/**
 * The variables that a published pipeline declares; undefined when it cannot be read. A version never
 * changes, so what was read once stays true.
 */
export function createDeclaredVariables(db: Db, parsePipeline: ParsePipeline): DeclaredBy {
  const remembered = new LRUCache<string, { readonly declared: Declared | undefined }>({
    ...upTo(MAX_REMEMBERED),
  })
  return async (artifactId, pipelineName) => {
    const key = `${artifactId} ${pipelineName}`
    const known = remembered.get(key)
    if (known !== undefined) return known.declared
    const file = await readPipelineFile(db, artifactId, pipelineName)
    const pipeline = file && (await parsePipeline(file.path, file.content))
    const declared = pipeline?.variables
    if ((file?.content.length ?? 0) <= MAX_REMEMBERED_CHARACTERS) remembered.set(key, { declared })
    return declared
  }
}
