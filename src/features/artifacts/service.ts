import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import type { EnvironmentId } from '../../lib/ids.ts'
import { badRequest, notFoundIn, Problem } from '../../lib/problem.ts'
import type { Fault } from '../../pipeline/model.ts'
import type { SharedCallOf } from '../../pipeline/shared/calls.ts'
import type { ValidationFacts } from '../../pipeline/validate.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject } from '../projects/access.ts'
import type { ReviewGate } from '../reviews/access.ts'
import { readValidationFacts } from '../variables/access.ts'
import {
  type ArtifactFile,
  fileObjections,
  type LostStart,
  lostStartFault,
  pipelineNames,
  refusals,
  type Upload,
} from './rules.ts'
import type { Artifact, Promotion, PublishedArtifact, PublishHeaders } from './schema.ts'
import * as store from './store.ts'

export { deleteUnusedBundles, insertBundle } from './bundle-store.ts'
export {
  type ArtifactFile,
  fileObjections,
  ignoredReason,
  type LostStart,
  pathObjections,
  refusals,
  type Upload,
} from './rules.ts'
export {
  findPublishedPipeline,
  readFiles,
  readPipelineFile,
  readPipelineFiles,
  readTestPaths,
} from './store.ts'
export {
  deleteUnusedSources,
  keepUnpublished,
  type Unpublished,
  type UnpublishedRun,
} from './unpublished-store.ts'

/** What validation says of a project's files; wired to threads that know every component. */
export type CheckFiles = (files: readonly ArtifactFile[], facts: ValidationFacts) => Promise<CheckedFiles>

export interface CheckedFiles {
  readonly faults: readonly Fault[]
  /** The components that run pipelines which other projects share. */
  readonly sharedCalls: readonly SharedCallOf[]
  /** Keeps the findings for later questions about this version. */
  readonly publishedAs: (artifactId: string) => void
}

/** Decides which versions of shared pipelines the files of a project run from now on. */
export type FixShared = (db: Db, projectId: string, calls: readonly SharedCallOf[]) => Promise<FixedShared>

export interface FixedShared {
  /** Of calls that mean nothing which the project may run. */
  readonly faults: readonly Fault[]
  /** Keeps the decisions with the files. */
  readonly record: (tx: Db, bundleId: string) => Promise<void>
}

/** What starts pipelines of an environment in its newest version and names none of these. */
export type FindLostStarts = (
  db: Db,
  environmentId: EnvironmentId,
  pipelines: readonly string[],
) => Promise<readonly LostStart[]>

const publishing = { project: 'artifacts:publish', environment: 'environment:run' } as const
const reading = { project: 'artifacts:read', environment: 'environment:read' } as const
const MAX_REPORTED_FAULTS = 200
const MAX_REPORTED_IGNORED = 1_000

export interface ArtifactDependencies {
  readonly db: Db
  readonly checkFiles: CheckFiles
  readonly gate: ReviewGate
  readonly fixShared: FixShared
  readonly findLostStarts: FindLostStarts
}

/** Use cases of decisions.md §8, publishing. */
export function createArtifacts({ db, checkFiles, gate, fixShared, findLostStarts }: ArtifactDependencies) {
  /**
   * Files with faults are published all the same: a component with an error fails when it is run. Files
   * that are beyond the limits of pipelines refuse the version.
   */
  async function publish(
    caller: Caller,
    projectId: string,
    { versionname, environmentname, commithash, branch }: PublishHeaders,
    readUpload: () => Promise<Upload>,
  ): Promise<PublishedArtifact> {
    const enter = () => enterEnvironment(db, caller, projectId, environmentname, publishing)
    await enter()
    const { files, ignored } = await readUpload()
    const grant = await enter() // an upload may take hours, and rights are taken away meanwhile
    const objections = fileObjections(files.map(({ path }) => path))
    if (objections.length > 0) throw badRequest(objections)
    const checked = await checkFiles(files, await readValidationFacts(db, grant))
    const refused = refusals(checked.faults)
    if (refused.length > 0) throw badRequest(refused)
    await gate.publishing(grant, async () => files)
    const shared = await fixShared(db, projectId, checked.sharedCalls)
    const names = pipelineNames(files)
    const lost = await findLostStarts(db, grant.environmentId, names)
    // Jobs send empty headers for variables that their host does not set.
    const version = {
      versionName: versionname,
      commitHash: commithash || undefined,
      branch: branch || undefined,
    }
    await store.insertArtifact(db, grant, version, { files, record: shared.record })
    const artifact = (await store.findArtifact(db, grant, versionname))!
    checked.publishedAs(artifact.artifactId)
    const faults = [...lost.map(lostStartFault), ...shared.faults, ...checked.faults]
    return {
      ...artifact,
      pipelineCount: names.length,
      faults: faults.slice(0, MAX_REPORTED_FAULTS) as PublishedArtifact['faults'],
      ignoredResources: ignored.slice(0, MAX_REPORTED_IGNORED),
      ignoredCount: ignored.length,
    }
  }

  async function list(
    caller: Caller,
    projectId: string,
    { environmentName, enabledOnly }: { environmentName: string | undefined; enabledOnly: boolean },
    page: PageRequest,
  ) {
    if (environmentName !== undefined) {
      const grant = await enterEnvironment(db, caller, projectId, environmentName, reading)
      return store.listArtifacts(db, grant, { environmentId: grant.environmentId, enabledOnly }, page)
    }
    const grant = await enterProject(db, caller, projectId, 'artifacts:read')
    return store.listArtifacts(db, grant, { environmentId: undefined, enabledOnly }, page)
  }

  /** Of the newest version that is enabled, without a name. */
  async function details(
    caller: Caller,
    projectId: string,
    environmentName: string,
    versionName: string | undefined,
  ) {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, reading)
    const found = await store.findDetails(db, grant, versionName)
    if (found !== undefined) return { details: found, revision: revisionOf(found) }
    if (versionName === undefined) throw nothingPublished(environmentName)
    throw notFoundIn('Version', versionName, environmentName)
  }

  /** Disables a version, or enables it again. */
  async function change(
    caller: Caller,
    projectId: string,
    { environmentName, versionName, enabled }: ArtifactWish,
    precondition: Precondition,
  ) {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, publishing)
    return db.transaction().execute(async (tx) => {
      const before = await store.lockArtifact(tx, grant, versionName)
      if (before === undefined) throw notFoundIn('Version', versionName, environmentName)
      precondition.check(revisionOf(before))
      await store.enableArtifact(tx, before.artifactId, enabled)
      const artifact = { ...before, enabled }
      return { artifact, revision: revisionOf(artifact) }
    })
  }

  async function promote(caller: Caller, projectId: string, wanted: Promotion) {
    const { versionName, sourceEnvironmentName, targetEnvironmentName } = wanted
    const from = { project: 'artifacts:publish', environment: 'environment:read' } as const
    const source = await enterEnvironment(db, caller, projectId, sourceEnvironmentName, from)
    const target = await enterEnvironment(db, caller, projectId, targetEnvironmentName, publishing)
    await gate.publishing(target, () => store.readFilesOf(db, source, versionName))
    if (!(await store.promote(db, source, target, versionName))) {
      throw notFoundIn('Version', versionName, sourceEnvironmentName)
    }
    return (await store.findArtifact(db, target, versionName))!
  }

  async function publishedPipelines(
    caller: Caller,
    projectId: string,
    environmentName: string | undefined,
    page: PageRequest,
  ) {
    const grant =
      environmentName === undefined
        ? await enterProject(db, caller, projectId, 'artifacts:read')
        : await enterEnvironment(db, caller, projectId, environmentName, reading)
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
    throw nothingPublished(environmentName)
  }

  return { publish, list, details, change, promote, publishedPipelines, version }
}

interface ArtifactWish {
  readonly environmentName: string
  readonly versionName: string
  readonly enabled: boolean
}

/** Files and pipelines of a version never change: what can is what `Artifact` says. */
const revisionOf = ({ artifactId, enabled }: Pick<Artifact, 'artifactId' | 'enabled'>): string =>
  `${artifactId}-${enabled ? 'enabled' : 'disabled'}`

const nothingPublished = (environmentName: string) =>
  new Problem('not-found', `Nothing is published in ${environmentName} yet; publish a version first`)

export type Artifacts = ReturnType<typeof createArtifacts>
