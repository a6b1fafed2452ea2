import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { isUuid } from '../../lib/ids.ts'
import { badRequest, Problem } from '../../lib/problem.ts'
import type { Fault } from '../../pipeline/model.ts'
import type { SharedCallOf } from '../../pipeline/shared/calls.ts'
import type { SharedPipeline } from '../../pipeline/shared/declare.ts'
import { type ArtifactFile, fileObjections, refusals, type Upload } from '../artifacts/service.ts'
import { enterOwned, enterOwner, type OwnedGrant } from '../ownership/access.ts'
import { enterProject } from '../projects/access.ts'
import { requireWriteSomewhere, unlessMissing } from './admission.ts'
import { fixCalls } from './fixing.ts'
import { findVersion, readShared } from './list-store.ts'
import type { PublishedSharedArtifact, PublishSharedFromGit, SharedPublishHeaders } from './schema.ts'
import { ensureSet, findProjectNamed, findSetId, insertVersion } from './version-store.ts'

/** What the threads that read pipelines say of files that are to be shared. */
export interface SharedFiles {
  readonly pipelines: readonly SharedPipeline[]
  /** Of the file that says what is shared. */
  readonly declarationFaults: readonly Fault[]
  /** Of the pipelines. */
  readonly faults: readonly Fault[]
  readonly calls: readonly SharedCallOf[]
}

export type ShareFiles = (files: readonly ArtifactFile[], warehouse: string) => Promise<SharedFiles>

/** Finds the text files of a commit of a project's repository, for callers who may read it. */
export type ReadCommit = (
  caller: Caller,
  projectId: string,
  ref: string,
) => Promise<{ readonly commitHash: string; readonly read: () => Promise<Upload> }>

export interface PublishingDependencies {
  readonly db: Db
  readonly shareFiles: ShareFiles
  readonly readCommit: ReadCommit
}

const MAX_REPORTED_FAULTS = 200
/** What the answers that show a version carry. */
const MAX_PARAMETER_CHARACTERS = 2 * 1024 * 1024

type Set = OwnedGrant<'shared_set', 'write'>

/** Publishing versions of shared pipelines: uploads, and commits of a project's repository. */
export function createPublishing({ db, shareFiles, readCommit }: PublishingDependencies) {
  /**
   * Throws unless the caller may publish in the set, which is made when there is none: in the named project,
   * else in the one that has its name, else, for a SUPER_ADMIN, in the installation. Returns what enters it
   * once the files are there, which may take hours.
   */
  async function admit(
    caller: Caller,
    prefix: string,
    projectId: string | undefined,
  ): Promise<() => Promise<Set>> {
    const id = await findSetId(db, prefix)
    if (id !== undefined) {
      const grant = await enterOwned(db, caller, 'shared_set', id, 'write')
      if (projectId !== undefined && projectId.toLowerCase() !== grant.owner)
        throw new Problem('conflict', `The set ${prefix} belongs to another owner; choose another prefix`)
      return () => enterOwned(db, caller, 'shared_set', id, 'write')
    }
    const wanted = projectId ?? (await findProjectNamed(db, caller, prefix))
    const owner = await enterOwner(db, caller, 'shared_set', wanted)
    return async () => enterOwned(db, caller, 'shared_set', await ensureSet(db, owner, prefix), 'write')
  }

  async function publish(
    caller: Caller,
    { sharedpipelineidprefix: prefix, projectid, versionname, commithash, branch }: SharedPublishHeaders,
    readUpload: () => Promise<Upload>,
  ): Promise<PublishedSharedArtifact> {
    refusePrefix(prefix, 'headers/sharedpipelineidprefix')
    const enter = await admit(caller, prefix, projectid)
    const version = { versionName: versionname, commitHash: commithash, branch }
    return store(enter, version, await readUpload())
  }

  async function publishFromGit(
    caller: Caller,
    { projectId, ref, versionName, sharedPipelineIdPrefix }: PublishSharedFromGit,
  ): Promise<PublishedSharedArtifact> {
    const grant = await enterProject(db, caller, projectId, 'shared-pipelines:write')
    const prefix = sharedPipelineIdPrefix ?? (await nameOf(grant.projectId))
    refusePrefix(prefix, 'body/sharedPipelineIdPrefix')
    const enter = await admit(caller, prefix, projectId)
    const { commitHash, read } = await readCommit(caller, projectId, ref)
    const branch = commitHash.startsWith(ref) ? undefined : ref
    return store(enter, { versionName, commitHash, branch }, await read())
  }

  const nameOf = async (projectId: string): Promise<string> =>
    (await db.selectFrom('project').select('name').where('id', '=', projectId).executeTakeFirstOrThrow()).name

  async function store(
    enter: () => Promise<Set>,
    version: {
      readonly versionName: string
      readonly commitHash: string | undefined
      readonly branch: string | undefined
    },
    { files, ignored }: Upload,
  ): Promise<PublishedSharedArtifact> {
    const objections = fileObjections(files.map(({ path }) => path))
    if (objections.length > 0) throw badRequest(objections)
    const { pipelines, declarationFaults, faults, calls } = await shareFiles(files, '')
    const refused = [...refusals(faults), ...declarationErrors(declarationFaults), ...tooMuch(pipelines)]
    if (refused.length > 0) throw badRequest(refused)
    const grant = await enter()
    const { uses, faults: ofCalls } = await fixCalls(db, grant.owner, calls)
    await insertVersion(db, grant, { ...version, files, pipelines, uses })
    const made = (await findVersion(db, grant, version.versionName))!
    const all = [...declarationFaults, ...faults, ...ofCalls]
    return {
      ...made,
      sharedPipelines: await readShared(db, made.artifactId),
      faults: all.slice(0, MAX_REPORTED_FAULTS) as PublishedSharedArtifact['faults'],
      ignoredResources: [...ignored],
    }
  }

  const enterNamed = async (caller: Caller, projectId: string | undefined) =>
    projectId !== undefined ? enterProject(db, caller, projectId, 'shared-pipelines:write') : undefined

  /** What publishing needs, before the rest of a request is judged (decisions.md §2). */
  async function admitToPublish(
    caller: Caller,
    named: { prefix: unknown; projectId: unknown },
  ): Promise<void> {
    const { projectId: stated } = named
    const projectId = typeof stated === 'string' && isUuid(stated) ? stated : undefined
    const prefix = typeof named.prefix === 'string' ? named.prefix : undefined
    const admitted = await unlessMissing<unknown>(
      prefix === undefined ? enterNamed(caller, projectId) : admit(caller, prefix, projectId),
    )
    if (admitted === undefined) await requireWriteSomewhere(db, caller)
  }

  return { publish, publishFromGit, admitToPublish }
}

export type Publishing = ReturnType<typeof createPublishing>

/**
 * References separate prefix and id by the last `#`; control characters cannot be written into a file's name
 * of it.
 */
function refusePrefix(prefix: string, where: string): void {
  for (const character of prefix)
    if (character < ' ') throw badRequest([`${where} must not contain control characters`])
}

const declarationErrors = (faults: readonly Fault[]): string[] =>
  faults
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, message, hint }) =>
      `body: ${file}, line ${line}: ${message}. ${hint ?? ''}`.trimEnd(),
    )

function tooMuch(pipelines: readonly SharedPipeline[]): string[] {
  const characters = JSON.stringify(pipelines).length
  if (characters <= MAX_PARAMETER_CHARACTERS) return []
  return [
    'body: the parameters and descriptions of the shared pipelines are larger than 2 MiB; shorten default values of ' +
      'PUBLIC variables, or make variables that callers do not set PRIVATE',
  ]
}
