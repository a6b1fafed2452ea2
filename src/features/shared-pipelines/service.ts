import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { notFound, notFoundIn, Problem } from '../../lib/problem.ts'
import { compareParameters } from '../../pipeline/shared/parameters.ts'
import { enterList, enterOwned, type OwnedPermission } from '../ownership/access.ts'
import type { SharingChange } from '../ownership/schema.ts'
import { createSharing } from '../ownership/service.ts'
import { requireWriteSomewhere, unlessMissing } from './admission.ts'
import * as lists from './list-store.ts'
import type {
  SharedArtifact,
  SharedArtifactDetails,
  SharedArtifactsQuery,
  SharedDiffQuery,
  SharedPipelineDiff,
  SharedPipelinesQuery,
  SharedUsersQuery,
} from './schema.ts'
import { listUsers } from './users-store.ts'
import { findSetId } from './version-store.ts'

export type { SharedFiles, ShareFiles } from './publishing.ts'

/** Use cases of decisions.md §17 beside publishing. */
export function createSharedPipelines(db: Db) {
  const sharing = createSharing(db, 'shared_set')

  /** Enters a set by its prefix. One that the caller may not see is reported like one that does not exist. */
  async function enter<P extends OwnedPermission>(
    caller: Caller,
    prefix: string,
    permission: P,
    on: Db = db,
  ) {
    const id = await findSetId(on, prefix)
    if (id === undefined) throw notFound(noun, prefix)
    return enterOwned(on, caller, 'shared_set', id, permission).catch((error: unknown) => {
      throw error instanceof Problem && error.kind === 'not-found' ? notFound(noun, prefix) : error
    })
  }

  const admitToList = (caller: Caller, projectId: string | undefined) =>
    enterList(db, caller, 'shared_set', projectId)

  /**
   * For a set that the caller cannot see, it is enough that it may write one somewhere: the answer will be
   * 404.
   */
  async function admitToWrite(caller: Caller, prefix: string | undefined): Promise<void> {
    const found = prefix === undefined ? undefined : await unlessMissing(enter(caller, prefix, 'write'))
    if (found === undefined) await requireWriteSomewhere(db, caller)
  }

  async function list(
    caller: Caller,
    { projectId, sharedPipelineIdPrefix: prefix, search }: SharedPipelinesQuery,
    page: PageRequest,
  ) {
    return lists.listSharedPipelines(db, await admitToList(caller, projectId), { prefix, search }, page)
  }

  async function versions(
    caller: Caller,
    { projectId, sharedPipelineIdPrefix: prefix, enabledOnly }: SharedArtifactsQuery,
    page: PageRequest,
  ) {
    return lists.listVersions(db, await admitToList(caller, projectId), { prefix, enabledOnly }, page)
  }

  /** Of the newest version that is enabled, without a name. */
  async function details(caller: Caller, prefix: string, versionName: string | undefined) {
    const grant = await enter(caller, prefix, 'read')
    const found = await lists.findVersion(db, grant, versionName)
    if (found === undefined) throw noVersion(prefix, versionName)
    const shown: SharedArtifactDetails = {
      artifactDetails: found,
      sharedPipelines: await lists.readShared(db, found.artifactId),
    }
    return { details: shown, revision: revisionOf(found) }
  }

  /** Disables a version, or enables it again. */
  async function change(
    caller: Caller,
    { sharedPipelineIdPrefix: prefix, versionName, enabled }: SharedWish,
    precondition: Precondition,
  ) {
    return db.transaction().execute(async (tx) => {
      const grant = await enter(caller, prefix, 'write', tx)
      const before = await lists.findVersion(tx, grant, versionName, 'lock')
      if (before === undefined) throw noVersion(prefix, versionName)
      precondition.check(revisionOf(before))
      await lists.enableVersion(tx, before.artifactId, enabled)
      const artifact = { ...before, enabled }
      return { artifact, revision: revisionOf(artifact) }
    })
  }

  /** What becomes of the parameters of a pipeline between two versions. */
  async function diff(caller: Caller, query: SharedDiffQuery): Promise<SharedPipelineDiff> {
    const { sharedPipelineIdPrefix: prefix, sharedPipelineId, fromVersionName } = query
    const before = await details(caller, prefix, fromVersionName)
    const after = await details(caller, prefix, query.toVersionName || undefined)
    const find = ({ details: { sharedPipelines } }: typeof before) =>
      sharedPipelines.find((one) => one.sharedPipelineId === sharedPipelineId)
    const [from, to] = [find(before), find(after)]
    if (from === undefined)
      throw notFoundIn('Shared pipeline', sharedPipelineId, `version ${fromVersionName} of ${prefix}`)
    const { added, removed, changed, breaking } = compareParameters(from.parameters, to?.parameters ?? [])
    return {
      sharedPipelineIdPrefix: before.details.artifactDetails.sharedPipelineIdPrefix,
      sharedPipelineId,
      fromVersionName,
      toVersionName: after.details.artifactDetails.versionName,
      isShared: to !== undefined,
      breaking: breaking || to === undefined,
      added: added as SharedPipelineDiff['added'],
      removed: removed as SharedPipelineDiff['removed'],
      changed: changed as SharedPipelineDiff['changed'],
    }
  }

  async function users(caller: Caller, query: SharedUsersQuery, page: PageRequest) {
    const { sharedPipelineIdPrefix, sharedPipelineId, versionName } = query
    const grant = await enter(caller, sharedPipelineIdPrefix, 'read')
    return listUsers(db, grant, { sharedPipelineId, versionName }, page)
  }

  async function getSharing(caller: Caller, prefix: string) {
    const { id } = await enter(caller, prefix, 'write')
    return sharing.getSharing(caller, id)
  }

  async function replaceSharing(
    caller: Caller,
    prefix: string,
    wanted: SharingChange,
    precondition: Precondition,
  ) {
    const { id } = await enter(caller, prefix, 'write')
    return sharing.replaceSharing(caller, id, wanted, precondition)
  }

  return {
    admitToList,
    admitToWrite,
    list,
    versions,
    details,
    change,
    diff,
    users,
    getSharing,
    replaceSharing,
  }
}

export type SharedPipelines = ReturnType<typeof createSharedPipelines>

interface SharedWish {
  readonly sharedPipelineIdPrefix: string
  readonly versionName: string
  readonly enabled: boolean
}

const noun = 'Set of shared pipelines'

const noVersion = (prefix: string, versionName: string | undefined): Problem =>
  versionName === undefined
    ? new Problem('not-found', `No version of ${prefix} is enabled; publish one, or enable one`)
    : notFoundIn('Version', versionName, prefix)

/** Files and pipelines of a version never change: what can is what `SharedArtifact` says. */
const revisionOf = ({ artifactId, enabled, projectId }: SharedArtifact): string =>
  `${artifactId}-${enabled ? 'enabled' : 'disabled'}-${projectId ?? 'installation'}`
