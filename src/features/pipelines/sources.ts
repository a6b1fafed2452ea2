import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { badRequest } from '../../lib/problem.ts'
import type { ValidationFacts } from '../../pipeline/validate.ts'
import { type Artifacts, readPipelineFiles } from '../artifacts/service.ts'
import type { Executions } from '../executions/service.ts'
import { enterProject } from '../projects/access.ts'
import { type Reading, readPipelineFilesAt } from '../repositories/service.ts'
import { readValidationFacts } from '../variables/access.ts'
import { type Source, versionKey } from './analyses.ts'
import { sourceObjections } from './rules.ts'
import type { PipelinesQuery } from './schema.ts'

export interface SourceDependencies {
  readonly db: Db
  readonly artifacts: Pick<Artifacts, 'version'>
  readonly executions: Pick<Executions, 'source'>
  readonly reading: Pick<Reading, 'at'>
}

export interface FoundSource extends Source {
  /** What messages call it: a ref, or a version. */
  readonly title: string
  readonly stated: { readonly commitHash: string } | { readonly versionName: string }
}

type Wanted = Pick<PipelinesQuery, 'ref' | 'environmentName' | 'versionName' | 'pipelineExecutionId'>
type Version = Awaited<ReturnType<Artifacts['version']>>

/** The pipelines of a commit of a project, which are the same for ever. */
export const commitSource = (
  projectId: string,
  { folder, commitHash }: { readonly folder: string; readonly commitHash: string },
  facts: ValidationFacts,
): Source => ({
  key: `${projectId} commit ${commitHash}`,
  facts,
  read: (path) => readPipelineFilesAt(folder, commitHash, path),
})

/** Finds the files that a request names, for callers who may read them. */
export function createFindSource({ db, artifacts, executions, reading }: SourceDependencies) {
  const ofVersion = async (projectId: string, { artifactId, versionName, warehouse }: Version) => ({
    key: versionKey(artifactId),
    facts: await readValidationFacts(db, { projectId, warehouse }),
    read: (path?: string) => readPipelineFiles(db, artifactId, path),
    title: `the version ${versionName}`,
    stated: { versionName },
  })

  return async (caller: Caller, projectId: string, wanted: Wanted): Promise<FoundSource> => {
    const { ref, environmentName, versionName, pipelineExecutionId } = wanted
    const objections = sourceObjections(wanted)
    if (objections.length > 0) {
      await enterProject(db, caller, projectId, 'artifacts:read')
      throw badRequest(objections)
    }
    if (ref !== undefined) {
      const commit = await reading.at(caller, projectId, ref)
      const { commitHash, warehouse } = commit
      const facts = await readValidationFacts(db, { projectId, warehouse })
      return { ...commitSource(projectId, commit, facts), title: ref, stated: { commitHash } }
    }
    if (pipelineExecutionId !== undefined)
      return ofVersion(projectId, await executions.source(caller, projectId, pipelineExecutionId))
    return ofVersion(projectId, await artifacts.version(caller, projectId, environmentName!, versionName))
  }
}

export type FindSource = ReturnType<typeof createFindSource>
