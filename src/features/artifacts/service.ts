import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import { badRequest, notFoundIn, Problem } from '../../lib/problem.ts'
import type { Fault } from '../../pipeline/model.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject } from '../projects/access.ts'
import { withoutKnownVariables } from '../variables/access.ts'
import { type ArtifactFile, countPipelines, fileObjections, refusals } from './rules.ts'
import type { Promotion, PublishedArtifact, PublishHeaders } from './schema.ts'
import * as store from './store.ts'

export type { ArtifactFile } from './rules.ts'
export { findPublishedPipeline, readFiles, readPipelineFile, readPipelineFiles } from './store.ts'

/** What validation says of a project's files; wired to threads that know every component. */
export type CheckFiles = (files: readonly ArtifactFile[], warehouse: string) => Promise<CheckedFiles>

export interface CheckedFiles {
  readonly faults: readonly Fault[]
  /** Keeps the findings for later questions about this version. */
  readonly publishedAs: (artifactId: string) => void
}

const publishing = { project: 'artifacts:publish', environment: 'environment:run' } as const
const reading = { project: 'artifacts:read', environment: 'environment:read' } as const
const MAX_REPORTED_FAULTS = 200

/** Use cases of decisions.md §8, publishing. */
export function createArtifacts(db: Db, checkFiles: CheckFiles) {
  /**
   * Files with faults are published all the same: a component with an error fails when it is run. Files that no
   * runner would read, because they are beyond the limits of pipelines, refuse the version.
   */
  async function publish(
    caller: Caller,
    projectId: string,
    { versionname, environmentname, commithash, branch }: PublishHeaders,
    readParts: () => Promise<readonly ArtifactFile[]>,
  ): Promise<PublishedArtifact> {
    const grant = await enterEnvironment(db, caller, projectId, environmentname, publishing)
    const files = await readParts()
    const objections = fileObjections(files.map(({ path }) => path))
    if (objections.length > 0) throw badRequest(objections)
    const checked = await checkFiles(files, grant.warehouse)
    const refused = refusals(checked.faults)
    if (refused.length > 0) throw badRequest(refused)
    await store.insertArtifact(db, grant, { versionName: versionname, commitHash: commithash, branch }, files)
    const artifact = (await store.findArtifact(db, grant, versionname))!
    checked.publishedAs(artifact.artifactId)
    const faults = await withoutKnownVariables(db, projectId, checked.faults)
    return {
      ...artifact,
      pipelineCount: countPipelines(files),
      faults: faults.slice(0, MAX_REPORTED_FAULTS) as PublishedArtifact['faults'],
    }
  }

  async function list(
    caller: Caller,
    projectId: string,
    environmentName: string | undefined,
    page: PageRequest,
  ) {
    if (environmentName !== undefined) {
      const grant = await enterEnvironment(db, caller, projectId, environmentName, reading)
      return store.listArtifacts(db, grant, grant.environmentId, page)
    }
    return store.listArtifacts(
      db,
      await enterProject(db, caller, projectId, 'artifacts:read'),
      undefined,
      page,
    )
  }

  async function details(caller: Caller, projectId: string, environmentName: string, versionName: string) {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, reading)
    const found = await store.findDetails(db, grant, versionName)
    if (found === undefined) throw notFoundIn('Version', versionName, environmentName)
    return found
  }

  async function promote(caller: Caller, projectId: string, wanted: Promotion) {
    const { versionName, sourceEnvironmentName, targetEnvironmentName } = wanted
    const from = { project: 'artifacts:publish', environment: 'environment:read' } as const
    const source = await enterEnvironment(db, caller, projectId, sourceEnvironmentName, from)
    const target = await enterEnvironment(db, caller, projectId, targetEnvironmentName, publishing)
    if (!(await store.promote(db, source, target, versionName))) {
      throw notFoundIn('Version', versionName, sourceEnvironmentName)
    }
    return (await store.findArtifact(db, target, versionName))!
  }

  async function publishedPipelines(
    caller: Caller,
    projectId: string,
    environmentName: string,
    page: PageRequest,
  ) {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, reading)
    return store.listPublishedPipelines(db, grant, page)
  }

  /** The version with this name, the newest without one, for callers who may read it. */
  async function version(
    caller: Caller,
    projectId: string,
    environmentName: string,
    versionName: string | undefined,
  ) {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, reading)
    const found = await store.findVersion(db, grant, versionName)
    if (found !== undefined) return { ...found, warehouse: grant.warehouse }
    if (versionName !== undefined) throw notFoundIn('Version', versionName, environmentName)
    throw new Problem('not-found', `Nothing is published in ${environmentName} yet; publish a version first`)
  }

  return { publish, list, details, promote, publishedPipelines, version }
}

export type Artifacts = ReturnType<typeof createArtifacts>
